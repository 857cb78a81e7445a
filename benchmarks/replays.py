"""
Measure the pages of replays: their size and the processor time to write them: `python benchmarks/replays.py`.

The games are the recorded ones of two, three and four players. Pass logs to measure other games.
"""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path

from magnum_sal import Game, render
from magnum_sal.bots import judge_game

GAMES = Path(__file__).parent.parent / "tests" / "games"
LOGS = [GAMES / f"{players}_players.jsonl" for players in ("two", "three", "four")]


def main() -> None:
    """Print a row for each game."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    options.add_argument("logs", type=Path, nargs="*", default=LOGS, help="logs of the games")
    print("players  moves   kB  kB for 170 moves  kB with gzip  seconds")
    for log in options.parse_args().logs:
        game = Game.from_log(log)
        begun = time.process_time()
        steps = list(game.steps())
        page = render.replay_html(game, chances=[judgement.chances for judgement in judge_game(steps)]).encode()
        taken = time.process_time() - begun
        size, packed = len(page) / 1000, len(gzip.compress(page)) / 1000
        print(
            f"{len(game.state.players):7} {len(steps):6} {size:4.0f} {size / len(steps) * 170:17.0f} "
            f"{packed:13.0f} {taken:8.1f}"
        )


if __name__ == "__main__":
    main()
