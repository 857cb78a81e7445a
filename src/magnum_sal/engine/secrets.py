"""Secrets: what a player learns alone by looking at a face-down tile, see PUBLIC-1."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ExtensionError, MisuseError
from ..model.events import Event, TileLookedAt, TileSeen
from ..model.looks import LOOKS, Looks
from ..model.mine import level_of
from ..model.state import GameState
from .unseen import unseen_tiles


def secret_events(state: GameState, events: Iterable[Event]) -> tuple[TileSeen, ...]:
    """Return the tiles that players saw in *events*, which led to *state*. A public state knows none of them."""
    if state.hidden is None or not state.ruleset.has_looks:
        return ()
    looks = [event for event in events if isinstance(event, TileLookedAt)]
    seen = [TileSeen(look.seat, look.chamber, tile) for look in looks if (tile := state.hidden.tile_of(look.chamber))]
    return tuple(dict.fromkeys(seen))


def opening_secrets(opening: GameState) -> tuple[TileSeen, ...]:
    """Return the tiles that players have seen while the game was set up."""
    looks: Looks | None = opening.extras.get(LOOKS)
    made = () if looks is None else looks.made
    return secret_events(opening, (TileLookedAt(look.seat, look.chamber) for look in made))


def check_no_secret(events: Iterable[Event], source: str) -> None:
    """
    Check that the *events* that an extension returned name no tile that only one seat has seen.

    Raises:
        ExtensionError: one of them is a ``TileSeen``. Everybody could see the tile in the events of the move.
    """
    if any(isinstance(event, TileSeen) for event in events):
        raise ExtensionError(
            f"{source} returned TileSeen, which is a secret: return TileLookedAt, and the engine adds it"
        )


def repetition_error(state: GameState, event: TileSeen) -> MisuseError:
    """Return the error for a secret that is known already."""
    return MisuseError("look_recorded", {"chamber": event.chamber, "name": state.players[event.seat].name})


def check_secret(view: GameState, event: TileSeen, *, may_replace: bool) -> None:
    """
    Check that *event* can be a secret of the seat whose *view* does not contain it yet.

    Raises:
        MisuseError: the seat has not looked there, the view already contains this tile (or, without *may_replace*, any
            tile), or the tile cannot lie there.
    """
    seat, chamber = event.seat, event.chamber
    facts = {"chamber": chamber, "name": view.players[seat].name}
    looks: Looks | None = view.extras.get(LOOKS)
    if looks is None or looks.find_look(seat, chamber) is None:
        raise MisuseError("not_looked_at", facts)
    known = looks.find_tile(chamber)
    if known is not None and (known == event.tile or not may_replace):
        raise repetition_error(view, event)
    if event.tile not in unseen_tiles(view, level_of(chamber)):
        raise MisuseError("look_impossible", facts | {"tile": str(event.tile)})
