"""``check_extension`` and the words that an extension brings: braces, ids that belong to nothing, what has no words."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.amounts import select
from tests.testing.lamps import EXTENSION, RULE, WORDS, breaking, game

import magnum_sal as ms
from magnum_sal.model import ruleset as rulesets
from magnum_sal.model.display import Tally
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Phrase
from magnum_sal.testing import BrokenPromiseError, check_extension
from magnum_sal.words import LANGUAGES, move_in_words
from magnum_sal.words.template_faults import record_faults


@pytest.fixture(autouse=True)
def forget_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no ruleset of a test stay registered."""
    monkeypatch.setattr(rulesets, "_registered", dict(rulesets._registered))


def complaints(ruleset: ms.Ruleset) -> list[str]:
    """Return what is found in a short game."""
    try:
        check_extension(ruleset, seeds=[1], players=[2], decisions=12)
    except BrokenPromiseError as error:
        return [f"{'' if found.promise == 'words' else found.promise}{found.complaint}" for found in error.findings]
    return []


def with_words(words: dict[str, str], language: str = "en") -> ms.Ruleset:
    """Return the game of the lamps with more words, or other ones."""
    own = {"en": WORDS, language: {**(WORDS if language == "en" else {}), **words}}
    return game(attrs.evolve(EXTENSION, labels=own))


@pytest.mark.slow
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
    """Each form of an id that the words page tells of."""
    assert complaints(with_words(words)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "complaint"),
    select(
        [
            (
                {"light_lamp.told": "lights {sizes}"},
                "the words for 'light_lamp.told' in 'en' have {sizes}, which is no fact of it: its facts are size",
            ),
            (
                {"light_lamp.pays": "{source} pays {grozy:grosz}"},
                (
                    "the words for 'light_lamp.pays' in 'en' have {grozy}, which is no fact of it: "
                    "its facts are groszy, source, target"
                ),
            ),
            (
                {"light_lamp.asks.size": "how {large}?"},
                (
                    "the words for 'light_lamp.asks.size' in 'en' have {large}, which is no fact of it: "
                    "its facts are number, player"
                ),
            ),
            (
                {"light_lamp.answers.size": "{anser}"},
                (
                    "the words for 'light_lamp.answers.size' in 'en' have {anser}, which is no fact of it: "
                    "its facts are answer, number, player, size"
                ),
            ),
            (
                {"part_changed.lamps": "{litt} lamps"},
                (
                    "the words for 'part_changed.lamps' in 'en' have {litt}, which is no fact of it: "
                    "its facts are lit, moths, part, value"
                ),
            ),
            (
                {"card_turned_up.moths": "{crad:id}"},
                (
                    "the words for 'card_turned_up.moths' in 'en' have {crad}, which is no fact of it: "
                    "its facts are card, deck"
                ),
            ),
            (
                {"light_lamp": "light {size}"},
                "the words for 'light_lamp' in 'en' have {size}, which is no fact of it: it has none",
            ),
            (
                {"light_lamp.told": "lights {size:grozs}"},
                "the words for 'light_lamp.told' in 'en' have ':grozs', which is no way of telling a fact",
            ),
            (
                {"light_lamp.told": "lights [{size}"},
                "the words for 'light_lamp.told' in 'en' cannot be read: a bracket is not closed",
            ),
            ({"grey": " "}, "the words for 'grey' in 'en' are ' ', which cannot be shown"),
            ({"moth.count": "moth"}, "the words for 'moth.count' in 'en' are not of the form 'one|other'"),
        ]
    ),
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_words_that_do_not_fit_are_found(words: dict[str, str], complaint: str) -> None:
    """Where they are told, something else is told in their place, and nobody would know."""
    assert complaints(with_words(words))[0] == complaint


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "complaint"),
    select(
        [
            ({"light_lamp.pay": "pays"}, "labels have 'light_lamp.pay', which nothing asks for: 'light_lamp.pays'?"),
            ({"light_lam.told": "lights"}, "labels have 'light_lam.told', which nothing asks for: 'light_lamp.told'?"),
            (
                {"light_lamp.asks.sizes": "how?"},
                "labels have 'light_lamp.asks.sizes', which nothing asks for: 'light_lamp.asks.size'?",
            ),
            ({"light_lamp.asks": "how?"}, "labels have 'light_lamp.asks', which nothing asks for"),
            ({"part_changed.lamp": "lit"}, "labels have 'part_changed.lamp', which nothing asks for"),
            ({"used_tool.lantern": "dark"}, "labels have 'used_tool.lantern', which nothing asks for"),
            ({"to.nowhere": "to nowhere"}, "labels have 'to.nowhere', which nothing asks for"),
            ({"LAMP-2.too_dear": "too dear"}, "labels have 'LAMP-2.too_dear', which nothing asks for"),
            ({"lihgt_lamp": "light"}, "labels have 'lihgt_lamp', which nothing asks for: 'light_lamp'?"),
            ({"lantern": "lantern"}, "labels have 'lantern', which nothing asks for"),
            ({"form.moths": "from the moths"}, "labels have 'form.moths', which nothing asks for"),
        ]
    ),
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_words_for_nothing_are_found(words: dict[str, str], complaint: str) -> None:
    """A misspelt id would never be told."""
    (found,) = complaints(with_words(words))
    assert found.startswith(complaint)


def test_words_of_any_language_are_asked() -> None:
    """Those of German, too; a language that nobody has added is read, its forms are not counted."""
    (found,) = complaints(with_words({"light_lamp.told": "zündet {lampe} an"}, "de"))
    assert found.startswith("the words for 'light_lamp.told' in 'de' have {lampe}")
    assert complaints(with_words({"moth.count": "a|b|c|d"}, "ga")) == [
        "labels have 'moth.count', which nothing asks for"
    ]


def test_facts_of_a_function_are_asked_in_the_games() -> None:
    """Which facts ``told`` has no list says; where the words do not fit them, they are found as they are told."""
    labels = {"en": {"light_lamp.told": "a lamp for {prise:grosz}"}}
    rule = attrs.evolve(RULE, told=lambda _state, move: {"price": move.size}, labels=labels)
    (found,) = complaints(game(attrs.evolve(EXTENSION, rules=(rule,))))
    assert found == "the words for 'light_lamp.told' in 'en' do not fit, and are passed over: there is no fact 'prise'"


def test_words_within_words_are_for_something() -> None:
    """A rule can tell a fact in words of any id; they are met in the games."""
    labels = {"en": {"light_lamp.told": "lights {lamp}", "lamp.large": "a lamp of {size}"}}
    rule = attrs.evolve(
        RULE, told=lambda _state, move: {"lamp": Phrase("lamp.large", {"size": move.size})}, labels=labels
    )
    assert complaints(game(attrs.evolve(EXTENSION, rules=(rule,)))) == []


def test_words_of_what_lies_there_are_for_something() -> None:
    """What an extension shows has words of any id; they are asked for when the pictures are drawn."""
    shown = attrs.evolve(
        EXTENSION, display=lambda _: (Tally("ware_cost", 3),), labels={"en": {**WORDS, "ware_cost": "cost"}}
    )
    assert complaints(game(shown)) == []


@pytest.mark.slow
def test_what_has_no_words_is_found() -> None:
    """Moves, events, tools, cards: what people are shown by name has words of its own, in English at least."""
    bare = game(
        attrs.evolve(EXTENSION, labels={"en": {key: told for key, told in WORDS.items() if "." in key}}),
        tools=(*ms.STANDARD.tools[:-1], "lantern"),
    )
    assert complaints(bare) == [
        (
            "labels have no English words for the move 'light_lamp', the tool 'lantern', the deck 'moths', "
            "the card 'grey', the card 'golden'"
        )
    ]
    eventful = breaking(lambda _draft, _event: None)
    assert complaints(eventful) == ["labels have no English words for the event 'lamp_broke'"]


@pytest.mark.parametrize("labels", [{"bath": "bath"}, {"en": {"bath": 1}}, ["en"], {1: {}}, None])
def test_labels_are_by_language(labels: Any) -> None:
    """What is none is refused when the rule or the extension is made."""
    with pytest.raises(ms.MisuseError, match=r"extension 'baths': labels: .* are no words by language and id"):
        Extension("baths", labels=labels)
    with pytest.raises(ms.MisuseError, match=r"the rule of 'light_lamp': labels: .* are no words by language and id"):
        attrs.evolve(RULE, labels=labels)


@pytest.mark.parametrize("code", ["english", "EN", "", "e"])
def test_languages_are_codes(code: str) -> None:
    """Words in a language of no such name would never be told."""
    with pytest.raises(ms.MisuseError, match=r"labels: '.*' is no code of a language, such as 'en' or 'pt-BR'"):
        Extension("baths", labels={code: {}})


def test_nothing_is_heard_but_by_who_listens() -> None:
    """The words of the library all fit; whoever stops listening hears no more."""
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
