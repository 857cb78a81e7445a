"""
Record games in the older schemas of logs, with the code that wrote them: ``record_by_past.py FOLDER``.

Each schema has a last commit that wrote it. Run this program with the library of that commit, once for each:

    git worktree add /tmp/past 'COMMIT'
    PYTHONPATH=/tmp/past/src python tests/games/record_by_past.py tests/games/played

For schema 1, COMMIT is ``81f8c0f^``, because "Record what is turned up on a real table" introduced schema 2. For schema
2, it is ``03bc123^``, because "Hold the opening position in the header of a log" introduced schema 3. The program uses
only functions that exist in both.
"""

import random
import sys
from pathlib import Path
from typing import Any

import attrs

import magnum_sal as ms
from magnum_sal.testing.players import any_kind, finisher

ALL_SWITCHES = {
    "mapped_mine": True,
    "cart_capacity": 2,
    "all_miners_tire": True,
    "castle_line_stays": True,
    "lowest_price_bonus": True,
}

GAMES: dict[int, dict[str, dict[str, Any]]] = {
    1: {
        "schema_1_switches": {"seed": 11, "players": 4, "switches": ALL_SWITCHES, "steps": 150},
    },
    2: {
        "schema_2_undone": {"seed": 12, "players": 3, "steps": 150, "undo_every": 40, "end": "it is late"},
        "schema_2_table": {"seed": 13, "players": 3, "at_table": True, "steps": 180, "undo_every": 30},
        "schema_2_mapped_table": {
            "seed": 14,
            "players": 2,
            "switches": ALL_SWITCHES,
            "at_table": True,
            "chooser": finisher,
            "steps": 2000,
        },
    },
}
"""The games by schema and name."""


def record(
    path: Path,
    *,
    seed: int,
    players: int,
    steps: int,
    switches: dict[str, Any] | None = None,
    chooser: Any = any_kind,
    at_table: bool = False,
    undo_every: int = 0,
    end: str = "",
) -> None:
    """Play a game of at most *steps* moves and reveals, and record it at *path*."""
    rng = random.Random(seed)
    names = ["Ada", "Ben", "Cleo", "Dan"][:players]
    ruleset = attrs.evolve(ms.STANDARD, **(switches or {}))
    metadata = {"comments": [f"Recorded by the code that wrote schema {ms.LOG_SCHEMA}."]}
    given: dict[str, Any] = {"ruleset": ruleset, "log": path, "metadata": metadata}
    game = ms.Game.open_table(names, **given) if at_table else ms.Game.new(names, seed=seed, **given)
    for made in range(1, steps + 1):
        if game.is_over:
            return
        if game.state.pending is not None:
            pieces, chances = zip(*ms.outcomes(game.state), strict=True)
            game.reveal(rng.choices(pieces, weights=[float(chance) for chance in chances])[0])
        else:
            game.play(chooser(game.state, ms.legal_moves(game.state), rng))
        if undo_every and made % undo_every == 0:
            game.undo(to=game.step_count - 7)
            for _ in range(4):
                game.redo()
    if end:
        game.end(end)


def main(folder: Path) -> None:
    """Record the games of the schema that the imported library writes."""
    for name, how in GAMES.get(ms.LOG_SCHEMA, {}).items():
        record(folder / f"{name}.jsonl", **how)
    if ms.LOG_SCHEMA not in GAMES:
        sys.exit(f"the library at {Path(ms.__file__).parent} writes schema {ms.LOG_SCHEMA}; see above for older ones")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
