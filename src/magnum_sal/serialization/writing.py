"""Writing values as plain JSON data."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import is_
from typing import Any

import attrs
import cattrs

from ..errors import MalformedError, MisuseError
from ..events import Event
from ..mine import CHAMBERS, SPACES
from ..moves import Move
from ..ruleset import Ruleset, is_registered
from ..setup import Setup
from ..state import GameState


@lru_cache(maxsize=1)
def writer() -> cattrs.Converter:
    """Return the converter that writes values."""
    converter = cattrs.Converter()
    converter.register_unstructure_hook_factory(attrs.has, lambda cls: _attrs_writer(cls, converter))
    hooks: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
        (tuple, lambda value: [converter.unstructure(item) for item in value]),
        (Ruleset, _ruleset_data),
        (Setup, lambda setup: _setup_data(setup, converter)),
        (GameState, lambda state: _state_data(state, converter)),
    )
    for kind, hook in hooks:
        converter.register_unstructure_hook_func(partial(is_, kind), hook)
    return converter


def _attrs_writer(cls: type[Any], converter: cattrs.Converter) -> Callable[[Any], dict[str, Any]]:
    names = tuple(field.name for field in attrs.fields(cls) if field.init)
    tag = {"type": cls.type} if issubclass(cls, (Move, Event)) else {}

    def write(value: Any) -> dict[str, Any]:
        return tag | {name: converter.unstructure(getattr(value, name)) for name in names}

    return write


def _ruleset_data(ruleset: Ruleset) -> dict[str, Any]:
    if not is_registered(ruleset):
        raise MisuseError(
            f"{ruleset!r} is not registered, so its JSON form would mean another game: "
            "give it a name of its own and register it"
        )
    return {"name": ruleset.name} | {switch: getattr(ruleset, switch) for switch in Ruleset.SWITCHES}


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
