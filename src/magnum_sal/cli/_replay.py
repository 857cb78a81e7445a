"""``magnum-sal replay``: a recorded game turn by turn in notation, or position by position in both directions."""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import magnum_sal as ms

from ..errors.messages import brief, printable
from ..queries.steps import steps_of
from ..words import reveal_in_words, step_in_words
from ._options import add_language, add_ruleset, check_named_rules
from ._output import Boards, add_form, print_text

PROMPT: Final = "[Enter] next, [b] back, [number] go there, [q] quit: "


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="the log's file")
    parser.add_argument("--at", type=int, metavar="N", default=None, help="stop after N moves; with --step begin there")
    parser.add_argument("--step", action="store_true", help="show position by position, forwards and back")
    add_language(parser)
    add_form(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--no-verify", action="store_true", help="take the recorded events as they are, checksums and rules unasked"
    )
    how.add_argument("--report", action="store_true", help="take them as they are, and list where today's rules differ")
    parser.add_argument(
        "--public",
        metavar="FILE",
        help="save instead a new log of what everybody at the table knows: nothing that lies face down, no seeds",
    )
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    if options.short is not None and not options.step:
        raise ms.MisuseError("--short is about the tables that --step shows")
    if options.public is not None and (options.step or options.report or options.at is not None):
        raise ms.MisuseError("--public saves the whole game and prints nothing of it: leave out --step, --at, --report")
    game = ms.Game.from_log(options.log, verify="report" if options.report else not options.no_verify)
    check_named_rules(options, game.state.ruleset)
    if options.public is not None:
        return _save_public(game, options)
    if options.step:
        return _step(game, options)
    text = ms.transcript(game, moves=options.at, language=options.lang)
    print_text(text, end="")
    if game.log.torn:
        print(f"The log ends in {len(game.log.torn)} bytes of a line that was cut off; they are left out.")
    for disagreement in game.log.disagreements:
        print_text(f"By today's rules: {disagreement}")
    return 0


def _save_public(game: ms.Game, options: argparse.Namespace) -> int:
    game.log.public().save(options.public)
    print_text(f"Written to {printable(options.public, 150)}.")
    return 0


def _step(game: ms.Game, options: argparse.Namespace) -> int:
    start = 0 if options.at is None else options.at
    game.at(start)  # raises an error for an invalid number before anything is shown
    for page in step_through(game, read_lines(), start=start, boards=Boards.of(options)):
        print_text(page, end="")
    return 0


def step_through(game: ms.Game, commands: Iterable[str], *, start: int, boards: Boards) -> Iterator[str]:
    """
    Yield the text for the first position, then one text for each command.

    A command is a line: empty for the next position, ``b`` for the previous one, a number of moves, or ``q``. A
    position ends without a newline, before the prompt.
    """
    last, at = game.step_count, start
    yield _position(game, at, boards)
    for command in commands:
        word = command.strip().lower()
        if word == "q":
            return
        wanted = at + 1 if word in ("", "n") else at - 1 if word == "b" else _number(word)
        if wanted is None:
            yield f"{brief(word)} is none of these.\n"
        elif not 0 <= wanted <= last:
            yield f"The game has positions from 0 to {last} moves; this is {at}.\n"
        else:
            at = wanted
            yield _position(game, at, boards)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _position(game: ms.Game, at: int, boards: Boards) -> str:
    """Return a position with the step that led to it: below the whole table, or above its short form."""
    state, place = game.at(at), f"{at}/{game.step_count} "
    whole = boards.whole(state, ["", *_describe_last_step(game, at, boards.language), place])
    if whole is not None:
        return whole
    # steps_of() joins each move with the pieces that were turned up after it, so the last step is found from the
    # beginning.
    last = deque(steps_of(game.at(0), islice(game.history(), at)), maxlen=1)
    return f"{boards.short(state, tuple(last))}\n{place}"


def _describe_last_step(game: ms.Game, at: int, language: str) -> tuple[str, ...]:
    """Describe the last move before a position and its effects."""
    if not at:
        return ()
    move, transition = next(islice(game.history(), at - 1, None))
    before = game.at(at - 1)
    if isinstance(move, ms.Reveal):
        return reveal_in_words(before, transition.events, language)
    return step_in_words(ms.Step(before, move, *transition), language)


def read_lines() -> Iterator[str]:
    """Print prompts and yield the lines that a person types, until the input ends."""
    while True:
        print(PROMPT, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return
        yield line
