"""The Python blocks of the pages whose examples run in the browser, and the list of those that cannot run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import Any

import attrs
from sybil import Document, Example
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser
from tests.docs.test_examples import CAPTION, OUTPUT, ROOT

DOCS = ROOT / "docs"
LIST: dict[str, Any] = tomllib.loads((DOCS / "live_examples.toml").read_text("utf-8"))
PAGES = ["index", "quickstart", "tutorial", *(f"howto/{path.stem}" for path in sorted((DOCS / "howto").glob("*.md")))]
EXCERPT = re.compile(r"^```\{literalinclude\} \S+\.py$", re.MULTILINE)


@attrs.frozen
class LiveBlock:
    """A Python block of a page."""

    page: str
    number: int
    """Its number among the Python blocks of the page, from 1."""
    code: str
    file: str | None
    """The name of the file for which it stands, or None."""
    output: str | None
    """The output that the page shows below it, or None."""

    @property
    def row(self) -> dict[str, str] | None:
        """The row of the list that gives the reason why this block cannot run, or None."""
        lines = self.code.splitlines()
        rows = [row for row in LIST["cannot_run"] if row["page"] == self.page and row["line"] in lines]
        return rows[0] if rows else None


@cache
def list_blocks(page: str) -> tuple[LiveBlock, ...]:
    """Return the Python blocks of a page, from top to bottom."""
    return tuple(_find_blocks(page))


def _find_blocks(page: str) -> Iterator[LiveBlock]:
    document = Document.parse(str(DOCS / f"{page}.md"), PythonCodeBlockParser(), CodeBlockParser("output", _ignore))
    found = list(document.examples())
    number = 0
    for example, following in zip_longest(found, found[1:]):
        if OUTPUT.match(document.text, example.start):
            continue
        number += 1
        caption = CAPTION.match(document.text, example.start)
        output = following.parsed if following and OUTPUT.match(document.text, example.end) else None
        yield LiveBlock(page, number, example.parsed, caption[1] if caption else None, output)


def _ignore(example: Example) -> None:
    """Evaluate nothing."""


def count_excerpts(page: str) -> int:
    """Return the number of excerpts of Python files on a page."""
    return len(EXCERPT.findall((DOCS / f"{page}.md").read_text("utf-8")))
