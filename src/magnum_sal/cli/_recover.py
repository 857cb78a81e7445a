"""``magnum-sal recover``: save the lines before the first damaged line of a log or results file as a new file."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors.messages import form_for
from ..record.log import GameLog
from ..record.log.loading import is_results_file
from ._options import add_ruleset, check_named_rules
from ._output import print_text


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read a log, or a results file of the arena, up to its first damaged line and save that part to a new file, "
        "which can be resumed. The damaged file is not changed. A log of an earlier version is saved in the current "
        "schema."
    )
    parser.add_argument("log", metavar="LOG", type=Path, help="damaged or old log, or damaged results file")
    parser.add_argument("new", metavar="NEW", type=Path, help="new file to save to; it must not exist")
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    if is_results_file(options.log):
        return _recover_results(options)
    log = GameLog.recover(options.log)
    check_named_rules(options, log.started.ruleset)
    log.save(options.new)
    count = len(log.entries)
    checked = "verified" if log.header.is_verifiable else "checksums verified"
    print_text(f"{options.new}: the header and {count} {form_for(count, ('line', 'lines'))}, {checked}")
    if log.ruin is not None:
        # The lines of an old log are migrated when they are read, so only the file itself has the right length.
        left = options.log.read_bytes().split(b"\n", (log.ruin.line or 1) - 1)[-1]
        print_text(f"left out: {len(left)} bytes, from this line on: {log.ruin}")
    elif log.torn:
        print_text(f"left out: {len(log.torn)} bytes of an incomplete last line")
    else:
        print_text("the log was not damaged; the new file has the current schema")
    return 0


def _recover_results(options: argparse.Namespace) -> int:
    # A log does not need the arena, whose import takes long.
    from ..arena.recovery import recover_results

    contents, left = recover_results(options.log, options.new)
    count = len(contents.games)
    print_text(f"{options.new}: the match and {count} {form_for(count, ('game', 'games'))}, verified")
    if contents.ruin is not None:
        print_text(f"left out: {left} bytes, from this line on: {contents.ruin}")
    elif left:
        print_text(f"left out: {left} bytes of an incomplete last line")
    else:
        print_text("the results file was not damaged")
    return 0
