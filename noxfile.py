"""The project's checks, each a session: `nox -s tests`, `nox -s lint` and so on; `nox -l` lists them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13")

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["tests", "typing", "lint", "docs"]


def pyenv_versions() -> Path | None:
    """Return the folder in which pyenv keeps its interpreters, if there is a pyenv."""
    root = os.environ.get("PYENV_ROOT")
    if not root and (pyenv := shutil.which("pyenv")):
        answer = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False)
        root = answer.stdout.strip()
    versions = Path(root or Path.home() / ".pyenv") / "versions"
    return versions if versions.is_dir() else None


def put_pyenv_on_path() -> None:
    """
    Let nox find the interpreters that pyenv has installed but not activated.

    Their folders go before pyenv's shims, which exist for every version and fail for those not activated.
    """
    if (versions := pyenv_versions()) is None:
        return
    for python in reversed(PYTHONS):
        installed = [folder for folder in versions.glob(f"{python}.*") if re.fullmatch(r"\d+\.\d+\.\d+", folder.name)]
        if installed:
            newest = max(installed, key=lambda folder: int(folder.name.rpartition(".")[2]))
            os.environ["PATH"] = os.pathsep.join([str(newest / "bin"), os.environ["PATH"]])


put_pyenv_on_path()


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run all tests on the installed wheel, on each supported Python found."""
    session.install(".[tests]")
    session.run("pytest", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests and report the lines and branches that none of them reaches."""
    session.install(".[tests]")
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "report")


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests of bots and arena with the heavy extras too: a Dask cluster on loopback, plots."""
    session.install(".[tests,plot,cluster]")
    session.run("pytest", "tests/bots", "tests/arena", "tests/cli", *session.posargs)


@nox.session
def properties(session: nox.Session) -> None:
    """Run the property tests with many more examples than an everyday run."""
    session.install(".[tests]")
    session.run("pytest", "tests/properties", "--hypothesis-profile=deep", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Feed the readers of logs, values and notation much nonsense, and see that it is refused in words."""
    session.install(".[tests]")
    session.run("pytest", "tests/fuzz", "--hypothesis-profile=deep", *session.posargs)


@nox.session
def typing(session: nox.Session) -> None:
    """Check the types of the library and of its tests with mypy, strictly."""
    session.install(".[typing]")
    session.run("mypy", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting with Ruff."""
    session.install(".[lint]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning, a broken reference included, is an error."""
    session.install(".[docs]")
    session.run("sphinx-build", "-W", "-n", "--keep-going", "-b", "html", "docs", "docs/_build/html")


@nox.session
def perft(session: nox.Session) -> None:
    """Count the sequences of moves from known positions and compare with the pinned numbers."""
    session.install(".[tests]")
    session.run("pytest", "tests/perft", *session.posargs)


@nox.session
def record(session: nox.Session) -> None:
    """Measure the record of a game: bytes per move, time to load and verify, memory of a history."""
    session.install(".")
    session.run("python", "benchmarks/record.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure microseconds per decision in random games, beside python-chess's random playouts."""
    session.install(".", "chess>=1.11")
    session.run("python", "benchmarks/decisions.py", *session.posargs)
