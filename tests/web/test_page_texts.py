"""The sentences of the page about players, the end and chances, with the words of each language. They run in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.testing import position
from magnum_sal.web import ServerSettings
from magnum_sal.web._news import bot_words, describe_welcome
from magnum_sal.web._thinking import answer_request
from magnum_sal.words import LANGUAGES, ruleset_label, standing_in_words

pytestmark = pytest.mark.slow


def run_script(name: str, modules: Path, given: dict[str, Any]) -> Any:
    """Return what a script in this folder prints."""
    script = Path(__file__).with_name(name)
    run = subprocess.run(
        ["node", script, modules, json.dumps(given)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return json.loads(run.stdout)


def read(modules: Path, language: str, *, winners: tuple[int, ...] = (0,), state: ms.GameState | None = None) -> Any:
    """Return the texts of the page for a novice, an end with *winners*, the standing of *state*, and 55 percent."""
    words = {key: text for key, text in LANGUAGES[language].items() if key.startswith("table.")}
    standing = standing_in_words(position("A: 1 grosz | B: 0 groszy") if state is None else state, language)
    given = {
        "words": words,
        "bot": bot_words("novice", language),
        "news": {"winners": winners, "chairs": [{"name": "Ada"}, {"name": "Ben"}]},
        "standing": {"headings": standing[0], "rows": standing[1:]},
        "chance": 55,
    }
    return run_script("page_texts.mjs", modules, given)


def read_rules(modules: Path, language: str, played: ms.Ruleset) -> tuple[list[str], list[str]]:
    """
    Return what the page of a table tells about its rules.

    The first part are the lines in an invitation, in the dialog of the table and above the list of rules, the second
    one are the titles in this list.
    """
    welcome = describe_welcome(ServerSettings(), language)
    table = ms.new_game(["Ada", "Ben"], seed=7, ruleset=played)
    given = {
        "welcome": ms.to_dict(welcome),
        "rules": {"ruleset_words": ruleset_label(played, language), "is_standard": played == ms.STANDARD},
        "answer": answer_request(table, {"type": "rule_texts", "id": 0, "language": language}),
    }
    found = run_script("rules_texts.mjs", modules, given)
    return found["lines"], found["titles"]


@pytest.mark.parametrize(
    ("language", "stand_in", "novice"),
    [
        ("en", "a bot (novice) is playing for them", "novice"),
        ("pl", "w zastępstwie gra bot (nowicjusz)", "nowicjusz"),
        ("de", "ein Bot (Neuling) spielt als Vertretung", "Neuling"),
    ],
)
def test_the_list_of_players_names_a_bot_without_its_description(
    modules: Path, language: str, stand_in: str, novice: str
) -> None:
    """The words of a bot describe it after a colon, which does not fit into a sentence."""
    assert read(modules, language)["people"] == [f"Ada {stand_in}", f"Ben {novice}"]


@pytest.mark.parametrize(
    ("language", "one", "both"),
    [
        ("en", "Victory: Ada", "Victory: Ada, Ben"),
        ("pl", "Zwycięstwo: Ada", "Zwycięstwo: Ada, Ben"),
        ("de", "Sieg: Ada", "Sieg: Ada, Ben"),
    ],
)
def test_players_can_share_a_victory(modules: Path, language: str, one: str, both: str) -> None:
    """END-1: the heading fits one winner and several."""
    assert read(modules, language)["result"] == one
    assert read(modules, language, winners=(0, 1))["result"] == both


@pytest.mark.parametrize(
    ("language", "ahead"),
    [
        ("en", "Ahead: A (score: 1)"),
        ("pl", "Na prowadzeniu: A (wynik: 1)"),
        ("de", "In Führung: A (Wertung: 1)"),
    ],
)
def test_an_early_end_names_the_player_who_is_ahead(modules: Path, language: str, ahead: str) -> None:
    """Nobody wins then. The sentence is correct for any score."""
    assert read(modules, language, winners=())["result"] == ahead


def test_an_early_end_names_everybody_who_is_ahead(modules: Path) -> None:
    """END-1: players can share the first rank."""
    state = position("A: 5 groszy | B: 5 groszy | C: 4 groszy")
    assert read(modules, "en", winners=(), state=state)["result"] == "Ahead: A, B (score: 5)"


def test_an_early_end_counts_the_points_of_extensions(modules: Path) -> None:
    """The points have a column before the total."""
    prayers = Extension("prayers", rulings={"other_value": lambda _: lambda _, seat: 7 * (1 - seat)})
    ruleset = ms.STANDARD.with_extensions(prayers, name="prayers game")
    state = attrs.evolve(position("A: 4 groszy | B: 9 groszy"), ruleset=ruleset)
    assert read(modules, "en", winners=(), state=state)["result"] == "Ahead: A (score: 11)"


@pytest.mark.parametrize(("language", "chance"), [("en", "55%"), ("pl", "55%"), ("de", "55 %")])
def test_chances_are_written_as_in_sentences(modules: Path, language: str, chance: str) -> None:
    """German has a space before the percent sign, in the list of hints and the graph of a replay as in a review."""
    assert f" {chance}" in LANGUAGES[language]["analysis.chance"].replace("{chance}", "55")
    hint, graph = read(modules, language)["chances"]
    assert hint.endswith(f"· {chance}")
    assert graph == chance


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Rules: short <shift>, mapped mine"),
        ("pl", "Zasady: short <shift>, mapa kopalni"),
        ("de", "Regeln: short <shift>, Bergwerk-Lageplan"),
    ],
)
def test_an_invitation_and_the_dialog_name_the_rules(modules: Path, language: str, line: str) -> None:
    """A friend who follows a link reads that the game has other rules. An extension's name is text, not markup."""
    played = attrs.evolve(ms.STANDARD, name="short_<shift>", mapped_mine=True)
    assert read_rules(modules, language, played)[0] == [line] * 3


def test_the_rules_are_not_named_if_they_are_the_standard_ones(modules: Path) -> None:
    """VAR-MAP: a variant of the standard rules is named."""
    mapped = ms.STANDARD.with_switches(mapped_mine=True)
    assert read_rules(modules, "en", ms.STANDARD)[0] == []
    assert read_rules(modules, "en", mapped)[0] == ["Rules: standard game, mapped mine"] * 3


@pytest.mark.parametrize(
    ("language", "on", "off"),
    [
        ("en", "variant: on", "variant: off"),
        ("pl", "wariant: włączony", "wariant: wyłączony"),
        ("de", "Variante: an", "Variante: aus"),
    ],
)
def test_the_list_of_rules_marks_the_variants(modules: Path, language: str, on: str, off: str) -> None:
    """VAR-MAP and all other variants are marked as on or off. Other rules have no mark."""
    mapped = ms.STANDARD.with_switches(mapped_mine=True)
    expected = []
    for rule, text in ms.rule_texts(mapped, language).items():
        mark = f" ({on if rule == 'VAR-MAP' else off})" if rule.startswith("VAR-") else ""
        expected.append(f"{rule}: {text.title}{mark}")
    assert read_rules(modules, language, mapped)[1] == expected
