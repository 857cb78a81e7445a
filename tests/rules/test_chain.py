"""Which spaces of the mine a miner may enter and leave: ``rules/chain.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import MinersMoved
from magnum_sal.rules.chain import loose_spaces
from magnum_sal.testing import given, position

EXHAUSTED_1L = "1L1: %s [-/0] | 1L2: %s [-/0] | 1L3: %s [-/0] | 1L4: [-/0]"
HOLE_IN_1L = "S1: A | S2: A | 1L1: [-/0] | 1L2: B [-/0] | 1L3: [-/0] | 1L4: [-/0]"
"""B's miner in 1L2 is stranded behind the hole in 1L1."""


def test_the_first_section_can_always_be_entered() -> None:
    """CHAIN-1: S1 has no path, so it is the only space of an empty mine that a miner can enter."""
    table = given("")
    assert {move.target for move in table.legal(type="place_miner") if isinstance(move, ms.PlaceMiner)} == {"S1"}


@pytest.mark.parametrize(
    ("text", "target", "empty"),
    [
        ("", "S2", "S1"),
        ("", "3R2", "S1"),
        ("S1: B", "S3", "S2"),
        ("S1: B | S2: B", "1L2", "1L1"),
        ("S1: B | S2: B | 1L1: B [B/0]", "1L3", "1L2"),
        ("S1: B | S2: B | 1L1: B [B/0]", "1R2", "1R1"),
        ("S1: B | S2: B", "2L1", "S3"),
        ("S1: B | S2: B | S3: B", "2L1", "S4"),
    ],
)
def test_every_space_of_the_path_must_be_occupied(text: str, target: str, empty: str) -> None:
    """CHAIN-1: the refusal names the empty space that is nearest to the entrance."""
    sentence = f"{target} is not connected to the entrance: {empty} is empty"
    given(text).when(ms.PlaceMiner("stock", target)).is_refused("CHAIN-1", sentence)


@pytest.mark.parametrize("links", ["A", "a", "B", "b", "Bc"])
def test_any_miner_is_a_link_of_the_chain(links: str) -> None:
    """CHAIN-1: miners of any player, rested or tired, are links of the chain."""
    given(f"S1: B | S2: C | 1L1: {links} [B/0]").when(ms.PlaceMiner("stock", "1L2")).then()


def test_the_path_counts_once_the_miner_has_left() -> None:
    """CHAIN-1: the last miner in S1 cannot move to S2, because S1 would then be empty."""
    sentence = "S2 is not connected to the entrance: S1 would be empty"
    given("S1: A").when(ms.PlaceMiner("S1", "S2")).is_refused("CHAIN-1", sentence)
    given("S1: AA").when(ms.PlaceMiner("S1", "S2")).then()
    given("S1: AB").when(ms.PlaceMiner("S1", "S2")).then()


def test_nobody_enters_beyond_a_hole() -> None:
    """CHAIN-3: a hole keeps all miners from entering the spaces behind it, even if a miner is still there."""
    table = given(HOLE_IN_1L)
    for target in ("1L2", "1L3"):
        table.when(ms.PlaceMiner("stock", target)).is_refused("CHAIN-1", target, "1L1 is empty")


def test_the_last_miner_stays_while_others_are_deeper() -> None:
    """CHAIN-2: a miner may not leave S1 if that cuts off a miner in S2."""
    table = given("S1: A | S2: B", to_move="A")
    refused = table.when(ms.VisitCastle(source="S1")).refusal
    assert str(refused) == (
        "your miner is the last one in S1; without it, every miner in S2 would be cut off from the entrance [CHAIN-2]"
    )


def test_the_objection_names_every_space_that_would_be_cut_off() -> None:
    """CHAIN-2: the refusal names all spaces that would lose their connection, in mine order."""
    text = "S1: C | S2: A | S3: B | 1L1: C [B/0] | 1R1: a [B/0]"
    given(text).when(ms.PlaceMiner("S2", "S1")).is_refused("CHAIN-2", "every miner in S3, 1L1 and 1R1 would be cut off")


@pytest.mark.parametrize("others", ["A", "B", "AB"])
def test_a_space_that_stays_occupied_may_be_left(others: str) -> None:
    """CHAIN-2: the rule applies only to the last miner of a space."""
    given(f"S1: A{others} | S2: B").when(ms.VisitCastle("S1")).then(MinersMoved(0, "S1", "line_right", 1))


def test_a_tired_miner_keeps_the_chain_when_another_leaves() -> None:
    """CHAIN-2: a tired miner who stays behind keeps the space occupied."""
    given("S1: B | S2: B | 1L1: Ab [B/0] | 1L2: C [B/0]").when(ms.VisitCastle("1L1")).then()


def test_the_end_of_a_chain_may_be_left() -> None:
    """CHAIN-2: the last miner of a space may leave if no miner is behind it, even if the space still holds salt."""
    given("S1: B | S2: B | 1L1: A [BBG/1]").when(ms.PlaceMiner("1L1", "S1")).then()
    given("S1: B | S2: A").when(ms.VisitCastle("S2")).then()


def test_the_moving_miner_does_not_count() -> None:
    """CHAIN-2: the rule asks only whether other miners would be cut off, not the moving miner."""
    given("S1: A").when(ms.PlaceAssistant("S1", "market")).then(MinersMoved(0, "S1", "market", 1))


def test_the_target_does_not_matter() -> None:
    """CHAIN-2: a miner may not leave S1 even to join the miner in S2 who would be cut off."""
    given("S1: A | S2: B").when(ms.PlaceMiner("S1", "S2")).is_refused("CHAIN-2", "every miner in S2 would be cut off")


def test_stranded_miners_block_nobody() -> None:
    """CHAIN-2 (ruling): a miner who is stranded beyond a hole has no connection to lose, so S2 may be left."""
    given(HOLE_IN_1L).when(ms.VisitCastle("S2")).then(MinersMoved(0, "S2", "line_right", 1))
    given("C: 1 groszy | 1R1: C [B/0] | " + HOLE_IN_1L).when(ms.VisitCastle("S2")).is_refused(
        "CHAIN-2", "without it, every miner in 1R1 would be cut off"
    )


@pytest.mark.parametrize(
    "move",
    [
        ms.PlaceMiner("S1", "S2"),
        ms.PlaceAssistant("S1", "market"),
        ms.VisitCastle("S1"),
        ms.VisitCastle("S1", royal_privilege=True),
        ms.UseRope("S1", "S2"),
    ],
)
def test_every_way_out_of_the_mine_follows_the_chain_rules(move: ms.Move) -> None:
    """CHAIN-2: the rule applies to placing, the rope, assistants and the castle."""
    table = given("S1: A | S2: B | 1L1: A [B/0] | A: rope, royal_privilege", arrived=["1L1"])
    table.when(move).is_refused("CHAIN-2", "S2 and 1L1")


@pytest.mark.parametrize(
    "move",
    [ms.PlaceMiner("1L1", "S1"), ms.PlaceAssistant("1L1", "market"), ms.VisitCastle("1L1"), ms.UseRope("1L1", "S2")],
)
def test_the_last_miner_may_leave_an_exhausted_corridor(move: ms.Move) -> None:
    """CHAIN-3: if this and all further chambers are revealed and empty, the last miner may leave in every way."""
    text = "S1: AB | S2: B | A: rope | " + EXHAUSTED_1L % ("A", "B", "")
    after = given(text, arrived=["S1"]).when(move).state
    assert not after.mine["1L1"].miners
    assert after.mine["1L2"].rested == (0, 1)
    assert not loose_spaces(after.mine)


def test_water_does_not_matter_to_an_exhausted_corridor() -> None:
    """CHAIN-3: water in the chambers does not matter; only salt does."""
    text = "S1: B | S2: B | 1L1: A [-/2] | 1L2: B [-/1] | 1L3: [-/0] | 1L4: [-/1]"
    given(text).when(ms.VisitCastle("1L1")).then()


@pytest.mark.parametrize(
    ("corridor", "why"),
    [
        ("1L1: A [-/0] | 1L2: B [-/0] | 1L3: [-/0]", "1L4 is not revealed yet"),
        ("1L1: A [-/0] | 1L2: B [-/0] | 1L3: [-/0] | 1L4: [B/0]", "1L4 still holds some"),
        ("1L1: A [-/0] | 1L2: B [G/0] | 1L3: [-/0] | 1L4: [-/0]", "1L2 still holds some"),
        ("1L1: A [B/0] | 1L2: B [-/0] | 1L3: [-/0] | 1L4: [-/0]", "1L1 still holds some"),
    ],
    ids=["one not revealed", "salt at the end", "salt next door", "salt here"],
)
def test_a_corridor_is_exhausted_from_the_chamber_on(corridor: str, why: str) -> None:
    """CHAIN-3: the chamber and all further ones must be revealed and without salt; the refusal names one that fails."""
    given(f"S1: B | S2: B | {corridor}").when(ms.VisitCastle("1L1")).is_refused(
        "CHAIN-2",
        "without it, every miner in 1L2 would be cut off from the entrance",
        f"you may leave a chamber empty only if no salt is left in it or beyond it, and {why}",
    )


def test_salt_nearer_to_the_shaft_does_not_matter() -> None:
    """CHAIN-3: only the chamber and further ones count, so 1L2 may be left although 1L1 holds salt."""
    text = "S1: B | S2: B | 1L1: B [BB/0] | 1L2: A [-/0] | 1L3: B [-/0] | 1L4: [-/0]"
    after = given(text).when(ms.VisitCastle("1L2")).state
    assert after.mine["1L3"].miners == 1


def test_shaft_sections_are_never_exhausted() -> None:
    """CHAIN-3: the exception never applies to a section, even if all corridors below are empty."""
    text = "S1: B | S2: A | " + EXHAUSTED_1L % ("B", "", "")
    given(text).when(ms.VisitCastle("S2")).is_refused("CHAIN-2", "every miner in 1L1 would be cut off")


def test_an_exhausted_corridor_does_not_replace_the_way_in() -> None:
    """CHAIN-3: the miner who opens the hole cannot move further in, because CHAIN-1 still applies."""
    text = "S1: B | S2: B | " + EXHAUSTED_1L % ("A", "B", "")
    given(text).when(ms.PlaceMiner("1L1", "1L2")).is_refused("CHAIN-1", "1L2", "1L1 would be empty")


def test_the_stranded_may_leave_when_rested() -> None:
    """CHAIN-3: the miners beyond the hole stay there, and rested ones may leave freely."""
    given(HOLE_IN_1L, to_move="B").when(ms.PlaceMiner("1L2", "S3")).then(MinersMoved(1, "1L2", "S3", 1))
    tired = HOLE_IN_1L.replace("1L2: B", "1L2: b")
    given(tired, to_move="B").when(ms.PlaceMiner("1L2", "S3")).is_refused("MINE-3", "only tired miners in 1L2")


def test_a_hole_filled_again_protects_those_behind() -> None:
    """CHAIN-3: when a miner fills 1L1, 1L2 is connected again, and the last miner may not leave S2."""
    table = given(HOLE_IN_1L)
    assert ms.is_legal(table.state, ms.VisitCastle("S2"))
    filled = table.when(ms.PlaceMiner("stock", "1L1"))
    filled.when(ms.VisitCastle("S2")).is_refused("CHAIN-2", "1L1 and 1L2")
    filled.when(ms.PlaceMiner("stock", "1L2")).then()


def test_the_chain_is_whole_in_these_positions() -> None:
    """CHAIN-3: every miner is connected to the entrance, or is in a chamber exhausted from there on."""
    assert not loose_spaces(position(HOLE_IN_1L).mine)
    state = position("S1: A | S2: A | 1L1: A [B/0] | 1L2: A [B/0]")
    assert not loose_spaces(state.mine)
    assert loose_spaces(ms.evolve(state, MinersMoved(0, "1L1", "stock", 1)).mine)
