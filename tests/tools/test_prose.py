"""The tool that checks the English of docstrings and pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.prose import LONGEST_SENTENCE, check_folder, check_module, check_page, check_text, check_words, main

LONG = " ".join(["word"] * (LONGEST_SENTENCE + 1)) + "."
RIGHT = " ".join(["word"] * LONGEST_SENTENCE) + "."


def test_long_sentences_are_found() -> None:
    """A sentence of 36 words is found and one of 35 is not. Code counts as one word."""
    assert [finding.complaint for finding in check_text(f"Short. {LONG}", "page.md", 3)] == [
        "a sentence of 36 words: word word word word word word ..."
    ]
    assert not list(check_text(f"{RIGHT} {RIGHT}", "page.md", 3))
    assert not list(check_text(f"`{LONG}` {RIGHT[5:]}", "page.md", 3))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The game is gone on with later.", "'gone on with': write 'resume, continue'"),
        ("You go on\n    with the game.", "'go on with': write 'resume, continue'"),
        ("VisitInn() is no Step.", "'is no Step': write 'is not a ...'"),
        ("It is no longer there, and there is no inn.", None),
        ("Whoever looks sees the same.", "'Whoever': write 'name the person or program'"),
        ("There are so many of them.", "'so many': write 'name the number'"),
        ("The players who passed wait. Who plays next?", None),
        ("All wait. Who passed is out.", "'. Who': write 'the player who, the program that'"),
        ("Who passed is out.", "'Who': write 'the player who, the program that'"),
        ('The message is "VisitInn() is no Step", and `so many` is code.', None),
    ],
)
def test_phrases_are_found(text: str, phrase: str | None) -> None:
    """Each finding says what to write instead. Questions, code and quotations are not checked."""
    assert [finding.complaint for finding in check_text(text, "page.md", 1)] == ([phrase] if phrase else [])


MODULE = '''
"""A table."""

def end(reason):
    """Let everybody know."""  # Not so many.
    raise ValueError(f"{reason} is no reason")

LIMIT = 3
"""So many at most."""

class Table:
    """A place to play at."""

    @property
    def seats(self):
        """The seats, from 0."""
'''


def test_docstrings_comments_and_messages_are_checked() -> None:
    """
    The docstring of a function starts with a listed verb, except for properties.

    Docstrings of constants are checked too.
    """
    assert sorted((finding.line, finding.complaint) for finding in check_module(MODULE, "src/table.py")) == [
        (4, "the docstring of end starts with 'Let', not a listed verb"),
        (5, "'so many': write 'name the number'"),
        (6, "'is no reason': write 'is not a ...'"),
        (9, "'So many': write 'name the number'"),
    ]


def test_docstrings_of_tests_state_a_fact() -> None:
    """The docstring of a test may start with any word, and error messages in tests are not checked."""
    assert [finding.line for finding in check_module(MODULE, "tests/test_table.py")] == [9, 5]


def test_comments_on_consecutive_lines_are_one_text() -> None:
    """A phrase is found that starts on one line of a comment and ends on the next."""
    source = "a = 1\n# The game is gone\n# on with later.\n\n# Another.\n"
    assert [(finding.line, finding.complaint) for finding in check_module(source, "src/table.py")] == [
        (2, "'gone on with': write 'resume, continue'")
    ]


@pytest.mark.parametrize(
    "text",
    ["'# so many'", '"# so many"', '"""\n# so many\n"""', r"'\'# so many'", r"r'\\'; b = '# so many'", "'\"# so many'"],
)
def test_a_hash_in_a_string_begins_no_comment(text: str) -> None:
    """Only the comment after the string is checked, and reported in its own line."""
    found = list(check_module(f"a = {text}\nb = 2  # So many.\n", "src/table.py"))
    assert [finding.line for finding in found] == [2 + text.count("\n")]


def test_words_of_the_user_interface_are_checked() -> None:
    """Each line of a TOML file is checked without its key and its quotation marks."""
    words = 'refused = "That is enough."\nfull = "Who comes late waits."\n'
    assert [(finding.line, finding.complaint) for finding in check_words(words, "browser.toml")] == [
        (2, "'Who': write 'the player who, the program that'")
    ]


def test_code_in_pages_is_not_checked() -> None:
    """Code blocks and inline code are not checked."""
    page = f"# Title\n\n```text\n{LONG} so many\n```\n\nUse `so many`.\n\nThere are so many.\n"
    assert [(finding.line, finding.complaint) for finding in check_page(page, "page.md")] == [
        (9, "'so many': write 'name the number'")
    ]


def test_a_fence_may_have_more_than_three_marks() -> None:
    """The rest of a longer fence would turn text into code, and code into text, up to the end of the page."""
    page = "````{only} html\nThe game goes on with it.\n````\n\nThe game `x` goes on with `y`.\n"
    assert [found.line for found in check_page(page, "page.md")] == [5]


@pytest.mark.parametrize("file", ["browser/worker.js", "clients/javascript/src/board.ts", "docs/_static/site.css"])
def test_comments_in_every_language_are_checked(file: str, tmp_path: Path) -> None:
    """The check covers comments in JavaScript, TypeScript and style sheets, except in folders with built files."""
    for path in (tmp_path / file, tmp_path / "docs" / "_live" / file):
        path.parent.mkdir(parents=True)
        path.write_text("/* Whoever reads this. */\n", "utf-8")
    assert [finding.file for finding in check_folder(tmp_path)] == [file]


def test_the_program_counts_by_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints the findings and their number by folder, and its exit status says whether there are any."""
    (tmp_path / "src").mkdir()
    (tmp_path / "README.md").write_text("Whoever reads this.\n", "utf-8")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "README.md:1: 'Whoever': write 'name the person or program'",
        "    1 README.md",
        "1 findings",
    ]
    (tmp_path / ".venv-tools").mkdir()
    (tmp_path / ".venv-tools" / "LICENSE.md").write_text("Whoever copies this.\n", "utf-8")
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "TEMPLATE.md").write_text("Whoever writes this.\n", "utf-8")
    assert main(["--quiet", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 findings"
    (tmp_path / ".github" / "TEMPLATE.md").unlink()
    (tmp_path / "README.md").write_text("Read this.\n", "utf-8")
    assert main(["--quiet", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "0 findings\n"
