"""A pytest plugin that gives the mark ``compiled`` to the tests of what compiling the library can change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# The tests of compiled modules, which are the rules and their engine, and of modules that work through them.
FOLDERS = ("rules", "properties", "extensions", "fuzz", "guard", "perft", "games", "bots", "log", "serve")
MODULES = (
    *("test_builds", "test_mine", "test_mine_spaces", "test_pieces", "test_state", "test_engine", "test_folds"),
    *("test_remembering", "test_sensible", "test_unseen", "test_determinize", "test_chance", "test_deal"),
    *("test_moves", "test_making", "test_creating", "test_effects", "test_facts", "test_choices", "test_unavailable"),
    *("test_playout", "test_game", "test_errors", "test_repr", "test_public_state"),
    *("test_ruleset_checks", "test_switches", "test_own_switches", "test_special_positions", "test_worked_examples"),
    *("test_serialization", "test_serialization_details", "test_serialization_forms", "test_strict_reading"),
)


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
    folder, *inner = module.relative_to(TESTS).parts
    return folder in FOLDERS if inner else module.stem in MODULES
