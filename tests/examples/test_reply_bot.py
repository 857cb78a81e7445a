"""``examples/reply_bot.py``: a bot that looks ahead with the judge."""

import random

import pytest
import reply_bot
from reply_bot import ReplyBot, play_out, rank_moves, turn_of, waste

import magnum_sal as ms
from magnum_sal.bots import judge, make_bot
from magnum_sal.testing import position


@pytest.mark.slow
def test_it_plays_a_legal_move_from_a_public_state() -> None:
    """The bot needs nothing but the public state, and its seed decides what it plays."""
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=7).public()
    moves = ms.legal_moves(state)
    chosen = [ReplyBot(random.Random(1), width=2)(state, moves) for _ in range(2)]
    assert chosen[0] in moves
    assert chosen[0] == chosen[1]


def test_it_does_not_think_about_the_only_move() -> None:
    """If only one move is legal, the bot plays it without a look at the position."""
    (move,) = ms.legal_moves(position("turn: A, actions 0"))
    assert ReplyBot(random.Random(1))(None, (move,)) is move  # type: ignore[arg-type] # the state is not looked at


def test_the_choice_of_greedy_is_played_out_first() -> None:
    """A bot that plays out a single move plays what ``greedy`` would play."""
    for seed in (3, 7):
        state = ms.new_game(["Ada", "Ben"], seed=seed).public()
        greedy = make_bot("greedy", rng=random.Random(1))
        moves = ms.legal_moves(state)
        assert ReplyBot(random.Random(1), width=1)(state, moves) == greedy(state, moves)


def test_moves_are_ranked_by_the_judge() -> None:
    """The first move has the best margin, and a move that only passes the time loses 1 grosz."""
    state = position("S1: A | S2: A | 1L1: A [BBG/0] | A: 8 groszy, pickaxe | castle: BBG=17")
    ranked = rank_moves(state)
    assert sorted(map(repr, ranked)) == sorted(map(repr, ms.sensible_moves(state)))
    values = [judge(state.public().play(move)).margins[0] - waste(move) for move in ranked]
    assert values == sorted(values, reverse=True)
    assert [waste(ms.VisitTownSquare()), waste(ms.Pass()), waste(ms.VisitInn())] == [1, 1, 0]


def test_it_sees_the_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is played out to the next turn of the seat, after a turn of each other player."""
    state = position("players: A, B, C | turn: A, actions 1 | S1: A").public()
    seen: list[tuple[int, int, int]] = []

    def followed(state: ms.GameState) -> tuple[int, int, int]:
        seen.append(turn_of(state))
        return seen[-1]

    monkeypatch.setattr(reply_bot, "turn_of", followed)
    play_out(ms.determinize(state, random.Random(1)), ms.VisitTownSquare())
    assert [seat for _, _, seat in dict.fromkeys(seen)] == [0, 1, 2, 0]
