"""Print the report of a survey: the figures, and the mutants that no test noticed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from .changes import Mutant
from .results import Result
from .sessions import ROOT
from .trying import Outcome

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
"""The mutants that behave like the original code, each with the reason."""


def print_report(results: Sequence[Result], rooms: Mapping[str, Sequence[str]]) -> None:
    """Print the survivors by file, then the figures of each room."""
    same = read_equivalent_keys()
    counted = [result for result in results if result.is_killed or key(result.mutant) not in same]
    for result in sorted(counted, key=lambda result: (result.mutant.path, result.mutant.start, result.mutant.end)):
        if not result.is_killed:
            print(format_mutant(result.mutant) + ("" if result.tests else "  (no test runs it)"))
    print()
    for room, files in rooms.items():
        _print_figures(room, [result for result in counted if result.mutant.path in files])
    _print_figures("all", counted)
    if left_out := len(results) - len(counted):
        print(f"left out as equivalent: {left_out}")


def _print_figures(name: str, results: Sequence[Result]) -> None:
    if results:
        killed = sum(result.is_killed for result in results)
        late = sum(result.outcome is Outcome.TIMEOUT for result in results)
        seconds = sum(result.seconds for result in results)
        print(
            f"{name}: {killed} of {len(results)} mutants killed, {100 * killed / len(results):.1f} %"
            f" ({late} of them by taking too long), {seconds / len(results):.1f} s of CPU each"
        )


def format_mutant(mutant: Mutant) -> str:
    """Return a mutant as one line: its place, the original code and the changed code."""
    before, after = (" ".join(text.split()) for text in (mutant.before, mutant.after))
    return f"{mutant.path}:{mutant.line}:{mutant.column}: {before} -> {after}"


def read_equivalent_keys() -> set[tuple[str, str, str, str]]:
    """Return the keys of the mutants that are listed as equivalent."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(entry["path"], entry["line"], entry["before"], entry["after"]) for entry in listed}


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    """Return an identifier of a mutant that survives moved lines: it has the text of the line, not the number."""
    line = (ROOT / mutant.path).read_text("utf-8").splitlines()[mutant.line - 1].strip()
    return mutant.path, line, mutant.before, mutant.after
