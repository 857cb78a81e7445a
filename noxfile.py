"""The project's checks, each a session: `nox -s tests`, `nox -s lint` and so on; `nox -l` lists them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nox
from nox.command import CommandFailed

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

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
    Put the interpreters that pyenv has installed but not activated on the path, so that nox finds them.

    Their folders go before pyenv's shims, which exist for every version and fail for those that are not activated.
    """
    if (versions := pyenv_versions()) is None:
        return
    for python in reversed(PYTHONS):
        installed = [folder for folder in versions.glob(f"{python}.*") if re.fullmatch(r"\d+\.\d+\.\d+", folder.name)]
        if installed:
            newest = max(installed, key=lambda folder: int(folder.name.rpartition(".")[2]))
            os.environ["PATH"] = os.pathsep.join([str(newest / "bin"), os.environ["PATH"]])


put_pyenv_on_path()


def group(name: str) -> tuple[str, ...]:
    """Return a dependency group of the project. pip itself supports groups only since 25.1."""
    return nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), name)


def install_build(build: str, session: nox.Session, *packages: str) -> None:
    """Install the library in one of its builds, and check that Python imports this build."""
    session.install(*packages, env={"MAGNUM_SAL_COMPILE": str(int(build == "compiled"))})
    session.run("python", "-c", f"import magnum_sal; assert magnum_sal.is_compiled is {build == 'compiled'}")


@nox.session(python=PYTHONS)
@nox.parametrize("build", ["pure", "compiled"])
def tests(session: nox.Session, build: str) -> None:
    """Run all tests on the installed wheel, on each supported Python found, in both builds."""
    install_build(build, session, ".[tests]")
    session.run("pytest", "--slow", *session.posargs)


@nox.session
def shuffled(session: nox.Session) -> None:
    """Run the tests in a random order in two processes, because no test may depend on another or on what it leaves."""
    session.install(".[tests]", *group("shuffled"))
    session.run("pytest", "-n", "2", "--slow", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests, report the lines and branches that none of them reaches, and fail if there are too many."""
    session.install(".[tests]")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "--slow", "--hypothesis-profile=night", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session
def mutants(session: nox.Session) -> None:
    """Change small things in the library, and list the changes that no test notices."""
    session.install("-e", ".[tests]")  # the tool finds functions by the file they come from
    session.run("python", "-m", "tools.mutants", *session.posargs, env={"PYTHONHASHSEED": "0"})


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests that need unusual packages: a Dask cluster on loopback, plots, pandas, polars, resvg, Sphinx."""
    session.install(".[tests,plot,cluster,docs,pixels]", *group("extras"))
    session.run("pytest", *NEED_EXTRAS, "--slow", *session.posargs)


WITH_PACKAGES = ("front-end", "tables")

NEED_EXTRAS = (
    *("tests/bots", "tests/arena", "tests/cli", "tests/tools/test_training.py"),
    *("tests/record/log/test_rows.py", "tests/record/log/test_rows_of_logs.py"),
    *("tests/docs/test_worked_examples.py", "tests/docs/test_doctests.py", "tests/docs/test_changelog.py"),
    "tests/docs/test_run_buttons.py",
    # The blocks of these pages that need a package are skipped without it.
    *(f"tests/docs/test_examples.py::test_the_examples_of_a_page[docs/howto/{page}.md]" for page in WITH_PACKAGES),
)
"""The tests that the session above runs; other sessions skip some of them."""


@nox.session
def notebooks(session: nox.Session) -> None:
    """Run the page about notebooks as a notebook, and compare the outputs of its cells."""
    session.install(".[tests,plot]", *group("notebooks"))
    session.run("pytest", "tests/docs/test_notebooks.py", "--slow", *session.posargs)


@nox.session(python=PYTHONS)
def rl(session: nox.Session) -> None:
    """Run the tests of environments, with the suites of PettingZoo, Gymnasium and OpenSpiel, on each Python found."""
    session.install(".[tests,pixels]")
    try:
        # Building it needs a C++ compiler and takes long, so only a wheel is accepted.
        session.install("--only-binary", "open_spiel", *group("rl"))
    except CommandFailed:
        session.warn(f"OpenSpiel has no wheel for Python {session.python} on this system: its tests are skipped")
    session.run("pytest", *NEED_ENVIRONMENTS, "--slow", *session.posargs)


NEED_ENVIRONMENTS = (
    *("tests/envs", "tests/words/test_action_names.py", "tests/tools/test_reference.py"),
    "tests/docs/test_doctests.py::test_the_examples_of_a_module[magnum_sal.envs.openspiel]",
    "tests/docs/test_pages.py::test_every_public_name_is_documented",
)
"""The tests that the session above runs; other sessions skip some of them."""


@nox.session
def train(session: nox.Session) -> None:
    """Train a player, and fail if it loses too often; with --quick, only play with tiny settings and test policies."""
    install_build("compiled", session, ".[tests,plot,policy]", *group("train"))
    session.run("pytest", *NEED_POLICIES, "--slow")
    if "--quick" not in session.posargs:
        with session.chdir("examples"):
            session.run("python", "train_a_player.py", *session.posargs)


NEED_POLICIES = (
    *("tests/bots/test_policies.py", "tests/bots/test_policy_files.py", "tests/docs/test_training.py"),
    "tests/tools/test_training.py",
)
"""The tests that the session above runs; other sessions skip some of them."""


@nox.session
def properties(session: nox.Session) -> None:
    """Run the property tests with many more examples than an everyday run."""
    session.install(".[tests]")
    session.run("pytest", "tests/properties", "--slow", "--hypothesis-profile=deep", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Feed invalid input to the readers of logs, values and notation, and check that they refuse it with a message."""
    session.install(".[tests]")
    session.run("pytest", "tests/fuzz", "--slow", "--hypothesis-profile=deep", *session.posargs)


@nox.session
def chance(session: nox.Session) -> None:
    """Replay two hundred games from their chance events, and compare outcomes with ten thousand determinizations."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.long_chance", *session.posargs)


@nox.session
def answers(session: nox.Session) -> None:
    """Check the answer space in ten thousand games, and that ten thousand observations show no face-down piece."""
    session.install(".[tests]")
    paths = os.pathsep.join(("examples", "examples/expansion/src"))
    session.run("python", "-m", "tests.long_answers", *session.posargs, env={"PYTHONPATH": paths})


@nox.session
def walks(session: nox.Session) -> None:
    """Check choices, descriptions of moves and refusals in 1,200 positions of whole games."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.walking", *session.posargs, env={"PYTHONPATH": "examples"})


@nox.session
def sentences(session: nox.Session) -> None:
    """Check the objections in 500 games: compare rules, values and claims with an independent oracle."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.sentences", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Play whole games in a browser, and check each screen with axe-core."""
    session.install(".[tests]")
    session.run("pytest", "tests/browser", "--whole-games", "--slow", *session.posargs)


@nox.session
def outages(session: nox.Session) -> None:
    """Play fifty games over a server that is killed repeatedly."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.outages", *session.posargs)


@nox.session
def storm(session: nox.Session) -> None:
    """Post many damaged states and logs and use those that are accepted; let several writers contend for one file."""
    session.install(".[tests]")
    session.run("pytest", "tests/guard/test_growth.py", "--slow", "--hypothesis-profile=deep")
    session.run("python", "-m", "tests.fuzz.storm", *(session.posargs or ["--inputs", "100000"]))
    folder = Path(session.create_tmp()).resolve()
    for writers in ("2", "3"):
        log = folder / f"contended-by-{writers}.jsonl"
        log.unlink(missing_ok=True)
        session.run(
            "python", "tests/record/log/contending_writers.py", str(log), "--writers", writers, "--rounds", "1000"
        )
        session.run("python", "tests/arena/contending_arenas.py", "1000", "--processes", writers, "--kills", "10")


@nox.session
def typing(session: nox.Session) -> None:
    """Check the types of the library and of its tests with mypy, strictly."""
    session.install(".[typing]")
    session.run("mypy", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, spelling, plain English, contracts between rooms, public names, and workflows."""
    session.install(".[lint]")
    for command in LINTERS:
        session.run(*command)


LINTERS = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("codespell",),
    ("lint-imports",),
    ("python", "-m", "tools.public_api"),
    ("python", "-m", "tools.prose"),
    # This runs offline; the workflow `outside` runs it with a network.
    ("zizmor", "--offline", "--quiet", "--persona=pedantic", "."),
)
"""The commands that check style, spelling, imports and workflows; `.ci/run` runs the same commands."""


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation; any warning is an error, and so is a broken reference."""
    session.install(".[docs]")
    session.run("sphinx-build", "-W", "-n", "--keep-going", "-b", "html", "docs", "docs/_build/html")


@nox.session
def links(session: nox.Session) -> None:
    """Request each external address that the documentation names; needs a network."""
    session.install(".[docs]")
    session.run("sphinx-build", "-q", "-b", "linkcheck", "docs", str(Path(session.create_tmp()).resolve() / "links"))


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation with the playground and examples that run, and test it in a browser; needs npm."""
    session.install(".[tests,docs]")
    pages = build_site(Path(session.create_tmp()).resolve(), session)
    tests = [f"tests/browser/test_{name}.py" for name in ("site", "one_runtime", "live_examples")]
    session.run("pytest", *tests, f"--site={pages}", "--slow", *session.posargs)


def build_site(folder: Path, session: nox.Session) -> Path:
    """Build the documentation with the playground and examples that run, and return the folder of the pages."""
    pages, live, play = folder / "html", folder / "live", folder / "extra" / "play"
    session.run("python", "-m", "tools.playground", str(play))
    session.run("python", "-m", "tools.live_examples", str(live), "--runtime", str(play / "runtime"))
    parts = ("-D", f"live_folder={live}", "-D", f"html_extra_path={play.parent}", "-t", "playground")
    session.run("sphinx-build", "-W", "-n", "-q", *parts, "-b", "html", "docs", str(pages))
    return pages


@nox.session
def firefox(session: nox.Session) -> None:
    """Run an example of the documentation and play at its playground in Firefox; needs Firefox, npm and a network."""
    session.install(".[docs]")
    pages = build_site(Path(session.create_tmp()).resolve(), session)
    # Node looks for packages beside the program.
    program = Path(shutil.copy("tests/browser/in_firefox.mjs", pages.parent))
    with session.chdir(program.parent):
        options = ("--no-audit", "--no-fund", "--no-save", "--ignore-scripts")
        session.run("npm", "install", *options, "puppeteer-core@24.43.1", external=True)
        session.run("node", program.name, str(pages), external=True)


@nox.session
def playground(session: nox.Session) -> None:
    """Build the site on which people play without a server, and play there; needs npm and a network."""
    session.install(".[tests]")
    folder = "docs/_playground/play"
    session.run("python", "-m", "tools.playground", folder)
    tests = ("-k", "playground or worker", f"--playground={folder}", "--slow")
    session.run("pytest", "tests/browser", *tests, *session.posargs)


@nox.session(venv_backend="none")
def nightly(session: nox.Session) -> None:
    """Run the checks that take too long for the day, in parts that can be resumed: all of them, or the named ones."""
    session.run(sys.executable, "-m", "tools.nightly", *session.posargs, external=True)


@nox.session
def changelog(session: nox.Session) -> None:
    """Print the draft of the next version's entry in CHANGELOG.md; with a branch's name, require a new fragment."""
    session.install(".[docs]")
    if session.posargs:
        session.run("towncrier", "check", "--compare-with", *session.posargs)
    session.run("towncrier", "build", "--draft", "--date", "unreleased")


@nox.session
def perft(session: nox.Session) -> None:
    """Count the sequences of moves from known positions and compare with the pinned numbers."""
    session.install(".[tests]")
    session.run("pytest", "tests/perft", "--slow", *session.posargs)


@nox.session
def games(session: nox.Session) -> None:
    """Record the games in tests/games again, and compare them with the stored ones; `-- --write` replaces these."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.games.recording", *session.posargs, env=EXAMPLES)


@nox.session
def playthroughs(session: nox.Session) -> None:
    """Compare the playthroughs of recorded games with the library's current output; `-- --write` replaces them."""
    session.install(".[tests]")
    session.run("python", "-m", "tests.games.playthroughs", *session.posargs, env=EXAMPLES)


EXAMPLES = {"PYTHONPATH": os.pathsep.join(("examples", "examples/expansion/src"))}
"""The folders from which the rulesets of recorded games are imported."""


@nox.session
def record(session: nox.Session) -> None:
    """Measure the record of a game: bytes per move, time to load and verify, memory of a history."""
    session.install(".")
    session.run("python", "benchmarks/record.py", *session.posargs)


@nox.session
def load(session: nox.Session) -> None:
    """Put fifty tables, two hundred spectators and idle connections on a server, and fail if a person has to wait."""
    session.install(".[web]")
    session.run("python", "-m", "tests.load", *session.posargs)


@nox.session
def tables(session: nox.Session) -> None:
    """Measure a server of fifty tables with two hundred spectators: from a move until another person sees the board."""
    session.install(".[web]")
    session.run("python", "benchmarks/tables.py", *session.posargs)


@nox.session(python=PYTHONS)
def builds(session: nox.Session) -> None:
    """Play two hundred games in both builds, and compare every list of moves, every event and every state."""
    install_build("compiled", session, ".[testing]")
    session.run("python", "-m", "tests.both_builds", *(session.posargs or ["--games", "200"]))


@nox.session
@nox.parametrize("build", ["pure", "compiled"])
def bench(session: nox.Session, build: str) -> None:
    """Compare decisions with python-chess's, and measure where their time goes, a search, the judge, and imports."""
    install_build(build, session, ".", *group("bench"))
    session.run("python", "benchmarks/decisions.py", *session.posargs)
    session.run("python", "benchmarks/table.py")
    session.run("python", "benchmarks/search.py")
    session.run("python", "benchmarks/judging.py")
    session.run("python", "benchmarks/footprint.py")


@nox.session
def environments(session: nox.Session) -> None:
    """Measure the steps per second of the compiled environments, and of the environments of other games."""
    install_build("compiled", session, ".[rl]", *group("environments"))
    # This package requires an older release of Gymnasium, but works with the current one.
    session.install("--no-deps", "catanatron_gym")
    session.run("python", "benchmarks/environments.py", *session.posargs)


@nox.session
def compare(session: nox.Session) -> None:
    """Measure two versions in turns: the one in another folder and the one here; `-- ../main` names the folder."""
    session.install(".[rl]")  # only for the library's dependencies; the benchmark measures the sources in the folders
    session.run("python", "benchmarks/compare.py", *session.posargs)


@nox.session
def api(session: nox.Session) -> None:
    """Compare the public API with that of 0.1.0; fail on a break that the table of changed names does not list."""
    session.install(".[lint]")
    session.run("python", "-m", "tools.public_api", *session.posargs)


@nox.session
def complete_types(session: nox.Session) -> None:
    """Check with pyright that every public name is fully typed, and has the types that tests/typing expects."""
    session.install(".[testing,tui,arena]", *group("complete_types"))
    session.run("pyright", "--verifytypes", "magnum_sal", "--ignoreexternal")
    session.run("pyright", *session.posargs)


@nox.session
def typescript(session: nox.Session) -> None:
    """Check the types of TypeScript with tsc, and that json-schema-to-typescript converts the schemas."""
    root, types = Path.cwd(), Path(session.create_tmp()).resolve() / "types"
    types.mkdir(exist_ok=True)
    session.install(".[tests]")
    session.chdir(types.parent)
    session.run("npm", "install", "--no-audit", "--no-fund", *NPM, external=True)
    converter, schemas = root / "tools" / "convert_schemas.cjs", root / "docs" / "schemas"
    session.run("node", str(converter), str(schemas), str(types), external=True)
    programs = Path("node_modules", ".bin").resolve()
    options = ("--noEmit", "--strict", "--typeRoots", "none")
    session.run(str(programs / "tsc"), *options, *map(str, sorted(types.glob("*.ts"))), external=True)
    # Tests check our own declarations and the examples on the pages. They need tsc on the path.
    session.chdir(root)
    where = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    session.run("pytest", "-q", "--slow", "tests/protocol/test_typescript.py", env=where)


@nox.session
def javascript(session: nox.Session) -> None:
    """Build, type-check and test the client for JavaScript: with Node's runner, on its page, and in Chromium."""
    session.install(".[tests]")
    with session.chdir("clients/javascript"):
        session.run("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", external=True)
        session.run("npm", "run", "build", external=True)
    browser = [f"tests/browser/test_board_{part}.py" for part in ("element", "connections")]
    session.run("pytest", "--slow", "tests/javascript", *browser, *session.posargs)


NPM = ("typescript@5", "json-schema-to-typescript@16")
"""The packages that `typescript` installs, into a separate folder."""


@nox.session(python=PYTHONS[0])
def constraints(session: nox.Session) -> None:
    """Update constraints.txt: the newest versions for the checks that the oldest supported Python can install."""
    packages = (".[dev]", *group("complete_types"), *group("release"))
    session.install("--upgrade", *packages, env={"PIP_CONSTRAINT": ""})
    session.run("python", "-m", "tools.pin_versions", "constraints.txt")


@nox.session(python=PYTHONS[0])
@nox.parametrize("extras", ["tests,plot,cluster,pixels,policy", "docs", "lint", "typing"])
def lowest(session: nox.Session, extras: str) -> None:
    """Install the lowest version of each dependency that the extras promise to work with, and run their checks."""
    constraint = Path(session.create_tmp()).resolve() / "lowest.txt"
    session.run(sys.executable, "-m", "tools.lowest_versions", extras, str(constraint), external=True)
    session.install("--constraint", str(constraint), f".[{extras}]", env={"PIP_CONSTRAINT": ""})
    for command in LOWEST_CHECKS[extras]:
        session.run(*command, *(session.posargs if command[0] == "pytest" else ()))


LOWEST_CHECKS = {
    # Warnings are not errors here, because old releases raise warnings of their own, for example on a newer Python.
    "tests,plot,cluster,pixels,policy": (("pytest", "--slow", "-W", "default"),),
    "docs": (("sphinx-build", "-q", "-b", "html", "docs", "docs/_build/lowest"),),
    "lint": LINTERS,
    "typing": (("mypy",),),
}
"""The checks that each group of extras must pass with the lowest versions."""


@nox.session
def release(session: nox.Session) -> None:
    """Build wheel and sdist, check them and each link of the README, and play a game from each on each Python found."""
    session.install(*group("release"))
    shutil.rmtree("dist", ignore_errors=True)
    session.run("python", "-m", "build")
    built = sorted(path.resolve() for path in Path("dist").iterdir())
    session.run("twine", "check", "--strict", *map(str, built))
    (wheel,) = (path for path in built if path.suffix == ".whl")
    session.run("python", "-m", "tools.index_page", str(wheel), *session.posargs)
    folder = Path(session.create_tmp()).resolve()
    session.run("python", "-m", "tools.play_package", str(folder), ",".join(PYTHONS), *map(str, built))
