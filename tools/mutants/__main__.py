"""
Measure how many mutants of the rules, the record and what is asked the tests notice: `python -m tools.mutants`.

A mutant is the code with one small thing changed. The tests that run the changed line are run until one fails, which
kills the mutant; one that survives shows what no test asks. The library has to be installed with `pip install -e`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from .changes import Mutant, mutants_of
from .report import print_report, told
from .sessions import ROOT
from .survey import surveyed

SOURCES = "src/magnum_sal"
GROUPS = {
    "rules, engine and fold": ("rules", "engine.py", "_when.py", "_evolve.py", "_folds", "_parts.py", "mine"),
    "log and serialization": ("log", "serialization"),
    "what is asked": (
        *("_choices.py", "_sensible.py", "_unavailable.py", "facts.py", "_effects.py"),
        *("_chance.py", "_unseen.py", "_determinize.py"),
    ),
}


def files_of(group: str) -> list[str]:
    """Return the files of a group, from the root of the project."""
    found = []
    for name in GROUPS[group]:
        path = ROOT / SOURCES / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [path.relative_to(ROOT).as_posix() for path in found]


def chosen(mutants: Sequence[Mutant], module: str | None, again: Path | None, sample: int | None) -> list[Mutant]:
    """Return the mutants that are asked for; a *sample* is the same in every run."""
    fitting = [mutant for mutant in mutants if module is None or module in mutant.path]
    if again is not None:
        listed = {line.partition("  (")[0] for line in again.read_text("utf-8").splitlines()}
        fitting = [mutant for mutant in fitting if told(mutant) in listed]
    if sample is None or sample >= len(fitting):
        return fitting
    places = sorted(random.Random(0).sample(range(len(fitting)), sample))
    return [fitting[place] for place in places]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants", description=(__doc__ or "").strip().splitlines()[0].split(":")[0] + "."
    )
    parser.add_argument("--group", choices=GROUPS, metavar="NAME", help=f"only one of {', '.join(map(repr, GROUPS))}")
    parser.add_argument("--module", help="only files with this in their path, for example rules/market")
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="only those listed in FILE, what an earlier run printed"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, the same in every run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where records are kept")
    return parser.parse_args()


def main() -> None:
    """Try the mutants that are asked for, and print what became of them."""
    options = arguments()
    group_of = {file: group for group in GROUPS for file in files_of(group)}
    every = [mutant for file in group_of for mutant in mutants_of(file, (ROOT / file).read_bytes())]
    of_group = [mutant for mutant in every if options.group in (None, group_of[mutant.path])]
    mutants = chosen(of_group, options.module, options.again, options.sample)
    if options.list:
        for mutant in mutants:
            print(told(mutant))
        return
    if not mutants:
        sys.exit("there are no such mutants; --list says which there are")
    begun = time.monotonic()
    results = surveyed(mutants, list(group_of), folder=options.folder, jobs=options.jobs)
    print_report(results, {group: files_of(group) for group in GROUPS})
    print(f"{len(mutants)} of {len(every)} mutants tried in {(time.monotonic() - begun) / 60:.1f} minutes")


if __name__ == "__main__":  # the processes that some tests start import this module too
    main()
