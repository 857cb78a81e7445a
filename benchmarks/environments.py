"""
Compare the speed of learning environments: steps per second with random possible actions.

``nox -s environments`` measures, in one process and in turns of equal length: our environment, also as a vector of
games, PettingZoo's chess, hold'em (RLCard) and hanabi (OpenSpiel), the environment of Catanatron, and OpenSpiel's chess
and backgammon with observation tensors. A step is one action of any player, with the observation and the mask of the
player who acts next. Only Catanatron's environment also plays the opponents, at random, within a step of the learner.
Questions with a single answer, which the environment skips, do not count as steps. Neither does the None with which
PettingZoo removes the players of a finished game.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

import magnum_sal as ms

warnings.filterwarnings("ignore")

Stepper = Iterator[int]
"""An endless game of random steps; each item is the number of steps made."""


def aec(make: Callable[[], Any], first: int = 1) -> Stepper:
    """Play in an environment of PettingZoo; *first* is the seed of the first game."""
    env, rng = make(), np.random.default_rng(first)
    for seed in itertools.count(first):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            yield 1


def vector(games: int) -> Stepper:
    """Play in our vector of games."""
    from magnum_sal.envs.vector import SelfPlayVectorEnv

    envs, rng = SelfPlayVectorEnv(games), np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    while True:
        masks = observations["action_mask"]
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        observations, *_ = envs.step(actions)
        yield games


def catanatron() -> Stepper:
    """Play in the environment of Catanatron, in which one player plays against a random bot."""
    import gymnasium

    env: Any = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True).unwrapped
    rng, seed = random.Random(1), 0
    while True:
        seed += 1
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(rng.choice(info["valid_actions"]))
            over = terminated or truncated
            yield 1


def spiel(name: str) -> Stepper:
    """Play a game of OpenSpiel, with the observation tensor and the mask of the player to act."""
    import pyspiel  # installed only for this measurement

    game, rng = pyspiel.load_game(name), random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            player = state.current_player()
            np.asarray(state.observation_tensor(player), dtype=np.float32)
            np.asarray(state.legal_actions_mask(player), dtype=np.int8)
            state.apply_action(rng.choice(state.legal_actions()))
            yield 1


def steppers() -> dict[str, Callable[[], Stepper]]:
    """Return the environments to measure, by name."""
    from magnum_sal.envs import magnum_sal_v0

    return {
        "magnum_sal_v0.env()": lambda: aec(magnum_sal_v0.env),
        "SelfPlayVectorEnv(64)": lambda: vector(64),
        "chess_v6": lambda: aec(import_module("pettingzoo.classic.chess_v6").env),
        "texas_holdem_v4 (RLCard)": lambda: aec(import_module("pettingzoo.classic.texas_holdem_v4").env),
        "hanabi_v5 (OpenSpiel)": lambda: aec(import_module("pettingzoo.classic.hanabi_v5").env),
        "catanatron-v1": catanatron,
        "OpenSpiel chess": lambda: spiel("chess"),
        "OpenSpiel backgammon": lambda: spiel("backgammon"),
    }


COMPARED = ("chess_v6", "texas_holdem_v4 (RLCard)", "hanabi_v5 (OpenSpiel)", "catanatron-v1")
"""The environments to compare with; the fastest of them is the yardstick."""


def measure(running: Stepper, seconds: float) -> float:
    """Return the steps a second of one turn."""
    steps, start = 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        for _ in range(20):
            steps += next(running)
    return steps / (time.perf_counter() - start)


def main() -> None:
    """Measure in turns, and print the medians and the ratios to the yardstick."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="turns of each environment (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn (default: %(default)s)")
    parser.add_argument("--only", nargs="*", help="measure only environments whose names contain one of these texts")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    running: dict[str, Stepper] = {}
    for name, make in steppers().items():
        if options.only and not any(part in name for part in options.only):
            continue
        try:
            running[name] = make()
            measure(running[name], options.seconds)
        except ImportError as error:
            sys.stdout.write(f"{name}: not measured, because {error.name} is not installed\n")
            running.pop(name, None)
    rates: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(options.rounds):
        for name, steps in running.items():
            rates[name].append(measure(steps, options.seconds))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    best = max((medians[name] for name in COMPARED if name in medians), default=None)
    build = "compiled" if ms.is_compiled else "pure"
    sys.stdout.write(f"{build} build, Python {sys.version.split()[0]}, two players, load {load:.1f} before\n")
    sys.stdout.write("| environment | steps a second | quartiles | ratio |\n| --- | ---: | ---: | ---: |\n")
    for name, median in medians.items():
        low, _, high = statistics.quantiles(rates[name], n=4) if len(rates[name]) > 1 else (median,) * 3
        ratio = f"{median / best:.2f}" if best else "-"
        sys.stdout.write(f"| {name} | {median:,.0f} | {low:,.0f} to {high:,.0f} | {ratio} |\n")


if __name__ == "__main__":
    main()
