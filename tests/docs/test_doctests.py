"""The examples in all docstrings of the package."""

import doctest
import importlib
import linecache
import pkgutil
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

import magnum_sal
from magnum_sal import MissingExtraError

EXTRAS = {"textual", "rich", "openskill", "matplotlib", "distributed", "hypothesis"}
"""Packages that a module may need and that are not installed everywhere."""

MODULES = ["magnum_sal", *(found.name for found in pkgutil.walk_packages(magnum_sal.__path__, "magnum_sal."))]


def has_examples(name: str) -> bool:
    """Return whether the source of a module contains an example. It is beside the file of a compiled module."""
    path = Path(magnum_sal.__file__).parent.joinpath(*name.split(".")[1:])
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ">>> " in source.read_text("utf-8")


WITH_EXAMPLES = [name for name in MODULES if has_examples(name)]

MARKS = {"magnum_sal.render._svg_picture": pytest.mark.long, "magnum_sal.testing._extension": pytest.mark.slow}
"""The marks of modules whose examples draw many pictures or play whole games."""


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=MARKS.get(name, ())) for name in WITH_EXAMPLES],
)
def test_the_examples_of_a_module(name: str) -> None:
    """Each example in the docstrings of a module prints what it shows. A module whose extra is missing is skipped."""
    module = load_module(name)
    # For each example, doctest checks the state of every file in this cache.
    linecache.clearcache()
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


OTHERS = [name for name in MODULES if name not in WITH_EXAMPLES and not name.endswith("__main__")]


@pytest.mark.parametrize("room", sorted({name.split(".")[1] for name in OTHERS}))
def test_the_other_modules_can_be_imported(room: str) -> None:
    """The modules of a room without examples can be imported, except those whose extra is missing."""
    for name in OTHERS:
        if name.split(".")[1] == room:
            with suppress(pytest.skip.Exception):
                load_module(name)


def load_module(name: str) -> ModuleType:
    """Import a module, or skip the test if an extra is missing."""
    try:
        return importlib.import_module(name)
    except MissingExtraError as error:
        if error.package == "open_spiel":
            pytest.skip("needs what `nox -s rl` installs")
        raise
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] in EXTRAS:
            pytest.skip(f"needs {error.name}")
        raise
