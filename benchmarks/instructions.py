"""
Count the instructions of an import and of random games: `python benchmarks/instructions.py` runs both in callgrind.

Instructions differ by less than 0.1 % from run to run, also on a busy machine, where times differ by a third. So they
show what a small change costs. The build that is measured is the one that is imported. You need Valgrind, which Debian
and others have as a package.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from typing import Final

GAMES: Final = """
import random
import magnum_sal as ms
for seed in range({games}):
    rng = random.Random(seed)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"], seed=seed)
    for _ in range({decisions}):
        if state.is_over:
            break
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
"""


def count_instructions(program: str, bytecode: str) -> float:
    """Return how many million instructions a fresh Python needs for *program*. Raise `SystemExit` if it fails."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", program]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Hashes of texts decide how often dictionaries collide.
    environment |= {"PYTHONHASHSEED": "1", "PYTHONPYCACHEPREFIX": bytecode}
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    counted = re.search(r"Collected : (\d+)", answer.stderr)
    if answer.returncode or counted is None:
        raise SystemExit(answer.stderr)
    return int(counted[1]) / 1e6


def main() -> None:
    """Count and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games to play (default 60, 0 for none)")
    parser.add_argument("--decisions", type=int, default=100, help="decisions of a game (default 100)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as bytecode:
        subprocess.run(  # compiles everything, as an installer does
            [sys.executable, "-c", "import magnum_sal"], check=True, env={**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        )
        empty, attrs, library = (
            count_instructions(program, bytecode) for program in ("pass", "import attrs", "import magnum_sal")
        )
        print(f"import magnum_sal: {library:.1f} million instructions; attrs {attrs:.1f}, an empty program {empty:.1f}")
        if options.games:
            program = GAMES.format(games=options.games, decisions=options.decisions)
            played = count_instructions(program, bytecode)
            print(f"{options.games} games, import included: {played:.1f} million instructions")


if __name__ == "__main__":
    main()
