"""The seeds of the games in environments: they depend on the seed of ``reset`` and on nothing else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from magnum_sal.envs._seeds import SeedSource
from magnum_sal.envs.solo import SoloEnv
from magnum_sal.envs.vector import SelfPlayVectorEnv

PINNED = [8862997118719747769, 7768823104508221553, 5100134965559581830]
"""The first seeds of the games of ``reset(seed=7)``. The page "Versions and promises" promises them."""


def seeds_of(envs: SelfPlayVectorEnv) -> list[int | None]:
    """Return the seeds of the games in progress."""
    return [episode.seed for episode in envs.episodes]


def test_the_seeds_of_games_are_pinned() -> None:
    """A change would give other games for the seeds that people have published."""
    envs = SelfPlayVectorEnv(3)
    envs.reset(seed=7)
    assert seeds_of(envs) == PINNED
    solo = SoloEnv(("random",), seat=0)
    solo.reset(seed=7)
    assert solo.episode.seed == PINNED[0]
    drawn = SoloEnv(("random",))
    drawn.reset(seed=7)
    assert (drawn.learner, drawn.episode.seed) == (PINNED[0] % 2, PINNED[1])


def test_seeds_do_not_depend_on_the_draws_of_numpy() -> None:
    """A program may draw from the generator of an environment, and the games stay the same."""
    first, second = SelfPlayVectorEnv(2), SelfPlayVectorEnv(2)
    first.reset(seed=3)
    second.reset(seed=3)
    second.np_random.random(5)
    first.reset()
    second.reset()
    assert seeds_of(first) == seeds_of(second)


def test_a_reset_without_a_seed_continues() -> None:
    """The games are new. With the seed again, they begin again."""
    envs = SelfPlayVectorEnv(2)
    envs.reset(seed=3)
    first = seeds_of(envs)
    envs.reset()
    assert not set(first) & set(seeds_of(envs))
    envs.reset(seed=3)
    assert seeds_of(envs) == first


def test_without_any_seed_nobody_can_predict_the_games() -> None:
    """Two environments without a seed play different games."""
    first, second = SelfPlayVectorEnv(2), SelfPlayVectorEnv(2)
    first.reset()
    second.reset()
    assert not set(seeds_of(first)) & set(seeds_of(second))


def test_a_generator_of_the_program_decides_the_seeds() -> None:
    """Gymnasium allows a program to set ``np_random``. The next games then follow from this generator."""
    found = []
    for number in (1, 1, 2):
        envs = SelfPlayVectorEnv(2)
        envs.reset(seed=3)
        envs.np_random = np.random.default_rng(number)
        envs.reset()
        found.append(seeds_of(envs))
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize("copied_by", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_continues_with_the_same_seeds(copied_by: Callable[[Any], Any]) -> None:
    """The copy of an environment plays the games that the original plays next."""
    envs = SelfPlayVectorEnv(2)
    envs.reset(seed=3)
    copied = copied_by(envs)
    envs.reset()
    copied.reset()
    assert seeds_of(copied) == seeds_of(envs)


def test_seeds_fit_into_the_integers_of_numpy() -> None:
    """The infos of vector environments report seeds as ``np.int64``."""
    source = SeedSource(1, np.random.default_rng(1))
    seeds = [source.draw() for _ in range(200)]
    assert len(set(seeds)) == 200
    assert 1 << 61 < max(seeds) <= np.iinfo(np.int64).max
