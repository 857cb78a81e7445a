"""The environment for PettingZoo."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal.envs import magnum_sal_v0
from magnum_sal.queries.observation import features_of, observe
from magnum_sal.testing import position
from magnum_sal.testing.strategies import VARIANTS


@pytest.mark.long
@pytest.mark.parametrize(
    "settings",
    [{}, {"num_players": 3, "rewards": "rank"}, {"num_players": 4, "ruleset": SMITHY_GAME, "sensible": True}],
)
def test_the_suite_of_pettingzoo(settings: dict[str, Any]) -> None:
    """``api_test`` and ``seed_test``. Two warnings are about dictionaries, which all masked environments have."""
    from pettingzoo.test import api_test, seed_test  # takes longer to import than the tests by day need

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        api_test(magnum_sal_v0.env(**settings), num_cycles=200)
        seed_test(lambda: magnum_sal_v0.env(**settings), num_cycles=100)


FEATURES = {2: (564, "3dcc9a174417eee1"), 3: (643, "18ae179bb19589d7"), 4: (727, "9652c5efcff8df5a")}
"""The number of features of ``magnum_sal_v0`` and a digest of their names and scales, by the number of players."""


@pytest.mark.parametrize("ruleset", [ms.STANDARD, VARIANTS[-1]], ids=["standard", "all variants"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_observations_of_v0_are_pinned(ruleset: ms.Ruleset, players: int) -> None:
    """A trained player misreads its observations if a feature gets another place or scale."""
    features = [(feature.name, feature.most) for feature in features_of(ruleset, players)]
    digest = hashlib.sha256(repr(features).encode()).hexdigest()[:16]
    assert (len(features), digest) == FEATURES[players], (
        "The features changed, so observations mean something else to trained players. If a release has magnum_sal_v0, "
        "undo the change or add magnum_sal_v1. Otherwise change FEATURES, and name the change and its date in the "
        "section Versions of docs/reference/environments.md."
    )


IMPOSSIBLE = 16
"""An action that is impossible at the beginning of a game: the type ``"pay_penalty"``."""


def play(env: Any, seed: int, answers: random.Random) -> list[int]:
    """Play a game with random answers and return the actions."""
    env.reset(seed=seed)
    given = []
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        action = int(answers.choice(observation["action_mask"].nonzero()[0]))
        given.append(action)
        env.step(action)
    return given


@pytest.mark.long
def test_a_whole_game_is_that_of_the_engine() -> None:
    """The same seed and answers give the same game with ``choices`` and ``apply``, and the same log."""
    env = magnum_sal_v0.env(num_players=3, max_decisions=None, sensible=True)
    actions = play(env, 11, random.Random(11))
    state = ms.new_game(["player_0", "player_1", "player_2"], seed=11)
    values = [answer.value for answer in ms.answers_of(ms.STANDARD, 3)]
    record = env.unwrapped.record()
    game = ms.Game.new(["player_0", "player_1", "player_2"], seed=11, metadata=record.log.metadata)
    choice = ms.choices(state, sensible=True)
    for action in actions:
        choice = choice.take(values[action])
        while choice.move is not None:
            game.play(choice.move)
            choice = ms.choices(game.state, sensible=True)
    assert game.state.is_over
    assert record.state == game.state
    assert [*record.log.lines()][1:] == [*game.log.lines()][1:]


def test_agents_take_turns_and_see_the_table() -> None:
    """Only the agent to act has a mask and sees the question; the seats are turned for each agent."""
    env = magnum_sal_v0.env()
    env.reset(seed=7)
    assert env.agent_selection == "player_0"
    choice = ms.choices(ms.new_game(["player_0", "player_1"], seed=7))
    acting, waiting = env.observe("player_0"), env.observe("player_1")
    assert acting["observation"].tolist() == observe(choice.state, choice, 0).tolist()
    assert waiting["observation"].tolist() == observe(choice.state, None, 1).tolist()
    assert acting["action_mask"].sum() == len(choice.answers)
    assert not waiting["action_mask"].any()
    assert env.infos["player_0"]["question"] == "type"
    assert env.infos["player_1"] == {}
    assert (env.unwrapped.action_masks() == acting["action_mask"]).all()
    assert env.observation_space("player_1").contains(waiting)


@pytest.mark.slow
def test_rewards_are_handed_out_once() -> None:
    """All rewards of a finished game add up to 0, and each agent gets its own when it leaves."""
    env = magnum_sal_v0.env(sensible=True)
    earned: dict[str, float] = dict.fromkeys(["player_0", "player_1"], 0.0)
    env.reset(seed=2)
    rng = random.Random(2)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        earned[agent] += reward
        over = termination or truncation
        env.step(None if over else int(rng.choice(observation["action_mask"].nonzero()[0])))
    assert sorted(earned.values()) in ([-1, 1], [0, 0])
    assert env.agents == []


def test_a_truncated_game_pays_nothing() -> None:
    """After ``max_decisions`` answers, all agents are truncated with a reward of 0."""
    env = magnum_sal_v0.env(max_decisions=25)
    assert len(play(env, 3, random.Random(3))) == 25
    env.reset(seed=3)
    rng = random.Random(3)
    for _ in range(25):
        env.step(int(rng.choice(env.unwrapped.action_masks().nonzero()[0])))
    assert env.unwrapped.truncations == {"player_0": True, "player_1": True}
    assert env.unwrapped.terminations == {"player_0": False, "player_1": False}
    assert env.unwrapped.rewards == {"player_0": 0, "player_1": 0}


@pytest.mark.parametrize("action", [IMPOSSIBLE, -1, 999, None])
def test_an_impossible_action_ends_the_game(action: int | None) -> None:
    """In ``env``, the offender earns -1. In ``raw_env``, a sentence says what is wrong."""
    env = magnum_sal_v0.env()
    env.reset(seed=1)
    env.step(action)
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.last()[1:4] == (-1, True, False)
    for _ in range(2):
        env.step(None)
    with pytest.raises(ms.MisuseError, match=r"all agents have left the game: call reset\(\)"):
        env.last()
    with pytest.raises(ms.MisuseError, match=r"all agents have left the game: call reset\(\)"):
        env.step(None)
    raw = magnum_sal_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ms.MisuseError, match="is not a possible answer to the question 'type'"):
        raw.step(action)
    with pytest.raises(ms.MisuseError, match=r"action: expected a whole number, got 2\.7"):
        raw.step(2.7)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="agent: expected 'player_0', 'player_1', got 'x"):
        raw.observe("x" * 10_000)


def test_it_ends_as_with_the_wrapper_of_pettingzoo() -> None:
    """Rewards and terminations after an impossible action are those of ``TerminateIllegalWrapper``."""
    ours = magnum_sal_v0.env()
    theirs = TerminateIllegalWrapper(magnum_sal_v0.raw_env(), illegal_reward=-1)
    for env in (ours, theirs):
        env.reset(seed=1)
        env.observe(env.agent_selection)
        env.step(IMPOSSIBLE)
    assert ours.rewards == theirs.unwrapped.rewards
    assert ours.terminations == theirs.unwrapped.terminations
    assert ours._cumulative_rewards == theirs.unwrapped._cumulative_rewards
    assert ours.agent_selection == theirs.agent_selection


def test_environments_are_pickled() -> None:
    """A pickled environment has the same settings, and begins with a new game."""
    env = magnum_sal_v0.raw_env(num_players=4, rewards="points", max_decisions=None, sensible=True, render_mode="ansi")
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))
    assert again.settings == env.settings
    assert again.render_mode == "ansi"
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        again.observe("player_0")


@pytest.mark.parametrize("create", [magnum_sal_v0.env, magnum_sal_v0.raw_env], ids=["env", "raw_env"])
def test_a_copy_goes_its_own_way(create: Callable[..., Any]) -> None:
    """A deep copy in the middle of a game, between two questions of a move, continues independently of the original."""
    env = create(num_players=3, sensible=True, max_decisions=150)
    env.reset(seed=4)
    rng = random.Random(4)
    for _ in range(60):
        env.step(int(rng.choice(env.unwrapped.action_masks().nonzero()[0])))
    while env.unwrapped.episode.choice.question == "type":
        env.step(int(rng.choice(env.unwrapped.action_masks().nonzero()[0])))
    env.action_space("player_0").seed(1)
    copied, again = copy.deepcopy(env), copy.deepcopy(env)
    assert copied.unwrapped.episode.state is env.unwrapped.episode.state
    assert copied.unwrapped.settings is env.unwrapped.settings
    before = describe(copied)
    assert before == describe(env)
    ended = finish(env, random.Random(7))
    assert describe(copied) == before
    assert copied.action_space("player_0").sample() == again.action_space("player_0").sample()
    assert finish(copied, random.Random(7)) == ended
    assert finish(again, random.Random(8)) != ended


def describe(env: Any) -> tuple[Any, ...]:
    """Return what a player sees of an environment, as values that can be compared."""
    raw = env.unwrapped
    observation, *rest, info = env.last()
    seen = observation["observation"].tolist(), observation["action_mask"].tolist()
    return env.agent_selection, seen, rest, info["question"], raw.agents[:], dict(raw.rewards), len(raw.episode.moves)


def finish(env: Any, rng: random.Random) -> tuple[Any, ...]:
    """Answer at random to the end of the game. Return its moves and the rewards."""
    while not env.unwrapped.episode.is_over:
        env.step(int(rng.choice(env.unwrapped.action_masks().nonzero()[0])))
    return env.unwrapped.episode.moves, dict(env.unwrapped.rewards)


def test_a_copy_may_be_taken_before_the_first_game() -> None:
    """A copy before ``reset`` needs ``reset``, too."""
    copied = copy.deepcopy(magnum_sal_v0.raw_env())
    for call in (lambda: copied.observe("player_0"), copied.last, copied.agent_iter, lambda: copied.step(0)):
        with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
            call()
    copied.reset(seed=1)
    assert copied.agent_selection == "player_0"


def test_a_game_may_begin_in_a_position(tmp_path: Path) -> None:
    """``reset`` takes a position. The game is saved with the position at its beginning."""
    env = magnum_sal_v0.raw_env()
    state = position("B: 40 groszy | turn: B")
    env.reset(options={"state": state})
    assert env.agent_selection == "player_1"
    env.step(int(env.action_masks().nonzero()[0][0]))
    env.save(tmp_path / "game.jsonl")
    game = ms.Game.from_log(tmp_path / "game.jsonl")
    assert next(game.steps()).before == state
    assert game.log.metadata == {"comments": ["An episode: A is agent, B is agent."], "seats": ["agent", "agent"]}


def test_seeds_decide_the_game() -> None:
    """The same seed gives the same game, and no seed gives one that nobody can predict."""
    env = magnum_sal_v0.raw_env()
    env.reset(seed=4)
    first = env.episode.state
    assert first == ms.new_game(["player_0", "player_1"], seed=4)
    env.reset()
    assert env.episode.state != first


def test_integers_of_numpy_are_seeds() -> None:
    """The infos of vector environments report seeds as ``np.int64``. Other values are refused as in ``new_game``."""
    env = magnum_sal_v0.raw_env()
    env.reset(seed=4)
    first = env.episode.state
    numpy_seed: Any = np.int64(4)
    env.reset(seed=numpy_seed)
    assert env.episode.state == first
    assert type(env.episode.seed) is int
    wrong: Any
    for wrong in (True, np.True_, 4.0, np.float64(4), "4"):
        with pytest.raises(ms.MalformedError, match="seed: expected a whole number, got "):
            env.reset(seed=wrong)
    assert env.episode.state == first


def test_a_position_needs_no_seed() -> None:
    """Nothing is drawn, so a seed changes nothing. The log begins with the position."""
    env = magnum_sal_v0.raw_env()
    state = position("B: 40 groszy | turn: B")
    env.reset(seed=5, options={"state": state})
    assert env.episode.state == state
    assert env.episode.seed is None
