"""``magnum-sal table``: a companion to a real table that asks for revealed pieces and records the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import magnum_sal as ms

from .._internal.checks import parse_digits
from ..bots import HUMAN
from ..errors.messages import brief
from ..errors.suggestions import fold
from ..model.pieces import ORDER, TILE
from ..model.player_names import find_seat
from ..record.log.corrections import name_step
from ..words import (
    capitalize,
    error_in_words,
    label,
    move_in_words,
    pending_in_words,
    piece_in_words,
    reveal_in_words,
    sentence,
    step_in_words,
)
from ..words.agreement import describe_ending
from ._options import add_language, add_rules, build_ruleset, check_same_rules
from ._output import Boards, add_form, expand_home, print_text
from ._seats import PEOPLE, add_seats, read_seats
from ._table_secrets import (
    SharedScreen,
    find_recorded_looks,
    note_tile,
    remind_of_notes,
    remind_of_wrong_notes,
    show_hint,
    show_view,
)

_NumberedStep: TypeAlias = tuple[ms.GameState, ms.Move | ms.Reveal, ms.Transition]
"""The position before a move or a reveal, the step itself, and its transition."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Keep the record of a game on a real table. The program asks for each move and each piece that is turned up. "
        "Type ? for a list of them, correct to replace an earlier move or piece, and stop with a reason to end the "
        "game early. Lines from a pipe or a file are read until one is refused."
    )
    parser.add_argument(
        "log", nargs="?", type=Path, metavar="LOG", help="log file: record the game in it, or resume its game"
    )
    add_seats(parser, "name of a player; repeat for each seat", metavar=PEOPLE)
    parser.add_argument("--start", metavar="NAME", help="starting player (default: the first)")
    add_form(parser)
    add_rules(parser)
    add_language(parser)


def run(options: argparse.Namespace) -> int:
    """Ask for moves and commands until the user quits."""
    with _game(options) as game:
        boards = Boards.of(options)
        print_text(_table(game.state, boards, game.end_reason))
        if options.log is None:
            print_text(label("ui.table_unrecorded", options.lang))
        for text in accompany(game, SharedScreen.of_streams(), boards):
            print_text(text, end="")
            sys.stdout.flush()
        print()
    return 0


def _game(options: argparse.Namespace) -> ms.Game:
    names = _names(options)
    if options.log is not None and options.log.exists():
        game = ms.Game.from_log(options.log)
        # At a real table nobody knows the face-down pieces. A log that contains them belongs to a game on the computer.
        if not game.log.is_public:
            raise ms.MisuseError(f"{options.log} records face-down pieces; resume it with magnum-sal play")
        check_same_rules(options, game.state.ruleset, options.log)
        players = [player.name for player in game.state.players]
        if names and names != players:
            raise ms.MisuseError(f"{options.log} is a game of {', '.join(players)}; leave out --seat to resume it")
        first = game.at(0).start_seat
        if options.start is not None and find_seat(players, options.start) != first:
            started = f"{options.log} is a game that {players[first]} started"
            raise ms.MisuseError(f"{started}; leave out --start to resume it")
        # If another program writes to the log, the person should find out now, not after the first move.
        game.log.lock()
        return game
    if not names:
        raise ms.MisuseError("name the players: pass --seat NAME for each seat")
    start_seat = 0 if options.start is None else find_seat(names, options.start)
    log = None if options.log is None else str(options.log)
    return ms.Game.open_table(names, start_seat=start_seat, ruleset=build_ruleset(options), log=log)


def _names(options: argparse.Namespace) -> list[str]:
    """Return the names by seat. Raise ``MisuseError`` if a seat names a bot, because a bot cannot move pieces."""
    seats = read_seats(options)
    if bot := next((seat for seat in seats if seat.player != HUMAN), None):
        raise ms.MisuseError(f"--seat {brief(f'{bot.name}={bot.player}')}: only people play at a real table")
    return [seat.name for seat in seats]


def accompany(game: ms.Game, screen: SharedScreen, boards: Boards) -> Iterator[str]:
    """
    Yield a question, then for each typed line its effects and the next question.

    A line is a piece or its number, a move in notation, ``?`` for the possible choices, ``b`` for the board, ``undo``,
    ``hint``, ``save`` with a file, or ``q``. ``stop`` takes the reason to end the game early. ``correct`` takes the
    number of an earlier step and the right piece or move. If players can look at tiles, ``note`` with a chamber asks
    for the tile, and ``view`` shows what a player knows.

    Raises:
        MisuseError: a line that no person types at a terminal was refused.
    """
    language = boards.language
    yield _question(game, language)
    is_warned = False
    for line in screen.lines:
        word = line.strip()
        if word == "q":
            if is_warned or not _needs_saving(game):
                return
            told: tuple[str, ...] = (label("ui.table_lost", language),)
        else:
            try:
                told = _answer_line(game, word, screen, boards)
            except ms.MagnumSalError as error:
                told = _describe_refusal(game, error, language)
                # A person types a refused line again. In a file, the next line would take its place.
                if not screen.is_typed:
                    yield "\n"
                    number, reason = screen.lines.number, " ".join(told)
                    text = sentence("ui.table_refused", language, number=number, reason=reason)
                    raise ms.MisuseError(text) from error
        is_warned = word == "q"
        yield "".join(f"{text}\n" for text in told)
        yield _question(game, language)


def _needs_saving(game: ms.Game) -> bool:
    """Check whether the game has steps that are in no file."""
    return game.step_count > 0 and not game.log.is_saved()


def _answer_line(game: ms.Game, word: str, screen: SharedScreen, boards: Boards) -> tuple[str, ...]:
    """Run a command and return its effects."""
    recorded = find_recorded_looks(game)
    told = _run_command(game, word, screen, boards)
    return told + remind_of_wrong_notes(game, recorded, boards.language)


def _describe_refusal(game: ms.Game, error: ms.MagnumSalError, language: str) -> tuple[str, ...]:
    told = (error_in_words(error, language),)
    if isinstance(error, ms.LogError) and _needs_saving(game):
        return (*told, label("ui.table_lost", language))
    if isinstance(error, ms.MisuseError) and error.reason == "ended_by_agreement":
        # Nothing may follow the line of the end in a log, but a log without this line can be resumed.
        lost = (label("ui.table_lost", language),) if _needs_saving(game) else ()
        return (*told, *lost, label("ui.table_reopen", language))
    return told


def _run_command(game: ms.Game, word: str, screen: SharedScreen, boards: Boards) -> tuple[str, ...]:
    state, language = game.state, boards.language
    command, _, rest = word.partition(" ")
    if not word:
        return ()
    if word == "b":
        return (_table(state, boards, game.end_reason),)
    if command == "save":
        return (_save(game, rest.strip(), language),)
    if command == "stop":
        return _stop(game, rest.strip(), language)
    if word == "?":
        return () if game.is_over else tuple(_choices(state, language))
    if word == "undo":
        game.undo()
        return (sentence("ui.undone", language, count=game.step_count),)
    if command == "correct":
        return tuple(_correct(game, rest.strip(), screen, language))
    if word == "hint":
        show_hint(game, screen, language)
        return ()
    if command == "note" and state.ruleset.has_looks:
        return tuple(note_tile(game, rest.strip(), screen, language))
    if command == "view" and state.ruleset.has_looks:
        show_view(game, rest.strip(), screen, boards)
        return ()
    if state.pending is not None:
        made = game.reveal(_piece(state, word, language))
        told = reveal_in_words(state, made.events, language)
    else:
        made = game.play(word)
        told = step_in_words(made.step, language)
    return (*told, *remind_of_notes(state, made.events, language))


def _save(game: ms.Game, path: str, language: str) -> str:
    """Write the game to a new file, which also receives the further steps."""
    if not path:
        raise ms.MisuseError(label("ui.table_save", language))
    game.log.save(expand_home(path))
    return sentence("ui.saved", language, path=path)


def _stop(game: ms.Game, reason: str, language: str) -> tuple[str, ...]:
    """End the game early. The next question tells the reason and the result, so there is nothing else to tell."""
    if not reason and not game.is_over:
        raise ms.MisuseError(label("ui.table_stop", language))
    game.end(reason)
    return ()


def _correct(game: ms.Game, typed: str, screen: SharedScreen, language: str) -> Iterator[str]:
    """
    Yield what changes when steps are corrected.

    The text is the number of a step and a piece or a move, or only a piece for the last reveal. Semicolons separate
    several steps. With a number alone, yield the pieces or moves that are possible there, and with anything else, all
    steps with their numbers.
    """
    steps = _list_steps(game)
    if not steps:
        yield label("ui.nothing_to_correct", language)
        return
    reveals = [number for number, (_, step, _) in steps.items() if isinstance(step, ms.Reveal)]
    # A log that begins with a position may have only moves.
    last = max(reveals or steps)
    wanted = dict(_split_corrections(typed, last))
    missing = [sentence("ui.correct_none", language, number=number) for number in wanted if number not in steps]
    if missing and not screen.is_typed:
        raise ms.MisuseError("; ".join(missing))
    if missing or not wanted:
        yield from missing
        yield from _describe_steps(steps, steps, language)
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
            yield from _choices(steps[number][0], language)
            return
    replacements: dict[int, ms.Piece] = {}
    for number, text in wanted.items():
        with name_step(number, wanted):
            replacements[number] = _read_step(steps[number][0], text, language)
    correction = game.correct(replacements)
    after = _list_steps(game)
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
        yield from _describe_steps(steps, steps.keys() - after.keys(), language)
    if correction.changed:
        yield label("ui.correct_changed", language)
    for number, text in correction.changed:
        (line,) = _describe_steps(after, [number], language)
        yield f"{line} ({sentence('ui.correct_before', language, text=text)})"


def _split_corrections(typed: str, last: int) -> Iterator[tuple[int, str]]:
    """Yield the number and the new text of each step in a ``correct`` command. A text alone is for step *last*."""
    for part in filter(None, map(str.strip, typed.split(";"))):
        first, _, rest = part.partition(" ")
        number = parse_digits(first)
        yield (last, part) if number is None else (number, rest.strip())


def _read_step(before: ms.GameState, text: str, language: str) -> ms.Piece:
    """Return the piece that the user typed, or the text of a move unchanged."""
    return text if before.pending is None else _piece(before, text, language)


def _list_steps(game: ms.Game) -> dict[int, _NumberedStep]:
    """Return each step by its number, with the position before it and its transition."""
    return {
        number: (game.at(number - 1), step, transition)
        for number, (step, transition) in enumerate(game.history(), start=1)
    }


def _describe_steps(steps: Mapping[int, _NumberedStep], numbers: Iterable[int], language: str) -> Iterator[str]:
    """Describe moves with their notation, and pieces that were turned up with their place, each with its number."""
    for number in sorted(numbers):
        before, step, transition = steps[number]
        if isinstance(step, ms.Reveal):
            text = reveal_in_words(before, transition.events, language)[0]
        else:
            text = f"{before.player.name}: {ms.format_move(before, step):20} {move_in_words(before, step, language)}"
        yield f"{number:4} {text}"


def _table(state: ms.GameState, boards: Boards, end_reason: str | None) -> str:
    """Return the table in a form that leaves room for the question below it."""
    return boards.whole(state, end_reason=end_reason) or boards.short(state, end_reason=end_reason)


def _question(game: ms.Game, language: str) -> str:
    """Return the next question: which piece was revealed, which move was made, or what to do after the end."""
    state = game.state
    if game.is_over:
        ending = (label("game_over", language), *describe_ending(state, game.end_reason, language))
        # An agreed end is final. After the last move, a person may find that it was mistyped.
        commands = label("ui.table_over" if state.is_over else "ui.table_ended", language)
        return "\n".join((*ending, f"{commands} "))
    if state.pending is not None:
        awaited = capitalize(pending_in_words(state, language))
        return f"{awaited} {label('ui.table_piece', language)} "
    return f"{state.player.name}: {label('ui.table_move', language)} "


def _choices(state: ms.GameState, language: str) -> Iterator[str]:
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


def _piece(state: ms.GameState, word: str, language: str) -> ms.Piece:
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
    # The names of an extension may differ only in an accent, so a name without accents counts last.
    by_name = {_fold_name(name): piece for name, piece in names.items()} | {
        name.lower(): piece for name, piece in names.items()
    }
    typed = "_".join(word.lower().split())
    default = typed if typed in (*pieces, *state.ruleset.tool_kinds) else word
    return by_name.get(word.lower(), by_name.get(_fold_name(word), default))


def _fold_name(name: str) -> str:
    """Return a name without what people leave out or add when they type it: case, accents and extra spaces."""
    return " ".join(fold(name).split())
