"""
Sphinx directives that collect facts from the source: the homes of rules, caches, types of fields, reasons.

``{rule-index}`` reads the first line of each module, which names its rules: ``(RULES CHAIN-1, CHAIN-2)``. ``{caches}``
imports the library, whose caches register themselves. ``{field-types}`` reads the types that describe the meaning of a
field. ``{reasons}`` reads the sentences of objections.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import pkgutil
import re
import typing
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import magnum_sal
from magnum_sal._internal.caches import CACHES
from magnum_sal.model import fields
from magnum_sal.words import LANGUAGES
from magnum_sal.words.languages import REASON

DOCS = Path(__file__).parent.parent
SOURCE = DOCS.parent / "src" / "magnum_sal"

RULE_ID = re.compile(r"\b[A-Z]+-(?:[A-Z]+|\d+)\b")


def homes() -> dict[str, tuple[str, str]]:
    """Return for each rule id its module and the first line of the module's docstring."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        first_line = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]
        said, opening, ids = first_line.partition(" (RULES ")
        module = ".".join(("magnum_sal", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for rule in RULE_ID.findall(ids) if opening else ():
            found[rule] = (module, said)
    return found


class RuleIndex(SphinxDirective):
    """A table of all rules, with the module that implements each."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        at = homes()
        rows: list[list[Any]] = []
        for rule, text in magnum_sal.rule_texts().items():
            module, said = at[rule]
            name = nodes.inline("", "", _link(rule), nodes.Text(f" {text.title}"))
            rows.append([name, nodes.literal("", module.removeprefix("magnum_sal.")), said])
        return [table(("rule", "module", "contents of the module"), (35, 25, 40), rows)]


class Caches(SphinxDirective):
    """A table of all caches and their limits."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        for module in pkgutil.walk_packages(magnum_sal.__path__, "magnum_sal."):
            if not module.name.startswith(("magnum_sal.terminal", "magnum_sal.__main__")):  # an extra; a program
                with contextlib.suppress(magnum_sal.MissingExtraError, ModuleNotFoundError):
                    importlib.import_module(module.name)
        rows: list[list[Any]] = []
        for cache in sorted(CACHES, key=lambda cache: cache.name):
            unit = "elements" if cache.by_length else "results"
            rows.append([nodes.literal("", cache.name.removeprefix("magnum_sal.")), f"{cache.most:,} {unit}"])
        return [table(("cached function or class", "limit"), (70, 30), rows)]


class FieldTypes(SphinxDirective):
    """A table of the types of ``magnum_sal.model.fields``: the type for a type checker, and the meaning."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        said = dict(self.said())
        rows: list[list[Any]] = []
        for name in fields.__all__:
            alias = getattr(fields, name)
            if typing.get_origin(alias) is typing.Annotated and not alias.__parameters__:
                is_class = isinstance(alias.__origin__, type)
                plain = alias.__origin__.__name__ if is_class else str(alias.__origin__).removeprefix("typing.")
                rows.append([self.entry(name), nodes.literal("", plain), said[name]])
        return [table(("type", "Python type", "meaning"), (20, 20, 60), rows)]

    def entry(self, name: str) -> nodes.Node:
        """Return the name of a type, as an entry that types of fields link to."""
        entry = nodes.literal("", name, ids=[f"magnum_sal.model.fields.{name}"])
        self.env.domains.python_domain.note_object(
            f"magnum_sal.model.fields.{name}", "type", entry["ids"][0], location=entry
        )
        return entry

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield each name of the two modules with the text below it."""
        for module in ("meaning.py", "fields.py"):
            body = ast.parse((SOURCE / "model" / module).read_text("utf-8")).body
            for node, below in pairwise(body):
                match node, below:
                    case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                        yield name, text.replace("``", "")


class Reasons(SphinxDirective):
    """A table of the reasons of objections, with their English sentences."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows: list[list[Any]] = [
            [nodes.literal("", key.removeprefix(REASON)), sentence]
            for key, sentence in LANGUAGES["en"].items()
            if key.startswith(REASON)
        ]
        return [table(("reason", "sentence"), (30, 70), rows)]


def _link(rule: str) -> nodes.Node:
    return nodes.reference("", rule, internal=True, refuri=f"../rules.html#rule-{rule.lower()}")


def table(heads: tuple[str, ...], widths: tuple[int, ...], rows: list[list[Any]]) -> nodes.table:
    """Return a table with *heads* of its columns, their *widths*, and *rows* of texts and nodes."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=width) for width in widths]
    group += nodes.thead("", _row(list(heads)))
    group += nodes.tbody("", *(_row(row) for row in rows))
    return nodes.table("", group, classes=["colwidths-auto"])


def _row(cells: list[Any]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        content = nodes.Text(cell) if isinstance(cell, str) else cell
        row += nodes.entry("", nodes.paragraph("", "", content))
    return row


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    app.add_directive("rule-index", RuleIndex)
    app.add_directive("caches", Caches)
    app.add_directive("field-types", FieldTypes)
    app.add_directive("reasons", Reasons)
    return {"parallel_read_safe": True}
