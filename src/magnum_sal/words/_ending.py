"""Describe the standing, the end of a game with its reasons (END-1), and the end of a phase (PHASE-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

import attrs

from ..engine.steps import Step
from ..errors import MisuseError
from ..errors.messages import brief, printable
from ..model.events import PhaseStarted, PileMoved
from ..model.pieces import BOX, ORDER_STACK, TOOL_STACK
from ..model.score import Score
from ..model.state import GameState, check_state
from ..queries.tidying import find_removed_cards
from ..rules.scoring import merit
from ._lookup import count_in_words, has_label, label, roman
from ._narration import LONGEST_TOLD
from .filling import TemplateFiller, sentence
from .languages import words_of

_TIES: Final = ("ending.tie_orders", "ending.tie_miners", "ending.tie_tools")
"""The words for each tie-break between equal totals, in the order of the rules."""


def ending_in_words(state: GameState, language: str = "en") -> tuple[str, ...]:
    """
    Return sentences about who won, by how much and why, the winner first; empty until the game is over.

    The sentences list the parts of each total: money, salt, tools, and points from extensions. If totals are equal, a
    sentence names the tie-break that decided (END-1), except in rulesets that rank by something else.

    >>> from magnum_sal.testing import position
    >>> import attrs
    >>> state = attrs.evolve(position("A: 38 groszy, BBB | B: 40 groszy, 2 rope"), is_over=True, turn=None)
    >>> for told in ending_in_words(state):
    ...     print(told)
    A wins with 47 groszy: 38 in money, 9 for salt
    B is second with 42 groszy, 5 behind: 40 in money, 2 for tools

    Raises:
        MisuseError: *state* is not a ``GameState``, or *language* is not in ``LANGUAGES``.
    """
    check_state(state)
    words_of(language)
    if not state.is_over:
        return ()
    return tuple(printable(told, LONGEST_TOLD) for told in _RankingText(state, language).describe_ranking())


def standing_in_words(state: GameState, language: str = "en") -> tuple[tuple[str, ...], ...]:
    """
    Return the standing as a table: a row of headings, then one row for each player, the best first (END-1).

    The columns are the rank, the name, the parts of the total in groszy, the total, and the numbers of orders and
    miners. The last tie-break, the number of tools, has no column. Points from extensions have a column if any player
    has such points.

    >>> from magnum_sal.testing import position
    >>> for row in standing_in_words(position("A: 40 groszy, 2 rope | B: 38 groszy, BBB")):
    ...     print(*row)
    rank player money salt tools total orders miners
    1 B 38 9 0 47 0 5
    2 A 40 0 2 42 0 5

    The game need not be over.

    Raises:
        MisuseError: *state* is not a ``GameState``, or *language* is not in ``LANGUAGES``.
    """
    check_state(state)
    words_of(language)
    columns = dict(_COLUMNS)
    if not any(score.other_value for score in state.scores):
        del columns["other_value"]
    rows = [tuple(label(heading, language, state.ruleset) for heading in ("rank", "player", *columns))]
    for score in state.ranking:
        name = printable(state.players[score.seat].name, LONGEST_TOLD)
        rows.append((str(score.rank), name, *(str(getattr(score, field)) for field in columns.values())))
    return tuple(rows)


_COLUMNS: Final = {
    "money": "money",
    "salt": "salt_value",
    "tools": "tool_value",
    "other_value": "other_value",
    "total": "total",
    "orders": "orders",
    "miners": "miners",
}
"""The columns of a standing, each with the field of the score that it shows."""


def phase_end_in_words(step: Step, language: str = "en") -> tuple[str, ...]:
    """
    Return sentences about the phase that a step ended and what left the game then; empty if no phase ended.

    The sentences count the removed orders and tools, name the face-up ones, and count the face-down ones.

    Raises:
        MisuseError: *step* is not a ``Step`` from ``Game.steps``, or *language* is not in ``LANGUAGES``.
    """
    if not isinstance(step, Step):
        raise MisuseError(f"expected a Step (see Game.last_step), got {brief(step)}")
    words_of(language)
    ruleset = step.before.ruleset
    phase, left = find_removed_cards(step.events)
    if phase is None:
        return ()
    # After the last phase the board stays unchanged for scoring. With VAR-LINE the castle line stays on the board.
    goes_on = any(isinstance(event, PhaseStarted) for event in step.events)
    home = goes_on and not ruleset.castle_line_stays
    told = sentence("ending.phase", language, ruleset, phase=roman(phase), home=home)
    orders = tuple(thing for thing in left if thing not in ruleset.tools)
    tools = tuple(label(thing, language, ruleset) for thing in left if thing in ruleset.tools)
    groups = (
        _describe_leftovers(step, ORDER_STACK, orders, language),
        _describe_leftovers(step, TOOL_STACK, tools, language),
    )
    listed = "; ".join(filter(None, groups))
    return (told, sentence("ending.left", language, ruleset, left=listed)) if listed else (told,)


def _describe_leftovers(step: Step, stack: str, named: Sequence[str], language: str) -> str:
    """Return how many orders or tools left the game, and which ones, or an empty string if none did."""
    piles = [event for event in step.events if isinstance(event, PileMoved)]
    # Nobody has seen the face-down cards, so only their number is given.
    face_down = sum(pile.cards for pile in piles if pile.source == stack and pile.target == BOX)
    if not named and not face_down:
        return ""
    kind = "order" if stack == ORDER_STACK else "tool"
    things = [*named, *([sentence("ending.face_down", language, count=face_down)] if face_down else [])]
    return f"{count_in_words(len(named) + face_down, f'{kind}_left', language)} ({', '.join(things)})"


@attrs.frozen
class _RankingText:
    """A finished game, and the language of its description."""

    state: GameState
    language: str

    def describe_ranking(self) -> Iterator[str]:
        ranked = self.state.ranking
        groups = [tuple(group) for _, group in groupby(ranked, key=lambda score: score.rank)]
        yield from self._describe_winners(groups[0])
        for upper, lower in pairwise(groups):
            yield from self._describe_followers(lower, groups[0][0].total)
            yield from self._describe_tiebreak(upper, lower)

    def _describe_winners(self, winners: Sequence[Score]) -> Iterator[str]:
        best = winners[0]
        if len(winners) == 1:
            yield self._sentence("wins", name=self._name(best), total=best.total, parts=self._parts(best))
            return
        # Players who are equal in all tie-breaks share the victory (END-1). A custom ruleset may also let other players
        # share it.
        key = "share_equal" if len({merit(score) for score in winners}) == 1 else "share"
        yield self._sentence(key, names=self._names(winners), total=_common_total(winners))
        yield from self._members(winners)

    def _describe_followers(self, scores: Sequence[Score], most: int) -> Iterator[str]:
        first, total = scores[0], _common_total(scores)
        behind = 0 if total is None else max(most - total, 0)
        key = f"ending.place_{first.rank}"
        place = label(key, self.language) if has_label(key, self.language) else str(first.rank)
        placed = {"place": place, "total": total, "behind": behind}
        if len(scores) == 1:
            yield self._sentence("follows", name=self._name(first), parts=self._parts(first), **placed)
            return
        yield self._sentence("follow", names=self._names(scores), **placed)
        yield from self._members(scores)

    def _members(self, scores: Sequence[Score]) -> Iterator[str]:
        for score in scores:
            if parts := self._parts(score):
                yield f"{self._name(score)}: {parts}"

    def _describe_tiebreak(self, upper: Sequence[Score], lower: Sequence[Score]) -> Iterator[str]:
        """Yield a sentence about the tie-break that ranked *upper* above *lower*, if END-1 decided a tie of totals."""
        # merit() returns the total and then the tie-breaks of END-1, each signed so that more is better. The first
        # value that differs decides, and abs() removes the sign of values where fewer is better. A ruleset may rank by
        # something else. In this case, the members of a group differ, or the upper group has no higher merit, so no
        # sentence names a tie-break.
        merits = [{merit(score) for score in group} for group in (upper, lower)]
        if len(merits[0]) != 1 or len(merits[1]) != 1:
            return
        one, other = merits[0].pop(), merits[1].pop()
        if one[0] != other[0] or one <= other:
            return
        decisive = next(number for number, (more, less) in enumerate(zip(one, other, strict=True)) if more != less)
        yield sentence(
            _TIES[decisive - 1],
            self.language,
            names=self._names((*upper, *lower)),
            total=one[0],
            ahead=self._names(upper),
            one=len(upper) == 1,
            several=len(upper) > 1,
            upper=str(abs(one[decisive])),
            lower=str(abs(other[decisive])),
        )

    def _sentence(self, key: str, **facts: object) -> str:
        return sentence(f"ending.{key}", self.language, self.state.ruleset, **facts)

    def _name(self, score: Score) -> str:
        return self.state.players[score.seat].name

    def _names(self, scores: Sequence[Score]) -> str:
        return TemplateFiller(self.language, None).format_list([self._name(score) for score in scores])

    def _parts(self, score: Score) -> str:
        parts = {
            "money": score.money,
            "salt": score.salt_value,
            "tools": score.tool_value,
            "other": score.other_value,
        }
        return ", ".join(self._sentence(part, groszy=groszy) for part, groszy in parts.items() if groszy)


def _common_total(scores: Sequence[Score]) -> int | None:
    """Return the total of players with the same rank, or None if a ruleset ranks different totals equally."""
    totals = {score.total for score in scores}
    return totals.pop() if len(totals) == 1 else None
