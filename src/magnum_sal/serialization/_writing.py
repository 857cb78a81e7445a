"""Writing values as plain JSON data."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from operator import is_
from pathlib import Path
from typing import Any, Final

import attrs
import cattrs

from .._remembering import cached
from .._wording import brief
from ..errors import MalformedError, MisuseError
from ..events import Event
from ..mine import CHAMBERS, SPACES
from ..moves import Move
from ..ruleset import Ruleset, is_registered
from ..setup import Setup
from ..state import GameState

_PLAIN: Final = (dict, list, tuple, str, int, bool, float, types.NoneType)


@cached(most=1)
def writer() -> cattrs.Converter:
    """Return the converter that writes values."""
    converter = cattrs.Converter()
    converter.register_unstructure_hook_func(_is_foreign, _refused)
    for known_to_cattrs in (bytes, Path):
        converter.register_unstructure_hook(known_to_cattrs, _refused)
    converter.register_unstructure_hook_factory(attrs.has, lambda cls: _attrs_writer(cls, converter))
    hooks: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
        (tuple, lambda value: [converter.unstructure(item) for item in value]),
        (dict, lambda value: {_key(key): converter.unstructure(item) for key, item in value.items()}),
        (Ruleset, _ruleset_data),
        (Setup, lambda setup: _setup_data(setup, converter)),
        (GameState, lambda state: _state_data(state, converter)),
    )
    for kind, hook in hooks:
        converter.register_unstructure_hook_func(partial(is_, kind), hook)
    return converter


def _is_foreign(cls: Any) -> bool:
    return isinstance(cls, type) and cls not in _PLAIN and not attrs.has(cls)


def _refused(value: Any) -> Any:
    raise MisuseError(f"{brief(value)} has no JSON form")


def _key(key: Any) -> Any:
    if type(key) is not str:
        raise MisuseError(f"{brief(key)} has no JSON form as a key")
    return key


def _attrs_writer(cls: type[Any], converter: cattrs.Converter) -> Callable[[Any], dict[str, Any]]:
    names = tuple(field.name for field in attrs.fields(cls) if field.init)
    tag = {}
    if issubclass(cls, (Move, Event)):
        if not isinstance(getattr(cls, "type", None), str):
            raise MisuseError(f"{cls.__name__} has no JSON form: it has no type")
        tag = {"type": cls.type}

    def write(value: Any) -> dict[str, Any]:
        return tag | {name: converter.unstructure(getattr(value, name)) for name in names}

    return write


def _ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    if not is_registered(ruleset):
        raise MisuseError(
            f"{ruleset!r} is not registered, so its JSON form would mean another game: "
            "give it a name of its own and register it"
        )
    return {"name": ruleset.name, **dict(zip(Ruleset.SWITCHES, ruleset.settings, strict=True))}


def _setup_data(setup: Setup, converter: cattrs.Converter) -> dict[str, Any]:
    if len(setup.tiles) != len(CHAMBERS):
        raise MalformedError(f"setup.tiles: {len(setup.tiles)} tiles for {len(CHAMBERS)} chambers")
    return {
        "start_seat": setup.start_seat,
        "tiles": dict(zip(CHAMBERS, converter.unstructure(setup.tiles), strict=True)),
        "orders": converter.unstructure(setup.orders),
        "tools": list(setup.tools),
    }


def _state_data(state: GameState, converter: cattrs.Converter) -> dict[str, Any]:
    write = converter.unstructure
    hidden = state.hidden
    return {
        "ruleset": write(state.ruleset),
        "phase": state.phase,
        "round": state.round,
        "start_seat": state.start_seat,
        "to_move": state.to_move,
        "over": state.is_over,
        "turn": write(state.turn),
        "players": write(state.players),
        "mine": dict(zip(SPACES, write(state.mine.spaces), strict=True)),
        "assistants": dict(state.assistants),
        "market": write(state.market),
        "inn": write(state.inn),
        "workshop": write(state.workshop),
        "castle": write(state.castle),
        "bank": write(state.bank),
        "extras": {key: write(value) for key, value in state.extras_items},
        "hidden": hidden
        and {
            "tiles": {
                chamber: write(tile) for chamber, tile in zip(CHAMBERS, hidden.tiles, strict=True) if tile is not None
            },
            "orders": write(hidden.orders),
            "tools": list(hidden.tools),
        },
    }
