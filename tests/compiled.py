"""A pytest plugin that marks the tests of everything that compiling the library can change as ``compiled``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# These folders test packages with compiled modules, or play games with nothing else around them.
FOLDERS = ("internal", "model", "rules", "engine", "queries", "bots", "properties", "extensions", "perft", "games")
# Other packages have no compiled modules. These modules test how they use the compiled classes and functions: they
# create values from any data, read the notation of the rules, and pass wrong arguments.
MODULES = (
    *("errors/test_errors.py", "fuzz/test_bad_input.py", "fuzz/test_positions.py", "render/test_repr.py"),
    *(f"guard/test_{name}.py" for name in ("impossible_states", "limits", "misuse", "nesting")),
    *(f"record/test_{name}.py" for name in ("game", "notation", "notation_edges", "strict_reading")),
    *(f"record/test_serialization{suffix}.py" for suffix in ("", "_details", "_draws", "_forms")),
)
# The modules of ``bots`` that start processes, parse options and read policies are not compiled.
PURE = tuple(f"bots/test_{name}.py" for name in ("options", "policies", "policy_files", "process", "registry"))


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
    name = place.as_posix()
    return name in MODULES or (place.parts[0] in FOLDERS and name not in PURE)
