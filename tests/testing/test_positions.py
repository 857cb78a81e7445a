"""Positions from text, given and when, and the invariants: ``magnum_sal.testing``."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved
from magnum_sal.testing import InvariantError, broken_invariants, check_invariants, given, position


def test_the_plainest_position() -> None:
    """An empty text is a position of two players with 10 groszy, no salt, and all miners in stock each."""
    state = position()
    assert [player.name for player in state.players] == ["A", "B"]
    assert [(player.money, player.salt.total, player.stock) for player in state.players] == [(10, 0, 5)] * 2
    assert (state.phase, state.round, state.to_move) == (1, 2, 0)
    assert not state.mine.occupied


def test_the_plainest_position_of_a_ruleset() -> None:
    """SETUP-1: by default, all players have what the ruleset gives the starting player, and its miners and market."""
    market = ms.SaltAmount.parse("BG")
    house = attrs.evolve(
        ms.STANDARD, name="rich", start_money=(20, 21, 22, 23), start_miners=(3, 3, 3), start_market=market
    )
    state = position("B: 10 groszy", players=3, ruleset=house)
    assert [(player.money, player.stock) for player in state.players] == [(20, 3), (10, 3), (20, 3)]
    assert state.market == market
    # The ruleset can also follow the players in the text.
    assert position("A: rope | ruleset: rich", ruleset=house).players[0].money == 20


def test_every_kind_of_entry() -> None:
    """Each line of the table in the docstring is read."""
    state = position(
        """
        S1: AAB
        1L2: Aa [BG/1]
        S2: B | 1L1: B
        1L3: [?/1]
        A: 12 groszy, BBG, stock 3, left 1, right 2
        B: rope, 2 pickaxe, cart used, order BB=9
        assistant market: C
        market: BBG
        inn: 2
        workshop: rope cart -
        castle: BB=9 - GG=13
        """
    )
    mine = state.mine
    assert len(state.players) == 3
    assert mine["S1"].rested == (2, 1, 0)
    here = mine.chamber("1L2")
    assert (here.rested, here.tired, str(here.salt), here.water, here.revealed) == ((1, 0, 0), (1, 0, 0), "BG", 1, True)
    assert (mine.chamber("1L1").revealed, mine.chamber("1L1").salt) == (True, ms.SaltAmount())
    assert (mine.chamber("1L3").revealed, mine.chamber("1L3").water) == (False, 1)
    ada, ben = state.players[:2]
    assert (ada.money, str(ada.salt), ada.stock, ada.line_left, ada.line_right) == (12, "BBG", 3, 1, 2)
    assert [(card.tool, card.used) for card in ben.tools] == [
        ("rope", False),
        ("pickaxe", False),
        ("pickaxe", False),
        ("cart", True),
    ]
    assert [str(order) for order in ben.orders] == ["BB=9"]
    assert state.assistant("market") == 2
    assert (str(state.market), state.inn.hired) == ("BBG", 2)
    assert (state.workshop.offer, state.workshop.stack) == (("rope", "cart", None), 0)
    assert [order and str(order) for order in state.castle.open] == ["BB=9", None, "GG=13"]


def test_an_empty_slot_beside_a_stack_is_refused() -> None:
    """SHOP-1: the stack fills a slot at once, so a slot stays empty only while its tool must be turned up."""
    for text in ("workshop: rope cart -, stack 4", "public | workshop: rope cart -, stack 4 | turn: A, actions 2"):
        with pytest.raises(ms.MalformedError, match="workshop: a slot is empty only if the stack is empty, too; write"):
            position(text)
    waiting = position("public | turn: A, visited workshop, actions 0 | A: rope | workshop: cart rope -, stack 3")
    assert waiting.pending == ms.Pending("tool", 2)
    for text in ("workshop: rope cart -, stack 0", "workshop: rope cart -", "workshop: rope cart"):
        assert (position(text).workshop.offer, position(text).workshop.stack) == (("rope", "cart", None), 0)


def test_a_state_in_the_middle_of_a_purchase_has_a_text() -> None:
    """A reaction can see such a state, whose slot is empty for a moment, and its repr helps to find a mistake."""
    before = ms.new_game(["Ada", "Ben"], seed=3)
    between = before
    for event in ms.apply(before, ms.VisitWorkshop(1)).events[:3]:
        between = ms.evolve(between, event)
    assert None in between.workshop.offer
    assert "stack 4" in repr(between)


def test_the_bank_is_balanced() -> None:
    """SET-SUPPLY: all pieces that are not on the table are in the bank."""
    state = position("S1: A | S2: A | 1L1: A [BBG/1] | A: 100 groszy, WW | market: B")
    assert (state.bank.money, state.bank.water, state.bank.miners) == (335, 24, (5, 5))
    assert (state.bank.salt.brown, state.bank.salt.green, state.bank.salt.white) == (17, 14, 13)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("S1 A", {}, "entry 'S1 A': expected a name and a colon"),
        ("S9: A", {}, "entry 'S9: A': unknown entry"),
        (
            "players: Zosia, Adam | adam: B",
            {},
            r"; entries of players begin with the letter of the seat; did you mean B\?$",
        ),
        ("Jan W: B | players: Ada, Jan W", {}, r"unknown entry; entries of players begin .*; did you mean B\?$"),
        ('Zosia: B | players: "Zosia', {}, "entry 'Zosia: B': unknown entry$"),
        ("S1: X", {}, "entry 'S1: X': expected miners such as 'AAb'"),
        ("S1: A [B/0]", {}, "a shaft section cannot hold cubes"),
        ("1L1: A [BX/0]", {}, "salt 'BX': 'X' is not B, G or W"),
        ("1L1: A [B]", {}, "expected salt and water such as 'BGG/2'"),
        ("A: 3 cows!", {}, "'3 cows!' is not something a player owns"),
        ("A: order XX", {}, "expected salt and payment"),
        ("assistant market: E", {}, "'E' is not a seat; the seats are A to D"),
        ("castle: ZZ=1", {}, "salt 'ZZ': 'Z' is not B, G or W"),
        ("S1: C", {"players": 2}, "the text names more seats than the 2 players"),
        ("A: | S1: A | S1: B", {}, "entry 'S1: B': 'S1' appears twice"),
        ("assistant market: A | assistant  market: B", {}, "'assistant market' appears twice"),
        ("public | public", {}, "'public' appears twice"),
        ("1L1: [?1]", {}, r"entry '1L1: \[\?1\]': tile '\?1': expected salt and water"),
        ("A: stock x", {}, "'x' is not a number"),
        ("A: -1 groszy", {}, "'-1' is not a number"),
        ("A: 101 rope", {}, "101 cards of one tool exceed the limit of 100"),
        ('A: "rope', {}, r'a quotation mark \("\) is not closed'),
        ('A: "' + '\\"' * 4900, {}, r'a quotation mark \("\) is not closed'),
        ("bank: miners 1 -2", {}, "'-2' is not a number"),
        ('A: "\\x"', {}, "is not a text in quotation marks"),
        ("players: Ada", {}, "players: expected 2 to 4 players, got 1"),
        ("players: Ada, Ben | S1: C", {}, "the text names more seats than the 2 players"),
        ("turn: B, tired", {}, "is not a seat; the seats are A to D"),
        ("turn: B, tired 2", {}, "'tired 2' is not part of a turn"),
        ("turn: phase 4", {}, "phase: expected 1 to 3, got 4"),
        ("turn: phase 0", {}, "phase: expected 1 to 3, got 0"),
        ("", {"phase": 9}, "phase: expected 1 to 3, got 9"),
        ("ruleset: standard, moon", {}, "'moon' is not a switch; the switches are mapped_mine, "),
        (
            "ruleset: standard, mapped_mine maybe",
            {},
            "expected true, false, null or a number as the setting, got 'maybe'",
        ),
        ("assistant inn: A", {}, "assistant inn: 'standard' has no such assistant's place"),
        ("tiles: BB/0", {}, "tiles: 1 tiles for 18 unrevealed chambers"),
        ("public | tiles: BB/0", {}, "tiles: a public position cannot contain face-down tiles"),
        ("1L1: [BB/0 of WWWW/3]", {}, "the box has no tiles WWWW/3"),
        ("orders 4: BB=9", {}, "orders 4: the game has 3 phases"),
        ("orders x: BB=9", {}, "'x' is not a number"),
        ("extra smithy: {}", {}, "extra smithy: 'standard' has no such part"),
        ("seen: rope", {}, "'rope': expected 'tools' with ids, or 'orders' with a number per seat"),
        ("bank: 3 cows", {}, "'3 cows' is not part of the bank"),
        ("", {"to_move": "E"}, "'E' is not a seat; the seats are A to D"),
        ("A: 4 rope", {}, "the box does not have that many tools rope"),
        ("A: 12 gold", {}, "the box has no tools gold; money is written as in '12 groszy'"),
        ("A: 12", {}, "'12' is not something a player owns; did you mean '12 groszy'[?]"),
        ("A: 5 grozsy", {}, "the box has no tools grozsy; did you mean groszy?"),
        ("A: bukcet", {}, "the box has no tools bukcet; did you mean bucket?"),
        ("castle: WWW=33", {}, "castle: WWW=33 is not an order of phase 1"),
        ("castle: WWW=34", {}, "the box has no orders WWW=34"),
        ("turn: A, phase 2 | A: orders BB=9 BB=9 BB=9", {}, "the box does not have that many orders BB=9"),
        ("A: 3 rope | workshop: rope", {}, "the box does not have that many tools rope"),
        ("S1: A | S2: A | 1L1: A [WWWW/0]", {}, "this salt does not fit the tiles of the level: 1L1 WWWW"),
    ],
)
def test_texts_that_cannot_be_read(text: str, options: dict[str, Any], message: str) -> None:
    """A text that cannot be read is refused with a message that names the entry."""
    with pytest.raises(ms.MalformedError, match=message):
        position(text, **options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players: expected a whole number from 2 to 4, got 5"),
        ({"players": 2.0}, "players: expected a whole number from 2 to 4, got 2.0"),
        ({"phase": "II"}, "phase: 'II' is not a whole number"),
        ({"phase": None}, "phase: None is not a whole number"),
        ({"actions_left": 1.5}, "actions_left: 1.5 is not a whole number"),
        ({"ruleset": "standard"}, "ruleset: expected a Ruleset, got 'standard'"),
        ({"text": "ruleset: moon"}, "no ruleset 'moon' is registered here"),
        ({"text": "ruleset: standard, cart_capacity 0"}, "cart_capacity: 0 is not None or a number of cubes"),
    ],
)
def test_calls_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    """A wrong argument is named, and so is an unknown ruleset."""
    with pytest.raises(ms.MisuseError, match=message):
        position(**options)


def test_the_text_takes_precedence() -> None:
    """The text takes precedence over an argument, which applies if the text has no such entry."""
    state = position("turn: B, round 3", to_move="A", round=1, passes=1, actions_left=1)
    assert (state.to_move, state.round) == (1, 3)
    assert state.turn is not None
    assert (state.turn.passes, state.turn.actions_left) == (1, 1)


def test_entries_of_one_player_add_up() -> None:
    """Several entries of one player are added up."""
    assert position("A: rope | A: cart, 3 groszy") == position("A: 3 groszy, rope, cart")


def test_a_ruleset_that_is_not_registered() -> None:
    """The ruleset argument applies if the text contains its name, with or without other switches."""
    house = attrs.evolve(ms.STANDARD, name="house", penalty=5)
    assert position("ruleset: house", ruleset=house).ruleset is house
    mapped = position("ruleset: house, mapped_mine true, cart_capacity null", ruleset=house).ruleset
    assert (mapped.penalty, mapped.mapped_mine) == (5, True)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("S2: A", {}, r"S2: cut off from the entrance, but salt is still there \(CHAIN-3\)"),
        ("S1: a", {}, r"S1: tired miners in the shaft, where miners cannot work \(MINE-2\)"),
        ("market: BBBBB", {}, r"market.brown: 5 cubes in a column of 4 \(MARKET-1\)"),
        ("A: stock 11", {}, "miners of A: a count is below 0"),
        ("", {"actions_left": 3}, r"turn: 3 actions left of 2 \(TURN-1\)"),
        (
            "",
            {"visited": ["inn", "inn"], "actions_left": 0},
            r"turn.visited: the inn appears twice; a building can be visited once per turn \(TURN-3\)",
        ),
        ("", {"passes": 1}, r"turn: more visits and passes than used actions \(TURN-3, TURN-4\)"),
        ("", {"completed": 3}, r"orders: 3 completed in this phase, but players own 0 \(CASTLE-3\)"),
        ("turn: B, over", {}, r"to_move: it cannot be seat 1's turn, because it is nobody's turn \(END-1, SETUP-2\)"),
        ("turn: over, A, start B", {}, "to_move: it cannot be seat 0's turn, because it is nobody's turn"),
    ],
)
def test_impossible_positions(text: str, options: dict[str, Any], message: str) -> None:
    """A position that breaks an invariant is refused with the reason."""
    with pytest.raises(InvariantError, match=message):
        position(text, **options)


@pytest.mark.parametrize(
    "text",
    [
        "turn: B, phase 3",
        "turn: over, phase 3",
        "A: stock 10 | B: stock 10 | inn: 0",
        "A: 445 groszy | B: 0 groszy | turn: A, round 1",
    ],
)
def test_positions_that_no_game_leads_to(text: str) -> None:
    """The invariants do not ask how a position came about, so texts for tests can be short."""
    assert broken_invariants(position(text)) == []


def fewer_coins(state: ms.GameState) -> ms.GameState:
    """Return the state without one grosz."""
    return attrs.evolve(state, bank=attrs.evolve(state.bank, money=state.bank.money - 1))


def fewer_cubes(state: ms.GameState) -> ms.GameState:
    """Return the state without one green cube."""
    return attrs.evolve(state, market=state.market - ms.SaltAmount(green=1))


def fewer_waters(state: ms.GameState) -> ms.GameState:
    """Return the state without some of its water."""
    return attrs.evolve(state, bank=attrs.evolve(state.bank, water=20))


def more_miners(state: ms.GameState) -> ms.GameState:
    """Return the state with one miner too many."""
    ada = attrs.evolve(state.players[0], stock=state.players[0].stock + 1)
    return attrs.evolve(state, players=(ada, *state.players[1:]))


def more_tools(state: ms.GameState) -> ms.GameState:
    """Return the state with a fourth rope."""
    ada = attrs.evolve(state.players[0], tools=(ms.ToolCard("rope"),) * 4)
    return attrs.evolve(state, players=(ada, *state.players[1:]))


def over_with_a_turn(state: ms.GameState) -> ms.GameState:
    """Return the state as finished, but with a turn in hand."""
    return attrs.evolve(state, is_over=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (fewer_coins, r"money: players hold 20 groszy and the bank 424, which is not 445 in total \(SET-SUPPLY\)"),
        (fewer_cubes, r"green salt: 14 cubes in total, not 15 \(SET-SUPPLY\)"),
        (fewer_waters, r"water: 20 cubes in total, not 25 \(SET-SUPPLY\)"),
        (more_miners, r"players\[0\]: 6 miners on the table and 5 in the bank; a colour has only 10 \(SET-SUPPLY\)"),
        (more_tools, "workshop: the tools: more rope have been seen than exist"),
        (over_with_a_turn, "turn: must be null exactly when the game is over"),
    ],
)
def test_missing_pieces_are_noticed(change: Callable[[ms.GameState], ms.GameState], message: str) -> None:
    """SET-SUPPLY: a position with missing or extra pieces is reported, and so is a turn in a finished game."""
    state = position()
    assert broken_invariants(state) == []
    with pytest.raises(InvariantError, match=message):
        check_invariants(change(state))


def test_an_outcome_reports_a_wrong_expectation() -> None:
    """A wrong expectation fails with the objection or the missing event in its message."""
    table = given("S1: A | S2: B")
    refused = table.when(ms.VisitCastle("S1"))
    with pytest.raises(AssertionError, match=r"was refused: .*CHAIN-2"):
        refused.then()
    with pytest.raises(AssertionError, match=r"refused for .*not for CHAIN-1"):
        refused.is_refused("CHAIN-1")
    with pytest.raises(AssertionError, match="'S3' is not in"):
        refused.is_refused("CHAIN-2", "S3")
    with pytest.raises(AssertionError, match="was refused"):
        check_invariants(refused.state)
    legal = table.when(ms.VisitTownSquare())
    with pytest.raises(AssertionError, match="was not refused"):
        legal.is_refused("TURN-2")
    with pytest.raises(AssertionError, match="is missing or out of order in"):
        legal.then(MoneyMoved("bank", 0, 2))
    with pytest.raises(AssertionError, match="is missing or out of order in"):
        legal.then(MoneyMoved("bank", 0, 1), ActionTaken(0, "visit_town_square", "town_square"))
