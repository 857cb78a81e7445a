"""The documentation as a whole: every public name is documented, shell lines work, and links are valid."""

from __future__ import annotations

import ast
import importlib.util
import io
import pkgutil
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import magnum_sal as ms
from magnum_sal.cli import SUBCOMMANDS, main

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
OTHER_PROGRAMS |= {"jupyter", "grep", "rm", "systemctl"}


BLOCK = re.compile(r"^```(?:\{code-block\} )?(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shown_lines(page: Path) -> Iterator[str]:
    """Yield the lines of code on a page, without output and messages, which are wrapped if necessary."""
    for language, block in BLOCK.findall(page.read_text("utf-8")):
        if language not in ("output", "text", "json"):
            yield from block.splitlines()


def test_code_fits_next_to_the_menu() -> None:
    """A line of more than 100 characters would be cut off on a screen of 1280 pixels, as `nox -s site` measures."""
    assert [(page, line) for page in PAGES for line in shown_lines(page) if len(line) > 100] == []


NOT_INSTALLED = set() if importlib.util.find_spec("pyspiel") else {"magnum_sal.envs.openspiel"}
"""Public modules that need a package without an extra. `nox -s rl` installs it and checks their names."""


@cache
def documented() -> set[str]:
    """Return the names that the reference documents one by one, and the names of whole modules."""
    text = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    names = set(re.findall(r"^\.\. auto\w+:: (\S+)$", text, re.MULTILINE))
    for module in re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE):
        names |= {f"{module}.{name}" for name in getattr(sys.modules.get(module), "__all__", ())}
    return names


@cache
def public_modules() -> tuple[ModuleType, ...]:
    """Return the public modules with an ``__all__``, except the rules, which have their own page."""
    paths = [info.name for info in pkgutil.walk_packages(ms.__path__, "magnum_sal.")]
    shown = [path for path in paths if "._" not in path and path.split(".")[1] not in ("rules", "__main__")]
    known = [importlib.import_module(path) for path in shown if path not in NOT_INSTALLED]
    return (ms, *(module for module in known if "__all__" in vars(module)))


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


def list_shell_lines() -> Iterator[tuple[str, str]]:
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
    """Return the mark of a command that a test runs. A command that draws a whole game takes longer."""
    return pytest.mark.long if "--html" in words else pytest.mark.slow


SHELL_LINES = sorted(set(list_shell_lines()))


def list_cheap_commands() -> list[str]:
    """Return the arguments of the commands that a test runs, each once, with the same log in all of them."""
    found = (words[1:] for _, line in SHELL_LINES for words in commands(line) if is_run(words))
    return sorted({shlex.join("evening.jsonl" if word.endswith(".jsonl") else word for word in row) for row in found})


@pytest.mark.parametrize(
    "arguments", [pytest.param(text, marks=mark_command(text.split())) for text in list_cheap_commands()]
)
def test_a_command_on_the_pages_runs(arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheap commands of the library on the pages succeed."""
    monkeypatch.chdir(tmp_path)
    Path("evening.jsonl").write_bytes((ROOT / "tests" / "games" / "two_players.jsonl").read_bytes())
    assert main(shlex.split(arguments)) == 0


def test_the_words_of_shell_lines_exist() -> None:
    """The sessions, extras, scripts, programs, commands and options in shell lines exist."""
    unknown = [
        (page, line, word)
        for page, line in SHELL_LINES
        for words in commands(line)
        for word in list_unknown_words(words)
    ]
    assert unknown == []


def list_unknown_words(words: list[str]) -> list[str]:
    """Return the words of a command that name something that does not exist."""
    program, *arguments = Path(words[0]).name, *words[1:]
    if program == "magnum-sal":
        command, *rest = arguments
        if command not in COMMANDS:
            return [command]
        options = [word.partition("=")[0] for word in rest if word.startswith("--")]
        return [option for option in options if option not in print_help(command)]
    if program == "nox":
        sessions = arguments[arguments.index("-s") + 1 :] if "-s" in arguments else []
        return [session for session in sessions if session not in SESSIONS]
    if program in ("pip", "python3", "python"):
        text = " ".join(arguments)
        extras = [extra for group in re.findall(r"\[([\w,]+)\]", text) for extra in group.split(",")]
        scripts = re.findall(r"\S+\.py\b", text)
        return [extra for extra in extras if extra not in EXTRAS] + [
            script for script in scripts if not (ROOT / script).exists() and not (ROOT / "examples" / script).exists()
        ]
    return [] if program in OTHER_PROGRAMS else [program]


@cache
def print_help(command: str) -> str:
    """Return what a command of the library prints for ``--help``."""
    printed = io.StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit, match=r"^0$"):
        main([command, "--help"])
    return printed.getvalue()


def test_links_inside_the_project_are_valid() -> None:
    """Links to files of the project are valid on all pages, including those outside Sphinx, such as the README."""
    targets = [(page, target) for page in PAGES for target in list_targets(page) if not is_external(target)]
    assert len(targets) > 500
    assert [(page, target) for page, target in targets if not (page.parent / target).exists()] == []


def list_targets(page: Path) -> list[str]:
    """Return the targets of the links on a page, without their anchors."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)


def is_external(target: str) -> bool:
    """Return whether a link leaves the project."""
    return "://" in target or target.startswith("mailto:")


def test_the_page_of_checks_explains_all_sessions() -> None:
    """The first table on the page of checks explains each nox session and no other."""
    _, table = (ROOT / "docs" / "checks.md").read_text("utf-8").split("## The sessions of nox")
    table, _ = table.split("### Mutants")
    rows = re.findall(r"^\| (`.*?`(?:, `\w+`)*) \|", table, re.MULTILINE)
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
