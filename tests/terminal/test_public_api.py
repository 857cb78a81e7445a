"""The terminal application is a front end like any other: built on the public API alone."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import magnum_sal as ms
from magnum_sal import terminal

PUBLIC_MODULES = ("bots", "bots.installed", "model.switches", "queries.facts", "render", "words")


def test_the_application_uses_public_names_alone() -> None:
    """What it imports from the rest of the library is exported at the top or by a documented submodule."""
    public = {
        *ms.__all__,
        "SEAT_LETTERS",  # of ``pieces``, which documents it with the values
        "facts",
        *(name for module in PUBLIC_MODULES for name in import_module(f"magnum_sal.{module}").__all__),
    }
    used = {
        alias.name
        for path in Path(terminal.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level == 2
        for alias in node.names
    }
    assert len(used) > 15
    assert used - public == set()
