"""``examples/czech.py``: a custom language."""

import subprocess
import sys
from pathlib import Path

import pytest

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
