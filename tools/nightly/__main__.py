"""
Run the checks that take too long for the day: `nox -s nightly`, or `python -m tools.nightly`.

The night consists of parts, each of which takes less than an hour. A file records what passed for a commit and a seed,
so that an interrupted night can continue. To repeat a failure, run the one command that is printed. Each night tries
other examples, games and orders, because their seeds follow from the date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from .night import Night, run_parts
from .parts import PARTS, Part, choose_parts, derive_seed
from .records import ROOT, read_commit
from .timetable import write_timetable

RESULTS = ROOT / "build" / "nightly" / "results.jsonl"


def main(arguments: Sequence[str] | None = None, parts: Sequence[Part] = PARTS) -> int:
    """Run parts of the night, and return the exit code."""
    parser = argparse.ArgumentParser(prog="nox -s nightly --", description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help="parts to run, all by default; --list lists them")
    parser.add_argument("--list", action="store_true", help="list the parts and their commands without running them")
    parser.add_argument("--again", action="store_true", help="run steps that passed before, too")
    parser.add_argument("--seed", type=_read_seed, default="", help="the night's seed, default the date, as 20261224")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of records, default %(default)s")
    parser.add_argument(
        "--most-minutes", type=float, default=60, help="the longest time of a part (default %(default)g)"
    )
    parser.add_argument("--timetable", action="store_true", help="update the tables in docs/checks.md")
    options = parser.parse_args(arguments)
    if options.timetable:
        write_timetable()
        return 0
    commit, chosen = read_commit(), choose_parts(options.parts, parts)
    if options.list:
        for part in chosen:
            print(f"{part.name}: {part.reason}")
            for step in part.steps:
                print(f"    {step.command_line(derive_seed(options.seed, step), commit)}")
        return 0
    night = Night(options.seed, commit, options.results, options.most_minutes)
    return 0 if run_parts(chosen, night, again=options.again) else 1


def _read_seed(text: str) -> int:
    """Return the night's seed from an option, or the date in UTC if the option is missing or empty."""
    return int(text or datetime.now(UTC).strftime("%Y%m%d"))


if __name__ == "__main__":
    sys.exit(main())
