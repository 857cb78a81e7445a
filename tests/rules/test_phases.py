"""The end of a phase and the next one's setup: ``rules/phases.py``."""

import random

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import (
    MinersMoved,
    MinersRested,
    OrderMoved,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    ToolMoved,
    TurnStarted,
)
from magnum_sal.testing import check_invariants, given

DONE = "order BB=9, order BB=9, order BG=11, order BG=11"
STAYING = attrs.evolve(ms.STANDARD, castle_line_stays=True)


@pytest.mark.parametrize(("players", "orders"), [(2, 4), (3, 5), (4, 5)])
def test_the_number_of_orders_that_ends_a_phase(players: int, orders: int) -> None:
    """PHASE-1: the 5th order ends the phase, or the 4th with two players; with one order fewer, play continues."""
    last = "ABCD"[players - 1]
    pieces = [f"order {order}" for order in ms.STANDARD.orders[0]]
    for owned, phase in ((orders, 2), (orders - 1, 1)):
        text = f"B: {', '.join(pieces[:owned])}"
        outcome = given(text, players=players, to_move=last, actions_left=1).when(ms.VisitTownSquare())
        assert outcome.state.phase == phase
        assert (PhaseEnded(1) in outcome.events) == (phase == 2)


def test_the_phase_ends_with_the_round() -> None:
    """PHASE-1: the phase ends after the turn of the player to the right of the phase's starting player, not before."""
    pieces = "order BB=9, order BB=9, order BG=11, order BG=11, order GG=13"
    table = given(f"A: {pieces}", players=3, start="C", to_move="C")
    outcome = table.when(ms.Pass()).when(ms.Pass())
    assert (outcome.state.phase, outcome.state.to_move) == (1, 0)
    outcome = outcome.when(ms.Pass()).when(ms.Pass())
    assert (outcome.state.phase, outcome.state.to_move) == (1, 1)
    outcome = outcome.when(ms.Pass()).when(ms.Pass())
    assert outcome.state.phase == 2


def test_further_orders_of_the_round_count() -> None:
    """PHASE-1: orders that are completed later in the last round count for their player."""
    table = given(
        "A: order BB=9, order BB=9, order BG=11, order BG=11 | B: BBB | castle: BBB=15 - -", to_move="B", arriving=1
    )
    after = table.when(ms.CompleteOrder(0)).when(ms.Pass()).when(ms.Pass()).state
    assert after.phase == 2
    assert after.players[1].orders == (ms.RoyalOrder.parse("BBB=15"),)


def test_a_phase_ends_only_with_enough_orders() -> None:
    """PHASE-1 (ruling): without enough orders, rounds continue, even if no order is left to complete."""
    owned = ", ".join(f"order {order}" for order in ms.STANDARD.orders[0][:3])
    state = given(f"A: {owned}", round=60, to_move="B", actions_left=1).when(ms.Pass()).state
    assert (state.phase, state.round) == (1, 61)


FULL = (
    "S1: AB | S2: A | 1L1: aB [BG/2] | 1L2: [?/1] | assistant market: A | assistant castle: B | inn: 1 | "
    f"A: {DONE}, rope used, food, BG, 7 groszy, stock 2, left 1, right 2 | B: cart used, right 1 | "
    "market: W | workshop: bucket pickaxe - | castle: BBG=17 - GG=13, stack 2"
)


def ended(text: str = FULL) -> ms.GameState:
    """Return the state after the last action of phase I."""
    return given(text, to_move="B", actions_left=1).when(ms.Pass()).state


def test_everybody_returns_rested_to_stock() -> None:
    """PHASE-2: the miners return from the mine, the buildings and, by a ruling, the castle line."""
    before = given(FULL, to_move="B", actions_left=1).state
    after = ended()
    for seat in (0, 1):
        owned = before.ruleset.miners_per_colour - before.bank.miners[seat]
        assert (after.players[seat].stock, after.players[seat].line_left, after.players[seat].line_right) == (
            owned,
            0,
            0,
        )
    assert all(not space.miners for space in after.mine.spaces)
    assert set(after.assistants.values()) == {None}


def test_the_events_say_who_goes_where() -> None:
    """PHASE-2: each group of miners has an event with its place; tired miners stand up first."""
    given(FULL, to_move="B", actions_left=1).when(ms.Pass()).then(
        PhaseEnded(1),
        MinersRested(0, "1L1", 1),
        MinersMoved(0, "S1", "stock", 1),
        MinersMoved(0, "S2", "stock", 1),
        MinersMoved(0, "1L1", "stock", 1),
        MinersMoved(0, "line_right", "stock", 2),
        MinersMoved(0, "line_left", "stock", 1),
        MinersMoved(0, "market", "stock", 1),
    )


def test_the_mine_keeps_its_salt_water_and_tiles() -> None:
    """PHASE-2: revealed tiles stay revealed, and water stays, even on a tile that is not revealed."""
    before, after = given(FULL, to_move="B").state, ended()
    for chamber in ("1L1", "1L2"):
        old, new = before.mine.chamber(chamber), after.mine.chamber(chamber)
        assert (new.revealed, new.salt, new.water, new.tile) == (old.revealed, old.salt, old.water, old.tile)


def test_players_keep_what_they_own() -> None:
    """PHASE-2: players keep money, salt and orders, and their used tools become ready."""
    ada = ended().players[0]
    assert (ada.money, str(ada.salt), len(ada.orders)) == (7, "BG", 4)
    assert ada.tools == (ms.ToolCard("rope", False), ms.ToolCard("food", False))
    assert ended().players[1].tools == (ms.ToolCard("cart", False),)


def test_unused_cards_leave_the_game() -> None:
    """PHASE-2: open and stacked orders and unsold tools of the phase leave the game."""
    outcome = given(FULL, to_move="B", actions_left=1).when(ms.Pass())
    outcome.then(
        OrderMoved(ms.RoyalOrder.parse("BBG=17"), "castle:0", "box"),
        OrderMoved(ms.RoyalOrder.parse("GG=13"), "castle:2", "box"),
        PileMoved("order_stack", "box", 2),
        ToolMoved("bucket", "workshop:0", "box"),
        ToolMoved("pickaxe", "workshop:1", "box"),
    )
    assert outcome.state.hidden is not None
    assert outcome.state.hidden.orders[0] == ()


def test_an_unsold_stack_of_tools_leaves_the_game_unseen() -> None:
    """PHASE-2: the phase's stack leaves face down, and phase II deals its own seven tools (SETUP-2)."""
    table = given(f"A: {DONE}", to_move="B", actions_left=1)
    assert table.state.workshop.stack == 4
    assert table.state.hidden is not None
    deck = table.state.hidden.tools
    outcome = table.when(ms.Pass()).then(PileMoved("tool_stack", "box", 4))
    assert outcome.state.workshop.offer == deck[4:7]
    assert outcome.state.workshop.stack == 4


@pytest.mark.parametrize(
    ("market", "refilled"), [("-", "BG"), ("W", "BGW"), ("B", "BG"), ("GGG", "BGGG"), ("BBWW", "BBGWW"), ("BG", "BG")]
)
def test_the_market_is_refilled(market: str, refilled: str) -> None:
    """PHASE-2: the market gets a brown and a green cube, each only if it has none of that kind; white is not added."""
    text = f"A: {DONE} | market: {market}"
    assert str(ended(text).market) == refilled


def test_the_marker_goes_one_seat_to_the_left() -> None:
    """PHASE-2: the marker moves clockwise, and its holder begins the next phase."""
    pieces = f"{DONE}, order GG=13"
    for start, last, first in (("A", "C", 1), ("B", "A", 2), ("C", "B", 0)):
        after = given(f"A: {pieces}", players=3, start=start, to_move=last, actions_left=1).when(ms.Pass()).state
        assert (after.start_seat, after.to_move, after.round) == (first, first, 1)
        assert after.turn is not None
        assert after.turn.actions_left == 1


@pytest.mark.parametrize(("players", "open_orders"), [(2, 3), (3, 3), (4, 4)])
def test_the_next_phase_is_set_up(players: int, open_orders: int) -> None:
    """
    SETUP-2: 3 orders are face up, or 4 with four players.

    Seven tools are dealt, and the order track and the inn marker return to their starts.
    """
    table = given(f"A: {DONE}, order GG=13 | inn: 2", players=players, to_move="ABCD"[players - 1], actions_left=1)
    assert table.state.hidden is not None
    orders, tools = table.state.hidden.orders[1], table.state.hidden.tools[table.state.workshop.stack :]
    outcome = table.when(ms.Pass()).then(
        PhaseStarted(2, 1),
        PileMoved("orders:2", "order_stack", 8),
        OrderMoved(orders[0], "order_stack", "castle:0"),
        PileMoved("tool_deck", "tool_stack", 7),
        ToolMoved(tools[0], "tool_stack", "workshop:0"),
        TurnStarted(1, 1, 1),
    )
    after = outcome.state
    assert after.castle.open == orders[:open_orders]
    assert (after.castle.stack, after.castle.completed) == (8 - open_orders, 0)
    assert (after.workshop.offer, after.workshop.stack) == (tools[:3], 4)
    assert after.inn.hired == 0


def test_a_new_phase_of_a_public_state_waits_for_its_cards() -> None:
    """SETUP-2: orders, then tools must be revealed one by one, and the first turn begins after them."""
    state, events = ms.apply(given(f"A: {DONE}", to_move="B", actions_left=1).state.public(), ms.Pass())
    assert events[-2:] == (PhaseStarted(2, 1), PileMoved("orders:2", "order_stack", 8))
    waited = []
    while state.pending is not None:
        assert (state.turn, state.to_move, ms.legal_moves(state)) == (None, None, ())
        waited.append((state.pending.pile, state.pending.place))
        state, events = ms.reveal(state, ms.outcomes(state)[0][0])
    assert waited == [("order", 0), ("order", 1), ("order", 2), ("tool", 0), ("tool", 1), ("tool", 2)]
    assert events[-1] == TurnStarted(1, 1, 1)
    assert (state.to_move, state.castle.stack, state.workshop.stack) == (1, 5, 4)


def test_the_first_turn_is_decided_in_the_state_that_the_setup_leaves() -> None:
    """TURN-1, SETUP-2: a ruling sees the phase that has begun, whether its cards were dealt or turned up one by one."""
    seen: list[ms.GameState] = []

    def actions(state: ms.GameState, seat: int, round: int) -> int:
        if state.turn is None:
            seen.append(state.public())
        return state.phase

    rulings = attrs.evolve(ms.STANDARD.rulings, actions=actions)
    house = attrs.evolve(ms.STANDARD, name="actions by phase", rulings=rulings)
    before = given(f"A: {DONE}, rope used | B: right 1", to_move="B", actions_left=1, ruleset=house).state
    seen.clear()
    full, events = ms.apply(before, ms.Pass())
    assert TurnStarted(1, 1, 2) in events
    public, revealed = ms.apply(before.public(), ms.Pass())
    while public.pending is not None:
        public, more = ms.reveal(public, lying(full, public.pending))
        revealed += more
    assert revealed == events
    assert public == full.public()
    assert seen == 2 * [attrs.evolve(full.public(), turn=None)]


def lying(state: ms.GameState, pending: ms.Pending) -> ms.RoyalOrder | str:
    """Return the card that a phase's setup has put on a slot."""
    card = (state.castle.open if pending.pile == "order" else state.workshop.offer)[int(pending.place)]
    assert card is not None
    return card


def test_nobody_arrives_when_a_phase_begins() -> None:
    """PHASE-2: the line is empty when a phase begins, so the first turn begins without arrivals."""
    after = given(f"A: {DONE} | B: left 2, right 1", to_move="B", actions_left=1).when(ms.Pass()).state
    assert after.turn is not None
    assert after.turn.arriving == 0
    assert after.players[1].stock == 5


LINE = f"A: {DONE}, left 1, right 2, BB | B: left 2, right 1, BB | S1: AB | assistant market: B"


def test_the_line_stays() -> None:
    """VAR-LINE: the miners in the circles stay there, and all others return as in PHASE-2."""
    outcome = given(LINE, to_move="B", actions_left=1, ruleset=STAYING).when(ms.Pass())
    home = [event for event in outcome.events if isinstance(event, MinersMoved) and event.target == "stock"]
    assert home == [
        MinersMoved(0, "S1", "stock", 1),
        MinersMoved(1, "S1", "stock", 1),
        MinersMoved(1, "market", "stock", 1),
    ]
    ada = outcome.state.players[0]
    assert (ada.line_left, ada.line_right) == (1, 2)
    check_invariants(outcome.state)


def test_the_line_that_stays_moves_in_the_first_turn() -> None:
    """VAR-LINE: the line moves by CASTLE-2, after the phase has been set up and before the starting player's action."""
    outcome = given(LINE, to_move="B", actions_left=1, ruleset=STAYING).when(ms.Pass())
    assert outcome.events[-3:] == (
        TurnStarted(1, 1, 1),
        MinersMoved(1, "line_left", "arriving", 2),
        MinersMoved(1, "line_right", "line_left", 1),
    )
    state = outcome.state
    assert (state.to_move, state.phase, state.players[1].line_left, state.players[1].line_right) == (1, 2, 1, 0)
    assert state.turn is not None
    assert (state.turn.arriving, state.turn.actions_left) == (2, 1)
    assert {move.type for move in ms.legal_moves(state)} <= {"complete_order", "pay_penalty"}
    after = given(LINE, to_move="B", actions_left=1, ruleset=STAYING).when(ms.Pass())
    for _ in range(2):
        after = after.when(ms.legal_moves(after.state)[0])
    assert ms.is_legal(after.state, ms.VisitTownSquare())
    third = after.when(ms.Pass()).state  # the turn of the other player, whose line moves now
    assert third.turn is not None
    assert (third.to_move, third.turn.arriving, third.players[0].line_left) == (0, 1, 2)


def test_an_arrival_delivers_to_the_new_phase() -> None:
    """VAR-LINE, CASTLE-3: the open orders are those of the new phase, and deliveries count for it."""
    for text in (LINE, LINE.replace("B: left 2, right 1, BB", "B: left 1, BBGGWW")):
        state = given(text, to_move="B", actions_left=1, ruleset=STAYING).when(ms.Pass()).state
        deliveries = [move for move in ms.legal_moves(state) if isinstance(move, ms.CompleteOrder)]
        for move in deliveries:
            order = state.castle.open[move.slot]
            assert order in ms.STANDARD.orders[1]
            assert ms.apply(state, move).state.castle.completed == 1
        assert deliveries or any(isinstance(move, ms.PayPenalty) for move in ms.legal_moves(state))


def test_a_line_that_stays_is_determinized_like_any_position() -> None:
    """VAR-LINE: ``determinize`` and the public view keep the line and the arrivals."""
    state = given(LINE, to_move="B", actions_left=1, ruleset=STAYING).when(ms.Pass()).state
    guess = ms.determinize(state.public(), random.Random(1))
    check_invariants(guess)
    assert guess.public() == state.public()
    assert ms.legal_moves(guess) == ms.legal_moves(state)


def test_the_line_stays_when_the_game_ends() -> None:
    """VAR-LINE: END-1 leaves the board unchanged, with or without the variant."""
    done = "order GW=17, order BGG=19, order BBW=21, order WW=21"
    for ruleset in (ms.STANDARD, STAYING):
        table = given(f"A: {done}, left 1", phase=3, completed=4, to_move="B", actions_left=1, ruleset=ruleset)
        after = table.when(ms.Pass()).state
        assert after.is_over
        assert after.players[0].line_left == 1
