"""
The examples that run in the browser: the list of those that cannot run is complete, and its counts are right.

`tests/browser/test_live_examples.py` runs all other examples in a browser.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter

import pytest
from tests.docs.live_blocks import DOCS, LIST, PAGES, LiveBlock, count_excerpts, list_blocks

BLOCKS = [block for page in PAGES for block in list_blocks(page)]
WITHOUT_BROWSER = {"multiprocessing", "concurrent", "subprocess", "threading", "socket", "asyncio", "http", "ssl"}
"""Modules of the standard library that do not work in a browser."""
LOADED = {"magnum_sal", "attrs", "attr", "cattrs", "typing_extensions"}


def imports_of(block: LiveBlock) -> set[str]:
    """Return the packages that a block imports."""
    nodes = list(ast.walk(ast.parse(block.code)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in names}


def test_each_row_fits_one_example() -> None:
    """A row names a page and a line of exactly one of its examples, and no example has two rows."""
    fitting = Counter(
        (row["page"], row["line"])
        for row in LIST["cannot_run"]
        for block in BLOCKS
        if block.page == row["page"] and row["line"] in block.code.splitlines()
    )
    assert [row for row in LIST["cannot_run"] if fitting[row["page"], row["line"]] != 1] == []
    assert len([block for block in BLOCKS if block.row]) == len(LIST["cannot_run"])


def test_the_counts_are_right() -> None:
    """The list says how many examples each reason applies to, excerpts of files included."""
    counts = Counter(row["kind"] for row in LIST["cannot_run"])
    counts["excerpt"] = sum(map(count_excerpts, PAGES))
    assert {name: kind["count"] for name, kind in LIST["kinds"].items()} == dict(counts)
    assert all(kind["reason"] for kind in LIST["kinds"].values())


@pytest.mark.parametrize("page", sorted({block.page for block in BLOCKS}))
def test_an_example_without_a_row_imports_only_what_the_browser_has(page: str) -> None:
    """
    An example that is not in the list imports only modules that its page can load in a browser.

    These are the library and its dependencies, the files in ``examples/``, the files that the page defines, the
    packages in the list, and the standard library without processes and sockets.
    """
    blocks = [block for block in BLOCKS if block.page == page]
    files = {
        path.stem for folder in ("examples", "examples/expansion/src") for path in (DOCS.parent / folder).iterdir()
    }
    files |= {block.file.removesuffix(".py") for block in blocks if block.file}
    known = LOADED | files | set(LIST["packages"].get(page, ())) | (set(sys.stdlib_module_names) - WITHOUT_BROWSER)
    missing = {block.number: imports_of(block) - known for block in blocks if block.row is None}
    assert {number: names for number, names in missing.items() if names} == {}


def test_only_pages_with_examples_load_packages() -> None:
    """Each page that loads packages has an example that can run."""
    assert set(LIST["packages"]) <= {block.page for block in BLOCKS if block.row is None}
