"""The tool that builds what the examples of the documentation need to run in the browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from tools import live_examples
from tools.browser_runtime import MissingProgramError


def test_the_archive_has_the_files_that_examples_import(tmp_path: Path) -> None:
    """The archive has modules, packages and their data. It has no tests and no files in other languages."""
    live_examples.pack_examples(tmp_path / "examples.zip")
    with ZipFile(tmp_path / "examples.zip") as archive:
        names = set(archive.namelist())
    assert {"smithy.py", "czech_words/grammar.toml", "expansion/src/crystal_chapel/__init__.py"} <= names
    assert [name for name in names if "__pycache__" in name or "tests/" in name or name.endswith(".js")] == []


def test_a_runtime_is_copied(tmp_path: Path) -> None:
    """The tool copies a runtime that exists, and reads from its facts for which Python packages are downloaded."""
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "runtime.json").write_text('{"python": "3.14.2"}', "utf-8")
    (tmp_path / "play" / "engine.js").write_text("export {};", "utf-8")
    assert live_examples.copy_runtime(tmp_path / "play", tmp_path / "copy") == {"python": "3.14.2"}
    assert (tmp_path / "copy" / "engine.js").read_text("utf-8") == "export {};"


@pytest.mark.parametrize(
    ("runtime", "reason"), [("nothing", "holds no runtime"), ("live/runtime", "is in {live}, which is replaced")]
)
def test_a_runtime_that_cannot_be_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], runtime: str, reason: str
) -> None:
    """A folder without a runtime, or one that the tool would delete, is refused, and nothing is deleted."""
    facts = tmp_path / "live" / "runtime" / "runtime.json"
    facts.parent.mkdir(parents=True)
    facts.write_text("{}", "utf-8")
    with pytest.raises(SystemExit) as ended:
        live_examples.main([str(tmp_path / "live"), "--runtime", str(tmp_path / runtime)])
    assert ended.value.code == 1
    assert reason.format(live=tmp_path / "live") in capsys.readouterr().err
    assert facts.exists()


def test_a_machine_without_npm_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without npm the command fails with a sentence that says where it comes from."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(MissingProgramError, match="npm is not installed"):
        live_examples.bundle_editor(tmp_path / "editor.js")
    with pytest.raises(SystemExit) as ended:
        live_examples.main([str(tmp_path / "live")])
    assert ended.value.code == 1
    assert "npm is not installed; it comes with Node.js" in capsys.readouterr().err
