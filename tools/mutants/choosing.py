"""Choosing the tests of a mutant: those that run its line."""

from __future__ import annotations

from pathlib import PurePath

from .changes import Mutant
from .recording import Record

FAR = ("tests/cli/", "tests/examples/", "tests/labels/")
"""Tests of what is built on the rules and the record; they are asked only where no nearer one runs the line."""

BROAD = ("tests/properties/", "tests/perft/")
"""Slow tests that see much; they come last, and are never left out."""

MOST_SECONDS = 10.0
"""The other tests of a mutant take no longer than this together; the quickest come first."""


def tests_for(mutant: Mutant, record: Record) -> list[str]:
    """Return the tests that may notice a mutant: those with its module's name first, the quickest first."""
    lines = record.lines[mutant.path]
    own = lines.keys() if not mutant.is_in_function else mutant.lines
    running = {name for line in own for name in lines.get(line, ())}
    near = {name for name in running if not name.startswith(FAR)} or running
    namesake = f"test_{PurePath(mutant.path).stem}.py::"

    def order(name: str) -> tuple[bool, bool, float, str]:
        return name.startswith(BROAD), namesake not in name, record.seconds[name], name

    found: list[str] = []
    seconds = 0.0
    for name in sorted(near, key=order):
        if name.startswith(BROAD) or not found or seconds + record.seconds[name] <= MOST_SECONDS:
            seconds += record.seconds[name]
            found.append(name)
    return found


def runs_at_import(mutant: Mutant, record: Record) -> bool:
    """Say whether a line of a mutant is run while modules are imported or tests are collected."""
    return not record.imported[mutant.path].isdisjoint(mutant.lines)
