"""The game in words: every language has every label, and all moves and events of a game can be described."""

import random
import re
import string
from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model import events
from magnum_sal.words import LANGUAGES, count_in_words, event_in_words, has_label, label, move_in_words, place_label

NAMES = ("Ada", "Ben", "Cleo")


def all_ids() -> set[str]:
    """Return the ids of all pieces, buildings, moves and events of the standard game."""
    ruleset = ms.STANDARD
    event_types = {
        value.type
        for value in vars(events).values()
        if isinstance(value, type) and issubclass(value, ms.Event) and value is not ms.Event
    }
    move_types = {rule.move.type for rule in ruleset.rules}
    return (
        {"brown", "green", "white", "water", *ruleset.tools, *(building.id for building in ruleset.buildings)}
        | move_types
        | {f"{tag}.told" for tag in move_types}
        | event_types
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_is_missing(language: str) -> None:
    """Every piece, building, move and event has words in every language."""
    assert sorted(key for key in all_ids() if not has_label(key, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_name_the_same_ids_with_the_same_fields(language: str) -> None:
    """A language has exactly the ids of English, and its sentences have the same fields to fill."""

    def fields(template: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}

    english, own = LANGUAGES["en"], LANGUAGES[language]
    assert set(own) == set(english)
    differing = [key for key in english if fields(own[key]) != fields(english[key])]
    assert differing == []


@pytest.mark.parametrize(
    ("key", "causes"),
    [
        # The server also closes unused tables, and earlier lessons.
        ("table.closed", ("host", "Gastgeber", "Gospodarz")),
        ("table.refused.closed", ("host", "Gastgeber", "Gospodarz")),
        # Opening a table or reading a damaged one can fail as well.
        ("table.refused.not_kept", ("move", "Zug", "ruch")),
        # A single table can be full of spectators.
        ("table.refused.too_many", ("server", "Server", "serwer")),
    ],
)
def test_refusals_do_not_name_one_of_several_causes(key: str, causes: tuple[str, ...]) -> None:
    """The page shows the same words for all refusals with a code, so they must be true for each of them."""
    for language, cause in zip(("en", "de", "pl"), causes, strict=True):
        assert cause.casefold() not in label(key, language).casefold()


WORDLESS = {
    *(
        "phrase.paid",
        "phrase.cards",
        "phrase.fed",
        "money_moved.because",
        "miners_moved.arrived",
        "miners_tired",
        "miners_rested",
    ),
    "analysis.chance",
    *("action.tool", "action.named", "action.numbered"),
    *(f"answers.{field}" for field in ("source", "target", "building", "pickaxes", "carts")),
}
"""Ids of words that consist only of facts, or of facts and "in"."""


@pytest.mark.parametrize("language", ["pl", "de"])
def test_no_words_are_left_in_english(language: str) -> None:
    """Only "bank", "start", "link" and "Model", which are also Polish, and a percentage are the same as in English."""
    english, own = LANGUAGES["en"], LANGUAGES[language]
    same = {key for key in english if own.get(key) == english[key]} - WORDLESS - {"water_moved"}
    assert same == (
        {"bank", "ui.start", "table.link", "mcp.prompt.model", "table.percent"} if language == "pl" else set()
    )


def test_an_unknown_language_is_refused() -> None:
    """The message names the language and the known ones."""
    with pytest.raises(ms.MisuseError, match=re.escape("language: expected one of en, pl, de, got 'fr'")):
        label("inn", "fr")


def test_an_unknown_id_is_shown_in_readable_form() -> None:
    """An extension's id without words is shown with spaces instead of underscores."""
    assert label("salt_mill", "de") == "salt mill"


def test_a_rule_has_its_own_words() -> None:
    """``Rule.labels`` precede the library's words, in English if they lack the requested language."""
    rules = tuple(
        attrs.evolve(rule, labels={"en": {"inn": "tavern", "oven": "oven"}, "de": {"inn": "Schenke"}})
        if rule.building_id == "inn"
        else rule
        for rule in ms.STANDARD.rules
    )
    ruleset = attrs.evolve(ms.STANDARD, name="tavern", rules=rules)
    assert label("inn", "en", ruleset) == "tavern"
    assert label("inn", "de", ruleset) == "Schenke"
    assert label("inn", "pl", ruleset) == "tavern"
    assert label("oven", "de", ruleset) == "oven"
    assert label("workshop", "de", ruleset) == "Werkstatt"


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 groszy"), (1, "1 grosz"), (4, "4 grosze"), (5, "5 groszy"), (14, "14 groszy"), (24, "24 grosze")],
)
def test_polish_counts_have_three_forms(number: int, words: str) -> None:
    """1 has its own form, and so have 2 to 4 except 12 to 14."""
    assert count_in_words(number, "grosz", "pl") == words


@pytest.mark.parametrize(
    ("place", "words"),
    [(2, "Cleo"), ("bank", "allgemeiner Vorrat"), ("workshop:0", "Werkstatt 1"), ("orders:2", "Aufträge der Phase II")],
)
def test_places_have_words(place: int | str, words: str) -> None:
    """The place of an event is a player, a space, a pile or a numbered space."""
    assert place_label(ms.new_game(NAMES, seed=5), place, "de") == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_can_be_described(language: str) -> None:
    """Every move and event of a game is described without an unfilled field or a bare id."""
    rng = random.Random(5)
    state = ms.new_game(NAMES, seed=5)
    for _ in range(150):
        move = rng.choice(ms.legal_moves(state))
        told = [move_in_words(state, move, language)]
        state, happened = ms.apply(state, move)
        told += [event_in_words(state, event, language) for event in happened]
        assert not [sentence for sentence in told if re.search(r"[{}_]|None|count", sentence) or not sentence.strip()]


def test_the_reference_lists_all_nouns_after_a_number() -> None:
    """The table in the reference of values lists the ids of ``count_in_words``, each once."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "values.md").read_text("utf-8")
    table = page.partition("### Nouns after a number")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = [noun for row in rows for noun in re.findall("`([^`]+)`", row)]
    assert sorted(listed) == sorted(key.removesuffix(".count") for key in LANGUAGES["en"] if key.endswith(".count"))
