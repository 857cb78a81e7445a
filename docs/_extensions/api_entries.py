"""
Entries of the API reference: every field has one, in the order of the source, with a sentence from the library.

Sphinx looks for the sentence of a name where the name is documented, and falls back to the docstring of the value's
type. Python's text about ``str`` does not describe ``HUMAN``. This extension looks where the name is defined. A name
without a sentence, or a field without an entry, is a warning, and warnings fail the build.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
import sys
import types
from collections.abc import Mapping
from typing import Any

import attrs
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python._annotations import _parse_annotation  # it has no public name
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

PACKAGE = "magnum_sal"
LOGGER = logging.getLogger(__name__)

WITH_BASES = (
    "magnum_sal.engine.steps",
    "magnum_sal.model.state",
    "magnum_sal.model.mine.spaces",
    "magnum_sal.record.notices",
)
"""The modules that contain classes with fields from a base class."""
LONGEST_DEFAULT = 40
"""The longest default that a signature shows, in characters."""


def sentence(_app: Sphinx, what: str, name: str, value: Any, _options: Any, lines: list[str]) -> None:
    """Replace the docstring of a constant's type by the sentence below the constant's definition."""
    if what not in ("data", "attribute", "property"):
        return
    # An alias such as ``dict[str, int]`` has the docstring of ``dict``.
    python_says = value.__doc__ if isinstance(value, types.GenericAlias) else type(value).__doc__
    own = inspect.cleandoc(python_says).splitlines() if isinstance(python_says, str) else []
    said = [line for line in lines if line.strip()]
    if not said or said[0] in own or said[0].startswith("Alias for field number"):
        lines[:] = _said_at_home(name.rpartition(".")[2], value) if what == "data" else []
        if not lines:
            LOGGER.warning("%s has no sentence of its own", name)
    if isinstance(value, types.UnionType) and any(part.__module__.startswith(PACKAGE) for part in value.__args__):
        parts = (f":py:class:`{part.__name__}`" for part in value.__args__)
        lines += ["", f"One of {', '.join(parts)}."]


def _said_at_home(name: str, value: Any) -> list[str]:
    """Return the text below the definition of a name in the module that defines it."""
    for module in sorted(name for name in sys.modules if name.partition(".")[0] == PACKAGE):
        if vars(sys.modules[module]).get(name) is value:
            analyzer = ModuleAnalyzer.for_module(module)
            analyzer.analyze()
            if ("", name) in analyzer.attr_docs:
                return list(analyzer.attr_docs["", name])
    return []


def signature_of(value: Any, written: str) -> str:
    """
    Return the signature of a function or a class, with types and defaults as the source has them.

    In Python's own signature, attrs shows the argument type of a converter and hides defaults. Private constants appear
    under names that readers do not know.
    """
    if inspect.isclass(value) and attrs.has(value):
        fields = [field for field in attrs.fields(value) if field.init]
        parts = [_parameter(field) for field in fields if not field.kw_only]
        by_name = [_parameter(field) for field in fields if field.kw_only]
        return f"({', '.join([*parts, *(['*', *by_name] if by_name else [])])})"
    names = getattr(inspect.unwrap(value), "__globals__", {})
    return re.sub(r"= (_[A-Z_]+)\b", lambda found: f"= {_default(names.get(found[1]))}", written)


def _parameter(field: attrs.Attribute[Any]) -> str:
    default = "" if field.default is attrs.NOTHING else f" = {_default(field.default)}"
    return f"{field.alias}: {plain(field.type)}{default}"


def plain(annotation: Any) -> str:
    """Return an annotation as its reader needs it, without bounds and without the role of a place in a move."""
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    written = re.sub(r"^Annotated\[(.*), \w+\(.*\)\]$", r"\1", written.strip("\"'"))
    written = re.sub(r"\bAnnotated\[(\w+), [A-Z_]+\]", r"\1", written)
    return re.sub(r"\b(?:From|To)\[(\w+)\]", r"\1", written)


def _default(value: Any) -> str:
    """Write a default: a text, a number or a short value unchanged, and the standard ruleset by its name."""
    if isinstance(value, attrs.Factory):  # type: ignore[arg-type]
        value = None if value.takes_self else value.factory()
    if isinstance(value, Mapping):
        return "{}" if not value else "{...}"
    if type(value).__name__ == "Ruleset":
        return "STANDARD"
    written = repr(value)
    return "..." if "<" in written or len(written) > LONGEST_DEFAULT else written


def in_order(_app: Sphinx) -> None:
    """Sort the fields that a class inherits from a base in the same module by their order in the source."""
    for name in WITH_BASES:
        analyzer = ModuleAnalyzer.for_module(name)
        analyzer.analyze()
        for cls in filter(inspect.isclass, vars(importlib.import_module(name)).values()):
            for base in cls.__mro__[1:] if cls.__module__ == name else ():
                for entry, place in [*analyzer.tagorder.items()]:
                    owner, _, field = entry.rpartition(".")
                    if owner == base.__name__:
                        analyzer.tagorder.setdefault(f"{cls.__name__}.{field}", place)


def with_types(app: Sphinx, doctree: nodes.document) -> None:
    """Write the types of fields as the source has them, so that ``Groszy`` links to its meaning."""
    for entry in doctree.findall(addnodes.desc):
        if entry["objtype"] != "attribute" or entry["domain"] != "py":
            continue
        signature = next(entry.findall(addnodes.desc_signature))
        owner, _, field = f"{signature['module']}.{signature['fullname']}".rpartition(".")
        written = _annotation(_named(owner), field)
        shown = [node for node in signature.findall(addnodes.desc_annotation) if node.astext().startswith(":")]
        if written is not None and shown:
            colon = [addnodes.desc_sig_punctuation("", ":"), addnodes.desc_sig_space()]
            shown[0].children.clear()
            shown[0] += [*colon, *_parse_annotation(plain(written), app.env)]


def _annotation(cls: Any, field: str) -> str | None:
    """Return the type of a field of an attrs class as its source has it."""
    if not (inspect.isclass(cls) and attrs.has(cls)):
        return None
    found = {known.name: known.type for known in attrs.fields(cls)}.get(field)
    return found if isinstance(found, str) else None


def without_values(_app: Sphinx, doctree: nodes.document) -> None:
    """
    Remove unreadable text: the parts of a union with the modules that define them.

    A type called ``type`` is Python's own, and not the field of this name beside it.
    """
    for node in [*doctree.findall(addnodes.desc_annotation)]:
        written = node.astext()
        if written.startswith(" = ") and (f"{PACKAGE}." in written or " | " in written):
            node.parent.remove(node)
        elif written.startswith(" = mappingproxy("):
            shown = written.replace("mappingproxy(", "").replace("})", "}")
            node.replace_self(addnodes.desc_annotation(shown, shown))
    for paragraph in [*doctree.findall(nodes.paragraph)]:
        if paragraph.astext().startswith("alias of ") and "<" in paragraph.astext():
            paragraph.parent.remove(paragraph)
    for node in [*doctree.findall(addnodes.pending_xref)]:
        if node.get("reftarget") == "type" and node.get("refdomain") == "py":
            node.replace_self(nodes.Text("type"))


def complete(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about fields of documented classes that have no entry."""
    objects = env.domains.python_domain.objects
    told = {tuple(name.split(".")[-2:]) for name in objects}
    for name, entry in objects.items():
        if entry.objtype not in ("class", "exception") or entry.aliased:
            continue
        cls = _named(name)
        # A field that an error inherits from a documented error is described there.
        above = cls.__mro__[1:] if inspect.isclass(cls) and issubclass(cls, Exception) else ()
        for field in _fields(cls):
            is_told_above = any((base.__name__, field) in told for base in above)
            if f"{name}.{field}" not in objects and not is_told_above:
                LOGGER.warning("%s.%s has no entry on the page %s", name, field, entry.docname)


def _named(name: str) -> Any:
    """Return the class with this name, or None for a name that stands for several classes."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute, None)


def _fields(cls: Any) -> list[str]:
    """Return the names of the public fields and properties of a class."""
    found = [field.name for field in attrs.fields(cls)] if inspect.isclass(cls) and attrs.has(cls) else []
    found += getattr(cls, "_fields", ())
    found += cls.__members__ if isinstance(cls, enum.EnumMeta) else ()
    for base in getattr(cls, "__mro__", ()):
        if base.__module__.partition(".")[0] == PACKAGE:
            found += [name for name, value in vars(base).items() if isinstance(value, property)]
            found += inspect.get_annotations(base)
    return [name for name in dict.fromkeys(found) if not name.startswith("_")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the handlers."""
    app.connect("builder-inited", in_order)
    app.connect("autodoc-process-docstring", sentence)
    app.connect("doctree-read", with_types)
    app.connect("doctree-read", without_values)
    app.connect("env-check-consistency", complete)
    return {"parallel_read_safe": True}
