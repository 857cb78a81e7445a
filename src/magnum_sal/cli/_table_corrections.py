"""Corrections at a real table: replace or take back earlier steps, and name the steps that this drops."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import magnum_sal as ms

from .._internal.checks import parse_digits
from ..record.log.corrections import name_step
from ..words import error_in_words, label, piece_in_words, reveal_in_words, sentence, step_in_words
from ._table_secrets import SharedScreen
from ._table_steps import describe_steps, list_choices, list_steps, read_typed_piece


class UnconfirmedLossError(Exception):
    """A typed line would lose steps. The program does nothing until the person types the same line again."""


def correct_typed_steps(
    game: ms.Game, typed: str, screen: SharedScreen, language: str, *, is_confirmed: bool = False
) -> Iterator[str]:
    """
    Yield what changes when steps are corrected.

    The text is the number of a step and a piece or a move, or only a piece for the last reveal. Semicolons separate
    several steps. With a number alone, yield the pieces or moves that are possible there, and with anything else, all
    steps with their numbers.

    Raises:
        UnconfirmedLossError: later steps would be dropped, and the person has not confirmed this.
        MisuseError: the text names a step twice. If the lines do not come from a person, also if a step does not exist
            or later steps would be dropped.
    """
    steps = list_steps(game)
    if not steps:
        yield label("ui.nothing_to_correct", language)
        return
    reveals = [number for number, (_, step, _) in steps.items() if isinstance(step, ms.Reveal)]
    # A log that begins with a position may have only moves.
    last = max(reveals or steps)
    wanted: dict[int, str] = {}
    for number, text in _split_corrections(typed, last):
        if number in wanted:
            raise ms.MisuseError(sentence("ui.correct_twice", language, number=number))
        wanted[number] = text
    missing = [sentence("ui.correct_none", language, number=number) for number in wanted if number not in steps]
    if missing and not screen.is_typed:
        raise ms.MisuseError("; ".join(missing))
    if missing or not wanted:
        yield from missing
        yield from describe_steps(steps, steps, language)
        before, step, _ = steps[last]
        if isinstance(step, ms.Reveal):
            text = piece_in_words(before, step.piece, language)
        else:
            text = ms.format_move(before, step)
        yield sentence("ui.correct_which", language, number=last, text=text)
        yield label("ui.correct_several", language)
        return
    for number, text in wanted.items():
        if not text:
            yield from list_choices(steps[number][0], language)
            return
    replacements: dict[int, ms.Piece] = {}
    for number, text in wanted.items():
        with name_step(number, wanted):
            replacements[number] = _read_step(steps[number][0], text, language)
    # A mistyped number can drop the moves of a whole evening, and no command undoes a correction.
    if not is_confirmed and (loss := _describe_loss(game, replacements, language)):
        if not screen.is_typed:
            raise ms.MisuseError(loss)
        raise UnconfirmedLossError(loss)
    correction = game.correct(replacements)
    after = list_steps(game)
    for number in sorted(wanted):
        before, step, transition = after[number]
        if isinstance(step, ms.Reveal):
            yield from reveal_in_words(before, transition.events, language)
        else:
            yield from step_in_words(transition.step, language)
    if correction.error is None:
        yield label("ui.correct_kept", language)
    else:
        yield sentence("ui.correct_dropped", language, reason=error_in_words(correction.error, language))
        yield from describe_steps(steps, steps.keys() - after.keys(), language)
    if correction.changed:
        yield label("ui.correct_changed", language)
    for number, text in correction.changed:
        (line,) = describe_steps(after, [number], language)
        yield f"{line} ({sentence('ui.correct_before', language, text=text)})"


def undo_typed_steps(
    game: ms.Game, typed: str, screen: SharedScreen, language: str, *, is_confirmed: bool = False
) -> Iterator[str]:
    """
    Take back the last step, or all steps after number *typed*. Yield the removed steps and the last remaining one.

    Raises:
        UnconfirmedLossError: a person would lose several steps, and has not confirmed this.
    """
    to = parse_digits(typed) if typed else game.step_count - 1
    if to is None or (game.step_count and not 0 <= to < game.step_count):
        raise ms.MisuseError(sentence("ui.undo_which", language, number=max(game.step_count - 2, 0)))
    # A game without steps, or with an agreed end, has its own error.
    copy.copy(game).undo()
    # A person may mean the number of steps to take back. The author of a file has chosen the number with care.
    count = game.step_count - to
    if count > 1 and screen.is_typed and not is_confirmed:
        raise UnconfirmedLossError(sentence("ui.undo_loses", language, count=count, number=to + 1))
    steps = list_steps(game)
    game.undo(to=to)
    yield label("ui.undo_removed", language)
    yield from describe_steps(steps, range(to + 1, len(steps) + 1), language)
    yield from describe_last_step(game, language)


def describe_last_step(game: ms.Game, language: str) -> Iterator[str]:
    """Describe the last step of the record. Yield nothing if there is none."""
    steps = list_steps(game)
    if steps:
        yield label("ui.table_last_step", language)
        yield from describe_steps(steps, [len(steps)], language)


def _describe_loss(game: ms.Game, replacements: dict[int, ms.Piece], language: str) -> str:
    """Return which steps a correction would drop, and why. The text is empty if it would drop none."""
    correction = copy.copy(game).correct(replacements)
    if correction.error is None:
        return ""
    count, reason = len(correction.dropped), error_in_words(correction.error, language)
    facts = {"count": count, "number": game.step_count - count + 1, "reason": reason}
    return sentence("ui.correct_loses", language, **facts)


def _split_corrections(typed: str, last: int) -> Iterator[tuple[int, str]]:
    """Yield the number and the new text of each step in a ``correct`` command. A text alone is for step *last*."""
    for part in filter(None, map(str.strip, typed.split(";"))):
        first, _, rest = part.partition(" ")
        number = parse_digits(first)
        yield (last, part) if number is None else (number, rest.strip())


def _read_step(before: ms.GameState, text: str, language: str) -> ms.Piece:
    """Return the piece that the user typed, or the text of a move unchanged."""
    return text if before.pending is None else read_typed_piece(before, text, language)
