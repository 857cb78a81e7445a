"""Passing an action, and resting for a whole turn, so that tired miners stand up (RULES TURN-4)."""

from __future__ import annotations

from typing import Final

from ..errors import Objection
from ..model.events import ActionPassed, Event, MinersRested, TurnEnded
from ..model.mine import spaces_in
from ..model.moves import Pass, Rest
from ..model.rule import Rule, When
from ..model.state import GameState
from . import notations

_PASS, _REST = Pass(), Rest()


def pass_moves(state: GameState) -> tuple[Pass, ...]:
    """Return ``Pass``, which is always legal while an action is left."""
    return (_PASS,)


def pass_objection(state: GameState, move: Pass) -> Objection | None:
    """Return None: a pass is always legal."""
    return None


def decide_pass(state: GameState, move: Pass) -> tuple[Event, ...]:
    """Return the events of a pass; the miners rest if all actions of the turn are passed (TURN-4)."""
    assert state.turn is not None
    # When you pass every action of a turn, your tired miners stand up with the last pass. A turn with a single action
    # is not enough.
    actions = state.ruleset.rulings.actions(state, state.turn_seat, state.round)
    passed_all = actions > 1 and state.turn.passes + 1 == actions
    return (ActionPassed(state.turn_seat), *(rest_miners(state, state.turn_seat) if passed_all else ()))


def rest_moves(state: GameState) -> tuple[Rest, ...]:
    """Return ``Rest`` if it is legal."""
    # The condition that most often fails is checked first.
    return () if not state.mine.tired[state.turn_seat] or _no_rest(state) else (_REST,)


def rest_objection(state: GameState, move: Rest) -> Objection | None:
    """Return the objection to resting, or None."""
    # After a pass it is too late to rest in one move, but passing all other actions has the same effect. The sentence
    # mentions this.
    reason = _no_rest(state)
    if not reason:
        return None
    return Objection(
        "TURN-4", reason, {"only_passed": True} if reason == "action_used" and _may_yet_rest(state) else {}
    )


def _may_yet_rest(state: GameState) -> bool:
    """Check whether the tired miners stand up if the player passes until the turn ends (TURN-4)."""
    assert state.turn is not None
    actions = state.ruleset.rulings.actions(state, state.turn_seat, state.round)
    return state.turn.passes + state.turn.actions_left == actions and bool(state.mine.tired[state.turn_seat])


def _no_rest(state: GameState) -> str:
    """Return the first reason why the player may not rest, or an empty string."""
    assert state.turn is not None
    actions = state.ruleset.rulings.actions(state, state.turn_seat, state.round)
    # To rest is to give up a whole turn of several actions. A turn with a single action is not enough.
    if actions < 2:
        return "turn_of_one_action"
    # A rest is possible only before the first action of the turn, and a pass is an action, too. Deliveries, bucket and
    # food are not actions, so they do not prevent it.
    if state.turn.actions_left < actions:
        return "action_used"
    # A miner must be tired, because otherwise the rest would change nothing.
    return "" if state.mine.tired[state.turn_seat] else "no_tired_miner"


def decide_rest(state: GameState, move: Rest) -> tuple[Event, ...]:
    """Return the events of a rest, which ends the turn at once."""
    # The turn ends even if the player has a bucket or food: no tool can be used after a rest.
    return (*rest_miners(state, state.turn_seat), TurnEnded(state.turn_seat))


def rest_miners(state: GameState, seat: int) -> tuple[Event, ...]:
    """Return the events that make all tired miners of *seat* stand up."""
    mine = state.mine
    return tuple(MinersRested(seat, chamber, mine.tired_in(chamber, seat)) for chamber in spaces_in(mine.tired[seat]))


# A pass has its own event, which uses up the action and counts the pass, and a rest ends the turn. The engine must
# therefore not add ``ActionTaken`` to either.
PASS: Final[Rule] = Rule(
    Pass,
    When.ACTION,
    pass_moves,
    pass_objection,
    decide_pass,
    takes_action=False,
    notation=notations.one_word("pass", _PASS),
)

REST: Final[Rule] = Rule(
    Rest,
    When.ACTION,
    rest_moves,
    rest_objection,
    decide_rest,
    takes_action=False,
    notation=notations.one_word("rest", _REST),
)
