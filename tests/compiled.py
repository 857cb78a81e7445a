"""A pytest plugin that marks the tests of everything that compiling the library can change as ``compiled``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# These folders test packages with compiled modules, or code that runs through them.
FOLDERS = (
    *("errors", "internal", "model", "rules", "engine", "queries", "record", "protocol", "bots"),
    *("properties", "extensions", "fuzz", "guard", "perft", "games"),
)
MODULES = ("render/test_repr.py",)


@pytest.hookimpl(tryfirst=True)  # This happens before `-m` looks for the mark.
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests in these folders and modules."""
    for item in items:
        if is_about_compiling(item.path):
            item.add_marker(pytest.mark.compiled)


@cache
def is_about_compiling(module: Path) -> bool:
    """Return whether compiling the library can change the results of the tests in *module*."""
    if not module.is_relative_to(TESTS):
        return False
    place = module.relative_to(TESTS)
    return place.parts[0] in FOLDERS or place.as_posix() in MODULES
