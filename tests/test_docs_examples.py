"""The examples of README and docs: Python blocks run, JSON blocks fit the schema of what they show."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import SkipTest

import jsonschema
import pytest
from sybil import Document, Example
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.typing import Parser

import magnum_sal as ms
from magnum_sal.log import LogLine

ROOT = Path(__file__).parent.parent
PAGES = [
    page.relative_to(ROOT).as_posix()
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if "_build" not in page.parts
]


def check_json(example: Example) -> None:
    """Parse a block tagged `json`; each value in it must fit the schema of a form that the library has."""
    data = json.loads(example.parsed)
    for value in data if isinstance(data, list) else [data]:
        schema = ms.json_schema(_kind(value))
        jsonschema.validate(value, schema)


def _kind(value: dict[str, object]) -> object:
    """Return the class of a JSON value, told by its fields."""
    if "checksum" in value:
        return LogLine
    if "type" in value:
        return ms.Move if value["type"] in ms.STANDARD.by_tag else ms.Event
    told_by = {"tiles": ms.Setup, "cart_capacity": ms.Ruleset, "phase": ms.GameState, "reason": ms.Objection}
    return next(kind for field, kind in told_by.items() if field in value)


def check_output(example: Example) -> None:
    """Compare a block tagged `output` with what the blocks before it have printed since the last one."""
    printed = sys.stdout
    assert isinstance(printed, StringIO)
    assert printed.getvalue().rstrip() == example.parsed.rstrip()
    printed.seek(0)
    printed.truncate()


def examples(path: Path) -> Iterator[Example]:
    """Yield the blocks of a page that are tried, from top to bottom; they share their names."""
    parsers: list[Parser] = [PythonCodeBlockParser(), CodeBlockParser("json", check_json), SkipParser()]
    parsers.append(CodeBlockParser("output", check_output))
    return Document.parse(str(path), *parsers).examples()


def run(path: Path) -> None:
    """Try all examples of a page; the error of one that fails says on which line of the page its block begins."""
    printed = StringIO()
    for example in examples(path):
        try:
            with redirect_stdout(printed):
                example.evaluate()
        except SkipTest:  # this block alone, not the page
            continue
        except Exception as error:
            error.add_note(f"in the example at {path}:{example.line}")
            raise


# A page is one test, not a test a block: whatever shuffles tests or deals them to processes keeps it in one piece.
@pytest.mark.parametrize("page", [page for page in PAGES if any(examples(ROOT / page))])
def test_the_examples_of_a_page(page: str) -> None:
    """Each does what it says, when they are run in the order in which they are read."""
    run(ROOT / page)


def test_an_example_that_fails_is_named_by_its_line(tmp_path: Path) -> None:
    """The blocks before it have been run, one that is skipped has not."""
    page = tmp_path / "page.md"
    blocks = [
        "```python\nten = 10\n```",
        "% skip: next",
        "```python\nten = 11\n```",
        "```python\nassert ten == 12, ten\n```",
    ]
    page.write_text("\n\n".join(blocks), "utf-8")
    with pytest.raises(AssertionError, match="10") as caught:
        run(page)
    assert caught.value.__notes__ == [f"in the example at {page}:11"]
    assert caught.traceback[-1].lineno == 11  # counted from 0: the line of the assertion


def test_json_that_the_library_would_not_write_is_an_error(tmp_path: Path) -> None:
    """A page cannot show a form that its reader then finds refused."""
    page = tmp_path / "page.md"
    page.write_text('```json\n{"type": "extract_salt", "chamber": 3}\n```\n', "utf-8")
    with pytest.raises(jsonschema.ValidationError):
        run(page)


@pytest.mark.parametrize(("shown", "is_right"), [("3\n4", True), ("3", False)])
def test_output_that_is_shown_is_what_is_printed(shown: str, is_right: bool, tmp_path: Path) -> None:
    """A block tagged `output` holds all that was printed since the last one."""
    page = tmp_path / "page.md"
    blocks = ["print(1)", "1", "print(3)\nprint(4)", shown]
    tags = ["python", "output", "python", "output"]
    page.write_text("\n\n".join(f"```{tag}\n{block}\n```" for tag, block in zip(tags, blocks, strict=True)), "utf-8")
    if is_right:
        run(page)
    else:
        with pytest.raises(AssertionError):
            run(page)
