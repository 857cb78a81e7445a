"""Episodes: settings, rewards, the end of a game, and its log."""

from __future__ import annotations

import copy
import random
from typing import Any

import attrs
import numpy as np
import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.envs import ActionTable, EpisodeSettings
from magnum_sal.envs._episode import ILLEGAL, Episode, begin_episode, read_start
from magnum_sal.envs.solo import SoloEnv
from magnum_sal.model.score import Score
from magnum_sal.testing import position


def play_on(episode: Episode, rng: random.Random) -> Episode:
    """Answer at random to the end."""
    while episode.rewards is None:
        episode.answer(int(rng.choice(episode.mask.nonzero()[0])))
    return episode


def score(seat: int, rank: int, total: int = 0) -> Score:
    """Return a score with this rank and total."""
    return Score(seat, total, 0, 0, total, 0, 5, 0, rank)


@pytest.mark.long
@pytest.mark.parametrize(
    ("rewards", "ranks", "expected"),
    [
        ("win", (1, 2), (1, -1)),
        ("win", (1, 1), (0, 0)),
        ("win", (3, 1, 2), (-0.5, 1, -0.5)),
        ("win", (1, 3, 1), (0.25, -0.5, 0.25)),
        ("win", (1, 1, 1, 1), (0, 0, 0, 0)),
        ("win", (4, 1, 2, 2), (-1 / 3, 1, -1 / 3, -1 / 3)),
        ("rank", (1, 2), (1, -1)),
        ("rank", (2, 1, 3), (0, 1, -1)),
        ("rank", (1, 2, 2, 4), (1, 0, 0, -1)),
        ("rank", (1, 1, 3), (0.5, 0.5, -1)),
        ("points", (1, 2), (0.5, 0.25)),
    ],
)
def test_rewards(rewards: Any, ranks: tuple[int, ...], expected: tuple[float, ...]) -> None:
    """END-1: wins and ranks add up to 0; points are hundredths of the total."""
    scores = tuple(score(seat, rank, 100 // (2 * rank)) for seat, rank in enumerate(ranks))
    rulings = attrs.evolve(ms.STANDARD.rulings, scoring=lambda _: scores)
    ruleset = attrs.evolve(ms.STANDARD, name="scored", rulings=rulings)
    settings = EpisodeSettings(len(ranks), ruleset, rewards, None, True)
    episode = play_on(begin_episode(settings, 1), random.Random(1))
    assert episode.rewards == pytest.approx(expected)
    if rewards != "points":
        assert sum(episode.rewards or ()) == pytest.approx(0)
    assert not episode.truncated


def test_a_long_game_is_truncated() -> None:
    """After ``max_decisions`` answers, all earn 0."""
    episode = play_on(begin_episode(EpisodeSettings(3, max_decisions=40), 1), random.Random(1))
    assert episode.answers == 40
    assert list(episode.rewards or ()) == [0, 0, 0]
    assert episode.result_of(1) == (0, False, True)
    assert not episode.mask.any()


@pytest.mark.parametrize("action", [-1, 3, len(ActionTable(ms.STANDARD, 2).answers), 10_000])
def test_an_impossible_answer_ends_the_game(action: int) -> None:
    """The offender earns -1 and the others 0; the position does not change."""
    state = position("A: 0 groszy")
    episode = Episode(EpisodeSettings(), state)
    episode.answer(action)
    assert list(episode.rewards or ()) == [ILLEGAL, 0]
    assert episode.offender == 0
    assert episode.state == state
    assert episode.result_of(0) == (-1, True, False)
    with pytest.raises(ms.MisuseError, match="the episode has ended"):
        episode.answer(0)
    assert list(episode.rewards or ()) == [ILLEGAL, 0]


def test_forced_moves_need_no_answer() -> None:
    """CASTLE-4: a penalty that leaves no choice is paid at once, also at the beginning of an episode."""
    state = position("A: 2 groszy, -", arriving=1)
    assert len(ms.legal_moves(state)) == 1
    episode = Episode(EpisodeSettings(), state)
    assert episode.moves == [ms.PayPenalty(2)]
    assert episode.answers == 0


@pytest.mark.long
@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME], ids=str)
def test_the_log_is_that_of_apply(ruleset: ms.Ruleset) -> None:
    """The recorded game has the moves of the episode, and the log of a game with the same seed and moves."""
    settings = EpisodeSettings(3, ruleset, sensible=True)
    episode = play_on(begin_episode(settings, 5), random.Random(5))
    game = ms.Game.new(["player_0", "player_1", "player_2"], seed=5, ruleset=ruleset)
    state = game.state
    for move in episode.moves:
        state = ms.apply(state, move).state
        game.play(move)
    assert state == episode.state
    assert [*episode.record().log.lines()][1:] == [*game.log.lines()][1:]
    assert episode.record().state == state


def test_an_episode_from_a_position_has_a_log() -> None:
    """The log begins with the position."""
    state = position("A: 20 groszy")
    episode = Episode(EpisodeSettings(max_decisions=30), read_start(EpisodeSettings(), {"state": state}) or state)
    game = play_on(episode, random.Random(1)).record()
    assert ms.Game.from_position(state).state == state
    assert game.moves == tuple(episode.moves)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"num_players": 5}, "num_players: expected a whole number from 2 to 4, got 5"),
        ({"num_players": True}, "num_players: expected a whole number from 2 to 4, got True"),
        ({"ruleset": 3}, "ruleset: expected a Ruleset or the name of a registered one, got 3"),
        ({"ruleset": "chess"}, "chess"),
        ({"rewards": "money"}, "rewards: expected 'win', 'rank', 'points', got 'money'"),
        ({"max_decisions": 0}, "max_decisions: expected 1 or more, or None for no limit, got 0"),
        ({"sensible": 1}, "sensible: expected True or False, got 1"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any], complaint: str) -> None:
    """The message names the setting."""
    with pytest.raises(ms.MagnumSalError, match=complaint):
        EpisodeSettings(**settings)


@pytest.mark.parametrize(
    "state",
    [
        5,
        ms.new_game(["Ada", "Ben"], seed=1).public(),
        ms.new_game(["Ada", "Ben", "Cleo"], seed=1),
        ms.new_game(["Ada", "Ben"], seed=1, ruleset=SMITHY_GAME),
    ],
)
def test_unsuitable_positions_are_refused(state: Any) -> None:
    """A start must be a full state with the ruleset and the number of players of the environment."""
    with pytest.raises(ms.MisuseError, match="options: 'state' must"):
        read_start(EpisodeSettings(), {"state": state})
    with pytest.raises(ms.MisuseError, match=r"^state must"):
        Episode(EpisodeSettings(), state)


@pytest.mark.parametrize("answer", ["x", np.float64(3.0), None, 1.0])
def test_an_answer_must_be_a_whole_number(answer: Any) -> None:
    """Such an answer is a mistake of the program, and the episode goes on. Integers of NumPy are welcome."""
    episode = begin_episode(EpisodeSettings(), 1)
    with pytest.raises(ms.MisuseError, match="action: expected a whole number"):
        episode.answer(answer)
    with pytest.raises(ms.MisuseError, match="settings: expected EpisodeSettings, got 's'"):
        Episode("s", episode.state)  # type: ignore[arg-type]
    numpy_integer: Any = episode.mask.argmax()
    episode.answer(numpy_integer)
    assert episode.answers == 1
    assert episode.rewards is None


def test_integers_of_numpy_get_a_hint() -> None:
    """They are refused where a value may be written as JSON. The message says how to convert them."""
    episode = begin_episode(EpisodeSettings(), 1)
    two: Any = np.int64(2)
    for refused in (
        lambda: episode.observe(two),
        lambda: ms.new_game(["Ada", "Ben"], seed=two),
        lambda: EpisodeSettings(two),
        lambda: EpisodeSettings(max_decisions=two),
        lambda: ActionTable(ms.STANDARD, two),
        lambda: ActionTable(ms.STANDARD, 2).find("count", two),
        lambda: SoloEnv(seat=two),
    ):
        with pytest.raises(ms.MagnumSalError, match=r"; convert it with int\(\)$"):
            refused()


@pytest.mark.slow
def test_a_shallow_copy_is_independent() -> None:
    """A copy does not add its moves to those of the original."""
    episode = begin_episode(EpisodeSettings(), 1)
    copied = copy.copy(episode)
    play_on(copied, random.Random(1))
    assert copied.moves
    assert episode.moves == []
    assert episode.record().state == episode.state


def test_only_the_learner_answers_questions() -> None:
    """CASTLE-4: a move that leaves no choice is made at once only for the learner."""
    state = position("A: 2 groszy, -", arriving=1)
    assert Episode(EpisodeSettings(), state, learner=0).moves == [ms.PayPenalty(2)]
    episode = Episode(EpisodeSettings(), state, learner=1)
    assert episode.moves == []
    assert episode.seat == 0
    assert not episode.mask.any()
    episode.play(ms.PayPenalty(2))
    assert episode.moves[0] == ms.PayPenalty(2)
