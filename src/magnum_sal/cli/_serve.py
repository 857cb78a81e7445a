"""``magnum-sal serve``: serve tables for playing in a browser, or answer programs with lines of JSON."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Final

from ..errors import MissingExtraError
from ._options import add_rules, build_ruleset

PORT: Final = 1368
"""The default port: the year in which Casimir the Great codified who may sell the salt of Wieliczka."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = "Serve tables to play at in a browser, on this machine alone unless --lan says otherwise."
    parser.add_argument("--port", type=int, default=PORT, help=f"where the server listens (default: {PORT})")
    parser.add_argument(
        "--lan", action="store_true", help="let the phones and computers of this network in; the address is shown"
    )
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen at, instead of 127.0.0.1")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name under which the server is reached, such as salt.example.org behind a proxy; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help="the address of the proxy whose word is taken for where requests come from; then only HTTPS is spoken",
    )
    parser.add_argument("--folder", type=Path, help="where tables are kept (default: a folder of this user's)")
    parser.add_argument("--bot", action="append", default=[], metavar="NAME", help="a bot to offer; may be repeated")
    parser.add_argument(
        "--tables", type=int, default=500, help="tables that are open at a time, at most (default: 500)"
    )
    parser.add_argument(
        "--pause",
        type=float,
        metavar="SECONDS",
        help="how long a bot waits before its move, so that one can follow (default: 0.7)",
    )
    parser.add_argument(
        "--connections",
        type=int,
        default=2500,
        metavar="N",
        help="connections that are kept open, at most (default: 2500, or fewer if the system allows fewer open files)",
    )
    parser.add_argument(
        "--connections-per-address",
        type=int,
        default=128,
        metavar="N",
        help="connections from one address, at most; with --proxy, requests at a time (default: 128)",
    )
    parser.add_argument(
        "--idle",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="close a connection that is unused for so long, or that takes longer to send a request (default: 10)",
    )
    parser.add_argument(
        "--stdio",
        action="store_true",
        help="serve no tables: read requests from standard input, answer on standard output",
    )
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until the person stops the server or the input ends."""
    if options.stdio:
        return _answer_lines(options)
    try:
        from ..web.connections import ConnectionRules
        from ..web.server import ServeOptions, serve_tables
    except ModuleNotFoundError as error:
        raise MissingExtraError("a table server", "web", (error.name or "").partition(".")[0]) from None
    wanted = ServeOptions(
        port=options.port,
        address=options.host,
        is_for_network=options.lan,
        names=tuple(options.name),
        proxy=options.proxy,
        folder=options.folder,
        ruleset=build_ruleset(options),
        bots=tuple(options.bot),
        tables=options.tables,
        pause=options.pause,
        connections=ConnectionRules(
            total=options.connections, of_one=options.connections_per_address, idle_seconds=options.idle
        ),
    )
    return serve_tables(wanted)


def _answer_lines(options: argparse.Namespace) -> int:
    from ..protocol import Server, serve_lines

    server = Server(ruleset=build_ruleset(options))
    answers = sys.stdout.buffer
    # An extension's output must not mix with the answers.
    with redirect_stdout(sys.stderr), suppress(KeyboardInterrupt):
        serve_lines(server, sys.stdin.buffer, answers)
    return 0
