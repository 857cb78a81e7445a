"""A pytest plugin that measures the CPU time of each test, writes it to a file, and fails if a test takes too much."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter  # which pytest itself exports only since 8.4

_STARTED = pytest.StashKey[float]()
_CPU, _SLOW = "cpu_seconds", "is_slow"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that ask for measuring."""
    group = parser.getgroup("CPU time")
    group.addoption("--cpu-times", metavar="FILE", help="write the CPU seconds of each test to FILE, as JSON")
    group.addoption(
        "--most-cpu",
        metavar="SECONDS",
        type=float,
        help="fail if a test without the mark `slow` takes more CPU seconds",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Gather measurements where they are asked for, in the process that reports."""
    options = config.option
    if (options.cpu_times or options.most_cpu is not None) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(CpuTimes(options.cpu_times, options.most_cpu))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Note the time before the fixtures of a test are set up."""
    item.stash[_STARTED] = read_cpu_clock()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the last report of a test what the test took, fixtures and finished child processes included."""
    report = yield
    if report.when == "teardown":
        # Properties are what pytest-xdist carries from a worker to the process that reports.
        report.user_properties.append((_CPU, read_cpu_clock() - item.stash[_STARTED]))
        report.user_properties.append((_SLOW, item.get_closest_marker("slow") is not None))
    return report


def read_cpu_clock() -> float:
    """Return the CPU seconds of this process and of its child processes that have ended."""
    # Only os.times() knows the children (on Windows none), but it counts in steps of 10 ms.
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


class CpuTimes:
    """
    The CPU seconds of each test of a run.

    Args:
        file: Where to write the measurements, or None.
        most: The CPU seconds that a test without the mark ``slow`` may take, or None.
    """

    def __init__(self, file: str | None, most: float | None) -> None:
        self.file, self.most = file, most
        self.measured: dict[str, tuple[float, bool]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a test took."""
        properties: dict[str, Any] = dict(report.user_properties)
        if report.when == "teardown" and _CPU in properties:
            self.measured[report.nodeid] = (properties[_CPU], properties[_SLOW])

    def list_excesses(self) -> list[tuple[float, str]]:
        """Return the tests without the mark that took more than they may, the most expensive first."""
        if self.most is None:
            return []
        excesses = [(cpu, name) for name, (cpu, is_slow) in self.measured.items() if cpu > self.most and not is_slow]
        return sorted(excesses, reverse=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file, and turn a run that passed into one that failed where a test took too much."""
        if self.file:
            rows = {
                name: {"cpu": round(cpu, 4), "slow": is_slow} for name, (cpu, is_slow) in sorted(self.measured.items())
            }
            Path(self.file).write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
        if self.list_excesses() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Print the sum, and the tests that took too much."""
        terminalreporter.section("CPU time")
        total = sum(cpu for cpu, _ in self.measured.values())
        terminalreporter.line(f"{len(self.measured)} tests took {total:.1f} seconds of CPU time.")
        for cpu, name in self.list_excesses():
            terminalreporter.line(f"{cpu:.2f} s, at most {self.most:g} s without the mark slow: {name}", red=True)
