"""Choose the tests for a mutant: those that run its line, starting with the folder that mirrors its module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import PurePath

from .changes import Mutant
from .recording import Record

BROAD = ("tests/properties/", "tests/perft/")
"""Slow tests that notice many kinds of errors. They run last and are never left out."""

MOST_SECONDS = 8.0
"""
The tests of one file take at most this long together. The limit does not apply to its first test or to tests with the
module's name.
"""

MOST_SECONDS_TOGETHER = 60.0
"""
The tests of a mutant take at most this long together. The first one and the broad ones always run. So does the quickest
one of each file, unless it takes longer than the tests of a file may take.
"""


def tests_for(mutant: Mutant, near: Sequence[str], far: Sequence[str], records: Mapping[str, Record]) -> list[str]:
    """
    Return the tests that may notice a mutant, the most likely and the quickest first.

    The quickest test of each file comes before most others, because tests of one file look at similar things.

    Every test runs code outside functions. For such a mutant, the tests whose functions read its names come first.

    A process that a test starts may run a line that no recorded test runs. For such a line, return the tests with the
    module's name and the rest of the folder that mirrors the module.

    Args:
        mutant: The change.
        near: The sets of tests to use first. The first set mirrors the module's folder.
        far: The sets to use if no test of a near set runs the line.
        records: The lines that the tests of the sets run. A far set may be missing.
    """
    found = find_tests(mutant, near, records) or find_tests(mutant, far, records)
    if not found:
        found = dict.fromkeys(records[near[0]].seconds, 0)
    readers = {name for record in records.values() for name in record.find_tests(mutant.path, mutant.readers)}
    seconds = {name: time for record in records.values() for name, time in record.seconds.items()}
    shared = {name: time for record in records.values() for name, time in record.shared.items()}
    return _choose_affordable(mutant, found, readers, seconds, shared)


def find_tests(mutant: Mutant, sets: Iterable[str], records: Mapping[str, Record]) -> dict[str, int]:
    """Return the tests that run a mutant, each with the position of its set."""
    found: dict[str, int] = {}
    for place, name in enumerate(sets):
        if (record := records.get(name)) is not None:
            names = record.find_tests(mutant.path, mutant.lines) if mutant.is_in_function else record.seconds
            found |= dict.fromkeys(names, place)
    return found


def _choose_affordable(
    mutant: Mutant,
    found: Mapping[str, int],
    readers: Set[str],
    seconds: Mapping[str, float],
    shared: Mapping[str, float],
) -> list[str]:
    namesake = f"test_{PurePath(mutant.path).stem.removeprefix('_')}.py::"

    def cost(name: str) -> tuple[float, str]:
        return seconds[name] + shared.get(name, 0.0), name

    quickest: dict[tuple[str, bool], str] = {}
    for name in sorted(found, key=cost):
        quickest.setdefault((name.partition("::")[0], name in readers), name)
    quickest_of_files = set(quickest.values())

    def order(name: str) -> tuple[bool, bool, bool, bool, bool, tuple[float, str]]:
        return (
            name.startswith(BROAD),
            namesake not in name,
            name not in readers,
            name not in quickest_of_files,
            found[name] > 0,
            cost(name),
        )

    chosen: list[str] = []
    of_file: dict[str, float] = {}
    of_file_shared: dict[str, float] = {}
    together = 0.0
    for name in sorted(found, key=order):
        file = name.partition("::")[0]
        # The fixtures that tests of a file share are created once.
        taken = seconds[name] + max(0.0, shared.get(name, 0.0) - of_file_shared.get(file, 0.0))
        needed = of_file.get(file, 0.0) + taken
        is_wanted = namesake in name or file not in of_file or needed <= MOST_SECONDS
        is_quickest = name in quickest_of_files and taken <= MOST_SECONDS
        is_affordable = not chosen or is_quickest or together + taken <= MOST_SECONDS_TOGETHER
        if name.startswith(BROAD) or (is_wanted and is_affordable):
            of_file[file] = needed
            of_file_shared[file] = max(shared.get(name, 0.0), of_file_shared.get(file, 0.0))
            together += taken
            chosen.append(name)
    return chosen


def runs_at_import(mutant: Mutant, records: Iterable[Record]) -> bool:
    """Return whether an import of the library runs a line of a mutant."""
    return any(not record.imported.get(mutant.path, frozenset()).isdisjoint(mutant.lines) for record in records)
