"""
Measure pictures: their size and time, the smallest parts on a phone, and contrasts: `python benchmarks/pictures.py`.

The positions are the opening, a crowded one and the final one of a recorded game of four. The program uses the measures
of the tests and needs their requirements.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import get_args

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.render.contrast import Vision, sights  # noqa: E402
from tests.render.sizes import smallest_text, targets  # noqa: E402

from magnum_sal import Game, Step, render  # noqa: E402
from magnum_sal.model.mine import SPACES  # noqa: E402

GAME = ROOT / "tests" / "games" / "four_players.jsonl"
MOMENTS = {"opening": 0, "crowded": 307, "final": 483}
PHONE = 390
KINDS = ("text", "figure", "rim")


def main() -> None:
    """Print a table of sizes and times, then the smallest parts on a phone, then the least contrasts."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    options.add_argument("--rounds", type=int, default=20, help="pictures of each kind to time")
    rounds = options.parse_args().rounds
    game = Game.from_log(GAME)
    steps = list(game.steps())
    print("layout   moment    kB     ms")
    for layout in get_args(render.LayoutName):
        for moment, moves in MOMENTS.items():
            last = steps[moves - 1] if moves else None
            taken, picture = [], ""
            for _ in range(rounds):
                begun = time.perf_counter()
                picture = render.svg(game.at(moves), layout=layout, last=last)
                taken.append(time.perf_counter() - begun)
            print(f"{layout:8} {moment:8} {len(picture) / 1000:6.1f} {median(taken) * 1000:5.1f}")
    _print_sizes_on_a_phone(game, steps)
    _print_contrasts(game, steps)


def _print_sizes_on_a_phone(game: Game, steps: list[Step]) -> None:
    print(f"\nat {PHONE} px    smallest words  smallest target  smallest space")
    for moment, moves in MOMENTS.items():
        picture = render.svg(game.at(moves), layout="tall", last=steps[moves - 1] if moves else None)
        size, _ = smallest_text(picture, PHONE)
        found = {place: min(width, height) for place, width, height in targets(picture, PHONE)}
        space = min(side for place, side in found.items() if place in SPACES)
        print(f"{moment:12} {size:11.1f} px {min(found.values()):12.1f} px {space:11.1f} px")


def _print_contrasts(game: Game, steps: list[Step]) -> None:
    print("\nleast contrast       words  figures   rims")
    for theme in get_args(render.ThemeName):
        pictures = [
            render.svg(game.at(moves), theme=theme, layout=layout, last=steps[moves - 1] if moves else None)
            for moves in MOMENTS.values()
            for layout in ("wide", "tall")
        ]
        seen = [sight for picture in pictures for sight in sights(picture)]
        for vision in (None, *get_args(Vision)):
            kinds = [min(sight.typical(vision) for sight in seen if sight.kind == kind) for kind in KINDS]
            print(f"{theme:9} {vision or 'all cones':9} {kinds[0]:6.1f} {kinds[1]:8.1f} {kinds[2]:6.1f}")


if __name__ == "__main__":
    main()
