"""Kinds of move without a legal move, and why: ``why_not.py``, and the rule of each kind."""

from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.extension import Extension
from magnum_sal.testing import given, position

SALTY = "S1: B | S2: B | 1L1: %s [BB/%s]"
TWO_ACTIONS = {"actions_left": 2}


@pytest.mark.parametrize(
    ("text", "kind", "rule", "sentence"),
    [
        ("A: stock 0", "place_miner", "MOVE-1", "you have no rested miner to send"),
        ("A: stock 0 | S1: A | S2: B", "place_miner", "CHAIN-2", "each of your rested miners is the last one in its"),
        (
            "A: stock 0 | S1: A | S2: B",
            "place_miner",
            "CHAIN-2",
            "space (S1), and without it other miners would be cut off",
        ),
        ("A: stock 0 | S1: A", "place_miner", "MOVE-1", "none of your miners can reach another space from S1"),
        (SALTY % ("B", 0), "extract_salt", "MINE-1", "you have no miner in a chamber with salt"),
        (SALTY % ("aa", 0), "extract_salt", "MINE-3", "your miners in chambers with salt are all tired"),
        (SALTY % ("A", 1), "extract_salt", "MINE-1", "there is too much water for your rested miners in 1L1"),
        ("A: pickaxe | " + SALTY % ("A", 2), "extract_salt", "MINE-1", "there is too much water"),
        ("A: 1 groszy | " + SALTY % ("A", 0), "extract_salt", "HAUL-2", "at least 2 groszy, but you have only 1"),
        (
            "assistant workshop: B | assistant pump_house: B | assistant market: B | assistant castle: B",
            "place_assistant",
            "ASST-1",
            "no building has a free place for an assistant",
        ),
        ("A: stock 0", "place_assistant", "ASST-1", "you have no rested miner to send"),
        ("inn: 3", "visit_inn", "INN-1", "the inn has no miners left to hire this phase"),
        ("A: 5 groszy", "visit_inn", "INN-1", "the next miner costs 6 groszy, but you have only 5"),
        ("workshop: - - -", "visit_workshop", "SHOP-1", "no tools are on offer"),
        (
            "workshop: - cart rope | A: 3 groszy",
            "visit_workshop",
            "SHOP-1",
            "you have only 3 groszy, but the cheapest tool costs 4",
        ),
        (SALTY % ("B", 1), "visit_pump_house", "PUMP-1", "you have no miner in a chamber with water"),
        (
            "A: 0 groszy",
            "visit_market",
            "MARKET-1",
            "you have no salt to sell, and 0 groszy is too little to buy any",
        ),
        ("A: stock 0", "visit_castle", "CASTLE-1", "you have no rested miner to send"),
        ("", "rest", "TURN-4", "you have no tired miners"),
        ("", "use_bucket", "TOOL-1", "you have no bucket"),
        ("A: bucket", "use_bucket", "BUCKET-1", "you have no miner in a chamber with water"),
        ("A: food", "use_food", "FOOD-1", "you have no tired miners"),
        ("", "use_rope", "TURN-2", "you have no rope, and it can be used only right after"),
        ("A: rope used", "use_rope", "TURN-2", "this is possible only right after"),
        ("", "end_turn", "TURN-2", "you have 2 actions left"),
        ("", "complete_order", "TURN-2", "none of your miners has reached the castle"),
    ],
)
def test_the_reason_for_each_impossible_kind(text: str, kind: str, rule: str, sentence: str) -> None:
    """
    Each kind of move has a reason: the engine's first (TURN-2, TOOL-1), then that of its own rule.

    MOVE-1, CHAIN-2, MINE-1, MINE-3, HAUL-2, ASST-1, INN-1, SHOP-1, PUMP-1, MARKET-1, CASTLE-1, TURN-4, BUCKET-1,
    FOOD-1.
    """
    state = given(text, **TWO_ACTIONS).state
    against = ms.why_not(state)[kind]
    assert against.rule == rule
    assert sentence in against.sentence


@pytest.mark.parametrize(
    ("text", "kind", "rule", "sentence"),
    [
        (
            "A: BBW | castle: GG=13 - -",
            "complete_order",
            "CASTLE-3",
            "with your salt (BBW), you cannot complete any open order",
        ),
        ("A: BBG | castle: - - -", "complete_order", "CASTLE-6", "no royal order is open"),
        ("A: BB | castle: GG=13 BB=9 -", "pay_penalty", "CASTLE-3", "you can complete the order BB=9"),
        ("A: BB | castle: GG=13 BB=9 -", "pass", "CASTLE-3", "complete an order or pay the penalty first"),
    ],
)
def test_while_an_arrival_waits(text: str, kind: str, rule: str, sentence: str) -> None:
    """CASTLE-3, CASTLE-6: the reason says why an arrival cannot deliver, or pay instead; all other moves must wait."""
    against = ms.why_not(given(text, arriving=1).state)[kind]
    assert against.rule == rule
    assert sentence in against.sentence


def test_the_rope_with_nobody_to_send() -> None:
    """ROPE-1: the reason is that no other miner can go; if others are left, the rope can be used."""
    placed = given("A: stock 1, rope | S1: B").when(ms.PlaceMiner("stock", "S1")).state
    assert str(ms.why_not(placed)["use_rope"]) == "none of your other rested miners can go to another space [ROPE-1]"
    assert "use_rope" not in ms.why_not(given("A: stock 2, rope").when(ms.PlaceMiner("stock", "S1")).state)


def test_a_gap_in_the_way_is_the_reason() -> None:
    """HAUL-1: if an extension lets miners jump over spaces, an empty one on the way is why nobody can extract."""
    jump = Extension("jump", rulings={"reachable": lambda old: lambda occupied: old(occupied) | old(old(occupied))})
    ruleset = ms.STANDARD.with_extensions(jump, name="jumping miners")
    state = given("1L2: AA [G/0 of BG/1] | S1: B | S2: B", ruleset=ruleset).state
    against = ms.objection(state, ms.ExtractSalt("1L2", ms.SaltAmount(green=1), 0, 0, (0, 2)))
    assert against == ms.Objection("HAUL-1", "nobody_on_the_way", {"space": "1L1"})
    assert ms.why_not(state)["extract_salt"] == against


@pytest.mark.parametrize(("water", "tools"), [(0, ""), (0, ", pickaxe"), (1, ", pickaxe"), (1, ", pickaxe, pickaxe")])
def test_miners_without_strength(water: int, tools: str) -> None:
    """MINE-1, PICK-1: if an extension leaves miners no strength, the reason is neither water nor money."""
    weak = Extension("weak", rulings={"strength": lambda old: lambda *args: old(*args) - 1})
    ruleset = ms.STANDARD.with_extensions(weak, name="weak miners")
    state = given(f"{SALTY % ('A', water)} | A: 9 groszy{tools}", ruleset=ruleset).state
    assert ms.legal_moves(state, type="extract_salt") == ()
    against = ms.why_not(state)["extract_salt"]
    assert str(against) == "your strength is too low to extract a cube of salt in 1L1 [MINE-1]"


def test_possible_kinds_have_no_reason() -> None:
    """All other kinds have one, in the order of the ruleset. When the game is over, all have END-1."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    kinds = [move.type for move in ms.legal_moves(state)]
    assert list(ms.why_not(state)) == [tag for tag in ms.STANDARD.by_type if tag not in kinds]
    over = ms.why_not(given("turn: over").state)
    assert list(over) == list(ms.STANDARD.by_type)
    assert set(over.values()) == {ms.Objection("END-1", "game_over")}


def test_between_two_turns_the_game_is_not_over() -> None:
    """TURN-1, END-1: a client that folds single events sees states in which no turn has begun."""
    state, events = ms.apply(position("A: 9 groszy", actions_left=1), ms.Pass())
    assert state.to_move == 1
    between = position("A: 9 groszy", actions_left=1)
    for event in events[: [event.type for event in events].index("turn_ended") + 1]:
        between = ms.evolve(between, event)
    assert (between.turn, between.turn_seat, between.is_over) == (None, 0, False)
    against = ms.why_not(between)
    assert list(against) == list(ms.STANDARD.by_type)
    assert {str(objection) for objection in against.values()} == {"the next turn has not begun yet [TURN-1]"}


def test_a_public_state_has_the_same_reasons() -> None:
    """No reason depends on hidden pieces."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert ms.why_not(state.public()) == ms.why_not(state)


def without_reason(kind: str) -> ms.Ruleset:
    """Return a ruleset in which the rule of *kind* has no ``why_not``."""
    rules = tuple(attrs.evolve(rule, why_not=None) if rule.move.type == kind else rule for rule in ms.STANDARD.rules)
    return attrs.evolve(ms.STANDARD, name=f"silent {kind}", rules=rules)


def test_a_rule_without_a_reason() -> None:
    """If the kind is a single move, the reason is the objection to it. Otherwise, the reason is a general one."""
    assert ms.STANDARD.by_type["visit_inn"].why_not is None
    silent = given("workshop: - - -", ruleset=without_reason("visit_workshop")).state
    against = ms.why_not(silent)["visit_workshop"]
    assert against == ms.Objection("TURN-2", "none_possible")
    assert against.sentence == "no move of this kind is possible now"


def test_a_rule_with_an_invalid_reason() -> None:
    """The error tells the rule's author."""
    answer: Any = "no".format
    rules = tuple(attrs.evolve(rule, why_not=answer) if rule.move is ms.UseFood else rule for rule in ms.STANDARD.rules)
    state = given("A: food", ruleset=attrs.evolve(ms.STANDARD, name="nonsense", rules=rules)).state
    with pytest.raises(ms.MisuseError, match="the rule of 'use_food': expected an Objection or None, got 'no'"):
        ms.why_not(state)
    with pytest.raises(ms.MisuseError, match="the rule of 'place_miner': why_not: expected a function, got 3"):
        attrs.evolve(rules[0], why_not=3)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got 'x'"):
        ms.why_not("x")  # type: ignore[arg-type]


def test_a_way_that_a_ruling_bars() -> None:
    """HAUL-1: if a house bars a way, the reason names no price."""
    rulings = attrs.evolve(ms.STANDARD.rulings, toll_takers=lambda *_: ())
    barred = attrs.evolve(ms.STANDARD, name="barred", rulings=rulings)
    state = given(SALTY % ("A", 0), ruleset=barred).state
    assert ms.why_not(state)["extract_salt"].reason == "none_possible"


def test_a_pending_piece_forbids_every_kind_of_move() -> None:
    """SETUP-2, REVEAL-1: no player moves before the piece is revealed, and the reason is not that the game is over."""
    table = ms.open_table(["Ada", "Ben"])
    dug = ms.apply(position("S1: A | S2: A").public(), ms.PlaceMiner("stock", "1L1")).state
    for state, reason in ((table, "order_waits"), (dug, "tile_waits")):
        against = ms.why_not(state)
        assert set(against) == set(ms.STANDARD.by_type)
        assert {objection.reason for objection in against.values()} == {reason}
