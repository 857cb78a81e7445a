"""Guesses: copies for a search that know no more than the player to move."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.envs import Episode, EpisodeSettings, magnum_sal_v0
from magnum_sal.envs._episode import begin_episode
from magnum_sal.envs.solo import SoloEnv
from magnum_sal.envs.vector import SelfPlayVectorEnv

STEPS = 60
"""The answers in each of the walks."""


def answer_at_random(episode: Episode, rng: random.Random) -> None:
    """Answer at random."""
    episode.answer(int(rng.choice(episode.mask.nonzero()[0])))


def walk(settings: EpisodeSettings, seed: int) -> Iterator[Episode]:
    """Yield an episode at each question of a game with random answers."""
    episode, rng = begin_episode(settings, seed), random.Random(seed)
    while not episode.is_over:
        yield episode
        answer_at_random(episode, rng)


def list_observed(episode: Episode) -> tuple[Any, ...]:
    """Return all that the player to move knows, as values that can be compared."""
    choice = episode.choice
    position = episode.state.seen_by(episode.seat)
    return position, choice.taken, choice.question, choice.answers, episode.mask.tolist(), episode.answers


def find_reveal(episode: Episode) -> str | None:
    """Return a chamber that a sensible move reveals, or None."""
    state = episode.state
    for move in ms.sensible_moves(state):
        if isinstance(move, ms.PlaceMiner) and not move.target.startswith("S") and not state.find_tile(move.target):
            return move.target
    return None


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ms.STANDARD, LAMP_GAME], ids=str)
def test_a_guess_keeps_what_the_player_knows(ruleset: ms.Ruleset) -> None:
    """PUBLIC-1: the position, the answers given, the mask and the counter are the same, also between two questions."""
    lengths, rng = set(), random.Random(1)
    for number, episode in zip(range(4 * STEPS), walk(EpisodeSettings(2, ruleset, sensible=True), 3), strict=False):
        if number % 3:
            continue
        guess = episode.guess(rng)
        assert list_observed(guess) == list_observed(episode)
        assert (guess.observe(guess.seat) == episode.observe(episode.seat)).all()
        lengths.add(len(episode.choice.taken))
    assert len(lengths) > 2


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ms.STANDARD, LAMP_GAME], ids=str)
def test_a_guess_is_that_of_determinize(ruleset: ms.Ruleset) -> None:
    """PUBLIC-1: the guess depends on what the player sees, and not on the hidden pieces."""
    for number, episode in zip(range(STEPS), walk(EpisodeSettings(2, ruleset, sensible=True), 5), strict=False):
        view = episode.state.seen_by(episode.seat)
        drawn = ms.determinize(view, random.Random(number))
        assert episode.guess(random.Random(number)).state == drawn
        # In another game that looks the same, the guess is the same.
        other = copy.copy(episode)
        other.state = ms.determinize(view, random.Random(-1 - number))
        assert other.guess(random.Random(number)).state == drawn


def test_a_guess_knows_no_tile() -> None:
    """PUBLIC-1: if a move reveals a tile, guesses show the true tile as often as any tile of its kind is drawn."""
    hits = copies = 0
    shares, rng = [], random.Random(2)
    for seed in range(12):
        for episode in walk(EpisodeSettings(sensible=True), seed):
            chamber = find_reveal(episode)
            if chamber is None or episode.choice.question != "type":
                continue
            assert episode.state.hidden is not None
            true = episode.state.hidden.tile_of(chamber)
            copied = copy.copy(episode).state.hidden
            assert copied is not None
            copies += copied.tile_of(chamber) == true
            level = int(chamber[0])
            unseen = [episode.state.hidden.tile_of(other) for other in covered(episode.state, level)]
            shares += [unseen.count(true) / len(unseen)] * 20
            for _ in range(20):
                hidden = episode.guess(rng).state.hidden
                assert hidden is not None
                hits += hidden.tile_of(chamber) == true
            break
    assert copies == 12
    # The hits are a sum of independent draws. Four standard deviations are exceeded in one seed of 16,000.
    assert abs(hits - sum(shares)) < 4 * sum(share * (1 - share) for share in shares) ** 0.5


def covered(state: ms.GameState, level: int) -> list[str]:
    """Return the chambers of a level whose tiles nobody has seen."""
    return [space for space in state.mine if space.startswith(f"{level}") and state.find_tile(space) is None]


def test_a_guess_has_no_traces_of_the_game() -> None:
    """The moves, the seed and the last step would reveal the position before the guess. The log begins there."""
    for episode in walk(EpisodeSettings(sensible=True), 4):
        if len(episode.moves) == 5:
            break
    guess = episode.guess(random.Random(1))
    assert (guess.moves, guess.seed, guess.last_step) == ([], None, None)
    assert (len(episode.moves), episode.seed) == (5, 4)
    rng = random.Random(1)
    while len(guess.moves) < 3:
        answer_at_random(guess, rng)
    assert guess.record().state == guess.state
    assert len(guess.record().moves) == len(guess.moves)


def test_a_guess_reports_no_moves() -> None:
    """The moves of a search are no moves of the game."""
    reported: list[Any] = []
    state = ms.new_game(["Ada", "Ben"], seed=1)
    episode = Episode(EpisodeSettings(sensible=True), state, 1, lambda *move: reported.append(move))
    guess, rng = episode.guess(random.Random(1)), random.Random(1)
    while not guess.moves:
        answer_at_random(guess, rng)
    assert reported == []


def test_the_counter_of_a_guess_continues() -> None:
    """A guess is truncated after as many answers as the game."""
    episode, rng = begin_episode(EpisodeSettings(max_decisions=30), 1), random.Random(1)
    for _ in range(20):
        answer_at_random(episode, rng)
    guess = episode.guess(rng)
    while not guess.is_over:
        answer_at_random(guess, rng)
    assert (guess.answers, guess.truncated, episode.answers) == (30, True, 20)


def test_a_guess_in_turns() -> None:
    """``magnum_sal_v0`` continues in the guess, and the original does not change."""
    env, rng = magnum_sal_v0.env(num_players=3, sensible=True, max_decisions=50), random.Random(3)
    env.reset(seed=3)
    while len(env.episode.choice.taken) < 2 or env.episode.answers < 12:
        env.step(int(rng.choice(env.action_masks().nonzero()[0])))
    before = list_observed(env.episode)
    guess = env.guess(random.Random(1))
    assert guess.agent_selection == env.agent_selection
    assert list_observed(guess.episode) == before
    assert guess.episode.state == ms.determinize(env.episode.state, random.Random(1))
    guess.render_mode = "ansi"
    assert guess.render()
    for agent in guess.agent_iter():
        observation, _, termination, truncation, _ = guess.last()
        is_over = termination or truncation
        guess.step(None if is_over else guess.action_space(agent).sample(observation["action_mask"]))
    assert list_observed(env.episode) == before
    assert env.agents == env.possible_agents


class Gambler:
    """A bot with random sources of Python and of NumPy, which it creates from its own."""

    def __init__(self, rng: random.Random) -> None:
        """Create the sources."""
        self.own = random.Random(rng.getrandbits(32))
        self.numpy = np.random.default_rng(rng.getrandbits(32))
        self.legacy = np.random.RandomState(rng.getrandbits(32))

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        """Return a sensible move at random."""
        return self.own.choice(ms.sensible_moves(state))

    def draws(self) -> list[Any]:
        """Return a draw from each source."""
        return [self.own.random(), self.numpy.random(), self.legacy.random_sample()]


def test_a_guess_does_not_foresee_the_bots() -> None:
    """The bots of a guess have new random sources, also those which they have created themselves."""
    gambler = Gambler(random.Random(1))
    env = SoloEnv((gambler, "random"), seat=0, sensible=True)
    env.reset(seed=1)
    first, again, other = (env.guess(random.Random(seed)) for seed in (1, 1, 2))
    copied = copy.deepcopy(env)
    drawn = [guess._bots[1].draws() for guess in (env, copied, first, again, other)]  # type: ignore[attr-defined]
    assert drawn[0] == drawn[1]
    assert drawn[2] == drawn[3]
    for true, guessed, different in zip(*drawn[1:3], drawn[4], strict=True):
        assert len({true, guessed, different}) == 3


@pytest.mark.slow
def test_a_guess_of_a_solo_game_depends_only_on_the_view() -> None:
    """The opponents in a guess are as random as in a game that looks the same and has other random sources."""

    def play(seed: int) -> list[ms.Move]:
        env = SoloEnv(("novice", "random"), seat=0, sensible=True)
        env.reset(seed=seed, options={"state": ms.determinize(state, random.Random(seed))})
        guess, rng = env.guess(random.Random(5)), random.Random(6)
        while len(guess.episode.moves) < 12:
            guess.step(int(rng.choice(guess.action_masks().nonzero()[0])))
        assert env.episode.moves == []
        return guess.episode.moves

    games = (ms.new_game(["Ada", "Ben", "Cleo"], seed=seed) for seed in range(99))
    state = next(state for state in games if state.turn_seat == 0)
    assert play(1) == play(2)


def test_a_guess_of_many_games() -> None:
    """In a vector, each game is a guess of its own, and the games that begin later are new."""
    envs = SelfPlayVectorEnv(3, sensible=True, max_decisions=3)
    observations, _ = envs.reset(seed=2)
    guess = envs.guess(random.Random(1))
    rng = random.Random(1)
    for one, other in zip(envs.episodes, guess.episodes, strict=True):
        assert list_observed(one) == list_observed(other)
        assert other.state == ms.determinize(one.state, rng)
    for _ in range(3):
        actions = observations["action_mask"].argmax(axis=1)
        envs.step(actions)
        observations, *_ = guess.step(actions)
    later = {episode.seed for episode in envs.episodes}, {episode.seed for episode in guess.episodes}
    assert not later[0] & later[1]


def test_ended_guesses_have_no_seed() -> None:
    """The infos report the seed of an ended game. A guess has none, and its mark is False."""
    envs = SelfPlayVectorEnv(2, sensible=True, max_decisions=1)
    observations, _ = envs.reset(seed=2)
    *_, infos = envs.guess(random.Random(1)).step(observations["action_mask"].argmax(axis=1))
    assert infos["final_info"]["_seat"].tolist() == [True, True]
    assert infos["final_info"]["_seed"].tolist() == [False, False]
    assert infos["final_info"]["seed"].tolist() == [0, 0]


@pytest.mark.parametrize("create", [magnum_sal_v0.env, SoloEnv, lambda **_: SelfPlayVectorEnv(2)])
def test_invalid_guesses_are_refused(create: Callable[..., Any]) -> None:
    """There must be a game, and the source of randomness must be a ``random.Random``."""
    env = create()
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        env.guess(random.Random(1))
    env.reset(seed=1)
    with pytest.raises(ms.MisuseError, match=r"rng: expected a random\.Random, got "):
        env.guess(np.random.default_rng(1))


def test_an_ended_game_has_nothing_to_guess() -> None:
    """After the end, the search is over."""
    env = magnum_sal_v0.env(max_decisions=1)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    for ended in (env, env.episode):
        with pytest.raises(ms.MisuseError, match="the episode has ended"):
            ended.guess(random.Random(1))
