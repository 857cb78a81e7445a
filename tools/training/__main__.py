"""Train the judge, and write the weights to a file: ``python -m tools.training --help``."""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

from magnum_sal.bots._features import FEATURES

from .fitting import Fit, Scales, calibrated, fitted
from .selfplay import Episode, Plan, episodes_of


def main(words: list[str]) -> None:
    """Play and fit, and write the current weights after each round."""
    asked = _arguments(words)
    known: dict[int, tuple[tuple[float, ...], ...]] = {}
    scales: dict[int, Scales] = {}
    commands = ["python -m tools.training " + " ".join(words)]
    if asked.start is not None:
        before = json.loads(asked.start.read_text())
        known = {int(players): phases for players, phases in before["weights"].items()}
        scales = {int(players): found for players, found in before["scales"].items()}
        commands = [*before["commands"], *commands]
    for players, rounds in zip(asked.players, asked.rounds, strict=False):
        nearest = min(known, key=lambda other: abs(other - players), default=None)
        weights = None if nearest is None else known[nearest]
        kept: list[Episode] = []
        for number in range(1, rounds + 1):
            began = time.perf_counter()
            seed = asked.seed + 1000 * players + number
            plan = Plan(players, asked.games, seed, asked.whims, weights, asked.width, asked.most_moves)
            played = episodes_of(plan, asked.jobs)
            kept = [*played, *kept][: asked.games * asked.memory]
            if asked.calibrate and weights is not None:
                fit = calibrated(played, weights)
            else:
                fit = fitted(kept, trace=asked.trace, ridge=asked.ridge, shared=asked.shared)
            known[players], scales[players] = fit.weights, fit.scales
            weights = fit.weights
            print(_told(players, number, played, fit, time.perf_counter() - began), flush=True)
            asked.to.write_text(_written(known, scales, commands))


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.training", description=__doc__)
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2, 3, 4], help="numbers of players, one after another"
    )
    parser.add_argument("--games", type=int, default=300, help="games of a round")
    parser.add_argument("--rounds", type=int, nargs="+", default=[5, 3, 3], help="rounds for each number of players")
    parser.add_argument("--memory", type=int, default=3, help="number of rounds whose games to learn from")
    parser.add_argument("--whims", type=float, default=0.05, help="fraction of random moves")
    parser.add_argument("--width", type=int, default=4, help="number of moves that the players examine twice")
    parser.add_argument("--most-moves", type=int, default=1200, help="moves after which an unfinished game is scored")
    parser.add_argument("--trace", type=float, default=0.9, help="how far back to credit a result, 0 to 1")
    parser.add_argument("--ridge", type=float, default=300.0, help="how strongly weights are pulled towards 0")
    parser.add_argument("--shared", type=float, default=2.0, help="how readily phases share a weight")
    parser.add_argument(
        "--calibrate", action="store_true", help="keep the weights of --start, and learn how often a lead by them wins"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    parser.add_argument("--start", type=Path, help="a file of weights to start from")
    parser.add_argument("--to", type=Path, required=True, help="the file to write")
    return parser.parse_args(words)


def _told(players: int, number: int, played: list[Episode], fit: Fit, seconds: float) -> str:
    over = sum(episode.is_over for episode in played)
    rounds = [median(found) for found in zip(*(episode.rounds for episode in played if episode.is_over), strict=True)]
    decisions = sum(len(episode.phases) for episode in played) / len(played)
    explained = ", ".join(f"{part:.2f}" for part in fit.explained)
    return (
        f"{players} players, round {number}: {over} of {len(played)} games over, {decisions:.0f} decisions a game, "
        f"rounds a phase {rounds}, explained {explained}, scales {fit.scales}; {seconds:.0f} s"
    )


def _written(known: dict[int, tuple[tuple[float, ...], ...]], scales: dict[int, Scales], commands: list[str]) -> str:
    """Return the text of the file: a line for each number of players and phase, so that changes can be read."""
    lines = [f'  "commands": {json.dumps(commands)},', f'  "features": {json.dumps(FEATURES)},']
    lines += [f'  "scales": {json.dumps(scales)},', '  "weights": {']
    for players, phases in sorted(known.items()):
        rows = ",\n".join(f"      {json.dumps(phase)}" for phase in phases)
        comma = "," if players < max(known) else ""
        lines.append(f'    "{players}": [\n{rows}\n    ]{comma}')
    return "\n".join(["{", *lines, "  }", "}", ""])


if __name__ == "__main__":
    main(sys.argv[1:])
