"""`benchmarks/compare.py`, on versions of a library that has next to nothing: what it prints, and what it refuses."""

import re
import subprocess
import sys
from pathlib import Path

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
    """Write a version of the library as the project has it, and return its folder."""
    package = folder / "src" / "magnum_sal"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(library, "utf-8")
    return folder


def compared(before: Path, after: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Compare two versions in one measure and two rounds."""
    command = [sys.executable, str(PROGRAM), str(before), str(after), "--measure=decision", "--rounds=2", *options]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_two_versions_side_by_side(tmp_path: Path) -> None:
    """A table in Markdown, printed and kept: medians, the ratio, and between what it lay."""
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


def test_what_main_cannot_do_yet(tmp_path: Path) -> None:
    """A measure of something new has nothing to be compared with; the others go on."""
    done = compared(version(tmp_path / "main", WITHOUT), version(tmp_path / "branch", LIBRARY))
    assert done.returncode == 0
    assert "has no attribute 'legal_moves'" in done.stdout.splitlines()[2]


def test_what_the_branch_cannot_do(tmp_path: Path) -> None:
    """A measure that fails where it was written is a mistake, and no figure."""
    done = compared(version(tmp_path / "main", LIBRARY), version(tmp_path / "branch", WITHOUT))
    assert done.returncode != 0
    assert "has no attribute 'legal_moves'" in done.stderr.splitlines()[-1]


def test_what_is_no_folder_of_the_project(tmp_path: Path) -> None:
    """It says so, and does not measure what happens to be installed instead."""
    done = compared(tmp_path, version(tmp_path / "branch", LIBRARY))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("is no folder of this project: it has no src/magnum_sal")
