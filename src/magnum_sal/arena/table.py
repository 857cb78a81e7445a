"""Text tables of matches: one match, a round robin, or a ladder, each with remarks below."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Final

from ..errors.messages import cut, form_for, printable
from ._bootstrap import FEWEST_SETUPS
from ._bot_failure import BotFailure
from ._series import LadderResults, PairsResults, RankedBot
from ._tallies import MOST_FAILED, Tally, compute_quartiles, compute_rounds_by_phase, compute_tallies
from .statistics import IntervalKind, MatchResults, Standing, by_wins

__all__ = ["ladder_table", "pairs_table", "results_table"]

_LONGEST_NAME: Final = 24
"""The maximum length of a bot's name in the table of shares; the ranking above this table shows the full name."""

_NO_STRENGTH: Final = "-"
"""The placeholder for figures of strength that are not reported."""

_INTERVAL: Final = "95 % interval"

_STRENGTH: Final = frozenset({"share", _INTERVAL, "rating"})
"""The columns that show strength."""

_COLUMNS: Final[Mapping[str, Callable[[Standing], str]]] = {
    "games": lambda of: str(of.games),
    "wins": lambda of: f"{of.wins:.1f}",
    "share": lambda of: f"{of.win_share:.1%}",
    _INTERVAL: lambda of: f"{of.low:.1%} to {of.high:.1%}",
    "score": lambda of: f"{of.score:.1f}",
    "failures": lambda of: str(sum(of.failures.values()) or ""),
    "orders": lambda of: f"{of.orders:.1f}",
    "idle": lambda of: _format_share(of.idle_share),
    "ms/move": lambda of: f"{of.milliseconds:.1f}",
    "rating": lambda of: "" if of.rating is None else f"{of.rating[0]:.1f} ± {of.rating[1]:.1f}",
}
"""The functions that format the cells of a bot's row, by heading; a column that is empty for all bots is left out."""


def results_table(results: MatchResults, interval: IntervalKind | None = None, width: int | None = None) -> str:
    """
    Format the table of *results*, best bot first, with remarks below.

    Args:
        results: The match.
        interval: The kind of 95 % interval; None means the kind that is valid, see ``MatchResults.standings``.
        width: The maximum line length in characters; None for no limit. Wider tables are split.
    """
    standings = sorted(results.standings(interval), key=by_wins)
    columns = [["bot", *_mark_names([standing.label for standing in standings], [results])]]
    for heading, cell in _COLUMNS.items():
        cells = [_NO_STRENGTH if results.failing and heading in _STRENGTH else cell(standing) for standing in standings]
        if heading == _INTERVAL and not results.has_interval(interval):
            cells = [_NO_STRENGTH] * len(standings)
        if any(cells):
            columns.append([heading, *cells])
    told = [*_describe_share_intervals([results], interval), *remarks_on(results)]
    return "\n".join([*_format_lines(columns, width), *_wrap(told, width)])


def pairs_table(results: PairsResults, interval: IntervalKind | None = None, width: int | None = None) -> str:
    """
    Format the ranking of bots that have all played each other, with the win share of each pair below.

    The arguments are those of ``results_table``. *interval* is the kind of interval of the shares.
    """
    ranking, unranked = results.ranking, results.unranked
    order = [*(one.bot for one in ranking), *unranked]
    room = len(str(len(order)))
    names = _mark_names(order, results.matches)
    numbered = [f"{place:>{room}} {name}" for place, name in enumerate(names, start=1)]
    none, nothing = [_NO_STRENGTH] * len(unranked), [""] * len(unranked)
    columns = [
        ["bot", *numbered],
        ["games", *(str(one.games) for one in ranking), *none],
        ["mean share", *(f"{one.share:.1%}" for one in ranking), *none],
        ["rating", *(f"{round(one.rating):+d}" for one in ranking), *none],
        [_INTERVAL, *map(_format_interval, ranking), *none],
        ["idle", *(_format_share(one.idle_share) for one in ranking), *nothing],
        ["ms/move", *(f"{one.milliseconds:.1f}" for one in ranking), *nothing],
    ]
    remarks = [*_describe_rating_intervals(ranking), *_describe_share_intervals(results.matches, interval)]
    against = [["share against", *(line for name in numbered for line in (cut(name, _LONGEST_NAME), ""))]]
    for place, other in enumerate(order, start=1):
        column = [str(place)]
        for bot in order:
            if bot == other or results.match_of(bot, other).failing:
                column += [_NO_STRENGTH, ""]
                continue
            standing = results.standing(bot, other, interval)
            ends = f"{100 * standing.low:.0f}-{100 * standing.high:.0f}"
            has_interval = results.match_of(bot, other).has_interval(interval)
            column += [f"{standing.win_share:.0%}", ends if has_interval else _NO_STRENGTH]
        against.append(column)
    return "\n".join(
        [
            *_format_lines([column for column in columns if any(column[1:])], width),
            "",
            *_format_lines(against, width),
            *_wrap([*remarks, *course_of(results.matches)], width),
        ]
    )


def _format_interval(ranked: RankedBot) -> str:
    return f"{round(ranked.low):+d} to {round(ranked.high):+d}" if isfinite(ranked.low) else _NO_STRENGTH


def _describe_rating_intervals(ranking: Sequence[RankedBot]) -> Iterator[str]:
    if ranking and not isfinite(ranking[0].low):
        yield f"The ratings have no interval, because the ranked bots played fewer than {FEWEST_SETUPS} setups."
    elif any(one.low == one.high for one in ranking):
        yield _describe_no_width("rating")


def _describe_share_intervals(matches: Sequence[MatchResults], interval: IntervalKind | None) -> Iterator[str]:
    known = [of for of in matches if of.choose_interval(interval) == "bootstrap" and not of.failing]
    lacking = [of for of in known if not of.has_interval(interval)]
    if lacking:
        which = "The" if len(lacking) == len(known) else "Some"
        yield f"{which} shares have no interval, because a bootstrap needs at least {FEWEST_SETUPS} setups."
    if any(standing.low == standing.high for of in known for standing in of.standings(interval)):
        yield _describe_no_width("share")


def _describe_no_width(value: str) -> str:
    return (
        f"The interval of a {value} has no width, because all setups had the same result. "
        f"The true {value} may still be different."
    )


def ladder_table(results: LadderResults, interval: IntervalKind | None = None, width: int | None = None) -> str:
    """
    Format a table of each bot's results against the bot in the row above, with a verdict on which bot is stronger.

    The arguments are those of ``results_table``.
    """
    steps = results.steps
    matches = [step.results for step in steps]
    standings = [step.standing(interval) for step in steps]
    columns = [["bot", *_mark_names([steps[0].below, *(step.bot for step in steps)], matches)]]
    verdicts = [step.verdict(interval) for step in steps]
    for heading in ("share", _INTERVAL, "than above", "games", "idle", "ms/move"):
        cell = _COLUMNS.get(heading)
        cells = verdicts if cell is None else [cell(standing) for standing in standings]
        if heading in _STRENGTH:
            cells = [_NO_STRENGTH if of.results.failing else told for of, told in zip(steps, cells, strict=True)]
        if heading == _INTERVAL:
            known = [of.results.has_interval(interval) for of in steps]
            cells = [told if is_known else _NO_STRENGTH for is_known, told in zip(known, cells, strict=True)]
        if any(cells):
            columns.append([heading, "", *cells])
    until = steps[0].results.until
    stronger = f"{verdicts.count('stronger')} of {format_count(len(steps), 'step')}"
    sure = "95 %" if until is None else format_percent(until)
    told = f"Each bot has played the one above it and is known to be stronger in {stronger} ({sure} confidence each)."
    remarks = [told, *_describe_share_intervals(matches, interval), *course_of(matches)]
    return "\n".join([*_format_lines(columns, width), *_wrap(remarks, width)])


def _format_lines(columns: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """
    Format the lines of a table; split a table that is too wide into several, each with the first column.

    Args:
        columns: The cells of each column from the top.
        width: The maximum number of characters in a line; None for no limit. Each part has at least one further column.
    """
    names, *others = (_align_column(column, index) for index, column in enumerate(columns))
    parts = 1
    while True:
        edges = [part * len(others) // parts for part in range(parts + 1)]
        tables = [(names, *others[begin:end]) for begin, end in pairwise(edges)]
        if width is None or parts >= len(others) or all(sum(len(cells[0]) for cells in of) <= width for of in tables):
            return ["".join(cells).rstrip() for table in tables for cells in zip(*table, strict=True)]
        parts += 1


def _wrap(sentences: Sequence[str], width: int | None) -> list[str]:
    return [line for told in sentences for line in (textwrap.wrap(told, width) if width is not None else [told])]


def _align_column(column: Sequence[str], index: int) -> list[str]:
    """Pad a column's cells to the same width: left-aligned in the first column, else right-aligned with a gap."""
    room = max(map(len, column))
    return [cell.rjust(room + 2) if index else cell.ljust(room) for cell in column]


def _mark_names(bots: Sequence[str], matches: Sequence[MatchResults]) -> list[str]:
    """Return the names of bots, with a mark for bots that failed too often or in a hook."""
    marked = {label for label, _ in _select_marked_tallies(matches)}
    return [f"{'! ' * (bot in marked)}{printable(bot)}" for bot in bots]


def _select_marked_tallies(matches: Sequence[MatchResults]) -> Iterator[tuple[str, Tally]]:
    """Yield the label and tally of each bot that failed too often or in a hook, in each match."""
    for results in matches:
        tallies = compute_tallies(results.games, len(results.match.bots))
        for label, tally in zip(results.match.labels, tallies, strict=True):
            if tally.is_failing or tally.hook_failures:
                yield label, tally


def _format_share(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def remarks_on(results: MatchResults) -> list[str]:
    """Return the remarks on a match."""
    remarks = []
    chance = results.significance
    if results.until is not None:
        remarks.append(_stopping(results, results.until))
    elif chance is not None and results.games:
        shown = f"{chance:.2g}" if chance >= 1e-6 else "below 0.000001"
        remarks.append(f"Between equal bots, a result at least as uneven has the probability {shown} (sign test).")
    return [*remarks, *_describe_twins(results), *course_of([results])]


def _describe_twins(results: MatchResults) -> Iterator[str]:
    """Yield a warning if a bot plays against itself, and the games of each setup are the same game."""
    if len(set(results.match.bots)) > 1:
        return
    by_setup: dict[int, list[tuple[object, ...]]] = {}
    for game in results.games:
        totals = sorted(zip(game.seats, game.totals, strict=True))
        by_setup.setdefault(game.setup, []).append((game.moves, *totals))
    # With a budget in seconds, a bot does not play the same game twice.
    if len(by_setup) < len(results.games) and all(len(set(games)) == 1 for games in by_setup.values()):
        told = "All bots are the same, so the games of each setup are identical."
        yield f"{told} Number of different games: {len(by_setup)}."


def _describe_failing_bots(matches: Sequence[MatchResults]) -> list[str]:
    """Return why rows are marked: a bot failed so often that no strength is reported, or a bot failed in a hook."""
    failing: dict[str, list[Tally]] = {}
    noting: dict[str, list[Tally]] = {}
    for label, tally in _select_marked_tallies(matches):
        (failing if tally.is_failing else noting).setdefault(label, []).append(tally)
    remarks = []
    if failing:
        told = [f"{printable(label)} failed {_describe_tally(of)}" for label, of in failing.items()]
        where = "" if len(matches) == 1 else " where it plays"
        why = "because its moves were random or its failures lost games"
        beyond = f"Beyond {format_percent(MOST_FAILED)} a match says nothing about strength, {why}."
        remarks.append(f"! Strength is not shown{where}: {'; '.join(told)}. {beyond}")
    for label, of in noting.items():
        remarks.append(f"! {printable(label)} failed {_describe_tally(of)}, which does not affect its moves.")
    return remarks


def _describe_tally(tallies: Sequence[Tally]) -> str:
    """Describe a bot's failed decisions and its failures in hooks."""
    failures, decisions = (sum(tally[part] or 0 for tally in tallies) for part in (0, 1))
    if any(tally.hook_failures is None for tally in tallies):
        return f"{format_count(failures, 'time')} in {format_count(decisions, 'decision')}"
    hooks = sum(tally.hook_failures or 0 for tally in tallies)
    noted = f" and {format_count(hooks, 'time')} in hooks" if hooks else ""
    return f"in {failures - hooks} of {format_count(decisions, 'decision')}{noted}"


def course_of(matches: Sequence[MatchResults]) -> list[str]:
    """Return remarks on how the games in one or more matches went: failures, pace, and unusual endings."""
    remarks = [*_describe_failing_bots(matches), *_pace(matches)]
    games = [game for results in matches for game in results.games]
    endings = Counter(game.ending for game in games)
    if endings["cap"]:
        cap = matches[0].match.most_moves
        scored = "is scored as it stood" if endings["cap"] == 1 else "are scored as they stood"
        remarks.append(f"{format_count(endings['cap'], 'game')} reached the cap of {cap} moves and {scored}.")
    if endings["forfeit"]:
        remarks.append(f"{format_count(endings['forfeit'], 'game')} ended with a forfeit.")
    remarks += _describe_failures(matches)
    if unfinished := sum(_count_unfinished_setups(results) for results in matches):
        have = form_for(unfinished, ("has", "have"))
        remarks.append(
            f"{format_count(unfinished, 'setup')} {have} not yet been played in every rotation of the seats."
        )
    return remarks


def _count_unfinished_setups(results: MatchResults) -> int:
    # In an interrupted match with several processes, the missing games belong to any setups, and their number may be a
    # multiple of the number of bots. So the games of each setup are counted.
    games = Counter(game.setup for game in results.games)
    return sum(count < len(results.match.bots) for count in games.values())


def first_failures_of(matches: Sequence[MatchResults]) -> dict[tuple[str, str], tuple[BotFailure, MatchResults]]:
    """Return each bot's first failure of each kind in several matches, with the match."""
    first: dict[tuple[str, str], tuple[BotFailure, MatchResults]] = {}
    for results in matches:
        for failure in results.first_failures:
            first.setdefault((failure.label, failure.kind), (failure, results))
    return first


def _describe_failures(matches: Sequence[MatchResults]) -> Iterator[str]:
    """Yield a line for each kind of failure of each bot: the count, where it first occurred, and the error there."""
    first = first_failures_of(matches)
    for label, counts in _failures(matches).items():
        for kind, count in sorted(counts.items()):
            told = f"Failures of {printable(label)} (policy {matches[0].match.policy}): {kind} {count}"
            if (label, kind) not in first:
                yield f"{told}."
                continue
            one, results = first[label, kind]
            others = ", ".join(printable(other, 60) for other in results.match.labels if other != label)
            against = "" if len(matches) == 1 else f"against {others}, "
            yield f"{told}, first {against}in {place_of_failure(one)}: {one.sentence}"


def place_of_failure(failure: BotFailure) -> str:
    """Format the place of a failure, with the hook if it was not a move, as in ``game 0, move 3 (observed)``."""
    asked = "" if failure.asked == "move" else f" ({failure.asked.replace('_', ' ')})"
    return f"game {failure.game}, move {failure.move}{asked}"


def format_count(number: int, noun: str) -> str:
    """Format a number with its noun, as in ``2 games``."""
    return f"{number} {form_for(number, (noun, f'{noun}s'))}"


def format_percent(confidence: float) -> str:
    """Format a confidence as a percentage, as in ``99.9 %``."""
    return f"{100.0 * confidence:.6g} %"


def _stopping(results: MatchResults, until: float) -> str:
    decision, sure = results.decision, f"{format_percent(until)} confidence"
    if decision is None and results.stopped_after is not None:
        return f"Stopped after {format_count(results.stopped_after, 'setup')} without a result: a bot failed too often."
    if decision is None:
        games = format_count(len(results.games), "game")
        return f"After {games}, it is not known with {sure} whether a bot wins more or less than its share."
    setups = format_count(decision.setups, "setup")
    side = "more" if decision.is_more else "less"
    return f"Stopped after {setups}: {printable(decision.label)} wins {side} than its share, with {sure}."


def _pace(matches: Sequence[MatchResults]) -> list[str]:
    games = [game for results in matches for game in results.games if game.rounds is not None]
    if not games:
        return []
    phases = [f"{of.median:g} ({of.low:.0f} to {of.high:.0f})" for of in compute_rounds_by_phase(games)]
    told = f"Rounds per phase (median, quartiles): {', '.join(phases)}" if phases else "No phase was completed"
    return [f"{told}; {compute_quartiles([game.moves for game in games]).median:g} moves per game."]


def _failures(matches: Sequence[MatchResults]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for results in matches:
        for bot, label in enumerate(results.match.labels):
            for game in results.games:
                if game.failures[bot]:
                    found.setdefault(label, Counter()).update(game.failures[bot])
    return found
