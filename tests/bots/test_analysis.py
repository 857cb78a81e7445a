"""Analysis for people: ``_analysis.py``."""

import itertools
import random
import time
from functools import partial
from typing import Any

import attrs
import pytest
from tests.amounts import select
from tests.bots.positions import positions
from tests.bots.test_solution import DECIDING

import magnum_sal as ms
from magnum_sal.bots import Analysis, Line, analyse, make_bot, solve
from magnum_sal.model.switches import SWITCHES
from magnum_sal.testing import position

DELIVERY = "turn: A, actions 2, arriving 1 | castle: BBG=17 BB=9 BG=11 | A: 5 groszy, BBG | B: 5 groszy, G"
"""A is at the castle with the salt for an order."""


def check(analysis: Analysis) -> None:
    """Check what is true of every analysis."""
    state = analysis.state
    assert sum(analysis.chances) == pytest.approx(1.0)
    assert sum(line.share for line in analysis.lines) <= 1.0 + 1e-9
    for line in analysis.lines:
        assert line.moves[0] == line.move
        assert 0.0 <= line.chance <= 1.0
        assert line.error >= 0.0
        assert len(line.reasons) <= 3
        position = state
        for move in line.moves:
            assert ms.is_legal(position, move)
            position = ms.apply(position, move).state
    sure = [line.chance - line.error for line in analysis.lines]
    assert sure == sorted(sure, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_games(players: int) -> None:
    """The moves of each line are legal, the best line comes first, and there are at most as many as requested."""
    for state in select(positions(players, seed=5)[::12]):
        analysis = analyse(state, iterations=20, lines=2)
        assert 1 <= len(analysis.lines) <= 2
        assert analysis.best is analysis.lines[0]
        assert analysis.iterations <= 20
        check(analysis)


@pytest.mark.long
@pytest.mark.parametrize("name", [switch.name for switch in SWITCHES])
def test_variants(name: str) -> None:
    """Positions of every variant can be analysed."""
    on: dict[str, Any] = {switch.name: switch.on for switch in SWITCHES if switch.name == name}
    for state in select(positions(3, seed=2, ruleset=attrs.evolve(ms.STANDARD, **on))[::15]):
        check(analyse(state, iterations=10))


@pytest.mark.long
def test_an_analysis_can_be_reproduced() -> None:
    """The iterations and the seed determine the result, and another seed leads to another one."""
    state = positions(2, seed=1)[14]
    first, second, other = (analyse(state, iterations=60, seed=seed) for seed in (4, 4, 5))
    assert first == second
    assert [line.chance for line in first.lines] != [line.chance for line in other.lines]


@pytest.mark.long
def test_hidden_pieces_are_ignored() -> None:
    """The analysis depends only on the public position, however the hidden piles are ordered."""
    state = positions(2, seed=3)[2]
    other = ms.determinize(state, random.Random(8))
    assert other != state
    assert analyse(state, iterations=20) == analyse(other, iterations=20) == analyse(state.public(), iterations=20)


@pytest.mark.slow
def test_one_move_alone() -> None:
    """A single legal move is analysed too."""
    state = position(DELIVERY)
    analysis = analyse(state, iterations=10)
    assert {type(line.move) for line in analysis.lines} == {ms.CompleteOrder}


@pytest.mark.long
def test_requested_moves() -> None:
    """
    Only the requested moves are compared, equally often and in the same worlds.

    They can be moves that no search considers.
    """
    state = ms.new_game(["Ada", "Ben"], seed=7)
    named = (ms.Pass(), ms.VisitTownSquare(), ms.VisitInn())
    analysis = analyse(state, iterations=30, lines=9, root_moves=iter((*named, ms.Pass())))
    assert {line.move for line in analysis.lines} == set(named)
    assert [line.share for line in analysis.lines] == pytest.approx([1 / 3] * 3)
    check(analysis)
    every = analyse(state, iterations=1, lines=99, root_moves=ms.legal_moves(state))
    assert len(every.lines) == len(ms.legal_moves(state)) == every.iterations


@pytest.mark.slow
def test_a_good_move_is_better_than_a_bad_one() -> None:
    """The more valuable order is completed, since the cubes fit both orders."""
    state = position(DELIVERY)
    best = analyse(state, iterations=60).best
    assert best.move == ms.CompleteOrder(0)


@pytest.mark.slow
def test_the_end_of_the_game_is_seen() -> None:
    """A move that ends the game is worth the final totals (END-1)."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=3)
    bots = [make_bot("random", seed=seat) for seat in range(3)]
    while True:
        move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
        after = ms.apply(state, move).state
        if after.is_over:
            break
        state = after
    totals = [score.total for score in after.scores]
    seat = state.turn_seat
    best = analyse(state, iterations=3, root_moves=[move]).best
    assert best.margin == pytest.approx(totals[seat] - (sum(totals) - totals[seat]) / 2)
    assert best.error == pytest.approx(0.0, abs=1e-6)
    assert (best.chance > 0.8) == (after.scores[seat].rank == 1)


@pytest.mark.long
def test_time_is_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shorter time leads to fewer iterations."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    monkeypatch.setattr(time, "perf_counter", partial(next, itertools.count()))  # a second passes with each look
    assert analyse(state, seconds=2).iterations < analyse(state, seconds=20).iterations


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lines": 0}, "analyse: lines: expected a whole number from 1 up, got 0"),
        ({"seed": -1}, ": seed: expected a whole number from 0 up, got -1"),
        ({"seconds": 0}, ": seconds: expected a number above 0, got 0"),
        ({"seconds": 10**400}, ": seconds: expected a number above 0, got "),
        ({"lines": -(10**5000)}, "lines: expected a whole number from 1 up, got "),
        ({"iterations": 2.5}, r": iterations: expected a whole number from 1 up, got 2\.5"),
        ({"root_moves": ()}, "root_moves: expected at least one move"),
    ],
)
def test_invalid_arguments(options: dict[str, Any], words: str) -> None:
    """Invalid arguments are refused with a message."""
    with pytest.raises(ms.MisuseError, match=words):
        analyse(ms.new_game(["Ada", "Ben"], seed=7), **options)


def test_a_value_that_is_no_move() -> None:
    """A value of *root_moves* that is not a move is refused with a message, also if it cannot be hashed."""
    moves: Any = [ms.Pass(), {"type": "pass"}]
    with pytest.raises(ms.MalformedError, match=r"\{'type': 'pass'\} is not a move in the ruleset 'standard'"):
        analyse(ms.new_game(["Ada", "Ben"], seed=7), root_moves=moves)


@pytest.mark.parametrize("iterations", [1, 2, 3])
def test_a_few_iterations_are_not_certain(iterations: int) -> None:
    """The standard error of a few iterations is large, even if they agree or there is only one."""
    best = analyse(ms.new_game(["Ada", "Ben"], seed=3), iterations=iterations).best
    assert 0.1 < best.error < 0.5


@pytest.mark.slow
def test_positions_that_cannot_be_analysed() -> None:
    """A finished game, a piece to turn up, an illegal move and a value of another type are refused."""
    state = ms.new_game(["Ada", "Ben"], seed=3)
    bots = [make_bot("random", seed=seat) for seat in (0, 1)]
    with pytest.raises(ms.IllegalMoveError):
        analyse(state, root_moves=[ms.CompleteOrder(0)])
    pending = ms.open_table(["Ada", "Ben"])
    with pytest.raises(ms.MisuseError, match="a piece must be named before a move can be analysed"):
        analyse(pending)
    while not state.is_over:
        state = ms.apply(state, bots[state.turn_seat](state.public(), ms.legal_moves(state))).state
    with pytest.raises(ms.MisuseError, match="the game is over"):
        analyse(state)
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
        analyse("state")  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_line_is_a_value() -> None:
    """A line can be compared and changed like other values."""
    line = analyse(ms.new_game(["Ada", "Ben"], seed=7), iterations=5).best
    assert isinstance(line, Line)
    assert attrs.evolve(line, share=0.0) != line


NEARLY_OVER = (
    "phase 3, actions 1 | castle: WWW=33 BWW=27 GWW=29, stack 1, completed 4 | orders 3: GGW=25 "
    "| A: 30 groszy, stock 0, orders GW=17 BGG=19 | B: 29 groszy, stock 0, orders BBW=21 WW=21"
)


@pytest.mark.long
def test_chances_at_the_end_are_those_of_winning() -> None:
    """END-1: a search prefers larger leads, but the chance of a move that always wins is 1."""
    state = position(f"turn: A, {NEARLY_OVER}").public()
    found = analyse(state, iterations=60)
    exact = {entry.move: entry.chances[0] for entry in solve(state, turns=2).moves}
    assert not found.is_solved
    assert exact[found.best.move] == 1
    assert (found.best.chance, found.best.error, found.chances) == (1.0, 0.0, (1.0, 0.0))


def test_a_deciding_delivery_is_solved() -> None:
    """PHASE-1: the analysis solves the last turn also if it begins with the delivery that ends the game."""
    state = position(DECIDING).public()
    found = analyse(state, iterations=20)
    best, worse = solve(state).moves
    assert (found.is_solved, found.iterations) == (True, 0)
    assert [(line.move, line.chance) for line in found.lines] == [
        (entry.move, float(entry.chances[1])) for entry in (best, worse)
    ]


LAST_TURN = """
turn: A, phase 3, round 17, start B, arriving 1
A: 73 groszy, GW, pickaxe used, food used, cart used, orders BB=9 BG=11 BGG=19 BW=15 GWW=29
B: 98 groszy, stock 1, pickaxe used, orders BBG=17 BBG=17 BBW=21 BGW=23 BGG=19 WWW=33 GW=17
S1: AB | S2: A | S3: A | S4: B | S5: B | S6: B
1L1: [-/1 of BBG/1]
1R1: [-/0 of BBG/1] | 1R2: [-/1 of BGG/2] | 1R3: [-/0 of BB/0] | 1R4: [BBB/1]
2L1: [-/0 of BGGG/2] | 2L2: [-/0 of BBGW/2]
2R1: [-/0 of GGW/2] | 2R2: [BBBG/2] | 2R3: [BG/0 of BGGW/2]
3L1: AAABBBB [-/1 of WWWW/3]
3R1: A [G/1 of GGWWW/3] | 3R2: B [GWWW/3]
assistant pump_house: A | market: BGG | inn: 3
workshop: rope cart rope, stack 2
castle: WW=21 BWW=27 GGW=25, completed 4
tiles: BBB/1 BG/1 BG/1 BWW/3 GGGWW/3
tools: royal_privilege pickaxe
seen: tools commercial_privilege royal_privilege cart commercial_privilege bucket rope, orders 4 4
"""


@pytest.mark.long
def test_a_solved_course_leads_to_its_value() -> None:
    """The course of a solved move comes from the solution, even if the budget was just enough for the solution."""
    found = analyse(position(LAST_TURN), iterations=158)
    assert found.is_solved
    for line in found.lines:
        state = found.state
        for move in line.moves:
            state = ms.apply(state, move).state
        assert state.is_over
        ada, ben = (score.total for score in state.scores)
        assert ada - ben == line.margin


def test_the_last_move_does_not_pay_off_later() -> None:
    """A reason is given only if it is true, and after the last turn of a game there is no later turn."""
    state = position(f"turn: B, start A, {NEARLY_OVER}").public()
    found = analyse(state, iterations=60)
    assert found.is_solved
    assert [reason.kind for line in found.lines for reason in line.reasons if reason.kind == "later"] == []
