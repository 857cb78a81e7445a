"""Many games at once, in one process and in several."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import pytest
from tests.scripts_with_processes import check_interrupted_call, check_unguarded_call

import magnum_sal as ms
from magnum_sal.envs import EpisodeSettings, _processes, magnum_sal_v0
from magnum_sal.envs._episode import Episode, begin_episode
from magnum_sal.envs._seeds import SeedSource
from magnum_sal.envs.vector import ParallelSelfPlayEnv, SelfPlayVectorEnv
from magnum_sal.testing import position

IMPORTS = "from magnum_sal.envs.vector import ParallelSelfPlayEnv"
ENDLESS = """

def play():
    envs = ParallelSelfPlayEnv(2, 2)
    while True:
        envs.reset(seed=1)
"""


def first_answers(observations: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.int64]:
    """Return the first possible answer of each game."""
    return np.asarray(observations["action_mask"].argmax(axis=1))


def last_answers(observations: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.int64]:
    """Return the last possible answer of each game."""
    masks = observations["action_mask"]
    return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))


@pytest.mark.slow
def test_each_game_is_an_episode() -> None:
    """The games, observations, masks and rewards are those of single episodes with the same seeds."""
    envs = SelfPlayVectorEnv(4, 3, rewards="points", max_decisions=60)
    observations, infos = envs.reset(seed=5)
    seeds = SeedSource(5, envs.np_random)
    settings = EpisodeSettings(3, rewards="points", max_decisions=60)
    episodes = [begin_episode(settings, seeds.draw()) for _ in range(4)]
    for number in range(150):
        for index, episode in enumerate(episodes):
            assert observations["observation"][index].tolist() == episode.observe(episode.seat).tolist()
            assert observations["action_mask"][index].tolist() == episode.mask.tolist()
            assert infos["seat"][index] == episode.seat
        actions = (first_answers if number % 3 else last_answers)(observations)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        for index, episode in enumerate(episodes):
            seat = episode.seat
            episode.answer(int(actions[index]))
            assert (rewards[index], terminations[index], truncations[index]) == episode.result_of(seat)
            earned = episode.rewards
            assert infos["rewards"][index].tolist() == list(earned or (0, 0, 0))
            if earned is not None:
                episodes[index] = begin_episode(settings, seeds.draw())
    assert envs.observation_space.contains(observations)


def test_an_impossible_action_ends_only_its_game() -> None:
    """The offender earns -1, and a new game begins in its place."""
    envs = SelfPlayVectorEnv(2)
    observations, infos = envs.reset(seed=1)
    offender = infos["seat"][1]
    actions = first_answers(observations)
    actions[1] = 243
    _, rewards, terminations, truncations, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1]
    assert terminations.tolist() == [False, True]
    assert not truncations.any()
    expected = np.zeros((2, 2))
    expected[1, offender] = -1
    assert infos["rewards"].tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"num_envs": 0}, "num_envs: expected a whole number from 1 to 65536, got 0"),
        ({"num_envs": "2"}, "num_envs: expected a whole number from 1 to 65536, got '2'"),
        ({"num_envs": 2, "num_players": 1}, "num_players: expected a whole number from 2 to 4, got 1"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    """The message names the argument."""
    with pytest.raises(ms.MisuseError, match=complaint):
        SelfPlayVectorEnv(**arguments)


def test_actions_must_fit_the_games() -> None:
    """Without ``reset``, or with another number of actions, a sentence says what is wrong."""
    envs = SelfPlayVectorEnv(2)
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        envs.step(np.zeros(2, dtype=np.int64))
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        envs.action_masks()
    envs.reset(seed=1)
    with pytest.raises(ms.MisuseError, match="expected 2 actions, got 3"):
        envs.step(np.zeros(3, dtype=np.int64))
    possible = [int(mask.nonzero()[0][0]) for mask in envs.action_masks()]
    wrong: Any
    for wrong in (np.zeros(2), [0, None], np.zeros((2, 1), dtype=np.int64), [True, False], 3, None, [[0], [0, 1]]):
        with pytest.raises(ms.MisuseError, match="actions: expected 2 whole numbers, got "):
            envs.step(wrong)
    assert [episode.answers for episode in envs.episodes] == [0, 0]
    given: Any = possible
    envs.step(given)  # A list of numbers will do.
    assert [episode.answers for episode in envs.episodes] == [1, 1]


def test_the_last_observation_of_a_game_is_in_the_infos() -> None:
    """As with Gymnasium's vector environments, the infos of a game that has ended have its last observation."""
    envs = SelfPlayVectorEnv(3, max_decisions=4)
    observations, infos = envs.reset(seed=1)
    envs.episodes[1].answers = 1  # This game ends a step earlier.
    for steps in range(4):
        assert "final_obs" not in infos
        last = envs.episodes[1]
        observations, _, _, truncations, infos = envs.step(first_answers(observations))
        if steps == 2:
            assert truncations.tolist() == infos["_final_obs"].tolist() == infos["_final_info"].tolist()
            assert infos["_final_obs"].tolist() == [False, True, False]
            assert [final is None for final in infos["final_obs"]] == [True, False, True]
            final = infos["final_obs"][1]
            assert (final["observation"] == last.observe(last.seat)).all()
            assert not final["action_mask"].any()
            assert infos["final_info"]["seat"][1] == last.seat
            assert infos["seat"][1] == envs.episodes[1].seat
            infos = {}
    assert infos["_final_obs"].tolist() == [True, False, True]


def test_an_ended_game_can_be_played_again() -> None:
    """The infos have the seed of an ended game, which ``magnum_sal_v0`` begins in the same way; the others have 0."""
    envs = SelfPlayVectorEnv(2, max_decisions=30)
    observations, infos = envs.reset(seed=1)
    envs.episodes[1].answers = 10  # This game ends earlier.
    before, actions = list(envs.episodes), []
    while "final_info" not in infos:
        answers = first_answers(observations)
        actions.append(int(answers[1]))
        observations, _, _, _, infos = envs.step(answers)
    final = infos["final_info"]
    assert final["_seed"].tolist() == infos["_final_info"].tolist() == [False, True]
    assert final["seed"].tolist() == [0, before[1].seed]
    again = magnum_sal_v0.env(max_decisions=20)
    again.reset(seed=final["seed"][1])
    for action in actions:
        again.step(action)
    assert again.unwrapped.episode.state == before[1].state
    assert again.unwrapped.record().moves == before[1].record().moves


def test_the_starting_player_sees_the_end_of_a_game() -> None:
    """END-1: when a game is over by the rules, the last observation is that of the starting player, without answers."""
    envs = SelfPlayVectorEnv(1)
    envs.reset(seed=1)
    start = position("turn: B, phase 3, actions 1", start="A")
    start = attrs.evolve(start, round=2, castle=attrs.evolve(start.castle, completed=4))
    envs.episodes[0] = ended = Episode(envs.settings, start, seed=1)
    passing = envs.settings.actions.find("type", "pass")
    actions = np.array([passing])
    _, _, terminations, _, infos = envs.step(actions)
    while not ended.is_over:
        _, _, terminations, _, infos = envs.step(actions)
    assert ended.state.is_over
    assert terminations.tolist() == [True]
    assert infos["final_info"]["seat"].tolist() == [ended.seat] == [0]
    final = infos["final_obs"][0]
    assert (final["observation"] == ended.observe(0)).all()
    assert not final["action_mask"].any()


def test_a_worker_ends_if_nobody_reads_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a pipe with an unread answer is an error of the connection for the process at the other end."""
    monkeypatch.setattr(_processes, "begin_work", lambda: None)
    ours, theirs = multiprocessing.Pipe()
    theirs.send("answer")
    ours.close()
    _processes._serve(theirs, 1, {})


@pytest.fixture(scope="module")
def parallel() -> Iterator[ParallelSelfPlayEnv]:
    """Five games in two processes."""
    envs = ParallelSelfPlayEnv(5, 2, num_players=2, max_decisions=20)
    yield envs
    envs.close()


@pytest.mark.long
def test_the_masks_of_processes_are_kept(parallel: ParallelSelfPlayEnv) -> None:
    """A program may write into the observation that it gets."""
    observation, _ = parallel.reset(seed=1)
    count = parallel.action_masks().sum()
    observation["action_mask"][:] = 0
    assert parallel.action_masks().sum() == count > 0


@pytest.mark.long
def test_processes_play_the_same_games(parallel: ParallelSelfPlayEnv) -> None:
    """Each process steps its share as ``SelfPlayVectorEnv`` does."""
    observations, infos = parallel.reset(seed=3)
    source = SeedSource(3, parallel.np_random)
    seeds = [source.draw() for _ in range(2)]
    shares = [SelfPlayVectorEnv(size, max_decisions=20) for size in (2, 3)]
    parts: list[Any] = [share.reset(seed=seed)[0] for share, seed in zip(shares, seeds, strict=True)]
    for steps in range(50):
        for name, numbers in observations.items():
            assert (numbers == np.concatenate([part[name] for part in parts])).all()
        actions = first_answers(observations)
        if steps == 7:
            actions[0] = observations["action_mask"][0].argmin()  # This is illegal, so only one game ends.
        observations, rewards, _, truncations, infos = parallel.step(actions)
        results = [share.step(part) for share, part in zip(shares, (actions[:2], actions[2:]), strict=True)]
        parts = [result[0] for result in results]
        assert rewards.tolist() == np.concatenate([result[1] for result in results]).tolist()
        assert truncations.tolist() == np.concatenate([result[3] for result in results]).tolist()
        assert (parallel.action_masks() == observations["action_mask"]).all()
        finals = [result[4].get("final_obs", [None] * len(result[1])) for result in results]
        for one, other in zip(infos.get("final_obs", [None] * 5), [*finals[0], *finals[1]], strict=True):
            assert (one is None) == (other is None)
            assert one is None or (one["observation"] == other["observation"]).all()
        none = {"seed": np.zeros(5, dtype=np.int64)}
        seeds = [result[4].get("final_info", none)["seed"][: len(result[1])] for result in results]
        assert infos.get("final_info", none)["seed"].tolist() == np.concatenate(seeds).tolist()
        assert infos["seat"].tolist() == np.concatenate([result[4]["seat"] for result in results]).tolist()


@pytest.mark.long
def test_errors_of_processes_are_raised(parallel: ParallelSelfPlayEnv) -> None:
    """Mistakes are reported in the main process, and the environment goes on."""
    parallel.reset(seed=1)
    with pytest.raises(ms.MisuseError, match="expected 5 actions, got 1"):
        parallel.step(np.zeros(1, dtype=np.int64))
    with pytest.raises(ms.MisuseError, match="processes: expected a whole number from 1 to 2, got 3"):
        ParallelSelfPlayEnv(2, 3)


@pytest.mark.long
def test_an_interrupted_call_is_not_answered_later() -> None:
    """After an interruption, the answers of processes no longer belong to the calls, so nothing but closing is left."""
    envs = ParallelSelfPlayEnv(2, 1)
    with pytest.raises(ms.MisuseError, match=r"call reset\(\) before anything else"):
        envs.action_masks()
    observations, _ = envs.reset(seed=1)
    worker = envs._workers[0]
    receive = worker.receive

    def interrupted() -> Any:
        raise TimeoutError("somebody's alarm")

    worker.receive = interrupted  # type: ignore[method-assign]
    with pytest.raises(TimeoutError):
        envs.step(first_answers(observations))
    worker.receive = receive  # type: ignore[method-assign]
    for call in (envs.reset, lambda: envs.step(first_answers(observations))):
        with pytest.raises(ms.MisuseError, match="a call was interrupted: close the environment"):
            call()
    envs.close()


@pytest.mark.long
@pytest.mark.parametrize("copied_by", [copy.copy, copy.deepcopy, pickle.dumps])
def test_processes_cannot_be_copied(copied_by: Callable[[Any], Any], parallel: ParallelSelfPlayEnv) -> None:
    """A copy is refused, and the original goes on."""
    observations, _ = parallel.reset(seed=3)
    with pytest.raises(ms.MisuseError, match="cannot be copied or pickled"):
        copied_by(parallel)
    parallel.step(first_answers(observations))


@pytest.mark.long
def test_a_process_that_ends_is_reported() -> None:
    """A killed process, and closed ones, raise an error in words."""
    envs = ParallelSelfPlayEnv(2, 1)
    envs.reset(seed=1)
    worker = envs._workers[0]
    worker._process.kill()
    with pytest.raises(ms.MagnumSalError, match=r"a process of the environment has ended \(exit code -9\)"):
        envs.step(np.zeros(2, dtype=np.int64))
    envs.close()
    with pytest.raises(ms.MisuseError, match="the processes have been closed"):
        envs.step(np.zeros(2, dtype=np.int64))


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C reaches the processes of a group")
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.5, 2.0])
def test_ctrl_c_ends_the_processes_quietly(seconds: float, tmp_path: Path) -> None:
    """Whether the processes are starting or working, only the main process reports an interruption."""
    check_interrupted_call(IMPORTS + ENDLESS, "play()", seconds, tmp_path)


@pytest.mark.long
def test_a_script_without_the_guard(tmp_path: Path) -> None:
    """A script that starts processes while it is imported gets one error that names the missing line."""
    check_unguarded_call(IMPORTS, "ParallelSelfPlayEnv(2, 2).reset(seed=1)", tmp_path)
