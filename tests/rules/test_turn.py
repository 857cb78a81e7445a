"""The turn: ``rules/turn.py``, and what the engine checks before a move's own rule."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import TurnEnded, TurnStarted
from magnum_sal.testing import given

TIRED = "S1: A | S2: A | 1L1: aa [B/1]"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounds_go_clockwise_from_the_starting_player(players: int) -> None:
    """TURN-1: all players take one turn a round, beginning with the phase's starting player."""
    state = given("", players=players, round=1, start="B", to_move="B").state
    seen = []
    for _ in range(3 * players):
        assert state.turn is not None
        seen.append((state.round, state.to_move, state.turn.actions_left))
        for _ in range(state.turn.actions_left):
            state = ms.apply(state, ms.Pass()).state
    order = [(1 + turn) % players for turn in range(players)]
    assert seen == [(number, seat, 1 if number == 1 else 2) for number in (1, 2, 3) for seat in order]


def test_a_turn_of_the_first_round_has_one_action() -> None:
    """TURN-1: a turn has one action in the first round of a phase, and two later."""
    for number, actions in ((1, 1), (2, 2), (9, 2)):
        outcome = given("", round=number).when(ms.VisitTownSquare())
        assert (outcome.state.to_move == 1) == (actions == 1)


def test_miners_in_the_line_move_before_anything_else() -> None:
    """TURN-2: the player's miners in the line move and deliver before the actions and before any tool."""
    table = given(f"{TIRED} | A: left 1, food", to_move="B", actions_left=1)
    outcome = table.when(ms.Pass())
    outcome.when(ms.UseFood(("1L1",))).is_refused("CASTLE-3", "has reached the castle")
    outcome.when(ms.PayPenalty(3)).when(ms.UseFood(("1L1",))).when(ms.Pass()).then()


def test_free_tools_come_before_between_and_after_the_actions() -> None:
    """TURN-2: using a bucket or food takes no action."""
    outcome = given("S1: A | S2: A | 1L1: aaA [B/2] | A: 3 food")
    outcome.when(ms.UseFood(("1L1",))).when(ms.VisitTownSquare()).when(ms.UseFood(("1L1",))).when(ms.Pass()).then(
        TurnEnded(0)
    )
    after = outcome.when(ms.VisitTownSquare()).when(ms.Pass())
    assert after.state.to_move == 0
    after.when(ms.UseFood(("1L1",))).then()


def test_the_engine_ends_the_turn_automatically() -> None:
    """TURN-2 (ruling): the turn ends when no action and no such tool use is left."""
    outcome = given("A: food, rope").when(ms.VisitTownSquare()).when(ms.VisitInn())
    outcome.then(TurnEnded(0), TurnStarted(1, 2, 2))
    assert outcome.state.to_move == 1


@pytest.mark.parametrize(
    ("text", "last", "use"),
    [
        (f"{TIRED} | A: food", ms.Pass(), ms.UseFood(("1L1",))),
        (f"{TIRED} | A: bucket", ms.Pass(), ms.UseBucket("1L1", "1L2")),
        ("A: rope", ms.PlaceMiner("stock", "S1"), ms.UseRope("stock", "S1")),
    ],
)
def test_the_player_ends_the_turn_while_a_tool_use_is_left(text: str, last: ms.Move, use: ms.Move) -> None:
    """
    TURN-2 (ruling): ``end_turn`` is legal only after the last action, while a tool can still be used.

    The tools are ``use_rope``, ``use_bucket`` and ``use_food``.
    """
    outcome = given(text, actions_left=1).when(last)
    assert outcome.state.to_move == 0
    assert {move.type for move in ms.legal_moves(outcome.state)} == {use.type, "end_turn"}
    outcome.when(ms.EndTurn()).then(TurnEnded(0), TurnStarted(1, 2, 2))
    outcome.when(use).then(TurnEnded(0))


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (2, "you have 2 actions left; pass if you do not want to use them"),
        (1, "you have 1 action left; pass if you do not want to use it"),
    ],
)
def test_an_unwanted_action_is_passed(actions: int, sentence: str) -> None:
    """TURN-2: the player cannot end the turn while an action is left."""
    table = given(f"{TIRED} | A: food", actions_left=actions)
    table.when(ms.EndTurn()).is_refused("TURN-2", sentence)


def test_an_action_needs_one_left() -> None:
    """TURN-2: after the last action, the player can only use tools."""
    table = given(f"{TIRED} | A: food", actions_left=0)
    for move in (ms.VisitTownSquare(), ms.Pass(), ms.Rest(), ms.PlaceMiner("S2", "S1"), ms.VisitCastle("stock")):
        table.when(move).is_refused("TURN-2", "you have no actions left this turn")


def test_delivering_needs_an_arrival() -> None:
    """TURN-2: only players with a miner who reached the castle complete orders and pay penalties."""
    for move in (ms.CompleteOrder(0), ms.PayPenalty(3)):
        given("A: BB, left 1").when(move).is_refused("TURN-2", "none of your miners has reached the castle")


def test_a_rope_follows_a_placement() -> None:
    """TURN-2: a rope is not available at any other time."""
    given("S1: A | A: rope").when(ms.UseRope("stock", "S1")).is_refused(
        "TURN-2", "this is possible only right after placing or moving a miner in the mine"
    )


def test_the_same_action_twice() -> None:
    """TURN-3: players may repeat placing, extracting, assistants and passes."""
    given("").when(ms.PlaceMiner("stock", "S1")).when(ms.PlaceMiner("stock", "S1")).then()
    given("").when(ms.PlaceAssistant("stock", "market")).when(ms.PlaceAssistant("stock", "castle")).then()
    cube = ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0))
    given("S1: A | S2: A | 1L1: AA [BB/0]").when(cube).when(cube).then()
    given("").when(ms.Pass()).when(ms.Pass()).then()


@pytest.mark.parametrize(
    ("visit", "name"),
    [
        (ms.VisitInn(), "inn"),
        (ms.VisitWorkshop(0), "workshop"),
        (ms.VisitPumpHouse("1L1", 1), "pump house"),
        (ms.VisitMarket((ms.Transaction("buy", "brown"),)), "market"),
        (ms.VisitTownSquare(), "town square"),
        (ms.VisitCastle("stock"), "castle"),
    ],
)
def test_a_building_is_visited_at_most_once_a_turn(visit: ms.Move, name: str) -> None:
    """TURN-3: after a visit, another building may follow, and the same one in the next turn."""
    table = given("S1: A | S2: A | 1L1: A [B/2] | A: 40 groszy, stock 3")
    outcome = table.when(visit)
    outcome.when(visit).is_refused("TURN-3", f"you have already visited the {name} this turn")
    other = ms.VisitInn() if name != "inn" else ms.VisitTownSquare()
    next_turn = outcome.when(other).when(ms.Pass()).when(ms.Pass())
    assert next_turn.state.to_move == 0
    if name != "castle":
        next_turn.when(visit).then()
