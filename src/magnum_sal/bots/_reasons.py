"""Reasons why one move is better than another: completed orders, and the judge's view of the turn's result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from ..model.mine import SECTIONS, spaces_in
from ..model.moves import CompleteOrder, Move
from ..model.pieces import SALT_KINDS, RoyalOrder
from ..model.rule import Phrase
from ..model.state import GameState
from ..words import sentence
from ._features import FEATURES, GROUPS, compute_features
from ._judge import Judge, list_revealed_chambers
from ._plans import Sites, count_remaining_orders, hope_of

_LEAST: Final = 0.8
"""The smallest advantage of a move, in groszy, that counts as a reason."""
_MOST: Final = 3
"""The maximum number of reasons for a move."""

_GROUPS: Final = {
    group: tuple(name for name in FEATURES if GROUPS[name] == group)
    for group in ("tempo", "money", "salt", "walks", "miners", "rest", "work", "chain", "tools", "assistants")
}
"""The features of each group."""

_WORK: Final = ("best_work", "second_work", "at_hand")
"""The features that measure work within reach."""

_Seen: TypeAlias = Mapping[str, float]
"""The features of a position for a seat, by name."""


@attrs.frozen
class Reason:
    """A reason for a move."""

    kind: str
    """The kind of reason, such as ``"completes.now"`` or ``"work"``."""
    groszy: float
    """The value of the reason in groszy, compared with the other move."""
    facts: Mapping[str, Any] = attrs.field(factory=dict, hash=False)
    """The values that are inserted into the reason's sentence."""

    def in_words(self, language: str = "en") -> str:
        """
        Describe the reason in words.

        Raises:
            MisuseError: *language* is not in ``LANGUAGES``.
        """
        return sentence(f"why.{self.kind}", language, **self.facts)


@attrs.frozen
class Course:
    """A possible continuation of the game after a move, with guessed hidden pieces."""

    opening: GameState
    """The public position before the move."""
    steps: tuple[tuple[GameState, Move], ...]
    """Each position with the move made there."""
    turn_end: GameState
    """The position after the end of the turn that contains the move."""


def reasons(course: Course, other: Course | None, judge: Judge) -> tuple[Reason, ...]:
    """
    Return the reasons for a course's first move, most valuable first.

    The reasons compare the course with *other*, or with the position before the move if *other* is None.
    """
    found = [*_orders(course, other), *_differences(course, other, judge)]
    found.sort(key=lambda reason: -reason.groszy)
    return tuple(found[:_MOST])


def _orders(course: Course, other: Course | None) -> list[Reason]:
    """Return a reason for each open order that *course* completes and *other* completes later or not at all."""
    # A course runs in a guessed full state, so only the orders that are open now are certain.
    in_sight = set(course.opening.castle.open)
    before = dict(_list_completions(other)) if other is not None else {}
    found = []
    for order, turns in _list_completions(course):
        if order in in_sight and (order not in before or before[order] > turns):
            when = ("now", "next")[turns] if turns < 2 else "later"
            found.append(Reason(f"completes.{when}", float(order.payment), {"order": str(order), "count": turns}))
    return found


def _list_completions(course: Course) -> list[tuple[RoyalOrder, int]]:
    """List the orders that the player to move completes, with the number of that player's turns until then."""
    seat, turns, found = course.opening.turn_seat, 0, []
    turn = (course.opening.phase, course.opening.round)
    for state, move in course.steps:
        if state.turn_seat != seat:
            continue
        if (state.phase, state.round) != turn:
            turn, turns = (state.phase, state.round), turns + 1
        if isinstance(move, CompleteOrder):
            order = state.castle.open[move.slot]
            if order is not None:
                found.append((order, turns))
    return found


def _differences(course: Course, other: Course | None, judge: Judge) -> list[Reason]:
    """
    Return the reasons that the judge sees at the end of the turn.

    The reasons compare the position at the end of the turn with that in *other*. If *other* is None, they compare it
    with the position before the move.
    """
    after, opening, seat = course.turn_end, course.opening, course.opening.turn_seat
    beside = opening if other is None else other.turn_end
    # Each phase has its own weights, so worths in different phases cannot be compared group by group.
    if after.is_over or beside.is_over or after.phase != beside.phase:
        return []
    seen = [_compute_features(state, opening) for state in (after, beside)]
    mine, theirs = (_shares(state, of, judge) for state, of in zip((after, beside), seen, strict=True))
    found = []
    for group in _GROUPS:
        gain = mine[seat][group] - theirs[seat][group]
        if gain < _LEAST:
            continue
        # The worth of a group may rise for reasons that its sentence does not mention, such as a weight that fades as
        # the phase ends. So a reason is given only if its sentence is true of the two positions. A test without this
        # check gave reasons for 421 moves. In it, 27 out of 47 sentences about fewer tired miners were false, and 16
        # out of 27 about more miners.
        facts = _facts(group, after, beside, seat, (seen[0][seat], seen[1][seat]))
        if facts is not None:
            found.append(Reason(group, gain, facts))
    for rival in range(len(after.players)):
        loss = sum(theirs[rival].values()) - sum(mine[rival].values())
        if rival != seat and loss >= _LEAST and other is not None:
            found.append(Reason("hinders", loss, {"player": after.players[rival].name}))
    return found


def _compute_features(state: GameState, known: GameState) -> Sequence[_Seen]:
    sites = Sites(state, list_revealed_chambers(known, state))
    return [
        dict(zip(FEATURES, compute_features(state, seat, sites), strict=True)) for seat in range(len(state.players))
    ]


def _shares(state: GameState, seen: Sequence[_Seen], judge: Judge) -> Sequence[Mapping[str, float]]:
    """Return the worth of each group of features to each seat, in groszy."""
    weights = dict(zip(FEATURES, judge.weights_at(state), strict=True))
    return [{group: sum(of[name] * weights[name] for name in names) for group, names in _GROUPS.items()} for of in seen]


def _facts(
    group: str, after: GameState, beside: GameState, seat: int, seen: tuple[_Seen, _Seen]
) -> Mapping[str, Any] | None:
    """Return the facts for *group*'s sentence comparing *after* with *beside*, or None if the sentence is false."""
    if group == "salt":
        kinds = [
            kind for kind in SALT_KINDS if after.players[seat].salt.count(kind) > beside.players[seat].salt.count(kind)
        ]
        # A review passes reasons between processes, and the default facts of a phrase cannot be pickled.
        return {"kinds": tuple(Phrase(f"why.kind.{kind}", {}) for kind in kinds)} if kinds else None
    if group == "work":
        # The features of work fade towards the end of the phase. Dividing by this factor makes it possible to compare
        # the work itself.
        hopes = [hope_of(count_remaining_orders(state)) for state in (after, beside)]
        return {} if all(hopes) and any(seen[0][of] / hopes[0] > seen[1][of] / hopes[1] for of in _WORK) else None
    if group == "walks":
        now, then = after.players[seat], beside.players[seat]
        more = now.line_left + now.line_right - then.line_left - then.line_right
        nearer = not more and now.line_left > then.line_left
        return {"more": more > 0, "nearer": nearer} if more > 0 or nearer else None
    return {} if _count_holdings(group, after, seat) - _count_holdings(group, beside, seat) else None


def _count_holdings(group: str, state: GameState, seat: int) -> Counter[str]:
    """Count the things that a group's sentence reports as increased; the count is negative if a decrease is good."""
    player, mine = state.players[seat], state.mine
    held: Counter[str] = Counter()
    match group:
        case "tempo":
            held["moves before"] = -((seat - state.turn_seat) % len(state.players))
        case "money":
            held["groszy"] = player.money
        case "miners":
            held["to hire"] = -state.bank.miners[seat]
        case "rest":
            held["tired"] = -sum(mine.tired_in(space, seat) for space in spaces_in(mine.tired[seat]))
        case "chain":
            occupied = set(spaces_in(mine.occupied)).intersection(SECTIONS)
            own = occupied.intersection(spaces_in(mine.rested[seat] | mine.tired[seat]))
            held.update(sections=len(own), tolls=len(own) - len(occupied))
        case "tools":
            held.update(f"owned {card.tool}" for card in player.tools)
            held.update(f"ready {card.tool}" for card in player.tools if not card.used)
        case "assistants":
            held.update(f"place {place}" for place, owner in enumerate(state.assistant_seats) if owner == seat)
    return held
