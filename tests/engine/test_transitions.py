"""Starting games, listing moves and applying them: ``transitions.py``."""

import random
import threading
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import (
    ChamberRevealed,
    GameStarted,
    MinersMoved,
    MoneyMoved,
    OrderMoved,
    ToolUsed,
    TurnEnded,
)
from magnum_sal.model.rule import Rule
from magnum_sal.testing import given, position

TWO = ("Ada", "Ben")


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([], "players: expected 2 to 4 players, got 0"),
        (["Ada"], "players: expected 2 to 4 players, got 1"),
        (["A", "B", "C", "D", "E"], "players: expected 2 to 4 players, got 5"),
        (["Ada", "Ada"], r"player 2: 'Ada' is already taken"),
        (["Ada", "Ben", " Ada\t"], r"player 3: 'Ada' is already taken"),
        (["", "Ben"], r"player 1: '' is not a name of 1 to 40 printable characters"),
        (["Ada", "  "], r"player 2: '  ' is not a name"),
        (["a" * 41, "Ben"], r"player 1: 'a{40}\.\.\.' is not a name of 1 to 40"),
        (["A\nda", "Ben"], r"player 1: 'A\\nda' is not a name"),
        (["A\x00", "Ben"], r"player 1: .* printable characters"),
        (["\u202eadA", "Ben"], r"player 1: .* printable characters"),
        (["\ud800", "Ben"], r"player 1: .* printable characters"),
        ([1, "Ben"], r"players\[0\]: 1 is not a text"),
        ([None, "Ben"], r"players\[0\]: None is not a text"),
        ("AB", "players: expected a list of names, got 'AB'"),
        (None, "players: expected a list of names, got None"),
        ({"Ada": 1, "Ben": 2}, "players: expected a list of names, got .*"),
        (2, "players: expected a list of names, got 2"),
    ],
)
def test_bad_names_are_refused(players: Any, message: str) -> None:
    """A game needs 2 to 4 different names of 1 to 40 printable characters, which are trimmed."""
    with pytest.raises(ms.MalformedError, match=message):
        ms.new_game(players, seed=1)


def test_names_are_trimmed() -> None:
    """Blanks around a name are removed; 40 characters and any script are accepted."""
    state = ms.new_game([" Ada ", "b" * 40, "Łucja Ż", "小明"], seed=1)
    assert [player.name for player in state.players] == ["Ada", "b" * 40, "Łucja Ż", "小明"]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"seed": 1, "setup": 1}, ms.MisuseError, "pass either seed or setup, not both"),
        ({"seed": "1"}, ms.MalformedError, "seed: expected a whole number, got '1'"),
        ({"seed": True}, ms.MalformedError, "seed: expected a whole number, got True"),
        ({"seed": 1.0}, ms.MalformedError, r"seed: expected a whole number, got 1\.0"),
        ({"setup": "x"}, ms.MalformedError, "setup: expected a Setup, got 'x'"),
        ({"seed": 1, "ruleset": "standard"}, ms.MalformedError, "ruleset: expected a Ruleset, got 'standard'"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """At most one of a seed and a setup is accepted, each of its type."""
    with pytest.raises(error, match=message):
        ms.new_game(TWO, **arguments)


@pytest.mark.parametrize(
    "call",
    [
        ms.legal_moves,
        lambda state: ms.objection(state, ms.Pass()),
        lambda state: ms.is_legal(state, ms.Pass()),
        lambda state: ms.apply(state, ms.Pass()),
        lambda state: ms.evolve([state], TurnEnded(0)),  # type: ignore[arg-type]  # odd on purpose
    ],
)
@pytest.mark.parametrize("state", [None, "state", 7, {}])
def test_values_other_than_states_are_misuse(call: Any, state: object) -> None:
    """The message says that the value is not a ``GameState``."""
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
        call(state)


@pytest.mark.parametrize("move", [None, "pass", {"type": "pass"}, ms.Move(), ms.Transaction("buy", "brown"), ms.Pass])
def test_values_other_than_moves_of_the_ruleset_are_malformed(move: Any) -> None:
    """Such a value is malformed rather than an illegal move."""
    state = ms.new_game(TWO, seed=1)
    for call in (ms.apply, ms.objection, ms.is_legal):
        with pytest.raises(ms.MalformedError, match="is not a move in the ruleset 'standard'"):
            call(state, move)


def test_apply_leaves_the_state_unchanged() -> None:
    """Neither a refused move nor a legal one changes the state."""
    state = given("S1: A | S2: A | 1L1: AA [BBG/1] | A: BG, rope, bucket").state
    before, number = ms.to_json(state), hash(state)
    for move in ms.legal_moves(state):
        ms.apply(state, move)
    with pytest.raises(ms.IllegalMoveError):
        ms.apply(state, ms.PlaceMiner("stock", "3R2"))
    assert ms.to_json(state) == before
    assert hash(state) == number


def test_a_transition_is_state_and_events() -> None:
    """A transition can be unpacked or read by name, and its state is the fold of its events."""
    state = ms.new_game(TWO, seed=1)
    outcome = ms.apply(state, ms.PlaceMiner("stock", "S1"))
    after, events = outcome
    assert (outcome.state, outcome.events) == (after, events)
    for event in events:
        state = ms.evolve(state, event)
    assert state == after


def test_an_equal_move_works_like_a_listed_one() -> None:
    """A move that equals a listed one leads to the same result, even if it is another object."""
    state = ms.new_game(TWO, seed=1)
    for move in ms.legal_moves(state):
        twin = attrs.evolve(move)
        assert ms.apply(state, twin) == ms.apply(state, move)


class TestTheOrderOfObjections:
    """The objection that is reported first if several apply."""

    def test_the_end_comes_first(self) -> None:
        """END-1: the end of the game precedes everything else."""
        over = attrs.evolve(position(""), is_over=True, turn=None)
        for rule in ms.STANDARD.rules:
            against = ms.objection(over, next(move for move in SAMPLES if type(move) is rule.move))
            assert against is not None
            assert against.rule == "END-1"

    def test_then_an_arrival(self) -> None:
        """CASTLE-3: an arrival precedes the kind of move and its rule, a lack of actions, and a second visit."""
        table = given("S1: A | S2: B", arriving=1, actions_left=0, visited=["town_square"])
        for move in (ms.VisitTownSquare(), ms.PlaceMiner("S1", "3R2"), ms.EndTurn(), ms.UseRope("stock", "S1")):
            table.when(move).is_refused("CASTLE-3", "complete an order or pay the penalty first")

    def test_then_the_kind_of_move(self) -> None:
        """TURN-2: the kind of move precedes the objections of its own rule."""
        given("S1: A | S2: B", actions_left=0).when(ms.PlaceMiner("S1", "3R2")).is_refused("TURN-2", "no actions left")
        given("S1: A | S2: B").when(ms.UseRope("S1", "3R2")).is_refused("TURN-2", "right after")
        given("").when(ms.CompleteOrder(99)).is_refused("TURN-2", "none of your miners has reached the castle")

    def test_then_a_second_visit(self) -> None:
        """TURN-3: a second visit precedes prices and cubes, but follows the lack of an action."""
        given("A: 0 groszy", visited=["inn"], actions_left=1).when(ms.VisitInn()).is_refused("TURN-3", "the inn")
        given("A: 0 groszy", visited=["inn"], actions_left=0).when(ms.VisitInn()).is_refused("TURN-2", "no action")

    def test_then_the_moves_own_objections_as_a_player_checks(self) -> None:
        """CHAIN-2: the source is checked before the target, and MINE-1 before the toll."""
        given("S1: A | S2: B").when(ms.PlaceMiner("S1", "3R2")).is_refused("CHAIN-2")
        poor = "S1: B | S2: B | 1L1: A [BB/0] | A: 0 groszy"
        given(poor).when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=2), 0, 0, (9, 9, 9))).is_refused("MINE-1")
        given(poor).when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 3, (9, 9, 9))).is_refused("TOOL-1")
        given(poor).when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (9, 9, 9))).is_refused("HAUL-3")
        given(poor).when(ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 2))).is_refused("HAUL-2")


SAMPLES: tuple[ms.Move, ...] = (
    ms.PlaceMiner("stock", "S1"),
    ms.ExtractSalt("1L1", ms.SaltAmount(brown=1), 0, 0, (0, 0)),
    ms.PlaceAssistant("stock", "market"),
    ms.VisitInn(),
    ms.VisitWorkshop(0),
    ms.VisitPumpHouse("1L1", 1),
    ms.VisitMarket((ms.Transaction("buy", "brown"),)),
    ms.VisitTownSquare(),
    ms.VisitCastle("stock"),
    ms.Pass(),
    ms.Rest(),
    ms.UseRope("stock", "S1"),
    ms.UseBucket("1L1", "1L2"),
    ms.UseFood(("1L1",)),
    ms.EndTurn(),
    ms.CompleteOrder(0),
    ms.PayPenalty(3),
)


def test_moves_are_listed_in_the_order_of_the_rules() -> None:
    """The order is stable: that of the ruleset's rules, as in the reference's table of moves."""
    state = given("S1: A | S2: A | 1L1: AAa [BG/1] | A: BG, rope, food, bucket", arrived=["S1"]).state
    tags = [move.type for move in ms.legal_moves(state)]
    order = [rule.move.type for rule in ms.STANDARD.rules]
    assert tags == sorted(tags, key=order.index)
    assert ms.legal_moves(attrs.evolve(state)) == ms.legal_moves(state)
    assert len(set(ms.legal_moves(state))) == len(tags)


def test_narrowing_the_list() -> None:
    """The list can be narrowed by type, by source or chamber, by target or building, and by several of them."""
    state = given("S1: AA | S2: A | 1L1: A [B/1] | A: 1 grosz, bucket | market: -").state
    whole = ms.legal_moves(state)

    def types(**narrow: Any) -> set[str]:
        found = ms.legal_moves(state, **narrow)
        assert [move for move in whole if move in found] == list(found)
        return {move.type for move in found}

    assert types(type="place_miner") == {"place_miner"}
    assert types(source="1L1") == {
        "place_miner",
        "place_assistant",
        "visit_castle",
        "visit_pump_house",
        "use_bucket",
    }
    assert types(source="stock", target="castle") == {"visit_castle", "place_assistant"}
    assert types(target="pump_house") == {"visit_pump_house", "place_assistant"}
    assert ms.legal_moves(state, type="place_miner", source="S1", target="1L1") == (ms.PlaceMiner("S1", "1L1"),)
    assert ms.legal_moves(state, type=ms.PlaceMiner) == ms.legal_moves(state, type="place_miner")
    assert types(type="pass", source="1L1") == types(type="pass", target="S1") == types(target="stock") == set()


@pytest.mark.parametrize("is_listed", [False, True])
@pytest.mark.parametrize(
    ("narrow", "complaint"),
    [
        ({"type": "mend"}, "type: 'mend' is not a known move in the ruleset 'standard'"),
        ({"type": ms.Move}, "type: .*Move.* is not a known move in the ruleset"),
        ({"type": 5}, "type: 5 is not a known move in the ruleset"),
        ({"source": "S7"}, "source: 'S7' is not a place for moves in the ruleset 'standard'"),
        ({"type": "pass", "target": "smithy"}, "target: 'smithy' is not a place for moves in the ruleset"),
        ({"source": 0}, "source: 0 is not a place for moves in the ruleset"),
        ({"target": ["S1"]}, "target: .*S1.* is not a place for moves in the ruleset"),
    ],
)
def test_narrowing_by_unknown_values_is_refused(narrow: dict[str, Any], complaint: str, is_listed: bool) -> None:
    """An unknown value raises an error, because an empty list would hide the mistake."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    if is_listed:
        ms.legal_moves(state)
    with pytest.raises(ms.MisuseError, match=f"^{complaint}"):
        ms.legal_moves(state, **narrow)


def test_narrowing_calls_only_the_rules_concerned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that cannot have matching moves are not called, which saves their time."""
    asked: list[str] = []

    def listening(rule: Rule) -> Rule:
        def moves(state: ms.GameState) -> Iterable[ms.Move]:
            asked.append(rule.move.type)
            return rule.moves(state)

        return attrs.evolve(rule, moves=moves)

    ruleset = attrs.evolve(ms.STANDARD, name="listening", rules=tuple(map(listening, ms.STANDARD.rules)))
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset)
    ms.legal_moves(state, type="visit_inn")
    assert asked == ["visit_inn"]
    asked.clear()
    ms.legal_moves(state, target="market")
    assert set(asked) == {"place_assistant", "visit_market"}


def test_states_are_shared_between_threads() -> None:
    """All threads list the same moves and reach the same states."""
    state = given("S1: A | S2: A | 1L1: AAA [BBG/1] | A: BG, 2 rope, bucket, food | B: BB").state
    answers = []

    def play() -> None:
        moves = ms.legal_moves(state)
        answers.append((moves, tuple(ms.apply(state, move).state for move in moves)))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("x", "expected an event, got str"),
        (MoneyMoved(9, 0, 1), "MoneyMoved.* does not fit the position"),
        (MoneyMoved("moon", 0, 1), "'moon' cannot hold money"),
        (MinersMoved(0, "S9", "S1", 1), "'S9' cannot hold miners"),
        (ToolUsed(0, "rope"), "ToolUsed.* does not fit the position"),
        (ChamberRevealed("S1", ms.ChamberTile.parse("B/1")), "ChamberRevealed.* does not fit the position"),
        (OrderMoved(ms.RoyalOrder.parse("BB=9"), "moon", 0), "OrderMoved.* does not fit the position"),
    ],
)
def test_events_that_do_not_fit(event: Any, message: str) -> None:
    """``evolve`` raises a ``MagnumSalError``, which names the event."""
    state = ms.new_game(TWO, seed=1)
    with pytest.raises(ms.MagnumSalError, match=message):
        ms.evolve(state, event)


def test_a_fold_begins_with_the_games_start() -> None:
    """The first event must be ``GameStarted``, and no game starts twice."""
    state = ms.new_game(TWO, seed=1)
    setup = ms.from_dict(ms.Setup, SETUP_DATA)
    started = GameStarted(ms.STANDARD, TWO, setup)
    assert ms.fold([started]) == ms.new_game(TWO, setup=setup)
    with pytest.raises(ms.MisuseError, match="expected GameStarted as the first event of a game, got no event"):
        ms.fold([])
    with pytest.raises(ms.MisuseError, match="expected GameStarted as the first event of a game, got TurnEnded"):
        ms.fold([TurnEnded(0)])
    with pytest.raises(ms.MisuseError, match="GameStarted can only be the first event of a game"):
        ms.evolve(state, started)


SETUP_DATA = {
    "start_seat": 1,
    "tiles": dict(
        zip(
            [
                f"{level}{side}{n}"
                for level, most in ((1, 4), (2, 3), (3, 2))
                for side in "LR"
                for n in range(1, most + 1)
            ],
            [ms.to_dict(tile) for tiles in ms.STANDARD.tiles for tile in tiles],
            strict=True,
        )
    ),
    "orders": [[ms.to_dict(order) for order in orders] for orders in ms.STANDARD.orders],
    "tools": list(ms.STANDARD.tools),
}


def test_without_seed_and_setup_the_setup_is_unpredictable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setup uses the system's entropy, not the module's generator, and differs each time."""

    def refused(*_: object) -> float:
        raise AssertionError("the module's generator was asked")

    monkeypatch.setattr(random, "random", refused)
    drawn = set()
    for _ in range(5):
        random.seed(1)
        drawn |= {ms.new_game(["Ada", "Ben"]), ms.Game.new(["Ada", "Ben"]).state}
    assert len(drawn) == 10
    asked: list[int] = []

    def no_chance(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    monkeypatch.setattr(random, "_urandom", no_chance)
    assert ms.new_game(["Ada", "Ben"]) == ms.Game.new(["Ada", "Ben"]).state
    assert len(asked) > 100
