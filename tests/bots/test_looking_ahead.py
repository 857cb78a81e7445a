"""Looking ahead to the end of a turn: ``_move_choice.py``."""

import random
from typing import Any

import attrs
import pytest
from tests.bots.positions import positions

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import Judge, margins_of
from magnum_sal.bots._move_choice import choose_hasty_move, is_restless, rank_moves, rank_turns
from magnum_sal.model.mine import Mine
from magnum_sal.testing import position


def judge_of(**weights: float) -> Judge:
    """Return a judge that weighs only these features."""
    assert set(weights) <= set(FEATURES)
    found = [weights.get(feature, 0.0) for feature in FEATURES]
    return Judge(dict.fromkeys((2, 3, 4), [found] * 3))


@pytest.mark.slow
def test_moves_are_ranked_by_their_results() -> None:
    """The value of a move is the mover's margin after it, plus the judge's credit for the move."""
    judge = judge_of(money=1.0, tired=-3.0)
    for state in positions(3, 8):
        moves = worth_considering(state, ms.legal_moves(state))
        ranked = rank_moves(state, moves, state, judge)
        assert [entry.value for entry in ranked] == sorted((entry.value for entry in ranked), reverse=True)
        for entry in ranked:
            assert entry.move in moves
            assert entry.after == ms.apply(state, entry.move).state
            assert entry.value == margins_of(entry.worths)[state.turn_seat] + judge.credit(state, entry.move)


def test_placements_are_first_tried_from_each_source() -> None:
    """With many placements, all targets are tried from the two best sources, and only one target from the others."""
    state = position("turn: A, actions 2 | A: stock 1 | S1: AA | S2: AA | S3: AA | S4: A | 1L1: A [-/0]")
    moves = worth_considering(state, ms.legal_moves(state))
    placements = [move for move in moves if isinstance(move, ms.PlaceMiner)]
    ranked = rank_moves(state, moves, state, judge_of(stock=-1.0, sections=5.0))
    kept = [entry.move for entry in ranked if isinstance(entry.move, ms.PlaceMiner)]
    assert len(kept) < len(placements)
    assert {move.target for move in kept} == {move.target for move in placements}
    counts = {source: sum(move.source == source for move in kept) for source in {move.source for move in kept}}
    assert sorted(counts.values())[-3] == 1  # The third source was tried for only one target.


def test_few_placements_are_all_tried() -> None:
    """With few placements, all of them are ranked."""
    state = position("turn: A | S1: A")
    moves = worth_considering(state, ms.legal_moves(state))
    assert {entry.move for entry in rank_moves(state, moves, state, judge_of(money=1.0))} == set(moves)


def test_a_turn_is_ranked_by_its_second_move() -> None:
    """The value of a first move includes its best second move, within the width."""
    state = position("turn: A, actions 2 | A: stock 6 | S1: A | S2: A | S3: A")
    moves = worth_considering(state, ms.legal_moves(state))
    judge = judge_of(sections=5.0, stock=0.1)
    best = rank_turns(state, moves, state, judge, 4)[0]
    alone = rank_turns(state, moves, state, judge, 0)[0]
    assert best.value > alone.value + 4
    assert isinstance(best.move, ms.PlaceMiner)
    assert best.move.target == "S4"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy:width=1", "search:iterations=1"])
def test_one_bot_plays_several_seats(name: str) -> None:
    """A bot that plays several seats remembers where the present turn began, and not the turn of another seat."""
    bot: Any = make_bot(name, seed=1)
    state, turn, compared = ms.new_game(["Ada", "Ben"], seed=1), (0, 0, 0), 0
    mines: list[Mine] = []
    for _ in range(12):
        now = (state.phase, state.round, state.turn_seat)
        mines = [*mines, state.mine] if turn == now else [state.mine]
        turn = now
        move = bot(state.public(), ms.legal_moves(state))
        if bot._began is not None:
            assert bot._began.mine in mines
            compared += 1
        state = state.play(move)
    assert compared > 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy:width=1", "search:iterations=1"])
def test_a_turn_of_an_earlier_game_is_forgotten(name: str) -> None:
    """A bot that plays several games does not take the same turn of an earlier game for the present one."""
    bot: Any = make_bot(name, seed=1)
    for miners in ("AA", "AAA"):
        state = position(f"turn: A, actions 2 | A: stock 4 | S1: {miners}")
        bot.game_started(state.public(), 0)
        bot(state.public(), ms.legal_moves(state))
        assert bot._began.mine == state.mine


def test_going_and_coming_back_passes_the_time() -> None:
    """A turn that moves all miners back is penalized, whether the search starts with its first or its second move."""
    start = position("turn: A, actions 2 | A: stock 0 | S1: AA | S2: AA")
    there = ms.apply(start, ms.PlaceMiner("S1", "S2")).state
    back = ms.PlaceMiner("S2", "S1")
    judge = judge_of(money=1.0)
    free = {entry.move: entry.value for entry in rank_turns(there, ms.legal_moves(there), there, judge, 0)}
    charged = {
        entry.move: entry.value for entry in rank_turns(there, ms.legal_moves(there), there, judge, 0, start.mine)
    }
    assert charged.pop(back) < free.pop(back)
    assert charged == free


def test_patience_ends() -> None:
    """
    A player is never restless early in a phase or if there is something to gain, and always restless in the end.

    A player is not restless either if the phase ends with the round.
    """
    state = positions(2, 1)[0]
    rng = random.Random(1)
    early, late, last = (attrs.evolve(state, round=number) for number in (12, 20, 33))
    assert not any(is_restless(early, -1.0, rng) for _ in range(200))
    assert 20 < sum(is_restless(late, -1.0, rng) for _ in range(200)) < 180
    assert not any(is_restless(late, 0.0, rng) for _ in range(200))
    assert all(is_restless(last, -1.0, rng) for _ in range(200))
    over = attrs.evolve(last, castle=attrs.evolve(last.castle, completed=last.orders_to_end))
    assert not any(is_restless(over, -1.0, rng) for _ in range(200))


@pytest.mark.parametrize("castle", ["WW=21 - -", "BWW=27 - -"])
def test_a_hasty_player_with_nothing_but_walks(castle: str) -> None:
    """A hasty player who may only walk to the castle does so, whether or not the castle awaits the salt."""
    state = position(f"S1: A | A: WW, stock 0, royal_privilege | castle: {castle} | turn: A, phase 3, actions 2")
    walks = [move for move in ms.legal_moves(state) if isinstance(move, ms.VisitCastle)]
    assert len(walks) > 1
    assert {choose_hasty_move(state, walks, random.Random(seed)) for seed in range(60)} <= set(walks)
