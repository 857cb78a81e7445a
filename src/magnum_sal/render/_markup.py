"""
The only module that writes SVG: it creates every element of every picture.

Markup and text are separate types. Only ``element`` and ``join_markup`` create ``Markup``. A plain ``str`` is text,
and is escaped when it is joined with markup. So a name that looks like an element cannot become one by mistake. The
opposite mistake is visible at once: an f-string of markup is a plain ``str`` again, and its tags appear as text in the
picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from .._internal.caches import cached

Attribute: TypeAlias = str | float | None
"""The value of an attribute; None omits the attribute."""


class Markup(str):
    """Markup in which all text is already escaped."""

    __slots__ = ()

    def __add__(self, other: str) -> Markup:
        return join_markup((self, other))

    def __radd__(self, other: str) -> Markup:
        return join_markup((other, self))


NOTHING: Final = Markup()
"""Empty markup."""

NOT_OF_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Matches a character that XML forbids, even as a reference (XML 1.0, section 2.2)."""
_REPLACEMENT: Final = "\ufffd"
# Most texts contain nothing to escape or replace, which these patterns detect in one pass. They must reject at least
# every character that the slow path changes. In a value, these include line ends and tabs, which XML would turn into
# spaces.
_IS_PLAIN: Final = re.compile(r"[^&<>\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]*").fullmatch
_IS_PLAIN_VALUE: Final = re.compile(r"[^&<>\"\x00-\x1f\ud800-\udfff\ufffe\uffff]*").fullmatch


def element(name: str, /, *children: str, **attributes: Attribute) -> Markup:
    """Return an element. Text is escaped, and underscores in attribute names become hyphens."""
    written = "".join(
        f" {_attribute_name(key)}={_quote_value(value) if isinstance(value, str) else _number(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    content = _content(children)
    return Markup(f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>")


def join_markup(parts: Iterable[str]) -> Markup:
    """Join the parts into markup. Plain strings among them are escaped."""
    return Markup(_content(parts))


def verbatim(name: str, text: str) -> Markup:
    """
    Return a style sheet or a script of the library as the content of its element *name* in HTML.

    HTML escapes nothing in these elements. Raises ``AssertionError`` if the text would end its element early.
    """
    assert f"</{name}" not in text.lower(), f"the text of <{name}> ends the element"
    return Markup(text)


def split_groups(markup: str) -> list[str]:
    """Split markup before the beginning and before the end of each group."""
    return _GROUP_EDGE.split(markup)


_GROUP_EDGE: Final = re.compile("(?=<g |</g>)")


def short(value: float) -> str:
    """Format a number with at most one decimal place."""
    return f"{value:.1f}".removesuffix(".0")


def _content(parts: Iterable[str]) -> str:
    # Only here does text become markup. Everything that is not ``Markup`` is escaped, even if it looks like an element.
    return "".join([part if type(part) is Markup else _escape_text(part) for part in parts])


def _escape_text(text: str) -> str:
    return text if _IS_PLAIN(text) else escape(NOT_OF_XML.sub(_REPLACEMENT, text))


def _quote_value(value: str) -> str:
    return f'"{value}"' if _IS_PLAIN_VALUE(value) else quoteattr(NOT_OF_XML.sub(_REPLACEMENT, value))


def _number(value: float) -> str:
    return f'"{short(value)}"'


@cached(most=256)
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
