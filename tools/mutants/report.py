"""What is printed of a survey: the figures, and the mutants that no test noticed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from .changes import Mutant
from .sessions import ROOT
from .survey import Result
from .trying import Outcome

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
"""The mutants that do the same as the code, each with the reason."""


def print_report(results: Sequence[Result], groups: Mapping[str, Sequence[str]]) -> None:
    """Print the survivors by file, then the figures of each group."""
    same = equivalent()
    counted = [result for result in results if result.is_killed or key(result.mutant) not in same]
    for result in counted:
        if not result.is_killed:
            print(told(result.mutant) + ("" if result.tests else "  (no test runs it)"))
    print()
    for group, files in groups.items():
        of_group = [result for result in counted if result.mutant.path in files]
        if of_group:
            killed = sum(result.is_killed for result in of_group)
            endless = sum(result.outcome is Outcome.ENDLESS for result in of_group)
            print(
                f"{group}: {killed} of {len(of_group)} mutants killed, {100 * killed / len(of_group):.1f} %"
                f" ({endless} of them by taking too long)"
            )
    if left_out := len(results) - len(counted):
        print(f"left out as equivalent: {left_out}")


def told(mutant: Mutant) -> str:
    """Return a mutant as one line: where, and what is changed into what."""
    before, after = (" ".join(text.split()) for text in (mutant.before, mutant.after))
    return f"{mutant.path}:{mutant.line}:{mutant.column}: {before} -> {after}"


def equivalent() -> set[tuple[str, str, str, str]]:
    """Return the keys of the mutants that are listed as equivalent."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(entry["path"], entry["line"], entry["before"], entry["after"]) for entry in listed}


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    """Return what a mutant is known by when lines have moved: the text of its line, not the number."""
    line = (ROOT / mutant.path).read_text("utf-8").splitlines()[mutant.line - 1].strip()
    return mutant.path, line, mutant.before, mutant.after
