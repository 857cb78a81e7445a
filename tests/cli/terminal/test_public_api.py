"""The terminal application uses only the public API, like any other front end."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import magnum_sal as ms
from magnum_sal.cli import terminal

PUBLIC_MODULES = (
    "bots",
    "bots.installed",
    "model.events",
    "model.switches",
    "queries.facts",
    "record.notation",
    "render",
    "words",
)


def test_the_application_uses_only_public_names() -> None:
    """Every name that the application imports from the library is exported at the top or by a documented submodule."""
    public = {
        *ms.__all__,
        "SEAT_LETTERS",  # ``pieces`` documents it together with the values.
        "facts",
        "describe_ending",  # The two functions that it combines are public.
        # Not about the game: the extra of a missing package, help, files that only their owner can read, and how a
        # search compares typed text.
        "explain_missing",
        "fold",
        "provide_field_help",
        "PrivatePath",
        "remove_access_of_others",
        # How all commands check and close the bots that a person names, and describe their failures.
        "check_bot",
        "close_bot",
        "describe_failure",
        *(name for module in PUBLIC_MODULES for name in import_module(f"magnum_sal.{module}").__all__),
    }
    used = {
        alias.name
        for path in Path(terminal.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level == 3
        for alias in node.names
    }
    assert len(used) > 15
    assert used - public == set()
