"""
Train a player: imitate a bot, improve by self-play, play matches, and save the player as an ONNX file.

``python train_a_player.py`` writes the folder ``player``: the player itself, a picture of how it learned, and the
results of its matches. The script needs PyTorch, onnx, and the extras ``rl``, ``plot`` and ``policy``. It exits with
status 1 if the player misses one of the ``BOUNDS``. In the folder of the script, you can use the player wherever you
can use a bot: its name is ``policy:player/player.onnx``.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from training.curve import draw_curve
from training.games import ACTIONS, LENGTH, Samples, join_samples, teach_game
from training.learning import Network, imitate, improve, play_batch

from magnum_sal.arena import play_match

SENSIBLE = "training.games:SensibleBot"
"""The bot that chooses one of the sensible moves at random."""

BOUNDS = {SENSIBLE: 0.95, "novice": 0.25}
"""The share of games that the player must win against each bot. All games must end."""

OPPONENTS = ("self", "novice")
"""The opponents in a round of self-play, in turn."""

SETUPS = 1_000_000
"""The first seed of the games to learn from. The matches use other seeds."""


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = partial(parser.add_argument, type=int, metavar="N")
    parser.add_argument("--out", type=Path, default=Path("player"), help="folder for the results")
    parser.add_argument(
        "--teacher",
        default="greedy:width=0",
        help="the bot to imitate (default: %(default)s)",
    )
    parser.add_argument(
        "--rate", type=float, default=2e-4, help="learning rate of self-play (default: %(default)s)"
    )
    add("--seed", default=1, help="seed of the games and of the network (default: %(default)s)")
    add("--jobs", default=2, help="number of processes (default: %(default)s)")
    add("--width", default=256, help="width of the hidden layers (default: %(default)s)")
    add("--lessons", default=2, help="lessons of the teacher (default: %(default)s)")
    add("--teacher-games", default=500, help="games of each lesson (default: %(default)s)")
    add(
        "--epochs",
        default=6,
        help="passes through the teacher's answers in each lesson (default: %(default)s)",
    )
    add(
        "--minutes",
        default=24,
        help="minutes after which no round of self-play begins (default: %(default)s)",
    )
    add(
        "--rounds",
        default=1000,
        help="maximum number of rounds of self-play (default: %(default)s)",
    )
    add("--games", default=64, help="games of each round (default: %(default)s)")
    add(
        "--check-games",
        default=40,
        help="games against novice for each point of the curve (default: %(default)s)",
    )
    add("--test-games", default=200, help="games of each match at the end (default: %(default)s)")
    add(
        "--most-moves",
        default=5000,
        help="moves after which a game of a match is over (default: %(default)s)",
    )
    return parser.parse_args()


def main() -> int:
    """Train and test a player. Return 1 if it misses a bound."""
    options = read_options()
    options.out.mkdir(parents=True, exist_ok=True)
    path, begun = options.out / "player.onnx", time.monotonic()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.jobs)
    network = Network(options.width)
    curve: list[dict[str, Any]] = []
    # A process that is forked from one with PyTorch's threads may hang, so the processes start afresh.
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for stage, facts in learn(network, path, pool, options, until=begun + 60 * options.minutes):
            save_player(network, path)
            checked = measure_player(path, "novice", options.check_games, options)
            minutes = (time.monotonic() - begun) / 60
            curve.append({"stage": stage, "minutes": minutes, **facts, **checked})
            print(f"{minutes:5.1f} min, {stage}: {describe(checked)}; {facts}", flush=True)
    matches = [measure_player(path, opponent, options.test_games, options) for opponent in BOUNDS]
    minutes = (time.monotonic() - begun) / 60
    (options.out / "results.json").write_text(
        json.dumps({"minutes": minutes, "curve": curve, "matches": matches}, indent=1) + "\n",
        "utf-8",
    )
    draw_curve(curve, options.out / "curve.svg")
    passed = [
        match["ended"] == match["games"] and match["share"] >= BOUNDS[match["bot"]]
        for match in matches
    ]
    for match, good in zip(matches, passed, strict=True):
        print(f"{'passed' if good else 'MISSED'} ({BOUNDS[match['bot']]:.0%}): {describe(match)}")
    print(f"{minutes:.1f} minutes in all")
    return 0 if all(passed) else 1


def learn(
    network: Network,
    path: Path,
    pool: ProcessPoolExecutor,
    options: argparse.Namespace,
    until: float,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Train the network, and yield the name and the facts of each stage. The caller saves the player at *path*."""
    parts: list[Samples] = []
    seeds = iter(range(SETUPS * options.seed, SETUPS * (options.seed + 1)))
    for lesson in range(options.lessons):
        # At first, the teacher plays against itself. Later, it gives its answers in the games of the player.
        player = f"policy:{path}" if lesson else options.teacher
        games = [next(seeds) for _ in range(options.teacher_games)]
        parts.extend(pool.map(partial(teach_game, options.teacher, player), games, chunksize=5))
        samples = join_samples(parts)
        agreed = imitate(network, samples, options.epochs)
        yield f"lesson {lesson + 1}", {"answers": len(samples.actions), "agreed": round(agreed, 3)}
    optimizer = torch.optim.Adam(network.parameters(), options.rate)
    for number in range(1, options.rounds + 1):
        share = max(1, options.games // options.jobs)
        bots = [OPPONENTS[index % len(OPPONENTS)] for index in range(share)]
        play = partial(play_batch, network.state_dict(), options.width, bots)
        batches = list(pool.map(play, [[next(seeds) for _ in bots] for _ in range(options.jobs)]))
        drift = improve(
            network, optimizer, [np.concatenate(columns) for columns in zip(*batches, strict=True)]
        )
        is_last = number == options.rounds or time.monotonic() > until
        if number % 5 == 0 or is_last:
            yield f"round {number}", {"drift": round(drift, 4)}
        if is_last:
            return


def save_player(network: Network, path: Path) -> None:
    """Save the policy, without the expected results, as a model for ``policy:FILE``."""
    # PyTorch's exporter would need more packages, and several seconds for each file.
    helper, single = onnx.helper, onnx.TensorProto.FLOAT
    policy = {
        name: numbers for name, numbers in network.state_dict().items() if "value" not in name
    }
    numbers = [onnx.numpy_helper.from_array(part.numpy(), name) for name, part in policy.items()]
    nodes = [
        helper.make_node("Sub", ["observation", "mean"], ["centred"]),
        helper.make_node("Div", ["centred", "spread"], ["seen"]),
    ]
    seen = "seen"
    for name in ("hidden.0", "hidden.1", "policy"):
        inputs = [seen, f"{name}.weight", f"{name}.bias"]
        nodes.append(helper.make_node("Gemm", inputs, [name], transB=1))
        nodes.append(helper.make_node("Relu", [name], [seen := f"{name}.seen"]))
    nodes.pop()  # scores may be negative
    row = helper.make_tensor_value_info("observation", single, [None, LENGTH])
    scores = helper.make_tensor_value_info("policy", single, [None, len(ACTIONS)])
    graph = helper.make_graph(nodes, "player", [row], [scores], numbers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, path)


def measure_player(path: Path, bot: str, games: int, options: argparse.Namespace) -> dict[str, Any]:
    """Return the results of a match of the saved player against a bot."""
    match = play_match(
        [f"policy:{path}", bot],
        games,
        options.seed,
        most_moves=options.most_moves,
        jobs=options.jobs,
    )
    player = match.standings()[0]
    if player.is_failing:
        sys.exit(f"the player failed: {match.first_failures[0].sentence}")
    ended = sum(game.ending == "over" for game in match.games)
    return {
        "bot": bot,
        "games": games,
        "wins": player.wins,
        "share": player.win_share,
        "low": player.low,
        "high": player.high,
        "ended": ended,
    }


def describe(match: dict[str, Any]) -> str:
    """Return a sentence about the results of a match."""
    won = f"won {match['wins']:g} of {match['games']} games against {match['bot']}"
    return f"{won} ({match['low']:.1%} to {match['high']:.1%}), {match['ended']} ended"


if __name__ == "__main__":
    sys.exit(main())
