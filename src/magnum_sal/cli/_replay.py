"""``magnum-sal replay``: a recorded game turn by turn, position by position, or as a page for a browser."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import magnum_sal as ms

from .. import bots, render
from .._internal.checks import parse_digits
from ..engine.steps import steps_of
from ..errors.messages import format_path
from ..words import label, reveal_in_words, sentence, step_in_words
from ._options import add_language, add_ruleset, check_named_rules
from ._output import Boards, add_form, ask_line, check_output, describe_incomplete_line, print_text, write_picture

_PAGE: Final[dict[str, Any]] = {"force": False, "theme": "auto", "graph": True}
"""The options for the page, with their defaults."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="log file")
    parser.add_argument(
        "--at", type=int, metavar="N", default=None, help="stop after N moves; with --step, start there"
    )
    parser.add_argument("--step", action="store_true", help="step through the positions, forwards and backwards")
    add_language(parser)
    add_form(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--no-verify", action="store_true", help="use the recorded events without verifying checksums or rules"
    )
    how.add_argument(
        "--report", action="store_true", help="use the recorded events, and list where the current rules differ"
    )
    parser.add_argument(
        "--public",
        metavar="FILE",
        help="save a new log without face-down pieces and seeds instead of printing",
    )
    page = parser.add_argument_group("page", "options for the page that --html writes")
    page.add_argument(
        "--html", type=Path, metavar="FILE", help="write one HTML file that shows the game in a browser, also offline"
    )
    page.add_argument("--force", action="store_true", help="overwrite an existing file with the page")
    page.add_argument(
        "--theme",
        choices=("auto", *render.THEMES),
        default=_PAGE["theme"],
        help="colour theme (default: the one that the reader's device prefers)",
    )
    page.add_argument(
        "--graph",
        action=argparse.BooleanOptionalAction,
        default=_PAGE["graph"],
        help="show a graph of the chances of winning (default: yes)",
    )
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    if options.short is not None and not options.step:
        raise ms.MisuseError("--short needs --step, whose tables it shortens")
    if options.public is not None and (options.step or options.report or options.at is not None):
        raise ms.MisuseError("--public saves the whole game and prints nothing: leave out --step, --at and --report")
    _check_page(options)
    game = ms.Game.from_log(options.log, verify="report" if options.report else not options.no_verify)
    check_named_rules(options, game.state.ruleset)
    if options.public is not None:
        return _save_public(game, options)
    if options.html is not None:
        return _save_page(game, options)
    if options.step:
        return _step(game, options)
    text = ms.transcript(game, moves=options.at, language=options.lang)
    print_text(text, end="")
    _print_warnings(game, options.lang)
    return 0


def _print_warnings(game: ms.Game, language: str) -> None:
    """Print warnings about the log: an incomplete last line, and differences from the current rules."""
    for warning in describe_incomplete_line(game, language):
        print_text(warning)
    for disagreement in game.log.disagreements:
        print_text(sentence("replay.difference", language, difference=str(disagreement)))


def _check_page(options: argparse.Namespace) -> None:
    """Raise ``MisuseError`` if the options for the page do not fit together, or if its file cannot be written."""
    if options.html is None:
        for name, default in _PAGE.items():
            if getattr(options, name) != default:
                raise ms.MisuseError(f"--{'no-' if default is True else ''}{name} applies to a page: add --html FILE")
        return
    if options.public is not None or options.step or options.report or options.at is not None:
        raise ms.MisuseError("--html saves the whole game: leave out --step, --at, --report and --public")
    # Check the file before reading the log, which takes longer.
    check_output(options.html, force=options.force, inputs=[Path(options.log)])


def _save_page(game: ms.Game, options: argparse.Namespace) -> int:
    # Only the page needs the many modules that draw pictures, so import them here.
    from ..render.replay_views import list_steps

    steps = list_steps(game)  # raises an error for a game that is too long before anything is judged
    chances = [judgement.chances for judgement in bots.judge_game(steps)] if options.graph else None
    theme = None if options.theme == "auto" else options.theme
    write_picture(options.html, render.replay_html(game, chances=chances, language=options.lang, theme=theme))
    print_text(f"Written to {format_path(options.html)}.")
    return 0


def _save_public(game: ms.Game, options: argparse.Namespace) -> int:
    game.log.public().save(options.public)
    print_text(f"Written to {format_path(options.public)}.")
    return 0


def _step(game: ms.Game, options: argparse.Namespace) -> int:
    start = 0 if options.at is None else options.at
    game.at(start)  # raises an error for an invalid number before anything is shown
    # A person who has left the pages would not look for warnings, so print them first.
    _print_warnings(game, options.lang)
    for page in step_through(game, read_lines(options.lang), start=start, boards=Boards.of(options)):
        print_text(page, end="")
    return 0


def step_through(game: ms.Game, commands: Iterable[str], *, start: int, boards: Boards) -> Iterator[str]:
    """
    Yield the text for the first position, then one text for each command.

    A command is a line: empty for the next position, ``b`` for the previous one, a number for the position after that
    many moves, or ``q``. The text of a position ends without a newline, because the prompt follows it.
    """
    last, at = game.step_count, start
    yield _position(game, at, boards)
    for command in commands:
        word = command.strip().lower()
        if word == "q":
            return
        wanted = at + 1 if word in ("", "n") else at - 1 if word == "b" else parse_digits(word)
        if wanted is None:
            yield f"{sentence('replay.unknown_command', boards.language, text=word)}\n"
        elif not 0 <= wanted <= last:
            yield f"{sentence('replay.no_position', boards.language, last=last, at=at)}\n"
        else:
            at = wanted
            yield _position(game, at, boards)


def _position(game: ms.Game, at: int, boards: Boards) -> str:
    """Return a position with the step that led to it: below the whole table, or above its short form."""
    state, reason, place = game.at(at), game.end_reason_at(at), f"{at}/{game.step_count} "
    whole = boards.whole(state, ["", *_describe_last_step(game, at, boards.language), place], reason)
    if whole is not None:
        return whole
    # steps_of() joins each move with the pieces that were turned up after it, so the search for the last step starts
    # at the beginning.
    last = deque(steps_of(game.at(0), islice(game.history(), at)), maxlen=1)
    return f"{boards.short(state, tuple(last), reason)}\n{place}"


def _describe_last_step(game: ms.Game, at: int, language: str) -> tuple[str, ...]:
    """Describe the last move before a position and its effects."""
    if not at:
        return ()
    move, transition = next(islice(game.history(), at - 1, None))
    if isinstance(move, ms.Reveal):
        return reveal_in_words(game.at(at - 1), transition.events, language)
    return step_in_words(transition.step, language)


def read_lines(language: str) -> Iterator[str]:
    """Yield the lines that a person types after each prompt, until the input ends."""
    while (line := ask_line(label("replay.keys", language))) is not None:
        yield line
