"""
Write states as version 0.1.0 writes them: ``python record_states.py GAMES STATES``, with a Python that has 0.1.0.

*GAMES* is a folder of recorded games, and *STATES* is the file to write. The file contains some public states of each
game, including the first and the last, and one full state.
"""

import json
import sys
from pathlib import Path

import magnum_sal as ms

EACH = 3
"""The number of public states of each game."""


def main(games: str, states: str) -> None:
    """Write a line for each state: the game's name, the number of moves made, and the state."""
    if ms.__version__ != "0.1.0":
        raise SystemExit(f"this is version {ms.__version__}")
    lines = []
    for path in sorted(Path(games).glob("*.jsonl")):
        history = ms.Game.from_log(path)
        last = len(history.moves)
        for step in sorted({last * part // (EACH - 1) for part in range(EACH)}):
            state = history.at(step)
            lines.append({"game": path.stem, "step": step, "state": ms.to_dict(state.public())})
        lines.append({"game": path.stem, "step": last // 2, "state": ms.to_dict(history.at(last // 2))})
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    Path(states).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
