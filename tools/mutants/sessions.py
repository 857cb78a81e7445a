"""Sessions of pytest inside this process, with a callback that runs the collected tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[2]

OPTIONS = (
    "--rootdir", str(ROOT),
    "-c", str(ROOT / "pyproject.toml"),
    "--hypothesis-profile=mutants",  # deterministic, and without a search for the smallest example
    "--slow",
    "--tb=line",
    *("-p", "no:cacheprovider"),
    *("-p", "no:faulthandler"),
    *("-p", "no:randomly"),
    *("-p", "no:xdist"),
    # The recording must see the import of the library, which imports anyio before pytest finds its plugin there.
    *("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"),
    *("-o", "tmp_path_retention_policy=none"),
)  # fmt: skip

Tests = Sequence[pytest.Item]


class SessionError(Exception):
    """The tests could not be collected."""


class _Instead:
    """A plugin that calls *work* instead of pytest's loop over the collected tests."""

    def __init__(self, work: Callable[[Tests], None]) -> None:
        self.work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed
        gc.unfreeze()  # the project's conftest freezes imported objects, and gc lists no frozen objects
        self.work(session.items)
        return True


def collect_tests(
    arguments: Sequence[str], temporary: Path, work: Callable[[Tests], None], plugins: Sequence[object] = ()
) -> None:
    """
    Collect the tests that *arguments* name and call *work* with them.

    Args:
        arguments: Files, folders and ids of tests.
        temporary: A folder for the files of tests.
        work: The callback that runs the collected tests.
        plugins: Further pytest plugins.

    Raises:
        SessionError: the tests cannot be collected.
    """
    os.chdir(ROOT)
    temporary.mkdir(parents=True, exist_ok=True)
    status = pytest.main([*OPTIONS, f"--basetemp={temporary}", *arguments], plugins=[_Instead(work), *plugins])
    if status:
        raise SessionError(f"pytest ended with {status!r}")


def passes(test: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test with its setup and teardown, and return whether it passed or was skipped."""
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=following))


def redirect_output(log: Path) -> None:
    """Send the output of this process to a file from now on."""
    sys.stdout.flush()
    sys.stderr.flush()
    log.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
