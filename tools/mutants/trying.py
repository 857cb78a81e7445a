"""Trying a mutant: its tests are run in a process of their own, until one fails."""

from __future__ import annotations

import mmap
import os
import resource
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import IntEnum
from pathlib import Path

import attrs
import pytest

from .changes import Mutant
from .importing import import_changed
from .memory import Memory
from .sessions import ROOT, SessionError, Tests, collected, passes, quietly
from .swapping import CannotSwapError, Functions


class Outcome(IntEnum):
    """What became of a mutant; the exit status of the process that tries it."""

    SURVIVED = 0
    KILLED = 1
    ENDLESS = 2
    """A test took many times as long as it does, which counts as killed."""
    UNTRIED = 3
    """The module has to be imported anew to try it."""


MOST_MEMORY = 4 << 30
"""The bytes of address space that a mutant may take."""

QUICK_SECONDS = 0.3
"""What a test may take to be tried before others because it killed the last mutants of the file."""

MOST_KILLERS = 20
"""How many tests are tried before others because of that."""


class Loaded:
    """A process with all tests collected, in whose children functions are given the code of mutants."""

    def __init__(self, tests: Tests, files: Sequence[str]) -> None:
        self.tests = {test.nodeid: test for test in tests}
        self.functions = Functions(str(ROOT / file) for file in files)
        self.memory = Memory()
        self.killers: dict[str, list[str]] = {}
        """The tests that killed mutants of a file, the last one first; they are likely to kill the next."""

    def tried(self, mutant: Mutant, names: Sequence[str], seconds: dict[str, float]) -> Outcome:
        """
        Return what becomes of *mutant*.

        Args:
            mutant: A change inside a function.
            names: The tests that are run, in this order but for those that killed before.
            seconds: How long tests take on the unchanged code.
        """
        path = ROOT / mutant.path
        killers = self.killers.setdefault(mutant.path, [])
        ordered = list(dict.fromkeys([*(name for name in killers if name in names), *names]))
        outcome, failed = self._ran(
            ordered, seconds, lambda: self.functions.swap(str(path), mutant.changed(path.read_bytes()))
        )
        if failed is not None and seconds[failed] <= QUICK_SECONDS:
            self.killers[mutant.path] = list(dict.fromkeys([failed, *killers]))[:MOST_KILLERS]
        return outcome

    def check(self, names: Sequence[str], seconds: dict[str, float]) -> None:
        """
        Run tests as mutants get them, with nothing changed.

        Raises:
            SessionError: one fails, so that it would kill whatever it is asked about.
        """
        _, failed = self._ran(names, seconds, lambda: None)
        if failed is not None:
            raise SessionError(f"{failed} fails though nothing is changed")

    def _ran(
        self, names: Sequence[str], seconds: dict[str, float], change: Callable[[], None]
    ) -> tuple[Outcome, str | None]:
        """Return the outcome of a *change*, and the test that failed or did not end."""
        place = mmap.mmap(-1, 4)  # shared with the child, which says there which test it is at

        def work() -> Outcome:
            try:
                change()
            except CannotSwapError:
                return Outcome.UNTRIED
            self.memory.forget()
            return _run([self.tests[name] for name in names], seconds, place)

        outcome = _in_child(work)
        is_failed = outcome in (Outcome.KILLED, Outcome.ENDLESS)
        return outcome, names[int.from_bytes(place[:], "little")] if is_failed else None


def tried_anew(mutant: Mutant, names: Sequence[str], seconds: dict[str, float], folder: Path) -> Outcome:
    """
    Return what becomes of *mutant* if its module is imported anew, in a process that has not imported it yet.

    Arguments are those of ``Loaded.tried``, and a *folder* for the files of tests.
    """
    path = ROOT / mutant.path

    def work() -> Outcome:
        quietly(folder / "anew.log")
        import_changed(str(path), mutant.changed(path.read_bytes()))
        outcome = Outcome.KILLED  # unless the tests are collected

        def run(tests: Tests) -> None:
            nonlocal outcome
            place = {name: index for index, name in enumerate(names)}
            outcome = _run(sorted(tests, key=lambda test: place.get(test.nodeid, len(place))), seconds)

        _limit(20.0)
        collected(names, folder / "tests-anew", run)
        return outcome

    return _in_child(work)


def check_anew(mutant: Mutant, names: Sequence[str], seconds: dict[str, float], folder: Path) -> None:
    """
    Run the tests of *mutant* as ``tried_anew`` does, with nothing changed.

    Raises:
        SessionError: they fail.
    """
    source = (ROOT / mutant.path).read_bytes()
    same = attrs.evolve(mutant, new=source[mutant.start : mutant.end].decode())
    if tried_anew(same, names, seconds, folder) is not Outcome.SURVIVED:
        raise SessionError(f"the tests of {mutant.path} fail though nothing is changed")


def _in_child(work: Callable[[], Outcome]) -> Outcome:
    """Return the outcome of *work* in a fork of this process; an error there is a killed mutant."""
    child = os.fork()
    if child == 0:
        outcome = Outcome.KILLED
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            outcome = work()
        finally:
            os._exit(outcome)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError, PermissionError):  # what its tests may have started and left
        os.killpg(child, signal.SIGKILL)
    if os.WIFSIGNALED(status):
        return Outcome.ENDLESS if os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM) else Outcome.KILLED
    return Outcome(os.WEXITSTATUS(status))


def _run(tests: Sequence[pytest.Item], seconds: dict[str, float], place: mmap.mmap | None = None) -> Outcome:
    for index, (test, following) in enumerate(zip(tests, [*tests[1:], None], strict=True)):
        if place is not None:
            place[:] = index.to_bytes(4, "little")
        _limit(2.0 + 5 * seconds.get(test.nodeid, 0.0))
        if not passes(test, following):
            return Outcome.KILLED
    return Outcome.SURVIVED


def _limit(seconds: float) -> None:
    """Have this process ended after some *seconds* of work, or ten times as long whatever it does."""
    for timer, number, time in (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, 10 * seconds),
    ):
        signal.signal(number, signal.SIG_DFL)
        signal.setitimer(timer, time)
