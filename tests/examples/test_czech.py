"""``examples/czech.py`` and ``examples/czech_command.py``: a custom language, and all commands in it."""

import subprocess
import sys
from pathlib import Path

import pytest

import magnum_sal as ms

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.long
def test_the_example_describes_a_move() -> None:
    """The example prints the move in Czech, as its first lines promise."""
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "czech.py"],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout == "najímá horníka za 6 grošů\nTrue\n"


@pytest.mark.slow
def test_the_command_can_start_processes_in_an_added_language(tmp_path: Path) -> None:
    """The worker processes import the script and know the language, too."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(2):
        game.play(ms.Pass())
    log = tmp_path / "game.jsonl"
    game.log.save(log)
    run = subprocess.run(
        [sys.executable, "czech_command.py", "review", log, "--jobs", "2", "--iterations", "1", "--lang", "cs"],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout.startswith("Chances of winning, round by round:\n")
