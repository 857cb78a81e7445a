"""Objections in words: every reason of the source in every language, and reasons without words."""

import ast
import re
import string
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import attrs
import czech
import pytest

import magnum_sal as ms
from magnum_sal.testing import given
from magnum_sal.words import LANGUAGES, add_language, objection_in_words
from magnum_sal.words.languages import REASON

SOURCE = Path(ms.__file__).parent
GIVING = ("Objection", "_of_kind")
"""
The functions that create objections.

``_of_kind`` is the market's; ``kind_objection`` gets its reasons from ``_not_now``.
"""
RULES = [
    SOURCE / "engine" / "transitions.py",
    SOURCE / "engine" / "timing.py",
    SOURCE / "queries" / "why_not.py",
    *sorted((SOURCE / "rules").rglob("*.py")),
]
SENTENCES = [key.removeprefix(REASON) for key in LANGUAGES["en"] if key.startswith(REASON)]
"""The ids of all sentences: each reason, and its variants after a dot."""
REASONS = [sentence for sentence in SENTENCES if "." not in sentence]

FACTS: dict[str, Any] = {
    **dict.fromkeys(("space", "salty", "unrevealed", "empty", "target"), "1L2"),
    **dict.fromkeys(("lost", "neighbours"), ("1L1", "1L3")),
    "spaces": ("1L1", "2R1"),
    "place": "line_right",
    "places": ("stock", "market"),
    "building": "pump_house",
    "type": "use_rope",
    "tool": "pickaxe",
    "deck": "omens",
    "die": "weather",
    "kind": "green",
    "owner": "Cleo",
    "order": "BB=9",
    "salt": ms.SaltAmount(brown=2),
    "prices": (1, 2, 5),
    "shares": (("Ben", 2), ("Cleo", 1)),
}
"""A fact for each name that does not stand for a number."""


def told(sentence: str) -> set[str]:
    """Return the names of the facts in a sentence with braces, including nested ones."""
    fields = [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(sentence) if name is not None]
    return {name for name, _ in fields}.union(*(told(spec) for _, spec in fields))


def example(reason: str) -> ms.Objection:
    """Return an objection with this reason and facts that fit."""
    names = told(LANGUAGES["en"][f"{REASON}{reason}"])
    base, _, variant = reason.partition(".")
    return ms.Objection("MOVE-1", base, {name: FACTS.get(name, 3) for name in names} | choosing(variant))


def choosing(variant: str) -> dict[str, Any]:
    """Return the fact that selects a variant of a sentence, or nothing for the sentence itself."""
    number, _, name = variant.partition("_")
    if number == "one":
        return {name: FACTS[name][:1] if name in FACTS else 1}
    return {name: 0} if number == "no" else {variant: True} if variant else {}


def returned_texts(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the texts that *function* returns, except the empty one."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from (
                str(text.value) for text in ast.walk(node.value) if isinstance(text, ast.Constant) and text.value
            )


def given_reasons(function: ast.FunctionDef, others: dict[str, ast.FunctionDef]) -> Iterator[tuple[str, ...]]:
    """Yield the possible reasons of each objection that *function* creates. *others* may compute the reason."""
    named = {
        node.targets[0].id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVING:
            reason: ast.expr = node.args[1]
            match reason:
                case ast.Name(name):
                    reason = named[name]
            if isinstance(reason, ast.Call) and isinstance(reason.func, ast.Name) and reason.func.id in others:
                yield tuple(returned_texts(others[reason.func.id]))
                continue
            choices = (reason.body, reason.orelse) if isinstance(reason, ast.IfExp) else (reason,)
            yield tuple(str(choice.value) if isinstance(choice, ast.Constant) else "?" for choice in choices)


def reasons_of_the_source() -> set[str]:
    """Return all reasons that the engine and the rules give."""
    modules = [
        {node.name: node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}
        for path in RULES
    ]
    given = chain.from_iterable(
        given_reasons(function, functions)
        for functions in modules
        for name, function in functions.items()
        if name not in (*GIVING, "kind_objection")
    )
    when = ast.parse((SOURCE / "engine" / "timing.py").read_text("utf-8"))
    returned = {
        str(reason.value)
        for node in ast.walk(when)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple)
        for reason in node.value.elts[1:2]
        if isinstance(reason, ast.Constant)
    }  # fmt: skip
    return returned | set(chain.from_iterable(given))


@pytest.mark.slow
def test_each_reason_has_words_and_all_words_are_used() -> None:
    """Each reason is an id written out in the source and has a sentence, and each sentence has a reason."""
    found = reasons_of_the_source()
    assert len(found) > 70
    assert found - set(REASONS) == set()
    assert set(REASONS) - found == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", SENTENCES)
def test_each_reason_has_a_filled_sentence(reason: str, language: str) -> None:
    """The sentence uses its facts, contains no brace or id, and is not the fallback for unfilled sentences."""
    against = example(reason)
    sentence = objection_in_words(against, language)
    assert not re.search(r"[{}_]", sentence)
    assert sentence[:1].islower() or sentence[:1].isdigit() or sentence.startswith(("'", "Feld", "Wasser", "Cleo"))
    unworded = objection_in_words(attrs.evolve(against, reason=f"{against.reason}_unworded"), language)
    assert sentence != unworded.replace(" unworded", "")
    for name in told(LANGUAGES[language][f"{REASON}{reason}"]) - {"prices"}:
        other = attrs.evolve(against, values={**against.values, name: OTHER.get(name, 8)})
        assert objection_in_words(other, language) != sentence, name


OTHER: dict[str, Any] = {
    **{name: "4R9" if isinstance(fact, str) else ("S6",) for name, fact in FACTS.items()},
    "salt": ms.SaltAmount(white=1),
    "shares": (("Dan", 9),),
}
"""Another fact for each name that does not stand for a number."""


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "carrying 1 cube from 1L2 costs 1 or 2 or 5 groszy in total, not 3"),
        ("pl", "wyniesienie soli z 1L2 (1 kostka) kosztuje razem 1 lub 2 lub 5 groszy, a nie 3"),
        ("de", "1 Würfel aus 1L2 zu fördern kostet insgesamt 1 oder 2 oder 5 Groschen, nicht 3"),
    ],
)
def test_counted_things_and_lists(language: str, sentence: str) -> None:
    """Nouns agree with the number. In a list of prices, the noun agrees with the last one."""
    facts = {"cubes": 1, "space": "1L2", "prices": (1, 2, 5), "paid": 3}
    assert objection_in_words(ms.Objection("HAUL-1", "wrong_toll", facts), language) == sentence


@pytest.mark.parametrize(
    ("tool", "ready", "sentences"),
    [
        ("cart", 1, ("1 cart ready, not 3", "gotowe do użycia: 1 wózek, a nie 3", "du hast 1 Karren bereit, nicht 3")),
        ("pickaxe", 2, ("2 pickaxes ready", "gotowe do użycia: 2 kilofy, a nie 3", "2 Spitzhacken bereit, nicht 3")),
        ("rope", 2, ("you have 2 ropes ready", "gotowe do użycia: 2 liny", "du hast 2 Seile bereit")),
    ],
)
def test_the_noun_can_be_a_fact(tool: str, ready: int, sentences: tuple[str, str, str]) -> None:
    """TOOL-1: cards are counted by the tool's own noun, in the form that agrees with the number."""
    against = ms.Objection("TOOL-1", "too_few_tools_ready", {"tool": tool, "ready": ready, "wanted": 3})
    for language, words in zip(LANGUAGES, sentences, strict=True):
        assert words in objection_in_words(against, language)


def test_slots_are_counted_from_one() -> None:
    """SHOP-1, CASTLE-6: refusals count slots from 1, as labels do; the fact is the move's own number."""
    refused = given("workshop: - - -").when(ms.VisitWorkshop(1)).refusal
    assert refused is not None
    assert refused.values["slot"] == 1
    assert [objection_in_words(refused, language) for language in LANGUAGES] == [
        "space 2 of the workshop is empty",
        "pole 2 jest puste (warsztat)",
        "Feld 2 ist leer (Werkstatt)",
    ]


def in_all_languages(reason: str, **facts: Any) -> list[str]:
    """Return the sentence of a reason with these facts in English, Polish and German."""
    return [objection_in_words(ms.Objection("MOVE-1", reason, facts), language) for language in LANGUAGES]


def test_facts_choose_the_words() -> None:
    """Facts that are true, that are 1 or have one entry, and that are 0 or empty have their own words."""
    assert in_all_languages("no_salt_to_sell", kind="brown", then=True) == [
        "you would have no brown salt left to sell",
        "chcesz potem sprzedać brązową sól, ale już jej nie będziesz mieć",
        "du hättest dann kein braunes Salz mehr zu verkaufen",
    ]
    assert in_all_languages("no_salt_to_sell", kind="brown", then=False) == in_all_languages(
        "no_salt_to_sell", kind="brown"
    )
    assert in_all_languages("actions_left", actions=1) == [
        "you have 1 action left; pass if you do not want to use it",
        "masz jeszcze 1 akcję; spasuj, jeśli nie chcesz jej użyć",
        "du hast noch 1 Aktion; passe, wenn du sie nicht nutzen willst",
    ]
    assert in_all_languages("actions_left", actions=2) == [
        "you have 2 actions left; pass if you do not want to use them",
        "masz jeszcze 2 akcje; spasuj, jeśli nie chcesz ich użyć",
        "du hast noch 2 Aktionen; passe, wenn du sie nicht nutzen willst",
    ]
    order = {"wanted": ms.SaltAmount(brown=2), "salt": ms.SaltAmount()}
    assert in_all_languages("salt_for_order_missing", **order) == [
        "the order requires BB, but you have no salt",
        "zamówienie wymaga BB, a ty nie masz soli",
        "der Auftrag verlangt BB, aber du hast kein Salz",
    ]


@pytest.mark.parametrize(
    ("lost", "sentences"),
    [
        (
            ("S2",),
            (
                "your miner is the last one in S1; without it, every miner in S2 would be cut off from the entrance",
                "twój górnik jest ostatni w S1; bez niego pole S2 byłoby odcięte od wejścia",
                "dein Bergmann ist der letzte in S1; ohne ihn wäre S2 vom Eingang abgeschnitten",
            ),
        ),
        (
            ("S2", "1L1", "1L2"),
            (
                "without it, every miner in S2, 1L1 and 1L2 would be cut off from the entrance",
                "bez niego pola S2, 1L1 i 1L2 byłyby odcięte od wejścia",
                "ohne ihn wären S2, 1L1 und 1L2 vom Eingang abgeschnitten",
            ),
        ),
    ],
    ids=["one", "three"],
)
def test_the_verb_agrees_with_the_spaces_cut_off(lost: tuple[str, ...], sentences: tuple[str, str, str]) -> None:
    """CHAIN-2: the verb is singular for one space that loses its connection, and plural for several."""
    for reason, facts in (
        ("cuts_off", {}),
        ("cuts_off_beside_salt", {"salty": "1L3"}),
        ("cuts_off_unrevealed", {"unrevealed": "1L3"}),
    ):
        told_in = in_all_languages(reason, space="S1", lost=lost, **facts)
        for sentence, words in zip(told_in, sentences, strict=True):
            assert words in sentence


def test_german_and_polish_terms() -> None:
    """MINE-1, TURN-2, MOVE-1: the terms are the rulebook's, a turn differs from a move, and passing has no object."""
    weak = in_all_languages("too_weak", space="1L1", cubes=2, rested=1, pickaxes=0, water=2)
    assert weak[1:] == [
        (
            "twoja siła wydobycia w 1L1 nie wystarcza na tyle soli: 2 kostki "
            "(1 wypoczęty górnik, 0 kilofów, 2 kostki wody)"
        ),
        "deine Arbeitskraft in 1L1 reicht nicht für 2 Würfel (1 ausgeruhter Bergmann, 0 Spitzhacken, 2 Wasserwürfel)",
    ]
    assert in_all_languages("no_action_left")[2].endswith("keine Aktion mehr; du kannst ihn beenden")
    assert in_all_languages("none_possible")[2] == "ein Zug dieser Art ist jetzt nicht möglich"
    assert in_all_languages("there_already", space="S1")[2].endswith("wähle ein anderes Feld")
    assert in_all_languages("no_such_source", place="arriving") == [
        "you cannot send a miner from the castle",
        "nie możesz wysłać górnika z zamku",
        "du kannst keinen Bergmann aus der Burg schicken",
    ]
    german = [text for key, text in LANGUAGES["de"].items() if key.startswith(REASON)]
    assert not any("Stärke" in text for text in german)


def test_an_added_language_without_variants_keeps_its_own_words() -> None:
    """The language's words for the reason precede English words for a variant of it."""
    add_language("cs", {"reason.no_salt_to_sell": "nemáš na prodej: {kind:id}"}, plural=czech.plural)
    against = ms.Objection("MARKET-1", "no_salt_to_sell", {"kind": "brown", "then": True})
    assert objection_in_words(against, "cs") == "nemáš na prodej: brown salt"


def test_a_rule_has_words_for_variants() -> None:
    """A rule's own words for a reason can have variants for the same facts."""
    labels = {
        "en": {"LAMP-1.no_oil": "{drops:drop} left", "LAMP-1.no_oil.no_drops": "no oil", "drop.count": "drop|drops"}
    }
    ruleset = with_words(labels)
    told_of = [ms.Objection("LAMP-1", "no_oil", {"drops": drops}, ruleset=ruleset).sentence for drops in (0, 1)]
    assert told_of == ["no oil", "1 drop left"]


def with_words(labels: dict[str, dict[str, str]]) -> ms.Ruleset:
    """Return a ruleset with these words at one of its rules."""
    first, *others = ms.STANDARD.rules
    return attrs.evolve(ms.STANDARD, name="worded", rules=(attrs.evolve(first, labels=labels), *others))


def test_a_rule_has_words_for_its_reasons() -> None:
    """
    A rule's words and nouns precede the library's, in English if a language is missing.

    Other words are unchanged.
    """
    ruleset = with_words(
        {
            "en": {"LAMP-1.no_oil": "{drops:drop} of oil cost {price:grosz}", "drop.count": "drop|drops"},
            "de": {"LAMP-1.no_oil": "Öl kostet {price:grosz}", "CHAIN-1.not_connected": "kein Weg nach {space}"},
        }
    )
    dark = ms.Objection("LAMP-1", "no_oil", {"drops": 1, "price": 2}, ruleset=ruleset)
    assert dark.sentence == objection_in_words(dark, "pl") == "1 drop of oil cost 2 groszy"
    assert objection_in_words(dark, "de") == "Öl kostet 2 Groschen"
    state = attrs.evolve(ms.new_game(["Ada", "Ben"], seed=1), ruleset=ruleset)
    against = ms.objection(state, ms.PlaceMiner("stock", "S2"))
    assert against is not None
    assert objection_in_words(against, "de") == "kein Weg nach S2"
    assert against.sentence == "S2 is not connected to the entrance: S1 is empty"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_can_be_the_reason(language: str) -> None:
    """
    A rule that needs only one language can use a sentence of one line as the reason.

    Every language shows the sentence unchanged.
    """
    against = ms.Objection("HOUSE-1", "the {square} is closed: {}")
    assert objection_in_words(against, language) == "the {square} is closed: {}"


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        (None, {"lamp": "old", "drops": 3}),
        ("{oil} is missing", {"lamp": "old", "drops": 3}),
        ("{drops:lamp}", {"lamp": "old", "drops": 3}),
        ("{lamp:grosz}", {"lamp": "old", "drops": 3}),
        ("{lamp:slot}", {"lamp": "old", "drops": 3}),
        ("{drops:share}", {"lamp": "old", "drops": 3}),
        ("{drops.real}", {"lamp": "old", "drops": 3}),
        ("{}", {"lamp": "old", "drops": 3}),
        ("{lamp", {"lamp": "old", "drops": 3}),
        ("{lamp!x}", {"lamp": "old", "drops": 3}),
    ],
)
def test_a_reason_without_fitting_words_is_still_described(sentence: str | None, facts: dict[str, Any]) -> None:
    """The id and the facts replace such words, so that no refusal fails and only facts are inserted."""
    labels = {} if sentence is None else {"en": {"LAMP-1.no_oil": sentence}}
    against = ms.Objection("LAMP-1", "no_oil", facts, ruleset=with_words(labels))
    assert objection_in_words(against, "de") == against.sentence == "no oil (drops 3, lamp old)"
    assert ms.Objection("LAMP-1", "no_oil").sentence == "no oil"


@pytest.mark.parametrize("fact", ["1L2", 3, -1, None, True, (), ("Ben", 2), ((),), ms.SaltAmount(1)], ids=repr)
def test_facts_that_do_not_fit_are_still_described(fact: Any) -> None:
    """An objection from outside may have any facts, or none, and every reason still has a sentence."""
    for reason in SENTENCES:
        for names in (told(LANGUAGES["en"][f"{REASON}{reason}"]), ()):
            against = ms.from_dict(
                ms.Objection, ms.to_dict(ms.Objection("MOVE-1", reason.split(".")[0], dict.fromkeys(names, fact)))
            )
            assert all(objection_in_words(against, language) for language in LANGUAGES)


def test_the_error_of_an_illegal_move_has_the_words_of_its_objection() -> None:
    """The error that ``play`` raises can be passed as it is."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    with pytest.raises(ms.IllegalMoveError) as caught:
        state.play(">S2")
    told = objection_in_words(caught.value, "de")
    assert told == objection_in_words(caught.value.objection, "de")
    assert told == "S2 ist nicht mit dem Eingang verbunden: S1 ist leer"


def test_invalid_objections_and_languages_are_refused() -> None:
    """Anything but an ``Objection`` or the error with one, or an unknown language, raises ``MisuseError``."""
    with pytest.raises(ms.MisuseError, match="expected an Objection or an IllegalMoveError, got 'x'"):
        objection_in_words("x")  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        objection_in_words(ms.Objection("END-1", "game_over"), "fr")
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        objection_in_words(ms.Objection("END-1", "a sentence"), "fr")
