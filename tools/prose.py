"""
Check the English of docstrings, comments, error messages and pages: standard verbs, short sentences, no old habits.

The rules are those of "Plain English" in the style guide; the words are in ``plain_english.toml``. The program prints
each finding with its place and a count by folder, and exits with status 1 if there are any.

python -m tools.prose [--quiet] [FOLDER]
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]

LONGEST_SENTENCE: Final = 35
"""The maximum number of words in a sentence. The style guide recommends 25."""

_WORDS: Final = tomllib.loads(Path(__file__).with_name("plain_english.toml").read_text("utf-8"))

DOCSTRING_VERBS: Final = frozenset(_WORDS["docstring_verbs"].split())
"""The first words of functions' docstrings."""

TITLE_VERBS: Final = DOCSTRING_VERBS | frozenset(_WORDS["title_verbs"].split())
"""The first words of commits' titles."""

HABITS: Final = {
    re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE): better for pattern, better in _WORDS["habits"].items()
}
"""Phrases that read like a translation, each with what to write instead."""

NOT_OURS: Final = ("CHANGELOG.md", "test_prose.py", "test_commit_messages.py")
"""Files that are not checked: a record of what was released, and tests that quote what they forbid."""

BUILT: Final = re.compile(
    r"\.(?!ci$|github$).*|_build|_live|_pictures|_playground|_unreleased|build|dist|node_modules|vendor"
)
"""The names of folders with built, installed or copied files, such as ``.venv``."""

_FENCE: Final = re.compile(r"^ *(`{3,}|:{3,}|~{3,}).*?^ *\1", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"``[^`]*``|`[^`]*`|(?<=\])\([^)]*\)")
_LIST_OF_CODE: Final = re.compile(r"code(?:,?\s+(?:(?:and|or|to)\s+)?code)+")
_QUOTED: Final = re.compile(r'"[^"\n]*"')
_ABBREVIATIONS: Final = re.compile(r"\b(e\.g|i\.e|etc|vs|No)\.")
_STRING_OR_COMMENT: Final = re.compile(
    r"""(?s:('{3}|"{3})(?:\\.|.)*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<comment>\#.*)"""
)
"""A string or a comment of a module. `tokenize` would take several times as long to find the comments."""
_COMMENT_LINE: Final = re.compile(r"\s*(?:#|//|/\*+|\*) (.*)")
_BLOCKS: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )|^\s*(?:[-*]|\d+\.) ", re.MULTILINE)


class Finding(NamedTuple):
    """A place where the text breaks a rule."""

    file: str
    line: int
    complaint: str


def find_long_sentences(text: str) -> Iterator[str]:
    """Yield a complaint for each sentence of a *text* that is too long. Tables and examples are left out."""
    for paragraph in _BLOCKS.split(_LIST_OF_CODE.sub("code", _CODE.sub("code", text))):
        if any(mark in paragraph for mark in ("|", ">>>", "====")):
            continue
        for sentence in re.split(r"(?<=[.!?:;])\s+", _ABBREVIATIONS.sub(r"\1", paragraph)):
            words = re.findall(r"[\w'-]+", sentence)
            if len(words) > LONGEST_SENTENCE:
                yield f"a sentence of {len(words)} words: {' '.join(words[:6])} ..."


def find_habits(text: str) -> Iterator[tuple[int, str]]:
    """Yield a line of the *text*, from 0, and a complaint for each phrase to avoid. Code and quotations are exempt."""
    plain = _QUOTED.sub(_blank, _CODE.sub(_blank, text))
    for pattern, better in HABITS.items():
        for found in pattern.finditer(plain):
            yield plain.count("\n", 0, found.start()), f"{' '.join(found[0].split())!r}: write {better!r}"


def _blank(code: re.Match[str]) -> str:
    """Return a placeholder of the same length and with the same line ends."""
    return re.sub(r"[^\n]", "_", code[0])


def check_text(text: str, file: str, line: int) -> Iterator[Finding]:
    """Yield the findings in a *text* that begins in a *line* of a *file*."""
    for complaint in find_long_sentences(text):
        yield Finding(file, line, complaint)
    for offset, complaint in find_habits(text):
        yield Finding(file, line + offset, complaint)


def check_module(source: str, file: str) -> Iterator[Finding]:
    """
    Yield the findings in a module.

    The check covers the first words of functions' docstrings, all docstrings with those below fields and constants,
    comments, and the messages of errors that the module raises.
    """
    is_test = "tests" in file.split("/")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_test:
            yield from _check_first_word(node, file)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from check_text(node.value.value, file, node.lineno)
        if isinstance(node, ast.Raise) and not is_test:
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield from check_text(part.value, file, part.lineno)
    for first, comment in _comments(source):
        yield from check_text(comment, file, first)


def _check_first_word(function: ast.FunctionDef | ast.AsyncFunctionDef, file: str) -> Iterator[Finding]:
    """Yield a finding if the docstring of a *function* starts with no listed verb. Properties may start with a noun."""
    docstring = ast.get_docstring(function)
    if not docstring or any("property" in ast.unparse(decorator) for decorator in function.decorator_list):
        return
    first = docstring.split(maxsplit=1)[0].rstrip(",.:;")
    if first not in DOCSTRING_VERBS:
        yield Finding(
            file, function.lineno, f"the docstring of {function.name} starts with {first!r}, not a listed verb"
        )


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the first line and the text of each comment. Consecutive lines that are whole comments are one."""
    first, text = 0, ""
    line, counted = 1, 0
    for found in _STRING_OR_COMMENT.finditer(source):
        if not found["comment"]:
            continue
        line, counted = line + source.count("\n", counted, found.start()), found.start()
        words = found["comment"].lstrip("#! ")
        is_whole = not source[source.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
        if text and is_whole and line == first + text.count("\n") + 1:
            text += "\n" + words
        else:
            if text:
                yield first, text
            first, text = line, words
    if text:
        yield first, text


def check_comments(text: str, file: str) -> Iterator[Finding]:
    """Yield the findings in the comments of a file that is not in Python; each must be on a line of its own."""
    comments = "\n".join(found[1] if (found := _COMMENT_LINE.match(line)) else "" for line in text.splitlines())
    yield from check_text(comments, file, 1)


def check_page(text: str, file: str) -> Iterator[Finding]:
    """Yield the findings in a page. Code blocks and directives are left out."""
    blanked = _FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
    yield from check_text(blanked, file, 1)


def check_words(text: str, file: str) -> Iterator[Finding]:
    """Yield the findings in a TOML file of words, sentence by sentence."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from check_text(re.sub(r"^[\w.\"-]+ *= *|\"", "", line), file, number)


def check_folder(folder: Path) -> list[Finding]:
    """Return the findings in all files below a *folder* that people read."""
    found: list[Finding] = []
    for patterns, check in CHECKS:
        for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
            file = path.relative_to(folder)
            if path.name not in NOT_OURS and not any(BUILT.fullmatch(part) for part in file.parts):
                found += check(path.read_text("utf-8"), file.as_posix())
    return found


_FOLDERS: Final = ("src", "browser", "clients", "examples", "tools", "benchmarks", "tests", "docs")
"""The folders with code, whose docstrings and comments are checked."""

CHECKS: Final[tuple[tuple[tuple[str, ...], Callable[[str, str], Iterator[Finding]]], ...]] = (
    (tuple(f"{name}/**/*.py" for name in _FOLDERS), check_module),
    (("*.py",), check_module),
    (("*.md", ".github/*.md", "*/**/*.md"), check_page),
    (("src/magnum_sal/words/en/**/*.toml",), check_words),
    (tuple(f"{name}/**/*.{kind}" for name in _FOLDERS for kind in ("js", "mjs", "ts", "css")), check_comments),
    (("*.toml", ".ci/*", ".github/**/*.yml"), check_comments),
)
"""Patterns of files, and the check of each kind. In tests, a docstring states a fact and needs no verb."""


def main(arguments: list[str] | None = None) -> int:
    """Print the findings and return the exit status, which is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--quiet", action="store_true", help="print only the counts")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="a checkout of the project")
    options = parser.parse_args(arguments)
    found = check_folder(options.folder)
    if not options.quiet:
        for finding in found:
            print(f"{finding.file}:{finding.line}: {finding.complaint}")
    for place, count in sorted(Counter("/".join(finding.file.split("/")[:3]) for finding in found).items()):
        print(f"{count:5} {place}")
    print(f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
