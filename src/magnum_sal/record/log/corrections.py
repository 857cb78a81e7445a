"""Corrections: replacing moves or pieces in earlier steps of a history, and repeating later steps that still fit."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import itemgetter
from typing import TypeAlias

import attrs

from ..._internal.field_help import provide_field_help
from ...engine.chance import Piece, Reveal, read_piece
from ...errors import MagnumSalError, MisuseError
from ...errors.messages import brief
from ...model.events import Event, OrderMoved, TileLookedAt, ToolMoved
from ...model.looks import LOOKS
from ...model.moves import Move
from ...model.state import GameState
from ..notation import as_move, format_move
from .history import History

Replacement: TypeAlias = Move | Piece | Mapping[str, object]
"""A piece for a reveal, or a move in any form that ``Game.play`` accepts. A text can be either."""


@attrs.frozen
class Correction:
    """The result of a correction: the later steps that still stand, and those that were dropped."""

    kept: int
    """The number of moves and reveals after the first corrected step that still stand, or were corrected, too."""
    dropped: tuple[Move | Reveal, ...] = ()
    """The later moves and reveals that were dropped, in order."""
    error: MagnumSalError | None = None
    """Why the first dropped step is no longer possible, or None if every step still stands."""
    contradicted: tuple[TileLookedAt, ...] = ()
    """
    The looks whose noted tile is not possible after the correction. Their tiles are forgotten; the players can
    name them again with ``Game.note_look``.
    """
    changed: tuple[tuple[int, str], ...] = ()
    """
    The kept moves that now buy another tool or deliver another order: the number of each step with the notation that
    the move had before the correction. To give a player the earlier piece again, correct the step to this notation,
    together with the reveal after a delivery, because its order now lies in another slot.
    """


provide_field_help(Correction)


def correct_steps(history: History, replacements: Collection[tuple[int, Replacement]]) -> tuple[History, Correction]:
    """Return the history with each numbered step replaced, and a report of what happened to the later steps."""
    history.check_open()
    steps = history.steps
    if not steps:
        raise MisuseError("the game has no step yet, so none can be corrected")
    if not replacements:
        raise MisuseError("expected a replacement for at least one step")
    for number, _ in replacements:
        if type(number) is not int or not 1 <= number <= len(steps):
            raise MisuseError(f"number: expected a step from 1 to {len(steps)}, got {brief(number)}")
    by_number = dict(sorted(replacements, key=itemgetter(0)))
    first, *others = by_number
    if _are_same(history, by_number):
        return history, Correction(len(steps) - first)
    after = history.undo(first - 1)
    dropped: tuple[Move | Reveal, ...] = ()
    reason: MagnumSalError | None = None
    for number, step in enumerate(steps[first - 1 :], start=first):
        before = history.position_after(number - 1)
        if number in by_number:
            # The place of a piece is not compared, because the caller names the piece for the place where it lies now.
            with name_step(number, by_number):
                _check_seat(after.state, before)
                after = _make(after, _read_step(after.state, step.move, by_number[number]))
        else:
            try:
                after = repeat_step(after, step.move, before)
            except MagnumSalError as error:
                # If this step were dropped, the later numbers would refer to other steps than the caller means.
                if missed := next((other for other in others if other > number), None):
                    facts = {"missed": missed, "first": first, "number": number, "reason": str(error)}
                    raise MisuseError("step_missed", facts) from error
                dropped, reason = tuple(step.move for step in steps[number - 1 :]), error
                break
        # A tile that a player named is kept even for a corrected step, if this step makes the same look.
        after = after.repeat_secrets(step.secrets)
    looks = _find_contradicted_looks(history, after)
    changed = tuple(_find_changed_moves(history, after, range(first + 1, len(after.steps) + 1), by_number))
    return after, Correction(len(after.steps) - first, dropped, reason, looks, changed)


@contextmanager
def name_step(number: int, corrected: Collection[int]) -> Iterator[None]:
    """Add the *number* of the step to an error that the block raises, unless only one step is *corrected*."""
    try:
        yield
    except MagnumSalError as error:
        if len(corrected) == 1:
            raise
        raise MisuseError("step_refused", {"step": number, "reason": str(error)}) from error


def _are_same(history: History, by_number: Mapping[int, Replacement]) -> bool:
    """Check whether each replacement equals the step that it would replace."""
    # A text is read in the position before its step. The first replacement that differs changes the later positions, so
    # the replacements after it must not be read here.
    for number, replacement in by_number.items():
        step = history.steps[number - 1].move
        with name_step(number, by_number):
            if _read_step(history.position_after(number - 1), step, replacement) != step:
                return False
    return True


def _read_step(state: GameState, corrected: Move | Reveal, replacement: Replacement) -> Move | Reveal:
    """Read *replacement* in *state* as a step of the same kind as *corrected*, the step that it replaces."""
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
    _check_seat(state, before)
    after = _make(history, step)
    if state.pending != before.pending:
        raise MisuseError(f"the piece to be turned up is the {state.pending}, not the {before.pending}")
    return after


def _check_seat(state: GameState, before: GameState) -> None:
    """Raise ``MisuseError`` if another seat is to move in *state* than in the state *before*."""
    if state.to_move is not None and before.to_move is not None and state.to_move != before.to_move:
        raise MisuseError("other_to_move", {"name": state.player.name, "other": before.player.name})


def _find_changed_moves(
    history: History, after: History, repeated: Iterable[int], corrected: Container[int]
) -> Iterator[tuple[int, str]]:
    """Yield the repeated moves that give a player another piece in *after*, each with its notation in *history*."""
    # A move names the slot of a tool or an order, not the piece. Repeating the slot is right if the piece was misread,
    # but wrong if the player took the piece that was entered in the wrong slot. Only the players know which.
    for number in repeated:
        before, now = history.steps[number - 1], after.steps[number - 1]
        if (
            isinstance(before.move, Move)
            and number not in corrected
            and _list_gains(before.transition.events) != _list_gains(now.transition.events)
        ):
            yield number, format_move(history.position_after(number - 1), before.move)


def _list_gains(events: Iterable[Event]) -> list[OrderMoved | ToolMoved]:
    """Return the events in which a player gets an order or a tool."""
    # Comparing the notation would be wrong, because it also depends on other pieces, such as a second rope on offer.
    return [event for event in events if isinstance(event, (OrderMoved, ToolMoved)) and type(event.target) is int]


def _find_contradicted_looks(history: History, after: History) -> tuple[TileLookedAt, ...]:
    """Return the looks that still stand in *after*, but whose tile is known only in *history*."""
    found: list[TileLookedAt] = []
    for seat in range(len(history.state.players) if history.state.ruleset.has_looks else 0):
        before, now = history.find_view(seat).extras[LOOKS], after.find_view(seat).extras[LOOKS]
        lost = [chamber for chamber in before.tiles if chamber not in now.tiles]
        found += (TileLookedAt(seat, chamber) for chamber in lost if now.find_look(seat, chamber) is not None)
    return tuple(found)
