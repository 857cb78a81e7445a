"""
A Sphinx directive that lists the public names of a room: ``{public-names} record``.

A module is public if it has an ``__all__``. Each name occurs once: a name that ``magnum_sal`` exports is listed there
and not at its module. A name links to its entry in the reference. Names that the reference describes in a table have
none.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from docutils import nodes
from rule_index import table
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import magnum_sal

PACKAGE = "magnum_sal"
KIND = "public_name"
"""The type of our references, by which ``leave_as_text`` recognizes them."""


@cache
def public_modules() -> tuple[ModuleType, ...]:
    """Return the modules with an ``__all__`` and without an underscore in their paths, except those of the rules."""
    found = [magnum_sal]
    for info in pkgutil.walk_packages(magnum_sal.__path__, f"{PACKAGE}."):
        _, room, *_ = parts = info.name.split(".")
        if room != "rules" and not any(part.startswith("_") for part in parts):
            module = importlib.import_module(info.name)
            if "__all__" in vars(module):
                found.append(module)
    return tuple(found)


def names_of(module: ModuleType) -> Iterator[str]:
    """Yield the names of a public module that ``magnum_sal`` itself does not export."""
    for name in module.__all__:
        if module is magnum_sal or getattr(magnum_sal, name, None) is not getattr(module, name):
            yield name


class PublicNames(SphinxDirective):
    """A table of the public modules of a room with their names; without an argument, the names of ``magnum_sal``."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        prefix = ".".join((PACKAGE, *self.arguments))
        rows: list[list[Any]] = []
        for module in public_modules():
            path = module.__name__
            is_asked = path == prefix if prefix == PACKAGE else path == prefix or path.startswith(f"{prefix}.")
            if is_asked and (names := list(names_of(module))):
                rows.append([nodes.literal("", path), self._links(path, names)])
        return [table(("module", "names"), (25, 75), rows)]

    def _links(self, module: str, names: list[str]) -> nodes.Node:
        links = nodes.inline()
        for name in names:
            links += nodes.Text(", ") if links.children else nodes.Text("")
            options = {"refdomain": "py", "reftype": KIND, "refdoc": self.env.docname, "refexplicit": True}
            links += pending_xref("", nodes.literal("", name), reftarget=f"{module}.{name}", **options)
        return links


def leave_as_text(_app: Sphinx, _env: Any, node: pending_xref, content: nodes.Element) -> nodes.Node | None:
    """Return the text of a listed name that has no entry."""
    return content if node["reftype"] == KIND else None


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("public-names", PublicNames)
    app.connect("missing-reference", leave_as_text, priority=400)
    return {"parallel_read_safe": True}
