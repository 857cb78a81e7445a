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
from magnum_sal.web._news import bot_words
from magnum_sal.words import LANGUAGES, standing_in_words

pytestmark = pytest.mark.slow


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
    script = Path(__file__).with_name("page_texts.mjs")
    run = subprocess.run(
        ["node", script, modules, json.dumps(given)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return json.loads(run.stdout)


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
