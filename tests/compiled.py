"""A pytest plugin that gives the mark ``compiled`` to the tests of what compiling the library can change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# The tests of rooms with compiled modules, and of what works through them.
FOLDERS = (
    *("errors", "internal", "model", "rules", "engine", "queries", "record", "protocol", "bots"),
    *("properties", "extensions", "fuzz", "guard", "perft", "games"),
)
MODULES = ("render/test_repr.py",)


@pytest.hookimpl(tryfirst=True)  # before `-m` looks for the mark
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests in these folders and modules."""
    for item in items:
        if is_about_compiling(item.path):
            item.add_marker(pytest.mark.compiled)


@cache
def is_about_compiling(module: Path) -> bool:
    """Return whether compiling the library can change what the tests in a *module* find."""
    if not module.is_relative_to(TESTS):
        return False
    place = module.relative_to(TESTS)
    return place.parts[0] in FOLDERS or place.as_posix() in MODULES
