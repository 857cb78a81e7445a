"""Check whether a ruleset's words can be parsed and filled in, and whether all of them are used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

import attrs

from ..errors.messages import brief
from ..errors.suggestions import did_you_mean, find_similar
from ..model.meaning import fields_of
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import ruleset_names
from ..words import LANGUAGES, has_label
from ..words.filling import is_way
from ..words.languages import list_registered, tongue_of
from ..words.rule_texts import LANGUAGES as WRITTEN
from ..words.rule_texts import rule_texts
from ..words.template_faults import FaultRecorder
from ..words.templates import names_in, ways_in
from ._promises import Complaints

_Facts: TypeAlias = frozenset[str] | None
"""The names of facts allowed in braces, or None if they cannot be listed."""

_OF_PAYMENTS: Final = ("pays", "earns", "pays_player")
_PAID: Final = frozenset(("source", "target", "groszy"))
_OF_QUESTIONS: Final = frozenset(("number", "player"))
_RULE_ID: Final = re.compile(r"[A-Z][A-Z-]*-\d+")
_NEAR: Final = 0.75
"""The minimum similarity between an id and a suggested id, from 0 to 1."""


def check_rule_texts(ruleset: Ruleset) -> Complaints:
    """Check that the rule of each deck and die has a rule text in every language, or at least in English."""
    for language in dict.fromkeys((*WRITTEN, *list_registered())):
        written = rule_texts(ruleset, language)
        for what, parts in (("deck", ruleset.decks), ("die", ruleset.dice)):
            for part in parts.values():
                if part.rule not in written:
                    yield f"the {what} {part.id!r} names {part.rule}, which has no text"
        if language == "en" and not all(written[rule].title and written[rule].summary for rule in written):
            yield "a rule's text has no title or no summary"


def list_label_keys(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield each id that players see as a name, after a description such as "the move"."""
    yield "the ruleset", ruleset.name
    yield from (("the move", tag) for tag in ruleset.by_type)
    yield from (("the event", tag) for tag in ruleset.event_types)
    yield from (("the building", building.id) for building in ruleset.buildings)
    yield from (("the tool", tool) for tool in dict.fromkeys(ruleset.tools))
    yield from (("the switch", switch.name) for switch in ruleset.switches)
    for deck in ruleset.decks.values():
        yield "the deck", deck.id
        yield from (("the card", card) for card in dict.fromkeys(deck.cards))
    for die in ruleset.dice.values():
        yield "the die", die.id
        # Numbers need no words.
        yield from (("the face", face) for face in dict.fromkeys(die.faces) if not face.isdecimal())


def check_words_fit(ruleset: Ruleset) -> Complaints:
    """Check that the words can be parsed, and that braces contain only known facts."""
    forms = dict(_list_forms(ruleset))
    for language, key, words in list_own_labels(ruleset):
        where = f"the words for {key!r} in {language!r}"
        try:
            ways = ways_in(words)
            names = names_in(words)
        except ValueError as error:
            yield f"{where} cannot be read: {error}"
            continue
        if not words.strip() or not words.isprintable():
            yield f"{where} are {brief(words)}, which cannot be shown"
        for way in sorted(ways):
            if not (is_way(way) or has_label(f"{way}.count", language, ruleset) or has_label(way, language, ruleset)):
                yield f"{where} have ':{way}', which is not a format for facts"
        told = _find_facts(forms, key)
        if told is not None and (strange := sorted(names - told)):
            there = f"its facts are {', '.join(sorted(told))}" if told else "it has no facts"
            yield f"{where} have {{{strange[0]}}}, which is not one of its facts: {there}"
        if key.endswith(".count") and language in list_registered():
            categories = tongue_of(language).categories
            if len(words.split("|")) != len(categories):
                yield f"{where} do not have the form {'|'.join(categories)!r}"


def check_words_skipped(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that the ruleset's words fit the facts in the games. Words for reasons are checked elsewhere."""
    if not heard.misfits:
        return
    own = {(language, key) for language, key, _ in list_own_labels(ruleset)}
    rules, forms = rule_texts(ruleset), dict(_list_forms(ruleset))
    for key, language, fault in heard.misfits:
        is_asked_apart = key.partition(".")[0] in rules or _find_facts(forms, key) is not None
        if (language, key) in own and not is_asked_apart:
            yield f"the words for {key!r} in {language!r} do not fit, so they are ignored: {fault}"


def check_words_used(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that all words are used: each key is in a list of known keys, or was looked up in the games (*heard*)."""
    # If several rulesets share an extension, its labels contain the names of all of them.
    known, rules = _ids(ruleset).union(ruleset_names()), rule_texts(ruleset)
    forms = dict(_list_forms(ruleset))
    for key in dict.fromkeys(key for _, key, _ in list_own_labels(ruleset)):
        is_known = key in heard.own or key in known or key in forms
        if not is_known and not _is_open_form(ruleset, key, known):
            rule, dot, _ = key.partition(".")
            # Only a rule with a text has reasons, so its words look unused if the text is missing.
            if dot and _RULE_ID.fullmatch(rule) and rule not in rules:
                yield f"labels have {key!r}, but the rule {rule} has no text: add a RuleText to texts"
                continue
            near = find_similar(key, forms, cutoff=_NEAR)
            yield f"labels have {key!r}, which is never used{did_you_mean(map(repr, near))}"


def list_own_labels(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield the language, the key and the words of each label that the ruleset defines."""
    for brought in ruleset._own_labels:
        for language, words in brought.items():
            for key, text in words.items():
                yield language, key, text


def _ids(ruleset: Ruleset) -> frozenset[str]:
    """Return all keys that can have words: ids of the game, names of fields, and counted nouns."""
    own: set[str] = set()
    for _, _, words in list_own_labels(ruleset):
        with suppress(ValueError):
            own |= ways_in(words)
    for part in ruleset.parts.values():
        own |= _names(part.value_type) if isinstance(part.value_type, type) else set()
    for kind in (*ruleset.by_move, *ruleset.event_types.values()):
        own |= _names(kind)
    named = (ruleset.name, *(extension.id for extension in ruleset.extensions), *ruleset.parts)
    shown = (key for _, key in list_label_keys(ruleset))
    # Another check reports tools that no card has, so their words are not reported as well.
    used = (rule.tool for rule in ruleset.rules if rule.tool is not None)
    return frozenset((*own, *named, *shown, *used, *(key for key in LANGUAGES["en"] if "." not in key)))


def _list_forms(ruleset: Ruleset) -> Iterator[tuple[str, _Facts]]:
    """Yield the keys that the library looks up and that can be listed, each with the facts of its words."""
    # Names have no facts, but the words for an event do. So the events follow the names, and override their entries.
    yield from ((key, frozenset()) for _, key in list_label_keys(ruleset))
    yield from ((tag, _names(kind)) for tag, kind in ruleset.event_types.items())
    # These two forms take any known id, but only the buildings are worth a suggestion.
    yield from ((f"{way}.{building.id}", None) for way in ("from", "to") for building in ruleset.buildings)
    for tag, rule in ruleset.by_type.items():
        # If the rule has a function for the facts, only the games show which facts it provides.
        told = _names(rule.move) if rule.told is None else None
        of_answers = None if told is None else told | _OF_QUESTIONS | {"answer"}
        yield f"{tag}.told", told
        yield from ((f"{tag}.{way}", _PAID) for way in _OF_PAYMENTS)
        for field in fields_of(rule.move):
            for start, asked, answered in ((f"{tag}.", _OF_QUESTIONS, of_answers), ("", None, None)):
                yield from ((f"{start}asks.{field.name}{end}", asked) for end in ("", ".next"))
                yield from ((f"{start}answers.{field.name}{end}", answered) for end in ("", ".none"))
    for key, part in ruleset.parts.items():
        kind = part.value_type
        yield f"part_changed.{key}", frozenset(("part", "value", *_names(kind))) if isinstance(kind, type) else None
    for deck in ruleset.decks:
        yield from ((f"card_turned_up.{deck}", frozenset(("deck", "card"))), (f"effects.{deck}", None))
    yield from ((f"die_rolled.{die}", frozenset(("die", "face"))) for die in ruleset.dice)


def _is_open_form(ruleset: Ruleset, key: str, known: Collection[str]) -> bool:
    """Check whether *key* has a form that takes any known id, so that not all keys of this form are listed."""
    head, _, tail = key.partition(".")
    if key in LANGUAGES["en"] or head in rule_texts(ruleset) or head == "reason":
        return True
    if head in ("from", "to", "used_tool"):
        return tail in known
    return tail in ("count", "object") and head in known


def _find_facts(forms: Mapping[str, _Facts], key: str) -> _Facts:
    head, _, tail = key.partition(".")
    return forms.get(key, frozenset() if head == "used_tool" or tail in ("count", "object") else None)


def _names(kind: type) -> frozenset[str]:
    return frozenset(field.name for field in fields_of(kind)) if attrs.has(kind) else frozenset()
