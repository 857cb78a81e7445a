"""
Compare two versions of the library on one machine: `python benchmarks/compare.py ../main .` measures both in turn.

Both versions are folders with the source of the project. Every figure is processor time of a fresh process. The two
versions take turns, A B, B A, A B and so on, so that a machine that becomes slower slows both down. The result is the
ratio of two neighbouring figures; a table in Markdown shows its median and its extremes. The benchmark measures the
pure build. Both versions use the measures in `measures.py` next to this file, not their own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from measures import MEASURES, Measure

PROGRAM = Path(__file__).with_name("measures.py")


class Version(NamedTuple):
    """One side of the comparison."""

    title: str
    root: Path


class NoFigureError(Exception):
    """The error raised if a version cannot be measured; the text is the reason."""


class Pair(NamedTuple):
    """The figures of the two versions in one round."""

    before: float
    after: float

    @property
    def ratio(self) -> float:
        """Return how many times as long the second version took."""
        return self.after / self.before


def take(version: Version, name: str, turn: int, bytecode: Path) -> float:
    """Return a figure of a version, measured in a separate process."""
    source = version.root / "src"
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment = kept | {"PYTHONPATH": str(source), "PYTHONPYCACHEPREFIX": str(bytecode)}
    command = [sys.executable, str(PROGRAM), name, str(turn)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if answer.returncode:
        raise NoFigureError((answer.stderr.strip().splitlines() or ["the process failed without a message"])[-1])
    printed = json.loads(answer.stdout)
    if not Path(printed["library"]).resolve().is_relative_to(source.resolve()):
        raise NoFigureError(f"measured {printed['library']}, which is not in {source}")
    return float(printed["figure"])


def compare(before: Version, after: Version, name: str, rounds: int, bytecode: Path) -> list[Pair]:
    """Return the figures of both versions, round by round. In every second round the second version runs first."""
    pairs = []
    for turn in range(rounds):
        figures = [take(version, name, turn, bytecode) for version in ((before, after), (after, before))[turn % 2]]
        pairs.append(Pair(*(figures if turn % 2 == 0 else reversed(figures))))
    return pairs


def row(measure: Measure, pairs: Sequence[Pair]) -> str:
    """Return the line of a measure: the medians, and the ratio, in bold if all rounds agree which version is faster."""
    before, after = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratios = sorted(pair.ratio for pair in pairs)
    middle = f"{statistics.median(ratios):.2f}"
    if ratios[0] > 1 or ratios[-1] < 1:
        middle = f"**{middle}**"
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    return f"| {measure.title} | {before:.1f} {measure.unit} | {after:.1f} {measure.unit} | {middle} | {spread} |"


def lines(before: Version, after: Version, names: Iterable[str], rounds: int) -> Iterator[str]:
    """Yield the lines of the comparison in Markdown as the figures arrive."""
    yield f"| what is measured | {before.title} | {after.title} | ratio | lowest to highest |"
    yield "|---|--:|--:|--:|--:|"
    with tempfile.TemporaryDirectory() as bytecode:
        for name in names:
            take(after, name, 0, Path(bytecode))  # a measure that fails in the second version is a bug in the measure
            try:
                yield row(MEASURES[name], compare(before, after, name, rounds, Path(bytecode)))
            except NoFigureError as error:
                yield f"| {MEASURES[name].title} | {str(error).replace('|', ' ')} | | | |"
    yield ""
    yield (
        f"Processor time, medians of {rounds} rounds, pure build, Python {sys.version.split()[0]}. Above 1, "
        f"{after.title} takes longer; a ratio is bold if all rounds agree."
    )


def main() -> None:
    """Compare the two versions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("before", type=Path, help="the folder of the version to compare with")
    parser.add_argument(
        "after",
        type=Path,
        nargs="?",
        default=Path(),
        help="the folder of the other version (default: the current folder)",
    )
    parser.add_argument("--titles", nargs=2, default=("main", "branch"), help="the names of the versions")
    parser.add_argument("--measure", action="append", choices=MEASURES, help="only this measure; repeatable")
    parser.add_argument("--rounds", type=int, default=10, help="how often both are measured (default 10)")
    parser.add_argument("--output", type=Path, help="a file to which the table is also written")
    options = parser.parse_args()
    roots = (options.before, options.after)
    for root in roots:
        if not (root / "src" / "magnum_sal").is_dir():
            parser.error(f"{root} is not a folder of this project: it has no src/magnum_sal")
    before, after = (Version(title, root.resolve()) for title, root in zip(options.titles, roots, strict=True))
    written = []
    for line in lines(before, after, options.measure or MEASURES, options.rounds):
        print(line, flush=True)
        written.append(line)
    if options.output:
        options.output.write_text("\n".join([*written, ""]), "utf-8")


if __name__ == "__main__":
    main()
