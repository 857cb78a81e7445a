"""Who sits at the table: the number of players and their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .errors import MalformedError
from .ruleset import MAX_PLAYERS, MIN_PLAYERS

LONGEST_NAME: Final = 40
"""Characters of a name, at most."""


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names, trimmed; raise ``MalformedError`` where they are not as ``new_game`` wants them."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise MalformedError(f"players: {players!r} is not a list of names")
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise MalformedError(f"players: {len(players)} names; {MIN_PLAYERS} to {MAX_PLAYERS} can play")
    names: list[str] = []
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            raise MalformedError(f"players[{seat}]: {name!r} is not a text")
        trimmed = name.strip()
        if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
            shown = repr(name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "...")
            raise MalformedError(f"players[{seat}]: {shown} is not a name of 1 to {LONGEST_NAME} printable characters")
        if trimmed in names:
            raise MalformedError(f"players[{seat}]: {trimmed!r} is taken by seat {names.index(trimmed)}")
        names.append(trimmed)
    return tuple(names)
