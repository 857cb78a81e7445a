"""The Sphinx extension that marks the examples with a Run button."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="needs the extra docs")
pytest.importorskip("myst_parser", reason="needs the extra docs")

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_extensions"
CONF = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
extensions = ["myst_parser", "run_buttons"]
html_theme = "basic"
root_doc = "quickstart"
"""
BLOCKS = """# Page

```{toctree}
:hidden:
howto/tables
rules
```

```python
one = 1
```

```{only} live
You can run this.
```

```output
1
```

```{literalinclude} rows.py
:language: python
```

- in a list:

  ```python
  two = 2
  ```

```{code-block} python
:caption: three.py

three = 3
```
"""
RUNTIME = ("engine.js", "pyodide.asm.wasm")
"""Two of the files of a runtime."""
MARK = re.compile(r'<div class="live-example"[^>]*>')


def build(folder: Path, *, is_live: bool, has_playground: bool = False) -> Path:
    """Build a small documentation, with or without the files that examples need, and return the folder of its pages."""
    (folder / "howto").mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(CONF, "utf-8")
    (folder / "rows.py").write_text("rows = []\n", "utf-8")
    (folder / "quickstart.md").write_text(BLOCKS, "utf-8")
    (folder / "rules.md").write_text("# Rules\n\n```python\none = 1\n```\n", "utf-8")
    tables = "# Tables\n\n```python\nimport pandas\n```\n\n```python\nfour = 4\n```\n"
    (folder / "howto" / "tables.md").write_text(tables, "utf-8")
    if is_live:
        (folder / "_live" / "runtime").mkdir(parents=True, exist_ok=True)
        (folder / "_live" / "editor.js").write_text("export {};\n", "utf-8")
        for name in RUNTIME:
            (folder / "_live" / "runtime" / name).write_text("// the examples'\n", "utf-8")
    if has_playground:
        (folder / "_playground" / "play" / "runtime").mkdir(parents=True)
        for name in RUNTIME:
            (folder / "_playground" / "play" / "runtime" / name).write_text("// the playground's\n", "utf-8")
        with (folder / "conf.py").open("a", encoding="utf-8") as conf:
            conf.write("html_extra_path = ['_playground']\n")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(folder), str(folder / "html")]
    subprocess.run(command, check=True)
    return folder / "html"


@pytest.mark.long
def test_examples_are_marked(tmp_path: Path) -> None:
    """Python examples are marked, in lists and with captions, too. Excerpts, listed ones and other pages are not."""
    pages = build(tmp_path, is_live=True)
    page = (pages / "quickstart.html").read_text("utf-8")
    assert MARK.findall(page) == [
        '<div class="live-example" data-number="1">',
        '<div class="live-example" data-number="2">',
        '<div class="live-example" data-file="three.py" data-number="3">',
    ]
    assert page.count('id="id1"') == 1
    assert 'type="module"' in page
    assert "live/run.css" in page
    assert "You can run this." in page
    tables = (pages / "howto" / "tables.html").read_text("utf-8")
    assert len(MARK.findall(tables)) == 1
    assert tables.index("pandas") < tables.index('class="live-example"')
    rules = (pages / "rules.html").read_text("utf-8")
    assert MARK.findall(rules) == []
    assert "live/run" not in rules
    assert (pages / "_static" / "live" / "editor.js").exists()
    assert files(pages / "_static" / "live" / "runtime") == set(RUNTIME)


def files(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


@pytest.mark.long
def test_the_pages_hold_one_runtime(tmp_path: Path) -> None:
    """The examples get the playground's runtime. Their own folder holds one module, also after an older build."""
    build(tmp_path, is_live=True)
    pages = build(tmp_path, is_live=True, has_playground=True)
    own = pages / "_static" / "live" / "runtime"
    assert files(own) == {"engine.js"}
    (address,) = re.findall(r'^export \* from "(.*)";', (own / "engine.js").read_text("utf-8"))
    assert (own / address).resolve() == (pages / "play" / "runtime" / "engine.js").resolve()
    assert (own / address).read_text("utf-8") == "// the playground's\n"
    assert files(pages / "play" / "runtime") == set(RUNTIME)
    assert (pages / "_static" / "live" / "editor.js").exists()


@pytest.mark.long
def test_without_the_files_nothing_is_marked(tmp_path: Path) -> None:
    """Without the folder, the pages have no marks, no script and no sentence about buttons."""
    pages = build(tmp_path, is_live=False)
    for page in ("quickstart.html", "howto/tables.html"):
        text = (pages / page).read_text("utf-8")
        assert "live" not in text.replace("deliver", "")
