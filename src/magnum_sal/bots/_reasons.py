"""Why a move is better than another: the order that it leads to, and what the judge sees after the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from ..model.mine import SECTIONS, spaces_in
from ..model.moves import CompleteOrder, Move
from ..model.pieces import SALT_KINDS
from ..model.rule import Phrase
from ..model.state import GameState
from ..words import sentence
from ._features import FEATURES, GROUPS, features_of
from ._judge import Judge, list_revealed_chambers
from ._plans import Sites, count_remaining_orders, hope_of

_LEAST: Final = 0.8
"""By how many groszy a move has to be better in something for this to be a reason."""
_MOST: Final = 3
"""Reasons of a move, at most."""

_GROUPS: Final = {
    group: tuple(name for name in FEATURES if GROUPS[name] == group)
    for group in ("tempo", "money", "salt", "walks", "miners", "rest", "work", "chain", "tools", "assistants")
}
"""The features of each group."""

_WORK: Final = ("best_work", "second_work", "at_hand")
"""The features that tell of work within reach."""

_Seen: TypeAlias = Mapping[str, float]
"""The features of a position for a seat, by name."""


@attrs.frozen
class Reason:
    """Something that speaks for a move."""

    kind: str
    """What it is, such as ``"completes"`` or ``"work"``."""
    groszy: float
    """How much it is worth, beside what the other move is good for."""
    facts: Mapping[str, Any] = attrs.field(factory=dict, hash=False)
    """What its words are filled with."""

    def in_words(self, language: str = "en") -> str:
        """
        Return it in words.

        Raises:
            MisuseError: *language* is none of ``LANGUAGES``.
        """
        return sentence(f"why.{self.kind}", language, **self.facts)


@attrs.frozen
class Course:
    """How the game may go on after a move: full states that may be, with what was done in them."""

    opening: GameState
    """The public position before the move."""
    steps: tuple[tuple[GameState, Move], ...]
    """Each position with the move made there."""
    turn_end: GameState
    """The position where the turn is over that the move belongs to."""


def reasons(course: Course, other: Course | None, judge: Judge) -> tuple[Reason, ...]:
    """Return what speaks for a course's first move beside another one, or as things stand, the weightiest first."""
    found = [*_orders(course, other), *_differences(course, other, judge)]
    found.sort(key=lambda reason: -reason.groszy)
    return tuple(found[:_MOST])


def _orders(course: Course, other: Course | None) -> list[Reason]:
    """Return the orders in sight that the course completes and the other one does not, or later."""
    # A course is followed in a world that is a guess. Only orders that lie open now are known to be there.
    in_sight = {str(order) for order in course.opening.castle.open if order is not None}
    before = dict(_list_completions(other)) if other is not None else {}
    found = []
    for order, turns in _list_completions(course):
        if order in in_sight and (order not in before or before[order] > turns):
            when = ("now", "next")[turns] if turns < 2 else "later"
            payment = int(order.partition("=")[2])
            found.append(Reason(f"completes.{when}", float(payment), {"order": order, "count": turns}))
    return found


def _list_completions(course: Course) -> list[tuple[str, int]]:
    """Return the orders that the player to move completes, and in how many turns from now; nobody else's."""
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
                found.append((str(order), turns))
    return found


def _differences(course: Course, other: Course | None, judge: Judge) -> list[Reason]:
    """Return what the judge likes better at the end of this turn than at that of the other one."""
    after, opening, seat = course.turn_end, course.opening, course.opening.turn_seat
    beside = opening if other is None else other.turn_end
    if after.is_over or beside.is_over or after.phase != beside.phase:
        return []
    seen = [_compute_features(state, opening) for state in (after, beside)]
    mine, theirs = (_shares(state, of, judge) for state, of in zip((after, beside), seen, strict=True))
    found = []
    for group in _GROUPS:
        gain = mine[seat][group] - theirs[seat][group]
        if gain < _LEAST:
            continue
        # A group can gain by something else than its words say, such as a weight that fades as the phase ends. So a
        # reason is given only if its words are true of the two positions.
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
    return [dict(zip(FEATURES, features_of(state, seat, sites), strict=True)) for seat in range(len(state.players))]


def _shares(state: GameState, seen: Sequence[_Seen], judge: Judge) -> Sequence[Mapping[str, float]]:
    """Return what each group of features is worth to each seat, in groszy."""
    weights = dict(zip(FEATURES, judge.weights_at(state), strict=True))
    return [{group: sum(of[name] * weights[name] for name in names) for group, names in _GROUPS.items()} for of in seen]


def _facts(
    group: str, after: GameState, beside: GameState, seat: int, seen: tuple[_Seen, _Seen]
) -> Mapping[str, Any] | None:
    """Return what fills the words for a group, None if these are not true of *after*, compared to *beside*."""
    if group == "salt":
        kinds = [kind for kind in SALT_KINDS if after.players[seat].salt.of(kind) > beside.players[seat].salt.of(kind)]
        # A review hands reasons from process to process, and the default facts of a phrase cannot be pickled.
        return {"kinds": tuple(Phrase(f"why.kind.{kind}", {}) for kind in kinds)} if kinds else None
    if group == "work":
        # The features of work fade with the phase, and one that fades is no better work.
        hopes = [hope_of(count_remaining_orders(state)) for state in (after, beside)]
        return {} if all(hopes) and any(seen[0][of] / hopes[0] > seen[1][of] / hopes[1] for of in _WORK) else None
    if group == "walks":
        now, then = after.players[seat], beside.players[seat]
        more = now.line_left + now.line_right - then.line_left - then.line_right
        nearer = not more and now.line_left > then.line_left
        return {"more": more > 0, "nearer": nearer} if more > 0 or nearer else None
    return {} if _holdings(group, after, seat) - _holdings(group, beside, seat) else None


def _holdings(group: str, state: GameState, seat: int) -> Counter[str]:
    """Return what the words of a group say that there is more of; what there is to be less of is below 0."""
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
