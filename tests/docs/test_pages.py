"""The documentation as a whole: every public name is documented, shell lines work, and links are valid."""

from __future__ import annotations

import ast
import importlib.util
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import pytest

import magnum_sal as ms
from magnum_sal.cli import SUBCOMMANDS

ROOT = Path(__file__).parents[2]
GENERATED = {"_build", "_unreleased"}
PAGES = [
    page
    for page in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    if not GENERATED & set(page.parts)
]
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
SESSIONS = set(re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE))
COMMANDS = set(SUBCOMMANDS) - {"completion"}
OTHER_PROGRAMS = {"pytest", "mypy", "ruff", "sphinx-build", "pre-commit", "node", "git", "export", "cd", "nc", "dask"}
OTHER_PROGRAMS |= {"jupyter"}


BLOCK = re.compile(r"^```(?:\{code-block\} )?(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shown_lines(page: Path) -> Iterator[str]:
    """Yield the lines of code on a page, without output and messages, which are wrapped if necessary."""
    for language, block in BLOCK.findall(page.read_text("utf-8")):
        if language not in ("output", "text", "json"):
            yield from block.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_fits_next_to_the_menu(page: Path) -> None:
    """A line of more than 100 characters would be cut off on a screen of 1280 pixels, as `nox -s site` measures."""
    assert [line for line in shown_lines(page) if len(line) > 100] == []


NOT_INSTALLED = set() if importlib.util.find_spec("pyspiel") else {"magnum_sal.envs.openspiel"}
"""Public modules that need a package without an extra. `nox -s rl` installs it and checks their names."""


def documented() -> set[str]:
    """Return the names that the reference documents one by one, and the names of whole modules."""
    text = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    names = set(re.findall(r"^\.\. auto\w+:: (\S+)$", text, re.MULTILINE))
    for module in re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE):
        names |= {f"{module}.{name}" for name in getattr(sys.modules.get(module), "__all__", ())}
    return names


def public_modules() -> list[ModuleType]:
    """Return the public modules with an ``__all__``, except the rules, which have their own page."""
    paths = [info.name for info in pkgutil.walk_packages(ms.__path__, "magnum_sal.")]
    shown = [path for path in paths if "._" not in path and path.split(".")[1] not in ("rules", "__main__")]
    known = [importlib.import_module(path) for path in shown if path not in NOT_INSTALLED]
    return [ms, *(module for module in known if "__all__" in vars(module))]


@pytest.mark.parametrize("module", public_modules(), ids=lambda module: module.__name__)
def test_every_public_name_is_documented(module: ModuleType) -> None:
    """Every public name is in the reference, under the name by which it is imported."""
    known = documented()
    names = {f"{module.__name__}.{name}" for name in module.__all__}
    at_the_top = {name for name in names if f"magnum_sal.{name.rpartition('.')[2]}" in known}
    assert names - at_the_top - known == set()


def test_every_public_name_has_one_home() -> None:
    """A name that is not exported at the top is in the ``__all__`` of only one module."""
    homes: dict[int, list[str]] = {}
    for module in public_modules():
        for name in module.__all__:
            value = getattr(module, name)
            if getattr(ms, name, None) is not value and not isinstance(value, (int, tuple)):
                homes.setdefault(id(value), []).append(f"{module.__name__}.{name}")
    assert [found for found in homes.values() if len(found) > 1] == []


def shell_lines() -> Iterator[tuple[str, str]]:
    """Yield the lines of all blocks tagged `sh`, with their pages."""
    for page in PAGES:
        for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
            for line in block.replace("\\\n", " ").splitlines():
                if line.strip():
                    yield page.relative_to(ROOT).as_posix(), line


def commands(line: str) -> Iterator[list[str]]:
    """Yield the words of each command in a line, without comments and environment variables."""
    for part in re.split(r"&&|\|", line):
        words = shlex.split(part, comments=True)
        if words and re.match(r"[A-Z_]+=", words[0]):
            del words[0]  # The program follows its environment variable.
        if words:
            yield words


def is_run(words: list[str]) -> bool:
    """Return whether a test runs this command of the library, instead of only checking its options."""
    # Other commands need a terminal or time.
    return Path(words[0]).name == "magnum-sal" and words[1] in ("show", "replay") and "--step" not in words


def mark_command(words: list[str]) -> pytest.MarkDecorator:
    """Return the mark of a command that a test runs. A command that draws pictures takes longer."""
    return pytest.mark.long if {"--html", "--svg"} & set(words) else pytest.mark.slow


@pytest.mark.parametrize(
    ("page", "line"),
    [
        pytest.param(page, line, marks=[mark_command(words) for words in commands(line) if is_run(words)])
        for page, line in sorted(set(shell_lines()))
    ],
)
def test_a_shell_line(page: str, line: str, tmp_path: Path) -> None:
    """Cheap commands of the library are run. For other commands, the sessions, extras, scripts and programs exist."""
    for words in commands(line):
        program = Path(words[0]).name
        if program == "magnum-sal":
            _try_command(words, tmp_path)
        elif program == "nox":
            assert set(words[words.index("-s") + 1 :]) <= SESSIONS if "-s" in words else True
        elif program in ("pip", "python3", "python"):
            for extra in re.findall(r"\[([\w,]+)\]", " ".join(words)):
                assert set(extra.split(",")) <= EXTRAS, extra
            for script in re.findall(r"\S+\.py\b", " ".join(words)):
                assert (ROOT / script).exists() or (ROOT / "examples" / script).exists(), script
        else:
            assert program in OTHER_PROGRAMS, program


def _try_command(words: list[str], folder: Path) -> None:
    command = words[1]
    assert command in COMMANDS
    if is_run(words):
        (folder / "evening.jsonl").write_bytes((ROOT / "tests" / "games" / "two_players.jsonl").read_bytes())
        _run(["evening.jsonl" if word.endswith(".jsonl") else word for word in words[1:]], folder)
    for option in (word for word in words if word.startswith("--")):
        assert option.partition("=")[0] in _help(command), option


@lru_cache
def _help(command: str) -> str:
    return _run([command, "--help"], ROOT)


def _run(arguments: list[str], folder: Path) -> str:
    environment = os.environ | {"PYTHONPATH": str(Path(ms.__file__).parent.parent), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "magnum_sal", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_inside_the_project_are_valid(page: Path) -> None:
    """Links to files of the project are valid on all pages, including those outside Sphinx, such as the README."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), target


def test_the_contributing_page_explains_all_sessions() -> None:
    """The contributing page explains each nox session and no other."""
    page = (ROOT / "docs" / "contributing.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?`(?:, `\w+`)*) \|", page, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == SESSIONS


def test_the_files_on_the_contributing_page_exist() -> None:
    """Each file in the table of the contributing page exists, in the library or beside it."""
    _, table = (ROOT / "docs" / "contributing.md").read_text("utf-8").split("## Which file do I open?")
    table, _ = table.split("## Add a rule")
    folders = (ROOT / "src" / "magnum_sal", ROOT)
    named = re.findall(r"`([\w/]+(?:\.(?:py|js|ts)|/))`", table)
    assert len(named) > 15
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_the_page_about_buildings_shows_the_whole_example() -> None:
    """The page shows everything that the example defines, so that a reader can copy the whole extension from it."""
    page = (ROOT / "docs" / "howto" / "add-a-building.md").read_text("utf-8")
    shown = set(re.findall(r"^:pyobject: (\w+)$", page, re.MULTILINE)) | set(re.findall(r":start-at: \"(\w+) =", page))
    defined = set()
    for node in ast.parse((ROOT / "examples" / "smithy.py").read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            defined |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    assert defined - shown == {"FIRST_PRICE"}  # The page shows this constant with the imports at the top.


def test_the_page_of_modules_is_complete() -> None:
    """A package with public names has a heading, and each public module without ``__all__`` is in the other table."""
    page = (ROOT / "docs" / "reference" / "modules.md").read_text("utf-8")
    public, between = page.split("## Internal modules")
    own = [module for module in public_modules() if any(not hasattr(ms, name) for name in module.__all__)]
    rooms = {module.__name__.split(".")[1] for module in own}
    assert set(re.findall(r"^```\{public-names\} (\w+)$", public, re.MULTILINE)) == rooms
    source = Path(ms.__file__).parent
    found = set()
    for path in source.rglob("*.py"):
        parts = path.relative_to(source).with_suffix("").parts
        names = parts[:-1] if parts[-1] == "__init__" else parts
        if names and names[0] != "rules" and not any(name.startswith("_") for name in names):
            found.add(".".join(names))
    listed = re.findall(r"^\| `([\w.]+)` \|", between, re.MULTILINE)
    with_all = {module.__name__ for module in public_modules()} | NOT_INSTALLED
    assert sorted(listed) == sorted(found - {path.removeprefix("magnum_sal.") for path in with_all})
