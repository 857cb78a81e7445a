"""The last turn of a game, solved: ``_ending.py``."""

import random
from fractions import Fraction

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.bots import analyse
from magnum_sal.bots._built_in_bots import SearchBot
from magnum_sal.bots._ending import Ending, is_last_turn
from magnum_sal.bots._judge import load_judge
from magnum_sal.testing import position

TABLE = (
    "{turn} | {castle} | S1: B | S2: B | 1L1: B [BG/0] | "
    "A: {groszy} groszy, orders GW=17 BGG=19 | B: 20 groszy, BBG, {tools}stock 3, orders BBW=21 WW=21"
)
DONE = "castle: WWW=33 BWW=27 GWW=29, stack 1, completed 4 | orders 3: GGW=25"
NOT_DONE = "castle: WWW=33 BWW=27 GWW=29, stack 2, completed 3 | orders 3: GGW=25 BBW=21 | seen: orders 0 1"
MINE_PAYS = attrs.evolve(
    ms.STANDARD,
    name="mine_pays",
    rulings=attrs.evolve(
        ms.STANDARD.rulings, other_value=lambda state, seat: 9 * sum(space.rested[seat] for space in state.mine.spaces)
    ),
)
"""Every rested miner in the mine counts 9 groszy at the end."""


def table(
    turn: str = "turn: B, phase 3, actions 1",
    castle: str = DONE,
    *,
    groszy: int = 20,
    tools: str = "",
    ruleset: ms.Ruleset = ms.STANDARD,
) -> ms.GameState:
    """Return a position with little to do but to extract salt, to sell it, and to hire and send miners."""
    return position(TABLE.format(turn=turn, castle=castle, groszy=groszy, tools=tools), ruleset=ruleset).public()


def endless() -> Ending:
    """Return an ending that is never given up."""
    return Ending(load_judge(), lambda _looked: False)


def most(state: ms.GameState, seat: int) -> Fraction:
    """Return the most by which a seat can be ahead, on the average of what is turned up, by trying all there is."""
    if state.is_over:
        totals = [score.total for score in state.scores]
        return Fraction(totals[seat] - totals[1 - seat])
    if state.pending is not None:
        found = [(share, most(ms.reveal(state, piece).state, seat)) for piece, share in ms.outcomes(state)]
        return sum((share * margin for share, margin in found), Fraction(0))
    return max(most(ms.apply(state, move).state, seat) for move in ms.legal_moves(state))


def test_what_the_last_turn_is() -> None:
    """The last player's, in the last phase, once its orders are completed (PHASE-1, END-1)."""
    assert is_last_turn(table())
    assert not is_last_turn(table("turn: A, phase 3"))
    assert not is_last_turn(table("turn: B, phase 3, start B"))
    assert not is_last_turn(table(castle=NOT_DONE))
    assert not is_last_turn(ms.new_game(["Ada", "Ben"], seed=1))


@pytest.mark.parametrize("tools", ["", "pickaxe, ", "rope, ", "food, "])
def test_all_courses_are_tried(tools: str) -> None:
    """The best move brings as much as trying everything does, and each move no more than it can."""
    state = table(tools=tools)
    solved = endless().solve(state, ms.legal_moves(state))
    assert solved is not None
    assert {move for move, _ in solved} == set(ms.legal_moves(state))
    assert solved[0][1].margins == pytest.approx([-float(most(state, 1)), float(most(state, 1))])
    merits = [value.merit for _, value in solved]
    assert merits == sorted(merits, reverse=True)
    for move, value in solved[::5]:
        assert value.margins[1] == pytest.approx(float(most(ms.apply(state, move).state, 1)))
        assert value.chances == pytest.approx([0.0, 1.0])


def test_what_is_turned_up_is_averaged() -> None:
    """With two actions a chamber can be looked into and its salt extracted, of which nobody knows what there is."""
    state = table("turn: B, phase 3, actions 2")
    placements = [move for move in ms.legal_moves(state) if isinstance(move, ms.PlaceMiner) and move.target == "1R1"]
    solved = endless().solve(state, placements)
    assert solved is not None
    for move, value in solved:
        after = ms.apply(state, move).state
        assert after.pending is not None
        assert value.margins[1] == pytest.approx(float(most(after, 1)))


def test_a_lost_game_is_lost_by_little() -> None:
    """Where nothing wins any more, the smallest margin is best."""
    state = table(groszy=90)
    solved = endless().solve(state, ms.legal_moves(state))
    assert solved is not None
    assert solved[0][1].chances == [1.0, 0.0]
    assert solved[0][1].margins[1] == max(value.margins[1] for _, value in solved)


def test_own_rules_are_kept_to() -> None:
    """A house that pays for miners in the mine has them sent there with the last action."""
    state = table("turn: B, phase 3, actions 2", ruleset=MINE_PAYS)
    solved = endless().solve(state, ms.legal_moves(state)[:1])
    assert solved is not None
    move, value = solved[0]
    best = max(
        float(most(ms.apply(ms.apply(state, move).state, placement).state, 1))
        for placement in ms.legal_moves(ms.apply(state, move).state)
        if isinstance(placement, ms.PlaceMiner) and placement.source == "stock" and placement.target == "S1"
    )
    assert value.margins[1] == pytest.approx(best)


def test_it_is_given_up() -> None:
    """Where there are too many courses, and where the game goes on after all."""
    state = table("turn: B, phase 3, actions 2")
    counted: list[int] = []

    def is_enough(looked: int) -> bool:
        counted.append(looked)
        return looked > 100

    assert Ending(load_judge(), is_enough).solve(state, ms.legal_moves(state)) is None
    assert counted[-1] > 100 >= counted[-2]
    going_on = table(castle=NOT_DONE)
    assert endless().solve(going_on, ms.legal_moves(going_on)) is None


@pytest.mark.slow
def test_search_plays_it() -> None:
    """With time enough each of its moves is the best there is."""
    state = table("turn: B, phase 3, actions 2")
    bot = SearchBot(random.Random(1), iterations=400)
    while not state.is_over:
        moves = ms.legal_moves(state)
        solved = endless().solve(state, moves)
        assert solved is not None
        move = bot(state, moves)
        assert dict(solved)[move].merit == pytest.approx(solved[0][1].merit)
        state, events = ms.apply(state, move)
        bot.observed(move, events)


@pytest.mark.parametrize("options", [{"iterations": 1}, {"seconds": 0.01}])
def test_search_has_a_budget_for_it(options: dict[str, float]) -> None:
    """With little time the turn is searched as any other."""
    state = table("turn: B, phase 3, actions 2")
    bot = SearchBot(random.Random(1), **options)  # type: ignore[arg-type]
    assert bot(state, ms.legal_moves(state)) in ms.legal_moves(state)
    assert bot.ending is None


def test_the_analysis_is_exact() -> None:
    """Nothing is off, lines go on to the end, and moves that win alike are told by how much they do."""
    state = table()
    analysis = analyse(state, iterations=200, lines=4)
    assert analysis.is_solved
    assert analysis.iterations == 0
    assert analysis.chances == (0.0, 1.0)
    assert analysis.best.margin == float(most(state, 1))
    margins = [line.margin for line in analysis.lines]
    assert margins == sorted(margins, reverse=True)
    for line in analysis.lines:
        assert (line.chance, line.error) == (1.0, 0.0)
        end = state
        for move in line.moves:
            end = ms.apply(end, move).state
        assert end.is_over
    estimated = analyse(table("turn: A, phase 3"), iterations=10)
    assert not estimated.is_solved
    assert estimated.iterations == 10
