"""
Measure how many mutants of the library the tests notice: `python -m tools.mutants`.

A mutant is the code with one small change. The program runs the tests that run the changed line until one fails. A
failing test kills the mutant; a mutant that survives shows a fact that no test checks. Install the library with `pip
install -e` first.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from .changes import Mutant, mutants_of
from .report import format_mutant, print_report
from .results import Result, ResultsError, ResultsFile, read_survivors
from .rooms import ROOMS, list_modules
from .sessions import ROOT
from .survey import Survey

UNFINISHED = 3
"""The exit status if the time ran out before all mutants were tried."""


def list_mutants(files: Sequence[str]) -> list[Mutant]:
    """Return all mutants of *files*, which are paths from the root of the project."""
    return [mutant for file in files for mutant in mutants_of(file, (ROOT / file).read_bytes())]


def draw_sample(mutants: Sequence[Mutant], size: int | None, seed: int) -> list[Mutant]:
    """Return *size* of the mutants in their order, the same for the same *seed*, or all if there are not more."""
    if size is None or size >= len(mutants):
        return list(mutants)
    places = sorted(random.Random(seed).sample(range(len(mutants)), size))
    return [mutants[place] for place in places]


def cut_part(mutants: Sequence[Mutant], number: int, parts: int) -> list[Mutant]:
    """Return part *number*, from 1, of *parts* parts whose sizes differ by at most one mutant."""
    return list(mutants[len(mutants) * (number - 1) // parts : len(mutants) * number // parts])


def parse_part(text: str) -> tuple[int, int]:
    """Parse "2/6", the second of six parts."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 2/6")
    return int(match[1]), int(match[2])


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants", description=(__doc__ or "").strip().splitlines()[0].split(":")[0] + "."
    )
    parser.add_argument(
        "--room",
        action="append",
        choices=ROOMS,
        metavar="NAME",
        help=f"only this one of {', '.join(ROOMS)}; repeatable",
    )
    parser.add_argument("--module", help="only files with this in their path, for example rules/market")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only the survivors in FILE, an earlier --results")
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, the same for the same seed")
    parser.add_argument("--seed", type=int, default=0, help="for the sample (default: 0)")
    parser.add_argument("--part", type=parse_part, default=(1, 1), metavar="K/N", help="only part K of N parts")
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="append each result to FILE as JSON, and skip what it has"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        help=f"start no mutant after this many minutes; exit status {UNFINISHED} if some remain",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per CPU)")
    parser.add_argument("--list", action="store_true", help="list the mutants without trying them")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where to store records")
    return parser.parse_args()


def main() -> None:
    """Try the requested mutants and print the results."""
    begun = time.monotonic()
    options = parse_arguments()
    modules = list_modules()
    wanted = [file for room in options.room or modules for file in modules[room]]
    fitting = list_mutants([file for file in wanted if options.module is None or options.module in file])
    among = len(fitting)
    if options.again is not None:
        fitting = read_survivors(options.again, fitting)
    mutants = cut_part(draw_sample(fitting, options.sample, options.seed), *options.part)
    if options.list:
        for mutant in mutants:
            print(format_mutant(mutant))
        return
    if not mutants:
        sys.exit("no mutant matches; --list prints all mutants")
    print(f"seed {options.seed}: {len(mutants)} of {among} mutants", flush=True)
    end = begun + (float("inf") if options.minutes is None else 60 * options.minutes)
    results = try_mutants(mutants, options, Survey(options.folder.absolute(), options.jobs, end))
    print_report(results, modules)
    print(f"{len(results)} of {len(mutants)} mutants tried in {(time.monotonic() - begun) / 60:.1f} minutes")
    if len(results) < len(mutants):
        if options.results is not None:
            print("the time is up; run the same command again to continue")
        sys.exit(UNFINISHED)


def try_mutants(mutants: Sequence[Mutant], options: argparse.Namespace, survey: Survey) -> list[Result]:
    """Return the results of *mutants*: those in the file of results, and those that the *survey* adds."""
    try:
        file = None if options.results is None else ResultsFile(options.results, options.seed, options.sample)
    except ResultsError as error:
        sys.exit(str(error))
    results = [] if file is None else file.read(mutants)
    tried = {result.mutant for result in results}
    for result in survey.try_mutants([mutant for mutant in mutants if mutant not in tried]):
        results.append(result)
        if file is not None:
            file.write(result)
        print(
            f"{len(results)} of {len(mutants)}: {result.outcome.name.lower()} {format_mutant(result.mutant)}",
            file=sys.stderr,
        )
    return results
