"""What has to be said about matches below their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..errors.messages import form_for, printable
from ._bot_failure import BotFailure
from ._failure_rates import MOST_FAILED, Tally, tallies_of
from ._pace import quartiles_of, rounds_by_phase
from .statistics import MatchResults


def remarks_on(results: MatchResults) -> list[str]:
    """Return what there is to say about a match."""
    remarks = []
    chance = results.significance
    if results.until is not None:
        remarks.append(_stopping(results, results.until))
    elif chance is not None and results.games:
        shown = f"{chance:.2g}" if chance >= 1e-6 else "below 0.000001"
        remarks.append(f"Between equals a result at least as uneven has the probability {shown} (sign test).")
    return [*remarks, *course_of([results])]


def _marked(matches: Sequence[MatchResults]) -> list[str]:
    """Return why rows are marked: a bot has failed too often for anything to be said of strength, or at taking note."""
    failing: dict[str, list[Tally]] = {}
    noting: dict[str, list[Tally]] = {}
    for results in matches:
        of_match = tallies_of(results.games, len(results.match.bots))
        for label, tally in zip(results.match.labels, of_match, strict=True):
            if tally.is_marked:
                (failing if tally.is_failing else noting).setdefault(label, []).append(tally)
    remarks = []
    if failing:
        told = [f"{printable(label)} failed {_tally_told(of)}" for label, of in failing.items()]
        where = "" if len(matches) == 1 else " where it plays"
        why = "as chance has made the bot's moves, or failures have lost its games"
        beyond = f"Beyond {percent(MOST_FAILED)} a match says nothing of anybody's strength, {why}."
        remarks.append(f"! No strength is told{where}: {'; '.join(told)}. {beyond}")
    for label, of in noting.items():
        remarks.append(f"! {printable(label)} failed {_tally_told(of)}, which leaves its moves as they are.")
    return remarks


def _tally_told(tallies: Sequence[Tally]) -> str:
    """Return in how many of its decisions a bot failed, and how often at taking note."""
    failures, decisions = (sum(tally[part] or 0 for tally in tallies) for part in (0, 1))
    if any(tally.hook_failures is None for tally in tallies):
        return f"{counted(failures, 'time')} in {counted(decisions, 'decision')}"
    hooks = sum(tally.hook_failures or 0 for tally in tallies)
    noted = f" and {counted(hooks, 'time')} at taking note of what happened" if hooks else ""
    return f"in {failures - hooks} of {counted(decisions, 'decision')}{noted}"


def course_of(matches: Sequence[MatchResults]) -> list[str]:
    """Return how the games of one match or several went: their pace, and what was out of the ordinary."""
    remarks = [*_marked(matches), *_pace(matches)]
    games = [game for results in matches for game in results.games]
    endings = Counter(game.ending for game in games)
    if endings["cap"]:
        cap = matches[0].match.most_moves
        scored = "is scored as it stood" if endings["cap"] == 1 else "are scored as they stood"
        remarks.append(f"{counted(endings['cap'], 'game')} met the cap of {cap} moves and {scored}.")
    if endings["forfeit"]:
        remarks.append(f"{counted(endings['forfeit'], 'game')} ended with a forfeit.")
    remarks += _failures_told(matches)
    if any(len(results.games) % len(results.match.bots) for results in matches):
        remarks.append("The last setup has not been played in all rotations of the seats yet.")
    return remarks


def first_failures_of(matches: Sequence[MatchResults]) -> list[tuple[BotFailure, MatchResults]]:
    """Return the first failure of each kind of each bot in some matches, with the match."""
    first: dict[tuple[str, str], tuple[BotFailure, MatchResults]] = {}
    for results in matches:
        for failure in results.first_failures:
            first.setdefault((failure.label, failure.kind), (failure, results))
    return list(first.values())


def _failures_told(matches: Sequence[MatchResults]) -> Iterator[str]:
    """Yield a line for each kind of failure of each bot: how often it was, where first, and what was wrong there."""
    first = {(one.label, str(one.kind)): (one, results) for one, results in first_failures_of(matches)}
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
    """Return where a failure was in its match, and at what if it was no move: ``game 0, move 3 (observed)``."""
    asked = "" if failure.asked == "move" else f" ({failure.asked.replace('_', ' ')})"
    return f"game {failure.game}, move {failure.move}{asked}"


def counted(number: int, noun: str) -> str:
    """Return a number with the noun it counts, as in ``2 games``."""
    return f"{number} {form_for(number, (noun, f'{noun}s'))}"


def percent(confidence: float) -> str:
    """Return a confidence in percent: ``99.9 %``."""
    return f"{100.0 * confidence:.6g} %"


def _stopping(results: MatchResults, until: float) -> str:
    decision, sure = results.decision, f"{percent(until)} confidence"
    if decision is None and results.stopped_after is not None:
        return f"Stopped after {counted(results.stopped_after, 'setup')}, with nothing known: a bot fails."
    if decision is None:
        games = counted(len(results.games), "game")
        return f"Not known after {games} whether a bot wins more or less than its part, with {sure}."
    setups = counted(decision.setups, "setup")
    side = "more" if decision.is_more else "less"
    return f"Stopped after {setups}: {printable(decision.label)} wins {side} than its part, known with {sure}."


def _pace(matches: Sequence[MatchResults]) -> list[str]:
    games = [game for results in matches for game in results.games if game.rounds is not None]
    if not games:
        return []
    phases = [f"{of.median:g} ({of.low:.0f} to {of.high:.0f})" for of in rounds_by_phase(games)]
    told = f"Rounds a phase (median, quartiles): {', '.join(phases)}" if phases else "No phase was played to its end"
    return [f"{told}; {quartiles_of([game.moves for game in games]).median:g} moves a game."]


def _failures(matches: Sequence[MatchResults]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for results in matches:
        for bot, label in enumerate(results.match.labels):
            for game in results.games:
                if game.failures[bot]:
                    found.setdefault(label, Counter()).update(game.failures[bot])
    return found
