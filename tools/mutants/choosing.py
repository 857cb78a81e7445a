"""Choosing the tests of a mutant: those that run its line."""

from __future__ import annotations

from pathlib import PurePath

from .changes import Mutant
from .recording import Record

FAR = ("tests/cli/", "tests/examples/", "tests/labels/")
"""Tests of what is built on the rules and the record; they are asked only where no nearer one runs the line."""

BROAD = ("tests/properties/", "tests/perft/")
"""Slow tests that see much; they come last, and are never left out."""

MOST_SECONDS = 2.0
"""The tests out of one file take no longer than this together, but for the quickest of it."""


def tests_for(mutant: Mutant, record: Record) -> list[str]:
    """Return the tests that may notice a mutant: those with its module's name first, the quickest first."""
    near = {name for name in _running(mutant, record) if not name.startswith(FAR)} or _running(mutant, record)
    namesake = f"test_{PurePath(mutant.path).stem.removeprefix('_')}.py::"

    def order(name: str) -> tuple[bool, bool, float, str]:
        return name.startswith(BROAD), namesake not in name, record.seconds[name], name

    found: list[str] = []
    seconds: dict[str, float] = {}
    for name in sorted(near, key=order):
        file = name.partition("::")[0]
        needed = seconds.get(file, 0.0) + record.seconds[name]
        if name.startswith(BROAD) or file not in seconds or needed <= MOST_SECONDS:
            seconds[file] = needed
            found.append(name)
    return found


def _running(mutant: Mutant, record: Record) -> set[str]:
    """Return the tests that run a mutant; what is outside functions may matter to all."""
    if not mutant.is_in_function:
        return set(record.seconds)
    lines = record.lines[mutant.path]
    return {name for line in mutant.lines for name in lines.get(line, ())}


def runs_at_import(mutant: Mutant, record: Record) -> bool:
    """Say whether a line of a mutant is run while the library is imported."""
    return not record.imported[mutant.path].isdisjoint(mutant.lines)
