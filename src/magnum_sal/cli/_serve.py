"""``magnum-sal serve``: the rules for programs in any language, asked and answered in lines of JSON."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout, suppress
from typing import Any

from ._variants import add_rules, ruleset_chosen


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "serve",
        help="answer a program in any language: positions, legal moves, what comes of them",
        description="Answer requests, each a JSON object on a line, until there are no more.",
    )
    parser.add_argument(
        "--stdio",
        action="store_true",
        required=True,
        help="read requests from standard input, answer on standard output",
    )
    add_rules(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Answer until the input ends."""
    from ..serve import Server, serve_lines

    server = Server(ruleset=ruleset_chosen(options))
    answers = sys.stdout.buffer
    # What an extension prints must not come between the answers.
    with redirect_stdout(sys.stderr), suppress(KeyboardInterrupt):
        serve_lines(server, sys.stdin.buffer, answers)
    return 0
