"""Try a mutant: run its tests in a separate process until one fails."""

from __future__ import annotations

import mmap
import os
import signal
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

import attrs
import pytest

from .changes import Mutant
from .importing import import_from_source, import_from_source_in_children
from .memory import Memory
from .processes import run_in_child
from .sessions import ROOT, Tests, collect_tests, passes, redirect_output
from .swapping import CannotSwapError, Functions


class Outcome(IntEnum):
    """The result of a mutant, used as the exit status of the process that tries it."""

    SURVIVED = 0
    KILLED = 1
    TIMEOUT = 2
    """A test took many times its usual time, which counts as killed."""
    UNTRIED = 3
    """The module must be imported again to try the mutant."""


@attrs.frozen
class Trial:
    """
    The result of trying one mutant.

    Attributes:
        outcome: Whether a test noticed it.
        test: The test that failed or ran too long, or ``COLLECTED`` if the tests could not even be collected.
        seconds: The processor time that the trial took.
    """

    outcome: Outcome
    test: str
    seconds: float


COLLECTED = "(collecting the tests)"

QUICK_SECONDS = 0.3
"""The longest time of a test that is tried before others because it killed the last mutants of the file."""

MOST_KILLERS = 20
"""How many tests are tried before others for that reason."""

MOST_SECONDS = 300.0
"""How long a trial may take by the clock."""

COLLECTING_SECONDS = 20.0
"""The limit for collecting the tests of a mutant, in seconds of processor time."""

Attempt = Callable[[Sequence[str], bool], tuple[Outcome, str]]
"""Runs the named tests, with the change or (False) without; returns the outcome and the test that failed."""


class Jury:
    """
    A judge that tries mutants only with tests that it can trust.

    A flaky test, or one that fails only here, would kill every mutant. Therefore, a test that kills a mutant runs once
    more on the unchanged code. If it fails there too, the jury does not use it any more. The same is true of collecting
    the tests: if they cannot be collected on the unchanged code, the tool itself fails.
    """

    def __init__(self) -> None:
        self.trusted: set[str] = set()
        """The tests that killed a mutant and passed on the unchanged code; also ``COLLECTED``."""
        self.distrusted: set[str] = set()

    def try_mutant(self, names: Sequence[str], attempt: Attempt) -> Trial:
        """
        Return the result of the mutant that *attempt* makes, with the tests *names* in this order.

        Raises:
            RuntimeError: the tests cannot be collected on the unchanged code either.
        """
        before = sum(os.times()[:4])
        while True:
            asked = [name for name in names if name not in self.distrusted]
            outcome, test = attempt(asked, True) if asked else (Outcome.SURVIVED, "")
            is_failed = outcome in (Outcome.KILLED, Outcome.TIMEOUT)
            if not is_failed or test in self.trusted:
                break
            if test == COLLECTED:
                if attempt(asked[:1], False)[1] == COLLECTED:
                    raise RuntimeError(f"{asked[0]} cannot be collected on the unchanged code")
                break
            if attempt([test], False)[0] is Outcome.SURVIVED:
                break
            print(f"not used any more, it also fails on the unchanged code: {test}", file=sys.stderr, flush=True)
            self.distrusted.add(test)
        if is_failed:
            self.trusted.add(test)
        return Trial(outcome, test if is_failed else "", sum(os.times()[:4]) - before)


class Loaded:
    """A process with all tests collected, in whose children functions receive the code of mutants."""

    def __init__(self, tests: Tests, files: Sequence[str], folder: Path) -> None:
        self.tests = {test.nodeid: test for test in tests}
        self.functions = Functions(str(ROOT / file) for file in files)
        self.memory = Memory()
        self.folder = folder
        self.jury = Jury()
        self.killers: dict[str, list[str]] = {}
        """The tests that killed mutants of a file, the last one first. They are likely to kill the next mutant."""

    def try_mutant(self, mutant: Mutant, names: Sequence[str], seconds: dict[str, float]) -> Trial:
        """
        Return the result of *mutant*.

        Args:
            mutant: A change inside a function.
            names: The tests to run. Tests that killed before run first; the others keep this order.
            seconds: How long tests take on the unchanged code.
        """
        path = ROOT / mutant.path
        killers = self.killers.setdefault(mutant.path, [])
        ordered = list(dict.fromkeys([*(name for name in killers if name in names), *names]))

        def attempt(asked: Sequence[str], is_changed: bool) -> tuple[Outcome, str]:
            def work(place: mmap.mmap) -> Outcome:
                source = path.read_bytes()
                if is_changed:
                    source = mutant.apply_to(source)
                    try:
                        self.functions.swap(str(path), source)
                    except CannotSwapError:
                        return Outcome.UNTRIED
                import_from_source_in_children(str(path), source, self.folder / "children")
                self.memory.forget()
                return _run([self.tests[name] for name in asked], seconds, asked, place)

            return _attempt(work, asked)

        trial = self.jury.try_mutant([name for name in ordered if name in self.tests], attempt)
        if trial.test in self.tests and seconds[trial.test] <= QUICK_SECONDS:
            self.killers[mutant.path] = list(dict.fromkeys([trial.test, *killers]))[:MOST_KILLERS]
        return trial


def try_with_fresh_import(
    mutant: Mutant, names: Sequence[str], seconds: dict[str, float], folder: Path, jury: Jury
) -> Trial:
    """
    Return the result of *mutant* after a fresh import of its module, in a process that has not imported it yet.

    The first three arguments are those of ``Loaded.try_mutant``. The files of tests are written to *folder*.
    """
    path = ROOT / mutant.path

    def attempt(asked: Sequence[str], is_changed: bool) -> tuple[Outcome, str]:
        def work(place: mmap.mmap) -> Outcome:
            redirect_output(folder / "anew.log")
            source = mutant.apply_to(path.read_bytes()) if is_changed else path.read_bytes()
            import_from_source(str(path), source)
            import_from_source_in_children(str(path), source, folder / "children")
            outcome = Outcome.KILLED  # unless the tests are collected

            def run(tests: Tests) -> None:
                nonlocal outcome
                order = {name: index for index, name in enumerate(asked)}
                outcome = _run(
                    sorted(tests, key=lambda test: order.get(test.nodeid, len(order))), seconds, asked, place
                )

            _limit(COLLECTING_SECONDS)
            collect_tests(asked, folder / "tests-anew", run)
            return outcome

        return _attempt(work, asked)

    return jury.try_mutant(names, attempt)


_NOWHERE = 0xFFFFFFFF


def _attempt(work: Callable[[mmap.mmap], Outcome], names: Sequence[str]) -> tuple[Outcome, str]:
    """Return the outcome of *work* in a child and the test that ran last, which the child reports in shared memory."""
    with mmap.mmap(-1, 4) as place:
        place[:] = _NOWHERE.to_bytes(4, "little")
        status = run_in_child(lambda: work(place), MOST_SECONDS)
        index = int.from_bytes(place[:], "little")
    if status is None or status in (-signal.SIGPROF, -signal.SIGALRM, -signal.SIGXCPU):
        outcome = Outcome.TIMEOUT
    else:
        outcome = Outcome(status) if status in (Outcome.SURVIVED, Outcome.UNTRIED) else Outcome.KILLED
    return outcome, names[index] if index < len(names) else COLLECTED


def _run(tests: Sequence[pytest.Item], seconds: dict[str, float], names: Sequence[str], place: mmap.mmap) -> Outcome:
    number = {name: index for index, name in enumerate(names)}
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        place[:] = number.get(test.nodeid, _NOWHERE).to_bytes(4, "little")
        _limit(2.0 + 5 * seconds.get(test.nodeid, 0.0))
        if not passes(test, following):
            return Outcome.KILLED
    return Outcome.SURVIVED


def _limit(seconds: float) -> None:
    """End this process after some *seconds* of processor time, or after ten times as long by the clock."""
    for timer, number, time in (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, 10 * seconds),
    ):
        signal.signal(number, signal.SIG_DFL)
        signal.setitimer(timer, time)
