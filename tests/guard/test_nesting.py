"""Freeing deeply nested values does not damage the memory of the process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import magnum_sal as ms

NEST_EVERY_CLASS = """
import importlib, pathlib, pkgutil, random
import magnum_sal as ms
from magnum_sal.bots._judge import load_judge

DEPTHS = range(1, 201)  # CPython treats deallocations differently from the 50th nested one on
NOTHING_COMPILED = ("arena", "cli", "envs", "mcp", "testing", "web")  # some of them need an extra


def list_compiled_classes():
    for found in pkgutil.walk_packages(ms.__path__, "magnum_sal."):
        if found.name.split(".")[1] in NOTHING_COMPILED:
            continue
        module = importlib.import_module(found.name)
        if pathlib.Path(module.__file__).suffix in (".so", ".pyd"):
            for value in vars(module).values():
                # Named tuples and enumerations stay ordinary classes.
                if isinstance(value, type) and "__mypyc_attrs__" in vars(value) and value.__module__ == found.name:
                    yield value


state, judge = ms.new_game(["Ada", "Ben"], seed=7), load_judge()
# The classes whose `__new__` wants the constructor's arguments.
BUILDERS = {
    "CourseSolver": lambda cls: cls(1, ms.legal_moves, bool),
    "Judge": lambda cls: judge.of_style({}),
    "Search": lambda cls: cls(
        judge, random.Random(1), horizon=2, sample=4, exploration=1.0, sharpness=1.0, trust=1.0
    ),
    "Sites": lambda cls: cls(state),
}


def build(cls):
    return BUILDERS[cls.__name__](cls) if cls.__name__ in BUILDERS else cls.__new__(cls)


classes = list(list_compiled_classes())
for cls in classes:
    for depth in DEPTHS:
        nested = build(cls)
        for _ in range(depth):
            nested = (nested,)
        del nested
text = ms.to_json(state)
for depth in DEPTHS:
    nested = ms.from_json(ms.GameState, text)
    for _ in range(depth):
        nested = (nested,)
    del nested
print(len(classes))
"""

RAISE_DEEP = """
import magnum_sal as ms


def fall(depth):
    state = ms.new_game(["Ada", "Ben"], seed=depth)
    if depth:
        fall(depth - 1)
    raise ms.MisuseError(str(state.turn_seat))


for _ in range(20):
    try:
        fall(60)
    except ms.MisuseError:
        pass
print("caught")
"""


def run_checked(program: str) -> str:
    """Return the output of *program*, run in a process whose allocator notices damage."""
    finished = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        errors="replace",  # the allocator's report contains bytes of the damaged memory
        check=False,
        env={**os.environ, "PYTHONMALLOC": "debug"},
    )
    assert finished.returncode == 0, finished.stderr[:2000]
    return finished.stdout.strip()


@pytest.mark.long
@pytest.mark.skipif(not ms.is_compiled, reason="needs the compiled library")
def test_every_compiled_class_is_freed_at_any_depth() -> None:
    """An object of each compiled class, nested in 1 to 200 tuples, is freed without damage."""
    assert int(run_checked(NEST_EVERY_CLASS)) > 60


@pytest.mark.long
def test_an_error_raised_deep_in_a_search_frees_its_states() -> None:
    """An error whose traceback holds the states of 60 frames is freed without damage."""
    assert run_checked(RAISE_DEEP) == "caught"
