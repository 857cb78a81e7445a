"""The change that each built-in event makes, place by place: ``engine/evolve.py`` and ``engine/_folds.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from magnum_sal.model.state import SeenPieces
from magnum_sal.testing import position

ORDER, OTHER = ms.RoyalOrder.parse("BB=9"), ms.RoyalOrder.parse("BG=11")
BASE = position(
    "S1: AB | S2: A | 1L1: Aa [BBG/1] | 1L2: B [G/0] | A: 10 groszy, BG, rope, cart used, order BB=9 | "
    "B: left 1, right 1 | assistant market: B | inn: 1 | workshop: rope cart - | castle: BB=9 - BG=11",
    actions_left=1,
    visited=["inn"],
    arrived=["S1"],
)


def flat(data: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of plain JSON data with their places. The contents of a pile are one leaf."""
    if isinstance(data, dict) and data and "tile" not in place and "hidden" not in place:
        for key, inner in data.items():
            yield from flat(inner, f"{place}.{key}" if place else key)
    elif isinstance(data, list) and place == "players":
        for index, inner in enumerate(data):
            yield from flat(inner, f"{place}.{index}")
    else:
        yield place, data


def changes(before: ms.GameState, *events: ms.Event) -> dict[str, Any]:
    """Return the changed values after events, by place, without those that stay the same."""
    after = before
    for event in events:
        after = ms.evolve(after, event)
    old, new = dict(flat(ms.to_dict(before))), dict(flat(ms.to_dict(after)))
    assert ms.from_dict(ms.GameState, ms.to_dict(before)) == before
    return {place: new.get(place) for place in {**old, **new} if old.get(place) != new.get(place)}


ROWS: tuple[tuple[ms.Event, dict[str, Any]], ...] = (
    (TurnStarted(1, 4, 2), {
        "to_move": 1, "round": 4, "turn.actions_left": 2, "turn.visited": [], "turn.arrived": [],
    }),
    (ActionTaken(0, "visit_market", "market"), {
        "turn.actions_left": 0, "turn.visited": ["inn", "market"], "turn.arrived": [],
    }),
    (ActionTaken(0, "place_miner", None), {"turn.actions_left": 0, "turn.arrived": []}),
    (ActionPassed(0), {"turn.actions_left": 0, "turn.passes": 1, "turn.arrived": []}),
    (ActionClosed(0), {"turn.arrived": []}),
    (PhaseEnded(1), {}),
    (MinersMoved(0, "S1", "S3", 1), {
        "mine.S1.rested": [0, 1], "mine.S3.rested": [1, 0], "turn.arrived": ["S1", "S3"],
    }),
    (MinersMoved(0, "bank", "S3", 2), {
        "bank.miners": [3, 5], "mine.S3.rested": [2, 0], "turn.arrived": ["S1", "S3", "S3"],
    }),
    (MinersMoved(0, "stock", "S1", 1), {
        "players.0.stock": 0, "mine.S1.rested": [2, 1], "turn.arrived": ["S1", "S1"],
    }),
    (MinersMoved(1, "line_left", "S1", 1), {"players.1.line_left": 0, "mine.S1.rested": [1, 2]}),
    (MinersMoved(0, "S1", "stock", 1), {"players.0.stock": 2, "mine.S1.rested": [0, 1]}),
    (MinersMoved(1, "line_right", "line_left", 1), {"players.1.line_right": 0, "players.1.line_left": 2}),
    (MinersMoved(1, "line_left", "stock", 1), {"players.1.line_left": 0, "players.1.stock": 1}),
    (MinersMoved(0, "stock", "line_right", 1), {"players.0.stock": 0, "players.0.line_right": 1}),
    (MinersMoved(0, "stock", "line_left", 1), {"players.0.stock": 0, "players.0.line_left": 1}),
    (MinersMoved(1, "market", "stock", 1), {"assistants.market": None, "players.1.stock": 1}),
    (MinersMoved(0, "stock", "castle", 1), {"assistants.castle": 0, "players.0.stock": 0}),
    (MinersMoved(1, "bank", "stock", 5), {"bank.miners": [5, 0], "players.1.stock": 5}),
    (MinersTired(0, "1L1", 1), {"mine.1L1.rested": [0, 0], "mine.1L1.tired": [2, 0]}),
    (MinersRested(0, "1L1", 1), {"mine.1L1.rested": [2, 0], "mine.1L1.tired": [0, 0]}),
    (MoneyMoved(0, "bank", 10), {"players.0.money": 0, "bank.money": 435}),
    (MoneyMoved("bank", 1, 500), {"players.1.money": 510, "bank.money": -75}),
    (MoneyMoved(0, 1, 3), {"players.0.money": 7, "players.1.money": 13}),
    (SaltMoved(0, "bank", ms.SaltAmount(1, 1)), {
        "players.0.salt.brown": 0, "players.0.salt.green": 0, "bank.salt.brown": 16, "bank.salt.green": 12,
    }),
    (SaltMoved("1L1", 1, ms.SaltAmount(2, 1)), {
        "mine.1L1.salt.brown": 0, "mine.1L1.salt.green": 0, "players.1.salt.brown": 2, "players.1.salt.green": 1,
    }),
    (SaltMoved("bank", "1L2", ms.SaltAmount(white=9)), {"bank.salt.white": 6, "mine.1L2.salt.white": 9}),
    (SaltMoved("market", 0, ms.SaltAmount(1)), {"market.brown": 1, "players.0.salt.brown": 2}),
    (SaltMoved(0, "market", ms.SaltAmount(0, 1)), {"market.green": 2, "players.0.salt.green": 0}),
    (WaterMoved("1L1", "1L2", 1), {"mine.1L1.water": 0, "mine.1L2.water": 1}),
    (WaterMoved("bank", "1L1", 7), {"bank.water": 17, "mine.1L1.water": 8}),
    (WaterMoved("1L1", "bank", 1), {"bank.water": 25, "mine.1L1.water": 0}),
    (InnMarkerMoved(1, 2), {"inn.hired": 2}),
    (OrderTrackMoved(1, 2), {"castle.completed": 2}),
    (ToolUsed(0, "rope"), {"players.0.tools": [{"tool": "rope", "used": True}, {"tool": "cart", "used": True}]}),
    (ToolReadied(0, "cart"), {
        "players.0.tools": [{"tool": "rope", "used": False}, {"tool": "cart", "used": False}],
    }),
    (ToolMoved("cart", "workshop:1", 1), {
        "workshop.offer": ["rope", None, None], "players.1.tools": [{"tool": "cart", "used": False}],
    }),
    (ToolMoved("rope", 0, "workshop:2"), {
        "workshop.offer": ["rope", "cart", "rope"], "players.0.tools": [{"tool": "cart", "used": True}],
    }),
    (ToolMoved("cart", 0, 1), {
        "players.0.tools": [{"tool": "rope", "used": False}], "players.1.tools": [{"tool": "cart", "used": False}],
    }),
    (ToolMoved("rope", "workshop:0", "box"), {
        "workshop.offer": [None, "cart", None],
        "extras": None, "extras.seen.tools": ["rope"], "extras.seen.orders": [0, 0],
    }),
    (OrderMoved(OTHER, "castle:2", 1), {
        "castle.open": [ms.to_dict(ORDER), None, None], "players.1.orders": [ms.to_dict(OTHER)],
    }),
    (OrderMoved(ORDER, 0, "castle:1"), {
        "castle.open": [ms.to_dict(ORDER), ms.to_dict(ORDER), ms.to_dict(OTHER)], "players.0.orders": [],
    }),
    (OrderMoved(ORDER, "castle:0", "box"), {"castle.open": [None, None, ms.to_dict(OTHER)]}),
    (PileMoved("tool_deck", "tool_stack", 7), {"workshop.stack": BASE.workshop.stack + 7}),
    (PileMoved("orders:2", "order_stack", 8), {"castle.stack": BASE.castle.stack + 8}),
)  # fmt: skip
"""Events, and the values on the table that they change. The game is public, so it has no hidden pieces."""


@pytest.mark.parametrize(("event", "told"), ROWS, ids=[str(event)[:60] for event, _ in ROWS])
def test_the_changes_of_an_event(event: ms.Event, told: dict[str, Any]) -> None:
    """An event changes these values and no others."""
    assert changes(BASE.public(), event) == told
    with_piles = {place: value for place, value in changes(BASE, event).items() if not place.startswith("hidden")}
    assert with_piles == told


def test_every_built_in_event_has_a_test_here() -> None:
    """Other tests cover events that begin a game, begin or end a phase, reveal a tile, or belong to extensions."""
    elsewhere = {GameStarted, PhaseStarted, GameEnded, TurnEnded, ChamberRevealed, TileLaid}
    elsewhere |= {CardAwaited, CardTurnedUp, PartChanged, MomentsPassed}
    elsewhere |= {DeckReshuffled, DieAwaited, DieRolled, TileLookedAt, TileSeen}
    classes = {cls for cls in vars(ms.model.events).values() if isinstance(cls, type) and issubclass(cls, ms.Event)}
    assert {type(event) for event, _ in ROWS} == classes - elsewhere - {ms.Event}


def test_a_miner_arrives() -> None:
    """CASTLE-2: the miner is in the castle. In a public state, a missing order of the castle is then pending."""
    event = MinersMoved(0, "stock", "arriving", 1)
    told = {"players.0.stock": 0, "turn.arriving": 1}
    assert changes(BASE, event) == told
    waiting = {"to_move": None, "turn.seat": 0, "pending.pile": "order", "pending.place": 1}
    assert changes(BASE.public(), event) == told | waiting


def test_a_tile_is_laid() -> None:
    """VAR-MAP: the tile is known and has no cubes, and a second tile cannot be laid there."""
    table = ms.open_table(["Ada", "Ben"], ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True))
    laid = ms.evolve(table, TileLaid("1L1", ms.ChamberTile.parse("BG/1")))
    here = laid.mine.chamber("1L1")
    assert (str(here.tile), here.revealed, here.salt.total, here.water) == ("BG/1", False, 0, 0)
    assert laid.pending == ms.Pending("tile", "1L2")
    with pytest.raises(ms.MisuseError, match="1L1: a tile is already face up there"):
        ms.evolve(laid, TileLaid("1L1", ms.ChamberTile.parse("BG/1")))


def test_a_phase_begins() -> None:
    """PHASE-2: the phase gets its number and first player; hires and completed orders return to 0; seen pieces stay."""
    before = BASE.public()
    told = changes(before, ToolMoved("rope", "workshop:0", "box"), PhaseStarted(2, 1), TurnStarted(1, 1, 1))
    assert told == {
        "workshop.offer": [None, "cart", None],
        "phase": 2,
        "round": 1,
        "start_seat": 1,
        "to_move": 1,
        "inn.hired": 0,
        "castle.completed": 0,
        "turn.visited": [],
        "turn.arrived": [],
        "extras": None,
        "extras.seen.tools": ["rope"],
        "extras.seen.orders": [1, 0],
    }
    plain = ms.evolve(before, PhaseStarted(2, 1))
    assert (plain.round, dict(plain.extras)) == (1, {"seen": SeenPieces((), (1, 0))})


def test_a_turn_and_a_game_end() -> None:
    """END-1: no turn is left, and the seat of a game that is over is the starting player's."""
    ended = ms.evolve(BASE, TurnEnded(0))
    assert ended == attrs.evolve(BASE, turn=None)
    later = attrs.evolve(BASE, start_seat=1)
    assert ms.evolve(later, GameEnded()) == attrs.evolve(later, turn=None, is_over=True, turn_seat=1)
    moved = ms.evolve(ended, MinersMoved(0, "stock", "S1", 1))
    assert (moved.turn, moved.mine["S1"].rested) == (None, (2, 1))


def test_a_tile_is_revealed() -> None:
    """REVEAL-1: the tile is in its chamber and no longer hidden."""
    assert BASE.hidden is not None
    tile = BASE.hidden.tile_of("3R2")
    assert tile is not None
    after = ms.evolve(BASE, ChamberRevealed("3R2", tile))
    assert after.hidden is not None
    assert (after.mine.chamber("3R2").tile, after.mine.chamber("3R2").revealed) == (tile, True)
    assert after.hidden.tiles == (*BASE.hidden.tiles[:-1], None)
    assert (after.hidden.orders, after.hidden.tools) == (BASE.hidden.orders, BASE.hidden.tools)
    assert ms.evolve(BASE.public(), ChamberRevealed("3R2", tile)) == after.public()


def test_cards_are_drawn_from_the_piles() -> None:
    """SETUP-2: cards leave the top of this phase's orders and of the tools, and the other piles stay the same."""
    full = position()
    state = attrs.evolve(
        full,
        workshop=attrs.evolve(full.workshop, offer=(None, None, None)),
        castle=attrs.evolve(full.castle, open=(full.castle.open[0], None, None)),
    )
    assert state.hidden is not None
    order, tool = state.hidden.orders[0][0], state.hidden.tools[0]
    stacks = state.castle.stack, state.workshop.stack
    after = ms.evolve(ms.evolve(state, OrderMoved(order, "order_stack", "castle:1")), ToolMoved(tool, "tool_stack", 1))
    assert after.hidden is not None
    assert after.hidden.orders == (state.hidden.orders[0][1:], *state.hidden.orders[1:])
    assert after.hidden.tools == state.hidden.tools[1:]
    assert after.hidden.tiles == state.hidden.tiles
    assert (after.castle.stack, after.workshop.stack) == (stacks[0] - 1, stacks[1] - 1)
    assert (after.castle.open[1], after.players[1].tools) == (order, (ms.ToolCard(tool),))
    boxed = state
    for event in (PileMoved("order_stack", "box", stacks[0]), PileMoved("tool_stack", "box", stacks[1])):
        boxed = ms.evolve(boxed, event)
    assert boxed.hidden is not None
    assert (boxed.castle.stack, boxed.workshop.stack, boxed.hidden.orders[0]) == (0, 0, ())
    assert boxed.hidden.tools == state.hidden.tools[stacks[1] :]
    assert boxed.castle.open == state.castle.open


NO_TURN = "this event needs a current turn, but there is none"


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (ActionTaken(0, "rest", None), NO_TURN),
        (ActionPassed(0), NO_TURN),
        (ActionClosed(0), NO_TURN),
        (MinersMoved(0, "stock", "arriving", 1), NO_TURN),
        (MinersMoved(0, "stock", "moon", 1), "'moon' cannot hold miners"),
        (MinersMoved(0, "inn", "stock", 1), "'inn' cannot hold miners"),
        (
            MinersMoved(1, "market", "castle", 2),
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        (
            MinersMoved(0, "market", "stock", 0),
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        (
            MinersMoved(0, "stock", "market", 1),
            "market: an assistant's place holds one miner: it can enter only a free place, and leave only its own",
        ),
        (SaltMoved("S1", "bank", ms.SaltAmount(1)), "'S1' cannot hold salt"),
        (SaltMoved("bank", "stock", ms.SaltAmount(1)), "'stock' cannot hold salt"),
        (SaltMoved(0, "bank", ms.SaltAmount(2)), "A: more cubes of salt leave than are there"),
        (SaltMoved(0, "bank", ms.SaltAmount(green=2)), "A: more cubes of salt leave than are there"),
        (WaterMoved("bank", "S1", 1), "'S1' cannot hold water"),
        (WaterMoved("1L1", "bank", 2), "1L1: more cubes of water leave than are there"),
        (MoneyMoved(0, "market", 1), "'market' cannot hold money"),
        (MoneyMoved(0, 1, 11), "A: more groszy leave than are there"),
        (PileMoved("order_stack", "box", BASE.castle.stack + 1), "order_stack: more cards leave than are there"),
        (PileMoved("tool_stack", "box", BASE.workshop.stack + 1), "tool_stack: more cards leave than are there"),
        (ToolUsed(0, "cart"), "A: does not own a ready cart"),
        (ToolReadied(0, "rope"), "A: does not own a used rope"),
        (ToolMoved("food", 0, 1), "A: does not own ToolCard(tool='food', used=True)"),
    ],
)
def test_an_impossible_event(event: ms.Event, message: str) -> None:
    """SET-SUPPLY: nothing leaves a place that does not hold it, and nothing goes where it cannot be."""
    state = attrs.evolve(BASE, turn=None)
    with pytest.raises(ms.MisuseError) as caught:
        ms.evolve(state, event)
    assert str(caught.value).startswith(f"{str(event)[:200]} does not fit the position: {message}"[:460])


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize(
    "build",
    [
        lambda seat: PhaseStarted(2, seat),
        lambda seat: TurnStarted(seat, 1, 2),
        lambda seat: MinersMoved(seat, "bank", "stock", 1),
        lambda seat: MinersMoved(seat, "stock", "S1", 1),
        lambda seat: MinersMoved(seat, "S1", "castle", 1),
        lambda seat: MinersMoved(seat, "S1", "S2", 1),
        lambda seat: MinersTired(seat, "1L1", 1),
        lambda seat: MoneyMoved("bank", seat, 1),
        lambda seat: SaltMoved("bank", seat, ms.SaltAmount(1)),
        lambda seat: SaltMoved(seat, "bank", ms.SaltAmount()),
        lambda seat: OrderMoved(ORDER, "castle:0", seat),
        lambda seat: OrderMoved(ORDER, seat, "box"),
        lambda seat: ToolMoved("rope", "workshop:0", seat),
        lambda seat: ToolMoved("rope", seat, "box"),
        lambda seat: ToolUsed(seat, "rope"),
    ],
)
def test_a_seat_that_nobody_has(build: Callable[[int], ms.Event], seat: int) -> None:
    """A negative seat does not mean a player counted from the last one."""
    event = build(seat)
    with pytest.raises(ms.MisuseError) as caught:
        ms.evolve(BASE, event)
    assert str(caught.value).startswith(f"{event} does not fit the position: ")
    assert f"{seat} is not a seat" in str(caught.value)


def test_the_event_that_does_not_fit_is_named() -> None:
    """The message names the first event that does not fit, or says that there is no event."""
    started = ms.Game.new(["Ada", "Ben"], seed=2).log.started
    with pytest.raises(
        ms.MisuseError,
        match=r"^ActionPassed\(seat=0\) does not fit the position: this event needs a current turn, but there is none",
    ):
        ms.fold([started, TurnEnded(0), ActionPassed(0), TurnEnded(0)])
    with pytest.raises(
        ms.MisuseError, match=r"^\[\] does not fit the position: expected GameStarted as the first event"
    ):
        ms.fold([])
    with pytest.raises(ms.MisuseError, match=r"expected GameStarted as the first event of a game, got TurnEnded$"):
        ms.fold([TurnEnded(0)])
    with pytest.raises(
        ms.MisuseError,
        match=r"GameStarted can only be the first event of a game$",
    ):
        ms.fold([started, started])
