"""
A Sphinx directive with the table of changed names: ``{changed-names} names`` lists one part of it.

The parts are those of ``tools/public_api/changed_names.toml``, which ``nox -s api`` compares with the library.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FILE = Path(__file__).parents[2] / "tools" / "public_api" / "changed_names.toml"
HEADS = {
    "modules": ("module of 0.1.0", "module now"),
    "names": ("name in 0.1.0", "name now"),
    "gone": ("name in 0.1.0", "what to write instead"),
    "calls": ("function of 0.1.0", "call now"),
    "unreleased": ("name before", "name now"),
}


class ChangedNames(SphinxDirective):
    """A table of two columns: the earlier names, and their replacements."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        part = self.arguments[0]
        self.env.note_dependency(str(FILE))
        rows = tomllib.loads(FILE.read_text(encoding="utf-8"))[part]
        is_text = part in ("gone", "calls")
        lines = [f"| `{old}` | {new if is_text else f'`{new}`'} |" for old, new in rows.items()]
        return self.parse_text_to_nodes("\n".join(["| {} | {} |".format(*HEADS[part]), "|---|---|", *lines]))


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("changed-names", ChangedNames)
    return {"parallel_read_safe": True}
