"""The plugin that measures the CPU time of each test, run in small projects."""

from __future__ import annotations

import json

import pytest
from tests import cpu_times
from tests.plugin_runs import run_with_plugin

pytest_plugins = ["pytester"]

BUSY = """
    import subprocess
    import sys
    import time

    import pytest

    WORK = "import time\\nwhile time.process_time() < 0.1: pass"

    @pytest.fixture
    def prepared():
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass

    def test_idle(): ...

    def test_busy_fixture(prepared): ...

    def test_busy_child():
        subprocess.run([sys.executable, "-S", "-E", "-c", WORK], check=True)
"""


ONCE_BUSY = """
    import pathlib
    import time

    def test_busy_once():
        mark = pathlib.Path(__file__).with_name("was_busy")  # The plugin may run tests in another folder.
        if not mark.exists():
            mark.touch()
            end = time.process_time() + 0.1
            while time.process_time() < end: ...
"""

IDLE = BUSY.replace("0.1", "0")
"""The same tests without any work."""


@pytest.fixture(autouse=True)
def _project(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_work=BUSY)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run the project with the plugin."""
    return run_with_plugin(pytester, "tests.cpu_times", *arguments)


@pytest.mark.long
@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "workers"])
def test_times_are_written(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    """Fixtures and child processes count."""
    run(pytester, "--cpu-times=times.json", *workers).assert_outcomes(passed=3)
    times: dict[str, float] = json.loads((pytester.path / "times.json").read_text("utf-8"))
    by_name = {name.partition("::")[2]: cpu for name, cpu in times.items()}
    assert by_name.keys() == {"test_idle", "test_busy_fixture", "test_busy_child"}
    assert by_name.pop("test_idle") < 0.08
    assert all(cpu > 0.08 for cpu in by_name.values())


@pytest.mark.long
def test_a_test_above_the_limit_fails_the_run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which all tests pass fails if a test exceeds the limit every time it runs."""
    monkeypatch.setattr(cpu_times, "measure_control", lambda: cpu_times._REFERENCE)
    result = run(pytester, "--most-cpu=0.08")
    result.assert_outcomes(passed=3)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    lines = [line for line in result.stdout.lines if "at most 0.08 s" in line]
    assert sorted(line.rpartition("::")[2] for line in lines) == ["test_busy_child", "test_busy_fixture"]


@pytest.mark.long
def test_a_busy_moment_and_a_slow_machine(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single excess is ignored, and the limit is higher on a slow machine."""
    pytester.makepyfile(test_work=ONCE_BUSY)
    monkeypatch.setattr(cpu_times, "measure_control", lambda: cpu_times._REFERENCE)
    assert run(pytester, "--most-cpu=0.08").ret == pytest.ExitCode.OK
    pytester.makepyfile(test_work=BUSY)
    monkeypatch.setattr(cpu_times, "measure_control", lambda: 3 * cpu_times._REFERENCE)
    assert run(pytester, "--most-cpu=0.08").ret == pytest.ExitCode.OK


@pytest.mark.slow
def test_all_tests_within_the_limit(pytester: pytest.Pytester) -> None:
    """The run passes if every test stays within the limit."""
    pytester.makepyfile(test_work=IDLE)
    result = run(pytester, "--most-cpu=60")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["3 tests took * seconds of CPU time."])
    result.stdout.no_fnmatch_line("*at most*")


@pytest.mark.slow
def test_a_run_without_options(pytester: pytest.Pytester) -> None:
    """A run without the options prints nothing about CPU time."""
    pytester.makepyfile(test_work=IDLE)
    result = run(pytester)
    result.assert_outcomes(passed=3)
    result.stdout.no_fnmatch_line("*CPU*")
