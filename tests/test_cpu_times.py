"""The plugin that measures the CPU time of each test, in runs of small projects."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.plugin_runs import run_with_plugin

pytest_plugins = ["pytester"]

BUSY = """
    import subprocess
    import sys
    import time

    import pytest

    WORK = "import time\\nwhile time.process_time() < 0.2: pass"

    @pytest.fixture
    def prepared():
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass

    def test_idle(): ...

    def test_busy_fixture(prepared): ...

    def test_busy_child():
        subprocess.run([sys.executable, "-S", "-E", "-c", WORK], check=True)

    @pytest.mark.slow
    def test_busy_and_slow(prepared): ...
"""


IDLE = BUSY.replace("0.2", "0")
"""The same tests, none of which takes long."""


@pytest.fixture(autouse=True)
def _project(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = slow")
    pytester.makepyfile(test_work=BUSY)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Return a run of the project with the plugin."""
    return run_with_plugin(pytester, "tests.cpu_times", *arguments)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "workers"])
def test_times_are_written(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    """Fixtures count, and so do child processes; the file says which tests have the mark."""
    run(pytester, "--cpu-times=times.json", *workers).assert_outcomes(passed=4)
    times: dict[str, Any] = json.loads((pytester.path / "times.json").read_text("utf-8"))
    by_name = {name.partition("::")[2]: row for name, row in times.items()}
    assert {name: row["slow"] for name, row in by_name.items()} == {
        "test_idle": False, "test_busy_fixture": False, "test_busy_child": False, "test_busy_and_slow": True
    }  # fmt: skip
    assert by_name.pop("test_idle")["cpu"] < 0.15
    assert all(row["cpu"] > 0.15 for row in by_name.values())


@pytest.mark.slow
def test_too_much(pytester: pytest.Pytester) -> None:
    """A run in which all tests pass fails if one takes too much; slow ones may."""
    result = run(pytester, "--most-cpu=0.15")
    result.assert_outcomes(passed=4)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    lines = [line for line in result.stdout.lines if "at most 0.15 s" in line]
    assert sorted(line.rpartition("::")[2] for line in lines) == ["test_busy_child", "test_busy_fixture"]


def test_little_enough(pytester: pytest.Pytester) -> None:
    """The run passes if every test takes less."""
    pytester.makepyfile(test_work=IDLE)
    result = run(pytester, "--most-cpu=60")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["4 tests took * seconds of CPU time."])
    result.stdout.no_fnmatch_line("*at most*")


def test_nothing_is_asked_for(pytester: pytest.Pytester) -> None:
    """A run without the options says nothing about CPU time."""
    pytester.makepyfile(test_work=IDLE)
    result = run(pytester)
    result.assert_outcomes(passed=4)
    result.stdout.no_fnmatch_line("*CPU*")
