"""
The examples of the README and the docs: code runs, output matches, and JSON fits its schema.

Three kinds of blocks have a special meaning:

- A block tagged ``output`` is exactly what the block before it printed. ``...`` stands for omitted text, as in
  doctests. Everything that a Python block prints has to be shown in this way.
- Shell lines are run if such a block follows them, in an empty folder for the page.
- A Python block with a file name as its caption is that file, in the same folder.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from unittest import SkipTest

import jsonschema
import pytest
from sybil import Document, Example, Region
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.typing import Parser

import magnum_sal as ms
from magnum_sal.record.log import LogLine

ROOT = Path(__file__).parents[2]
PAGES = [
    page.relative_to(ROOT).as_posix()
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if not {"_build", "_unreleased"} & set(page.parts)
    and page.name != "notebooks.md"  # test_notebooks.py runs that page.
]


def check_json(example: Example) -> None:
    """Parse a block tagged `json` and validate each value in it against the schema of its form."""
    data = json.loads(example.parsed)
    for value in data if isinstance(data, list) else [data]:
        _validator(_kind(value)).validate(value)


@cache
def _validator(kind: object) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(ms.json_schema(kind))


def _kind(value: dict[str, object]) -> object:
    """Return the class of a JSON value, inferred from its fields."""
    if "checksum" in value:
        return LogLine
    if "type" in value:
        return ms.Move if value["type"] in ms.STANDARD.by_type else ms.Event
    told_by = {"tiles": ms.Setup, "cart_capacity": ms.Ruleset, "phase": ms.GameState, "reason": ms.Objection}
    return next(kind for field, kind in told_by.items() if field in value)


def check_output(example: Example) -> None:
    """Compare a block tagged `output` with what the block before it printed."""
    printed = sys.stdout
    assert isinstance(printed, StringIO)
    shown, got = example.parsed.rstrip() + "\n", printed.getvalue().rstrip() + "\n"
    assert re.sub(r"[.\s]", "", shown), "an output of dots alone shows nothing"
    # Dots at the right of a column stand for any figure, so they also stand for the spaces before it but one.
    shown = re.sub(r" +\.\.\.", " ...", shown)
    checker = OutputChecker()
    if not checker.check_output(shown, got, doctest.ELLIPSIS):
        flags = doctest.ELLIPSIS | doctest.REPORT_NDIFF
        raise AssertionError(checker.output_difference(doctest.Example("", shown), got, flags))
    printed.seek(0)
    printed.truncate()


def run_lines(example: Example) -> None:
    """Run the lines of a block tagged `sh` one after the other, and print what a reader would see."""
    for line in example.parsed.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        program = Path(words[0]).name
        command = {
            "magnum-sal": [sys.executable, "-m", "magnum_sal"],
            "python": [sys.executable],
            "node": [shutil.which("node") or ""],
        }[program]
        if not command[0]:
            raise SkipTest("node is not installed")
        files = [str(ROOT / word) if word.startswith("examples/") else word for word in words[1:]]
        source = str(Path(ms.__file__).parent.parent)
        environment = os.environ | {
            "PYTHONPATH": source,
            "PYTHONIOENCODING": "utf-8",
            "PYTHONUNBUFFERED": "1",  # This keeps errors in their place.
            "COLUMNS": "100",
            # Examples in other languages start the command by its name.
            "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        }
        done = subprocess.run(
            [*command, *files],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            env=environment,
            check=False,
        )
        print(done.stdout, end="")  # noqa: T201 - what the page's example prints is compared


def lines_with_output(document: Document) -> Iterable[Region]:
    """Yield the blocks of shell lines that are directly followed by an output. Others need a network or a person."""
    for region in CodeBlockParser("sh", run_lines)(document):
        if OUTPUT.match(document.text, region.end):
            yield region


OUTPUT = re.compile(r"\s*```output$", re.MULTILINE)
CAPTION = re.compile(r"```\{code-block\} python\n:caption: (\S+\.py)\n")


def python_blocks(document: Document) -> Iterable[Region]:
    """Yield the Python blocks. Those with a file name as caption are written to that file, the others are run."""
    for region in PythonCodeBlockParser()(document):
        if CAPTION.match(document.text, region.start):
            region.evaluator = write_file
        yield region


def write_file(example: Example) -> None:
    """Write a block to the file in its caption."""
    found = CAPTION.match(example.document.text, example.start)
    assert found is not None
    Path(found[1]).write_text(example.parsed, "utf-8")


def examples(path: Path) -> Iterator[Example]:
    """Yield the blocks of a page that are tested, from top to bottom. They share their names."""
    parsers: list[Parser] = [python_blocks, CodeBlockParser("json", check_json), SkipParser()]
    parsers += [lines_with_output, CodeBlockParser("output", check_output)]
    return Document.parse(str(path), *parsers).examples()


def run(path: Path) -> None:
    """Run all examples of a page. If one fails, add the line of its block to the error."""
    printed, is_skipped, printing = StringIO(), False, 0
    for example in examples(path):
        is_output = OUTPUT.match(example.document.text, example.start) is not None
        if is_output and is_skipped:
            continue
        try:
            # Directives, such as one that skips the next block, print nothing.
            is_directive = example.document.text.startswith("%", example.start)
            if printed.getvalue() and not (is_output or is_directive):
                raise AssertionError(f"the block at line {printing} prints what the page does not show")
            with redirect_stdout(printed):
                example.evaluate()
            is_skipped, printing = False, example.line
        except SkipTest:  # Only this block is skipped.
            is_skipped = True
        except Exception as error:
            error.add_note(f"in the example at {path}:{example.line}")
            raise
    assert not printed.getvalue(), f"the block at {path}:{printing} prints what the page does not show"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create a folder for the files of a page, from which modules can be imported. Unload these modules afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


MARKS = {
    "README.md": pytest.mark.slow,
    "docs/explanation/how-the-arena-measures.md": pytest.mark.long,
    "docs/howto/add-a-building.md": pytest.mark.long,
    "docs/howto/analyse-a-game.md": pytest.mark.long,
    "docs/howto/ask-the-engine.md": pytest.mark.slow,
    "docs/howto/common-mistakes.md": pytest.mark.long,
    "docs/howto/compare-bots.md": pytest.mark.long,
    "docs/howto/follow-a-game.md": pytest.mark.slow,
    "docs/howto/from-another-language.md": pytest.mark.slow,
    "docs/howto/language-models.md": pytest.mark.long,
    "docs/howto/replays.md": pytest.mark.slow,
    "docs/howto/scale-out.md": pytest.mark.long,
    "docs/howto/tables.md": pytest.mark.long,
    "docs/howto/test-your-extension.md": pytest.mark.long,
    "docs/howto/troubleshooting.md": pytest.mark.slow,
    "docs/howto/write-a-bot.md": pytest.mark.long,
    "docs/index.md": pytest.mark.slow,
    "docs/quickstart.md": pytest.mark.long,
    "docs/reference/environments.md": pytest.mark.slow,
    "docs/reference/json-forms.md": pytest.mark.long,
    "docs/reference/pictures.md": pytest.mark.slow,
    "docs/tutorial.md": pytest.mark.long,
}
"""The marks of pages whose examples play whole games or matches, draw pictures, start programs or validate JSON."""

BLOCK = re.compile(r"^[ \t]*```(?:\{code-block\} )?(?:python|json|output)\b", re.MULTILINE)
"""The first line of a block that is tested. Parsing all pages while tests are collected would take seconds."""
WITH_EXAMPLES = [page for page in PAGES if BLOCK.search((ROOT / page).read_text("utf-8"))]


def test_the_pages_with_marks_exist() -> None:
    """Each page with a mark exists and has examples."""
    assert {*WITH_EXAMPLES} >= {*MARKS}


@pytest.mark.slow
def test_the_other_pages_have_no_examples() -> None:
    """The parsers find no example on a page without the first line of a block."""
    assert [page for page in PAGES if page not in WITH_EXAMPLES and any(examples(ROOT / page))] == []


# A page is one test, not one test per block, so that shuffling or distributing the tests keeps it in one piece.
@pytest.mark.long
@pytest.mark.parametrize("page", [pytest.param(page, marks=MARKS.get(page, ())) for page in WITH_EXAMPLES])
def test_the_examples_of_a_page(page: str, folder: Path) -> None:
    """Each example of the page does what it shows, if all are run from top to bottom."""
    run(ROOT / page)


def test_the_error_of_a_failing_example_names_its_line(tmp_path: Path) -> None:
    """The error names the line of the failing block. Blocks before it were run, except the one that was skipped."""
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
    assert caught.traceback[-1].lineno == 11  # Lines are counted from 0; this is the line of the assertion.


def test_json_that_the_library_would_refuse_is_an_error(tmp_path: Path) -> None:
    """A JSON block that does not fit its schema is an error."""
    page = tmp_path / "page.md"
    page.write_text('```json\n{"type": "extract_salt", "chamber": 3}\n```\n', "utf-8")
    with pytest.raises(jsonschema.ValidationError):
        run(page)


def page_of(folder: Path, *blocks: tuple[str, str]) -> Path:
    """Write a page with the given blocks and their tags, and return its path."""
    page = folder / "page.md"
    page.write_text("\n\n".join(f"```{tag}\n{block}\n```" for tag, block in blocks), "utf-8")
    return page


@pytest.mark.parametrize(
    ("shown", "is_right"), [("3\n4\n5", True), ("3\n...\n5", True), ("3\n...", True), ("3", False), ("...", False)]
)
def test_an_output_block_matches_what_is_printed(shown: str, is_right: bool, tmp_path: Path) -> None:
    """
    A block tagged `output` contains everything that the block before it printed.

    Three dots stand for omitted text.
    """
    three = "print(3)\nprint(4)\nprint(5)"
    page = page_of(tmp_path, ("python", "print(1)"), ("output", "1"), ("python", three), ("output", shown))
    if is_right:
        run(page)
    else:
        with pytest.raises(AssertionError):
            run(page)


@pytest.mark.parametrize("after", [(), (("python", "two = 2"), ("output", "1"))])
def test_everything_printed_must_be_shown(after: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    """A block that prints without an output below it is an error, at the end of a page and before another block."""
    with pytest.raises(AssertionError, match="prints what the page does not show"):
        run(page_of(tmp_path, ("python", "print(1)"), *after))


@pytest.mark.long
def test_shell_lines_with_an_output_are_run(folder: Path) -> None:
    """Shell lines without an output are not run. Lines with an output can use the files that the page defines."""
    file = ("{code-block} python\n:caption: two.py", "import sys\nprint(2)\nsys.exit('so it is')")
    wrong = page_of(folder, file, ("sh", "python two.py\nmagnum-sal --version"), ("output", "2"))
    with pytest.raises(AssertionError):
        run(wrong)
    shown = ("output", f"2\nso it is\nmagnum-sal {ms.__version__}")
    run(page_of(folder, ("sh", "shutdown now"), file, ("sh", "python two.py\nmagnum-sal --version"), shown))
