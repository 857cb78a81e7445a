"""
Record the games of this folder again, and write the tables of their contents.

``PYTHONPATH=examples:examples/expansion/src python -m tests.games.recording`` compares the stored games, the table of
witnesses and the README's table with new ones. ``--write`` replaces what differs. A game counts as unchanged if only
the version of the library in its header differs, or its schema, if the lines of this schema are still valid.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from tests.games.contents import Item
from tests.games.demands import DEMANDS, EXCEPTIONS
from tests.games.plans import ARENA_GAMES, PLANS
from tests.games.playing import play, record_arena_game
from tests.games.stored import FOLDER, PLAYED
from tests.games.witnesses import FILE, Witness, find_witnesses, write_witnesses

from magnum_sal.record.log.loading import has_current_lines

README: Final = FOLDER / "README.md"
_TABLE: Final = re.compile(r"(?<=<!-- what each adds -->\n).*?(?=<!-- end -->)", re.DOTALL)
_MOST_NAMED: Final = 4
"""The number of items of a kind that the README names. If there are more, it states their number."""


def record_games() -> Iterator[tuple[str, bytes]]:
    """Yield each game that this program plays, as a name and the content of its log."""
    for name, game in ARENA_GAMES.items():
        yield name, record_arena_game(game)
    for plan in PLANS:
        yield plan.name, "".join(play(plan).log.lines()).encode()


def compare_logs(one: bytes, other: bytes) -> bool:
    """Return whether two logs record the same game, whichever version of the library wrote them."""
    return _lines(one) == _lines(other)


def _lines(log: bytes) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    versioned = {"checksum", "library"}
    for line in lines[:1]:
        # A log in an older schema whose lines are still valid has the same lines as a new one.
        versioned |= {"schema"} if has_current_lines(line["schema"]) else set()
    return [{key: value for key, value in line.items() if key not in versioned} for line in lines]


def table_of(witnesses: Sequence[Witness]) -> str:
    """Return the rows of the README: what each game adds to those above it."""
    rows = ["| log | what it adds |\n|---|---|\n"]
    for game, group in groupby(witnesses, key=lambda witness: witness.game):
        rows.append(f"| `{game}.jsonl` | {_list_items([witness.item for witness in group])} |\n")
    return "".join(rows)


def _list_items(items: Sequence[Item]) -> str:
    """Return items as text, by kind. A long list is replaced by its number and one name."""
    parts = []
    for kind, group in groupby(items, key=lambda item: item[0]):
        names = [name for _, name in group]
        listed = ", ".join(names) if len(names) <= _MOST_NAMED else f"{len(names)}, such as {names[0]}"
        parts.append(f"{kind}: {listed}")
    return "; ".join(parts)


def with_table(page: str, witnesses: Sequence[Witness]) -> str:
    """Return the README with the table of these witnesses."""
    return _TABLE.sub(lambda _: table_of(witnesses), page)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or write the games and tables, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write what differs")
    is_written = parser.parse_args(arguments).write
    differing = []
    for name, log in record_games():
        path = PLAYED / f"{name}.jsonl"
        if not path.exists() or not compare_logs(path.read_bytes(), log):
            differing.append(path)
            if is_written:
                path.write_bytes(log)
    witnesses = tuple(find_witnesses())
    for path, text in ((FILE, write_witnesses(witnesses)), (README, with_table(README.read_text("utf-8"), witnesses))):
        if not path.exists() or path.read_text("utf-8") != text:
            differing.append(path)
            if is_written:
                path.write_text(text, "utf-8", newline="\n")
    for path in differing:
        sys.stdout.write(f"{'written' if is_written else 'differs'}: {path.relative_to(FOLDER)}\n")
    had = {witness.item for witness in witnesses}
    for kind, name in (item for item in DEMANDS if (item in had) == (item in EXCEPTIONS)):
        sys.stdout.write(f"{'no exception any more' if (kind, name) in had else 'missing'}: {kind}: {name}\n")
    return 0 if is_written or not differing else 1


if __name__ == "__main__":
    sys.exit(main())
