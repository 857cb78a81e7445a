"""
The rules as data: a text for each rule id in English, Polish and German, with its rulings.

Names in braces are replaced with the numbers and pieces of a ruleset.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

import attrs

from ..._internal.caches import cached
from ...errors import MisuseError
from ...errors.messages import brief
from ...model.pieces import MAX_PLAYERS, MIN_PLAYERS, SALT_KINDS, SaltAmount
from ...model.rule_text import RuleText, Ruling
from ...model.ruleset import Ruleset, check_ruleset
from ...model.switches import SWITCHES
from ...rules.scoring import tool_value
from ...rules.standard import STANDARD
from .. import count_in_words, label, roman
from ..languages import tongue_of
from ._files import CHANGES, LANGUAGES, phrases, read_texts

__all__ = ["LANGUAGES", "RuleText", "Ruling", "rule_texts"]

_BRACES: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_TO: Final = "\N{EN DASH}"


def __dir__() -> list[str]:
    return __all__


def rule_texts(ruleset: Ruleset = STANDARD, language: str = "en") -> Mapping[str, RuleText]:
    """
    Return the text of each rule, by id, in the order of the rules page; extensions come last.

    The texts contain the numbers and pieces of *ruleset*. All variants (``VAR-MAP`` and so on) are included, even if
    they are off. If a variant is on, a rule that it changes gets the variant's summary, and its text begins with the
    variant's text. A ruling states the decision for the standard game, and ``Ruling.switch`` names the field of
    *ruleset* that changes the decision. If a switch that is on changes the decision, the ruling says so first.

    >>> texts = rule_texts(STANDARD, "de")
    >>> texts["CASTLE-4"].title, texts["CASTLE-4"].summary
    ('die Strafe', 'Kann kein Auftrag erfüllt werden, kostet das 3 Groschen oder einen Salzwürfel.')
    >>> [ruling.id for ruling in texts["CASTLE-6"].rulings]
    ['CASTLE-6.empty_stack', 'CASTLE-6.no_open_order']

    Args:
        ruleset: The rules to describe.
        language: One of ``words.LANGUAGES``. Texts that do not exist in the language are in English. The library has
            texts in the ``LANGUAGES`` of this module, and extensions have texts in the languages that they support.

    Raises:
        MisuseError: *ruleset* is not a ``Ruleset``, *language* is unknown, or a text of an extension contains an
            unknown name in braces.
    """
    check_ruleset(ruleset)
    tongue_of(language)  # raises an error for an unknown language
    return _texts(ruleset, language)


@cached(most=16)
def _texts(ruleset: Ruleset, language: str) -> Mapping[str, RuleText]:
    written = language if language in LANGUAGES else "en"
    # Each text is filled with words of its own language.
    texts = _fill_all(read_texts(written), ruleset, written)
    for tongue in dict.fromkeys(("en", language)):
        texts |= _fill_all(_collect_texts(ruleset, tongue), ruleset, tongue)
    words = phrases(written)
    for switch in SWITCHES:
        if ruleset.setting(switch.name) != switch.off:
            for rule in CHANGES[switch.name]:
                texts[rule] = _merge_variant(texts[rule], texts[switch.rule], switch.name, words)
    return MappingProxyType(texts)


def _merge_variant(changed: RuleText, variant: RuleText, switch: str, words: Mapping[str, str]) -> RuleText:
    """Return the text of a rule that a variant changes, preceded by the variant's text."""
    # The variant comes first, so that nobody reads a sentence that does not apply before the sentence that does.
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


def _collect_texts(ruleset: Ruleset, language: str) -> Mapping[str, RuleText]:
    """Return the texts that rules and extensions have in *language*."""
    brought = (*(rule.texts for rule in ruleset.rules), *(extension.texts for extension in ruleset.extensions))
    return {text.id: text for texts in brought for text in texts.get(language, ())}


def _fill_all(templates: Mapping[str, RuleText], ruleset: Ruleset, language: str) -> dict[str, RuleText]:
    known = _facts(ruleset, language) if templates else {}
    return {rule: _fill(template, known, language) for rule, template in templates.items()}


def _fill(template: RuleText, known: Mapping[str, int | str], language: str) -> RuleText:
    """
    Return a text with *known* facts in place of the braces. ``{penalty}`` is a number; ``{penalty:grosz}`` adds a noun.

    Raises:
        MisuseError: a name in braces is unknown.
    """

    def replace_braces(found: re.Match[str]) -> str:
        name, thing = found.groups()
        if name not in known:
            raise MisuseError(f"the text of {brief(template.id)} has {found[0]}, which is unknown")
        fact = known[name]
        return count_in_words(fact, thing, language) if thing and type(fact) is int else str(fact)

    return attrs.evolve(
        template,
        summary=_BRACES.sub(replace_braces, template.summary),
        text=_BRACES.sub(replace_braces, template.text),
        rulings=tuple(
            attrs.evolve(
                ruling,
                question=_BRACES.sub(replace_braces, ruling.question),
                decision=_BRACES.sub(replace_braces, ruling.decision),
                reason=_BRACES.sub(replace_braces, ruling.reason),
            )
            for ruling in template.rulings
        ),
    )


def _facts(ruleset: Ruleset, language: str) -> Mapping[str, int | str]:
    """Return the facts that replace braces: the numbers of *ruleset* by field, and descriptions of other fields."""
    # A text may name any number of a ruleset, so a new field needs no code here.
    fields = {field.name: getattr(ruleset, field.name) for field in attrs.fields(Ruleset)}
    known: dict[str, int | str] = {name: value for name, value in fields.items() if type(value) is int}
    known |= {name: _join_parts(value) for name, value in fields.items() if _are_numbers(value)}
    for switch in ruleset.switches:
        if switch.unit:
            known[switch.name] = ruleset.setting(switch.name) or switch.on or 0
    for kind, prices in zip(SALT_KINDS, ruleset.market_prices, strict=True):
        known[f"{kind}_prices"] = _join_parts(prices)
    return known | {
        "phases": ruleset.phases,
        "fewest_players": MIN_PLAYERS,
        "most_players": MAX_PLAYERS,
        "no_tools": tool_value(ruleset, 0),
        "tools_in_all": len(ruleset.tools),
        "workshop_spaces": len(ruleset.workshop_prices),
        "inn_miners": _join_parts(len(ruleset.inn_track) - start for start in ruleset.inn_start),
        "lowest_prices": _join_parts(min(prices) for prices in ruleset.market_prices),
        "tiles": _format_rows("level", ruleset.tiles, language),
        "orders": _format_rows("phase", ruleset.orders, language),
        "tool_cards": _several(Counter(ruleset.tools), ruleset, language),
        "assistant_places": _format_ids(ruleset.assistant_places, ruleset, language),
        "market_refill": _format_ids(ruleset.market_refill, ruleset, language),
        "salt_supply": _salt(ruleset.salt_supply, ruleset, language),
        "start_salt": _salt(ruleset.start_salt, ruleset, language),
        "start_market": _salt(ruleset.start_market, ruleset, language),
        "tool_values": _format_ranges(ruleset.tool_values),
    }


def _are_numbers(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(number) is int for number in value)


def _join_parts(parts: Iterable[object]) -> str:
    return ", ".join(map(str, parts))


def _format_rows(thing: str, rows: Sequence[Iterable[object]], language: str) -> str:
    """Format pieces by level or phase: ``level I (BB/0, BG/1), level II (BWW/3)``."""
    heading = label(thing, language)
    return _join_parts(f"{heading} {roman(number)} ({_join_parts(row)})" for number, row in enumerate(rows, 1))


def _format_ids(ids: Iterable[str], ruleset: Ruleset, language: str) -> str:
    return _join_parts(label(own, language, ruleset) for own in ids) or label("none", language)


def _several(counts: Mapping[str, int], ruleset: Ruleset, language: str) -> str:
    """Format the number of each thing in a form that needs no plural."""
    told = (f"{count} {_TIMES} {label(own, language, ruleset)}" for own, count in counts.items() if count)
    return _join_parts(told) or label("none", language)


def _salt(salt: SaltAmount, ruleset: Ruleset, language: str) -> str:
    return _several({kind: salt.count(kind) for kind in SALT_KINDS}, ruleset, language)


def _format_ranges(values: Sequence[tuple[int, int]]) -> str:
    """Format ranges, each given by its lowest number and the value for the range. The first range begins at 0."""
    if not values:
        return "0"
    # Each range ends before the next one begins, and the last one has no end.
    bounds = list(values) if values[0][0] == 0 else [(0, 0), *values]
    told = []
    for (least, value), (after, _) in pairwise(bounds):
        numbers = str(least) if least == after - 1 else f"{least}{_TO}{after - 1}"
        told.append(f"{numbers}: {value}")
    least, value = bounds[-1]
    return _join_parts([*told, f"{least}+: {value}"])
