"""What pytest sets up for the whole project: Hypothesis's profiles, the language, how positions are compared."""

import gc
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

pytest_plugins = ["magnum_sal.testing.plugin", "tests.compiled", "tests.cpu_times", "tests.slowness"]

# By day few examples, other ones in each run; at night Hypothesis's own number. Tests that play many games take their
# number from the profile, too (tests/amounts.py).
settings.register_profile("day", deadline=None, max_examples=25)
settings.register_profile("night", deadline=None, max_examples=100)
# pytest --hypothesis-profile=deep: many more examples, for `nox -s properties`.
settings.register_profile("deep", deadline=None, max_examples=2000)
# For `nox -s mutants`: few examples, the same in every run, and the first that fails will do.
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=30,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("day")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what ``nox -s browser`` and ``nox -s site`` ask for."""
    parser.addoption("--whole-games", action="store_true", help="play the games of tests/browser to their end")
    parser.addoption("--site", metavar="FOLDER", help="the built pages that tests/browser/test_site.py measures")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """
    Collect without the collector of garbage, which finds none then and looks at all tests again and again.

    What has been collected stays for the whole run, so that it need not be looked at later either.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture(autouse=True)
def _english_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands speak English wherever the tests are run, unless a test has them speak something else."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(autouse=True)
def _languages_stay() -> Iterator[None]:
    """Languages are added for the whole process: those of a test, or of a page, are gone after it."""
    from magnum_sal.words import LANGUAGES
    from magnum_sal.words.languages import forget

    before = tuple(LANGUAGES)
    yield
    for code in set(LANGUAGES) - set(before):
        forget(code)
