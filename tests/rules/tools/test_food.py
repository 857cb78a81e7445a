"""Food: ``rules/tools/food.py``."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import MinersRested, ToolUsed
from magnum_sal.testing import given
from magnum_sal.words import objection_in_words

DOWN = "S1: A | S2: A | 1L1: aab [B/0] | 1R1: aA [B/0] | A: food"


@pytest.mark.parametrize(
    ("chambers", "rested"),
    [
        (("1L1",), [("1L1", 1)]),
        (("1L1", "1L1"), [("1L1", 2)]),
        (("1L1", "1R1"), [("1L1", 1), ("1R1", 1)]),
        (("1R1",), [("1R1", 1)]),
    ],
)
def test_one_or_two_tired_miners_stand_up(chambers: tuple[str, ...], rested: list[tuple[str, int]]) -> None:
    """FOOD-1: the player's miners stand up, in one or in two chambers, without using an action."""
    outcome = given(DOWN).when(ms.UseFood(chambers))
    outcome.then(ToolUsed(0, "food"), *(MinersRested(0, chamber, miners) for chamber, miners in rested))
    assert outcome.state.turn is not None
    assert outcome.state.turn.actions_left == 2
    assert sum(space.tired[0] for space in outcome.state.mine.spaces) == 3 - len(chambers)


def test_the_moves_are_single_chambers_then_pairs() -> None:
    """FOOD-1: each set of miners is listed once."""
    assert given(DOWN).legal(type="use_food") == (
        ms.UseFood(("1L1",)),
        ms.UseFood(("1R1",)),
        ms.UseFood(("1L1", "1L1")),
        ms.UseFood(("1L1", "1R1")),
    )


@pytest.mark.parametrize(
    ("chambers", "sentence"),
    [
        (("1R1", "1R1"), "you have 1 tired miner in 1R1, not 2"),
        (("1L2",), "you have no tired miners in 1L2"),
        (("1L1", "3R2"), "you have no tired miners in 3R2"),
    ],
)
def test_fed_miners_must_be_there_and_tired(chambers: tuple[str, ...], sentence: str) -> None:
    """FOOD-1: neither rested miners nor another player's miners can be fed."""
    given(DOWN).when(ms.UseFood(chambers)).is_refused("FOOD-1", sentence)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "you have no tired miners in 1R1"),
        ("pl", "w 1R1 nie masz zmęczonych górników"),
        ("de", "in 1R1 hast du keine müden Bergleute"),
    ],
)
def test_a_chamber_without_tired_miners_is_described_without_a_number(language: str, sentence: str) -> None:
    """FOOD-1: the refusal does not say that there are 0 miners."""
    refused = given("S1: A | S2: A | 1L1: a [B/0] | 1R1: A [B/0] | A: food").when(ms.UseFood(("1R1",))).refusal
    assert refused is not None
    assert objection_in_words(refused, language) == sentence


def test_at_most_two_miners_stand_up() -> None:
    """FOOD-1: the ruleset sets the number of miners, 0 to 2."""
    frugal = attrs.evolve(ms.STANDARD, name="frugal", food_miners=1)
    assert given(DOWN, ruleset=frugal).legal(type="use_food") == (ms.UseFood(("1L1",)), ms.UseFood(("1R1",)))
    given(DOWN, ruleset=frugal).when(ms.UseFood(("1L1", "1L1"))).is_refused(
        "FOOD-1", "one food can feed at most 1 miner, not 2"
    )
    for number in (3, -1, True):
        with pytest.raises(ms.MisuseError, match=r"food_miners: .* is not a whole number from 0 to 2"):
            attrs.evolve(ms.STANDARD, name="hearty", food_miners=number)


def test_tired_miners_of_others_are_not_fed() -> None:
    """FOOD-1: food is only for the player's own miners."""
    given("S1: A | S2: A | 1L1: Ab [B/0] | A: food").when(ms.UseFood(("1L1",))).is_refused(
        "FOOD-1", "you have no tired miners in 1L1"
    )


def test_a_fed_miner_works_again() -> None:
    """FOOD-1: a fed miner can work in the same turn."""
    cube = ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))
    given("S1: A | S2: A | 1L1: a [BB/0] | A: food").when(ms.UseFood(("1L1",))).when(cube).then()


def test_the_order_of_chambers_does_not_matter() -> None:
    """FOOD-1: the chambers are sorted when the move is created, so moves with the same chambers are equal."""
    assert ms.UseFood(("1R1", "1L1")) == ms.UseFood(("1L1", "1R1"))
