"""
Environments for programs that learn: PettingZoo, Gymnasium, vectors of games, and OpenSpiel (extra ``rl``).

In all of them, an action is one answer to one question of ``choices``, an observation is a row of numbers
(``queries.observation``), and a mask marks the possible answers.

>>> from magnum_sal.envs import magnum_sal_v0
>>> env = magnum_sal_v0.env(num_players=2)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, info["question"], int(observation["action_mask"].sum())
('player_0', 'type', 8)

Importing this package registers ``magnum_sal/Solo-v0`` with Gymnasium; ``magnum_sal.envs:magnum_sal/Solo-v0`` does
both.
"""

from typing import TYPE_CHECKING

from .._internal.lazy_names import explain_missing, offering

if TYPE_CHECKING:
    from . import magnum_sal_v0 as magnum_sal_v0
    from . import solo as solo
    from . import vector as vector
    from ._actions import ActionTable
    from ._episode import Episode, EpisodeSettings, Rewards

with explain_missing("an environment", "rl"):
    import gymnasium
    import numpy  # noqa: F401, ICN001  # only to name the missing package
    import pettingzoo  # noqa: F401

__all__ = ["ActionTable", "Episode", "EpisodeSettings", "Rewards"]

if "magnum_sal/Solo-v0" not in gymnasium.registry:
    gymnasium.register("magnum_sal/Solo-v0", entry_point="magnum_sal.envs.solo:SoloEnv")

if not TYPE_CHECKING:
    __getattr__, __dir__ = offering(
        __name__,
        __all__,
        late={"_actions": ("ActionTable",), "_episode": ("Episode", "EpisodeSettings", "Rewards")},
        modules=("magnum_sal_v0", "solo", "vector"),
    )
