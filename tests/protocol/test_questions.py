"""Questions in words, and the moves at a place: requests of front ends with buttons and a picture."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest
from smithy import SMITHY_GAME
from tests.amounts import select_pairs
from tests.protocol.clients import Client
from tests.walking import straying, walk

import magnum_sal as ms
from magnum_sal.protocol import Server
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES

TABLE = "S1: BC | S2: BC | 1L1: AAA [BBG/1] | A: cart, pickaxe, 9 groszy, BG | market: BBG"


def plain(value: Any) -> Any:
    """Return a value as JSON decodes it."""
    return json.loads(ms.to_json(value))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "language"), select_pairs([ms.STANDARD, SMITHY_GAME], [*LANGUAGES]), ids=str)
def test_offers_lead_to_legal_moves(ruleset: ms.Ruleset, language: str) -> None:
    """
    A client can follow offers, without keeping anything in between, to a legal move.

    Each offer describes its move correctly.
    """
    rng, client = random.Random(3), Client(Server(ruleset=ruleset, is_greeted=True))
    for step in islice(walk(ruleset, 3, 5, straying), 0, 150, 25):
        state = step.before.public()
        taken: list[Any] = []
        told = client.ask("question", state=plain(state), taken=taken, language=language)
        while told["move"] is None:
            assert told["words"]
            assert told["told"] or not told["taken"]
            assert len({offer["words"] for offer in told["offers"]}) == len(told["offers"])
            offer = rng.choice(told["offers"])
            told = client.ask("question", state=plain(state), taken=offer["taken"], language=language)
            assert (told["taken"], told["move"]) == (offer["taken"], offer["move"])
            if told["move"] is not None:
                assert (told["move_told"], told["brings"]) == (offer["told"], offer["brings"])
        assert told["question"] is None
        assert told["offers"] == []
        assert ms.from_dict(ms.Move, told["move"], ruleset=ruleset) in ms.legal_moves(state)


@pytest.mark.parametrize(("load", "has_shortcut"), [(0, False), (-1, True)], ids=["one cube", "all cubes"])
def test_the_usual_payment_is_marked(load: int, has_shortcut: bool) -> None:
    """Only the usual payment is marked as usual. If one offer answers several payments, its answer is null."""
    state = plain(position(TABLE).public())
    client = Client()
    told = client.ask("question", state=state, taken=[["type", "extract_salt"]])
    while not told["question"].startswith("payments"):
        told = client.ask("question", state=state, taken=told["offers"][load]["taken"])
    usual = client.ask("choices", state=state, taken=told["taken"])["usual"]
    assert usual is not None
    assert [offer["answer"] for offer in told["offers"] if offer["is_usual"]] == [usual]
    first = told["offers"][0]
    assert (first["answer"] is None) == has_shortcut
    if has_shortcut:
        assert first["move"] is not None
        assert first["words"] == "the usual way"


def test_a_place_with_moves() -> None:
    """Each offer starts with the kind of move. It names a move only if no further choice is left."""
    client, state = Client(), plain(position(TABLE).public())
    said = client.ask("at_place", state=state, place="1L1")
    assert (said["objection"], said["sentence"]) == (None, None)
    kinds = [offer["taken"][0][1] for offer in said["offers"]]
    assert "extract_salt" in kinds
    assert {offer["place"] for offer in said["offers"]} == {"1L1"}
    for offer in said["offers"]:
        asked = client.ask("question", state=state, taken=offer["taken"])
        assert asked["move"] == offer["move"]
        assert (offer["move"] is None) == bool(asked["offers"])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "S3 is not connected to the entrance: S1 is empty"),
        ("pl", "S3 nie ma połączenia z wejściem: S1 jest puste"),
        ("de", "S3 ist nicht mit dem Eingang verbunden: S1 ist leer"),
    ],
)
def test_a_place_with_an_objection(language: str, sentence: str) -> None:
    """A place without legal moves gets the objection and its sentence in the requested language."""
    client = Client()
    session = client.begun(players=["Ada", "Ben"], seed=7)
    said = client.ask("at_place", session=session, place="S3", language=language)
    assert said["offers"] == []
    assert (said["objection"]["rule"], said["sentence"]) == ("CHAIN-1", sentence)


@pytest.mark.parametrize(
    ("place", "language", "sentence"),
    [
        ("bank", "en", "you cannot do anything at this place"),
        ("stock:1", "pl", "w tym miejscu nie można nic zrobić"),
        ("order_stack", "de", "an dieser Stelle kannst du nichts tun"),
        ("nowhere", "en", "the picture has no such place"),
        ("stock:2", "pl", "na rysunku nie ma takiego miejsca"),
        ("", "de", "diese Stelle gibt es im Bild nicht"),
    ],
)
def test_a_place_without_any_moves(place: str, language: str, sentence: str) -> None:
    """A place where nothing can ever be done, or an unknown place, gets a sentence but no objection."""
    client = Client()
    session = client.begun(players=["Ada", "Ben"], seed=7)
    said = client.ask("at_place", session=session, place=place or "\u200b", language=language)
    assert (said["offers"], said["objection"], said["sentence"]) == ([], None, sentence)
