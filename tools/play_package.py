"""Install wheels and sdists into empty environments and play games without other packages, for `nox -s release`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SMOKE = Path(__file__).with_name("smoke_game.py")


def main(folder: str, versions: str, *packages: str) -> None:
    """Play with each package on each installed Python among *versions*, such as "3.11,3.12"."""
    paths, homes = [Path(package).resolve() for package in packages], Path(folder).resolve()
    for version in versions.split(","):
        interpreter = shutil.which(f"python{version}")
        if interpreter is None:
            print(f"Python {version} is not installed", file=sys.stderr)
            continue
        for path in paths:
            play(str(path), interpreter, str(homes / f"empty-{version}{path.suffix}"))


def play(package: str, interpreter: str, home: str) -> None:
    """Install *package* into a new environment of *interpreter* in *home*, and play through each entry point."""
    programs = Path(home) / ("Scripts" if os.name == "nt" else "bin")
    command, python = str(programs / "magnum-sal"), str(programs / "python")
    run(interpreter, "-m", "venv", "--clear", home)
    run(str(programs / "pip"), "install", "--quiet", package)
    os.chdir(Path(home).parent)  # away from the sources, which Python must not import
    run(command, "--version")
    run(python, "-m", "magnum_sal", "demo", "--seat", "Ada", "--seat", "Ben", "--seed", "7", is_silent=True)
    run(python, "-c", SMOKE.read_text("utf-8"))


def run(*words: str, is_silent: bool = False) -> None:
    """Run a command; raise `CalledProcessError` if it fails."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL if is_silent else None)


if __name__ == "__main__":
    main(*sys.argv[1:])
