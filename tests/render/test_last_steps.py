"""The summary of one or several steps that pictures show."""

import random

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.mine import PATH, SPACES
from magnum_sal.model.pieces import BOX
from magnum_sal.queries.tidying import find_removed_cards
from magnum_sal.render._svg_marks import StepSummary, Way, summarize_steps
from magnum_sal.render.board_facts import MOST_STEPS, check_last
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, finisher, play


def made(before: ms.GameState, move: ms.Move) -> ms.Step:
    """Return the step of a move."""
    return ms.apply(before, move).step


def walked(moves: int, seed: int = 5, players: int = 3) -> list[ms.Step]:
    """Return the steps of a game."""
    first = ms.new_game(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed)
    return [ms.Step(before, move, *after) for before, move, after in play(first, finisher, random.Random(seed), moves)]


def test_no_steps_have_an_empty_summary() -> None:
    """Without a step there are no ways and no payments."""
    assert summarize_steps([]) == StepSummary()


def test_a_placed_miner_reveals_a_tile() -> None:
    """REVEAL-1: the miner moves from its player's stock into the chamber, and the cubes come from the bank."""
    told = summarize_steps([made(position(), ms.PlaceMiner("stock", "S1"))])
    assert told.ways == (Way("miner", ("stock:0", "S1"), 1),)
    reached = position("S1: A | S2: A | B: 3 groszy")
    told = summarize_steps([made(reached, ms.PlaceMiner("stock", "1L1"))])
    assert told.turned_up == ("1L1",)
    assert told.ways[0].stops == ("stock:0", "1L1")
    assert {way.stops for way in told.ways[1:]} <= {("bank", "1L1")}


def test_salt_is_carried_through_the_mine() -> None:
    """HAUL-1: salt passes every space up to the entrance; the owners of miners there are paid, and the worker tires."""
    state = position("S1: B | S2: B | 1L1: A | 1L2: AA [BG/1] | A: 9 groszy, pickaxe")
    moves = [move for move in ms.legal_moves(state) if isinstance(move, ms.ExtractSalt)]
    move = next(move for move in moves if move.pickaxes)
    step = made(state, move)
    told = summarize_steps([step])
    way = next(way for way in told.ways if way.kind == "salt")
    assert way.stops == ("1L2", *PATH["1L2"], "player:0") == ("1L2", "1L1", "S2", "S1", "player:0")
    assert (way.number, way.salt) == (move.salt.total, move.salt)
    assert told.money == (-2 * move.salt.total, 2 * move.salt.total)
    assert told.used == ((0, "pickaxe"),)
    assert told.tired == ("1L2",)


def test_visits_in_the_town_are_summarized() -> None:
    """For workshop, inn and pump house, the summary says where pieces went, and names the building visited."""
    bought = summarize_steps([made(position("workshop: rope cart - | A: 20 groszy"), ms.VisitWorkshop(0))])
    assert bought.ways[0] == Way("tool", ("workshop:0", "player:0"), 1, thing="rope")
    assert bought.ways[1] == Way("tool", ("workshop:1", "workshop:0"), 1, thing="cart")
    assert bought.visited == ("workshop",)
    assert bought.money[0] < 0
    hired = summarize_steps([made(position("A: 20 groszy"), ms.VisitInn())])
    assert hired.ways == (Way("miner", ("bank", "stock:0"), 1),)
    assert hired.visited == ("inn",)
    pumping = position("S1: A | S2: A | 1L1: A [BB/2] | A: 20 groszy")
    pumped = summarize_steps([made(pumping, ms.VisitPumpHouse("1L1", 2))])
    assert pumped.ways == (Way("water", ("1L1", "bank"), 2),)


def test_an_order_goes_to_its_player_and_the_next_one_is_revealed() -> None:
    """CASTLE-3: the salt goes to the bank, the order to the player, and the miner to stock."""
    state = position("A: BB", arriving=1)
    move = next(move for move in ms.legal_moves(state) if isinstance(move, ms.CompleteOrder))
    told = summarize_steps([made(state, move)])
    slot = f"castle:{move.slot}"
    assert Way("order", (slot, "player:0"), 1, thing="BB=9") in told.ways
    assert Way("salt", ("player:0", "bank"), 2, ms.SaltAmount(2)) in told.ways
    assert Way("miner", ("arriving", "stock:0"), 1) in told.ways
    assert told.turned_up == (slot,)
    assert told.money[0] == 9


def test_the_castle_line_moves_when_a_turn_begins() -> None:
    """CASTLE-2: miners move from circle to circle, and into the castle."""
    told = summarize_steps([made(position("B: left 2, right 1", actions_left=1), ms.Pass())])
    assert told.ways == (
        Way("miner", ("line_left", "arriving"), 2),
        Way("miner", ("line_right", "line_left"), 1),
    )


def test_a_rest_lists_its_chambers() -> None:
    """TURN-4: the summary lists the chambers in which miners stand up."""
    told = summarize_steps([made(position("S1: A | S2: A | 1L1: Aaa"), ms.Rest())])
    assert told.rested == ("1L1",)


def test_the_end_of_a_phase_has_no_ways() -> None:
    """PHASE-2: miners who return to stock, and cards that leave or are laid out, have no ways."""
    steps = walked(3000)
    ends = [step for step in steps if any(isinstance(event, ms.model.events.PhaseEnded) for event in step.events)]
    assert len(ends) == 3
    for step in ends[:2]:
        told = summarize_steps([step])
        boxed = [event for event in step.events if getattr(event, "target", "") == BOX and event.type != "pile_moved"]
        left = tuple(str(getattr(event, "order", None) or getattr(event, "tool", "")) for event in boxed)
        assert left
        assert find_removed_cards(step.events) == (step.before.phase, left)
        assert not told.rested
        assert not [way for way in told.ways if way.stops[-1] == BOX or way.stops[0].endswith("_stack")]
        assert not told.turned_up
        assert not [
            way for way in told.ways if way.kind == "miner" and way.stops[0] in SPACES and "stock" in way.stops[1]
        ]
    assert find_removed_cards(ends[-1].events) == (3, ())


def test_money_adds_up_over_steps() -> None:
    """The gains and payments of each seat equal the difference of its money before and after."""
    steps = walked(300)
    told = summarize_steps(steps)
    before, after = steps[0].before.players, steps[-1].after.players
    assert told.money == tuple(now.money - then.money for then, now in zip(before, after, strict=True))
    assert [way for way in told.ways if way.kind == "salt" and len(way.stops) > 2]


def test_last_is_one_step_or_several_consecutive_ones() -> None:
    """Lists and tuples of steps are accepted, also public ones. Other values are refused with a reason."""
    first = ms.new_game(["Ada", "Ben"], seed=5)
    steps = [ms.Step(before, move, *after) for before, move, after in play(first, any_kind, random.Random(5), 6)]
    state = steps[-1].after
    assert check_last(state, None) == check_last(state, []) == ()
    assert check_last(state, steps[-1]) == (steps[-1],)
    assert check_last(state, steps) == check_last(state, tuple(steps)) == tuple(steps)
    public = attrs.evolve(steps[2], after=steps[2].after.public())
    assert check_last(state.public(), [public, *steps[3:]])
    with pytest.raises(
        ms.MisuseError, match=r"last: step 2, VisitTownSquare.*, does not start from the position after step 1"
    ):
        check_last(state, [steps[0], *steps[2:]])
    with pytest.raises(ms.MisuseError, match="does not lead to this position"):
        check_last(state, steps[:-1])
    with pytest.raises(ms.MisuseError, match=r"last: expected a Step \(see Game\.last_step\), got 7"):
        check_last(state, [7])
    with pytest.raises(ms.MisuseError, match=r"last: expected a Step \(see Game\.last_step\), got 'x+'"):
        check_last(state, "x" * 3)
    with pytest.raises(ms.MisuseError, match=f"expected at most {MOST_STEPS} steps, got {MOST_STEPS + 1}"):
        check_last(state, steps[-1:] * (MOST_STEPS + 1))
