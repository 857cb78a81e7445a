"""Rare positions: ends, ties, empty stacks, an overdrawn bank, rope sequences, stray water."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import GameEnded, MinersMoved, PhaseEnded
from magnum_sal.testing import check_invariants, given

PHASE_III_DONE = (
    "S1: AB | S2: A | 1L1: a [B/1] | A: order GG=13, order BGG=19, order BBW=21, order GGG=21, rope used, 9 groszy, BG"
)
"""A position of two players who have completed the four orders that end phase III."""


def last_turn(text: str = PHASE_III_DONE, **options: object) -> ms.GameState:
    """Return the state after the last move of the game."""
    table = given(f"{text} | assistant market: B", phase=3, completed=4, to_move="B", actions_left=1, **options)
    outcome = table.when(ms.Pass())
    assert outcome.events[-2:] == (PhaseEnded(3), GameEnded())
    return outcome.state


def test_the_game_is_over_with_the_third_phase() -> None:
    """END-1: the game is over at once, and nobody is to move."""
    state = last_turn()
    assert state.is_over
    assert (state.to_move, state.turn, state.phase) == (None, None, 3)
    assert ms.legal_moves(state) == ()
    check_invariants(state)


def test_the_turn_seat_without_a_turn() -> None:
    """END-1, SETUP-2: after the end, and before a phase's first turn, ``turn_seat`` is the starting player."""
    over = last_turn()
    assert (over.turn_seat, over.player) == (over.start_seat, over.players[0])
    waiting = ms.open_table(["Ada", "Ben"], start_seat=1)
    assert (waiting.turn, waiting.turn_seat) == (None, 1)


def test_the_board_stays_unchanged() -> None:
    """END-1: PHASE-2 is skipped, so miners (tired ones too), cards, tools and market stay."""
    state = last_turn(PHASE_III_DONE + " | market: W | B: left 1, right 1")
    assert state.mine["S1"].rested == (1, 1)
    assert state.mine["1L1"].tired == (1, 0)
    assert state.assistant("market") == 1
    assert (state.players[1].line_left, state.players[1].line_right) == (1, 1)
    assert state.players[0].tools == (ms.ToolCard("rope", used=True),)
    assert state.market == ms.SaltAmount(white=1)
    assert (state.castle.completed, state.start_seat) == (4, 0)
    assert state.workshop.offer != (None, None, None)


@pytest.mark.parametrize(
    "move",
    [
        ms.Pass(),
        ms.PlaceMiner("stock", "S1"),
        ms.CompleteOrder(0),
        ms.PayPenalty(3),
        ms.EndTurn(),
        ms.UseRope("stock", "S1"),
    ],
)
def test_after_the_end_every_move_is_refused(move: ms.Move) -> None:
    """END-1: the end of the game is the first of all objections."""
    state = last_turn()
    assert ms.objection(state, move) == ms.Objection("END-1", "game_over")
    with pytest.raises(ms.IllegalMoveError, match=r"the game is over \[END-1\]"):
        ms.apply(state, move)


def test_the_final_scores() -> None:
    """END-1: the score is money, 3 groszy per cube and the value of the tools; the richest player wins."""
    ada, ben = last_turn().scores
    assert (ada.total, ada.rank) == (9 + 6 + 2, 1)
    assert (ben.total, ben.rank) == (10, 2)


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("B: 17 groszy", (1, 2)),
        ("B: 17 groszy, order BB=9, order BB=9, order BG=11, order BG=11, order BBB=15", (2, 1)),
        ("B: 17 groszy, order BB=9, order BB=9, order BG=11, order BG=11, stock 5", (1, 2)),
        ("B: 17 groszy, order BB=9, order BB=9, order BG=11, order BG=11, stock 3", (2, 1)),
        ("B: 17 groszy, order BB=9, order BB=9, order BG=11, order BG=11", (2, 1)),
        ("B: 15 groszy, cart, order BB=9, order BB=9, order BG=11, order BG=11", (1, 1)),
    ],
    ids=["orders", "more orders", "miners", "fewer miners", "fewer tools", "shared"],
)
def test_ties_are_broken_in_order(text: str, ranks: tuple[int, int]) -> None:
    """END-1: at 17 groszy each, more orders win, then fewer miners, then fewer tools; else the victory is shared."""
    state = last_turn(f"{PHASE_III_DONE} | {text}")
    assert [score.total for score in state.scores] == [17, 17]
    assert tuple(score.rank for score in state.scores) == ranks


def test_the_phase_continues_to_the_end_of_its_round() -> None:
    """PHASE-1: phase III also ends with its round, whose deliveries count."""
    text = "A: order GG=13, order BG=11, order BG=11, order BBB=15 | B: GGW | castle: GGW=25 - -"
    table = given(text, phase=3, completed=4, to_move="A", actions_left=1)
    state = table.when(ms.Pass()).state
    assert not state.is_over
    table = given(text, phase=3, completed=4, to_move="B", arriving=1)
    state = table.when(ms.CompleteOrder(0)).when(ms.Pass()).when(ms.Pass()).state
    assert state.is_over
    assert state.players[1].money == 35


def test_order_stacks_run_dry() -> None:
    """CASTLE-6: after eight orders of a phase none is left, and every arrival pays."""
    orders = [f"order {order}" for order in ms.STANDARD.orders[0][:6]]
    text = f"A: BBBBGGG | B: {', '.join(orders)} | castle: BBG=17 BBG=17 -, stack 0"
    outcome = given(text, arriving=3).when(ms.CompleteOrder(1)).when(ms.CompleteOrder(0))
    assert outcome.state.castle.open == (None, None, None)
    assert outcome.state.castle.completed == 8
    for slot in range(3):
        outcome.when(ms.CompleteOrder(slot)).is_refused("CASTLE-6", f"space {slot + 1} of the castle is empty")
    outcome.when(ms.PayPenalty(3)).then(MinersMoved(0, "arriving", "stock", 1))


def test_the_banks_money_may_go_below_zero() -> None:
    """SET-SUPPLY (ruling): the number of coins in the box does not limit the bank."""
    table = given("A: BB, 440 groszy | castle: BB=9 - -", arriving=1)
    assert table.state.bank.money == 445 - 450
    after = table.when(ms.CompleteOrder(0)).state
    assert after.bank.money == -14
    check_invariants(after)


def test_the_banks_salt_may_go_below_zero() -> None:
    """SET-SUPPLY (ruling): a tile adds its cubes even if the box has none left."""
    table = given(f"S1: A | S2: A | A: {'B' * 18}")
    assert table.state.bank.salt.brown == 0
    after = table.when(ms.PlaceMiner("stock", "1L1")).state
    assert after.bank.salt.brown == -2
    assert ms.from_dict(ms.GameState, ms.to_dict(after)) == after


def test_the_banks_water_may_go_below_zero() -> None:
    """SET-SUPPLY (ruling): a tile adds its water even if the box has none left."""
    after = given("S1: A | S2: A | 1R1: [?/25]").when(ms.PlaceMiner("stock", "1L1")).state
    assert after.bank.water == -1
    check_invariants(after)


def test_an_overfull_sale_pays_the_lowest_printed_price() -> None:
    """MARKET-3: brown sold into a full column earns 3, twice; the column stays full, and the bank gets the cubes."""
    table = given("A: BB, commercial_privilege | market: BBBBGGGWW")
    two = (ms.Transaction("sell", "brown"), ms.Transaction("sell", "brown"))
    after = table.when(ms.VisitMarket(two, commercial_privilege=True)).state
    assert after.players[0].money == 16
    assert after.bank.salt.brown == table.state.bank.salt.brown + 2


def test_a_rope_sequence_down_to_level_two() -> None:
    """ROPE-1: one action moves four miners from stock down to S4, each one space further than the last."""
    outcome = given("A: 3 rope, stock 4", actions_left=1).when(ms.PlaceMiner("stock", "S1"))
    for target in ("S2", "S3", "S4"):
        outcome = outcome.when(ms.UseRope("stock", target))
    assert outcome.state.to_move == 1
    assert [outcome.state.mine[space].rested[0] for space in ("S1", "S2", "S3", "S4")] == [1, 1, 1, 1]


def test_a_rope_cannot_walk_one_miner_down() -> None:
    """ROPE-1 (ruling): an additional miner is a different one, even after several ropes."""
    outcome = given("S1: B | A: 3 rope, stock 2").when(ms.PlaceMiner("stock", "S1")).when(ms.UseRope("stock", "S1"))
    outcome.when(ms.UseRope("S1", "S2")).is_refused("ROPE-1", "all your rested miners in S1 arrived")


def test_a_rope_may_fill_the_space_left_by_the_first_miner() -> None:
    """ROPE-1: another miner can replace the moved one in the same action."""
    outcome = given("S1: B | S2: A | A: rope, stock 1").when(ms.PlaceMiner("S2", "S1"))
    outcome.when(ms.UseRope("S1", "S2")).is_refused("ROPE-1", "S1")
    outcome.when(ms.UseRope("stock", "S2")).then()


def test_water_waits_on_an_unrevealed_tile() -> None:
    """BUCKET-1: two buckets fill the chamber before the first miner comes; REVEAL-1 adds the printed water."""
    outcome = given("S1: A | S2: A | 1L1: A [BB/2] | A: 2 bucket, stock 1")
    moved = outcome.when(ms.UseBucket("1L1", "1L2")).when(ms.UseBucket("1L1", "1L2"))
    assert moved.state.mine.chamber("1L2").water == 2
    entered = moved.when(ms.PlaceMiner("stock", "1L2")).state.mine.chamber("1L2")
    assert entered.tile is not None
    assert entered.water == 2 + entered.tile.water


def test_water_on_an_unrevealed_tile_cannot_be_pumped() -> None:
    """PUMP-1: no miner can be in an unrevealed chamber."""
    given("S1: A | S2: A | 1L1: A [B/0] | 1L2: [?/2]").when(ms.VisitPumpHouse("1L2", 1)).is_refused(
        "PUMP-1", "you have no miner in 1L2"
    )


def test_a_phase_ends_with_miners_in_line() -> None:
    """PHASE-2 (ruling): the miners in both circles return to stock, and none arrives in the next phase."""
    done = "order BB=9, order BB=9, order BG=11, order BG=11"
    text = f"A: {done}, left 2, right 1 | B: left 1, right 1"
    state = given(text, to_move="B", actions_left=1).when(ms.Pass()).state
    assert state.phase == 2
    for player in state.players:
        assert (player.stock, player.line_left, player.line_right) == (5, 0, 0)


def test_the_marker_passes_through_three_phases() -> None:
    """PHASE-2: of three players, seat 2 begins the first phase, seat 0 the second and seat 1 the third."""
    for phase, start, first in ((1, "C", 0), (2, "A", 1)):
        state = given(
            "A: order BB=9, order BB=9, order BG=11, order BG=11, order GG=13"
            if phase == 1
            else "A: order BB=9, order BB=9, order BG=11, order BG=11, order BBB=15",
            players=3,
            phase=phase,
            completed=5,
            start=start,
            to_move="ABC"["ABC".index(start) - 1],
            actions_left=1,
        )
        after = state.when(ms.Pass()).state
        assert (after.phase, after.start_seat, after.to_move) == (phase + 1, first, first)


def test_a_player_without_money_still_has_moves() -> None:
    """TURN-4: a player who owns nothing still has a legal move."""
    table = given("A: 0 groszy, -, stock 0 | market: -", round=2)
    assert {move.type for move in table.legal()} == {"visit_town_square", "pass"}
