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
    """Return ``EndTurn``, which is legal when no action is left."""
    # You must pass the actions that you do not want, so the turn cannot end earlier. When no action is left, the turn
    # ends automatically, unless a rope, a bucket or food can still be used. Only in this case is this move listed.
    return (_END_TURN,)


def objection(state: GameState, move: EndTurn) -> Objection | None:
    """Return None: ending the turn is legal when no action is left."""
    return None


def decide(state: GameState, move: EndTurn) -> tuple[Event, ...]:
    """Return the events of ending the turn."""
    return (TurnEnded(state.turn_seat),)


def count_actions(state: GameState, seat: int, round: int) -> int:
    """Return the number of actions in a turn of *round*; the default ruling of TURN-1."""
    # Phases consist of whole rounds, so every player's first turn in a phase is in its first round.
    return state.ruleset.actions_in(round)


def start_turn(state: GameState, seat: int, round: int) -> tuple[Event, ...]:
    """Return the events at the start of *seat*'s turn. The seat's miners in the castle line move first (TURN-2)."""
    # Only the miners of the player whose turn begins move. Miners who reach the castle deliver before anything else.
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
