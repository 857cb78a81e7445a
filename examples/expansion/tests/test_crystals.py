"""Crystals: finding them in the mine, selling them at the chapel, and paying for a foreman."""

import pytest

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from crystal_chapel.chapel import VisitChapel
from crystal_chapel.chests import Chest, chest
from crystal_chapel.finding import CrystalsFound
from crystal_chapel.foreman import SendForeman
from magnum_sal.model.events import ActionTaken, MoneyMoved, PartChanged, PhaseEnded, PhaseStarted
from magnum_sal.queries import facts
from magnum_sal.testing import Table, given, position

MINE = "S1: A | S2: A | 1L1: Aa [BGG/2]"


def table(text: str, *chests: Chest) -> Table:
    """Return a position in which seats 0 and 1 have these chests."""
    kept = (*chests, Chest(), Chest())[:2]
    return given(f"{text} | extra chests: {ms.to_json(kept)}", ruleset=CRYSTAL_CHAPEL)


@pytest.mark.parametrize(("water", "crystals"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_crystals_are_found_where_water_is(water: int, crystals: int) -> None:
    """CRYSTAL-1: the player who reveals the chamber finds one crystal, or two if there are 3 cubes."""
    tiles = {0: "BB/0", 1: "BG/1", 2: "BGG/2", 3: "BWW/3"}
    chamber, shaft = (
        ("2L1", "S1: B | S2: B | S3: B | S4: B") if water == 3 else ("1L1", "S1: B | S2: B")
    )
    state = position(f"turn: B | {shaft}", ruleset=CRYSTAL_CHAPEL).public()
    state, _ = ms.apply(state, ms.PlaceMiner("stock", chamber))
    state, events = ms.reveal(state, ms.ChamberTile.parse(tiles[water]))
    found = [event for event in events if isinstance(event, CrystalsFound)]
    assert found == ([CrystalsFound(1, chamber, crystals)] if crystals else [])
    assert state.extras["chests"] == (Chest(), Chest(crystals))


def test_the_chapel_takes_crystals() -> None:
    """CHAPEL-1: the chapel buys any number for 2 groszy each; other crystals and the foreman stay in the chest."""
    rich = table("A: 1 groszy | deck feasts: lent", Chest(3, "1L1"))
    assert [move for move in rich.legal() if isinstance(move, VisitChapel)] == [
        VisitChapel(n) for n in (1, 2, 3)
    ]
    sold = rich.when(VisitChapel(2))
    sold.then(
        ActionTaken(0, "visit_chapel", "chapel"),
        PartChanged("chests", (Chest(1, "1L1"), Chest())),
        MoneyMoved("bank", 0, 4),
    )
    assert sold.state.players[0].money == 5


def test_the_fair_pays_better() -> None:
    """CHAPEL-1: a crystal earns 3 groszy on a fair day."""
    table("deck feasts: fair_day", Chest(2)).when(VisitChapel(2)).then(MoneyMoved("bank", 0, 6))
    table("deck feasts: fair_day lent", Chest(2)).when(VisitChapel(2)).then(
        MoneyMoved("bank", 0, 4)
    )


def test_what_speaks_against_a_visit() -> None:
    """CHAPEL-1, TURN-3: a visit takes at least one crystal and no more than the player has, once a turn."""
    one = table(MINE, Chest(2))
    one.when(VisitChapel(0)).is_refused("CHAPEL-1", "you must turn in at least 1 crystal")
    one.when(VisitChapel(3)).is_refused("CHAPEL-1", "you have 2 crystals, not 3")
    one.when(VisitChapel(1)).when(SendForeman("1L1")).is_refused("TURN-3", "chapel")


def test_the_assistant_at_the_chapel_earns() -> None:
    """CHAPEL-1, ASST-2: the assistant earns from both kinds of visit."""
    helped = table(f"{MINE} | assistant chapel: B", Chest(1))
    for move in (VisitChapel(1), SendForeman("1L1")):
        helped.when(move).then(MoneyMoved("bank", 1, 1))
    assert ms.PlaceAssistant("stock", "chapel") in table("").legal()


def test_a_foreman_makes_miners_stronger() -> None:
    """FOREMAN-1, MINE-1: in 1 water, a miner alone extracts nothing; with a foreman, he extracts a cube and tires."""
    alone = table("S1: A | S2: A | 1L1: A [BG/1]", Chest(1))
    cube = ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))
    alone.when(cube).is_refused("MINE-1", "1L1")
    sent = alone.when(SendForeman("1L1"))
    assert sent.state.extras["chests"] == (Chest(0, "1L1"), Chest())
    assert facts.strength(sent.state, "1L1") == 1
    mined = sent.when(cube)
    assert mined.state.mine["1L1"].tired == (1, 0)


def test_a_foreman_helps_nobody_else() -> None:
    """FOREMAN-1: the foreman does not help in other chambers, other players' miners, or tired miners."""
    state = table("S1: A | S2: A | 1L1: aB [BG/0] | 1R1: A [BG/0]", Chest(0, "1L1")).state
    strength = CRYSTAL_CHAPEL.rulings.strength
    assert [strength(state, "1L1", 0), strength(state, "1L1", 1), strength(state, "1R1", 0)] == [
        0,
        1,
        1,
    ]


def test_what_speaks_against_a_foreman() -> None:
    """FOREMAN-1: the move needs a miner of the player, a new chamber, and a crystal."""
    here = table(MINE, Chest(1, "1L1"))
    here.when(SendForeman("1L2")).is_refused("FOREMAN-1", "1L2")
    here.when(SendForeman("1L1")).is_refused("FOREMAN-1", "already in 1L1")
    table(MINE).when(SendForeman("1L1")).is_refused("FOREMAN-1", "you have none")
    assert ms.why_not(here.state)["send_foreman"].reason == "no_chamber"
    assert ms.why_not(table(MINE).state)["send_foreman"].reason == "too_few_crystals"
    assert ms.why_not(table(MINE).state)["visit_chapel"].reason == "no_crystal"


def test_foremen_leave_when_a_phase_ends() -> None:
    """FOREMAN-1: all foremen leave; crystals stay."""
    orders = "castle: BB=9 BB=9 BG=11 | A: BB, orders BG=11 GG=13 BBB=15"
    end = table(f"{orders} | turn: A, start B, arriving 1, actions 1", Chest(2, "1L1"), Chest(1))
    last = end.when(ms.CompleteOrder(0)).when(ms.VisitTownSquare())
    last.then(PhaseEnded(1), PartChanged("chests", (Chest(2), Chest(1))), PhaseStarted(2, 0))
    assert chest(last.state, 0).foreman is None


@pytest.mark.parametrize(
    ("chests", "told"),
    [
        ([], "extras.chests: 0 chests for 2 players"),
        (
            [{"crystals": 99, "foreman": None}, {"crystals": 0, "foreman": None}],
            "there are 36 crystals",
        ),
        (
            [{"crystals": -1, "foreman": None}, {"crystals": 0, "foreman": None}],
            r"\[0\].crystals: -1 is not a count",
        ),
        ([{"crystals": 0, "foreman": "9L9"}, {"crystals": 0, "foreman": None}], "'9L9'"),
    ],
)
def test_chests_from_outside_that_cannot_be(chests: object, told: str) -> None:
    """The JSON reader refuses impossible chests."""
    data = ms.to_dict(table(MINE).state)
    with pytest.raises(ms.MalformedError, match=told):
        ms.from_dict(ms.GameState, {**data, "extras": {**data["extras"], "chests": chests}})
