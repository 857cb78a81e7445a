"""Trying many mutants: which tests each gets, and the processes that share the work."""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs

from .changes import Mutant
from .choosing import runs_at_import, tests_for
from .recording import NEVER, Record, keep_record, kept_record, place_of_record
from .sessions import ROOT, Tests, collected, quietly
from .trying import Loaded, Outcome, check_anew, tried_anew

_context = multiprocessing.get_context("fork")


@attrs.frozen
class Result:
    """
    What became of a mutant.

    Attributes:
        mutant: The change.
        outcome: Whether a test noticed it.
        tests: How many tests were there to notice.
    """

    mutant: Mutant
    outcome: Outcome
    tests: int

    @property
    def is_killed(self) -> bool:
        """Whether the mutant counts as killed."""
        return self.outcome in (Outcome.KILLED, Outcome.ENDLESS)


def surveyed(mutants: Sequence[Mutant], files: Sequence[str], *, folder: Path, jobs: int) -> list[Result]:
    """
    Try *mutants*, and return what became of them in their order.

    Args:
        mutants: The changes.
        files: All files that are ever changed, from the root of the project.
        folder: Where records of the tests, and what they print, are kept.
        jobs: How many processes work.
    """
    folder.mkdir(parents=True, exist_ok=True)
    record = _recorded(files, folder)
    tests = [tests_for(mutant, record) for mutant in mutants]
    outcomes: dict[int, Outcome] = {}

    def load(number: int, tasks: Iterator[int], tell: _Tell) -> None:
        def work(collected_tests: Tests) -> None:
            loaded = Loaded(collected_tests, files)
            gc.freeze()  # so that the children do not copy what they only look through
            if number == 0:
                loaded.check(sorted(set().union(*tests), key=record.seconds.__getitem__), record.seconds)
            for index in tasks:
                tell(index, loaded.tried(mutants[index], tests[index], record.seconds))

        quietly(folder / f"loaded-{number}.log")
        left_out = [f"--ignore-glob={ROOT / name}*" for name in NEVER]
        collected(["tests", *left_out], folder / f"tests-{number}", work)

    def anew(number: int, tasks: Iterator[int], tell: _Tell) -> None:
        here = folder / f"anew-{number}"
        if number == 0:
            check_anew(mutants[again[0]], tests[again[0]], record.seconds, here)
        for index in tasks:
            tell(index, tried_anew(mutants[index], tests[index], record.seconds, here))

    covered = [index for index, names in enumerate(tests) if names]
    outcomes |= _dealt([index for index in covered if mutants[index].is_in_function], jobs, load)
    # What was imported with the right code may hide a wrong one.
    again = [
        index
        for index in covered
        if outcomes.get(index, Outcome.UNTRIED) is Outcome.UNTRIED
        or (outcomes[index] is Outcome.SURVIVED and runs_at_import(mutants[index], record))
    ]
    outcomes |= _dealt(again, jobs, anew)
    return [
        Result(mutant, outcomes.get(index, Outcome.SURVIVED), len(tests[index])) for index, mutant in enumerate(mutants)
    ]


def _recorded(files: Sequence[str], folder: Path) -> Record:
    """Return the record of the tests, made in a process of its own: this one must not import the library."""
    place = place_of_record(files, folder)
    if not place.exists():
        process = _context.Process(target=keep_record, args=(files, place))
        process.start()
        process.join()
        if process.exitcode:
            sys.exit("the tests could not be recorded")
    return kept_record(place)


_Tell: TypeAlias = Callable[[int, Outcome], None]
_Worker: TypeAlias = Callable[[int, Iterator[int], _Tell], None]


def _dealt(indices: Sequence[int], jobs: int, worker: _Worker) -> dict[int, Outcome]:
    """Deal *indices* to *jobs* processes as they ask for more, and return what they tell."""
    tasks, told = _context.SimpleQueue(), _context.SimpleQueue()

    def run(number: int) -> None:
        try:
            worker(number, iter(tasks.get, None), lambda index, outcome: told.put((index, outcome)))
        finally:
            told.put(None)

    processes = [_context.Process(target=run, args=(number,)) for number in range(jobs if indices else 0)]
    for process in processes:
        process.start()
    for task in [*indices, *[None] * len(processes)]:
        tasks.put(task)
    outcomes: dict[int, Outcome] = {}
    working = len(processes)
    while working:
        answer = told.get()
        if answer is None:
            working -= 1
        else:
            outcomes[answer[0]] = answer[1]
            _show(len(outcomes), len(indices))
    for process in processes:
        process.join()
    if len(outcomes) < len(indices):
        sys.exit("a process broke off; the logs in the folder of records say why")
    return outcomes


def _show(done: int, total: int) -> None:
    if sys.stderr.isatty() or done % 100 == 0 or done == total:
        print(f"\r{done} of {total}", end="" if sys.stderr.isatty() and done < total else "\n", file=sys.stderr)
