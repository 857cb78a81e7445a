"""
Links in the API reference: from the place where a name is defined to the place where it is documented.

Signatures name ``magnum_sal.model.state.GameState``, but people import ``magnum_sal.GameState``, which the reference
documents. Names of Python itself and of other packages stay text. Any other missing reference stays an error.
"""

from __future__ import annotations

import builtins
import re
import sys
import typing
from collections import defaultdict
from functools import cache
from typing import Any

from api_entries import signature_of
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util.nodes import make_refnode

from magnum_sal.model import fields

OTHERS = {*sys.stdlib_module_names, "attr", "attrs", "hypothesis", "st", "cattrs", "optional"}
"""Third-party packages; ``st`` is the usual name of Hypothesis's strategies."""

LONG = {"GameState", "Draft", "Ruleset", "Rulings", "Mine", "Game", "Session", "Choice", "Bot"}
"""Classes that users do not create by a call, or that have more fields than a signature can show."""


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element) -> nodes.Node | None:
    """Return a link for a Python name that Sphinx did not find."""
    if node.get("refdomain") != "py":
        return None
    target: str = node["reftarget"]
    if "typing.Annotated[" in target:
        # Types in tuples are evaluated, together with their meaning.
        return nodes.Text(_meant(target))
    parts = target.split(".")
    objects = env.domains["py"].objects
    for length in (2, 1):
        found = _names_by_ending(app).get(tuple(parts[-length:]), [])
        found = sorted(found, key=lambda name: (objects[name].docname != node["refdoc"], len(name)))
        if found and len(parts) >= length:
            entry = objects[found[0]]
            return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, found[0])
    is_foreign = parts[0] in OTHERS or (len(parts) == 1 and (hasattr(builtins, target) or target in _SHORT))
    return contnode if is_foreign or parts[-1] == "T" else None


@cache
def _names_by_ending(app: Sphinx) -> dict[tuple[str, ...], list[str]]:
    """Return all documented names, by their last part and by their last two. Sphinx has read all pages by then."""
    found = defaultdict(list)
    for name in app.env.domains["py"].objects:
        parts = name.split(".")
        for length in (1, 2):
            if len(parts) > length:
                found[tuple(parts[-length:])].append(name)
    return dict(found)


ALIASES = {
    repr(mark): name
    for name, alias in vars(fields).items()
    if typing.get_origin(alias) is typing.Annotated
    for mark in typing.get_args(alias)[1:]
    if isinstance(mark, fields.Meaning)
}
"""The types with a meaning, by the repr of the meaning."""

ANNOTATED = re.compile(r"~?[\w.]*Annotated\[[^<\]]*?(?:\[[^\]]*\][^<\]]*?)?, (<[^>]*>)(?:, <Role\.(\w+): '\w+'>)?\]")


BOUNDED = re.compile(r"~?[\w.]*Annotated\[((?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*), <\d[^>]*>\]")
"""A type with bounds, which a signature leaves out."""


def _meant(signature: str) -> str:
    """Write a type by its name where Python writes its annotations."""

    def named(found: re.Match[str]) -> str:
        name = ALIASES.get(found[1], found[1])
        return f"{found[2].title()}[{name}]" if found[2] else name

    return ANNOTATED.sub(named, BOUNDED.sub(lambda found: re.sub(r"~[\w.]+\.", "", found[1]), signature))


_SHORT = {
    *(
        "Any",
        "Callable",
        "ClassVar",
        "Counter",
        "Final",
        "Fraction",
        "Hashable",
        "IO",
        "Iterable",
        "Iterator",
        "Literal",
        "Mapping",
    ),
    *("MappingProxyType", "Path", "PathLike", "Protocol", "Random", "Sequence", "TextIO"),
    *("DrawFn", "SearchStrategy", "Starlette", "_Field"),
}


def shorten(
    _app: Sphinx, what: str, name: str, value: Any, _options: Any, signature: str | None, returned: str | None
) -> tuple[str, str | None] | None:
    """Shorten signatures: drop those that are too long, and write types and defaults by their names."""
    if what == "class" and name.rpartition(".")[2] in LONG:
        return "", None
    if signature is None:
        return None
    return _meant(signature_of(value, signature)), None if returned is None else _meant(returned)


def whole_text(docstring: GoogleDocstring) -> tuple[str, list[str]]:
    """Return no type and the whole text; napoleon would read "Who pays: a seat" below an attribute as type and text."""
    return "", docstring._dedent(docstring._consume_to_end())


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the handlers."""
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-signature", shorten)
    GoogleDocstring._consume_inline_attribute = whole_text
    return {"parallel_read_safe": True}
