"""The steps of a game on a real table: list and describe them, and read the pieces that people type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import magnum_sal as ms

from .._internal.checks import parse_digits
from ..errors.suggestions import fold
from ..model.pieces import ORDER, TILE
from ..words import move_in_words, piece_in_words, reveal_in_words

NumberedStep: TypeAlias = tuple[ms.GameState, ms.Move | ms.Reveal, ms.Transition]
"""The position before a move or a reveal, the step itself, and its transition."""


def list_steps(game: ms.Game) -> dict[int, NumberedStep]:
    """Return each step by its number, with the position before it and its transition."""
    return {
        number: (game.at(number - 1), step, transition)
        for number, (step, transition) in enumerate(game.history(), start=1)
    }


def describe_steps(steps: Mapping[int, NumberedStep], numbers: Iterable[int], language: str) -> Iterator[str]:
    """Describe moves with their notation, and pieces that were turned up with their place, each with its number."""
    for number in sorted(numbers):
        before, step, transition = steps[number]
        if isinstance(step, ms.Reveal):
            text = reveal_in_words(before, transition.events, language)[0]
        else:
            text = f"{before.player.name}: {ms.format_move(before, step):20} {move_in_words(before, step, language)}"
        yield f"{number:4} {text}"


def list_choices(state: ms.GameState, language: str) -> Iterator[str]:
    if state.pending is None:
        for move in ms.legal_moves(state):
            yield f"{ms.format_move(state, move):24} {move_in_words(state, move, language)}"
        return
    outcomes = ms.outcomes(state)
    has_numbers = _are_numbers([piece for piece, _ in outcomes])
    for number, (piece, chance) in enumerate(outcomes, start=1):
        words = piece_in_words(state, piece, language)
        if has_numbers and words != piece:
            words = f"{piece} ({words})"
        yield f"{'-' if has_numbers else number:>2} {words} ({chance})"


def _are_numbers(pieces: Sequence[object]) -> bool:
    """Check whether some of *pieces* are numbers. A typed number is then a face of the die, not a place in a list."""
    return any(type(piece) is str and piece.isdecimal() for piece in pieces)


def read_typed_piece(state: ms.GameState, word: str, language: str) -> ms.Piece:
    """Return the piece that the user typed by its number among the possible pieces, by its notation, or by its name."""
    assert state.pending is not None
    pieces = [piece for piece, _ in ms.outcomes(state)]
    if word in pieces:
        return word
    if (number := parse_digits(word)) and number <= len(pieces) and not _are_numbers(pieces):
        return pieces[number - 1]
    if state.pending.pile == TILE:
        return ms.ChamberTile.parse(word.upper())
    if state.pending.pile == ORDER:
        return ms.RoyalOrder.parse(word.upper())
    # A tool or card may be typed by its name in the person's language, or by its id.
    names = {piece_in_words(state, piece, language): piece for piece in pieces if type(piece) is str}
    # The names of an extension may differ only in an accent, so an exact match precedes one without accents.
    by_name = {_fold_name(name): piece for name, piece in names.items()} | {
        name.lower(): piece for name, piece in names.items()
    }
    typed = "_".join(word.lower().split())
    default = typed if typed in (*pieces, *state.ruleset.tool_kinds) else word
    return by_name.get(word.lower(), by_name.get(_fold_name(word), default))


def _fold_name(name: str) -> str:
    """Return a name without the details that people type differently: case, accents and extra spaces."""
    return " ".join(fold(name).split())
