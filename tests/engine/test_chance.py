"""Chance as a player: pending pieces, outcomes, reveals and open tables (RULES PUBLIC-1)."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

import attrs
import pytest
from smithy import SMITHY_GAME
from tests.frequencies import counted, surprise, waiting_moves
from tests.replaying import NAMES, VARIANTS, replayed

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.events import MinersMoved, MoneyMoved, TileLaid, ToolMoved
from magnum_sal.record.serialization.consistency import find_faults
from magnum_sal.rules.workshop import WORKSHOP
from magnum_sal.testing import check_invariants, given, position, sketch
from magnum_sal.testing.players import finisher

RULESETS = {**VARIANTS, "smithy": SMITHY_GAME}
MAPPED = VARIANTS["mapped mine"]
PHASED_PILES = [f"{pile} of phase {phase}" for pile in ("tile", "order", "tool") for phase in (1, 2, 3)]


def laid_out(table: ms.GameState) -> ms.GameState:
    """Return the first decision on a real table, where each revealed piece is the first possible one."""
    while table.pending is not None:
        table, _ = ms.reveal(table, ms.outcomes(table)[0][0])
    return table


@pytest.mark.long
@pytest.mark.parametrize(("players", "name"), [(2 + number % 3, name) for number, name in enumerate(RULESETS)])
def test_a_game_replayed_by_reveals_is_the_same_game(players: int, name: str) -> None:
    """RULES 12: the public states at the decisions and the events are equal, and every state in between is a value."""
    for number, state in enumerate(replayed(number_of(name), players, RULESETS[name])):
        if number % 9 == 0:
            check_value(state)


def number_of(name: str) -> int:
    """Return the seed of a variant's game."""
    return 40 + list(RULESETS).index(name)


def check_value(state: ms.GameState) -> None:
    """Check that JSON, pickles, copies and text restore a pending state, and that it can be rendered."""
    again = ms.from_json(ms.GameState, ms.to_json(state))
    assert (again, hash(again), again.turn_seat) == (state, hash(state), state.turn_seat)
    for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), position(sketch(state))):
        assert (other, hash(other), other.pending) == (state, hash(state), state.pending)
    assert ms.to_dict(state)["pending"] == ms.to_dict(state.pending)
    check_invariants(state)
    assert "to be turned up" in render.text(state)
    assert "to be turned up" in render.svg(state)


def test_an_open_table_without_open_pieces_begins_at_once() -> None:
    """A house rule may lay out neither orders nor tools at the start, so there is nothing to turn up."""
    # Without open orders, each phase must end after its first round.
    none: Any = {"open_orders": (0, 0, 0), "orders_to_end": (0, 0, 0), "tools_per_phase": 0}
    house = attrs.evolve(ms.STANDARD, name="a house that lays out nothing", **none)
    state = ms.open_table(NAMES[:2], ruleset=house)
    assert (state.pending, state.turn) == (None, ms.new_game(NAMES[:2], seed=1, ruleset=house).turn)
    assert ms.legal_moves(state) == ms.legal_moves(ms.new_game(NAMES[:2], seed=1, ruleset=house).public())


@pytest.mark.parametrize("mapped_mine", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_open_table_waits_for_all_face_up_pieces(players: int, mapped_mine: bool) -> None:
    """SETUP-1, SETUP-2, VAR-MAP: face-up tiles, orders and tools are revealed, then the starting player is to move."""
    ruleset = MAPPED if mapped_mine else ms.STANDARD
    state, waited = ms.open_table(NAMES[:players], start_seat=1, ruleset=ruleset), []
    while state.pending is not None:
        waited.append((state.pending.pile, state.pending.place))
        state, _ = ms.reveal(state, ms.outcomes(state)[0][0])
    tiles = [("tile", chamber) for chamber in ms.to_dict(state)["mine"] if chamber[0] != "S"] * mapped_mine
    orders = [("order", slot) for slot in range(4 if players == 4 else 3)]
    assert waited == tiles + orders + [("tool", slot) for slot in range(3)]
    assert (state.to_move, state.round, state.player.money) == (1, 1, 10)
    assert state.turn == ms.new_game(NAMES[:players], seed=1).turn


@pytest.mark.slow
@pytest.mark.parametrize("name", PHASED_PILES)
def test_outcomes_match_the_frequencies_of_draws(name: str) -> None:
    """RULES 12: in full states drawn from what is known, each piece appears as often as ``outcomes`` says."""
    state, move = waiting_moves(2000)[name]
    expected = dict(ms.outcomes(ms.apply(state, move).state))
    assert sum(expected.values()) == 1
    assert all(type(chance) is Fraction and chance > 0 for chance in expected.values())
    shares: dict[Hashable, Fraction] = dict(expected.items())
    assert surprise(counted(state, move, 400, random.Random(name)), shares) < 5


def test_seen_pieces_are_not_expected_again() -> None:
    """RULES 12: a completed order, and a tool that left the game unsold, cannot come next."""
    state = given("A: BB, order BBB=15 | castle: BB=9 BG=11 GG=13, completed 1", arriving=1).state.public()
    orders = dict(ms.outcomes(ms.apply(state, ms.CompleteOrder(0)).state))
    assert {str(order): chance * 4 for order, chance in orders.items()} == {"BB=9": 1, "BG=11": 1, "BBG=17": 2}
    gone = given("workshop: bucket cart food | seen: tools rope rope rope, orders 0 0", phase=2).state.public()
    tools = dict(ms.outcomes(ms.apply(gone, ms.VisitWorkshop(0)).state))
    assert "rope" not in tools
    assert tools["bucket"] == Fraction(2, 15)


REFUSED: tuple[tuple[str, Any, type[ms.MagnumSalError], str], ...] = (
    ("tile", "rope", ms.MalformedError, "tile 'rope': expected salt and water such as 'BGG/2'"),
    ("tile", None, ms.MalformedError, "piece: None cannot be the tile of 1L1"),
    ("tile", ms.RoyalOrder.parse("BB=9"), ms.MalformedError, "cannot be the tile of 1L1"),
    (
        "tile",
        ms.ChamberTile.parse("WWWW/3"),
        ms.MisuseError,
        r"the tile of 1L1 cannot be WWWW/3: it is not one of the tiles of level 1 \(SET-TILES\)",
    ),
    (
        "tile",
        ms.ChamberTile.parse("BB/0"),
        ms.MisuseError,
        r"the tile of 1L1 cannot be BB/0: all such pieces among the tiles of level 1 \(SET-TILES\) have been seen",
    ),
    ("order", ms.ChamberTile.parse("BB/0"), ms.MalformedError, "cannot be the order in slot 0"),
    (
        "order",
        ms.RoyalOrder.parse("WW=21"),
        ms.MisuseError,
        r"the order in space 1 \(slot 0\) cannot be WW=21: it is not one of the orders of phase I \(SET-ORDERS\)",
    ),
    (
        "order",
        ms.RoyalOrder.parse("GG=13"),
        ms.MisuseError,
        r"cannot be GG=13: all such pieces among the orders of phase I \(SET-ORDERS\) have been seen",
    ),
    ("tool", 0, ms.MalformedError, "piece: 0 cannot be the tool in slot 2"),
    (
        "tool",
        "spade",
        ms.MisuseError,
        r"the tool in space 3 \(slot 2\) cannot be 'spade': it is not one of the tools \(SET-TOOLS\)",
    ),
    ("tool", "cart", ms.MisuseError, "cannot be 'cart': all such pieces among the tools"),
)
TABLE = "S1: A | S2: A | 1L4: [BB/0] | A: BB, 2 cart | castle: BB=9 BG=11 GG=13 | workshop: bucket cart food"
MOVES = {"tile": ms.PlaceMiner("stock", "1L1"), "order": ms.CompleteOrder(0), "tool": ms.VisitWorkshop(0)}


@pytest.mark.parametrize(("pile", "piece", "error", "words"), REFUSED)
def test_an_impossible_piece_is_refused(pile: str, piece: Any, error: type[ms.MagnumSalError], words: str) -> None:
    """RULES 12: the refusal names the place, the piece and the reason."""
    state = ms.apply(given(TABLE, arriving=int(pile == "order")).state.public(), MOVES[pile]).state
    assert state.pending is not None
    assert state.pending.pile == pile
    assert piece not in dict(ms.outcomes(state))
    with pytest.raises(error, match=words):
        ms.reveal(state, piece)


@pytest.mark.parametrize("typed", ["rope", "Rope"])
def test_an_exact_id_counts_before_one_in_other_case(typed: str) -> None:
    """If two ids differ only in case, the id that was typed is turned up."""
    ruleset = attrs.evolve(ms.STANDARD, name="two ropes", tools=("Rope", *ms.STANDARD.tools[1:]))
    state = ms.apply(given(TABLE, ruleset=ruleset).state.public(), MOVES["tool"]).state
    assert {"rope", "Rope"} <= dict(ms.outcomes(state)).keys()
    after, _ = ms.reveal(state, typed)
    assert typed in after.workshop.offer


def test_nothing_is_revealed_if_no_piece_is_pending() -> None:
    """RULES 12: a full state, and one in which a player decides, have no outcomes."""
    full = ms.new_game(NAMES[:2], seed=1)
    for state in (full, full.public()):
        assert state.pending is None
        for ask in (ms.outcomes, lambda state: ms.reveal(state, "rope")):
            with pytest.raises(ms.MisuseError, match="there is no piece to turn up: this state has no pending piece"):
                ask(state)
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
        ms.outcomes("state")  # type: ignore[arg-type]


def test_nobody_moves_before_a_piece_is_revealed() -> None:
    """RULES 12: no move is legal, and the refusal names the rule that reveals the piece."""
    table = given(TABLE).state.public()
    for pile, rule in (("tile", "REVEAL-1"), ("tool", "SHOP-1")):
        state = ms.apply(table, MOVES[pile]).state
        assert ms.legal_moves(state) == ()
        with pytest.raises(ms.IllegalMoveError, match="must be turned up first") as caught:
            ms.apply(state, ms.Pass())
        assert caught.value.rule == rule
    objection = ms.objection(ms.open_table(NAMES[:2]), ms.Pass())
    assert str(objection) == "the royal order in space 1 must be turned up first [SETUP-2]"


def test_a_tile_of_the_setup_is_laid_without_its_cubes() -> None:
    """VAR-MAP, REVEAL-1: laying the tile is the only event; salt and water follow with the first miner."""
    table, tile = ms.open_table(NAMES[:2], ruleset=MAPPED), ms.ChamberTile.parse("BB/0")
    assert ms.reveal(table, tile).events == (TileLaid("1L1", tile),)


def test_the_assistant_is_paid_after_the_tool_is_revealed() -> None:
    """ASST-2: the assistant is paid as in a full state, if the ruleset says that the building pays for visits."""
    text = f"{TABLE} | assistant workshop: B"
    quiet = attrs.evolve(WORKSHOP, pays_on_visit=False)
    rules = tuple(
        attrs.evolve(rule, building=quiet) if rule.move is ms.VisitWorkshop else rule for rule in ms.STANDARD.rules
    )
    buildings = tuple(quiet if building == WORKSHOP else building for building in ms.STANDARD.buildings)
    unpaid = attrs.evolve(ms.STANDARD, name="unpaid", rules=rules, buildings=buildings)
    for ruleset, money in ((ms.STANDARD, 11), (unpaid, 10)):
        state = ms.apply(given(text, ruleset=ruleset).state.public(), MOVES["tool"]).state
        assert state.players[1].money == 10
        assert ms.reveal(state, "rope").state.players[1].money == money


def test_a_ruling_with_an_impossible_event() -> None:
    """The error tells the ruling's author, as it does after a move."""
    nobody = attrs.evolve(ms.STANDARD.rulings, assistant_paid=lambda *_: (MoneyMoved("bank", 7, 1),))
    ruleset = attrs.evolve(ms.STANDARD, name="nobody", rulings=nobody)
    state = ms.apply(given(TABLE, ruleset=ruleset).state.public(), MOVES["tool"]).state
    with pytest.raises(ms.MisuseError, match="effect of 'reveal' cannot happen here"):
        ms.reveal(state, "rope")


def test_a_long_piece_is_shown_in_sixty_characters() -> None:
    """The message shortens a made-up piece to its beginning."""
    tile = ms.ChamberTile(ms.SaltAmount(10**15, 10**15, 10**15), 10**15)
    for pile, piece, shown in (("tool", "x" * 99, f"'{'x' * 56}..."), ("tile", tile, f"{str(tile)[:57]}...")):
        state = ms.apply(given(TABLE).state.public(), MOVES[pile]).state
        with pytest.raises(ms.MisuseError, match=f"cannot be {re.escape(shown)}: it is not one of"):
            ms.reveal(state, piece)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": ["Ada"]}, "players"),
        ({"players": NAMES[:2], "start_seat": 2}, "start_seat: 2 is not a seat of 2 players"),
        ({"players": NAMES[:2], "start_seat": True}, "start_seat: True is not a seat"),
        ({"players": NAMES[:2], "ruleset": "standard"}, "ruleset: expected a Ruleset, got 'standard'"),
    ],
)
def test_invalid_arguments_of_an_open_table(arguments: dict[str, Any], words: str) -> None:
    """Players, seat and ruleset are checked as they are for a new game."""
    with pytest.raises(ms.MalformedError, match=words):
        ms.open_table(**arguments)


def playout(state: ms.GameState, rng: random.Random) -> Iterator[ms.GameState]:
    """Yield the states of a public game in which chance acts like a player."""
    for _ in range(3000):
        yield state
        if state.is_over:
            return
        if state.pending is not None:
            pieces, chances = zip(*ms.outcomes(state), strict=True)
            state, _ = ms.reveal(state, rng.choices(pieces, [float(chance) for chance in chances])[0])
        else:
            state, _ = ms.apply(state, finisher(state, ms.legal_moves(state), rng))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["line stays", "smithy"])
def test_a_game_with_chance_as_a_player_reaches_its_end(name: str) -> None:
    """From the empty table to the final score, the game continues without any hidden piece."""
    states = list(playout(ms.open_table(NAMES[:3], ruleset=RULESETS[name]), random.Random(5)))
    assert states[-1].is_over
    assert sum(state.pending is not None for state in states) > 40
    for state in states[::25]:
        check_invariants(state)


@pytest.mark.slow
@pytest.mark.parametrize("mapped_mine", [False, True])
def test_a_full_state_drawn_from_a_waiting_one_can_be_played(mapped_mine: bool) -> None:
    """RULES 12: the pending pieces are revealed as they were drawn, and a player is to move."""
    rng = random.Random(3)
    table = ms.open_table(NAMES[:2], ruleset=MAPPED if mapped_mine else ms.STANDARD)
    waiting = [state for state in playout(table, random.Random(1)) if state.pending is not None]
    for state in waiting[:: 3 if mapped_mine else 2]:
        drawn = ms.determinize(state, rng)
        assert drawn.pending is None
        assert drawn.is_over or ms.legal_moves(drawn)
        check_invariants(drawn)


def test_a_revealed_tile_may_end_a_turn() -> None:
    """TURN-2: automatic events follow once the tile is revealed."""
    state = given("S1: A | S2: A", actions_left=1).state.public()
    state, events = ms.apply(state, ms.PlaceMiner("stock", "1L1"))
    assert (events[-1], state.turn and state.turn.actions_left) == (MinersMoved(0, "stock", "1L1", 1), 0)
    state, events = ms.reveal(state, ms.ChamberTile.parse("BB/0"))
    assert [event.type for event in events] == ["chamber_revealed", "salt_moved", "turn_ended", "turn_started"]
    assert state.to_move == 1


WAITING_DATA = {
    pile: ms.to_dict(ms.apply(given(TABLE, arriving=int(pile == "order")).state.public(), move).state)
    for pile, move in MOVES.items()
} | {"setup": ms.to_dict(ms.open_table(NAMES[:2])), "mapped": ms.to_dict(ms.open_table(NAMES[:2], ruleset=MAPPED))}
BB9, ROPE = {"salt": {"brown": 2, "green": 0, "white": 0}, "payment": 9}, {"tool": "rope", "used": False}
IMPOSSIBLE: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("tile", {"pending": None}, "pending: null does not fit the position, in which tile of 1L1 is pending"),
    ("tile", {"pending.place": "1L2"}, "pending: tile of 1L2 does not fit the position"),
    ("tile", {"pending.place": 0}, "pending: tile of 0 does not fit the position"),
    ("tool", {"pending.place": 1}, "pending: tool in slot 1 does not fit the position, in which tool in slot 2"),
    ("tool", {"pending.pile": "order"}, "pending: order in slot 2 does not fit the position"),
    ("tool", {"pending": "tool"}, 'pending: "tool" is not an object'),
    ("tile", {"to_move": 0}, "to_move: expected null until the tile of 1L1 is turned up, got 0"),
    (
        "tile",
        {"turn.seat": 1, "turn.arrived": []},
        "mine.1L1: not revealed, so only rested miners of the player may be there (REVEAL-1)",
    ),
    ("tile", {"turn.seat": 2}, "to_move: 2 is not a seat of 2 players"),
    (
        "tile",
        {"mine.1L1.rested": [1, 1], "players.1.stock": 4},
        "mine.1L1: not revealed, so only rested miners of the player may be there",
    ),
    ("tile", {"mine.1L2.rested": [1, 0]}, "mine.1L2: not revealed, but not empty (REVEAL-1)"),
    ("tile", {"over": True}, "turn: must be null exactly when the game is over"),
    ("order", {"players.0.orders": []}, "pending: an order is turned up only after one is completed"),
    ("order", {"castle.completed": 0}, "pending: an order is turned up only after one is completed"),
    ("tool", {"players.0.tools": []}, "pending: a tool is turned up only after one is bought"),
    ("setup", {"round": 2}, "pending: cards are laid out only before the phase's first turn"),
    ("setup", {"inn.hired": 1}, "pending: cards are laid out only before the phase's first turn"),
    (
        "setup",
        {"mine.S1.rested": [1, 0], "players.0.stock": 4},
        "pending: cards are laid out only before the phase's first turn",
    ),
    (
        "setup",
        {"castle.open": [None, BB9, None], "castle.stack": 7},
        "castle.open: a piece comes after one that is still pending",
    ),
    ("setup", {"castle.stack": 7}, "castle.stack: 7, but 0 of 8 orders are laid out (SETUP-2)"),
    (
        "setup",
        {"workshop.offer": ["rope", None, None], "workshop.stack": 6},
        "workshop.offer: laid out before the orders (SETUP-2)",
    ),
    ("setup", {"workshop.stack": 4}, "workshop.stack: expected 7 before the phase's first turn, got 4 (SETUP-2)"),
    ("setup", {"turn": {"actions_left": 1, "visited": [], "passes": 0, "arriving": 0, "arrived": []}}, "to_move: null"),
    (
        "mapped",
        {"castle.open": [BB9, None, None], "castle.stack": 7},
        "castle.open: laid out before the tiles (SETUP-1)",
    ),
    (
        "mapped",
        {"ruleset.mapped_mine": False},
        "pending: tile of 1L1 does not fit the position, in which order in slot 0",
    ),
)


@pytest.mark.parametrize(
    ("name", "changes", "words"), IMPOSSIBLE, ids=[f"{row[0]} {next(iter(row[1]))}" for row in IMPOSSIBLE]
)
def test_an_impossible_waiting_state_is_refused(name: str, changes: dict[str, Any], words: str) -> None:
    """The unchanged state can be read. After a change, the error names the field that does not fit."""
    data = copy.deepcopy(WAITING_DATA[name])
    assert ms.to_dict(ms.from_dict(ms.GameState, data)) == data
    for path, value in changes.items():
        *way, last = path.split(".")
        at: Any = data
        for key in way:
            at = at[int(key) if isinstance(at, list) else key]
        at[last] = value
    with pytest.raises(ms.MalformedError) as caught:
        ms.from_dict(ms.GameState, data)
    assert str(caught.value).startswith(words)


def test_a_waiting_turn_has_its_seat() -> None:
    """``turn.seat`` exists only while a piece of the turn is pending, and a full state has neither field."""
    assert [WAITING_DATA[name]["turn"]["seat"] for name in ("tile", "order", "tool")] == [0, 0, 0]
    assert WAITING_DATA["setup"]["turn"] is None
    full = ms.to_dict(given(TABLE).state)
    public = ms.to_dict(given(TABLE).state.public())
    assert "pending" not in full
    assert public == full | {"hidden": None, "pending": None}
    for wrong, words in (
        (full | {"pending": None}, "pending: unknown field; a state with all pieces known has no pending piece"),
        (WAITING_DATA["tile"] | {"pending": None}, "pending: null does not fit the position"),
        (
            public | {"turn": public["turn"] | {"seat": 0}},
            r"turn\.seat: the field must be present exactly if a piece is pending in a turn",
        ),
    ):
        with pytest.raises(ms.MalformedError, match=words):
            ms.from_dict(ms.GameState, wrong)
    waiting = copy.deepcopy(WAITING_DATA["tool"])
    del waiting["turn"]["seat"]
    with pytest.raises(ms.MalformedError, match=r"turn\.seat: the field must be present exactly if"):
        ms.from_dict(ms.GameState, waiting)


def test_a_full_state_never_waits() -> None:
    """RULES 12: even in the middle of a move, a full state has nothing pending, but it does not fit a table then."""
    state = given(TABLE).state
    moved = ms.evolve(state, MinersMoved(0, "stock", "1L1", 1))
    assert moved.pending is None
    assert moved.public().pending == ms.Pending("tile", "1L1")
    assert ("mine.1L1", "not revealed, but not empty (REVEAL-1)") in list(find_faults(moved))


def test_an_extension_that_reveals_pieces_itself_must_say_so() -> None:
    """RULES 12: the rule raises ``HiddenPieceError`` for a public state and shows the piece in a full one."""

    def peek(state: ms.GameState, _: ms.Move) -> tuple[ms.Event, ...]:
        if state.hidden is None:
            raise ms.HiddenPieceError("the square shows the next tool, which a public state does not hold")
        return (ToolMoved(state.hidden.tools[0], "tool_stack", state.turn_seat),)

    square = attrs.evolve(ms.STANDARD.by_type["visit_town_square"], decide=peek)
    rules = tuple(square if rule.move is square.move else rule for rule in ms.STANDARD.rules)
    house = attrs.evolve(ms.STANDARD, name="a house whose square shows tools", rules=rules)
    state = ms.new_game(NAMES[:2], seed=1, ruleset=house)
    after = ms.apply(state, ms.VisitTownSquare()).state
    assert len(after.players[state.turn_seat].tools) == 1
    with pytest.raises(ms.HiddenPieceError, match="the square shows the next tool"):
        ms.apply(state.public(), ms.VisitTownSquare())


def test_a_house_without_tools_waits_for_none() -> None:
    """SETUP-2: pieces that are not laid out are not pending when the game begins."""
    house = attrs.evolve(ms.STANDARD, name="a house that deals no tools", tools_per_phase=0)
    state = laid_out(ms.open_table(NAMES[:2], ruleset=house))
    assert (state.to_move, state.workshop.offer, state.workshop.stack) == (0, (None, None, None), 0)
