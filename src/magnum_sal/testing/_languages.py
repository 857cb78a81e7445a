"""Check whether players find complete words in every language that a ruleset supports."""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Final

import attrs

from ..model.extension import Extension
from ..model.mine import SPACES
from ..model.pieces import ChamberTile, RoyalOrder, SaltAmount
from ..model.rule import Phrase, Rule
from ..model.rule_text import RuleText
from ..model.ruleset import Ruleset
from ..words import LANGUAGES, has_label, label
from ..words.languages import list_registered, try_load, words_of
from ..words.template_faults import FaultRecorder, record_faults
from ..words.templates import Part, Section, Slot, parse_template
from ._labels_promised import list_label_keys, list_own_labels
from ._promises import Complaints

_MOST_NAMED: Final = 5
_READABLE: Final = (int, Phrase, SaltAmount, RoyalOrder, ChamberTile)
"""The types, besides strings, that words can contain as they are."""
_WORD: Final = re.compile(r" ([^\W\d_]+)")


def load_languages(ruleset: Ruleset) -> None:
    """Load the installed languages in which the ruleset has words, so that the checks include these languages."""
    # The checks leave out other installed languages. Otherwise, the result would depend on unrelated packages.
    supported = {language for language, _, _ in list_own_labels(ruleset)}
    for language in sorted(supported.difference(list_registered())):
        try_load(language)


def check_languages(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that everything shown in the games, or shown by name, has words in every supported language."""
    kinds = {key: kind for kind, key in list_label_keys(ruleset)}
    missing: dict[str, list[str]] = {}
    for key, language in _find_missing(ruleset, heard):
        if not _belongs_to_library(key) and language in _find_languages(ruleset, key):
            missing.setdefault(language, []).append(f"{kinds[key]} {key!r}" if key in kinds else repr(key))
    for key, language in _find_missing_directions(ruleset):
        missing.setdefault(language, []).append(repr(key))
    for language, keys in missing.items():
        yield f"labels have no words in {language!r} for {_list_some(keys)}"


def check_text_languages(ruleset: Ruleset) -> Complaints:
    """Check that each rule text of an extension exists in every language that the extension supports."""
    owners = [*_list_owners(ruleset)]
    written = {
        (text.id, tongue) for owner in owners for texts in owner.texts for tongue in texts for text in texts[tongue]
    }
    missing: dict[str, list[str]] = {}
    for owner in owners:
        rules = dict.fromkeys(text.id for texts in owner.texts for told in texts.values() for text in told)
        for language in _sort_languages({"en", *owner.languages}):
            missing.setdefault(language, []).extend(rule for rule in rules if (rule, language) not in written)
    for language, ids in missing.items():
        if ids:
            yield f"texts have no RuleText in {language!r} for {_list_some(ids)}"


def check_question_words(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that the questions asked in the games have words in every supported language."""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, field, language in heard.unasked:
        if not _belongs_to_library(kind) and language in _find_languages(ruleset, kind):
            found.setdefault((kind, field), []).append(repr(language))
    for (kind, field), languages in found.items():
        yield (
            f"the question for the field {field!r} of {kind!r} has no words in {', '.join(languages)}: "
            f"labels need {kind + '.asks.' + field!r} or {'asks.' + field!r}"
        )


def check_plain_facts(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that no sentence contains a value in the form of Python, or an id instead of its words."""
    for (key, language, name, fact), text in heard.plain.items():
        where = f"the words for {key!r} in {language!r} insert {{{name}}} as"
        if not isinstance(fact, str):
            if _is_python(fact):
                yield f"{where} {text}, which only programmers can read: use a format, or a Phrase as the fact"
        # In English, an id without underscores can be a word of the sentence: "the brown cube".
        elif ("_" in fact or language != "en") and has_label(fact, language, ruleset):
            words = label(fact, language, ruleset)
            if words == fact:
                continue
            yield f"{where} the id {fact!r} instead of {words!r}: use {{{name}:id}}"


def check_plurals(ruleset: Ruleset, heard: FaultRecorder) -> Complaints:
    """Check that no noun in a fixed form follows a number in the ruleset's own words."""
    numbers = {(key, language, name) for key, language, name, fact in heard.plain if fact is int}
    for language, key, words in list_own_labels(ruleset):
        if language not in list_registered():
            continue
        try:
            pairs = [*_list_numbers(parse_template(words))]
        except ValueError:
            continue  # check_words_fit reports these words
        for name, rest in pairs:
            if (key, language, name) in numbers and (noun := _find_noun(rest, name, language, ruleset)) is not None:
                form, thing = noun
                yield (
                    f"the words for {key!r} in {language!r} have '{{{name}}} {form}', which is wrong for some "
                    f"numbers: use {{{name}:{thing}}}, with a form for each number in {thing + '.count'!r}"
                )


def _is_python(kind: type) -> bool:
    """Return whether the text of a value of this type is meant for programmers."""
    if kind in (bool, NoneType) or issubclass(kind, enum.Enum):
        return True
    return not issubclass(kind, _READABLE) and kind.__str__ is object.__str__


def _list_numbers(parts: Iterable[Part]) -> Iterator[tuple[str, str]]:
    """Yield each fact without a format, by name, and the text that follows it directly."""
    held = list(parts)
    for part, rest in zip(held, [*held[1:], ""], strict=True):
        if isinstance(part, Section):
            yield from _list_numbers(part.parts)
        elif isinstance(part, Slot) and not part.way and isinstance(rest, str):
            yield part.name, rest


def _find_noun(rest: str, name: str, language: str, ruleset: Ruleset) -> tuple[str, str] | None:
    """Return the noun at the beginning of *rest* and the id with its forms, or None if there is no known noun."""
    # The word after a number counts as a noun only if it is known as one. It can also be a verb: "round 2 begins".
    # Words are known as nouns from the counted nouns, and from the name of the fact: "{crystals} crystals".
    for thing, forms in _list_nouns(language, ruleset):
        for form in forms:
            if len(set(forms)) > 1 and re.match(rf" {re.escape(form)}\b", rest):
                return form, thing
    word = _WORD.match(rest)
    if language == "en" and word is not None and word[1] == name and name.endswith("s"):
        return name, name.removesuffix("s")
    return None


def _list_nouns(language: str, ruleset: Ruleset) -> Iterator[tuple[str, list[str]]]:
    own = {key: text for tongue, key, text in list_own_labels(ruleset) if tongue == language}
    for key, text in {**words_of(language), **own}.items():
        if key.endswith(".count"):
            yield key.removesuffix(".count"), text.split("|")


def _find_missing(ruleset: Ruleset, heard: FaultRecorder) -> Iterator[tuple[str, str]]:
    """Yield the ids without words, each with the language: first those shown by name, then those of the games."""
    with record_faults() as named:
        for _, key in list_label_keys(ruleset):
            for language in list_registered():
                label(key, language, ruleset)
    # A question without words shows the name of its field, which check_question_words reports.
    asked = {field for _, field, _ in heard.unasked}
    yield from named.unworded
    # The words for the spaces of the mine, and for numbers such as the faces of a die, are their ids in every language.
    left = asked | {*SPACES} | {face for die in ruleset.dice.values() for face in die.faces if face.isdecimal()}
    # Words that do not fit their facts are reported as such, and not as missing, although players see English words.
    known = {(key, language) for language, key, _ in list_own_labels(ruleset)} | {*named.unworded}
    yield from (found for found in heard.unworded if found not in known and found[0] not in left)


def _find_missing_directions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the forms "from" and "to" that a place of an assistant lacks in a supported language, with the language."""
    # English needs no forms of its own, because its nouns do not change after "from" and "to". Other languages fill the
    # name of the place into general forms, which are wrong if its case or the preposition must change.
    known = {(key, language) for language, key, _ in list_own_labels(ruleset)}
    for place in ruleset.assistant_places:
        languages = () if _belongs_to_library(place) else _find_languages(ruleset, place)
        for language in _sort_languages({*languages} - {"en"}):
            for key in (f"from.{place}", f"to.{place}"):
                if (key, language) not in known and key not in words_of(language):
                    yield key, language


def _belongs_to_library(key: str) -> bool:
    """Return whether the library itself has words for an id, in its own languages. Other languages may lack some."""
    return key in LANGUAGES["en"] or f"{key}.told" in LANGUAGES["en"]


def _find_languages(ruleset: Ruleset, key: str) -> Collection[str]:
    """Return the supported languages of the extension that has words for *key*, or of the ruleset if none has."""
    supported: set[str] = set()
    owned: set[str] = set()
    for owner in _list_owners(ruleset):
        supported |= owner.languages
        if any(key in told or f"{key}.told" in told for words in owner.labels for told in words.values()):
            owned |= owner.languages
    # A ruleset without labels has no words of its own, so it supports no language.
    found = owned or supported
    return {"en", *found} if found else ()


def _sort_languages(languages: Collection[str]) -> list[str]:
    """Return the languages in the order in which they were registered."""
    return [language for language in list_registered() if language in languages]


def _list_some(names: Sequence[str]) -> str:
    more = ["..."] if len(names) > _MOST_NAMED else []
    return ", ".join([*names[:_MOST_NAMED], *more])


@attrs.frozen
class _Owner:
    """An extension with its rules, or a rule outside all extensions."""

    labels: tuple[Mapping[str, Mapping[str, str]], ...]
    """The words by language and id."""
    texts: tuple[Mapping[str, tuple[RuleText, ...]], ...]
    """The rule texts by language."""

    @property
    def languages(self) -> set[str]:
        """The registered languages of the words."""
        return {language for words in self.labels for language in words if language in list_registered()}


def _list_owners(ruleset: Ruleset) -> Iterator[_Owner]:
    """Yield each extension together with its rules, then each other rule."""
    inside = {rule for extension in ruleset.extensions for rule in extension.rules}
    for extension in ruleset.extensions:
        sources: tuple[Extension | Rule, ...] = (extension, *extension.rules)
        yield _Owner(tuple(source.labels for source in sources), tuple(source.texts for source in sources))
    yield from (_Owner((rule.labels,), (rule.texts,)) for rule in ruleset.rules if rule not in inside)
