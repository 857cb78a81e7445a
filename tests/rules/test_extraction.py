"""Strength, water and fatigue: ``rules/extraction.py``."""

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MinersTired, SaltMoved, ToolUsed
from magnum_sal.rules.extraction import count_needed_workers
from magnum_sal.testing import given

DOWN = "S1: A | S2: A | 1L1: "
"""The player has miners in all spaces on the way up, so the extraction costs nothing."""
TIRING = attrs.evolve(ms.STANDARD, all_miners_tire=True)


def extract(salt: str, chamber: str = "1L1", **how: Any) -> ms.ExtractSalt:
    """Return an extraction without tools and toll, except as *how* overrides them."""
    return ms.ExtractSalt(
        chamber,
        ms.SaltAmount.parse(salt),
        pickaxes=how.get("pickaxes", 0),
        carts=how.get("carts", 0),
        payments=how.get("payments", (0, 0)),
    )


@pytest.mark.parametrize(
    ("here", "salt"),
    [
        ("A [BBG/0]", "B"),
        ("A [BBG/0]", "G"),
        ("AAA [BBG/0]", "BBG"),
        ("AAA [BBG/0]", "BG"),
        ("AAA [BBG/1]", "BB"),
        ("AAA [BBG/2]", "G"),
        ("AAAB [BBG/2]", "G"),
    ],
)
def test_any_cubes_present_up_to_the_strength(here: str, salt: str) -> None:
    """MINE-1: an extraction takes 1 or more cubes of any kinds present, at most the rested miners less the water."""
    before = given(DOWN + here)
    after = (
        before.when(extract(salt))
        .then(ActionTaken(0, "extract_salt", None), SaltMoved("1L1", 0, ms.SaltAmount.parse(salt)))
        .state
    )
    taken = ms.SaltAmount.parse(salt)
    assert after.players[0].salt == taken
    assert after.mine.chamber("1L1").salt == before.state.mine.chamber("1L1").salt - taken
    assert after.mine.chamber("1L1").water == before.state.mine.chamber("1L1").water


@pytest.mark.parametrize(
    ("here", "salt", "sentence"),
    [
        ("B [BBG/0]", "B", "you have no miner in 1L1"),
        ("[BBG/0]", "B", "you have no miner in 1L1"),
        ("A [BBG/0]", "-", "you must extract at least 1 cube of salt"),
        ("A [BBG/0]", "W", "1L1 holds BBG, so you cannot take W"),
        ("AAAA [BBG/0]", "BBB", "1L1 holds BBG, so you cannot take BBB"),
        ("A [-/0]", "B", "there is no salt left in 1L1, so you cannot take B"),
        (
            "A [BBG/0]",
            "BB",
            "your strength in 1L1 is too low for 2 cubes (1 rested miner, 0 pickaxes, 0 cubes of water)",
        ),
        (
            "AA [BBG/2]",
            "B",
            "your strength in 1L1 is too low for 1 cube (2 rested miners, 0 pickaxes, 2 cubes of water)",
        ),
        (
            "A [BBG/2]",
            "B",
            "your strength in 1L1 is too low for 1 cube (1 rested miner, 0 pickaxes, 2 cubes of water)",
        ),
        ("Aaaa [BBG/0]", "BB", "(1 rested miner, 0 pickaxes, 0 cubes of water)"),
        ("ABBB [BBG/0]", "BB", "(1 rested miner, 0 pickaxes, 0 cubes of water)"),
    ],
)
def test_illegal_extractions_are_refused(here: str, salt: str, sentence: str) -> None:
    """MINE-1: an extraction needs rested miners, salt that is there, and strength; the refusal gives the numbers."""
    given(DOWN + here).when(extract(salt)).is_refused("MINE-1", sentence)


def test_an_unrevealed_chamber_holds_nothing_to_extract() -> None:
    """MINE-1: no miner can work in a chamber that no miner has entered."""
    given("S1: A | S2: A").when(extract("B")).is_refused("MINE-1", "you have no miner in 1L1")


def test_the_moves_are_every_amount_up_to_the_strength() -> None:
    """MINE-1: with strength 2 in BBG, the amounts are B, BB, G and BG, each listed once."""
    listed = given(DOWN + "AA [BBG/0]").legal(type="extract_salt")
    assert [str(move.salt) for move in listed if isinstance(move, ms.ExtractSalt)] == ["G", "B", "BG", "BB"]


@pytest.mark.parametrize(
    ("rested", "water", "salt", "pickaxes", "tired"),
    [
        (1, 0, "B", 0, 1),
        (3, 0, "B", 0, 1),
        (3, 1, "B", 0, 2),
        (4, 2, "BB", 0, 4),
        (4, 0, "BB", 1, 1),
        (2, 0, "BB", 0, 2),
        (3, 2, "B", 2, 1),
        (1, 1, "BB", 2, 1),
        (4, 1, "BBG", 1, 3),
    ],
)
def test_exactly_the_miners_needed_become_tired(rested: int, water: int, salt: str, pickaxes: int, tired: int) -> None:
    """MINE-2: max(1, cubes + water - pickaxes) of the player's miners become tired, the others stay rested."""
    table = given(f"S1: A | S2: A | 1L1: {'A' * rested}B [BBG/{water}] | A: 2 pickaxe")
    after = table.when(extract(salt, pickaxes=pickaxes)).then(MinersTired(0, "1L1", tired)).state
    assert after.mine["1L1"].tired == (tired, 0)
    assert after.mine["1L1"].rested == (rested - tired, 1)


@pytest.mark.parametrize(("rested", "water", "salt", "pickaxes"), [(3, 0, "B", 0), (4, 1, "BB", 0), (1, 1, "BB", 2)])
def test_all_miners_of_the_chamber_tire(rested: int, water: int, salt: str, pickaxes: int) -> None:
    """VAR-TIRE: all of the player's rested miners in the chamber tire, and no others."""
    table = given(f"S1: A | S2: A | 1L1: {'A' * rested}aB [BBG/{water}] | 1R1: A [B/0] | A: 2 pickaxe", ruleset=TIRING)
    after = table.when(extract(salt, pickaxes=pickaxes)).then(MinersTired(0, "1L1", rested)).state
    assert (after.mine["1L1"].rested, after.mine["1L1"].tired) == ((0, 1), (rested + 1, 0))
    assert after.mine["1R1"].rested == (1, 0)


def test_the_strength_is_unchanged_if_all_miners_tire() -> None:
    """VAR-TIRE: the same extractions are legal as in MINE-2, even with pickaxes that spare no miner (PICK-1)."""
    text = DOWN + "AA [BBG/0] | A: 2 pickaxe"
    listed = [given(text, ruleset=ruleset).legal(type="extract_salt") for ruleset in (ms.STANDARD, TIRING)]
    assert listed[0] == listed[1]
    given(text, ruleset=TIRING).when(extract("BB", pickaxes=1)).then(ToolUsed(0, "pickaxe"), MinersTired(0, "1L1", 2))
    given(text, ruleset=TIRING).when(extract("BBG")).is_refused("MINE-1", "(2 rested miners, 0 pickaxes")


def test_one_miner_works_at_least() -> None:
    """MINE-2: the number of miners needed is never below 1."""
    assert [count_needed_workers(2, 0, pickaxes) for pickaxes in (0, 1, 2, 3)] == [2, 1, 1, 1]


def test_the_tired_do_not_count_for_strength() -> None:
    """MINE-3: only rested miners work, so nobody works if all are tired."""
    given(DOWN + "Aaa [BBG/0]").when(extract("BB")).is_refused("MINE-1", "(1 rested miner, 0 pickaxes")
    given(DOWN + "aaa [BBG/0]").when(extract("B")).is_refused("MINE-3", "your miners in 1L1 are tired")


@pytest.mark.parametrize(
    "move",
    [ms.PlaceMiner("1L1", "S1"), ms.PlaceAssistant("1L1", "market"), ms.VisitCastle("1L1"), ms.UseRope("1L1", "S1")],
)
def test_the_tired_are_not_moved_and_not_placed_anywhere(move: ms.Move) -> None:
    """MINE-3: tired miners move neither in the mine, nor as assistants, nor to the castle, nor by a rope."""
    given(DOWN + "a [B/0] | A: rope", arrived=["S2"]).when(move).is_refused(
        "MINE-3", "you have only tired miners in 1L1"
    )


def test_the_tired_count_for_transport() -> None:
    """MINE-3: a tired miner on the way saves its owner the toll."""
    given("S1: A | S2: A | 1L1: aB [-/0] | 1L2: A [B/0]").when(extract("B", "1L2")).then()
    given("S1: A | S2: A | 1L1: B [-/0] | 1L2: A [B/0]").when(extract("B", "1L2")).is_refused("HAUL-1", "1 grosz")


def test_the_tired_take_toll() -> None:
    """MINE-3: other players pay toll for passing a tired miner."""
    after = given("S1: A | S2: A | 1L1: b [-/0] | 1L2: A [B/0]").when(extract("B", "1L2", payments=(0, 1))).state
    assert [player.money for player in after.players] == [9, 11]


@pytest.mark.parametrize(
    ("here", "rested"), [("Aaa [BBG/0]", 1), ("AAaB [BBG/1]", 2), ("A [BBG/2]", 1), ("AAa [BBG/2]", 2)]
)
def test_the_refusal_counts_only_rested_miners(here: str, rested: int) -> None:
    """MINE-1, MINE-3: the refusal counts the rested miners in the chamber, says so, and shows no negative number."""
    table = given(DOWN + here)
    refused = table.when(extract("BB")).refusal
    assert refused is not None
    assert (refused.reason, refused.values["rested"]) == ("too_weak", rested)
    assert table.state.mine.rested_in("1L1", 0) == rested
    assert f"({rested} rested miner{'s' * (rested > 1)}, 0 pickaxes" in refused.sentence
    assert "-" not in refused.sentence


def test_a_miner_of_double_strength_is_one_miner() -> None:
    """MINE-1: if a ruling makes miners stronger, the refusal still counts the miners."""
    rulings = attrs.evolve(ms.STANDARD.rulings, strength=lambda *_: 2)
    house = attrs.evolve(ms.STANDARD, name="strong", rulings=rulings)
    refused = given(DOWN + "A [BBG/0]", ruleset=house).when(extract("BBG")).refusal
    assert refused is not None
    assert refused.sentence == (
        "your strength in 1L1 is too low for 3 cubes (1 rested miner, 0 pickaxes, 0 cubes of water)"
    )
    assert (refused.values["strength"], refused.values["miners"], refused.values["rested"]) == (2, 2, 1)
