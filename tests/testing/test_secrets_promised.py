"""``check_extension`` finds words, objections and notation that reveal face-down cards (PUBLIC-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.amounts import select
from tests.testing.lamps import EXTENSION, RULE, WORDS, LightLamp, findings, game, objection, with_rule

import magnum_sal as ms
from magnum_sal.model.rule import Notation

pytestmark = pytest.mark.usefixtures("registered", "without_bots")


def next_moth(state: ms.GameState) -> str:
    """Return the next card of the deck, which nobody may see, or "nothing" in a public state."""
    cards: tuple[str, ...] = (*state.extras["moths"].order, "nothing")
    return cards[0]


def describe_lamp(state: ms.GameState, move: LightLamp) -> dict[str, Any]:
    """Return the facts for the words of a lamp, with the next moth."""
    return {"size": move.size, "next": next_moth(state)}


def objection_with_reason(state: ms.GameState, move: LightLamp) -> ms.Objection | None:
    """Return the objection with the next moth in its sentence."""
    return ms.Objection("LAMP-1", f"wait for the {next_moth(state)} moth") if objection(state, move) else None


def objection_with_fact(state: ms.GameState, move: LightLamp) -> ms.Objection | None:
    """Return the objection with the next moth among its facts. The sentence does not contain it."""
    against = objection(state, move)
    return against and attrs.evolve(against, values={**against.values, "next": next_moth(state)})


def objection_on_secret(state: ms.GameState, move: LightLamp) -> ms.Objection | None:
    """Return the objection to a lamp. A public state does not have the card that this function looks at."""
    against = objection(state, move)
    return against and attrs.evolve(against, values={**against.values, "next": state.extras["moths"].order[0]})


def with_next_moth_in_words() -> ms.Ruleset:
    """Return the game in which the words for a lamp contain the next moth."""
    words = {**WORDS, "light_lamp.told": "lights a lamp of size {size} before {next:id}"}
    return game(attrs.evolve(EXTENSION, rules=(attrs.evolve(RULE, told=describe_lamp),), labels={"en": words}))


def with_next_moth_in_notation() -> ms.Ruleset:
    """Return the game in which the notation of a lamp contains the next moth."""

    def parse(_: ms.GameState, text: str) -> LightLamp | None:
        return LightLamp(int(text.split()[1])) if text.startswith("lamp ") else None

    return with_rule(notation=Notation(lambda state, move: f"lamp {move.size} {next_moth(state)}", parse))


SECRETS: dict[str, tuple[Callable[[], ms.Ruleset], str]] = {
    "words": (
        with_next_moth_in_words,
        "other words for LightLamp(size=1) in 'en': 'lights a lamp of size 1 before nothing' instead of ",
    ),
    "notation": (with_next_moth_in_notation, "another notation of LightLamp(size=1): 'lamp 1 nothing' instead of "),
    "sentence": (
        lambda: with_rule(objection=objection_with_reason, why_not=None),
        "another objection to LightLamp(size=3): 'wait for the nothing moth [LAMP-1]' instead of ",
    ),
    "fact": (
        lambda: with_rule(objection=objection_with_fact, why_not=None),
        "another objection to LightLamp(size=3): {'next': 'nothing', 'size': 3} instead of ",
    ),
    "why_not": (
        lambda: with_rule(why_not=lambda state: ms.Objection("LAMP-1", f"{next_moth(state)} comes next")),
        "another result of why_not for 'light_lamp': 'nothing comes next [LAMP-1]' instead of ",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", select(SECRETS))
def test_a_text_that_shows_a_face_down_card_is_reported(name: str) -> None:
    """The complaint contains both texts, and names the kind of move whose rule looks at the card."""
    ruleset, words = SECRETS[name]
    found = [finding.complaint for finding in findings(ruleset()) if finding.promise == "public"]
    assert found[0].startswith(f"the public state has {words}")
    assert found[0].endswith(": the rule of 'light_lamp' looks at face-down pieces")


@pytest.mark.long
def test_an_objection_that_fails_for_public_states_is_reported() -> None:
    """A function that takes the next card of the deck fails for a public state, in which the card is unknown."""
    first = findings(with_rule(objection=objection_on_secret, why_not=None), decisions=2)[0]
    assert first.promise == "public"
    assert first.complaint.startswith("the public state has another objection to LightLamp(size=3): failed: ")
    assert "tuple index out of range" in first.complaint
