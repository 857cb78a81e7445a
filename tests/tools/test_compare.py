"""`benchmarks/compare.py`, run on versions of a tiny library: its output and its refusals."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "compare.py"

LIBRARY = """
from types import SimpleNamespace

ExtractSalt = GameState = Move = object

def new_game(names, seed):
    return SimpleNamespace(is_over=False)

def legal_moves(state):
    return [1, 2]

def apply(state, move):
    return state, ()
"""
WITHOUT = LIBRARY.replace("legal_moves", "possible_moves")


def version(folder: Path, library: str) -> Path:
    """Write a version of the library in the project's layout, and return its folder."""
    package = folder / "src" / "magnum_sal"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(library, "utf-8")
    return folder


def compared(before: Path, after: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Compare two versions with one measurement in two rounds."""
    command = [sys.executable, str(PROGRAM), str(before), str(after), "--measure=decision", "--rounds=2", *options]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.long
def test_comparing_two_versions(tmp_path: Path) -> None:
    """The program prints and saves a Markdown table with the medians, their ratio, and the range of the ratio."""
    before, after = (version(tmp_path / name, LIBRARY) for name in ("one", "two"))
    done = compared(before, after, "--titles", "0.1", "0.2", "--output", str(tmp_path / "kept.md"))
    head, _, row, empty, note = done.stdout.splitlines()
    assert head == "| what is measured | 0.1 | 0.2 | ratio | lowest to highest |"
    figure = r"\d+\.\d us"
    pattern = rf"\| a decision: .* \| {figure} \| {figure} \| (?:\*\*)?(\d+\.\d\d)(?:\*\*)? \| (\S+) to (\S+) \|"
    found = re.fullmatch(pattern, row)
    assert found
    middle, lowest, highest = map(float, found.groups())
    assert lowest <= middle <= highest
    assert empty == ""
    assert note.startswith("Processor time, medians of 2 rounds, pure build, Python 3.")
    assert (tmp_path / "kept.md").read_text("utf-8") == done.stdout


@pytest.mark.long
def test_a_measurement_that_the_old_version_lacks(tmp_path: Path) -> None:
    """If only the new version supports a measurement, the reason is in its row, and the program continues."""
    done = compared(version(tmp_path / "main", WITHOUT), version(tmp_path / "branch", LIBRARY))
    assert done.returncode == 0
    assert "has no attribute 'legal_moves'" in done.stdout.splitlines()[2]


@pytest.mark.long
def test_a_measurement_that_fails_in_the_new_version(tmp_path: Path) -> None:
    """A measurement that fails in the new version is an error of the program."""
    done = compared(version(tmp_path / "main", LIBRARY), version(tmp_path / "branch", WITHOUT))
    assert done.returncode != 0
    assert "has no attribute 'legal_moves'" in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_a_folder_of_another_project(tmp_path: Path) -> None:
    """A folder without the library is refused, so that no installed version is measured instead."""
    done = compared(tmp_path, version(tmp_path / "branch", LIBRARY))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("is not a folder of this project: it has no src/magnum_sal")
