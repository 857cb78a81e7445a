"""The setup of pytest for the whole project: Hypothesis's profiles, options, the language of commands."""

import gc
import sys
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, Phase, settings

# After this call, failing assertions in the helper module print what they compare, like those in tests.
pytest.register_assert_rewrite("tests.scripts_with_processes")
# The survey of mutants forks processes and limits their memory, which Windows cannot do.
collect_ignore_glob = ["tests/tools/test_mutants*"] if sys.platform == "win32" else []
pytest_plugins = [
    "magnum_sal.testing.plugin",
    "tests.compiled",
    "tests.cpu_times",
    "tests.preparing",
    "tests.registered",
    "tests.slowness",
]

# During the day, each test tries a few new examples; at night, it tries as many as Hypothesis does by default. Tests
# that play many games scale their number with the profile, too (tests/amounts.py). Examples have no time limit, because
# they are slow on a busy machine.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("day", PATIENT, max_examples=25)
settings.register_profile("night", PATIENT, max_examples=100)
# pytest --hypothesis-profile=deep: many more examples, for `nox -s properties`.
settings.register_profile("deep", PATIENT, max_examples=2000)
# For `nox -s mutants`: a few examples, which are the same in every run. The first failure is enough.
settings.register_profile(
    "mutants",
    PATIENT,
    max_examples=30,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("day")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that ``nox -s browser``, ``nox -s site`` and ``nox -s playground`` pass."""
    parser.addoption("--whole-games", action="store_true", help="play the games of tests/browser to their end")
    parser.addoption("--site", metavar="FOLDER", help="the built pages that tests/browser/test_site.py measures")
    parser.addoption("--playground", metavar="FOLDER", help="the built site without a server, for tests/browser")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """
    Collect tests without the garbage collector, which would examine all tests again and again and find nothing.

    The collected tests stay in memory for the whole run, so later collections skip them, too.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        # Tests create many states, events and trees of JSON. With the default thresholds the collector would run
        # thousands of times, and find almost nothing. Tests that look for leaks call it themselves.
        gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Generator[None, object, object]:
    """Set the language of commands to English on every machine. A test can choose a different language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Remove the languages that a test or a page has added, because they would stay for the whole process."""
    from magnum_sal.words.languages import forget, list_registered, tongue_of

    try:
        return (yield)
    finally:
        for code in [code for code in list_registered() if tongue_of(code).words is not None]:
            forget(code)
