"""Why a move is better than another: the order that it leads to, and what the judge sees after the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from ..labels import sentence
from ..moves import CompleteOrder, Move
from ..pieces import SALT_KINDS
from ..state import GameState
from ._features import FEATURES, features_of
from ._judge import Judge, newly_revealed
from ._work import Sites

_LEAST: Final = 0.8
"""By how many groszy a move has to be better in something for this to be a reason."""
_MOST: Final = 3
"""Reasons of a move, at most."""

_GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "tempo": ("to_move", "actions", "waiting", "still_to_come", "next_phase"),
        "money": ("money", "money_to_3", "money_to_6", "money_to_12"),
        "salt": (
            "cubes_to_4",
            "cubes_beyond",
            *[f"{what}_{kind}" for kind in SALT_KINDS for what in ("first", "second", "third", "all")],
            "delivered",
            "salt_left",
            "progress",
            "orders_in_store",
            "orders_short_of_1",
            "orders_short_of_2",
            "dearest_in_store",
        ),
        "walks": ("line_right", "line_left", "arriving", "paid_walks", "vain_walks", "rivals_first"),
        "miners": ("miners", "miners_to_6", "miners_to_8", "miners_while_the_phase_lasts", "stock", "any_stock"),
        "rest": ("rested", "tired", "any_tired", "tired_beyond_2"),
        "work": (
            "best_work",
            "second_work",
            "best_work_faded",
            "second_work_faded",
            "at_hand",
            "cubes_at_hand",
        ),
        "chain": ("sections", "sections_alone", "tolls_due"),
        "tools": (
            *[name for name in FEATURES if name.startswith(("ready_", "owned_"))],
            "tools",
            "tool_value",
            "odd_tool",
        ),
        "assistants": tuple(name for name in FEATURES if name.startswith("assistant_at_")),
    }
)
"""What a person would call what the features tell of."""


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
    """
    Return what speaks for the first move of a course, the weightiest first; nothing may.

    Args:
        course: What it leads to.
        other: What it is compared to; None for how things stand.
        judge: Says what positions are worth.
    """
    found = [*_orders(course, other), *_differences(course, other, judge)]
    found.sort(key=lambda reason: -reason.groszy)
    return tuple(found[:_MOST])


def _orders(course: Course, other: Course | None) -> list[Reason]:
    """Return the orders that the course completes and the other one does not, or later."""
    before = dict(_completed(other)) if other is not None else {}
    found = []
    for order, turns in _completed(course):
        if order not in before or before[order] > turns:
            when = ("now", "next")[turns] if turns < 2 else "later"
            payment = int(order.partition("=")[2])
            found.append(Reason(f"completes.{when}", float(payment), {"order": order, "count": turns}))
    return found


def _completed(course: Course) -> list[tuple[str, int]]:
    """Return the orders that the player completes, and in how many turns from now."""
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
    mine, theirs = (_shares(state, opening, judge) for state in (after, beside))
    found = []
    for group in _GROUPS:
        gain = mine[seat][group] - theirs[seat][group]
        if gain >= _LEAST:
            found.append(Reason(group, gain))
    for rival in range(len(after.players)):
        loss = sum(theirs[rival].values()) - sum(mine[rival].values())
        if rival != seat and loss >= _LEAST and other is not None:
            found.append(Reason("hinders", loss, {"player": after.players[rival].name}))
    return found


def _shares(state: GameState, known: GameState, judge: Judge) -> Sequence[Mapping[str, float]]:
    """Return what each group of features is worth to each seat, in groszy."""
    sites = Sites(state, newly_revealed(known, state))
    weights = dict(zip(FEATURES, judge.weights_at(state), strict=True))
    shares = []
    for seat in range(len(state.players)):
        seen = dict(zip(FEATURES, features_of(state, seat, sites), strict=True))
        shares.append({group: sum(seen[name] * weights[name] for name in names) for group, names in _GROUPS.items()})
    return shares
