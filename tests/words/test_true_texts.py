"""The texts of the rules are true of the given ruleset, under every switch and with a house's numbers."""

import re
from typing import Any, Final

import attrs
import pytest
from tests.amounts import select_pairs

import magnum_sal as ms
from magnum_sal.model.switches import SWITCHES
from magnum_sal.rules.scoring import tool_value
from magnum_sal.words.rule_texts import LANGUAGES

HOUSES: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "one action": {"actions": 1},
    "three actions": {"actions": 3, "actions_first_round": 2},
    "ones": {
        "cart_spaces": 1,
        "food_miners": 1,
        "penalty": 1,
        "tools_per_phase": 1,
        "workshop_prices": (3,),
        "miners_per_colour": 6,
        "salt_value": 1,
        "town_square_income": 1,
    },
    "others": {"cart_spaces": 4, "food_miners": 1, "penalty": 7, "tools_per_phase": 5, "salt_value": 2, "toll": 3},
    "worth of no tools": {"tool_values": ((0, 1), (1, 2), (3, 6))},
    "worth of two tools": {"tool_values": ((2, 3), (3, 4))},
    "worth of any tools": {"tool_values": ((0, 5),)},
    "worthless tools": {"tool_values": ()},
}
"""Rulesets, by what is special about them."""

ALL_ON: Final = {switch.name: switch.on for switch in SWITCHES}
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "none": {},
    **{switch.name: {switch.name: switch.on} for switch in SWITCHES},
    "one cube in a cart": {"cart_capacity": 1},
    "all": ALL_ON,
}

ONE_OF_SEVERAL: Final = {
    "en": r"\b1 (spaces|cards|miners|cubes|groszy|actions|players|tools|are|have)\b",
    "pl": r"\b1 (pola|pól|karty|kart|górnicy|górników|kostki|kostek|grosze|groszy|akcje|akcji|leżą|są)\b",
    "de": r"\b(nächsten )?1 (Felder|Feldern|Karten|Bergleute|Groschens|Aktionen|liegen|sind)\b|nächsten 1\b",
}
"""A plural after the number 1."""

SEVERAL_OF_ONE: Final = {
    "en": r"\b([02-9]|\d\d+) (space|card|miner|cube|grosz|action)\b",
    "pl": r"\b([02-9]|\d\d+) (pole|karta|kartę|górnik|górnika|kostka|kostkę|grosz)\b",
    "de": r"\b([02-9]|\d\d+) (Feld|Karte|Bergmann|Aktion)\b",
}
"""A singular after another number."""

TWO_ACTIONS: Final = {
    "en": ("both actions", "second pass", "two actions", "the other action", "same action twice"),
    "pl": ("obie akcje", "obu akcj", "drugim spasowaniu", "zostaje już tylko drugie", "dwie akcje"),
    "de": (
        "beide Aktionen",
        "beiden Aktionen",
        "zweiten Passen",
        "zweite Passen",
        "zwei Aktionen",
        "einmaligem Passen",
    ),
}
"""Phrases that assume a turn of two actions."""

STANDARD_ONLY: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "mapped_mine": {
        "en": ("laid face down on", "turns up its tile", "stays face up to the end"),
        "pl": ("kładzie zakryte w komnatach", "odkrywa jej żeton", "zostaje odkryty do końca"),
        "de": ("verdeckt in die Kammern", "deckt ihr Plättchen auf", "bis zum Spielende offen"),
    },
    "cart_capacity": {
        "en": ("for all cubes carried", "All cubes that are carried"),
        "pl": ("dla wszystkich wynoszonych kostek", "Wszystkie wynoszone"),
        "de": ("für alle geförderten Würfel", "Für alle, die gefördert werden"),
    },
    "all_miners_tire": {
        "en": ("As many miners tire as the salt", "other miners there stay rested", "Those that were needed"),
        "pl": ("Męczy się tylu górników, ilu było potrzebnych", "są nadal wypoczęci", "Ci, którzy byli potrzebni"),
        "de": ("so viele Bergleute, wie für das Salz", "dort bleiben ausgeruht", "Die, die für die Würfel"),
    },
    "castle_line_stays": {
        "en": ("All miners return", "the buildings and the castle line", "like all other miners"),
        "pl": ("Wszyscy górnicy wracają", "budynki i kolejkę", "jak wszyscy inni, bez"),
        "de": ("Alle Bergleute kehren", "Gebäude und Warteschlange", "wie alle anderen in den Vorrat"),
    },
    "lowest_price_bonus": {
        "en": ("without the extra", "exactly the lowest price printed in"),
        "pl": ("bez premii", "daje dokładnie najniższą wydrukowaną cenę kolumny"),
        "de": ("ohne Zuschlag", "bringt genau den niedrigsten aufgedruckten Preis der Spalte"),
    },
}
"""Phrases that are true only of the standard game, by the switch that makes them false."""


def game(house: str, variant: str = "none") -> ms.Ruleset:
    """Return a ruleset with the numbers of a house and the switches of a variant."""
    return attrs.evolve(ms.STANDARD, name="house", **HOUSES[house], **VARIANTS[variant])


def told(text: ms.RuleText) -> str:
    """Return the text of a rule after its summary."""
    return f"{text.summary} {text.text}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("house", "variant"), select_pairs([*HOUSES], [*VARIANTS]))
def test_numbers_agree_with_their_words(house: str, variant: str, language: str) -> None:
    """No text says "1 spaces" or "4 space", or "the next 1 card ... belong"."""
    for text in ms.rule_texts(game(house, variant), language).values():
        for said in (told(text), *(ruling.decision for ruling in text.rulings)):
            assert not re.search(ONE_OF_SEVERAL[language], said), f"{text.id}: {said}"
            assert not re.search(SEVERAL_OF_ONE[language], said), f"{text.id}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", HOUSES)
def test_only_one_text_names_the_number_of_actions(house: str, language: str) -> None:
    """TURN-1: no other text assumes that a turn has two actions."""
    for rule, text in ms.rule_texts(game(house), language).items():
        said = f"{text.title}. {told(text)}" + "".join(f" {ruling.decision}" for ruling in text.rulings)
        assert [words for words in TWO_ACTIONS[language] if words in said] == [], rule
    first, later = HOUSES[house].get("actions_first_round", 1), HOUSES[house].get("actions", 2)
    numbers = re.findall(r"\d+", ms.rule_texts(game(house), language)["TURN-1"].text)
    assert numbers == [str(first), str(later)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", HOUSES)
def test_the_value_of_tools_covers_every_number(house: str, language: str) -> None:
    """END-1: the ranges in the text contain each number of tools once, 0 included, with its value."""
    ruleset = game(house)
    texts = ms.rule_texts(ruleset, language)
    said = texts["END-1"].text
    ranges = re.findall(r"(\d+)(?:\N{EN DASH}(\d+)|(\+))?: (\d+)", said)
    for tools in range(30):
        worth = [
            int(value)
            for least, most, further, value in ranges
            if int(least) <= tools and (further or tools <= int(most or least))
        ]
        assert worth == ([tool_value(ruleset, tools)] if ranges else [])
    assert ranges or re.search(r": 0\.", said)
    assert not re.search(r"none count|keine zählen|brak narzędzi to", said)
    (no_tools,) = (ruling for ruling in texts["END-1"].rulings if ruling.id == "END-1.no_tools")
    assert re.findall(r"\d+", no_tools.decision) == [str(tool_value(ruleset, 0))]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("house", "variant"), select_pairs([*HOUSES], [*VARIANTS]))
def test_contradicted_phrases_follow_their_variant(house: str, variant: str, language: str) -> None:
    """VAR-MAP and others: phrases that are true only of the standard game follow the id of the variant in play."""
    rules = {switch.name: switch.rule for switch in SWITCHES}
    for text in ms.rule_texts(game(house, variant), language).values():
        for switch, words in STANDARD_ONLY.items():
            on = VARIANTS[variant].get(switch)
            for said in (told(text), *(ruling.decision for ruling in text.rulings)):
                for claim in words[language]:
                    if on and claim in said:
                        assert rules[switch] in said.partition(claim)[0], f"{text.id}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phrases_of_the_standard_game_exist(language: str) -> None:
    """The texts of the standard game contain all phrases that the test above looks for."""
    said = " ".join(
        " ".join((told(text), *(ruling.decision for ruling in text.rulings)))
        for text in ms.rule_texts(language=language).values()
    )
    claims = [claim for words in STANDARD_ONLY.values() for claim in words[language]]
    assert [claim for claim in claims if claim not in said] == []


@pytest.mark.parametrize(
    ("language", "players"),
    [("en", "for 2 to 4 players"), ("pl", "dla 2\N{EN DASH}4 graczy"), ("de", "2 bis 4 Spieler")],
)
def test_the_number_of_players_is_stated(language: str, players: str) -> None:
    """SETUP-1: two, three or four players can play."""
    assert players in ms.rule_texts(language=language)["SETUP-1"].text
    for number in (1, 5):
        with pytest.raises(ms.MalformedError):
            ms.new_game([f"p{seat}" for seat in range(number)], seed=1)


@pytest.mark.parametrize(
    ("language", "owned", "hidden"),
    [
        ("en", ("money", "salt", "miners", "tools", "orders"), ("tiles", "stacks of royal orders", "tool deck")),
        ("pl", ("pieniądze", "sól", "górnicy", "narzędzia", "zamówienia"), ("żetony", "stosów zamówień", "talii narz")),
        (
            "de",
            ("Geld", "Salz", "Bergleute", "Werkzeuge", "Aufträge"),
            ("Plättchen", "Auftragsstapel", "Werkzeugkarten"),
        ),
    ],
)
def test_public_and_hidden_pieces_are_listed(language: str, owned: tuple[str, ...], hidden: tuple[str, ...]) -> None:
    """PUBLIC-1: the text names everything that players own, and the three things that nobody sees."""
    text = ms.rule_texts(language=language)["PUBLIC-1"]
    assert [thing for thing in owned if thing not in text.summary] == []
    assert [thing for thing in hidden if thing not in text.text] == []
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert state.hidden is not None
    assert [field.name for field in attrs.fields(type(state.hidden))] == ["tiles", "orders", "tools"]
    assert state.public().players == state.players


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_pass_does_not_force_another(language: str) -> None:
    """TURN-4: after a pass every move except a rest is still possible, and the text does not deny it."""
    false = {
        "en": "only the second pass is left",
        "pl": "Po jednym spasowaniu zostaje już tylko drugie",
        "de": "Nach einmaligem Passen bleibt nur das zweite Passen",
    }
    state = ms.apply(ms.new_game(["Ada", "Ben"], seed=7, ruleset=game("three actions")), ms.Pass()).state
    assert len(ms.legal_moves(state)) > 1
    assert false[language] not in ms.rule_texts(language=language)["TURN-4"].text


def test_the_ruling_on_the_line_quotes_both_english_sentences() -> None:
    """CASTLE-2: the reading names the booklet's loose sentence and the exact one at the castle, in each language."""
    for language, castle in (("en", "at the castle"), ("pl", "przy zamku"), ("de", "bei der Burg")):
        (ruling,) = ms.rule_texts(language=language)["CASTLE-2"].rulings
        assert castle in ruling.readings["en"]


def test_the_ruling_on_the_first_round_depends_on_no_field() -> None:
    """TURN-1: no field of a ruleset decides which turns the first round's limit applies to."""
    (ruling,) = ms.rule_texts()["TURN-1"].rulings
    assert ruling.switch is None


@pytest.mark.parametrize(
    ("language", "purchase"), [("en", ("that is", "i.e.", "e.g.")), ("pl", ("czyli", "to znaczy", "np."))]
)
def test_the_booklets_words_about_one_cube(language: str, purchase: tuple[str, str, str]) -> None:
    """MARKET-2: Polish and English name the only case ("czyli", "i.e."), German gives an example ("z. B.")."""
    (ruling,) = ms.rule_texts(language=language)["MARKET-2"].rulings
    for tongue, words in zip(("pl", "en", "de"), purchase, strict=True):
        assert words in ruling.readings[tongue]
