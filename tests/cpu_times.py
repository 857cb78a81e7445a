"""
A pytest plugin that measures the CPU time of each test, writes it to a file, and fails if a test takes too much.

A busy machine can make any test slow once, and a slow machine all of them. So a test that takes too much is repeated
automatically, at most twice. On a slow machine its limit is raised by the factor by which a fixed piece of work takes
longer there.
"""

from __future__ import annotations

import copy
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter  # pytest exports it only since 8.4.

_STARTED = pytest.StashKey[float]()
_CPU = "cpu_seconds"
_REFERENCE = 0.0035
"""The fewest CPU seconds that `measure_control` took when it was written, on a machine that was rarely idle."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for measurements."""
    group = parser.getgroup("CPU time")
    group.addoption("--cpu-times", metavar="FILE", help="write the CPU seconds of each test to FILE, as JSON")
    group.addoption(
        "--most-cpu",
        metavar="SECONDS",
        type=float,
        help="fail if a test of this run takes more CPU seconds, and does so when it runs again",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the measurements if an option asks for them, in the process that reports."""
    options = config.option
    if (options.cpu_times or options.most_cpu is not None) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(CpuTimes(options.cpu_times, options.most_cpu))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Record the time before the fixtures of a test are set up."""
    item.stash[_STARTED] = read_cpu_clock()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the time of a test to its last report, including its fixtures and finished child processes."""
    report = yield
    if report.when == "teardown":
        # pytest-xdist sends properties from a worker to the process that reports.
        report.user_properties.append((_CPU, read_cpu_clock() - item.stash[_STARTED]))
    return report


def read_cpu_clock() -> float:
    """Return the CPU seconds of this process and of its finished child processes."""
    # Only os.times() includes child processes (except on Windows), but it counts in steps of 10 ms.
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def measure_control() -> float:
    """Return the CPU seconds of a fixed piece of work, as the median of fifteen runs."""
    # It creates many small objects, as tests do. Other programs that fill the caches slow this down more than
    # arithmetic.
    table = [{"number": number, "text": str(number)} for number in range(2_000)]

    def measure() -> float:
        began = time.process_time()
        copy.deepcopy(table)
        return time.process_time() - began

    return statistics.median(measure() for _ in range(15))


def run_again(names: Iterable[str], folder: Path) -> Mapping[str, float]:
    """Return the CPU seconds of tests that run again, in one process and without other tests at the same time."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    with tempfile.TemporaryDirectory() as written:
        file = Path(written) / "times.json"
        options = ["-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tests.cpu_times", f"--cpu-times={file}"]
        command = [sys.executable, "-m", "pytest", *options, *names]
        subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=False)
        times: dict[str, float] = json.loads(file.read_text("utf-8"))
        return times


class CpuTimes:
    """
    The CPU seconds of each test of a run.

    Args:
        file: Where to write the measurements, or None.
        most: The CPU seconds that a test may take, or None.
    """

    def __init__(self, file: str | None, most: float | None) -> None:
        self.file, self.most = file, most
        self.measured: dict[str, float] = {}
        self.excesses: dict[str, float] = {}
        """The tests that took too much in each run, with the fewest seconds that they took."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the time of a test."""
        properties: dict[str, Any] = dict(report.user_properties)
        if report.when == "teardown" and _CPU in properties:
            self.measured[report.nodeid] = properties[_CPU]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file. Fail a run that passed if a test takes too much."""
        if self.file:
            times = {name: round(cpu, 4) for name, cpu in sorted(self.measured.items())}
            Path(self.file).write_text(json.dumps(times, indent=1) + "\n", "utf-8")
        if self.most is not None and session.exitstatus == pytest.ExitCode.OK:
            self.excesses = find_excesses(self.measured, self.most, session.config.rootpath)
            if self.excesses:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Print the sum and the tests that take too much."""
        terminalreporter.section("CPU time")
        total = sum(self.measured.values())
        terminalreporter.line(f"{len(self.measured)} tests took {total:.1f} seconds of CPU time.")
        for name, cpu in sorted(self.excesses.items(), key=lambda found: -found[1]):
            terminalreporter.line(f"{cpu:.2f} s, at most {self.most:g} s: {name}", red=True)


def find_excesses(measured: Mapping[str, float], most: float, folder: Path) -> dict[str, float]:
    """
    Return the tests that take too much in each run, with the fewest CPU seconds.

    The seconds of a repeated test are scaled to a machine on which the control takes ``_REFERENCE``.

    Args:
        measured: The CPU seconds of each test.
        most: The CPU seconds that a test may take if the control takes ``_REFERENCE``.
        folder: Where the tests run.
    """
    found = {name: cpu for name, cpu in measured.items() if cpu > most}
    for _ in range(2):
        if found:
            before = measure_control()
            again = run_again(found, folder)
            slowness = max(1.0, before / _REFERENCE, measure_control() / _REFERENCE)
            # Only the new seconds were measured at this slowness, so only these are divided by it.
            found = {name: min(cpu, again.get(name, cpu) / slowness) for name, cpu in found.items()}
            found = {name: cpu for name, cpu in found.items() if cpu > most}
    return found
