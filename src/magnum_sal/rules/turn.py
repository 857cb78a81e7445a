"""The turn: its actions, and its end (RULES TURN-1, TURN-2, TURN-3)."""

from __future__ import annotations

from typing import Final

from .._internal.caches import cached
from ..errors import Objection
from ..model.events import Event, TurnEnded, TurnStarted
from ..model.moves import EndTurn
from ..model.rule import Rule, When
from ..model.state import GameState
from . import notations
from .castle_line import move_line

__all__ = ["RULE"]

_END_TURN = EndTurn()


def moves(state: GameState) -> tuple[EndTurn, ...]:
    """Return the end of the turn, which is legal when no action is left."""
    # An action that you do not want is passed, so the turn cannot end earlier. The turn ends automatically without an
    # action, unless a rope, a bucket or food can still be used. Only then does anybody see this move.
    return (_END_TURN,)


def objection(state: GameState, move: EndTurn) -> Objection | None:
    """Return None: ending the turn is legal when no action is left."""
    return None


def decide(state: GameState, move: EndTurn) -> tuple[Event, ...]:
    """Return the events of the end of the turn."""
    return (TurnEnded(state.turn_seat),)


def count_actions(state: GameState, seat: int, round: int) -> int:
    """Return the number of actions in a turn of *round*; the default ruling of TURN-1."""
    # Phases begin and end with whole rounds, so the first round of a phase is every player's first turn in it.
    return state.ruleset.actions_in(round)


def start_turn(state: GameState, seat: int, round: int) -> tuple[Event, ...]:
    """Return the start of *seat*'s turn; its miners in the castle line move before anything else (TURN-2)."""
    # Only the miners of the player whose turn begins move. Those who reach the castle deliver before anything else.
    return (_turn_begun(seat, round, state.ruleset.rulings.actions(state, seat, round)), *move_line(state, seat))


_turn_begun = cached(most=1024)(TurnStarted)


RULE: Final[Rule] = Rule(
    EndTurn,
    When.TURN_END,
    moves,
    objection,
    decide,
    notation=notations.one_word("end", _END_TURN),
)
