"""The text of a rule as a value: its title, its wording, and rulings on points that the rulebook leaves unclear."""

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


def _frozen(readings: Mapping[str, str]) -> Any:
    given: object = readings
    # The result is Any, because the validator refuses everything that is not a mapping.
    return MappingProxyType(dict(given)) if isinstance(given, Mapping) else given


@attrs.frozen
class Ruling:
    """
    A ruling on a point where the versions of the rulebook differ or are silent.

    The texts are in the language passed to ``rule_texts``.
    """

    id: str = attrs.field(validator=_is_text)
    """The rule's id and a word, such as ``"CHAIN-2.stranded"``; the same in all languages and versions."""
    rule: str = attrs.field(validator=_is_text)
    """The id of the rule."""
    question: str = attrs.field(validator=_is_text)
    """The question that the ruling decides."""
    decision: str = attrs.field(validator=_is_text)
    """The decision, which applies unless the ruleset changes it through ``switch``."""
    reason: str = attrs.field(validator=_is_text)
    """The reason for the decision."""
    # A mapping has no hash. Equal rulings have equal hashes without it.
    readings: Mapping[str, str] = attrs.field(factory=dict, converter=_frozen, validator=_are_readings, hash=False)
    """
    The wording of the booklet in each of its languages: ``"pl"``, the original, ``"en"`` and ``"de"``. Empty if the
    rule belongs to an extension.
    """
    switch: str | None = attrs.field(default=None, validator=attrs.validators.optional(_is_text))
    """
    The field of ``Ruleset`` that changes the decision: a switch, a number, ``"rulings"`` for one of its functions, or
    ``"rules"`` for a replaced rule. None if nothing can change it.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only view of a dict cannot be pickled, so pickle a dict.
        values = (getattr(self, field.name) for field in attrs.fields(Ruling))
        return Ruling, tuple(dict(value) if isinstance(value, Mapping) else value for value in values)


@attrs.frozen
class RuleText:
    """
    The text of a rule in one language and for one ruleset.

    An extension puts its own texts in ``Rule.texts``. Braces may name fields of the ruleset, as in ``{penalty}`` and
    ``{penalty:grosz}``, also in the question, decision and reason of a ruling.
    """

    id: str = attrs.field(validator=_is_text)
    """The rule's id, such as ``"CHAIN-2"``."""
    title: str = attrs.field(validator=_is_text)
    """The subject in a few words, capitalized as in the middle of a sentence."""
    summary: str = attrs.field(validator=_is_text)
    """A one-sentence summary."""
    text: str = attrs.field(default="", validator=_is_text)
    """The rest of the rule in a few sentences, if any, without repeating *summary*."""
    rulings: tuple[Ruling, ...] = attrs.field(default=(), validator=_are_rulings)
    """The rulings about the rule."""
