"""``check_extension`` and the words of an extension: braces, ids without a use, and things without words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import czech
import pytest
from tests.amounts import select
from tests.installing import install, install_czech
from tests.testing.lamps import EXTENSION, GERMAN, RULE, WORDS, beside_the_board, breaking, displaying, game

import magnum_sal as ms
from magnum_sal.model.display import Tally
from magnum_sal.model.extension import Die, Extension
from magnum_sal.model.rule import Phrase
from magnum_sal.testing import BrokenPromiseError, check_extension
from magnum_sal.words import LANGUAGES, add_language, move_in_words
from magnum_sal.words.languages import list_registered
from magnum_sal.words.template_faults import record_faults

pytestmark = pytest.mark.usefixtures("registered", "without_bots")


def complaints(ruleset: ms.Ruleset, most: int = 20) -> list[str]:
    """Return the findings in a short game, at most *most*."""
    try:
        check_extension(ruleset, seeds=[1], players=[2], decisions=12, most=most)
    except BrokenPromiseError as error:
        own = ("words", "languages")
        return [f"{'' if found.promise in own else found.promise}{found.complaint}" for found in error.findings]
    return []


def with_words(words: dict[str, str], language: str = "en") -> ms.Ruleset:
    """Return the game of the lamps with more or other words."""
    known = {"en": WORDS, "de": GERMAN}
    own = {"en": WORDS, language: {**known.get(language, {}), **words}}
    # Only the words matter here, so the rule's text is English in each language.
    texts = dict.fromkeys(("en", language), EXTENSION.texts["en"])
    return game(attrs.evolve(EXTENSION, labels=own, texts=texts))


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    select(
        [
            {"light_lamp.told": "lights[ a lamp of {size}]"},
            {"light_lamp.pays": "{source} pays {groszy:grosz} for light"},
            {"light_lamp.asks.size": "How large?"},
            {"light_lamp.answers.size": "size {answer}"},
            {"light_lamp.answers.size.none": "nothing"},
            {"asks.size": "How large?"},
            {"part_changed.lamps": "{lit:lamp} burn", "lamp.count": "lamp|lamps"},
            {"card_turned_up.moths": "a {card:id} comes", "grey.object": "grey one"},
            {"lit": "burning", "lamps": "lamps", "size": "size"},
            {"from.moths": "from the moths"},
        ]
    ),
    ids=str,
)
def test_words_that_fit_pass(words: dict[str, str]) -> None:
    """Each form of an id that the words page describes passes."""
    assert complaints(with_words(words)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "complaint"),
    select(
        [
            (
                {"light_lamp.told": "lights {sizes}"},
                (
                    "the words for 'light_lamp.told' in 'en' have {sizes}, which is not one of its facts: "
                    "its facts are size"
                ),
            ),
            (
                {"light_lamp.pays": "{source} pays {grozy:grosz}"},
                (
                    "the words for 'light_lamp.pays' in 'en' have {grozy}, which is not one of its facts: "
                    "its facts are groszy, source, target"
                ),
            ),
            (
                {"light_lamp.asks.size": "how {large}?"},
                (
                    "the words for 'light_lamp.asks.size' in 'en' have {large}, which is not one of its facts: "
                    "its facts are number, player"
                ),
            ),
            (
                {"light_lamp.answers.size": "{anser}"},
                (
                    "the words for 'light_lamp.answers.size' in 'en' have {anser}, which is not one of its facts: "
                    "its facts are answer, number, player, size"
                ),
            ),
            (
                {"part_changed.lamps": "{litt} lamps"},
                (
                    "the words for 'part_changed.lamps' in 'en' have {litt}, which is not one of its facts: "
                    "its facts are lit, moths, part, value"
                ),
            ),
            (
                {"card_turned_up.moths": "{crad:id}"},
                (
                    "the words for 'card_turned_up.moths' in 'en' have {crad}, which is not one of its facts: "
                    "its facts are card, deck"
                ),
            ),
            (
                {"light_lamp": "light {size}"},
                "the words for 'light_lamp' in 'en' have {size}, which is not one of its facts: it has no facts",
            ),
            (
                {"light_lamp.told": "lights {size:grozs}"},
                "the words for 'light_lamp.told' in 'en' have ':grozs', which is not a format for facts",
            ),
            (
                {"light_lamp.told": "lights [{size}"},
                "the words for 'light_lamp.told' in 'en' cannot be read: a bracket is not closed",
            ),
            (
                {"used_tool.pickaxe": "takes {tool}"},
                "the words for 'used_tool.pickaxe' in 'en' have {tool}, which is not one of its facts: it has no facts",
            ),
            (
                {"grey.object": "the {moth}"},
                "the words for 'grey.object' in 'en' have {moth}, which is not one of its facts: it has no facts",
            ),
            ({"grey": " "}, "the words for 'grey' in 'en' are ' ', which cannot be shown"),
            ({"moth.count": "moth"}, "the words for 'moth.count' in 'en' do not have the form 'one|other'"),
        ]
    ),
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_words_that_do_not_fit_are_reported(words: dict[str, str], complaint: str) -> None:
    """Words that do not fit their facts are reported, since the game would silently use other words."""
    assert complaints(with_words(words), most=1) == [complaint]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "complaint"),
    select(
        [
            (
                {"light_lamp.pay": "pays"},
                "labels have 'light_lamp.pay', which is never used; did you mean 'light_lamp.pays'?",
            ),
            (
                {"light_lam.told": "lights"},
                "labels have 'light_lam.told', which is never used; did you mean 'light_lamp.told'?",
            ),
            (
                {"light_lamp.asks.sizes": "how?"},
                "labels have 'light_lamp.asks.sizes', which is never used; did you mean 'light_lamp.asks.size'?",
            ),
            ({"light_lamp.asks": "how?"}, "labels have 'light_lamp.asks', which is never used"),
            ({"part_changed.lamp": "lit"}, "labels have 'part_changed.lamp', which is never used"),
            ({"used_tool.lantern": "dark"}, "labels have 'used_tool.lantern', which is never used"),
            ({"to.nowhere": "to nowhere"}, "labels have 'to.nowhere', which is never used"),
            ({"LAMP-2.too_dear": "too dear"}, "labels have 'LAMP-2.too_dear', but the rule LAMP-2 has no text"),
            ({"lihgt_lamp": "light"}, "labels have 'lihgt_lamp', which is never used; did you mean 'light_lamp'?"),
            ({"lantern": "lantern"}, "labels have 'lantern', which is never used"),
            ({"form.moths": "from the moths"}, "labels have 'form.moths', which is never used"),
        ]
    ),
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_words_without_a_use_are_reported(words: dict[str, str], complaint: str) -> None:
    """Words for a misspelt id, which would never be shown, are reported."""
    (found,) = complaints(with_words(words))
    assert found.startswith(complaint)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"die_rolled.luck": "{die} shows {face}"}, ""),
        (
            {"die_rolled.luck": "{die} shows {number}"},
            (
                "the words for 'die_rolled.luck' in 'en' have {number}, which is not one of its facts: "
                "its facts are die, face"
            ),
        ),
        (
            {"die_rolled.lukc": "{die} shows {face}"},
            "labels have 'die_rolled.lukc', which is never used; did you mean 'die_rolled.luck'?",
        ),
    ],
    ids=["fitting", "another fact", "misspelt"],
)
def test_words_for_a_die_are_checked(words: dict[str, str], complaint: str) -> None:
    """The words for a roll have facts of their own and belong to a die that exists, even if nobody rolls it."""
    labels = {"en": {**WORDS, "luck": "die of luck", **words}}
    die = Die("luck", ("1", "2"), "LAMP-1")
    found = complaints(game(attrs.evolve(EXTENSION, dice=(die,), labels=labels)))
    assert found == ([complaint] if complaint else [])


@pytest.mark.long
def test_words_of_any_language_are_checked() -> None:
    """German words are checked, too. In a language that was not added, the number of forms is not checked."""
    (found,) = complaints(with_words({"light_lamp.told": "zündet {lampe} an"}, "de"))
    assert found.startswith("the words for 'light_lamp.told' in 'de' have {lampe}")
    assert complaints(with_words({"moth.count": "a|b|c|d"}, "ga")) == ["labels have 'moth.count', which is never used"]


@pytest.mark.long
def test_facts_from_a_function_are_checked_in_the_games() -> None:
    """``told`` has no list of its facts, so words that do not fit them are reported when the game uses them."""
    labels = {"en": {"light_lamp.told": "a lamp for {prise:grosz}"}}
    rule = attrs.evolve(RULE, told=lambda _state, move: {"price": move.size}, labels=labels)
    found, *_ = complaints(game(attrs.evolve(EXTENSION, rules=(rule,))))
    assert found == "the words for 'light_lamp.told' in 'en' do not fit, so they are ignored: unknown fact 'prise'"


@pytest.mark.long
def test_words_within_words_have_a_use() -> None:
    """A rule can describe a fact in words of any id; the games use these words."""
    labels = {"en": {"light_lamp.told": "lights {lamp}", "lamp.large": "a lamp of {size}"}}
    rule = attrs.evolve(
        RULE, told=lambda _state, move: {"lamp": Phrase("lamp.large", {"size": move.size})}, labels=labels
    )
    assert complaints(game(attrs.evolve(EXTENSION, rules=(rule,)))) == []


@pytest.mark.long
def test_words_of_displayed_items_have_a_use() -> None:
    """Displayed items have words of any id; drawing the pictures uses these words."""
    labels = {"en": {**WORDS, "ware_cost": "cost"}}
    assert complaints(displaying(lambda state: (*beside_the_board(state), Tally("ware_cost", 3)), labels=labels)) == []


@pytest.mark.long
def test_names_of_registered_rulesets_have_a_use() -> None:
    """Two rulesets may share an extension with the names of both; the name of an unregistered ruleset is reported."""
    names = Extension("names", labels={"en": {"calm_game": "calm game", "windy_game": "windy game"}})
    calm, windy = (ms.STANDARD.with_extensions(names, name=name) for name in ("calm_game", "windy_game"))
    ms.register(calm)
    (found,) = complaints(calm)
    assert found.startswith("labels have 'windy_game', which is never used")
    ms.register(windy)
    assert complaints(calm) == []


@pytest.mark.long
def test_things_without_words_are_reported() -> None:
    """Moves, events, tools, decks and cards without at least English words are reported."""
    bare = game(
        attrs.evolve(EXTENSION, labels={"en": {key: told for key, told in WORDS.items() if "." in key}}),
        tools=(*ms.STANDARD.tools[:-1], "lantern"),
    )
    assert complaints(bare) == [
        (
            "labels have no words in 'en' for the move 'light_lamp', the tool 'lantern', the deck 'moths', "
            "the card 'grey', the card 'golden', ..."
        )
    ]
    eventful = breaking(lambda _draft, _event: None)
    assert complaints(eventful) == ["labels have no words in 'en' for the event 'lamp_broke'"]


@pytest.mark.parametrize("labels", [{"bath": "bath"}, {"en": {"bath": 1}}, ["en"], {1: {}}, None])
def test_labels_are_by_language(labels: Any) -> None:
    """Labels that are not words by language are refused when the rule or the extension is created."""
    with pytest.raises(
        ms.MisuseError,
        match=r"extension 'baths': labels: .* are not words by language and id",
    ):
        Extension("baths", labels=labels)
    with pytest.raises(
        ms.MisuseError,
        match=r"the rule of 'light_lamp': labels: .* are not words by language and id",
    ):
        attrs.evolve(RULE, labels=labels)


@pytest.mark.parametrize("code", ["english", "EN", "", "e"])
def test_languages_are_codes(code: str) -> None:
    """Labels of a language that is not a code are refused."""
    with pytest.raises(
        ms.MisuseError, match=": labels: expected the code of a language, such as 'en' or 'pt-BR', got "
    ):
        Extension("baths", labels={code: {}})


def test_only_a_listener_hears_misfits() -> None:
    """The library's words all fit, and misfits are recorded only within ``hearing``."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with record_faults() as heard:
        for language in LANGUAGES:
            for move in ms.legal_moves(state):
                move_in_words(state, move, language)
    assert not heard.misfits
    broken = ms.new_game(["Ada", "Ben"], seed=7, ruleset=with_words({"light_lamp.told": "{sizes}"}))
    move = next(move for move in ms.legal_moves(broken) if "Lamp" in repr(move))
    move_in_words(broken, move)
    assert not heard.misfits
    with record_faults() as heard:
        assert move_in_words(broken, move) == move_in_words(broken, move)
    assert [(problem.key, problem.language) for problem in heard.misfits] == [("light_lamp.told", "en")]


@pytest.mark.slow
def test_a_language_that_a_program_has_added_in_part() -> None:
    """An extension needs its own words in it, and cannot help it that the library's are missing."""
    add_language("cs", {"inn": "hostinec"}, plural=czech.plural)
    named = Extension("named", labels={"en": {"named_game": "game"}, "cs": {"named_game": "hra"}})
    assert complaints(ms.STANDARD.with_extensions(named, name="named_game")) == []
    halved = attrs.evolve(EXTENSION, labels={**EXTENSION.labels, "cs": {"lamp": "lampa"}})
    *_, told, text = complaints(game(halved))
    assert told.startswith("labels have no words in 'cs' for the move 'light_lamp', ")
    assert text == "texts have no RuleText in 'cs' for LAMP-1"
    assert "place_miner" not in told


@pytest.mark.slow
def test_the_language_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is loaded and checked if the extension has words in it. Other installed languages do not change the result."""
    install_czech(tmp_path, monkeypatch)
    install(tmp_path, {"magnum_sal.languages": {"sk": "nothing_of_this_name:add"}}, name="broken-slovak")
    assert complaints(game(EXTENSION)) == []
    assert list_registered() == ("en", "pl", "de")
    halved = attrs.evolve(EXTENSION, labels={**EXTENSION.labels, "cs": {"lamp": "lampa"}})
    assert complaints(game(halved))[-2].startswith("labels have no words in 'cs' for the move 'light_lamp', ")


@pytest.mark.slow
def test_a_rule_text_in_an_added_language() -> None:
    """It is checked like those in the languages of the library."""
    add_language("cs", {}, plural=czech.plural)
    texts = {
        "en": (ms.RuleText("FAIR-1", "fair", "It pays.", ""),),
        "cs": (ms.RuleText("FAIR-1", "trh", "{nope}", ""),),
    }
    fair = Extension("fair", labels={"en": {"fair_game": "fair"}}, texts=texts)
    assert any("{nope}" in told for told in complaints(ms.STANDARD.with_extensions(fair, name="fair_game")))
