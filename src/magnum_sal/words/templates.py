"""Parse sentence templates. Parsing runs no code, so templates may come from untrusted sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors.messages import brief

LONGEST_TEMPLATE: Final = 1000
"""The maximum number of characters in a template, and in any words of an added language."""
_MARKS: Final = re.compile(r"(\[\[?|\]\]?)")
"""Matches single and doubled brackets."""


class Slot(NamedTuple):
    """A placeholder for a fact in a template: ``{price:grosz}``."""

    name: str
    """The name of the fact."""
    way: str
    """The format of the fact, empty for the default, or a name in braces if another fact names the noun."""

    @property
    def noun_from(self) -> str | None:
        """The name of the fact that names the noun, as in ``{ready:{tool}}``."""
        return self.way[1:-1] if self.way.startswith("{") else None


class Section(NamedTuple):
    """A part that is omitted if one of its facts is 0, empty or None: ``[ for {price:grosz}]``."""

    parts: tuple[Part, ...]


Part: TypeAlias = "str | Slot | Section"


@cached(most=4096)
def parse_template(template: str) -> tuple[Part, ...]:
    """
    Parse a template into its parts.

    >>> parse_template("hires a miner[ for {price:grosz}]")
    ('hires a miner', Section(parts=(' for ', Slot(name='price', way='grosz'))))

    Double a brace or a bracket to insert it literally.

    Raises:
        ValueError: the template is invalid. Attributes, items and conversions of facts are not allowed.
    """
    if len(template) > LONGEST_TEMPLATE:
        raise ValueError(f"a template of {len(template)} characters, more than {LONGEST_TEMPLATE}")
    # Formatter.parse() only splits the text. str.format() would read attributes of facts, such as
    # ``{seat.__class__}``, and a template may come from an untrusted source.
    # A stack of open sections: "[" pushes a list of parts, and "]" pops it and appends it to the one below.
    open_parts: list[list[Part]] = [[]]
    for literal, name, way, conversion in Formatter().parse(template):
        for mark in filter(None, _MARKS.split(literal)):
            if mark == "[":
                open_parts.append([])
            elif mark == "]":
                if len(open_parts) == 1:
                    raise ValueError("a closing bracket has no opening one")
                section = Section(tuple(open_parts.pop()))
                open_parts[-1].append(section)
            else:
                open_parts[-1].append(mark[:1] if mark in ("[[", "]]") else mark)
        if name is not None:
            open_parts[-1].append(_slot(name, way or "", conversion))
    if len(open_parts) > 1:
        raise ValueError("a bracket is not closed")
    return tuple(open_parts[0])


def _slot(name: str, way: str, conversion: str | None) -> Slot:
    # A dot or a bracket in a name would access a part of the fact, so only identifiers are valid names.
    noun = way[1:-1] if way.startswith("{") and way.endswith("}") else way
    if not name.isidentifier() or conversion or not (noun.isidentifier() or not way):
        raise ValueError(f"{brief(name)} is not the name of a fact")
    return Slot(name, way)


def slots(parts: tuple[Part, ...]) -> Iterator[Slot]:
    """Yield all slots in *parts*, including those in sections."""
    for part in parts:
        if isinstance(part, Slot):
            yield part
        elif isinstance(part, Section):
            yield from slots(part.parts)


def names_in(template: str) -> frozenset[str]:
    """Return the names of all facts in a template."""
    return _names(slots(parse_template(template)))


def names_outside_brackets(template: str) -> frozenset[str]:
    """Return the names of the facts that a template always contains, because they are in no part in brackets."""
    return _names(part for part in parse_template(template) if isinstance(part, Slot))


def _names(found: Iterable[Slot]) -> frozenset[str]:
    """Return the names of the facts in slots, and of the facts that name the nouns."""
    return frozenset(name for slot in found for name in (slot.name, slot.noun_from) if name)


def ways_in(template: str) -> frozenset[str]:
    """Return the formats of facts in a template, except defaults and nouns that another fact names."""
    return frozenset(slot.way for slot in slots(parse_template(template)) if slot.way and slot.noun_from is None)
