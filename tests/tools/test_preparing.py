"""The plugin that divides the preparation of test modules among processes, run in small projects."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.plugin_runs import run_with_plugin

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def _project(pytester: pytest.Pytester) -> None:
    """Create four test modules that write their names to a file when they are imported."""
    pytester.makeini("[pytest]\ntestpaths = checks\nfilterwarnings = error")
    pytester.mkdir("checks")
    for name in "abcd":
        create_module(pytester, name, "def test_it(): ...")


def create_module(pytester: pytest.Pytester, name: str, text: str) -> None:
    """Write a test module that first notes its import."""
    noting = f"with open('imported', 'a') as file: file.write('{name}')"
    (pytester.path / "checks" / f"test_{name}.py").write_text(f"{noting}\n{text}\n", "utf-8")


def run(pytester: pytest.Pytester, worker: int, *arguments: str) -> pytest.RunResult:
    """Run the project as one of three workers of pytest-xdist."""
    pytester.makeconftest(
        f"def pytest_configure(config): config.workerinput = {{'workerid': 'gw{worker}', 'workercount': 3}}"
    )
    return run_with_plugin(pytester, "tests.preparing", *arguments)


def imported(pytester: pytest.Pytester) -> str:
    """Return the names of the imported modules, in order."""
    return (Path(pytester.path) / "imported").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("worker", "order"), [(0, "abcd"), (1, "bcda"), (2, "cdab")])
def test_each_worker_begins_with_a_different_module(pytester: pytest.Pytester, worker: int, order: str) -> None:
    """Each module is imported once, and its tests run in the usual order."""
    result = run(pytester, worker, "-v")
    result.assert_outcomes(passed=4)
    result.stdout.re_match_lines([rf".*test_{name}.py::test_it PASSED.*" for name in "abcd"], consecutive=True)
    assert imported(pytester) == order


@pytest.mark.slow
def test_named_modules_are_imported_in_their_order(pytester: pytest.Pytester) -> None:
    """If someone names modules, no other module is imported."""
    run(pytester, 1, "checks/test_c.py", "checks/test_d.py").assert_outcomes(passed=2)
    assert imported(pytester) == "cd"


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import no_such_module", "*No module named 'no_such_module'*"),
        ("import warnings; warnings.warn('this is too old')", "*UserWarning: this is too old*"),
    ],
)
def test_an_error_is_reported_as_usual(pytester: pytest.Pytester, text: str, message: str) -> None:
    """A module that cannot be imported is an error of the run, once, and so is a warning."""
    create_module(pytester, "d", text)
    result = run(pytester, 1)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([message])


@pytest.mark.slow
def test_a_module_can_be_skipped(pytester: pytest.Pytester) -> None:
    """The tests of the other modules run."""
    create_module(pytester, "d", "import pytest; pytest.skip('not here', allow_module_level=True)")
    run(pytester, 1).assert_outcomes(passed=3, skipped=1)
