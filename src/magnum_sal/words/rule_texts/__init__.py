"""What the rules say, as data: a text for each rule id in English, Polish and German, with its rulings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..._internal.caches import cached
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.rule_text import RuleText, Ruling
from ...model.ruleset import Ruleset
from ...model.switches import SWITCHES
from ...rules.standard import STANDARD
from ._files import CHANGES, LANGUAGES, phrases, written
from ._filling import facts, filled

__all__ = ["LANGUAGES", "RuleText", "Ruling", "rule_texts"]


def __dir__() -> list[str]:
    return __all__


def rule_texts(ruleset: Ruleset = STANDARD, language: str = "en") -> Mapping[str, RuleText]:
    """
    Return what each rule says, by id, in the order of the rules page; those of an extension come last.

    Numbers and pieces are those of *ruleset*. The variants (``VAR-MAP`` and so on) are always among the rules, since
    they tell what can be turned on. Where one is on, a rule that it changes has the variant's summary, and its text
    begins with the variant's. A ruling tells what the standard game decided, and ``Ruling.switch`` which field of
    *ruleset* decides otherwise; where a switch that is on does, the decision begins with that.

    >>> texts = rule_texts(STANDARD, "de")
    >>> texts["CASTLE-4"].title, texts["CASTLE-4"].summary
    ('die Strafe', 'Kann nichts erfüllt werden, kostet das 3 Groschen oder einen Salzwürfel.')
    >>> [ruling.id for ruling in texts["CASTLE-6"].rulings]
    ['CASTLE-6.empty_stack', 'CASTLE-6.no_open_order']

    Args:
        ruleset: The rules that are asked about.
        language: One of ``texts.LANGUAGES``. What a rule of an extension brings is given in English where it has
            nothing in this language.

    Raises:
        MisuseError: *ruleset* is none, there are no texts in *language*, or one of an extension names in braces what no
            ruleset says.
    """
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: {brief(ruleset)} is not a Ruleset")
    if language not in LANGUAGES:
        raise MisuseError(f"language {brief(language)}: there are texts of the rules in {', '.join(LANGUAGES)}")
    return _texts(ruleset, language)


@cached(most=16)
def _texts(ruleset: Ruleset, language: str) -> Mapping[str, RuleText]:
    known = facts(ruleset, language)
    templates = {**written(language), **_brought(ruleset, language)}
    texts = {rule: filled(template, known, language) for rule, template in templates.items()}
    words = phrases(language)
    for switch in SWITCHES:
        if ruleset.setting(switch.name) != switch.off:
            for rule in CHANGES[switch.name]:
                texts[rule] = _played(texts[rule], texts[switch.rule], switch.name, words)
    return MappingProxyType(texts)


def _played(changed: RuleText, variant: RuleText, switch: str, words: Mapping[str, str]) -> RuleText:
    """Return the text of a rule that a variant changes, with what the variant says in front of it."""
    # The variant comes first: nobody should read a sentence that does not hold before the one that does.
    standard = f"{changed.summary} {changed.text}"
    rulings = (
        attrs.evolve(ruling, decision=words["decided"].format(rule=variant.id, decision=ruling.decision))
        if ruling.switch == switch
        else ruling
        for ruling in changed.rulings
    )
    return attrs.evolve(
        changed,
        summary=variant.summary,
        text=words["played"].format(text=variant.text, rule=variant.id, changed=standard),
        rulings=tuple(rulings),
    )


def _brought(ruleset: Ruleset, language: str) -> Mapping[str, RuleText]:
    """Return the texts that rules and extensions bring, English ones where there is none in *language*."""
    tongues = ("en", language)
    brought = (*(rule.texts for rule in ruleset.rules), *(extension.texts for extension in ruleset.extensions))
    return {text.id: text for texts in brought for tongue in tongues for text in texts.get(tongue, ())}
