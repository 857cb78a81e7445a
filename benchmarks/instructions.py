"""
Count the instructions of an import and of random games: `python benchmarks/instructions.py` runs both in callgrind.

Instructions differ by less than 0.1 % from run to run, even on a busy machine, where times differ by a third.
Therefore, they show the cost of a small change. The benchmark measures the build that is imported. You need Valgrind,
which Debian and other distributions package.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from typing import Final

WITHOUT: Final = {
    "caches": """
load("caches").cached = lambda most, by_length=False: lambda function: function
""",
    "constructors": """
import attrs
def make_changer(value_class, *names):
    fields = [field.name for field in attrs.fields(value_class)]
    def change(value, *given):
        copy, changed = object.__new__(value_class), dict(zip(names, given))
        for name in fields:
            object.__setattr__(copy, name, changed[name] if name in changed else getattr(value, name))
        return copy
    return change
load("constructors").make_changer = make_changer
""",
}
"""Plain replacements for parts of the library, to measure what each part saves. They do not change any results."""

LOAD: Final = """
import importlib.util, sys
def load(name):
    path = [*importlib.util.find_spec("magnum_sal").submodule_search_locations][0]
    spec = importlib.util.spec_from_file_location(f"magnum_sal._internal.{name}", f"{path}/_internal/{name}.py")
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
"""

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
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment(bytecode))
    counted = re.search(r"Collected : (\d+)", answer.stderr)
    if answer.returncode or counted is None:
        raise SystemExit(answer.stderr)
    return int(counted[1]) / 1e6


def _environment(bytecode: str) -> dict[str, str]:
    """Return the environment of a Python that stores its bytecode in the folder *bytecode*."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # The hash seed is fixed, because the hashes of strings affect how often keys collide in dictionaries.
    return {**inherited, "PYTHONHASHSEED": "1", "PYTHONPYCACHEPREFIX": bytecode}


def main() -> None:
    """Count and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games to play (default 60, 0 for none)")
    parser.add_argument("--decisions", type=int, default=100, help="decisions of a game (default 100)")
    parser.add_argument("--without", choices=WITHOUT, help="play without one piece of machinery, in the pure build")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as bytecode:
        # This compiles everything, as an installer does.
        subprocess.run([sys.executable, "-c", "import magnum_sal"], check=True, env=_environment(bytecode))
        empty, attrs, library = (
            count_instructions(program, bytecode) for program in ("pass", "import attrs", "import magnum_sal")
        )
        print(f"import magnum_sal: {library:.1f} million instructions; attrs {attrs:.1f}, an empty program {empty:.1f}")
        if options.games:
            program = GAMES.format(games=options.games, decisions=options.decisions)
            if options.without:
                program = LOAD + WITHOUT[options.without] + program
            played = count_instructions(program, bytecode)
            print(f"{options.games} games, import included: {played:.1f} million instructions")


if __name__ == "__main__":
    main()
