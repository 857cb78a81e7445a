"""Self-play in several processes: each of them steps its share of the games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from gymnasium.vector import VectorEnv

from .._internal.checks import check_whole
from .._internal.worker_processes import WorkerContext, begin_work, leave_without_guard
from ..errors import MagnumSalError, MisuseError
from ._actions import read_actions
from ._episode import Observation
from ._seeds import SeedSource, continue_seeds
from ._self_play import SelfPlayVectorEnv

__all__ = ["ParallelSelfPlayEnv"]


class ParallelSelfPlayEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """
    ``SelfPlayVectorEnv`` with its games spread over several processes. Call ``close`` to end them.

    The observations, rewards and infos of the games are in the order of the processes. A program that uses this class
    must be importable without side effects (``if __name__ == "__main__":``), because each process imports it.

    If a call is interrupted by an exception, for example by Ctrl+C, the environment can only be closed, because answers
    of the processes are still on their way. It cannot be copied or pickled.
    """

    def __init__(self, num_envs: int, processes: int, **settings: Any) -> None:
        """
        Start the processes.

        Args:
            num_envs: The number of games in all.
            processes: The number of processes, at most *num_envs*.
            settings: The other arguments of ``SelfPlayVectorEnv``. The ruleset must be registered when the main program
                is imported.

        Raises:
            MisuseError: an argument is invalid.
        """
        self._workers: list[_Worker] = []
        self._is_interrupted = False
        self._masks: npt.NDArray[np.int8] | None = None
        self._seeds: SeedSource | None = None
        model = SelfPlayVectorEnv(num_envs, **settings)  # checks the arguments, and knows the spaces
        check_whole("processes", processes, 1, num_envs)
        self.settings, self.num_envs, self.metadata = model.settings, num_envs, model.metadata
        self.single_observation_space, self.observation_space = model.single_observation_space, model.observation_space
        self.single_action_space, self.action_space = model.single_action_space, model.action_space
        bounds = np.linspace(0, num_envs, processes + 1).astype(int).tolist()
        self._shares = [slice(start, end) for start, end in pairwise(bounds)]
        self._workers = [_Worker(share.stop - share.start, settings) for share in self._shares]

    def __reduce__(self) -> NoReturn:
        raise MisuseError("an environment with processes cannot be copied or pickled; SelfPlayVectorEnv can")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """
        Begin new games, as in ``SelfPlayVectorEnv``. The games depend on the seed and on the number of processes.

        Raises:
            MisuseError: the environment was closed, or a call was interrupted.
            MagnumSalError: a process has ended.
            gymnasium.error.Error: the seed is invalid.
        """
        super().reset(seed=seed, options=options)
        self._seeds = continue_seeds(self._seeds, self.np_random, self.np_random_seed)
        results = self._ask("reset", [(self._seeds.draw(),) for _ in self._workers])
        return self._join_observations(results), _join([result[1] for result in results], self._shares)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """
        Answer the question of each game, as in ``SelfPlayVectorEnv``.

        Raises:
            MisuseError: as in ``SelfPlayVectorEnv``, the environment was closed, or a call was interrupted.
            MagnumSalError: a process has ended.
        """
        given = read_actions(actions, self.num_envs)
        results = self._ask("step", [(given[share],) for share in self._shares])
        rewards, terminations, truncations = (
            np.concatenate([result[index] for result in results]) for index in (1, 2, 3)
        )
        infos = _join([result[4] for result in results], self._shares)
        return self._join_observations(results), rewards, terminations, truncations, infos

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the masks of possible answers, one row for each game. Raises ``MisuseError`` before ``reset``."""
        if self._masks is None:
            raise MisuseError("call reset() before anything else")
        return self._masks.copy()

    def close_extras(self, **_: Any) -> None:
        """End the processes. Gymnasium's ``close`` calls this."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def _ask(self, method: str, arguments: list[tuple[Any, ...]]) -> list[Any]:
        """Call a method in each process at the same time, and return the results."""
        if not self._workers:
            raise MisuseError("the processes have been closed")
        if self._is_interrupted:
            raise MisuseError("a call was interrupted: close the environment and create a new one")
        self._is_interrupted = True
        for worker, given in zip(self._workers, arguments, strict=True):
            worker.send(method, given)
        results = [worker.receive() for worker in self._workers]
        self._is_interrupted = False
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results

    def _join_observations(self, results: list[Any]) -> Observation:
        """Join the observations at the beginning of results, and keep the masks."""
        joined = {name: np.concatenate([result[0][name] for result in results]) for name in results[0][0]}
        self._masks = joined["action_mask"].copy()  # programs may write into what they get
        return joined


class _Worker:
    """A process that steps some of the games."""

    def __init__(self, num_envs: int, settings: dict[str, Any]) -> None:
        # A new interpreter behaves alike on every system. A copy of this process (fork) would also copy its locks.
        leave_without_guard()
        self._context = WorkerContext()
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(theirs, num_envs, settings), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, method: str, arguments: tuple[Any, ...]) -> None:
        try:
            self._pipe.send((method, arguments))
        except ConnectionError:
            raise self._has_ended() from None

    def receive(self) -> Any:
        try:
            return self._pipe.recv()
        except (EOFError, ConnectionError):
            raise self._has_ended() from None

    def end(self) -> None:
        self._pipe.close()
        self._process.join(timeout=5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _has_ended(self) -> MagnumSalError:
        self._process.join(timeout=1)  # The pipe of a process closes a moment before its exit code is known.
        self._context.check_script()
        return MagnumSalError(f"a process of the environment has ended (exit code {self._process.exitcode})")


def _serve(pipe: Connection, num_envs: int, settings: dict[str, Any]) -> None:
    """Answer the calls of the main process until it closes the pipe."""
    begin_work()
    envs = SelfPlayVectorEnv(num_envs, **settings)
    methods: dict[str, Callable[..., Any]] = {"reset": lambda seed: envs.reset(seed=seed), "step": envs.step}
    while True:
        try:
            method, arguments = pipe.recv()
        except (EOFError, ConnectionError):  # also a pipe that was closed before its last answer was read
            return
        try:
            answer: Any = methods[method](*arguments)
        except Exception as error:  # the main process raises it
            answer = error
        try:
            pipe.send(answer)
        except ConnectionError:
            return


def _join(parts: list[Any], shares: list[slice]) -> Any:
    """Join the parts of infos, or of one of them. Infos about games that have ended are missing where no game has."""
    known = [part for part in parts if part is not None]
    if isinstance(known[0], dict):
        names = dict.fromkeys(name for part in known for name in part)
        return {name: _join([None if part is None else part.get(name) for part in parts], shares) for name in names}
    joined = np.zeros((shares[-1].stop, *known[0].shape[1:]), known[0].dtype)
    if known[0].dtype == object:
        joined[:] = None
    for part, share in zip(parts, shares, strict=True):
        if part is not None:
            joined[share] = part
    return joined
