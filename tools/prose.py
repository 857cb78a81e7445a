"""
Check the English of docstrings and pages: standard verbs, short sentences, and phrases that this project avoids.

The rules are those of "Plain English" in the style guide. The program prints each finding with its place and a count by
folder, and exits with status 1 if there are any.

python -m tools.prose [--quiet] [FOLDER]
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]

LONGEST_SENTENCE: Final = 35
"""Words of a sentence, at most. The style guide asks for 25."""

NO_VERBS: Final = frozenset(["be", "give", "have", "let", "make", "say", "tell"])
"""First words of docstrings that hide what a function does."""

HABITS: Final = {
    r"\bgo(es|ing|ne)? on with\b": "resume, continue",
    r"\bis no (?!longer\b|more\b|less\b|one\b)[a-z]+": "is not a ...",
    r"\bwho ?ever\b": "name the person or program",
    r"\bthe one (that|which|who)\b": "name it",
    r"\bfor want of\b": "because ... is missing",
    r"\bso many\b": "name the number",
    r"\bof (one's|its|his) own\b": "custom, your own",
    r"\bas it is\b": "unchanged",
    r"\bstands? there\b": "is there",
    r"\b(nothing|nobody|somebody) (else )?but\b": "only",
    r"\bsave for\b": "except",
    r"\bis told\b|\bare told\b": "is reported, is described",
    r"\bwhat(ever)? is none\b": "an invalid value",
    r"\bto the letter\b": "exactly",
}
"""Phrases that read like a translation, each with what to write instead."""

_FENCE: Final = re.compile(r"^ *(```|:::|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"``[^`]*``|`[^`]*`")
_ABBREVIATIONS: Final = re.compile(r"\b(e\.g|i\.e|etc|vs|No)\.")


class Finding(NamedTuple):
    """A place where the text breaks a rule."""

    file: str
    line: int
    complaint: str


def check_text(text: str, file: str, line: int) -> Iterator[Finding]:
    """Yield the long sentences and the avoided phrases of a *text* that begins in a *line* of a *file*."""
    plain = _CODE.sub("code", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )|^\s*(?:[-*]|\d+\.) ", plain, flags=re.MULTILINE):
        if "|" in paragraph or ">>>" in paragraph:
            continue
        for sentence in re.split(r"(?<=[.!?:;])\s+", _ABBREVIATIONS.sub(r"\1", paragraph)):
            words = re.findall(r"[\w'-]+", sentence)
            if len(words) > LONGEST_SENTENCE:
                beginning = " ".join(words[:6])
                yield Finding(file, line, f"a sentence of {len(words)} words: {beginning} ...")
    for pattern, better in HABITS.items():
        for found in re.finditer(pattern, plain, re.IGNORECASE):
            yield Finding(file, line + plain.count("\n", 0, found.start()), f"{found[0]!r}: write {better!r}")


def check_module(source: str, file: str) -> Iterator[Finding]:
    """Yield what is wrong with the docstrings of a module, those below fields and constants included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring and (first := docstring.split(maxsplit=1)[0].lower()) in NO_VERBS:
                yield Finding(file, node.lineno, f"the docstring of {node.name} starts with {first!r}")
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from check_text(node.value.value, file, node.lineno)


def check_page(text: str, file: str) -> Iterator[Finding]:
    """Yield what is wrong with a page; code blocks and directives are left out."""
    blanked = _FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
    yield from check_text(blanked, file, 1)


def check_folder(folder: Path) -> list[Finding]:
    """Return what is wrong in the library's modules and the pages below a *folder*."""
    found: list[Finding] = []
    for path in sorted((folder / "src").rglob("*.py")):
        found += check_module(path.read_text("utf-8"), path.relative_to(folder).as_posix())
    pages = [*folder.glob("*.md"), *(folder / "docs").rglob("*.md")]
    for page in sorted(pages):
        if page.name != "CHANGELOG.md" and "_" not in page.parent.name[:1]:
            found += check_page(page.read_text("utf-8"), page.relative_to(folder).as_posix())
    return found


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
