"""``magnum-sal table``: a companion to a real table that asks for revealed pieces and records the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import magnum_sal as ms

from ..bots import HUMAN
from ..errors.messages import brief
from ..model.player_names import find_seat
from ..words import (
    capitalize,
    error_in_words,
    label,
    pending_in_words,
    reveal_in_words,
    sentence,
    step_in_words,
)
from ..words.agreement import describe_ending
from ._options import add_language, add_rules, build_ruleset, check_same_rules
from ._output import Boards, add_form, columns, describe_incomplete_line, expand_home, print_text
from ._rule_texts import describe_rules, find_rule
from ._seats import add_seats, read_seats
from ._table_corrections import UnconfirmedLossError, correct_typed_steps, describe_last_step, undo_typed_steps
from ._table_secrets import (
    SharedScreen,
    find_recorded_looks,
    note_tile,
    remind_of_notes,
    remind_of_wrong_notes,
    show_hint,
    show_view,
)
from ._table_steps import list_choices, read_typed_piece


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Keep the record of a game on a real table. The program asks for each move and each piece that is turned up. "
        "Type ? for a list of them, correct to replace an earlier move or piece, and stop with a reason to end the "
        "game early. Lines from a pipe or a file are read until one is refused."
    )
    parser.add_argument(
        "log", nargs="?", type=Path, metavar="LOG", help="log file: record the game in it, or resume its game"
    )
    add_seats(parser, "name of a player; repeat for each seat", metavar="NAME")
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
        for told in (*describe_incomplete_line(game, options.lang), *describe_last_step(game, options.lang)):
            print_text(told)
        for text in accompany(game, SharedScreen.of_streams(), boards):
            print_text(text, end="")
            sys.stdout.flush()
        print()
    return 0


def _game(options: argparse.Namespace) -> ms.Game:
    # Write durably, because a laptop at a games table runs on a battery. People type too slowly to notice that each
    # line is flushed.
    names = _names(options)
    if options.log is not None and options.log.exists():
        game = ms.Game.from_log(options.log, durable=True)
        # At a real table nobody knows the face-down pieces. A log that contains them is from a game on the computer.
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
    return ms.Game.open_table(names, start_seat=start_seat, ruleset=build_ruleset(options), log=log, durable=True)


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
    number of an earlier step and the right piece or move, and ``undo`` the number of the last step to keep. If players
    can look at tiles, ``note`` with a chamber asks for the tile, and ``view`` shows what a player knows. A line that
    would lose steps must be typed again, and so must ``q`` if it would lose the game.

    Raises:
        MisuseError: a line was refused that does not come from a person at a terminal.
    """
    language = boards.language
    yield _question(game, language)
    # The last line, if the program warned of a loss instead of obeying it. Typed again, it confirms the loss.
    warned: str | None = None
    for line in screen.lines:
        word = line.strip()
        is_confirmed, warned = word == warned, None
        if word == "q":
            if is_confirmed or not _needs_saving(game):
                return
            told: tuple[str, ...] = (label("ui.table_lost", language),)
            warned = word
        else:
            try:
                told = _answer_line(game, word, screen, boards, is_confirmed=is_confirmed)
            except UnconfirmedLossError as loss:
                told = (str(loss), label("ui.table_confirm", language))
                warned = word
            except ms.MagnumSalError as error:
                told = _describe_refusal(game, error, language)
                # A person types a refused line again. In a file, the next line would take its place.
                if not screen.is_typed:
                    yield "\n"
                    number, reason = screen.lines.number, " ".join(told)
                    text = sentence("ui.table_refused", language, number=number, reason=reason)
                    raise ms.MisuseError(text) from error
        yield "".join(f"{text}\n" for text in told)
        yield _question(game, language)


def _needs_saving(game: ms.Game) -> bool:
    """Check whether the game has steps that are not saved in a file."""
    return game.step_count > 0 and not game.log.is_saved()


def _answer_line(
    game: ms.Game, word: str, screen: SharedScreen, boards: Boards, *, is_confirmed: bool
) -> tuple[str, ...]:
    """Run a command and return its effects."""
    recorded = find_recorded_looks(game)
    told = _run_command(game, word, screen, boards, is_confirmed=is_confirmed)
    return told + remind_of_wrong_notes(game, recorded, boards.language)


def _describe_refusal(game: ms.Game, error: ms.MagnumSalError, language: str) -> tuple[str, ...]:
    told = (error_in_words(error, language),)
    if isinstance(error, ms.LogError) and _needs_saving(game):
        return (*told, label("ui.table_lost", language))
    if isinstance(error, ms.MisuseError) and error.reason == "ended_by_agreement":
        # In a log, nothing may follow the line that ends the game, but a log without this line can be resumed.
        lost = (label("ui.table_lost", language),) if _needs_saving(game) else ()
        return (*told, *lost, label("ui.table_reopen", language))
    return told


def _run_command(
    game: ms.Game, word: str, screen: SharedScreen, boards: Boards, *, is_confirmed: bool
) -> tuple[str, ...]:
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
        return () if game.is_over else tuple(list_choices(state, language))
    if command == "undo":
        return tuple(undo_typed_steps(game, rest.strip(), screen, language, is_confirmed=is_confirmed))
    if command == "correct":
        return tuple(correct_typed_steps(game, rest.strip(), screen, language, is_confirmed=is_confirmed))
    if command == "rule" or find_rule(state.ruleset, word, language) is not None:
        typed = rest.strip() if command == "rule" else word
        return tuple(describe_rules(state.ruleset, typed, language, columns()))
    if word == "hint":
        show_hint(game, screen, language)
        return ()
    if command == "note" and state.ruleset.has_looks:
        return tuple(note_tile(game, rest.strip(), screen, language))
    if command == "view" and state.ruleset.has_looks:
        show_view(game, rest.strip(), screen, boards)
        return ()
    if state.pending is not None:
        made = game.reveal(read_typed_piece(state, word, language))
        told = reveal_in_words(state, made.events, language)
    else:
        made = game.play(word)
        told = step_in_words(made.step, language)
    return (*told, *remind_of_notes(state, made.events, language))


def _save(game: ms.Game, path: str, language: str) -> str:
    """Save the game to a new file, to which later steps are added as well."""
    if not path:
        raise ms.MisuseError(label("ui.table_save", language))
    game.log.save(expand_home(path), durable=True)
    return sentence("ui.saved", language, path=path)


def _stop(game: ms.Game, reason: str, language: str) -> tuple[str, ...]:
    """End the game early. No text is returned, because the next question shows the reason and the result."""
    if not reason and not game.is_over:
        raise ms.MisuseError(label("ui.table_stop", language))
    game.end(reason)
    return ()


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
