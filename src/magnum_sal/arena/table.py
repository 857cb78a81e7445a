"""Tables of matches, as text: one match, all against all, a ladder."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ..errors.messages import cut, printable
from ._failure_rates import tallies_of
from ._ladder import LadderResults
from ._pairs import PairsResults
from .remarks import counted, course_of, percent, remarks_on
from .statistics import IntervalKind, MatchResults, Standing

__all__ = ["ladder_table", "pairs_table", "results_table"]

_LONGEST_NAME: Final = 24
"""The most characters of a bot's name before its shares; the ranking above has the whole name."""


def results_table(results: MatchResults, interval: IntervalKind = "wilson", width: int | None = None) -> str:
    """
    Return the table of *results*, the best first, with what has to be said about it below.

    Args:
        results: The match.
        interval: The kind of 95 % interval.
        width: Letters in a line; a wider table is told in two or more. None for no limit.
    """
    standings = sorted(results.standings(interval), key=lambda standing: (standing.is_failing, -standing.wins))
    marked = _labels_marked([results])
    columns = [["bot", *(_marked(standing.label, standing.label in marked) for standing in standings)]]
    for heading, cell in _COLUMNS.items():
        cells = [_NO_STRENGTH if results.failing and heading in _STRENGTH else cell(standing) for standing in standings]
        if any(cells):
            columns.append([heading, *cells])
    return "\n".join([*_table_lines(columns, width), *_wrap(remarks_on(results), width)])


def pairs_table(results: PairsResults, interval: IntervalKind = "wilson", width: int | None = None) -> str:
    """
    Return who is the best of those that have all played each other, and below that what each won against each.

    Args:
        results: The matches.
        interval: The kind of 95 % interval of the shares.
        width: Letters in a line; a wider table is told in two or more. None for no limit.
    """
    ranking, unranked = results.ranking, results.unranked
    order = [*(one.bot for one in ranking), *unranked]
    room = len(str(len(order)))
    marked = _labels_marked(results.matches)
    numbered = [f"{place:>{room}} {_marked(bot, bot in marked)}" for place, bot in enumerate(order, start=1)]
    none, nothing = [_NO_STRENGTH] * len(unranked), [""] * len(unranked)
    columns = [
        ["bot", *numbered],
        ["games", *(str(one.games) for one in ranking), *none],
        ["mean share", *(f"{one.share:.1%}" for one in ranking), *none],
        ["rating", *(f"{round(one.rating):+d}" for one in ranking), *none],
        ["95 % interval", *(f"{round(one.low):+d} to {round(one.high):+d}" for one in ranking), *none],
        ["idle", *(_share_told(one.idle_share) for one in ranking), *nothing],
        ["ms/move", *(f"{one.milliseconds:.1f}" for one in ranking), *nothing],
    ]
    against = [["share against", *(line for name in numbered for line in (cut(name, _LONGEST_NAME), ""))]]
    for place, other in enumerate(order, start=1):
        column = [str(place)]
        for bot in order:
            if bot == other or results.match_of(bot, other).failing:
                column += [_NO_STRENGTH, ""]
                continue
            standing = results.standing(bot, other, interval)
            column += [f"{standing.win_share:.0%}", f"{100 * standing.low:.0f}-{100 * standing.high:.0f}"]
        against.append(column)
    return "\n".join(
        [
            *_table_lines([column for column in columns if any(column[1:])], width),
            "",
            *_table_lines(against, width),
            *_wrap(course_of(results.matches), width),
        ]
    )


def ladder_table(results: LadderResults, interval: IntervalKind = "wilson", width: int | None = None) -> str:
    """
    Return how each bot did against the one in the line above it, and whether it is stronger for sure.

    Args:
        results: The matches.
        interval: The kind of 95 % interval.
        width: Letters in a line; a wider table is told in two or more. None for no limit.
    """
    steps = results.steps
    standings = [step.standing(interval) for step in steps]
    marked = _labels_marked([step.results for step in steps])
    columns = [["bot", *(_marked(bot, bot in marked) for bot in (steps[0].below, *(step.bot for step in steps)))]]
    verdicts = [step.verdict(interval) for step in steps]
    for heading in ("share", "95 % interval", "than above", "games", "idle", "ms/move"):
        cell = _COLUMNS.get(heading)
        cells = verdicts if cell is None else [cell(standing) for standing in standings]
        if heading in _STRENGTH:
            cells = [_NO_STRENGTH if of.results.failing else told for of, told in zip(steps, cells, strict=True)]
        if any(cells):
            columns.append([heading, "", *cells])
    until = steps[0].results.until
    known = f"{verdicts.count('stronger')} of {counted(len(steps), 'step')}"
    sure = "95 %" if until is None else percent(until)
    told = f"Each bot has played the one above it, and is known to be stronger in {known} ({sure} confidence each)."
    matches = [step.results for step in steps]
    return "\n".join([*_table_lines(columns, width), *_wrap([told, *course_of(matches)], width)])


def _table_lines(columns: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """
    Return the lines of a table; one that is too wide is cut into tables below each other, each with the first column.

    Args:
        columns: The cells of each column from the top.
        width: Letters in a line; None for no limit. One column has room in any case.
    """
    names, *others = (_filled(column, index) for index, column in enumerate(columns))
    parts = 1
    while True:
        edges = [part * len(others) // parts for part in range(parts + 1)]
        tables = [(names, *others[begin:end]) for begin, end in pairwise(edges)]
        if width is None or parts >= len(others) or all(sum(len(cells[0]) for cells in of) <= width for of in tables):
            return ["".join(cells).rstrip() for table in tables for cells in zip(*table, strict=True)]
        parts += 1


def _wrap(sentences: Sequence[str], width: int | None) -> list[str]:
    return [line for told in sentences for line in (textwrap.wrap(told, width) if width is not None else [told])]


def _filled(column: Sequence[str], index: int) -> list[str]:
    """Return the cells of a column at one width: the first flush left, the others flush right behind two blanks."""
    room = max(map(len, column))
    return [cell.rjust(room + 2) if index else cell.ljust(room) for cell in column]


def _marked(label: str, is_marked: bool) -> str:
    """Return a bot's name, with a mark where it has failed too often, or at taking note."""
    return f"{'! ' * is_marked}{printable(label)}"


def _labels_marked(matches: Iterable[MatchResults]) -> set[str]:
    return {
        label
        for results in matches
        for label, tally in zip(results.match.labels, tallies_of(results.games, len(results.match.bots)), strict=True)
        if tally.is_marked
    }


def _share_told(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


_NO_STRENGTH: Final = "-"
"""What stands in place of a figure of strength where none is told."""

_STRENGTH: Final = frozenset({"share", "95 % interval", "rating"})
"""The columns that tell of strength."""

_COLUMNS: Final[Mapping[str, Callable[[Standing], str]]] = {
    "games": lambda of: str(of.games),
    "wins": lambda of: f"{of.wins:.1f}",
    "share": lambda of: f"{of.win_share:.1%}",
    "95 % interval": lambda of: f"{of.low:.1%} to {of.high:.1%}",
    "score": lambda of: f"{of.score:.1f}",
    "failures": lambda of: str(sum(of.failures.values()) or ""),
    "orders": lambda of: f"{of.orders:.1f}",
    "idle": lambda of: _share_told(of.idle_share),
    "ms/move": lambda of: f"{of.milliseconds:.1f}",
    "rating": lambda of: "" if of.rating is None else f"{of.rating[0]:.1f} ± {of.rating[1]:.1f}",
}
"""What a bot's line says, by the heading; a column that says nothing of any bot is left out."""
