"""``magnum-sal serve``: tables for playing in a browser, a desk for language models, or answers in JSON lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Final

import attrs

from .._internal.lazy_names import explain_missing
from ..errors import MisuseError
from ._options import add_language_option, add_rules, build_ruleset, list_unused_options

PORT: Final = 1368
"""The default port: the year in which Casimir the Great codified who could sell the salt of Wieliczka."""


def add_options(parser: argparse.ArgumentParser) -> None:
    # The default limits are in the classes of the server, which take long to import and need the extra ``web``.
    parser.description = "Serve tables for playing in a browser. Only this machine can connect, unless you pass --lan."
    parser.add_argument("--port", type=int, default=PORT, help=f"port to listen on (default: {PORT})")
    parser.add_argument("--lan", action="store_true", help="accept connections from this network, and show the address")
    parser.add_argument("--host", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="host name of the server, such as salt.example.org behind a proxy; may be repeated",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help="trust the X-Forwarded-* headers of the proxy at this address, and send cookies only over HTTPS",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        help="folder for the tables (default: a folder of the user); with --mcp: for saved games (default: none)",
    )
    parser.add_argument("--bot", action="append", default=[], metavar="NAME", help="bot to offer; may be repeated")
    parser.add_argument(
        "--lessons",
        type=Path,
        metavar="FOLDER",
        help="folder with lessons (TOML files) to offer besides the built-in ones",
    )
    parser.add_argument(
        "--durable", action="store_true", help="flush each move to disk, so that it survives a power failure"
    )
    parser.add_argument("--tables", type=int, help="maximum number of open tables (default: 500)")
    parser.add_argument(
        "--idle-days",
        type=float,
        metavar="DAYS",
        help="days without a move after which a table is closed (default: 30)",
    )
    parser.add_argument(
        "--log-tables",
        action="store_true",
        help="log each table that is opened, refused or closed, with the address of the client",
    )
    parser.add_argument(
        "--pause",
        type=float,
        metavar="SECONDS",
        help="seconds that a bot waits before its move, so that people can follow (default: 0.7)",
    )
    parser.add_argument(
        "--connections",
        type=int,
        metavar="N",
        help="maximum number of open connections (default: 2500, or fewer if the system allows fewer open files)",
    )
    parser.add_argument(
        "--connections-per-address",
        type=int,
        metavar="N",
        help="maximum number of connections from one address; with --proxy, of simultaneous requests (default: 128)",
    )
    parser.add_argument(
        "--idle",
        type=float,
        metavar="SECONDS",
        help="seconds after which an unused connection or an incomplete request is closed (default: 10)",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--stdio",
        action="store_true",
        help="read requests from standard input and answer on standard output, instead of serving tables",
    )
    instead.add_argument(
        "--mcp",
        action="store_true",
        help="serve language models (Model Context Protocol) on standard input and output, instead of serving tables",
    )
    parser.add_argument("--http", action="store_true", help="with --mcp: serve over HTTP on this machine, at --port")
    parser.add_argument(
        "--fair-play",
        action="store_true",
        help="with --mcp: refuse seeds and the undo of moves that revealed a piece, and shuffle loaded games",
    )
    add_language_option(parser, "with --mcp: language of the answers (default: en)", default=None)
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until the user stops the server or the input ends."""
    if options.stdio:
        _check_no_table_options(options, "--stdio", ("stdio", "ruleset"))
        return _answer_lines(options)
    if options.mcp:
        return _serve_models(options)
    for option in ("http", "fair_play", "lang"):
        if getattr(options, option):
            raise MisuseError(f"--{option.replace('_', '-')} needs --mcp")
    with explain_missing("a table server", "web"):
        from ..web.connections import ConnectionRules
        from ..web.server import ServeOptions, serve_tables
    rules = {"total": options.connections, "of_one": options.connections_per_address, "idle_seconds": options.idle}
    wanted = ServeOptions(
        port=options.port,
        address=options.host,
        is_for_network=options.lan,
        names=tuple(options.name),
        proxy=options.proxy,
        folder=options.folder,
        ruleset=build_ruleset(options),
        bots=tuple(options.bot),
        lessons=options.lessons,
        is_durable=options.durable,
        tables=options.tables,
        idle_days=options.idle_days,
        has_journal=options.log_tables,
        pause=options.pause,
        connections=ConnectionRules(**{name: value for name, value in rules.items() if value is not None}),
    )
    return serve_tables(wanted)


def _check_no_table_options(options: argparse.Namespace, instead: str, used: Collection[str]) -> None:
    """Check that no option was given that applies only to tables, which the option *instead* does not serve."""
    if unused := list_unused_options(options, add_options, used):
        raise MisuseError(f"{instead} does not serve tables; leave out {', '.join(unused)}")


def _answer_lines(options: argparse.Namespace) -> int:
    from ..bots import advise
    from ..protocol import Server, serve_lines

    server = Server(ruleset=build_ruleset(options), advise=advise)
    answers = sys.stdout.buffer
    # An extension's output must not mix with the answers.
    with redirect_stdout(sys.stderr), suppress(KeyboardInterrupt):
        serve_lines(server, sys.stdin.buffer, answers)
    return 0


def _serve_models(options: argparse.Namespace) -> int:
    if options.lan or options.name or options.proxy or (options.host is not None and not options.http):
        raise MisuseError(
            "--mcp serves only this machine: use it without --lan, --name, --proxy, or --host without --http"
        )
    if options.port != PORT and not options.http:
        raise MisuseError("--port needs --http")
    used = ("mcp", "http", "port", "host", "fair_play", "lang", "folder", "bot", "ruleset")
    _check_no_table_options(options, "--mcp", used)
    from ..mcp import DeskSettings, serve_models

    settings = DeskSettings(
        ruleset=build_ruleset(options),
        language=options.lang or "en",
        folder=options.folder,
        is_fair_play=options.fair_play,
    )
    if options.bot:
        settings = attrs.evolve(settings, bots=tuple(options.bot))
    if options.folder is not None:
        options.folder.mkdir(parents=True, exist_ok=True)
    # The SDK itself redirects the output of extensions to standard error.
    serve_models(settings, port=options.port if options.http else None, address=options.host)
    return 0
