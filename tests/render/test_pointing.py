"""Pointing at pictures: answers have places, places have answers, and other places have a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from smithy import SMITHY_GAME
from tests.amounts import select
from tests.walking import RULESETS, straying, walk

import magnum_sal as ms
from magnum_sal.render import choices_at, objection_at, place_of_answer, svg
from magnum_sal.render.board_facts import places_of
from magnum_sal.testing import position


@cache
def positions(ruleset: ms.Ruleset, players: int) -> tuple[ms.GameState, ...]:
    """Return positions of a game, some of them consecutive."""
    steps = walk(ruleset, players, players + 40, straying)
    found = [step.before for number, step in enumerate(islice(steps, 0, 140)) if number % 45 < 2]
    return tuple(select([*found[1:], found[0]]))  # the default profile takes two from the game's middle


CASES = [(ruleset, 2 + number % 3) for number, ruleset in enumerate((*RULESETS[::9], SMITHY_GAME))]


def answers(choice: ms.Choice, rng: random.Random) -> Iterator[tuple[ms.Choice, Any]]:
    """Yield all answers to a question, and to the questions after it on the way to a move."""
    while choice.question is not None:
        yield from ((choice, answer) for answer in choice.answers)
        choice = choice.take(rng.choice(choice.answers))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), CASES, ids=str)
def test_an_answer_has_a_place_in_the_picture(ruleset: ms.Ruleset, players: int) -> None:
    """The place of an answer is one of the drawn places, or None."""
    rng = random.Random(1)
    seen = set()
    for state in positions(ruleset, players):
        drawn = svg(state).places
        assert places_of(state) == set(drawn)
        for kind in ms.choices(state).answers:
            for choice, answer in answers(ms.choices(state).take(kind), rng):
                place = place_of_answer(choice, answer)
                assert place is None or place in drawn
                seen.add(place)
    assert len(seen) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), CASES, ids=str)
def test_choices_at_a_place_are_legal(ruleset: ms.Ruleset, players: int) -> None:
    """Each choice leads to legal moves, and all places together cover each kind of move that has a place."""
    for state in positions(ruleset, players):
        legal = set(ms.legal_moves(state)) if len(ms.legal_moves(state)) < 500 else None
        met = set()
        for place in places_of(state):
            found = choices_at(state, place)
            for choice in found:
                assert choice.move is not None or choice.answers
                move = next(choice.moves())
                assert ms.objection(state, move) is None
                assert legal is None or move in legal
                met.add(choice.taken[0][1])
            assert len({choice.taken for choice in found}) == len(found)
        first = ms.choices(state)
        if first.question == "type":
            assert {kind for kind in first.answers if place_of_answer(first, kind) is not None} <= met
        elif first.move is not None:
            assert met


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "players"), CASES, ids=str)
def test_an_objection_at_a_place_has_a_rule(ruleset: ms.Ruleset, players: int) -> None:
    """A place with a choice has no objection. Any other objection has a rule and a sentence."""
    refused = 0
    for state in positions(ruleset, players):
        for place in places_of(state):
            found = objection_at(state, place)
            if choices_at(state, place):
                assert found is None
            elif found is not None:
                refused += 1
                assert found.rule
                assert ms.words.objection_in_words(found)
    assert refused > 10


def test_places_of_the_mine_have_a_reason() -> None:
    """CHAIN-1: a space that no miner can reach has its reason."""
    state = position("S1: A | S2: A | 1L1: ab [BBG/1]")
    assert choices_at(state, "S3")
    assert not choices_at(state, "S5")
    refused = objection_at(state, "S5")
    assert refused is not None
    assert (refused.rule, refused.values["empty"]) == ("CHAIN-1", "S3")


def test_items_without_a_choice_have_a_reason() -> None:
    """Each item at a building that offers no choice has a reason: here the player has no money."""
    state = position("A: 0 groszy | market: BG", to_move="A")
    reasons = {
        place: objection_at(state, place)
        for place in places_of(state)
        if place.partition(":")[0] in ("market", "workshop", "castle") and not choices_at(state, place)
    }
    assert {place: found and found.rule for place, found in reasons.items()} == {
        "market:brown": "MARKET-1",
        "market:green": "MARKET-1",
        "market:white": "MARKET-1",
        "workshop:0": "SHOP-1",
        "workshop:1": "SHOP-1",
        "workshop:2": "SHOP-1",
        "castle:0": "TURN-2",
        "castle:1": "TURN-2",
        "castle:2": "TURN-2",
    }


def test_a_building_names_the_objection_to_a_visit() -> None:
    """INN-1: a player without money cannot hire at the inn, which matters more than that it takes no assistants."""
    state = position("A: 0 groszy", to_move="A")
    refused = objection_at(state, "inn")
    assert refused == ms.objection(state, ms.VisitInn())
    assert refused is not None
    assert refused.rule.startswith("INN")


def test_the_stock() -> None:
    """Miners leave from the player's own stock, and another player's stock offers nothing."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    mine, others = f"stock:{state.turn_seat}", f"stock:{1 - state.turn_seat}"
    assert {choice.taken[0][1] for choice in choices_at(state, mine)} >= {"place_miner"}
    assert choices_at(state, others) == ()
    assert objection_at(state, others) is None


def test_two_sources_for_one_place() -> None:
    """If a miner can come from the stock or from a space, both choices are offered and differ in their source."""
    state = position("S1: AA | S2: A | S3: A")
    sources = {dict(choice.taken)["source"] for choice in choices_at(state, "S4")}
    assert {"stock", "S1"} <= sources


def test_the_only_legal_move() -> None:
    """If only one move is legal, no question is left, and the move is still offered at its building and its card."""
    states = (step.before for step in walk(ms.STANDARD, 2, 9, straying))
    state = next(state for state in states if len(ms.legal_moves(state)) == 1)
    (only,) = ms.legal_moves(state)
    assert isinstance(only, ms.CompleteOrder)
    for place in ("castle", f"castle:{only.slot}"):
        assert [choice.move for choice in choices_at(state, place)] == [only]
        assert objection_at(state, place) is None
    assert choices_at(state, "S1") == ()


@pytest.mark.slow
def test_when_the_game_is_over() -> None:
    """No place offers a choice."""
    *_, last = walk(ms.STANDARD, 2, 3, straying)
    assert last.after.is_over
    assert all(choices_at(last.after, place) == () for place in places_of(last.after))


def test_an_extension() -> None:
    """An extension's building has a place, where its moves are offered."""
    assert SMITHY_GAME in RULESETS
    met = {
        choice.taken[0][1]
        for state in positions(SMITHY_GAME, 3)
        for place in places_of(state)
        if place.partition(":")[0] == "smithy"
        for choice in choices_at(state, place)
    }
    assert met


@pytest.mark.parametrize(
    "place",
    ["", "nowhere", "S9", "workshop:99", f"workshop:{'9' * 5000}", "stock:x", "market:gold", "\u0142", "S1:S1", ":"],
)
def test_unknown_places(place: str) -> None:
    """An unknown place offers no choices. Only a number that no slot has is an objection, that of the building."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert choices_at(state, place) == ()
    refused = objection_at(state, place)
    assert (refused and refused.rule) == ("SHOP-1" if place == "workshop:99" else None)


def test_invalid_arguments() -> None:
    """Values that are not a state, a place or a choice, and a choice without a question, are refused."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    for wrong in (None, 1, ["S1"]):
        with pytest.raises(ms.MisuseError, match="is not a place of the table"):
            choices_at(state, wrong)  # type: ignore[arg-type]
        with pytest.raises(ms.MisuseError):
            objection_at(wrong, "S1")  # type: ignore[arg-type]
        with pytest.raises(ms.MisuseError):
            choices_at(wrong, "S1")  # type: ignore[arg-type]
        with pytest.raises(ms.MisuseError, match=r"expected a Choice \(see choices\), got "):
            place_of_answer(wrong, "S1")  # type: ignore[arg-type]
    done = ms.choices(state).take("place_miner")
    assert done.move is not None
    with pytest.raises(ms.MisuseError, match="slot: True is not one of 0, 1"):
        place_of_answer(ms.choices(state).take("visit_workshop"), True)  # True == 1
    with pytest.raises(ms.MisuseError, match="cannot take 'S1', because no question is open"):
        place_of_answer(done, "S1")
