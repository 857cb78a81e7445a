"""``magnum-sal bot``: run a bot as a program that speaks the process protocol on standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import IO, TextIO

from ..bots import BotError, bot_names
from ._bot_program import play_by_messages
from ._options import add_ruleset, find_bots_here


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Run a bot as a program that speaks the process protocol: it reads messages from standard input and writes "
        'its moves to standard output, as JSON lines. In the arena, "process:magnum-sal bot NAME" is this bot in a '
        "process of its own, with a time limit for each move. Programs in other languages can start it, too."
    )
    parser.add_argument(
        "bot",
        metavar="NAME",
        help=f"{', '.join(bot_names())}, package.module:Class; options after a colon, as in search:iterations=500",
    )
    add_ruleset(parser, of="the games")


def run(options: argparse.Namespace) -> int:
    find_bots_here([options.bot])
    with ExitStack() as streams:
        source, sink = _take_streams(streams)
        # The bot's own output must not mix with its moves.
        streams.enter_context(redirect_stdout(sys.stderr))
        try:
            play_by_messages(options.bot, source, sink)
        except BotError as error:
            for line in error.details:
                print(line, file=sys.stderr)
            raise
    return 0


def _take_streams(streams: ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    """
    Return standard input and output, reserved for the protocol. *streams* closes them.

    From then on, the rest of the process reads nothing, and its output goes to standard error.
    """
    # C code and the programs that a bot starts use the descriptors themselves, so replacing `sys.stdout` is not enough.
    with Path(os.devnull).open() as nothing:
        source = _take(streams, sys.stdin, "rb", nothing)
    # Without a buffer, nothing is left to write when Python exits, even if the reader has gone.
    return source, _take(streams, sys.stdout, "wb", sys.stderr, buffering=0)


def _take(streams: ExitStack, stream: TextIO, mode: str, instead: TextIO, *, buffering: int = -1) -> IO[bytes]:
    """Return a copy of a standard stream, and redirect the descriptor of the stream to the file *instead*."""
    try:
        number, other = stream.fileno(), instead.fileno()
    except (OSError, ValueError):
        return stream.buffer  # a caller of main() has replaced the stream
    private: IO[bytes] = streams.enter_context(os.fdopen(os.dup(number), mode, buffering))
    os.dup2(other, number)
    return private
