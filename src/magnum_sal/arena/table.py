"""The table of a match, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from .._wording import form_for, printable
from ._statistics import IntervalKind, MatchResults, Standing


def results_table(results: MatchResults, interval: IntervalKind = "wilson", width: int | None = None) -> str:
    """
    Return the table of *results*, the best first, with what has to be said about it below.

    Args:
        results: The match.
        interval: The kind of 95 % interval.
        width: Letters in a line; a wider table is told in two or more. None for no limit.
    """
    standings = sorted(results.standings(interval), key=lambda standing: -standing.wins)
    columns = [["bot", *(printable(standing.label) for standing in standings)]]
    for heading, cell in _COLUMNS.items():
        cells = [cell(standing) for standing in standings]
        if any(cells):
            columns.append([heading, *cells])
    return "\n".join([*_lines(columns, width), *_wrapped(_remarks(results, standings), width)])


_COLUMNS: Final[Mapping[str, Callable[[Standing], str]]] = {
    "games": lambda of: str(of.games),
    "wins": lambda of: f"{of.wins:.1f}",
    "share": lambda of: f"{of.win_share:.1%}",
    "95 % interval": lambda of: f"{of.low:.1%} to {of.high:.1%}",
    "score": lambda of: f"{of.score:.1f}",
    "orders": lambda of: f"{of.orders:.1f}",
    "idle": lambda of: "" if of.idle_share is None else f"{of.idle_share:.1%}",
    "ms/move": lambda of: f"{of.milliseconds:.1f}",
    "rating": lambda of: "" if of.rating is None else f"{of.rating[0]:.1f} ± {of.rating[1]:.1f}",
}
"""What a bot's line says, by the heading; a column that says nothing of any bot is left out."""


def _lines(columns: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """Return the lines of a table; one that is too wide is cut into tables below each other, each with the names."""
    names, *others = (_filled(column, index) for index, column in enumerate(columns))
    parts = 1
    while True:
        edges = [part * len(others) // parts for part in range(parts + 1)]
        tables = [(names, *others[begin:end]) for begin, end in pairwise(edges)]
        if width is None or parts >= len(others) or all(sum(len(cells[0]) for cells in of) <= width for of in tables):
            return ["".join(cells).rstrip() for table in tables for cells in zip(*table, strict=True)]
        parts += 1


def _wrapped(sentences: Sequence[str], width: int | None) -> list[str]:
    """Return the lines of some sentences, each of which begins a new one."""
    return [line for told in sentences for line in (textwrap.wrap(told, width) if width is not None else [told])]


def _filled(column: Sequence[str], index: int) -> list[str]:
    """Return the cells of a column at one width: the first flush left, the others flush right behind two blanks."""
    room = max(map(len, column))
    return [cell.rjust(room + 2) if index else cell.ljust(room) for cell in column]


def _remarks(results: MatchResults, standings: list[Standing]) -> list[str]:
    remarks = []
    chance = results.significance
    if chance is not None and results.games and results.until is None:
        shown = f"{chance:.2g}" if chance >= 1e-6 else "below 0.000001"
        remarks.append(f"Between equals a result at least as uneven has the probability {shown} (sign test).")
    if results.until is not None:
        remarks.append(_stopping(results, results.until))
    if (pace := _pace(results)) is not None:
        remarks.append(pace)
    endings = results.endings
    if endings["cap"]:
        remarks.append(
            f"{endings['cap']} games met the cap of {results.match.most_moves} moves and are scored as they stood."
        )
    if endings["forfeit"]:
        remarks.append(f"{endings['forfeit']} games ended with a forfeit.")
    for standing in standings:
        if standing.failures:
            told = ", ".join(f"{kind} {count}" for kind, count in standing.failures.items())
            remarks.append(f"Failures of {printable(standing.label)} (policy {results.match.policy}): {told}.")
    if len(results.games) % len(results.match.bots):
        remarks.append("The last setup has not been played in all rotations of the seats yet.")
    return remarks


def _stopping(results: MatchResults, until: float) -> str:
    """Return why the match ended where it did."""
    decision, sure = results.decision, f"{100.0 * until:.6g} % confidence"
    if decision is None:
        games = _counted(len(results.games), "game")
        return f"Not known after {games} whether a bot wins more or less than its part, with {sure}."
    setups = _counted(decision.setups, "setup")
    side = "more" if decision.is_more else "less"
    return f"Stopped after {setups}: {printable(decision.label)} wins {side} than its part, known with {sure}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {form_for(number, (noun, f'{noun}s'))}"


def _pace(results: MatchResults) -> str | None:
    """Return how long phases and games were; None where it was not counted."""
    if results.moves is None or all(game.rounds is None for game in results.games):
        return None
    phases = [f"{rounds.median:g} ({rounds.low:.0f} to {rounds.high:.0f})" for rounds in results.rounds]
    told = f"Rounds a phase (median, quartiles): {', '.join(phases)}" if phases else "No phase was played to its end"
    return f"{told}; {results.moves.median:g} moves a game."
