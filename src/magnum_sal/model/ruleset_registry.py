"""The registry of rulesets: register, find and import them by name, in this process and in worker processes."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from .._internal.entry_points import describe_entry_point, import_named_module, import_object, load_entry_point, points
from ..errors import MisuseError
from ..errors.messages import brief, cut
from ._registered_rulesets import REGISTERED, has_namesake
from .ruleset import Ruleset, with_switches
from .switches import Setting

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["ENTRY_POINTS", "find_ruleset", "register", "ruleset_names"]

ENTRY_POINTS: Final = "magnum_sal.rulesets"
"""The entry-point group for rulesets from installed packages. Each entry maps a name to an object, loaded on demand."""

_places: dict[str, str] = {}
"""The place of each ruleset by name: the module that registers it, or the ``"module:OBJECT"`` that a user passed."""

_missing: set[str] = set()
"""The places of another process that could not be imported here. A new attempt could take long, so none is made."""

_MAIN: Final = ("__main__", "__mp_main__")
"""The module names of the main script. A worker process imports the script first, under the second name."""


def register(ruleset: Ruleset) -> None:
    """
    Register *ruleset* under its name, so that its games can be written as JSON and read again.

    Call this at the top level of a module. The worker processes of an arena or a server import that module, so they
    know the ruleset, too.

    Raises:
        MisuseError: a different ruleset has this name, or the argument is not a ruleset.
    """
    add_ruleset(ruleset)
    if (module := _calling_module()) not in _MAIN:
        _places.setdefault(ruleset.name, module)


def _calling_module() -> str:
    """Return the name of the module that calls a function of this one, as ``collections.namedtuple`` finds it."""
    frame = sys._getframe()
    # The functions of a compiled module have no frames.
    while frame.f_back is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    # Code that exec() or runpy runs has no spec. Another process cannot import it by name.
    return str(frame.f_globals["__name__"]) if frame.f_globals.get("__spec__") else _MAIN[0]


def add_ruleset(ruleset: Ruleset) -> None:
    """Add a ruleset to the registry without recording the calling module. Raises the errors of ``register``."""
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"expected a Ruleset, got {brief(ruleset)}")
    known = REGISTERED.get(ruleset.name)
    if known is not None and known != ruleset:
        raise MisuseError(f"another ruleset is registered as {ruleset.name!r}; choose another name")
    REGISTERED[ruleset.name] = ruleset


def import_ruleset(place: str) -> Ruleset:
    """
    Import and register the ruleset at *place*, ``"module:OBJECT"``, and return it.

    Raises the errors of ``bots.installed.resolve_ruleset``. A process that unpickles the ruleset, such as a worker
    of the arena, imports it from *place* automatically.
    """
    known = ruleset_names()
    ruleset = _import(import_object, place)
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(
            f"expected a Ruleset at {brief(place)}, got an object of class {brief(type(ruleset).__name__)}"
        )
    if not is_registered(ruleset):
        add_ruleset(ruleset)
    if ruleset.name not in known:
        _places[ruleset.name] = place
    return ruleset


def ruleset_places() -> dict[str, str]:
    """Return where other processes find the rulesets of this one: by name, a module or ``"module:OBJECT"``."""
    return dict(_places)


def import_rulesets(places: Mapping[str, str]) -> None:
    """Import the rulesets of another process from *places*, except those whose names this process already knows."""
    for name, place in places.items():
        if name not in REGISTERED and place not in _missing:
            try:
                _import_place(place)
            except MisuseError:
                # Only work that needs the ruleset fails without it, and its error names the ruleset.
                _missing.add(place)


def _import_place(place: str) -> None:
    if ":" in place:
        import_ruleset(place)
    else:
        _import(import_named_module, place)


def _import(find: Callable[[str], object], place: str) -> object:
    try:
        return find(place)
    except MisuseError as error:
        raise MisuseError(f"ruleset {brief(place)}: {error}") from error


def ruleset_names() -> tuple[str, ...]:
    """Return the names of all rulesets that are already registered; installed packages may provide more."""
    return tuple(REGISTERED)


def find_ruleset(name: str) -> Ruleset:
    """
    Return the ruleset registered under *name*, loading it from an installed package if necessary.

    Raises:
        MisuseError: there is no such ruleset, or it cannot be loaded from its package.
    """
    if name not in REGISTERED:
        for point in points(ENTRY_POINTS, name):
            load_ruleset(point)
    try:
        return REGISTERED[name]
    except KeyError:
        names = ", ".join(REGISTERED)
        raise MisuseError(
            f"no ruleset {brief(name)} is registered here; registered are: {cut(names, 150)}. Install the package that "
            "provides it, or import the module that registers it (on the command line with --ruleset module:OBJECT)"
        ) from None


def load_ruleset(point: EntryPoint) -> Ruleset:
    """
    Load and register the ruleset of an entry point, and return it.

    Raises:
        MisuseError: the ruleset cannot be loaded, or another ruleset has this name.
    """
    ruleset = load_entry_point(point, "ruleset")
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"{describe_entry_point(point, 'ruleset')}, which is {brief(ruleset)}, not a Ruleset")
    if ruleset.name != point.name:
        told = f"which is called {brief(ruleset.name)}; the entry point must have the same name"
        raise MisuseError(f"{describe_entry_point(point, 'ruleset')}, {told}")
    add_ruleset(ruleset)
    return ruleset


def registration_error(ruleset: Ruleset, where: str) -> MisuseError:
    """Build the error for an unregistered ruleset, which cannot be named in *where*, such as "JSON"."""
    return MisuseError(
        f"{ruleset!r} is not registered, so {where} cannot name it: give it its own name and register it"
    )


def is_registered(ruleset: Ruleset) -> bool:
    """Check whether *ruleset* is registered, or differs from a registered one only in its switches."""
    return ruleset.name in REGISTERED and not has_namesake(ruleset)


# A registered ruleset is pickled by name, because its rules are functions, which the receiver also has.
def _reduce(ruleset: Ruleset) -> tuple[Any, ...]:
    if is_registered(ruleset):
        return _restore, (_places.get(ruleset.name), ruleset.name, *ruleset.settings)
    raise registration_error(ruleset, "a pickle")


def _restore(place: str | None, name: str, *settings: Setting) -> Ruleset:
    # A package that provides the ruleset needs no place.
    if place is not None and name not in REGISTERED and not points(ENTRY_POINTS, name):
        _import_place(place)
    return with_switches(find_ruleset(name), settings)


copyreg.pickle(Ruleset, _reduce)
