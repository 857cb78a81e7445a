"""The solved last turn of a game: ``_last_turn.py`` and ``_course_solver.py``."""

import random
from fractions import Fraction

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.bots import analyse
from magnum_sal.bots._built_in_bots import SearchBot
from magnum_sal.bots._course_solver import CourseSolver
from magnum_sal.bots._last_turn import is_last_turn
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
"""Every rested miner in the mine is worth 9 groszy at the end."""


def table(
    turn: str = "turn: B, phase 3, actions 1",
    castle: str = DONE,
    *,
    groszy: int = 20,
    tools: str = "",
    ruleset: ms.Ruleset = ms.STANDARD,
) -> ms.GameState:
    """Return a position in which the player can do little except extract salt, sell it, and hire and move miners."""
    return position(TABLE.format(turn=turn, castle=castle, groszy=groszy, tools=tools), ruleset=ruleset).public()


def endless() -> CourseSolver:
    """Return a solver for the last turn that never gives up."""
    return CourseSolver(1, ms.legal_moves, lambda _tried: False)


def most(state: ms.GameState, seat: int) -> Fraction:
    """Return the largest expected lead of a seat, by trying all moves and averaging over all reveals."""
    if state.is_over:
        totals = [score.total for score in state.scores]
        return Fraction(totals[seat] - totals[1 - seat])
    if state.pending is not None:
        found = [(share, most(ms.reveal(state, piece).state, seat)) for piece, share in ms.outcomes(state)]
        return sum((share * margin for share, margin in found), Fraction(0))
    return max(most(ms.apply(state, move).state, seat) for move in ms.legal_moves(state))


def test_which_turn_is_the_last() -> None:
    """The last turn is the last player's in the last phase, once its orders are completed (PHASE-1, END-1)."""
    assert is_last_turn(table())
    assert not is_last_turn(table("turn: A, phase 3"))
    assert not is_last_turn(table("turn: B, phase 3, start B"))
    assert not is_last_turn(table(castle=NOT_DONE))
    assert not is_last_turn(ms.new_game(["Ada", "Ben"], seed=1))


@pytest.mark.parametrize("tools", ["", "pickaxe, ", "rope, ", "food, "])
def test_all_continuations_are_tried(tools: str) -> None:
    """The margins of the best move and of some others equal those found by trying everything."""
    state = table(tools=tools)
    solved = endless().solve(state, ms.legal_moves(state))
    assert solved is not None
    assert {move for move, _ in solved} == set(ms.legal_moves(state))
    assert [solved[0][1].margin(seat) for seat in (0, 1)] == [-most(state, 1), most(state, 1)]
    leads = [value.lead(1) for _, value in solved]
    assert leads == sorted(leads, reverse=True)
    for move, value in solved[::5]:
        assert value.margin(1) == most(ms.apply(state, move).state, 1)
        assert [value.chance(seat) for seat in (0, 1)] == [0, 1]


@pytest.mark.slow
def test_reveals_are_averaged() -> None:
    """
    With two actions a player can reveal a chamber and extract its salt.

    The margins average over the unknown tiles.
    """
    state = table("turn: B, phase 3, actions 2")
    placements = [move for move in ms.legal_moves(state) if isinstance(move, ms.PlaceMiner) and move.target == "1R1"]
    solved = endless().solve(state, placements)
    assert solved is not None
    for move, value in solved:
        after = ms.apply(state, move).state
        assert after.pending is not None
        assert value.margin(1) == most(after, 1)


def test_a_lost_game_is_lost_by_the_smallest_margin() -> None:
    """If no move wins, the move with the smallest deficit is best."""
    state = table(groszy=90)
    solved = endless().solve(state, ms.legal_moves(state))
    assert solved is not None
    assert [solved[0][1].chance(seat) for seat in (0, 1)] == [1, 0]
    assert solved[0][1].margin(1) == max(value.margin(1) for _, value in solved)


def test_rules_of_a_ruleset_are_respected() -> None:
    """If a ruleset rewards miners in the mine, the last action sends one there."""
    state = table("turn: B, phase 3, actions 2", ruleset=MINE_PAYS)
    solved = endless().solve(state, ms.legal_moves(state)[:1])
    assert solved is not None
    move, value = solved[0]
    best = max(
        most(ms.apply(ms.apply(state, move).state, placement).state, 1)
        for placement in ms.legal_moves(ms.apply(state, move).state)
        if isinstance(placement, ms.PlaceMiner) and placement.source == "stock" and placement.target == "S1"
    )
    assert value.margin(1) == best


def test_solving_can_be_given_up() -> None:
    """Solving stops if there are too many continuations, or if the game goes on after the turn."""
    state = table("turn: B, phase 3, actions 2")
    counted: list[int] = []

    def is_enough(looked: int) -> bool:
        counted.append(looked)
        return looked > 100

    solver = CourseSolver(1, ms.legal_moves, is_enough)
    assert solver.solve(state, ms.legal_moves(state)) is None
    assert solver.obstacle == "too_many_moves"
    assert counted[-1] > 100 >= counted[-2]
    going_on = table(castle=NOT_DONE)
    assert endless().solve(going_on, ms.legal_moves(going_on)) is None


@pytest.mark.long
def test_search_plays_the_solution() -> None:
    """With enough iterations, each move of the search bot is a best one."""
    state = table("turn: B, phase 3, actions 2")
    bot = SearchBot(random.Random(1), iterations=400)
    while not state.is_over:
        moves = ms.legal_moves(state)
        solved = endless().solve(state, moves)
        assert solved is not None
        move = bot(state, moves)
        assert dict(solved)[move].is_as_good(solved[0][1], state.turn_seat)
        state, events = ms.apply(state, move)
        bot.observed(move, events)


@pytest.mark.parametrize("options", [{"iterations": 1}, {"seconds": 0.01}])
def test_search_limits_the_solver(options: dict[str, float]) -> None:
    """With little time, the bot searches the last turn like any other."""
    state = table("turn: B, phase 3, actions 2")
    bot = SearchBot(random.Random(1), **options)  # type: ignore[arg-type]
    assert bot(state, ms.legal_moves(state)) in ms.legal_moves(state)
    assert bot.ending is None


@pytest.mark.slow
def test_the_analysis_is_exact() -> None:
    """A solved analysis has no error, its lines reach the end of the game, and winning moves are sorted by margin."""
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
