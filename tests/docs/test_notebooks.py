"""The page about notebooks, run as a notebook with a cell for each block. Needs what `nox -s notebooks` installs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.render.reading import ids

import magnum_sal as ms
from magnum_sal import render

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "notebooks.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```(?:\n\n^```output\n(.*?)^```)?", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def cells() -> list[Any]:
    """Return the cells after running them."""
    for package in ("ipykernel", "ipywidgets", "nbclient", "pandas", "matplotlib"):
        pytest.importorskip(package, reason="needs what `nox -s notebooks` installs")
    import nbclient
    import nbformat

    # Its functions have no type annotations.
    v4: Any = nbformat.v4
    notebook = v4.new_notebook(cells=[v4.new_code_cell(code) for code, _ in BLOCKS])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(ms.__file__).parent.parent))
        nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    return list(notebook.cells)


def shown(cell: Any, kind: str) -> list[str]:
    """Return the data of one kind that a cell displays."""
    return [output["data"][kind] for output in cell.outputs if kind in output.get("data", {})]


def test_everything_printed_is_shown(cells: list[Any]) -> None:
    """Below each cell, the page shows exactly what the cell prints."""
    for cell, (_, output) in zip(cells, BLOCKS, strict=True):
        printed = "".join(part["text"] for part in cell.outputs if part.output_type == "stream")
        assert [line.rstrip() for line in printed.splitlines()] == output.splitlines()


def test_states_are_pictures(cells: list[Any]) -> None:
    """Cells display a state, a picture, or several pictures, and the slider is a widget."""
    pictures = [len(shown(cell, "image/svg+xml")) for cell in cells]
    assert pictures[:3] == [1, 1, 2]
    assert any(shown(cell, "application/vnd.jupyter.widget-view+json") for cell in cells)
    assert shown(cells[-1], "image/png")


def test_pictures_of_a_cell_share_no_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook can put all pictures of a cell into one page. This needs no notebook to run."""
    displayed: list[render.Svg] = []
    stub = ModuleType("IPython.display")
    monkeypatch.setattr(stub, "display", displayed.append, raising=False)
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", stub)
    (code,) = [code for code, _ in BLOCKS if "display(" in code]
    exec(code, {"render": render, "state": ms.new_game(["Ada", "Ben"], seed=7)})
    mine, town = displayed
    assert not set(ids(mine)) & set(ids(town))
