"""States that no table can show, each with its error message, and states that only a house ruleset allows."""

from __future__ import annotations

import copy
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.record.serialization import forms
from magnum_sal.record.serialization.consistency import find_faults
from magnum_sal.testing import position


def cubes(brown: int = 0, green: int = 0, white: int = 0) -> dict[str, int]:
    """Return the JSON data of an amount of salt."""
    return {"brown": brown, "green": green, "white": white}


BB9 = {"salt": cubes(2), "payment": 9}
HUGE_ORDER = {"salt": cubes(10**9), "payment": 1}
LEVEL_2 = {"salt": cubes(3, 1), "water": 2}
LEVEL_1 = {"salt": cubes(1, 1), "water": 1}
FIVE = {"salt": cubes(4, 1), "water": 0}
ROPE = {"tool": "rope", "used": False}

GOOD: dict[str, Any] = ms.to_dict(
    position(
        "S1: A | S2: A | 1L1: Aa [BG/1] | A: BG, rope, cart used, order BB=9 | B: left 1 | "
        "assistant market: B | inn: 1 | workshop: rope cart -",
        round=3,
        start="B",
        actions_left=1,
        visited=["inn"],
    )
)
"""A state of the first phase, to which the tests apply changes. Three piles of orders and 14 tools are hidden."""

LATER: dict[str, Any] = ms.to_dict(
    position("A: order BB=9, order BB=9, rope | B: order BG=11, order BG=11", to_move="B", phase=2, actions_left=1)
)
"""A state of the second phase, which knows what was seen in the first (``extras.seen``)."""

Change = tuple[str, Any, str]

ANYWHERE: tuple[Change, ...] = (
    # The frame: phases, seats, slots.
    ("phase", 0, "phase: expected 1 to 3, got 0"),
    ("phase", 4, "phase: expected 1 to 3, got 4"),
    ("phase", 10**9, "phase: expected 1 to 3, got 1000000000"),
    ("round", 0, "round: expected 1 or more, got 0"),
    ("turn", None, "turn: must be null exactly when the game is over"),
    ("start_seat", 2, "start_seat: 2 is not a seat of 2 players"),
    ("to_move", 2, "to_move: 2 is not a seat of 2 players"),
    ("bank.miners", [5], "bank.miners: expected one entry for each of 2 seats"),
    ("bank.miners", [5, 5, 5], "bank.miners: expected one entry for each of 2 seats"),
    ("assistants.market", 2, "assistants.market: 2 is not a seat"),
    ("workshop.offer", ["rope"], "workshop.offer: expected one entry for each of 3 slots"),
    ("workshop.offer", ["rope"] + [None] * 3, "workshop.offer: expected one entry for each of 3 slots"),
    ("castle.open", [], "castle.open: expected one entry for each of 3 slots"),
    ("castle.open", [None] * 4, "castle.open: expected one entry for each of 3 slots"),
    # The turn.
    ("turn.actions_left", 10**9, "turn.actions_left: 1000000000 actions exceed the limit of 100 per turn"),
    ("turn.actions_left", 101, "turn.actions_left: 101 actions exceed the limit of 100 per turn"),
    ("turn.passes", 101, "turn.passes: 101 actions exceed the limit of 100 per turn"),
    ("turn.visited", ["smithy"], "turn.visited: 'smithy' is not a building"),
    (
        "turn.visited",
        ["inn", "inn"],
        "turn.visited: the inn appears twice; a building can be visited once per turn (TURN-3)",
    ),
    (
        "turn.visited",
        ["inn"] * 9999,
        "turn.visited: the inn appears twice; a building can be visited once per turn (TURN-3)",
    ),
    ("turn.arrived", ["stock"], "turn.arrived: 'stock' is not a mine space"),
    ("turn.arrived", ["S1"] * 30_000, "turn.arrived: 30000 in S1, but that seat has 1 rested miners there (ROPE-1)"),
    ("turn.arrived", ["1L1", "1L1"], "turn.arrived: 2 in 1L1, but that seat has 1 rested miners there (ROPE-1)"),
    ("turn.arrived", ["S3"], "turn.arrived: 1 in S3, but that seat has 0 rested miners there (ROPE-1)"),
    # The mine and its tiles.
    (
        "mine.S1",
        {"rested": [0, 0], "tired": [1, 0]},
        "mine.S1: tired miners in the shaft, where miners cannot work (MINE-2)",
    ),
    ("mine.1L2.salt", cubes(1), "mine.1L2: not revealed, but not empty (REVEAL-1)"),
    (
        "mine.1L1.tile",
        FIVE,
        "mine: the tiles of level 1: more BBBBG/0 have been seen than exist",
    ),
    ("mine.1L1.tile", LEVEL_2, "mine: the tiles of level 1: more BBBG/2 have been seen than exist"),
    ("mine.1L1.salt", cubes(1, 1, 1), "mine.1L1: holds BGW, more than the tile's BG (REVEAL-1)"),
    # Miners.
    (
        "mine.S1.rested",
        [200, 0],
        "players[0]: 204 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)",
    ),
    (
        "mine.S3.rested",
        [0, 1],
        "players[1]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)",
    ),
    ("players.0.stock", 2, "players[0]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)"),
    (
        "players.1.line_left",
        2,
        "players[1]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)",
    ),
    (
        "players.1.line_right",
        1,
        "players[1]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)",
    ),
    ("turn.arriving", 1, "players[0]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)"),
    ("assistants.castle", 0, "players[0]: 6 miners on the table and 5 in the bank; a colour has only 10 (SET-SUPPLY)"),
    ("bank.miners", [5, 6], "players[1]: 5 miners on the table and 6 in the bank; a colour has only 10 (SET-SUPPLY)"),
    ("inn.hired", 4, "inn.hired: 4 on a track of 3 spaces (INN-1)"),
    ("inn.hired", 10**9, "inn.hired: 1000000000 on a track of 3 spaces (INN-1)"),
    # Cubes.
    ("market.brown", 5, "market.brown: 5 cubes in a column of 4 (MARKET-1)"),
    ("market.green", 4, "market.green: 4 cubes in a column of 3 (MARKET-1)"),
    ("market.white", 3, "market.white: 3 cubes in a column of 2 (MARKET-1)"),
    *(
        (
            f"mine.1L1.salt.{kind}",
            3,
            f"mine.1L1: holds {held}, more than the tile's BG (REVEAL-1)",
        )
        for kind, held in (("brown", "BBBG"), ("green", "BGGG"), ("white", "BGWWW"))
    ),
    *(
        (
            f"players.0.salt.{kind}",
            100,
            f"mine: {100 + there} {kind} cubes on the table; the limit is {most} (SET-SUPPLY)",
        )
        for kind, there, most in (("brown", 3, 29), ("green", 2, 24), ("white", 0, 17))
    ),
    ("players.1.salt", cubes(brown=26), "mine: 30 brown cubes on the table; the limit is 29 (SET-SUPPLY)"),
    ("mine.1L1.water", 10_000, "mine: 10000 water on the table; the limit is 33 (SET-SUPPLY)"),
    ("mine.1L1.water", 34, "mine: 34 water on the table; the limit is 33 (SET-SUPPLY)"),
    ("bank.salt.brown", 21, "bank.salt.brown: expected -9 to 20, got 21 (SET-SUPPLY)"),
    ("bank.salt.brown", -10, "bank.salt.brown: expected -9 to 20, got -10 (SET-SUPPLY)"),
    ("bank.salt.green", -10, "bank.salt.green: expected -9 to 15, got -10 (SET-SUPPLY)"),
    ("bank.salt.white", -3, "bank.salt.white: expected -2 to 15, got -3 (SET-SUPPLY)"),
    ("bank.water", 26, "bank.water: expected -8 to 25, got 26 (SET-SUPPLY)"),
    ("bank.water", -9, "bank.water: expected -8 to 25, got -9 (SET-SUPPLY)"),
    # Tool cards and royal orders.
    ("players.1.tools", [{"tool": "spade", "used": False}], "players[1].tools: 'spade' is not a tool"),
    ("workshop.offer", ["rope", "cart", "spade"], "workshop.offer: 'spade' is not a tool"),
    ("players.1.tools", [ROPE, ROPE], "workshop: the tools: more rope have been seen than exist"),
    ("workshop.offer", ["rope"] * 3, "workshop: the tools: more rope have been seen than exist"),
    (
        "castle.open",
        [BB9] * 3,
        "castle.open: the royal orders of phase 1: more BB=9 have been seen than exist",
    ),
    (
        "castle.open",
        [HUGE_ORDER, None, None],
        "castle.open: the royal orders of phase 1: more 1000000000B=1 have been seen than exist",
    ),
    (
        "players.1.orders",
        [BB9],
        "castle.open: the royal orders up to phase 1: more BB=9 have been seen than exist",
    ),
    (
        "players.0.orders",
        [BB9] * 10_000,
        "castle.open: the royal orders up to phase 1: more BB=9 have been seen than exist",
    ),
    ("castle.completed", 9, "castle.completed: 9 of the phase's 8 orders (CASTLE-3)"),
    # What was seen.
    (
        "extras",
        {"seen": {"tools": [], "orders": [0, 0, 0]}},
        "extras.seen.orders: expected one entry for each of 2 seats",
    ),
    ("extras", {"seen": {"tools": ["spade"], "orders": [0, 0]}}, "extras.seen.tools: 'spade' is not a tool"),
    (
        "extras",
        {"seen": {"tools": ["rope"] * 2, "orders": [0, 0]}},
        "workshop: the tools: more rope have been seen than exist",
    ),
)
"""The place of a change, the new value, and the message, for states with or without face-down pieces."""

FULL: tuple[Change, ...] = (
    ("mine.1L1.tile", None, "hidden.tiles.1L1: the face-down tile is missing"),
    ("hidden.tiles.1L2", LEVEL_2, "hidden.tiles: too many BBBG/2 (SET-SUPPLY)"),
    ("hidden.tiles.3R2", FIVE, "hidden.tiles: too many BBBBG/0 (SET-SUPPLY)"),
    ("hidden.orders", [], "hidden.orders: expected one pile for each of 3 phases"),
    ("hidden.orders.0", [], "castle.stack: 4, but 0 orders are hidden"),
    ("hidden.orders.0", [BB9] * 4, "hidden.orders[0]: too many BB=9 (SET-SUPPLY)"),
    ("hidden.orders.1", [], "hidden.orders[1]: not the royal orders of phase 2 (SETUP-2)"),
    ("hidden.orders.2.0", HUGE_ORDER, "hidden.orders[2]: not the royal orders of phase 3 (SETUP-2)"),
    ("hidden.tools.0", "spade", "hidden.tools: 'spade' is not a tool"),
    ("hidden.tools", ["rope"] * 14, "hidden.tools: too many rope (SET-SUPPLY)"),
    ("workshop.stack", 15, "workshop.stack: 15, but 14 tools are hidden"),
    ("castle.stack", 3, "castle.stack: 3, but 4 orders are hidden"),
)
"""The same for states with face-down pieces."""

FULL_LATER: tuple[Change, ...] = (
    ("hidden.orders.0", [BB9] * 5, "hidden.orders[0]: too many BB=9 (SET-SUPPLY)"),
    ("hidden.orders.0", [HUGE_ORDER], "hidden.orders[0]: too many 1000000000B=1 (SET-SUPPLY)"),
    ("hidden.orders.1", [], "castle.stack: 5, but 0 orders are hidden"),
    ("hidden.orders.2", [], "hidden.orders[2]: not the royal orders of phase 3 (SETUP-2)"),
    (
        "castle.open.0",
        BB9,
        "castle.open: the royal orders of phase 2: more BB=9 have been seen than exist",
    ),
    (
        "players.0.orders",
        [{"salt": cubes(white=3), "payment": 33}],
        "castle.open: the royal orders up to phase 2: more WWW=33 have been seen than exist",
    ),
)
"""The same in the second phase."""

PUBLIC: tuple[Change, ...] = (
    ("mine.1L1.tile", None, "mine.1L1.tile: a tile must be known exactly if it is face up (REVEAL-1, VAR-MAP)"),
    (
        "mine.1L2.tile",
        {"salt": cubes(3), "water": 1},
        "mine.1L2.tile: a tile must be known exactly if it is face up (REVEAL-1, VAR-MAP)",
    ),
    ("mine.1L2.revealed", True, "mine.1L2.tile: a tile must be known exactly if it is face up (REVEAL-1, VAR-MAP)"),
    ("workshop.stack", 18, "workshop.stack: 18, but 17 tools have not been seen"),
    ("castle.stack", 5, "castle.stack: 5, but 4 orders of the phase have not been seen"),
)
"""The same for states without face-down pieces."""

UNSEEN: dict[str, Any] = {"hidden": None, "pending": None}
FIRST = {"full": GOOD, "public": GOOD | UNSEEN, "later": LATER, "later, public": LATER | UNSEEN}

CASES: dict[str, tuple[Change, ...]] = {
    "full": ANYWHERE + FULL,
    "public": ANYWHERE + PUBLIC,
    "later": FULL_LATER,
    "later, public": tuple(change for change in FULL_LATER if not change[0].startswith("hidden")),
}
"""The changes to each of these states."""


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return JSON *data* with another *value* at *path*, whose keys and indices are separated by full stops."""
    data = copy.deepcopy(data)
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    here: Any = data
    for key in way:
        here = here[key]
    here[last] = value
    return data


def complaints(data: dict[str, Any], monkeypatch: pytest.MonkeyPatch, ruleset: ms.Ruleset = ms.STANDARD) -> list[str]:
    """Return all complaints about a state that is read without checks."""
    with monkeypatch.context() as context:
        context.setattr(forms, "check_parts", lambda _: None)
        try:
            state = ms.from_dict(ms.GameState, data, ruleset=ruleset)
        except ms.MalformedError as error:
            return [str(error)]  # the constructor has refused the frame
    return [f"{place}: {complaint}" for place, complaint in find_faults(state)]


@pytest.mark.parametrize("state", FIRST)
def test_the_unchanged_states_are_valid(state: str) -> None:
    """The unchanged states survive a round trip, so the complaints in the other tests are about the changes."""
    assert ms.to_dict(ms.from_dict(ms.GameState, FIRST[state])) == FIRST[state]


@pytest.mark.long
@pytest.mark.parametrize(
    ("state", "part"),
    sorted({(state, path.partition(".")[0]) for state, changes in CASES.items() for path, _, _ in changes}),
)
def test_an_impossible_state(state: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An impossible state is refused with the place and the wrong value, and causes no other complaint."""
    for path, value, message in CASES[state]:
        if path.partition(".")[0] != part:
            continue
        data = changed(FIRST[state], path, value)
        with pytest.raises(ms.MalformedError) as caught:
            ms.from_dict(ms.GameState, data)
        assert str(caught.value) == message
        assert complaints(data, monkeypatch) == [message]


def test_more_miners_than_a_space_keeps() -> None:
    """A number of miners is refused with a message, however large it is."""
    for miners in (300, 10**12):
        with pytest.raises(ms.MalformedError, match=f"^mine.S1: expected 0 to 255 miners, got {miners}$"):
            ms.from_dict(ms.GameState, changed(GOOD, "mine.S1.rested", [miners, 0]))


def test_a_stack_that_is_too_high(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stack is compared with the hidden pile and with the pieces out of sight, each with its own message."""
    assert complaints(changed(GOOD, "workshop.stack", 99), monkeypatch) == [
        "workshop.stack: 99, but 14 tools are hidden",
        "workshop.stack: 99, but 17 tools have not been seen",
    ]
    assert complaints(changed(GOOD, "castle.stack", 10**6), monkeypatch) == [
        "castle.stack: 1000000, but 4 orders are hidden",
        "castle.stack: 1000000, but 4 orders of the phase have not been seen",
    ]


def test_a_hundred_cubes_of_each_kind_in_one_chamber(monkeypatch: pytest.MonkeyPatch) -> None:
    """REVEAL-1, SET-SUPPLY: a chamber holds no more cubes than its tile, and a table no more than the supply."""
    assert complaints(changed(GOOD, "mine.1L1.salt", cubes(100, 100, 100)), monkeypatch) == [
        "mine.1L1: holds 100B100G100W, more than the tile's BG (REVEAL-1)",
        "mine: 103 brown cubes on the table; the limit is 29 (SET-SUPPLY)",
        "mine: 102 green cubes on the table; the limit is 24 (SET-SUPPLY)",
        "mine: 100 white cubes on the table; the limit is 17 (SET-SUPPLY)",
    ]


def test_a_tile_in_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """SET-SUPPLY: a tile that lies face up is not among the face-down ones."""
    assert complaints(changed(GOOD, "hidden.tiles.1L1", LEVEL_1), monkeypatch) == [
        "hidden.tiles.1L1: the tile is face up there",
        "hidden.tiles: too many BG/1 (SET-SUPPLY)",
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("turn.actions_left", 100),
        ("turn.passes", 100),
        ("turn.visited", ["inn", "market", "castle"]),
        ("turn.arrived", ["S1", "1L1", "S2"]),
        ("inn.hired", 3),
        ("market", cubes(4, 3, 2)),
        ("mine.1L1.salt", cubes(1, 1, 0)),
        ("players.1.salt", cubes(25, 21, 17)),
        ("mine.1L1.water", 33),
        ("mine.1L2.water", 1),
        ("bank.salt", cubes(20, 15, 15)),
        ("bank.salt", cubes(-9, -9, -2)),
        ("bank.water", 25),
        ("bank.water", -8),
        ("bank.money", -(10**12)),
        ("bank.miners", [0, 0]),
        ("castle.completed", 8),
        ("workshop.stack", 14),
        ("extras", {"seen": {"tools": [], "orders": [0, 1]}}),
    ],
)
def test_the_largest_possible_values_are_read(path: str, value: Any) -> None:
    """The largest and smallest possible values are valid. A group may also remove pieces from the table."""
    data = changed(GOOD, path, value)
    assert ms.to_dict(ms.from_dict(ms.GameState, data)) == data


def test_a_stack_may_contain_all_unseen_tools() -> None:
    """A public state does not show how many tools left the game unseen, so all of them may be in the stack."""
    data = changed(GOOD | UNSEEN, "workshop.stack", 17)
    assert ms.to_dict(ms.from_dict(ms.GameState, data)) == data


def test_a_finished_game_may_keep_its_stack() -> None:
    """END-1: the stacks of a finished game do not matter, so their heights are not checked."""
    state = position("A: order GG=13", phase=3, completed=1)
    over = attrs.evolve(state, is_over=True, turn=None, castle=attrs.evolve(state.castle, stack=0))
    assert ms.from_dict(ms.GameState, ms.to_dict(over)) == over


HOUSE = attrs.evolve(
    ms.STANDARD,
    name="a house with a larger box",
    miners_per_colour=20,
    salt_supply=ms.SaltAmount(200, 200, 200),
    water_supply=200,
    inn_track=(*ms.STANDARD.inn_track, *range(20, 30)),
    tools=(*ms.STANDARD.tools, "rope", "rope", "spade"),
)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("mine.1L1.salt", cubes(100, 100, 100)),
        ("mine.1L1.water", 150),
        ("players.0.stock", 11),
        ("bank.miners", [15, 15]),
        ("bank.salt", cubes(150, 150, 150)),
        ("bank.water", 100),
        ("inn.hired", 13),
        ("players.1.tools", [ROPE, ROPE]),
        ("players.1.tools", [{"tool": "spade", "used": False}]),
    ],
)
def test_a_house_ruleset_with_a_larger_box_allows_more(path: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that the standard ruleset forbids is read under a house ruleset with its own name and a larger box."""
    data = changed(GOOD, path, value)
    with pytest.raises(ms.MalformedError):
        ms.from_dict(ms.GameState, data)
    data["ruleset"] = data["ruleset"] | {"name": HOUSE.name}
    for given in (data, data | UNSEEN):
        state = ms.from_dict(ms.GameState, given, ruleset=HOUSE)
        assert state.ruleset == HOUSE
        assert complaints(given, monkeypatch, HOUSE) == []


@pytest.mark.usefixtures("registered")
def test_a_registered_house_ruleset_is_found_by_its_name() -> None:
    """If a house ruleset is registered, its name in the data is enough, and the state can be written again."""
    data = changed(GOOD, "mine.1L1.salt", cubes(100, 100, 100))
    data["ruleset"] = data["ruleset"] | {"name": HOUSE.name}
    with pytest.raises(ms.MisuseError, match="no ruleset 'a house with a larger box' is registered here"):
        ms.from_dict(ms.GameState, data)
    ms.register(HOUSE)
    assert ms.to_dict(ms.from_dict(ms.GameState, data)) == data
