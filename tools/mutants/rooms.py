"""The rooms of the package: which modules have mutants, and which tests may notice those."""

from __future__ import annotations

from fnmatch import fnmatch

import attrs

from .sessions import ROOT

SOURCES = "src/magnum_sal"

TOP = "top"
"""The set of tests that are in no folder: ``tests/test_*.py``."""


@attrs.frozen
class Room:
    """
    Modules of the package whose mutants the same tests may notice.

    Attributes:
        sources: Folders and modules below ``src/magnum_sal``.
        near: Sets of tests, each a folder of ``tests`` or ``TOP``; the first one mirrors the room.
        far: Sets that are asked only about lines that no test in a near set runs.
    """

    sources: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...] = ()


ROOMS = {
    "rules": Room(
        ("rules", "engine.py", "_when.py", "_evolve.py", "_folds", "_parts.py", "mine"),
        ("rules", TOP, "extensions", "games", "sentences", "testing", "properties", "perft"),
        ("labels", "examples", "cli"),
    ),
    "record": Room(
        ("log", "serialization"),
        ("log", TOP, "games", "earlier_versions", "guard", "fuzz", "properties"),
        ("serve", "web", "cli"),
    ),
    "facts": Room(
        (
            *("_choices.py", "_sensible.py", "_unavailable.py", "facts.py", "_effects.py"),
            *("_chance.py", "_unseen.py", "_determinize.py"),
        ),
        (TOP, "rules", "sentences", "properties"),
        ("serve", "bots", "terminal"),
    ),
    "positions": Room(("_positions", "testing"), ("testing", TOP), ("rules", "extensions")),
    "labels": Room(("labels", "texts"), ("labels", "texts", "sentences"), (TOP, "rules", "terminal", "cli")),
    "render": Room(("render",), ("render", "guard"), ("cli", "terminal")),
    "bots": Room(("bots",), ("bots",), ("arena", "web", "cli")),
    "arena": Room(("arena",), ("arena",), ("cli",)),
    "serve": Room(("serve",), ("serve",), ("web", "examples")),
    "web": Room(("web",), ("web",), ("guard", "cli", "examples")),
    "terminal": Room(("terminal",), ("terminal",), ("guard", "cli")),
    "cli": Room(("cli",), ("cli",), (TOP, "arena", "terminal")),
    "values": Room(  # every other module at the top of the package
        ("*.py",), (TOP, "rules", "extensions", "guard", "properties"), ("log", "labels", "render", "cli", "examples")
    ),
}

EXCEPTIONS = {
    "labels/_*english.py": "words of a language, which people check by reading",
    "labels/_*german.py": "as above",
    "labels/_*polish.py": "as above",
    "_native.py": "used only by the compiled build",
    "versions.py": "numbers that a release sets; a test could only repeat them",
}
"""Modules without mutants, each with the reason."""


def list_modules() -> dict[str, list[str]]:
    """
    Return the modules of each room, from the root of the project.

    Raises:
        LookupError: a module is in no room.
    """
    modules: dict[str, list[str]] = {room: [] for room in ROOMS}
    for path in sorted((ROOT / SOURCES).rglob("*.py")):
        name = path.relative_to(ROOT / SOURCES).as_posix()
        if not any(fnmatch(name, pattern) for pattern in EXCEPTIONS):
            modules[find_room(name)].append(f"{SOURCES}/{name}")
    return modules


def find_room(name: str) -> str:
    """
    Return the room of the module with this *name*, a path below ``src/magnum_sal``.

    Raises:
        LookupError: it is in no room.
    """
    top, _, rest = name.partition("/")
    for room, parts in ROOMS.items():
        if top in parts.sources or (not rest and "*.py" in parts.sources):
            return room
    raise LookupError(f"{name} is in no room of tools/mutants/rooms.py")


def list_set(name: str) -> list[str]:
    """Return the files and folders of a set of tests, from the root of the project."""
    if name == TOP:
        return [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").glob("test_*.py"))]
    return [f"tests/{name}"]


def list_seen(name: str) -> list[str]:
    """Return the modules that a set of tests is asked about."""
    modules = list_modules()
    return [module for room, parts in ROOMS.items() if name in parts.near + parts.far for module in modules[room]]
