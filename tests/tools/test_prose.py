"""The tool that checks the English of docstrings and pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.prose import LONGEST_SENTENCE, check_module, check_page, check_text, main

LONG = " ".join(["word"] * (LONGEST_SENTENCE + 1)) + "."
RIGHT = " ".join(["word"] * LONGEST_SENTENCE) + "."


def test_long_sentences_are_found() -> None:
    """One of 36 words is, one of 35 is not, and names in code count as one word."""
    assert [finding.complaint for finding in check_text(f"Short. {LONG}", "page.md", 3)] == [
        "a sentence of 36 words: word word word word word word ..."
    ]
    assert not list(check_text(f"{RIGHT} {RIGHT}", "page.md", 3))
    assert not list(check_text(f"`{LONG}` {RIGHT[5:]}", "page.md", 3))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The game is gone on with later.", "'gone on with': write 'resume, continue'"),
        ("You go on with the game.", "'go on with': write 'resume, continue'"),
        ("VisitInn() is no Step.", "'is no Step': write 'is not a ...'"),
        ("It is no longer there.", None),
        ("Whoever looks sees the same.", "'Whoever': write 'name the person or program'"),
        ("There are so many of them.", "'so many': write 'name the number'"),
    ],
)
def test_phrases_are_found(text: str, phrase: str | None) -> None:
    """Those of the list are, with what to write instead."""
    assert [finding.complaint for finding in check_text(text, "page.md", 1)] == ([phrase] if phrase else [])


def test_docstrings_begin_with_a_verb_that_says_what_is_done() -> None:
    """``Let`` and its like are found in functions; the string below a constant is read as well."""
    source = '''
def end(reason):
    """Let everybody know."""

LIMIT = 3
"""So many at most."""

class Table:
    """Be a table."""
'''
    assert [(finding.line, finding.complaint) for finding in check_module(source, "table.py")] == [
        (2, "the docstring of end starts with 'let'"),
        (6, "'So many': write 'name the number'"),
    ]


def test_code_of_pages_is_left_out() -> None:
    """Code blocks and inline code are no prose."""
    page = f"# Title\n\n```text\n{LONG} so many\n```\n\nUse `so many`.\n\nThere are so many.\n"
    assert [(finding.line, finding.complaint) for finding in check_page(page, "page.md")] == [
        (9, "'so many': write 'name the number'")
    ]


def test_the_program_counts_by_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The status says whether anything was found."""
    (tmp_path / "src").mkdir()
    (tmp_path / "README.md").write_text("Whoever reads this.\n", "utf-8")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "README.md:1: 'Whoever': write 'name the person or program'",
        "    1 README.md",
        "1 findings",
    ]
    (tmp_path / "README.md").write_text("Read this.\n", "utf-8")
    assert main(["--quiet", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0 findings\n"
