"""``check_extension`` finds directions and rule texts that are missing in a language of an extension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs
import pytest
from smithy import SMITHY_GAME
from tests.testing.lamps import EXTENSION, GERMAN, GERMAN_TEXT, WORDS, game

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.testing._languages import check_languages, check_text_languages
from magnum_sal.words.template_faults import FaultRecorder

pytestmark = pytest.mark.usefixtures("registered")

NAMES = {"smithy_game": "some_smithy"}


def smithy(*, without: Iterable[str] = (), languages: Iterable[str] = ("en", "pl", "de")) -> ms.Ruleset:
    """Return the game with the smithy in some languages, without some of the Polish and English words."""

    def keep(labels: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
        return {
            language: {
                NAMES.get(key, key): told for key, told in words.items() if language == "de" or key not in without
            }
            for language, words in labels.items()
            if language in languages
        }

    rules = tuple(attrs.evolve(rule, labels=keep(rule.labels)) for rule in SMITHY_GAME.rules)
    return attrs.evolve(SMITHY_GAME, name="some_smithy", rules=rules)


def lamps(**texts: tuple[ms.RuleText, ...]) -> ms.Ruleset:
    """Return the game with lamps in English and German, with these texts besides the English one."""
    labels = {"en": WORDS, "de": GERMAN}
    return game(attrs.evolve(EXTENSION, labels=labels, texts={**EXTENSION.texts, **texts}))


def test_directions_that_a_language_lacks_are_reported() -> None:
    """ASST-1: assistants come to the smithy and leave it, which Polish cannot say with its general forms."""
    assert [*check_languages(smithy(), FaultRecorder())] == []
    broken = smithy(without=("from.smithy", "to.smithy"))
    (found,) = check_languages(broken, FaultRecorder())
    assert found == "labels have no words in 'pl' for 'from.smithy', 'to.smithy'"
    (found,) = check_languages(smithy(without=("to.smithy",)), FaultRecorder())
    assert found == "labels have no words in 'pl' for 'to.smithy'"


def test_english_needs_no_directions() -> None:
    """In English, the name of a building does not change after "from" and "to"."""
    english = smithy(without=("from.smithy", "to.smithy"), languages=("en",))
    assert [*check_languages(english, FaultRecorder())] == []


def test_rule_texts_that_a_language_lacks_are_reported() -> None:
    """``rule_texts`` falls back to English, so players would read one rule in another language."""
    assert [*check_text_languages(lamps(de=(GERMAN_TEXT,)))] == []
    assert [*check_text_languages(lamps())] == ["texts have no RuleText in 'de' for LAMP-1"]
    # Another extension may add the translation.
    german = Extension("german", texts={"de": (GERMAN_TEXT,)})
    assert [*check_text_languages(lamps().with_extensions(german, name="lamps_in_german"))] == []


def test_an_english_extension_needs_only_english_texts() -> None:
    """The languages of the words decide in which languages the texts must exist."""
    assert [*check_text_languages(game(EXTENSION))] == []
    only_german = game(attrs.evolve(EXTENSION, texts={"de": (GERMAN_TEXT,)}))
    assert [*check_text_languages(only_german)] == ["texts have no RuleText in 'en' for LAMP-1"]


def test_the_smithy_is_complete() -> None:
    """The example has all texts in English, Polish and German; so has the standard game without extensions."""
    assert [*check_text_languages(SMITHY_GAME)] == []
    assert [*check_text_languages(ms.STANDARD)] == []
