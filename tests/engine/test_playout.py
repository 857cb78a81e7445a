"""Playouts by a function that chooses the moves: ``playout.py``."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.testing.players import any_move, finisher

FIRST = ms.new_game(["Ada", "Ben"], seed=7)


def test_a_playout_is_a_chain_of_decisions() -> None:
    """Each decision is a choice among the legal moves, and a playout makes exactly the given number."""
    asked: list[tuple[ms.GameState, tuple[ms.Move, ...]]] = []
    rng = random.Random(4)

    def choose(state: ms.GameState, moves: tuple[ms.Move, ...], chance: random.Random) -> ms.Move:
        assert chance is rng
        asked.append((state, moves))
        return moves[-1]

    last = ms.playout(FIRST, choose, rng, decisions=30)
    state = FIRST
    for seen, moves in asked:
        assert seen == state
        assert moves == ms.legal_moves(state)
        state = state.play(moves[-1])
    assert len(asked) == 30
    assert last == state
    assert ms.playout(FIRST, choose, rng, decisions=0) is FIRST


@pytest.mark.slow
def test_a_playout_ends_with_the_game() -> None:
    """A game of players who deliver ends, and the same random numbers give the same game."""
    ends = [ms.playout(FIRST, finisher, random.Random(2)) for _ in range(2)]
    assert ends[0].is_over
    assert ends[0].winners
    assert ends[0] == ends[1]
    assert ms.playout(ends[0], any_move, random.Random(1)) is ends[0]


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        (ms.PlaceMiner("S1", "S2"), ms.IllegalMoveError, "you have no miner in S1"),
        (None, ms.MalformedError, "None is not a move in the ruleset 'standard'"),
    ],
)
def test_the_chosen_move_must_be_legal(chosen: Any, error: type[Exception], words: str) -> None:
    """The error names the broken rule, or the value that is not a move."""
    with pytest.raises(error, match=words):
        ms.playout(FIRST, lambda *_: chosen, random.Random(1))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ms.playout(None, any_move, random.Random(1)), "state: expected a GameState, got None"),  # type: ignore[arg-type]
        (
            lambda: ms.playout(None, any_move, random.Random(1), decisions=0),  # type: ignore[arg-type]
            "state: expected a GameState, got None",
        ),
        (lambda: ms.playout(FIRST, 5, random.Random(1)), "choose: expected a function, got 5"),  # type: ignore[arg-type]
        (lambda: ms.playout(FIRST, any_move, 5), "rng: expected a random.Random, got 5"),  # type: ignore[arg-type]
        (
            lambda: ms.playout(FIRST, any_move, random.Random(1), decisions=-1),
            "decisions: expected a whole number from 0 up, got -1",
        ),
        (
            lambda: ms.playout(FIRST, any_move, random.Random(1), decisions=True),
            "decisions: expected a whole number from 0 up, got True",
        ),
    ],
)
def test_misuse_is_reported(call: Callable[[], object], words: str) -> None:
    """Each invalid argument is named with its value and the reason."""
    with pytest.raises(ms.MisuseError, match=words):
        call()
