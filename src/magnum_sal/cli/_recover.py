"""``magnum-sal recover``: save the lines of a log before a damaged one as a new log."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..record.log import GameLog
from ._options import add_ruleset, check_named_rules
from ._output import print_text


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read a log up to its first line that is ruined, and save that much to a new file, which resumes. "
        "The ruined file stays as it is."
    )
    parser.add_argument("log", metavar="LOG", type=Path, help="the ruined log")
    parser.add_argument("new", metavar="NEW", type=Path, help="the file to save to; there must be none of this name")
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    log = GameLog.recover(options.log)
    check_named_rules(options, log.started.ruleset)
    kept = sum(len(line.encode()) for line in log.lines())
    log.save(options.new)
    print_text(f"{options.new}: the header and {len(log.entries)} lines, which verify")
    if log.ruin is not None:
        print_text(f"left behind: {options.log.stat().st_size - kept} bytes, from this line on: {log.ruin}")
    elif log.torn:
        print_text(f"left behind: {len(log.torn)} bytes of a last line that was cut off")
    else:
        print_text("nothing was ruined")
    return 0
