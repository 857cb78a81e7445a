"""Try many mutants, room by room: choose the tests of each, and share the work among processes."""

from __future__ import annotations

import gc
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import TypeAlias

import attrs

from .changes import Mutant
from .choosing import find_tests, runs_at_import, tests_for
from .processes import adopt_orphans, end_with_parent
from .recording import Record, digest_project, keep_record, list_ignore_options, place_of_record, read_record
from .results import Result
from .rooms import ROOMS, SOURCES, find_room, list_modules
from .sessions import Tests, collect_tests, redirect_output
from .trying import Jury, Loaded, Outcome, Trial, try_with_fresh_import

_LOOK_EVERY = 0.02
"""Seconds between checks for a report from a process."""

_context = multiprocessing.get_context("fork")
_Tell: TypeAlias = Callable[[int, Trial], None]
_Worker: TypeAlias = Callable[[int, Iterator[int], _Tell], None]


@attrs.frozen
class Survey:
    """
    The settings of a survey of mutants.

    Attributes:
        folder: Where records of the tests, and their output, are stored.
        jobs: How many processes work.
        end: When to stop starting mutants, as ``time.monotonic()`` counts.
    """

    folder: Path
    jobs: int
    end: float = float("inf")

    def try_mutants(self, mutants: Sequence[Mutant]) -> Iterator[Result]:
        """Yield the results of *mutants* as they arrive, room by room; stop early if the time is up."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for room in ROOMS:
            of_room = [mutant for mutant in mutants if find_room(mutant.path.removeprefix(f"{SOURCES}/")) == room]
            if of_room and time.monotonic() < self.end:
                yield from self._try_room(room, of_room)

    def _try_room(self, room: str, mutants: Sequence[Mutant]) -> Iterator[Result]:
        near, far = ROOMS[room].near, ROOMS[room].far
        records = self._record_sets(near)
        if any(mutant.is_in_function and not find_tests(mutant, near, records) for mutant in mutants):
            records |= self._record_sets(far)
        if time.monotonic() >= self.end:
            return
        seconds = {
            name: taken + record.shared.get(name, 0.0)
            for record in records.values()
            for name, taken in record.seconds.items()
        }
        tests = [tests_for(mutant, near, far, records) for mutant in mutants]
        files = list_modules()[room]

        def load(number: int, tasks: Iterator[int], tell: _Tell) -> None:
            here = self.folder / f"loaded-{number}"

            def work(collected_tests: Tests) -> None:
                loaded = Loaded(collected_tests, files, here)
                gc.freeze()  # so that the children do not copy what they only look through
                for index in tasks:
                    tell(index, loaded.try_mutant(mutants[index], tests[index], seconds))

            redirect_output(here.with_suffix(".log"))
            wanted = sorted({name.partition("::")[0] for index in swapped for name in tests[index]})
            collect_tests([*wanted, *list_ignore_options()], here / "tests", work)

        def import_each(number: int, tasks: Iterator[int], tell: _Tell) -> None:
            folder, jury = self.folder / f"anew-{number}", Jury()
            for index in tasks:
                tell(index, try_with_fresh_import(mutants[index], tests[index], seconds, folder, jury))

        swapped = [index for index, mutant in enumerate(mutants) if mutant.is_in_function]
        again = [index for index, mutant in enumerate(mutants) if not mutant.is_in_function]
        for index, trial in self._deal(swapped, load):
            # A module imported with the unchanged code could hide a mutant.
            if trial.outcome is Outcome.UNTRIED or (
                trial.outcome is Outcome.SURVIVED and runs_at_import(mutants[index], records.values())
            ):
                again.append(index)
            else:
                yield Result.of(mutants[index], trial, len(tests[index]))
        for index, trial in self._deal(again, import_each):
            yield Result.of(mutants[index], trial, len(tests[index]))

    def _record_sets(self, sets: Sequence[str]) -> dict[str, Record]:
        """Return the records of *sets* of tests, each made in its own process because this one must not import much."""
        digest = digest_project()
        places = {name: place_of_record(name, self.folder, digest) for name in sets}
        missing = [name for name in sets if not places[name].exists()]
        running: list[multiprocessing.context.ForkProcess] = []
        while missing or running:
            while missing and len(running) < self.jobs:
                name = missing.pop(0)
                print(f"recording the tests of {name}", file=sys.stderr, flush=True)
                process = _context.Process(target=_record_quietly, args=(name, places[name]))
                process.start()
                running.append(process)
            wait([process.sentinel for process in running])
            for process in [process for process in running if not process.is_alive()]:
                process.join()
                running.remove(process)
                if process.exitcode:
                    sys.exit(f"tests could not be recorded; see the logs in {self.folder}")
        return {name: read_record(place) for name, place in places.items()}

    def _deal(self, indices: Sequence[int], worker: _Worker) -> Iterator[tuple[int, Trial]]:
        """Send *indices* to processes as they request more, and yield their reports."""
        tasks, told = _context.SimpleQueue(), _context.SimpleQueue()

        def run(number: int) -> None:
            end_with_parent()
            adopt_orphans()
            within = (index for index in iter(tasks.get, None) if time.monotonic() < self.end)
            worker(number, within, lambda index, trial: told.put((index, trial)))
            told.put(None)

        def hand_out() -> None:
            for task in [*indices, *[None] * len(processes)]:
                tasks.put(task)

        processes = [_context.Process(target=run, args=(number,)) for number in range(min(self.jobs, len(indices)))]
        for process in processes:
            process.start()
        # The pipe behind a queue has room for a few thousand tasks. So a thread fills it, while this thread reads the
        # reports, whose pipe could fill up, too.
        threading.Thread(target=hand_out, daemon=True).start()
        whole = 0
        while any(process.is_alive() for process in processes) or not told.empty():
            if told.empty():  # a process that the system ended sends no report
                time.sleep(_LOOK_EVERY)
            elif (answer := told.get()) is None:
                whole += 1
            else:
                yield answer
        if whole < len(processes):
            sys.exit(f"a process ended early; see the logs in {self.folder}")


def _record_quietly(name: str, place: Path) -> None:
    end_with_parent()
    adopt_orphans()
    redirect_output(place.parent / f"recorded-{name}.log")
    keep_record(name, place)
