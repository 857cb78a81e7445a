"""The rooms of the package: which modules have mutants, and which tests may notice them."""

from __future__ import annotations

from fnmatch import fnmatch

import attrs

from .sessions import ROOT

SOURCES = "src/magnum_sal"


@attrs.frozen
class Room:
    """
    Modules of the package whose mutants the same tests may notice.

    Attributes:
        sources: Folders and files below ``src/magnum_sal``.
        near: Sets of tests, each a folder of ``tests``. The first one mirrors the room.
        far: Sets that are used only for lines that no test in a near set runs.
    """

    sources: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...] = ()


ROOMS = {
    "errors": Room(("errors",), ("errors", "rules", "guard"), ("words", "render", "cli", "arena")),
    "_internal": Room(
        ("_internal", "__init__.py", "__main__.py"),
        ("internal", "guard", "record", "model", "properties"),
        ("bots", "cli", "web", "testing"),
    ),
    "model": Room(
        ("model",),
        ("model", "rules", "extensions", "guard", "properties", "engine"),
        ("record", "words", "render", "cli", "examples"),
    ),
    "rules": Room(
        ("rules",),
        ("rules", "extensions", "games", "sentences", "testing", "properties", "perft", "model", "engine"),
        ("words", "examples", "cli"),
    ),
    "engine": Room(
        ("engine",),
        ("engine", "rules", "extensions", "games", "sentences", "testing", "properties", "perft", "model"),
        ("record", "protocol", "bots", "cli"),
    ),
    "queries": Room(
        ("queries",), ("queries", "rules", "sentences", "properties"), ("words", "protocol", "bots", "cli")
    ),
    "record": Room(
        ("record",),
        ("record", "games", "earlier_versions", "guard", "fuzz", "properties", "testing", "render"),
        ("protocol", "web", "cli", "rules", "extensions"),
    ),
    "words": Room(("words",), ("words", "sentences"), ("rules", "queries", "cli")),
    "render": Room(("render",), ("render", "guard"), ("cli",)),
    "protocol": Room(("protocol",), ("protocol",), ("web", "examples")),
    "testing": Room(("testing",), ("testing",), ("rules", "extensions")),
    "bots": Room(("bots",), ("bots",), ("arena", "web", "cli", "internal")),
    "lessons": Room(("lessons",), ("lessons",), ("web", "cli")),
    "mcp": Room(("mcp",), ("mcp",), ("cli", "examples")),
    "arena": Room(("arena",), ("arena",), ("cli",)),
    "web": Room(("web",), ("web",), ("guard", "cli", "examples")),
    "envs": Room(("envs",), ("envs",), ("queries",)),
    "cli": Room(("cli",), ("cli",), ("arena", "guard")),
}

EXCEPTIONS = {
    "_internal/native.py": "used only by the compiled build",
    "_internal/versions.py": "numbers that a release sets; a test could only repeat them",
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
        LookupError: the module is in no room.
    """
    top = name.partition("/")[0]
    for room, parts in ROOMS.items():
        if top in parts.sources:
            return room
    raise LookupError(f"{name} is in no room of tools/mutants/rooms.py")


def list_set(name: str) -> list[str]:
    """Return the files and folders of a set of tests, from the root of the project."""
    return [f"tests/{name}"]


def list_modules_of_set(name: str) -> list[str]:
    """Return the modules that a set of tests is used for."""
    modules = list_modules()
    return [module for room, parts in ROOMS.items() if name in parts.near + parts.far for module in modules[room]]
