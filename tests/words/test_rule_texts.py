"""The texts of the rules as data: complete in every language, with the numbers of the given ruleset."""

import copy
import itertools
import pickle
import re
from collections.abc import Iterator
from typing import Any

import attrs
import czech
import jsonschema
import pytest
import smithy

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.model.switches import SWITCHES
from magnum_sal.rules.scoring import tool_value
from magnum_sal.testing import given
from magnum_sal.words import add_language
from magnum_sal.words.rule_texts import LANGUAGES
from magnum_sal.words.rule_texts._files import CHANGES, DECIDED_BY

ALL_ON = attrs.evolve(
    ms.STANDARD,
    mapped_mine=True,
    cart_capacity=3,
    all_miners_tire=True,
    castle_line_stays=True,
    lowest_price_bonus=True,
)
RULE_ID = re.compile(r"\b[A-Z]+-(?:[A-Z]+|\d+)\b")


def house(**changes: Any) -> ms.Ruleset:
    """Return the standard game with other numbers."""
    return attrs.evolve(ms.STANDARD, name="house", **changes)


def rulings(ruleset: ms.Ruleset = ms.STANDARD, language: str = "en") -> Iterator[ms.Ruling]:
    """Yield all rulings."""
    for text in ms.rule_texts(ruleset, language).values():
        yield from text.rulings


def sentences(ruleset: ms.Ruleset, language: str) -> Iterator[tuple[str, str]]:
    """Yield each text in a language, with its place."""
    for text in ms.rule_texts(ruleset, language).values():
        yield from ((f"{text.id}.{name}", getattr(text, name)) for name in ("title", "summary", "text"))
        for ruling in text.rulings:
            yield from ((f"{ruling.id}.{name}", getattr(ruling, name)) for name in ("question", "decision", "reason"))
            yield from ((f"{ruling.id}.readings.{tongue}", said) for tongue, said in ruling.readings.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_the_same_rules(language: str) -> None:
    """All languages have the same rules in the same order, with the same rulings, decided by the same fields."""
    english = [(ruling.id, ruling.rule, ruling.switch) for ruling in rulings()]
    assert list(ms.rule_texts(language=language)) == list(ms.rule_texts())
    assert [(ruling.id, ruling.rule, ruling.switch) for ruling in rulings(language=language)] == english
    assert all(rule == text.id for rule, text in ms.rule_texts(language=language).items())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", [ms.STANDARD, ALL_ON, smithy.SMITHY_GAME], ids=lambda ruleset: ruleset.name)
def test_every_text_is_complete_and_well_formed(ruleset: ms.Ruleset, language: str) -> None:
    """No text is empty or has a brace left; sentences end properly, with typographic quotes and dots."""
    for place, said in sentences(ruleset, language):
        assert said, place
        assert said == " ".join(said.split()), place
        assert not re.search(r"[{}\"`]|\.\.\.|'(?!s\b)(?!,)(?! )", said), f"{place}: {said}"
        if place.endswith("title"):
            assert not said.endswith("."), place
        else:
            assert said[-1] in ".?”", f"{place}: {said}"


@pytest.mark.parametrize(("first", "second"), tuple(itertools.combinations(LANGUAGES, 2)))
def test_no_text_is_the_same_in_two_languages(first: str, second: str) -> None:
    """Each language has its own texts, none copied from another language."""
    others = dict(sentences(smithy.SMITHY_GAME, second))
    assert [place for place, said in sentences(smithy.SMITHY_GAME, first) if said == others[place]] == []


def test_a_ruling_says_who_decided_what() -> None:
    """A ruling belongs to its rule, has a reading for each language of the booklet, and names an existing field."""
    fields = {field.name for field in attrs.fields(ms.Ruleset)}
    for text in ms.rule_texts().values():
        for ruling in text.rulings:
            assert ruling.rule == text.id
            assert re.fullmatch(rf"{text.id}\.[a-z_]+", ruling.id)
            assert tuple(ruling.readings) == ("pl", "en", "de")
            assert ruling.switch is None or ruling.switch in fields, ruling.id


def test_every_ruling_has_a_decision() -> None:
    """Each ruling has a row that decides it, each row has a ruling, and each rule that a house may switch has one."""
    told = [ruling.id for ruling in rulings()]
    assert told == list(DECIDED_BY)
    assert len(told) == len(set(told)) >= 16 + 18
    assert {"all_miners_tire", "castle_line_stays", "lowest_price_bonus", "cart_capacity"} <= set(DECIDED_BY.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_existing_rules(language: str) -> None:
    """Every rule id within a text exists."""
    for place, said in sentences(ALL_ON, language):
        assert set(RULE_ID.findall(said)) <= set(ms.rule_texts()), place


@pytest.mark.parametrize(
    ("changes", "rule", "said"),
    [
        ({"penalty": 5}, "CASTLE-4", "5 groszy or a cube"),
        ({"penalty": 1}, "CASTLE-4", "1 grosz or a cube"),
        ({"toll": 2}, "HAUL-1", "2 groszy for every cube"),
        ({"start_money": (20, 21, 22, 23)}, "SETUP-1", "20, 21, 22, 23"),
        ({"market_prices": ((6, 2), (7, 3), (9, 8))}, "SET-BOARD", "brown 6, 2, green 7, 3, white 9, 8"),
        ({"market_prices": ((6, 2), (7, 3), (9, 8))}, "MARKET-3", "brown, green, white 2, 3, 8"),
        ({"inn_start": (6, 5, 4)}, "SETUP-2", "miners to hire: 1, 2, 3"),
        ({"tool_values": ((2, 1), (5, 9))}, "END-1", "0\N{EN DASH}1: 0, 2\N{EN DASH}4: 1, 5+: 9"),
        ({"tool_values": ()}, "END-1", "by their number: 0"),
        ({"market_refill": ("white",)}, "PHASE-2", "of these kinds (white salt)"),
        ({"start_salt": ms.SaltAmount()}, "SETUP-1", "Each takes none"),
        ({"orders": ms.STANDARD.orders[:2]}, "TURN-1", "Number of phases: 2"),
        (
            {"tools": (*ms.STANDARD.tools, "lamp")},
            "SET-TOOLS",
            "3 \N{MULTIPLICATION SIGN} royal privilege, 1 \N{MULTIPLICATION SIGN} lamp",
        ),
        ({"tools": (*ms.STANDARD.tools, "lamp")}, "SET-TOOLS", "There are 22 cards"),
    ],
    ids=str,
)
def test_a_house_has_texts_with_its_own_numbers(changes: dict[str, Any], rule: str, said: str) -> None:
    """The texts contain the numbers that a ruleset changes."""
    text = ms.rule_texts(house(**changes))[rule]
    assert said in f"{text.summary} {text.text}"


@pytest.mark.parametrize(
    ("language", "phases", "money"),
    [
        ("en", "Number of phases: 1.", "coins worth 22 groszy"),
        ("pl", "Liczba faz gry: 1.", "monety (razem 22 grosze)"),
        ("de", "Anzahl der Phasen: 1.", "Münzen im Wert von 22 Groschen"),
    ],
)
def test_numbers_of_a_house_fit_their_sentences(language: str, phases: str, money: str) -> None:
    """TURN-1 and SET-SUPPLY: no noun or verb beside a number is wrong if the number is 1 or 22."""
    texts = ms.rule_texts(house(orders=ms.STANDARD.orders[:1], money_supply=22), language)
    assert texts["TURN-1"].summary.startswith(phases)
    assert money in " ".join(texts["SET-SUPPLY"].text.split())


@pytest.mark.parametrize(
    ("penalty", "said"), [(1, "kosztuje to 1 grosz albo"), (3, "kosztuje to 3 grosze albo"), (5, "to 5 groszy albo")]
)
def test_numbers_have_their_form_in_each_language(penalty: int, said: str) -> None:
    """CASTLE-4: Polish has three forms of nouns."""
    assert said in ms.rule_texts(house(penalty=penalty), "pl")["CASTLE-4"].summary


def test_a_ruling_names_the_number_of_the_house() -> None:
    """INN-1: a ruling names the limit that a house has set."""
    (ruling,) = ms.rule_texts(house(miners_per_colour=12))["INN-1"].rulings
    assert "12" in ruling.decision


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("switch", ms.Ruleset.SWITCHES)
def test_a_variant_in_play_precedes_what_it_changes(switch: str, language: str) -> None:
    """A changed rule has the variant's summary and text, then those of the standard game. No other text changes."""
    (on,) = (row for row in SWITCHES if row.name == switch)
    setting: Any = {switch: on.on}
    played = ms.rule_texts(attrs.evolve(ms.STANDARD, **setting), language)
    plain = ms.rule_texts(language=language)
    assert tuple(rule for rule in played if played[rule] != plain[rule]) == CHANGES[switch]
    for rule in CHANGES[switch]:
        assert played[rule].summary == played[on.rule].summary
        assert played[rule].text.startswith(f"{played[on.rule].text} ")
        assert played[rule].text.endswith(f"{plain[rule].summary} {plain[rule].text}")
        assert on.rule in played[rule].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_names_the_variant_that_overrules_it(language: str) -> None:
    """MINE-2: a decision names the variant that overrules it; rulings that depend on no switch are unchanged."""
    played = {ruling.id: ruling for ruling in rulings(ALL_ON, language)}
    for plain in rulings(language=language):
        (rule,) = [row.rule for row in SWITCHES if row.name == plain.switch] or [""]
        decision = played[plain.id].decision
        assert (rule in decision.removesuffix(plain.decision)) if rule else (decision == plain.decision), plain.id


def test_every_switch_has_its_rule() -> None:
    """A new switch must list the rules that it changes."""
    assert tuple(CHANGES) == ms.Ruleset.SWITCHES


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_extension_has_its_own_texts(language: str) -> None:
    """
    SMITHY-1, BARREL-1: these texts come last, in the requested language.

    The extension's tool and place also appear in SET-TOOLS and SET-BOARD.
    """
    texts = ms.rule_texts(smithy.SMITHY_GAME, language)
    assert list(texts)[-2:] == ["SMITHY-1", "BARREL-1"]
    assert texts["SMITHY-1"].title == {"en": "the smithy", "pl": "kuźnia", "de": "die Schmiede"}[language]
    assert {"en": "barrel", "pl": "beczka", "de": "Fass"}[language] in texts["SET-TOOLS"].text
    assert {"en": "smithy", "pl": "kuźnia", "de": "Schmiede"}[language] in texts["SET-BOARD"].text


def with_texts(**texts: tuple[ms.RuleText, ...]) -> ms.Ruleset:
    """Return a ruleset whose town square has these texts."""
    square = ms.STANDARD.by_move[ms.VisitTownSquare]
    told = attrs.evolve(square, texts=texts)
    rules = tuple(told if rule is square else rule for rule in ms.STANDARD.rules)
    return attrs.evolve(ms.STANDARD, name="told", rules=rules)


def test_english_replaces_missing_texts() -> None:
    """Single missing texts are English, and their braces are filled with English words."""
    fair, poor = (
        ms.RuleText("FAIR-1", "the fair", "It pays {toll:grosz}.", "Daily."),
        ms.RuleText("POOR-1", "p", "s."),
    )
    ruleset = with_texts(en=(fair, poor), pl=(attrs.evolve(fair, title="jarmark", summary="Płaci {toll:grosz}."),))
    texts = ms.rule_texts(ruleset, "pl")
    assert (texts["FAIR-1"].title, texts["FAIR-1"].summary) == ("jarmark", "Płaci 1 grosz.")
    assert texts["POOR-1"] == poor
    assert ms.rule_texts(ruleset, "de")["FAIR-1"].summary == "It pays 1 grosz."


def test_a_text_replaces_one_with_its_id() -> None:
    """SQUARE-1: a house that changes a rule replaces its text at the same place."""
    texts = ms.rule_texts(with_texts(en=(ms.RuleText("SQUARE-1", "the town square", "It is closed.", "For good."),)))
    assert texts["SQUARE-1"].summary == "It is closed."
    assert list(texts) == list(ms.rule_texts())


def test_braces_that_no_ruleset_can_fill() -> None:
    """The error quotes an unknown name in braces. Other text in braces stays unchanged."""
    wrong = with_texts(en=(ms.RuleText("FAIR-1", "t", "s.", "It pays {wages}."),))
    with pytest.raises(ms.MisuseError, match=r"the text of 'FAIR-1' has \{wages\}, which is unknown"):
        ms.rule_texts(wrong)
    plain = with_texts(en=(ms.RuleText("FAIR-1", "t", "s.", "Set {1, 2} or {}."),))
    assert ms.rule_texts(plain)["FAIR-1"].text == "Set {1, 2} or {}."


def test_texts_cannot_be_changed() -> None:
    """All callers share the texts, so the texts are immutable."""
    texts = ms.rule_texts()
    assert ms.rule_texts() is texts
    with pytest.raises(TypeError):
        texts["INN-1"] = texts["SHOP-1"]  # type: ignore[index]
    with pytest.raises(TypeError):
        next(rulings()).readings["pl"] = ""  # type: ignore[index]


def test_texts_are_values() -> None:
    """Texts can be compared, hashed, copied and pickled, and have a JSON form with a schema."""
    for text in ms.rule_texts(language="pl").values():
        assert pickle.loads(pickle.dumps(text)) == copy.deepcopy(text) == copy.copy(text) == text
        assert len({text, copy.copy(text)}) == 1
        assert ms.from_json(ms.RuleText, ms.to_json(text)) == text
    data = ms.to_dict(ms.rule_texts()["CASTLE-6"])
    jsonschema.validate(data, ms.json_schema(ms.RuleText))
    assert list(data) == ["id", "title", "summary", "text", "rulings"]
    assert list(data["rulings"][0]) == ["id", "rule", "question", "decision", "reason", "readings", "switch"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"title": 5}, "RuleText.title: 5 is not a text"),
        ({"rulings": ["x"]}, "RuleText.rulings: .* is not a tuple of Ruling"),
        ({"rulings": ("x",)}, "RuleText.rulings: .* is not a tuple of Ruling"),
    ],
)
def test_malformed_texts_are_refused(wrong: dict[str, Any], message: str) -> None:
    """A mistake is reported when the text is created."""
    with pytest.raises(ms.MalformedError, match=message):
        attrs.evolve(ms.rule_texts()["INN-1"], **wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"question": None}, "Ruling.question: None is not a text"),
        ({"switch": 5}, "Ruling.switch: 5 is not a text"),
        ({"readings": "silent"}, "Ruling.readings: 'silent' is not texts by language"),
        ({"readings": {"pl": 5}}, r"Ruling.readings: .* is not texts by language"),
    ],
)
def test_malformed_rulings_are_refused(wrong: dict[str, Any], message: str) -> None:
    """A mistake is reported when the ruling is created."""
    with pytest.raises(ms.MalformedError, match=message):
        attrs.evolve(next(rulings()), **wrong)


def test_numbers_that_change_the_decision() -> None:
    """END-1, INN-1, TURN-1: the fields that the rulings name have the effect that the rulings describe."""
    assert (tool_value(ms.STANDARD, 0), tool_value(house(tool_values=((0, 4), (1, 5))), 0)) == (0, 4)
    for ruleset, legal in ((ms.STANDARD, False), (house(miners_per_colour=11), True)):
        table = given("A: stock 10, 20 groszy", ruleset=ruleset, players=4)
        assert ms.is_legal(table.state, ms.VisitInn()) is legal
    turn = ms.new_game(["Ada", "Ben"], seed=7, ruleset=house(actions_first_round=2)).turn
    assert turn is not None
    assert turn.actions_left == 2


def test_an_added_language_has_the_texts_of_extensions_in_it() -> None:
    """All other texts are in English. Each text is filled with words of its own language."""
    add_language("cs", {"grosz.count": "groš|groše|grošů"}, plural=czech.plural)
    ruling = ms.Ruling(
        "FAIR-1.how", "FAIR-1", "Kolik? {assistant_fee}", "{assistant_fee:grosz}", "protože {assistant_fee}", {}, None
    )
    own = ms.RuleText("FAIR-1", "trh", "Stojí to {penalty:grosz}.", "", (ruling,))
    english = ms.RuleText("FAIR-1", "fair", "It costs {penalty:grosz}.", "")
    other = ms.RuleText("FAIR-2", "stall", "It costs {toll:grosz}.", "")
    fair = Extension("fair", texts={"en": (english, other), "cs": (own,)})
    texts = ms.rule_texts(ms.STANDARD.with_extensions(fair, name="fair_game"), "cs")
    assert texts["FAIR-1"].summary == "Stojí to 3 groše."
    assert texts["FAIR-2"].summary == "It costs 1 grosz."
    told = texts["FAIR-1"].rulings[0]
    assert (told.question, told.decision, told.reason) == ("Kolik? 1", "1 groš", "protože 1")
    assert {rule: text for rule, text in texts.items() if "FAIR" not in rule} == ms.rule_texts()


def test_an_unknown_language_is_refused() -> None:
    """The message names the added languages, too."""
    add_language("cs", {}, plural=czech.plural)
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, cs, got 'fr'"):
        ms.rule_texts(language="fr")
