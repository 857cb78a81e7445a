"""The examples in all docstrings of the package."""

import doctest
import importlib
import linecache
import pkgutil

import pytest

import magnum_sal
from magnum_sal import MissingExtraError

EXTRAS = {"textual", "rich", "openskill", "matplotlib", "distributed", "hypothesis"}
"""Packages that a module may need and that are not installed everywhere."""

MODULES = ["magnum_sal", *(found.name for found in pkgutil.walk_packages(magnum_sal.__path__, "magnum_sal."))]


MARKS = {"magnum_sal.render._svg_picture": pytest.mark.long, "magnum_sal.testing._extension": pytest.mark.slow}
"""The marks of modules whose examples draw many pictures or play whole games."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=MARKS.get(name, ())) for name in MODULES if not name.endswith("__main__")],
)
def test_the_examples_of_a_module(name: str) -> None:
    """Each example in the docstrings of a module prints what it shows. A module whose extra is missing is skipped."""
    try:
        module = importlib.import_module(name)
    except MissingExtraError as error:
        if error.package == "open_spiel":
            pytest.skip("needs what `nox -s rl` installs")
        raise
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] in EXTRAS:
            pytest.skip(f"needs {error.name}")
        raise
    # For each example, doctest checks the state of every file in this cache.
    linecache.clearcache()
    assert doctest.testmod(module).failed == 0
