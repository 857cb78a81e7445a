"""
Many games at once, for learning by self-play: in one process, or in several.

All players of all games are learners. Each step gives one answer in every game, and returns what the players who answer
next can see:

>>> import numpy as np
>>> from magnum_sal.envs.vector import SelfPlayVectorEnv
>>> envs = SelfPlayVectorEnv(num_envs=3, num_players=2)
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, infos["seat"].tolist()
((3, 564), [0, 0, 1])
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> infos["rewards"].shape
(3, 2)
"""

from __future__ import annotations

from ._processes import ParallelSelfPlayEnv
from ._self_play import SelfPlayVectorEnv

__all__ = ["ParallelSelfPlayEnv", "SelfPlayVectorEnv"]


def __dir__() -> list[str]:
    return __all__
