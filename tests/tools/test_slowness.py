"""The plugin that leaves out slow tests, in runs of small projects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.plugin_runs import run_with_plugin

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
LEFT_OUT = "2 slow tests were left out. --slow runs all tests, -m slow only the slow ones."


@pytest.fixture(autouse=True)
def _project(pytester: pytest.Pytester) -> None:
    """Two slow tests and one other, in a project that uses the plugin."""
    pytester.makeini("[pytest]\nmarkers = slow\n    other")
    pytester.makepyfile(
        test_speed="""
        import pytest

        @pytest.mark.slow
        def test_tortoise(): ...

        @pytest.mark.slow
        def test_snail(): ...

        @pytest.mark.other
        def test_hare(): ...
        """
    )


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Return a run of the project with the plugin."""
    return run_with_plugin(pytester, "tests.slowness", *arguments)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("-m", ""), ("-m", "other"), ("-n", "1")], ids=" ".join)
def test_slow_tests_are_left_out(pytester: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    """The summary says how many, with workers of pytest-xdist as well, and how to run them."""
    result = run(pytester, *arguments)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([LEFT_OUT])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (("--slow",), 3),
        (("-m", "slow"), 2),
        (("-m", "not slow"), 1),
        (("-m", "slow or other"), 3),
        (("test_speed.py::test_snail",), 1),
        (("test_speed.py::test_snail", "test_speed.py::test_hare"), 2),
        (("test_speed.py::test_snail", "-n", "1"), 1),
    ],
    ids=str,
)
def test_slow_tests_that_are_asked_for_run(pytester: pytest.Pytester, arguments: tuple[str, ...], passed: int) -> None:
    """An option, an expression of marks or the id of a test asks for slow tests; then nothing is left out."""
    result = run(pytester, *arguments)
    result.assert_outcomes(passed=passed, deselected=3 - passed if "-m" in arguments else 0)
    result.stdout.no_fnmatch_line("*left out*")


def test_a_parametrized_test_is_asked_for_by_its_name(pytester: pytest.Pytester) -> None:
    """The name asks for all its cases, but not for tests whose names begin with it."""
    pytester.makepyfile(
        test_names="""
        import pytest

        @pytest.mark.slow
        @pytest.mark.parametrize("number", [1, 2])
        def test_snail(number): ...

        @pytest.mark.slow
        class TestSnails:
            def test_snail(self): ...
        """
    )
    run(pytester, "test_names.py::test_snail").assert_outcomes(passed=2)
    run(pytester, "test_names.py::test_snail[2]").assert_outcomes(passed=1)
    run(pytester, "test_names.py::TestSnails").assert_outcomes(passed=1)


def test_one_test_is_left_out(pytester: pytest.Pytester) -> None:
    """The sentence fits one test, too."""
    pytester.makepyfile(test_one="import pytest\n@pytest.mark.slow\ndef test_snail(): ...")
    result = run(pytester, "test_one.py")
    result.assert_outcomes(deselected=1)
    result.stdout.fnmatch_lines(["1 slow test was left out. *"])


def test_the_documents_agree() -> None:
    """README, pages for contributors and the mark's own description name the options that the plugin has."""
    for name in ("README.md", "CONTRIBUTING.md", "docs/contributing.md", "tests/README.md"):
        text = (ROOT / name).read_text("utf-8")
        assert "--slow" in text, name
    (limit,) = re.findall(r"slow: takes more than ([\d.]+) seconds of CPU time", (ROOT / "pyproject.toml").read_text())
    assert f"more than {limit} seconds of CPU" in " ".join((ROOT / "tests" / "README.md").read_text("utf-8").split())
