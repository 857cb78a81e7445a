"""The published JSON forms, and how strictly they are read: ``serialization.py``."""

import copy
import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import (
    ActionClosed,
    ActionPassed,
    ActionTaken,
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    DeckReshuffled,
    DieAwaited,
    DieRolled,
    GameEnded,
    GameStarted,
    InnMarkerMoved,
    MinersMoved,
    MinersRested,
    MinersTired,
    MomentsPassed,
    MoneyMoved,
    OrderMoved,
    OrderTrackMoved,
    PartChanged,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    SaltMoved,
    TileLaid,
    TileLookedAt,
    TileSeen,
    ToolMoved,
    ToolReadied,
    ToolUsed,
    TurnEnded,
    TurnStarted,
    WaterMoved,
)
from magnum_sal.model.mine import CHAMBERS, SPACES
from magnum_sal.model.switches import SWITCHES
from magnum_sal.testing import given, position

MOVES: tuple[tuple[ms.Move, str], ...] = (
    (ms.PlaceMiner("stock", "S1"), '{"type":"place_miner","source":"stock","target":"S1"}'),
    (
        ms.ExtractSalt("1L2", ms.SaltAmount(2, 1, 0), 0, 0, (0, 3, 0)),
        (
            '{"type":"extract_salt","chamber":"1L2","salt":{"brown":2,"green":1,"white":0},'
            '"pickaxes":0,"carts":0,"payments":[0,3,0]}'
        ),
    ),
    (ms.PlaceAssistant("S1", "market"), '{"type":"place_assistant","source":"S1","building":"market"}'),
    (ms.VisitInn(), '{"type":"visit_inn"}'),
    (ms.VisitWorkshop(0), '{"type":"visit_workshop","slot":0}'),
    (ms.VisitPumpHouse("1L2", 2), '{"type":"visit_pump_house","chamber":"1L2","water":2}'),
    (
        ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown"))),
        (
            '{"type":"visit_market","transactions":[{"type":"sell","salt":"green"},{"type":"buy","salt":"brown"}],'
            '"commercial_privilege":false}'
        ),
    ),
    (ms.VisitTownSquare(), '{"type":"visit_town_square"}'),
    (ms.VisitCastle("stock"), '{"type":"visit_castle","source":"stock","royal_privilege":false}'),
    (ms.Pass(), '{"type":"pass"}'),
    (ms.Rest(), '{"type":"rest"}'),
    (ms.UseRope("stock", "S2"), '{"type":"use_rope","source":"stock","target":"S2"}'),
    (ms.UseBucket("1L2", "1L1"), '{"type":"use_bucket","source":"1L2","target":"1L1"}'),
    (ms.UseFood(("1L1", "1L1")), '{"type":"use_food","chambers":["1L1","1L1"]}'),
    (ms.EndTurn(), '{"type":"end_turn"}'),
    (ms.CompleteOrder(2), '{"type":"complete_order","slot":2}'),
    (ms.PayPenalty(3), '{"type":"pay_penalty","money":3,"salt":null}'),
    (ms.PayPenalty(0, "brown"), '{"type":"pay_penalty","money":0,"salt":"brown"}'),
)
"""Every kind of move, and its JSON text."""

BB9 = {"salt": {"brown": 2, "green": 0, "white": 0}, "payment": 9}
BG1 = {"salt": {"brown": 1, "green": 1, "white": 0}, "water": 1}

EVENTS: tuple[tuple[ms.Event, dict[str, Any]], ...] = (
    (PhaseStarted(2, 1), {"type": "phase_started", "phase": 2, "start_seat": 1}),
    (PhaseEnded(1), {"type": "phase_ended", "phase": 1}),
    (GameEnded(), {"type": "game_ended"}),
    (TurnStarted(0, 2, 2), {"type": "turn_started", "seat": 0, "round": 2, "actions": 2}),
    (TurnEnded(0), {"type": "turn_ended", "seat": 0}),
    (
        ActionTaken(0, "visit_inn", "inn"),
        {"type": "action_taken", "seat": 0, "action": "visit_inn", "building": "inn"},
    ),
    (ActionTaken(0, "use_rope", None), {"type": "action_taken", "seat": 0, "action": "use_rope", "building": None}),
    (ActionPassed(0), {"type": "action_passed", "seat": 0}),
    (ActionClosed(0), {"type": "action_closed", "seat": 0}),
    (
        MinersMoved(0, "stock", "S1", 1),
        {"type": "miners_moved", "seat": 0, "source": "stock", "target": "S1", "miners": 1},
    ),
    (MinersTired(0, "1L1", 2), {"type": "miners_tired", "seat": 0, "chamber": "1L1", "miners": 2}),
    (MinersRested(0, "1L1", 2), {"type": "miners_rested", "seat": 0, "chamber": "1L1", "miners": 2}),
    (
        TileLaid("1L1", ms.ChamberTile.parse("BG/1")),
        {"type": "tile_laid", "chamber": "1L1", "tile": BG1},
    ),
    (
        ChamberRevealed("1L1", ms.ChamberTile.parse("BG/1")),
        {"type": "chamber_revealed", "chamber": "1L1", "tile": BG1},
    ),
    (MoneyMoved("bank", 0, 3), {"type": "money_moved", "source": "bank", "target": 0, "groszy": 3}),
    (
        SaltMoved(0, "market", ms.SaltAmount(green=1)),
        {"type": "salt_moved", "source": 0, "target": "market", "salt": {"brown": 0, "green": 1, "white": 0}},
    ),
    (WaterMoved("1L1", "1L2", 1), {"type": "water_moved", "source": "1L1", "target": "1L2", "cubes": 1}),
    (InnMarkerMoved(0, 1), {"type": "inn_marker_moved", "source": 0, "target": 1}),
    (OrderTrackMoved(2, 3), {"type": "order_track_moved", "source": 2, "target": 3}),
    (
        OrderMoved(ms.RoyalOrder.parse("BB=9"), "castle:0", 1),
        {"type": "order_moved", "order": BB9, "source": "castle:0", "target": 1},
    ),
    (
        ToolMoved("rope", "tool_stack", "workshop:2"),
        {"type": "tool_moved", "tool": "rope", "source": "tool_stack", "target": "workshop:2"},
    ),
    (ToolUsed(1, "cart"), {"type": "tool_used", "seat": 1, "tool": "cart"}),
    (ToolReadied(1, "cart"), {"type": "tool_readied", "seat": 1, "tool": "cart"}),
    (
        PileMoved("orders:2", "order_stack", 8),
        {"type": "pile_moved", "source": "orders:2", "target": "order_stack", "cards": 8},
    ),
)
"""Every kind of event except the first, and its JSON data."""

TEXT = (
    "S1: A | S2: A | 1L1: Aa [BG/1] | A: BG, rope, cart used, order BB=9 | B: left 1 | "
    "assistant market: B | inn: 1 | workshop: rope cart -"
)
STANDARD_DATA = {"name": "standard", **{switch.name: switch.off for switch in SWITCHES}}
NOTHING = {"brown": 0, "green": 0, "white": 0}
STATE_BUT_HIDDEN = {
    "ruleset": STANDARD_DATA,
    "phase": 1,
    "round": 3,
    "start_seat": 1,
    "to_move": 0,
    "over": False,
    "turn": {"actions_left": 1, "visited": ["inn"], "passes": 0, "arriving": 0, "arrived": []},
    "players": [
        {
            "name": "A",
            "money": 10,
            "salt": {"brown": 1, "green": 1, "white": 0},
            "stock": 1,
            "line_right": 0,
            "line_left": 0,
            "tools": [{"tool": "rope", "used": False}, {"tool": "cart", "used": True}],
            "orders": [BB9],
        },
        {
            "name": "B",
            "money": 10,
            "salt": NOTHING,
            "stock": 3,
            "line_right": 0,
            "line_left": 1,
            "tools": [],
            "orders": [],
        },
    ],
    "mine": {
        **{section: {"rested": [int(section < "S3"), 0], "tired": [0, 0]} for section in SPACES[:6]},
        **{
            chamber: {"rested": [0, 0], "tired": [0, 0], "revealed": False, "salt": NOTHING, "water": 0, "tile": None}
            for chamber in CHAMBERS
        },
        "1L1": {
            "rested": [1, 0],
            "tired": [1, 0],
            "revealed": True,
            "salt": {"brown": 1, "green": 1, "white": 0},
            "water": 1,
            "tile": BG1,
        },
    },
    "assistants": {"workshop": None, "pump_house": None, "market": 1, "castle": None},
    "market": {"brown": 2, "green": 1, "white": 0},
    "inn": {"hired": 1},
    "workshop": {"offer": ["rope", "cart", None], "stack": 0},
    "castle": {
        "open": [BB9, {"salt": BG1["salt"], "payment": 11}, {"salt": BG1["salt"], "payment": 11}],
        "stack": 4,
        "completed": 1,
    },
    "bank": {"money": 425, "salt": {"brown": 16, "green": 12, "white": 15}, "water": 24, "miners": [5, 5]},
    "extras": {},
}


def a_state() -> ms.GameState:
    """Return the state of the fixture above."""
    return position(TEXT, round=3, start="B", actions_left=1, visited=["inn"])


@pytest.mark.parametrize(("move", "text"), MOVES, ids=[text[9:30] for _, text in MOVES])
def test_the_form_of_each_move(move: ms.Move, text: str) -> None:
    """Each move is written as its text, and read from it as `Move` and as its own class."""
    assert ms.to_json(move) == text
    assert ms.to_dict(move) == json.loads(text)
    assert ms.from_json(ms.Move, text) == move
    assert ms.from_json(type(move), text.encode()) == move


def test_every_move_and_event_has_its_form_here() -> None:
    """Each move and event class has a fixture here. Classes of extensions have theirs in ``tests/extensions``."""
    assert {type(move) for move, _ in MOVES} == {rule.move for rule in ms.STANDARD.rules}
    classes = {cls for cls in vars(ms.model.events).values() if isinstance(cls, type) and issubclass(cls, ms.Event)}
    extended = {CardAwaited, CardTurnedUp, PartChanged, MomentsPassed}
    extended |= {DeckReshuffled, DieAwaited, DieRolled, TileLookedAt, TileSeen}
    assert {type(event) for event, _ in EVENTS} == classes - {ms.Event, GameStarted} - extended


@pytest.mark.parametrize(("event", "data"), EVENTS, ids=[data["type"] for _, data in EVENTS])
def test_the_form_of_each_event(event: ms.Event, data: dict[str, Any]) -> None:
    """
    Each event is written as its data and read as `Event` and as its own class.

    Its copies are equal and have the same hash.
    """
    assert ms.to_dict(event) == data
    assert list(ms.to_dict(event)) == list(data)
    assert ms.from_dict(ms.Event, data) == event
    assert ms.from_dict(type(event), data) == event
    for twin in (pickle.loads(pickle.dumps(event)), copy.copy(event), copy.deepcopy(event)):
        assert twin == event
        assert hash(twin) == hash(event)


def test_the_form_of_the_game_start() -> None:
    """The start event holds the ruleset, the names and the setup, whose tiles are named by chamber."""
    setup = ms.Setup(
        1,
        tuple(tile for level in (0, 1, 2) for tile in ms.STANDARD.tiles[level]),
        ms.STANDARD.orders,
        ms.STANDARD.tools,
    )
    data = ms.to_dict(GameStarted(attrs.evolve(ms.STANDARD, mapped_mine=True), ("Ada", "Ben"), setup))
    assert list(data) == ["type", "ruleset", "players", "setup"]
    assert data["ruleset"] == STANDARD_DATA | {"mapped_mine": True}
    assert data["players"] == ["Ada", "Ben"]
    assert list(data["setup"]) == ["start_seat", "tiles", "orders", "tools"]
    assert tuple(data["setup"]["tiles"]) == CHAMBERS
    assert data["setup"]["tiles"]["1L3"] == BG1
    assert data["setup"]["orders"][0][0] == BB9
    assert data["setup"]["tools"][:4] == ["rope", "rope", "rope", "pickaxe"]
    assert ms.from_dict(ms.Setup, data["setup"]) == setup
    assert ms.to_dict(ms.from_dict(ms.Event, data)) == data


def test_the_form_of_a_state() -> None:
    """A state has exactly the published fields in their order, with hidden piles in drawing order."""
    state = a_state()
    data = ms.to_dict(state)
    hidden = data.pop("hidden")
    assert data == STATE_BUT_HIDDEN
    assert list(data) == list(STATE_BUT_HIDDEN)
    assert list(data["mine"]) == list(SPACES)
    assert list(hidden) == ["tiles", "orders", "tools"]
    assert sorted(hidden["tiles"]) == sorted(set(CHAMBERS) - {"1L1"})
    assert [len(pile) for pile in hidden["orders"]] == [4, 8, 8]
    assert len(hidden["tools"]) == 14


@pytest.mark.parametrize(
    "make",
    [
        a_state,
        lambda: a_state().public(),
        lambda: ms.new_game(["Ada", "Ben", "Cleo", "Dan"], seed=9),
        lambda: ms.new_game(
            ["Ada", "Ben"], seed=9, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
        ),
        lambda: position("S1: A", phase=2, arriving=1),
        lambda: (
            given(
                "A: order GG=13, order BW=15, order BW=15, order GW=17",
                phase=3,
                completed=4,
                to_move="B",
                actions_left=1,
            )
            .when(ms.Pass())
            .state
        ),
        lambda: (
            given("A: order BB=9, order BB=9, order BG=11, order BG=11", to_move="B", actions_left=1)
            .when(ms.Pass())
            .state
        ),
        lambda: (
            given("public | A: order BB=9, order BB=9, order BG=11, order BG=11", to_move="B", actions_left=1)
            .when(ms.Pass())
            .state
        ),
    ],
    ids=["turn", "public", "opening", "variants", "arrival", "over", "phase 2", "phase 2, orders pending"],
)
def test_states_come_back_the_same(make: Callable[[], ms.GameState]) -> None:
    """A state read from JSON or pickle, or copied, is equal, has the same hash and the same legal moves."""
    state = make()
    for twin in (
        ms.from_json(ms.GameState, ms.to_json(state)),
        ms.from_dict(ms.GameState, ms.to_dict(state)),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ):
        assert twin == state
        assert hash(twin) == hash(state)
        assert ms.legal_moves(twin) == ms.legal_moves(state)
        assert ms.to_json(twin) == ms.to_json(state)


def test_a_finished_game_has_no_turn() -> None:
    """END-1: in a finished game ``to_move`` and ``turn`` are null, and ``over`` is true."""
    text = "A: order BB=9, order BB=9, order BG=11, order BG=11"
    state = given(text, phase=3, completed=4, to_move="B", actions_left=1).when(ms.Pass()).state
    data = ms.to_dict(state)
    assert (data["to_move"], data["turn"], data["over"]) == (None, None, True)


def test_moves_from_json_are_normalized() -> None:
    """MARKET-4, FOOD-1: the trades and chambers of a move read from JSON are sorted."""
    trades = [{"type": "buy", "salt": "brown"}, {"type": "sell", "salt": "green"}]
    visit = ms.from_dict(ms.Move, {"type": "visit_market", "transactions": trades, "commercial_privilege": False})
    assert visit == ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown")))
    assert ms.from_dict(ms.Move, {"type": "use_food", "chambers": ["1R1", "1L1"]}) == ms.UseFood(("1L1", "1R1"))


MARKET = {"type": "visit_market", "transactions": [{"type": "sell", "salt": "green"}], "commercial_privilege": False}
EXTRACT = json.loads(MOVES[1][1])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "null is not an object"),
        ([], "a list is not an object"),
        ("pass", '"pass" is not an object'),
        ({}, "type: expected the type of the move, got null"),
        ({"type": 1}, "type: expected the type of the move, got 1"),
        ({"type": ["pass"]}, "type: expected the type of the move, got a list"),
        ({"type": "fly"}, "type: \"fly\" is not a known move in the ruleset 'standard'"),
        ({"type": "pass", "seat": 0}, '"seat": unknown field; expected only type'),
        ({"type": "place_miner", "source": "stock"}, "target: the field is missing"),
        (
            {"type": "place_miner", "source": "moon", "target": "S1"},
            "source: \"moon\" is not a mine space, a building or 'stock'",
        ),
        ({"type": "place_miner", "source": 1, "target": "S1"}, "source: 1 is not a text"),
        ({"type": "place_miner", "source": "stock", "target": "S9"}, "^target: 'S9' is not a mine space"),
        (
            {"type": "place_assistant", "source": "stock", "building": "smithy"},
            'building: "smithy" is not a known building',
        ),
        ({"type": "visit_workshop", "slot": True}, "slot: true is not a slot"),
        ({"type": "visit_workshop", "slot": 1.0}, r"slot: 1\.0 is not a slot"),
        ({"type": "visit_workshop", "slot": "1"}, 'slot: "1" is not a slot'),
        ({"type": "visit_workshop", "slot": None}, "slot: null is not a slot"),
        ({"type": "visit_workshop", "slot": -1}, "slot: -1 is not a slot"),
        ({"type": "visit_workshop", "slot": [0]}, "slot: a list is not a slot"),
        ({"type": "visit_workshop", "slot": 10**20}, "slot: 10+ is too large; the largest number is 9007199254740991$"),
        ({**MARKET, "commercial_privilege": 0}, "commercial_privilege: 0 is not true or false"),
        ({**MARKET, "commercial_privilege": None}, "commercial_privilege: null is not true or false"),
        ({**MARKET, "transactions": {}}, "transactions: an object is not a list"),
        ({**MARKET, "transactions": []}, r"^transactions: \[\] is not a list of one or two transactions"),
        (
            {**MARKET, "transactions": [{"type": "sel", "salt": "green"}]},
            r"^transactions\[0\]\.type: 'sel' is not \"sell\"",
        ),
        ({**MARKET, "transactions": [{"type": "sell"}]}, r"^transactions\[0\]\.salt: the field is missing"),
        ({**MARKET, "transactions": ["sell"]}, r'^transactions\[0\]: "sell" is not an object'),
        ({**EXTRACT, "salt": {"brown": 1, "green": 0}}, r"^salt\.white: the field is missing"),
        ({**EXTRACT, "salt": {"brown": -1, "green": 0, "white": 0}}, r"^salt\.brown: -1 is not a count"),
        ({**EXTRACT, "salt": {"brown": True, "green": 0, "white": 0}}, r"^salt\.brown: true is not a count"),
        ({**EXTRACT, "salt": {"brown": 1, "green": 0, "white": 0, "blue": 1}}, r'^salt.*"blue": unknown field'),
        ({**EXTRACT, "payments": [0, -1]}, r"^payments\[1\]: -1 is not a count"),
        ({**EXTRACT, "payments": [0, True]}, r"^payments\[1\]: true is not a count"),
        ({**EXTRACT, "payments": 3}, "^payments: 3 is not a list"),
        ({**EXTRACT, "chamber": "S1"}, "^chamber: 'S1' is not a chamber"),
        ({"type": "use_food", "chambers": []}, r"^chambers: \[\] is not a list of one or two chambers"),
        ({"type": "use_food", "chambers": "1L1"}, 'chambers: "1L1" is not a list'),
        ({"type": "pay_penalty", "money": 0}, "salt: the field is missing"),
        ({"type": "pay_penalty", "money": 0, "salt": "red"}, "^salt: 'red' is not a kind of salt"),
        ({"type": "pay_penalty", "money": 0, "salt": 0}, "salt: 0 is not a text"),
    ],
)
def test_moves_are_read_strictly(data: Any, message: str) -> None:
    """A move must have exact types, all fields, no others, and known ids. The message names the field and the value."""
    with pytest.raises(ms.MalformedError, match=message):
        ms.from_dict(ms.Move, data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "pass"}, "type: \"pass\" is not a known event in the ruleset 'standard'"),
        ({"type": "turn_ended"}, "seat: the field is missing"),
        ({"type": "turn_ended", "seat": -1}, "seat: -1 is not a count"),
        ({"type": "money_moved", "source": 1.0, "target": 0, "groszy": 1}, r"source: 1\.0 is not"),
        ({"type": "money_moved", "source": True, "target": 0, "groszy": 1}, "source: true is not"),
        ({"type": "money_moved", "source": 0, "target": "bank", "groszy": "1"}, 'groszy: "1" is not a count'),
        ({"type": "chamber_revealed", "chamber": "1L1", "tile": None}, "tile: null is not an object"),
    ],
)
def test_events_are_read_strictly(data: Any, message: str) -> None:
    """Events are read as strictly as moves."""
    with pytest.raises(ms.MalformedError, match=message):
        ms.from_dict(ms.Event, data)


def test_a_class_reads_only_its_own_type() -> None:
    """The tag must be that of the class that reads the data."""
    with pytest.raises(ms.MalformedError, match='type: expected "pass", got "rest"'):
        ms.from_dict(ms.Pass, {"type": "rest"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "JSON text: Expecting value"),
        ("{", "JSON text: Expecting property name"),
        ('{"type":"pass"} x', "JSON text: Extra data"),
        ('{"type":"pass","type":"rest"}', 'JSON text: key "type" appears twice in one object'),
        ('{"type":"visit_workshop","slot":NaN}', "JSON text: NaN is not a JSON value"),
        ('{"type":"visit_workshop","slot":-Infinity}', "JSON text: -Infinity is not a JSON value"),
        ('{"type":"visit_workshop","slot":1e400}', "slot: Infinity is not a slot"),
        ('{"type":"visit_workshop","slot":1e0}', r"slot: 1\.0 is not a slot"),
        ('{"type":"visit_workshop","slot":' + "9" * 5000 + "}", "JSON text: "),
        ("[" * 100_000, "JSON text: nested too deeply"),
        (b"\xff", "JSON text: not UTF-8 at byte 0"),
        ("\ufeff{}", "JSON text: begins with a byte order mark; remove it"),
        (5, "JSON text: expected str or bytes, got int"),
        (None, "JSON text: expected str or bytes, got NoneType"),
    ],
)
def test_text_is_read_strictly(text: Any, message: str) -> None:
    """Duplicate keys, NaN, wrong encodings and deep nesting raise `MalformedError`, whatever json accepts."""
    with pytest.raises(ms.MalformedError, match=message):
        ms.from_json(ms.Move, text)


@pytest.mark.parametrize("value", [object(), 1.5, float("nan"), {1, 2}, ms.Pass, len])
def test_values_without_a_json_form(value: object) -> None:
    """Both writers raise `MisuseError` for a value without a JSON form."""
    for write in (ms.to_dict, ms.to_json):
        with pytest.raises(ms.MisuseError, match="no JSON form"):
            write(value)


def test_rulesets_and_their_switches() -> None:
    """The form of a ruleset is its registered name and its switches."""
    both = attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
    assert ms.to_dict(both) == STANDARD_DATA | {"mapped_mine": True, "cart_capacity": 2}
    assert ms.from_dict(ms.Ruleset, ms.to_dict(both)) == both
    assert ms.from_dict(ms.Ruleset, ms.to_dict(ms.STANDARD)) is ms.STANDARD
    assert pickle.loads(pickle.dumps(both)) == both


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"name": "chess"}, ms.MisuseError, "no ruleset 'chess' is registered here; registered are: .*standard"),
        ({"name": 1}, ms.MalformedError, "name: 1 is not a text"),
        ({"mapped_mine": 0}, ms.MalformedError, "mapped_mine: 0 is not true or false"),
        ({"cart_capacity": 0}, ms.MalformedError, "cart_capacity: 0 is not null or a number of cubes from 1 up"),
        ({"cart_capacity": True}, ms.MalformedError, "cart_capacity: true is not"),
        ({"cart_capacity": 2.0}, ms.MalformedError, r"cart_capacity: 2\.0 is not"),
        ({"toll": 2}, ms.MalformedError, '"toll": unknown field; expected'),
    ],
)
def test_rulesets_are_read_strictly(change: dict[str, Any], error: type[Exception], message: str) -> None:
    """A ruleset needs a registered name, and valid values for its switches."""
    with pytest.raises(error, match=message):
        ms.from_dict(ms.Ruleset, STANDARD_DATA | change)


def test_a_ruleset_that_is_not_registered_has_no_form() -> None:
    """A ruleset that differs in more than its switches needs a name of its own."""
    richer = attrs.evolve(ms.STANDARD, name="richer", start_money=(20, 20, 20, 20))
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=richer)
    for value in (richer, state):
        with pytest.raises(
            ms.MisuseError, match="is not registered, so JSON cannot name it: give it its own name and register it"
        ):
            ms.to_dict(value)


def test_invalid_arguments_of_readers() -> None:
    """Reading refuses a class without a JSON form, and a ruleset argument that is not a `Ruleset`."""
    with pytest.raises(ms.MisuseError, match="has no JSON form"):
        ms.from_dict(object, {})
    ruleset: Any = "standard"
    with pytest.raises(ms.MisuseError, match="ruleset: expected a Ruleset, got 'standard'"):
        ms.from_dict(ms.Move, {"type": "pass"}, ruleset=ruleset)


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return the fixture's full data with one place changed, or deleted if *to* is ``DELETED``."""
    data: dict[str, Any] = copy.deepcopy(ms.to_dict(a_state()))
    *way, last = path
    here: Any = data
    for key in way:
        here = here[key]
    if to is DELETED:
        del here[last]
    else:
        here[last] = to
    return data


DELETED = object()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("phase",), 0, "phase: expected 1 to 3, got 0"),
        (("phase",), 4, "phase: expected 1 to 3, got 4"),
        (("round",), 0, "round: expected 1 or more, got 0"),
        (("round",), True, "round: true is not a count"),
        (("start_seat",), 2, "start_seat: 2 is not a seat of 2 players"),
        (("to_move",), 7, "to_move: 7 is not a seat of 2 players"),
        (("to_move",), None, "to_move: null does not fit over: false"),
        (("over",), True, "to_move: 0 does not fit over: true"),
        (("over",), 0, "over: 0 is not true or false"),
        (("turn",), None, "turn: must be null exactly when the game is over"),
        (("turn", "visited"), ["smithy"], "turn.visited: 'smithy' is not a building"),
        (("turn", "arrived"), ["stock"], "turn.arrived: 'stock' is not a mine space"),
        (("turn", "passes"), DELETED, r"turn\.passes: the field is missing"),
        (("turn", "speed"), 3, ": unknown field; expected"),
        (("players",), [], "players: expected 2 to 4 players, got 0"),
        (("players", 0, "money"), -1, r"players\[0\]\.money: -1 is not a count"),
        (("players", 0, "name"), 3, r"players\[0\]\.name: 3 is not a text"),
        (("players", 0, "tools", 0, "tool"), "spade", r"players\[0\]\.tools: 'spade' is not a tool"),
        (("players", 0, "tools", 0, "used"), 1, r"players\[0\]\.tools\[0\]\.used: 1 is not true or false"),
        (("players", 0, "orders", 0, "payment"), "9", r'players\[0\]\.orders\[0\]\.payment: "9" is not a count'),
        (("mine", "S1"), DELETED, "mine.*S1: the field is missing"),
        (("mine", "S7"), {}, ": unknown field; expected"),
        (("mine", "S1", "rested"), [1], r"mine\.S1\.rested: expected one entry for each of 2 seats"),
        (("mine", "1L1", "tired"), [1, 0, 0], r"mine\.1L1\.tired: expected one entry for each of 2 seats"),
        (("mine", "1L1", "salt", "brown"), -1, r"mine\.1L1\.salt\.brown: -1 is not a count"),
        (("mine", "1L1", "water"), 1.0, r"mine\.1L1\.water: 1\.0 is not a count"),
        (("mine", "1L2", "tile"), BG1, r"hidden\.tiles\.1L2: the tile is face up there"),
        (("mine", "1L1", "tile"), None, r"hidden\.tiles\.1L1: the face-down tile is missing"),
        (("assistants", "inn"), None, ": unknown field; expected one of workshop, pump_house, market, castle"),
        (("assistants", "market"), 2, r"assistants\.market: 2 is not a seat"),
        (("market", "white"), 3, r"market\.white: 3 cubes in a column of 2"),
        (("inn", "hired"), -1, r"inn\.hired: -1 is not a count"),
        (("workshop", "offer"), ["rope"], "workshop.offer: expected one entry for each of 3 slots"),
        (("workshop", "offer", 0), "spade", "workshop.offer: 'spade' is not a tool"),
        (("workshop", "stack"), 99, "workshop.stack: 99, but 14 tools are hidden"),
        (("castle", "open"), [], "castle.open: expected one entry for each of 3 slots"),
        (("castle", "stack"), 5, "castle.stack: 5, but 4 orders are hidden"),
        (("bank", "miners"), [5], "bank.miners: expected one entry for each of 2 seats"),
        (("bank", "money"), "425", r'bank\.money: "425" is not'),
        (("extras", "weather"), 1, ": unknown field; expected no fields"),
        (("hidden", "tiles", "9X9"), BG1, r'hidden\.tiles: "9X9" is not a chamber'),
        (("hidden", "tiles", "1L2"), DELETED, r"hidden\.tiles\.1L2: the face-down tile is missing"),
        (("hidden", "orders"), [], "hidden.orders: expected one pile for each of 3 phases"),
        (("hidden", "tools", 0), "spade", "hidden.tools: 'spade' is not a tool"),
        (("hidden",), {}, "hidden.*the field is missing"),
        (("ruleset", "mapped_mine"), None, r"ruleset\.mapped_mine: null is not true or false"),
        (("colour",), "red", '"colour": unknown field; expected'),
        (("castle",), DELETED, "castle: the field is missing"),
    ],
)
def test_a_state_whose_parts_do_not_fit_is_refused(path: tuple[Any, ...], value: Any, message: str) -> None:
    """
    Data that do not fit are refused when read, so that no later question about the state fails.

    The message names the place.
    """
    with pytest.raises(ms.MalformedError, match=message):
        ms.from_dict(ms.GameState, changed(*path, to=value))


def test_the_banks_counts_may_be_negative() -> None:
    """SET-SUPPLY: only the bank's counts can be below zero, because substitutes are used for missing pieces."""
    data = changed("bank", "salt", to={"brown": -2, "green": 0, "white": 0})
    data["bank"]["money"] = -5
    state = ms.from_dict(ms.GameState, data)
    assert (state.bank.money, state.bank.salt.brown) == (-5, -2)


def test_a_public_state_comes_back_public() -> None:
    """RULES 12: in a public state ``hidden`` is null. ``pending`` is null if no piece has to be turned up."""
    state = ms.from_dict(ms.GameState, changed("hidden", to=None) | {"pending": None})
    assert state == a_state().public()


def test_scores_have_a_form() -> None:
    """END-1: the scores are a list with one object for each seat."""
    assert ms.to_dict(a_state().scores)[0] == {
        "seat": 0,
        "money": 10,
        "salt_value": 6,
        "tool_value": 2,
        "total": 18,
        "orders": 1,
        "miners": 5,
        "tools": 2,
        "rank": 1,
    }


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["", "Ben"], "player 1: '' is not a name"),
        (["Ada", "Ada"], "player 2: 'Ada' is already taken"),
        ([" Ada", "Ben"], 'players[0]: " Ada" has spaces around the name'),
        (["Ada", "B\nen"], "player 2: 'B\\nen' is not a name"),
    ],
)
def test_names_in_a_state_are_those_of_players(names: list[str], complaint: str) -> None:
    """Names in a state follow the rules of `new_game`: trimmed, printable and all different."""
    state = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1))
    for player, name in zip(state["players"], names, strict=True):
        player["name"] = name
    with pytest.raises(ms.MalformedError, match=re.escape(complaint)):
        ms.from_dict(ms.GameState, state)
