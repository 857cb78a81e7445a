"""Corrections: another move or piece in an earlier step of a history, and the later steps that still stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from ...engine.chance import Piece, Reveal, read_piece
from ...errors import MagnumSalError, MisuseError
from ...errors.messages import brief
from ...model.events import TileLookedAt
from ...model.looks import LOOKS
from ...model.moves import Move
from ...model.state import GameState
from ..notation import as_move
from .history import History

Replacement: TypeAlias = Move | Piece | Mapping[str, object]
"""A piece for a reveal, or a move in any form that ``Game.play`` accepts. A text is either of them."""


@attrs.frozen
class Correction:
    """What became of the later steps when a move or the piece of a reveal was corrected."""

    kept: int
    """The number of later moves and reveals that still stand."""
    dropped: tuple[Move | Reveal, ...] = ()
    """The later moves and reveals that were dropped, in order."""
    error: MagnumSalError | None = None
    """Why the first dropped step is no longer possible, or None if every step still stands."""
    contradicted: tuple[TileLookedAt, ...] = ()
    """
    The looks whose noted tile is not possible after the correction. Their tiles are forgotten; the players can
    name them again with ``Game.note_look``.
    """


def correct_step(history: History, number: int, replacement: Replacement) -> tuple[History, Correction]:
    """Return the history with *replacement* in step *number*, and what became of the later steps."""
    history.check_open()
    steps = history.steps
    if not steps:
        raise MisuseError("the game has no step yet, so none can be corrected")
    if type(number) is not int or not 1 <= number <= len(steps):
        raise MisuseError(f"number: expected a step from 1 to {len(steps)}, got {brief(number)}")
    corrected = steps[number - 1].move
    made = _read_step(history.position_after(number - 1), corrected, replacement)
    if made == corrected:
        return history, Correction(len(steps) - number)
    after = _make(history.undo(number - 1), made)
    for kept, step in enumerate(steps[number:]):
        try:
            after = repeat_step(after, step.move, history.position_after(number + kept))
        except MagnumSalError as error:
            dropped = tuple(step.move for step in steps[number + kept :])
            return after, Correction(kept, dropped, error, _find_contradicted_looks(history, after))
        after = after.repeat_secrets(step.secrets)
    return after, Correction(len(steps) - number, contradicted=_find_contradicted_looks(history, after))


def _read_step(state: GameState, corrected: Move | Reveal, replacement: Replacement) -> Move | Reveal:
    """Return *replacement* in *state* as a step of the same kind as the one to be *corrected*."""
    if isinstance(corrected, Reveal):
        # Values of other types are refused when the piece is turned up or the move is played.
        return Reveal(read_piece(state, replacement))  # type: ignore[arg-type]
    return as_move(state, replacement)  # type: ignore[arg-type]


def _make(history: History, step: Move | Reveal) -> History:
    after, _ = history.reveal(step.piece) if isinstance(step, Reveal) else history.play(step)
    return after


def repeat_step(history: History, step: Move | Reveal, before: GameState) -> History:
    """
    Return the history after *step*, which was first made in the state *before*.

    Raises:
        MagnumSalError: the step is not possible now, another seat would have to make the move, or the piece would lie
            in another place.
    """
    # The rules alone do not decide: another seat may be allowed to make the same move, and the same piece may be
    # possible in another place.
    state = history.state
    if state.to_move is not None and before.to_move is not None and state.to_move != before.to_move:
        raise MisuseError("other_to_move", {"name": state.player.name, "other": before.player.name})
    after = _make(history, step)
    if state.pending != before.pending:
        raise MisuseError(f"the piece to be turned up is the {state.pending}, not the {before.pending}")
    return after


def _find_contradicted_looks(history: History, after: History) -> tuple[TileLookedAt, ...]:
    """Return the looks that still stand in *after*, but whose tile is known only in *history*."""
    found: list[TileLookedAt] = []
    for seat in range(len(history.state.players) if history.state.ruleset.has_looks else 0):
        before, now = history.find_view(seat).extras[LOOKS], after.find_view(seat).extras[LOOKS]
        lost = [chamber for chamber in before.tiles if chamber not in now.tiles]
        found += (TileLookedAt(seat, chamber) for chamber in lost if now.find_look(seat, chamber) is not None)
    return tuple(found)
