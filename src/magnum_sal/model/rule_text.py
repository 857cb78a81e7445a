"""The text of a rule as a value: what it is called and says, and what was decided where the rulebook leaves room."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from .._internal.checks import refuse

__all__ = ["RuleText", "Ruling"]


def _is_text(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not str:
        refuse(owner, field.name, value, "a text")


def _are_readings(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Mapping) or not all(type(text) is str for pair in value.items() for text in pair):
        refuse(owner, field.name, value, "texts by language")


def _are_rulings(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or not all(isinstance(ruling, Ruling) for ruling in value):
        refuse(owner, field.name, value, "a tuple of Ruling")


def _frozen(readings: Any) -> Any:
    return MappingProxyType(dict(readings)) if isinstance(readings, Mapping) else readings


@attrs.frozen
class Ruling:
    """A decision where the texts of the rulebook differ, or say nothing, as ``rule_texts`` gives it in one language."""

    id: str = attrs.field(validator=_is_text)
    """The rule's id and a word, such as ``"CHAIN-2.stranded"``: the same in all languages, and for good."""
    rule: str = attrs.field(validator=_is_text)
    """The id of the rule."""
    question: str = attrs.field(validator=_is_text)
    """What had to be decided."""
    decision: str = attrs.field(validator=_is_text)
    """What is played, unless the ruleset decides otherwise by ``switch``."""
    reason: str = attrs.field(validator=_is_text)
    """Why."""
    readings: Mapping[str, str] = attrs.field(factory=dict, converter=_frozen, validator=_are_readings, hash=False)
    """
    What the booklet's text says in each of its languages: ``"pl"``, the original, ``"en"`` and ``"de"``; none where the
    rule is an extension's.
    """
    switch: str | None = attrs.field(default=None, validator=attrs.validators.optional(_is_text))
    """
    The field of ``Ruleset`` that decides otherwise: one of its switches, a number, ``"rulings"`` where a function of it
    does, ``"rules"`` where a rule in place of the one there does. None where nothing is to be decided otherwise.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only view of a dict cannot be pickled.
        values = (getattr(self, field.name) for field in attrs.fields(Ruling))
        return Ruling, tuple(dict(value) if isinstance(value, Mapping) else value for value in values)


@attrs.frozen
class RuleText:
    """
    What a rule says, in one language and for one ruleset.

    An extension brings its own in ``Rule.texts``, where braces may name fields of the ruleset, as in ``{penalty}`` and
    ``{penalty:grosz}``.
    """

    id: str = attrs.field(validator=_is_text)
    """The rule's id, such as ``"CHAIN-2"``."""
    title: str = attrs.field(validator=_is_text)
    """What it is about, in a few words; it begins as a word within a sentence does."""
    summary: str = attrs.field(validator=_is_text)
    """One sentence."""
    text: str = attrs.field(default="", validator=_is_text)
    """The rest of it, in a few more, if there is any; *summary* is not repeated."""
    rulings: tuple[Ruling, ...] = attrs.field(default=(), validator=_are_rulings)
    """What was decided."""
