"""
List the functions of the library, the tools and the benchmarks that are named by a participle, such as ``told``.

Such a name does not say what goes in, or whether the function returns, writes or decides something. Functions are named
by verbs (``describe_move``), except where a participle says what kind of value comes out or when something runs.

python -m tools.participles
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]

SOURCES: Final = ("src", "tools", "benchmarks")
"""The folders to check, from the root of the project."""

_WORDS = """
asked begun bought bound broken brought built chosen come dealt done drawn driven fed felt flown found given gone grown
held hidden kept known laid led left lent lost made meant met overdrawn paid rewritten said seen sent shown shut sold
spent spoken taken thought thrown told torn undone understood won written
"""
IRREGULAR: Final = frozenset(_WORDS.split())
"""Participles that do not end in ``ed``. Those that are verbs as well, such as ``read`` and ``set``, are left out."""

NO_PARTICIPLES: Final = frozenset({"embed", "feed", "need", "proceed", "seed", "speed"})

PREFIXES: Final = ("with_", "without_", "is_", "has_", "was_", "may_", "can_", "on_", "action_")
"""Beginnings of names that say enough: changed copies of a value, questions, and handlers of Textual's messages."""

UNCHECKED: Final = {
    "src/magnum_sal/engine/_folds.py": "its functions have the names of events, which are in the past tense",
    "src/magnum_sal/engine/_extension_folds.py": "the same for the events of extensions",
    "tools/reference_players/": "the players of 0.1.0 are frozen and stay comparable with the original",
}
"""Files and folders that are not checked, each with the reason."""

KEPT: Final = {
    "observed": "a hook of bots: called after a move was made",
    "game_started": "a hook of bots",
    "game_ended": "a hook of bots",
    "connection_made": "a callback of asyncio",
    "connection_lost": "a callback of asyncio",
    "data_received": "a callback of asyncio",
    "cached": "the usual name of such decorators, as in cachetools",
    "tabled": "the other decorator of a cache",
    "given": "the first word of a test that says given, when and then",
}
"""Names that may stay, each with the reason."""


class Named(NamedTuple):
    """A function and its place."""

    file: str
    line: int
    name: str


def is_participle(word: str) -> bool:
    """Return whether a *word* of a name is a past participle, judging by its spelling."""
    return word in IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in NO_PARTICIPLES)


def is_named_by_participle(name: str) -> bool:
    """Return whether the first or the last word of a function's *name* is a participle that says too little."""
    bare = name.strip("_")
    if bare.startswith(PREFIXES) or bare in KEPT:
        return False
    words = bare.split("_")
    return is_participle(words[0]) or is_participle(words[-1])


def find_participles(source: str, file: str) -> Iterator[Named]:
    """Yield the functions in the *source* of a *file* that are named by a participle, except properties."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_named_by_participle(node.name):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            if not any("property" in decorator or decorator.endswith(".setter") for decorator in decorators):
                yield Named(file, node.lineno, node.name)


def find_all() -> list[Named]:
    """Return the functions of all checked files that are named by a participle."""
    files = [path.relative_to(ROOT).as_posix() for folder in SOURCES for path in sorted((ROOT / folder).rglob("*.py"))]
    return [
        named
        for file in files
        if not file.startswith(tuple(UNCHECKED))
        for named in find_participles((ROOT / file).read_text("utf-8"), file)
    ]


def main() -> None:
    """Print the functions and their number."""
    found = find_all()
    for named in found:
        print(f"{named.file}:{named.line}: {named.name}")
    print(f"{len(found)} functions are named by a participle")


if __name__ == "__main__":
    main()
