"""The end of the game: the verdict on a finished game, and the last turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._judge import Judge, margins_of

_WIN: Final = 0.8
"""The weight of victory in the value of a finished game; the margin has the remaining weight."""


class Verdict(NamedTuple):
    """
    The value of a position to each seat.

    *values* decide which moves a search prefers, from 0 to 1; *chances* are the chances of winning; *margins* are the
    expected leads over the mean of the other players, in groszy. Before the end of the game, the values are the
    chances.
    """

    values: list[float]
    chances: list[float]
    margins: list[float]


def final_verdict(state: GameState, judge: Judge) -> Verdict:
    """Return the verdict on a finished game. The values depend mostly on who won, and slightly on the margin."""
    worths = [float(score.total) for score in state.scores]
    shares, leads = share_victory(state), judge.chances(state, worths)
    values = [_WIN * won + (1.0 - _WIN) * lead for won, lead in zip(shares, leads, strict=True)]
    return Verdict(values, shares, margins_of(worths))


def share_victory(state: GameState) -> list[float]:
    """Return each seat's share of the victory in a finished game: 1 for a single winner (END-1)."""
    ranks = [score.rank for score in state.scores]
    return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]


def is_last_turn(state: GameState) -> bool:
    """Check whether the game will end with the current turn, as far as the position shows."""
    return state.phase == state.ruleset.phases and is_last_turn_of_phase(state)


def may_be_last_turn(state: GameState) -> bool:
    """Check whether the game may end with the current turn: it certainly will, or a delivery may still decide it."""
    # Miners who have arrived at the castle may complete the orders that end the phase (CASTLE-3, PHASE-1). Under the
    # standard rules, no later action of the turn completes an order. The solver finds out whether the game goes on.
    has_arrivals = state.turn is not None and state.turn.arriving > 0
    return is_last_turn(state) or (has_arrivals and state.phase == state.ruleset.phases and _closes_round(state))


def is_last_turn_of_phase(state: GameState) -> bool:
    """Check whether the phase will end with the current turn, as far as the position shows."""
    # A phase ends with its round (PHASE-1). Completed orders are never taken back, so under the standard rules nothing
    # in the turn can prolong the phase.
    return _closes_round(state) and state.ruleset.rulings.is_phase_over(state)


def _closes_round(state: GameState) -> bool:
    """Check whether the current turn is that of the right-hand neighbour of the player who began the phase."""
    return state.turn is not None and (state.turn_seat + 1) % len(state.players) == state.start_seat


def has_plain_rules(ruleset: Ruleset) -> bool:
    """Check whether a ruleset has the standard rules and rulings, maybe with other numbers and switches."""
    return not ruleset.extensions and ruleset.rules == STANDARD.rules and ruleset.rulings == STANDARD.rulings
