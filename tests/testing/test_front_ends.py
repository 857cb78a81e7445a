"""``check_extension`` finds unfinished front ends: missing words, raw values, wrong plurals, and parts not shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from tests.amounts import select
from tests.testing.lamps import (
    EXTENSION,
    GERMAN,
    GERMAN_TEXT,
    PART,
    RULE,
    WORDS,
    beside_the_board,
    displaying,
    findings,
    game,
)

import magnum_sal as ms
from magnum_sal import bots
from magnum_sal.model.display import show_nothing
from magnum_sal.model.extension import Die, Extension
from magnum_sal.model.rule import When
from magnum_sal.testing import _extension, check_extension
from magnum_sal.testing._programs_promised import check_bots

pytestmark = pytest.mark.usefixtures("registered", "without_bots")


def complaints(ruleset: ms.Ruleset) -> list[str]:
    """Return the findings in a short game, each after its promise."""
    return [f"{found.promise}: {found.complaint}" for found in findings(ruleset, decisions=12)]


def in_german(**changes: str | None) -> ms.Ruleset:
    """Return the game with German words, and with changes to them; None removes a word, ``__`` stands for a dot."""
    changed = GERMAN | {key.replace("__", "."): told for key, told in changes.items()}
    words = {key: told for key, told in changed.items() if told is not None}
    return with_german(words)


def with_german(words: Mapping[str, str], english: Mapping[str, str] = WORDS) -> ms.Ruleset:
    """Return the game with these German words, and with the rule's text in both languages."""
    labels, texts = {"en": english, "de": words}, {**EXTENSION.texts, "de": (GERMAN_TEXT,)}
    return game(attrs.evolve(EXTENSION, labels=labels, texts=texts))


def telling(facts: Mapping[str, Any], words: str, **more: str) -> ms.Ruleset:
    """Return the game in which the words for lighting a lamp also have these facts."""
    rule = attrs.evolve(RULE, told=lambda _state, move: {"size": move.size, **facts})
    own = {**WORDS, "light_lamp.told": words, **more}
    return game(attrs.evolve(EXTENSION, rules=(rule,), labels={"en": own}))


def check(ruleset: ms.Ruleset) -> None:
    """Check a short game."""
    check_extension(ruleset, seeds=[1], players=[2], decisions=12)


@pytest.mark.long
def test_complete_languages_pass() -> None:
    """An extension with all words in English and German passes. It does not support Polish, so none are missing."""
    check(in_german())


@pytest.mark.long
def test_a_question_without_words_in_a_language_is_reported() -> None:
    """A field that players are asked for needs a question in each language of the extension, or in none."""
    ruleset = in_german(light_lamp__asks__size=None)
    assert complaints(ruleset) == ["languages: labels have no words in 'de' for 'light_lamp.asks.size'"]


@pytest.mark.long
def test_a_question_without_any_words_is_reported() -> None:
    """Without words, the question would be the name of the field: "Size?"."""
    words = {key: told for key, told in WORDS.items() if ".asks." not in key}
    german = {key: told for key, told in GERMAN.items() if ".asks." not in key}
    (found,) = complaints(with_german(german, words))
    assert found == (
        "languages: the question for the field 'size' of 'light_lamp' has no words in 'en', 'de': labels need "
        "'light_lamp.asks.size' or 'asks.size'"
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "named"),
    select(
        [
            ("moths", "the deck 'moths'"),
            ("golden", "the card 'golden'"),
            ("light_lamp", "the move 'light_lamp'"),
            ("lamps", "'lamps'"),
            ("light_lamp.told", "'light_lamp.told'"),
        ]
    ),
)
def test_words_missing_in_a_language_are_reported(key: str, named: str) -> None:
    """Names, items of displays and sentences need words in German if the extension has German words."""
    words = {known: told for known, told in GERMAN.items() if known != key}
    assert complaints(with_german(words)) == [f"languages: labels have no words in 'de' for {named}"]


@pytest.mark.long
def test_a_ruleset_without_a_name_is_reported() -> None:
    """The name of the ruleset appears below each picture. A ruleset without any labels needs none."""
    nameless = ms.STANDARD.with_extensions(EXTENSION, name="nameless_lamps")
    assert complaints(nameless) == ["languages: labels have no words in 'en' for the ruleset 'nameless_lamps'"]
    check(attrs.evolve(ms.STANDARD, name="nameless_salt"))


@pytest.mark.long
def test_extensions_support_their_own_languages() -> None:
    """An English extension stays complete if the game also has a German one."""
    named = Extension("names", labels={"en": {"two_languages": "lamps"}, "de": {"two_languages": "Lampen"}})
    check(ms.STANDARD.with_extensions(EXTENSION, named, name="two_languages"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (PART.first(ms.STANDARD, 2), "Lamps(lit=0, moths=0)"),
        ((1, None), "None"),
        (When.FREE, "<When.FREE: "),
        (True, "True"),
    ],
    ids=str,
)
def test_python_values_in_sentences_are_reported(fact: Any, text: str) -> None:
    """A sentence must not contain the repr of a value."""
    (found,) = complaints(telling({"thing": fact}, "lights {thing} of size {size}"))
    assert found.startswith("words: the words for 'light_lamp.told' in 'en' insert {thing} as ")
    assert found.endswith(", which only programmers can read: use a format, or a Phrase as the fact")
    assert text in found


@pytest.mark.long
def test_ids_in_sentences_are_reported() -> None:
    """A sentence must not contain an id that has words of its own."""
    ruleset = telling({"tool": "royal_privilege"}, "lights a {tool} of size {size}")
    (found,) = complaints(ruleset)
    assert found == (
        "words: the words for 'light_lamp.told' in 'en' insert {tool} as the id 'royal_privilege' instead of "
        "'royal privilege': use {tool:id}"
    )
    check(telling({"tool": "royal_privilege"}, "lights a {tool:id} of size {size}"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "complaint"),
    select(
        [
            ("uses {size} cubes", "have '{size} cubes', which is wrong for some numbers: use {size:cube}"),
            ("uses {cubes} lumps of {size}", None),
            (
                "uses {sparks} sparks, {size}",
                "have '{sparks} sparks', which is wrong for some numbers: use {sparks:spark}",
            ),
            ("in row {size} begins a fire", None),
            ("uses {size:cube}", None),
        ]
    ),
    ids=str,
)
def test_nouns_in_a_fixed_form_are_reported(words: str, complaint: str | None) -> None:
    """A known noun after a number needs its plural forms; another word, such as a verb, passes."""
    ruleset = telling({"cubes": 2, "sparks": 3}, words)
    if complaint is None:
        check(ruleset)
    else:
        (found,) = complaints(ruleset)
        assert found.startswith(f"words: the words for 'light_lamp.told' in 'en' {complaint}, with a form for each")


@pytest.mark.long
def test_a_part_that_no_picture_shows_is_reported() -> None:
    """A part without a display is reported, unless the display of something else shows it."""
    hidden = "no picture shows the part 'lamps': set its display or player_display, or display=show_nothing to hide it"
    deck = "no picture shows the deck 'moths': set its display, or display=show_nothing to hide it"
    assert complaints(displaying(None)) == [f"displays: {hidden}", f"displays: {deck}"]


@pytest.mark.slow
def test_a_die_that_no_picture_shows_is_reported() -> None:
    """The complaint about a die names its only field for pictures."""
    never_rolled = Extension("luck", dice=(Die("luck", ("1", "2"), "LAMP-1"),), labels={"en": {"luck": "luck"}})
    found = complaints(game(never_rolled))
    assert "displays: no picture shows the die 'luck': set its display, or display=show_nothing to hide it" in found


@pytest.mark.long
def test_a_part_that_is_hidden_on_purpose_passes() -> None:
    """``show_nothing`` states that players need not see a part or a deck."""
    (deck,) = EXTENSION.decks
    check(displaying(show_nothing, decks=(attrs.evolve(deck, display=show_nothing),)))


@pytest.mark.long
def test_a_part_that_another_display_shows_passes() -> None:
    """The display of the deck shows the lamps, too, so the part of the lamps needs no display."""
    (deck,) = EXTENSION.decks
    check(displaying(None, decks=(attrs.evolve(deck, display=beside_the_board),)))


@pytest.mark.long
def test_a_failure_of_a_bot_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the analysis of a public state is reported with its place."""

    def fail(*_arguments: Any, **_options: Any) -> None:
        raise ZeroDivisionError("no lamp")

    monkeypatch.setattr(_extension, "check_bots", check_bots)
    monkeypatch.setattr(bots, "analyse", fail)
    (found,) = complaints(game(EXTENSION))
    assert found == "bots: bots.analyse failed: ZeroDivisionError: no lamp (in fail, test_front_ends.py:LINE)".replace(
        "LINE", str(fail.__code__.co_firstlineno + 1)
    )
