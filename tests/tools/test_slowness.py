"""The plugin that skips slow tests, run in small projects."""

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
    """Create a project that uses the plugin, with two slow tests, one of them long, and another one."""
    pytester.makeini("[pytest]\nmarkers = slow\n    long\n    other")
    pytester.makepyfile(
        test_speed="""
        import pytest

        @pytest.mark.slow
        def test_tortoise(): ...

        @pytest.mark.long
        def test_snail(): ...

        @pytest.mark.other
        def test_hare(): ...
        """
    )


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run the project with the plugin."""
    return run_with_plugin(pytester, "tests.slowness", *arguments)


@pytest.mark.long
@pytest.mark.parametrize("arguments", [(), ("-m", ""), ("-m", "other"), ("-n", "1")], ids=" ".join)
def test_slow_tests_are_left_out(pytester: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    """The summary says how many tests were left out and how to run them, also with workers of pytest-xdist."""
    result = run(pytester, *arguments)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([LEFT_OUT])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (("--slow",), 3),
        (("-m", "slow"), 2),
        (("-m", "not long"), 2),
        (("test_speed.py::test_snail",), 1),
        (("test_speed.py::test_snail", "test_speed.py::test_hare"), 2),
        # The plugin only looks for the names of the marks, and pytest does the rest.
        *(
            pytest.param(("-m", expression), passed, marks=pytest.mark.long)
            for expression, passed in {"not slow": 1, "slow and not long": 1, "long": 1, "slow or other": 3}.items()
        ),
        pytest.param(("test_speed.py::test_snail", "-n", "1"), 1, marks=pytest.mark.long),
    ],
    ids=str,
)
def test_slow_tests_run_on_request(pytester: pytest.Pytester, arguments: tuple[str, ...], passed: int) -> None:
    """An option, an expression of marks or the id of a test requests slow tests, and then none is left out."""
    result = run(pytester, *arguments)
    result.assert_outcomes(passed=passed, deselected=3 - passed if "-m" in arguments else 0)
    result.stdout.no_fnmatch_line("*left out*")


@pytest.mark.slow
def test_a_parametrized_test_is_requested_by_its_name(pytester: pytest.Pytester) -> None:
    """The name of a test requests all its cases, but no tests whose names start with it."""
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


def test_the_sentence_for_one_test(pytester: pytest.Pytester) -> None:
    """The sentence is grammatical for a single test."""
    pytester.makepyfile(test_one="import pytest\n@pytest.mark.slow\ndef test_snail(): ...")
    result = run(pytester, "test_one.py")
    result.assert_outcomes(deselected=1)
    result.stdout.fnmatch_lines(["1 slow test was left out. *"])


def test_the_pages_describe_the_option() -> None:
    """The README and the pages for contributors name the option. The page about tests has all limits."""
    for name in ("README.md", "CONTRIBUTING.md", "docs/contributing.md", "tests/README.md"):
        text = (ROOT / name).read_text("utf-8")
        assert "--slow" in text, name
    page = " ".join((ROOT / "tests" / "README.md").read_text("utf-8").split())
    marks = (ROOT / "pyproject.toml").read_text("utf-8")
    limits = re.findall(r"(?:slow|long): .*?takes more than ([\d.]+) seconds", marks)
    assert len(limits) == 2
    assert all(f"more than {limit} seconds of CPU time" in page for limit in limits)
    night = (ROOT / "tools" / "nightly" / "parts.py").read_text("utf-8")
    assert re.findall(r"--most-cpu=[\d.]+", night) == re.findall(r"--most-cpu=[\d.]+", page)
