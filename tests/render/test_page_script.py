"""The browser's modules as one script."""

from __future__ import annotations

from pathlib import Path

import pytest

from magnum_sal.render import page_script


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Read modules from a folder of the test."""
    monkeypatch.setattr(page_script, "_STATIC", tmp_path)
    return tmp_path


def test_modules_come_after_those_they_import(folder: Path) -> None:
    """Each module occurs once, becomes a function, and takes what it imports from the functions before it."""
    (folder / "a.js").write_text(
        'import { b as c } from "./b.js";\nimport { d } from "./d.js";\nexport const a = c + d;\n'
    )
    (folder / "b.js").write_text('import { d } from "./d.js";\nexport function b() {\n  return d;\n}\n')
    (folder / "d.js").write_text("export const d = 1;\n")
    script = page_script.join_modules("a.js")
    assert script == (
        "const modules = {};\n"
        'modules["d.js"] = (() => {\nconst d = 1;\nreturn { d };\n})();\n'
        'modules["b.js"] = (() => {\nconst { d } = modules["d.js"];\n'
        "function b() {\n  return d;\n}\nreturn { b };\n})();\n"
        'modules["a.js"] = (() => {\nconst { b: c } = modules["b.js"];\nconst { d } = modules["d.js"];\n'
        "const a = c + d;\nreturn { a };\n})();"
    )


@pytest.mark.parametrize(
    "line", ['import "./b.js";', 'import b from "./b.js";', "export default 1;", "export * from './b.js';"]
)
def test_other_forms_are_refused(folder: Path, line: str) -> None:
    """A form of import or export that would be left in the script is refused."""
    (folder / "a.js").write_text(f"{line}\n")
    with pytest.raises(AssertionError, match="is not a form of import or export"):
        page_script.join_modules("a.js")


def test_the_script_of_a_replay_cannot_end_early() -> None:
    """The script contains nothing that HTML would take for the end of the script or for a comment."""
    script = page_script.join_modules("offline.js").lower()
    assert "</script" not in script
    assert "<!--" not in script
    assert "import(" not in script
    assert "fetch(" not in script
