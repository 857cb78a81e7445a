"""The number of players and their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from ..errors import MalformedError, MisuseError
from ..errors.messages import brief
from .pieces import MAX_PLAYERS, MIN_PLAYERS

LONGEST_NAME: Final = 40
"""The maximum number of characters in a name."""
LONGEST_BOT_NAME: Final = 200
"""The maximum number of characters in a bot's name with its options, in a file or a request."""

_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that count as printable but are invisible: fillers, joiners, variation selectors, the Braille blank."""


def new_names(players: Sequence[str]) -> tuple[str, ...]:
    """
    Return the names of players for a new game, trimmed and visibly different.

    Raises:
        MalformedError: ``check_names`` rejects the names, or two names differ only in case, Unicode composition,
            invisible characters, or the number of spaces between words.
    """
    names = check_names(players)
    looks = [_look(name) for name in names]
    for seat, (name, look) in enumerate(zip(names, looks, strict=True)):
        if not look.strip():
            raise MalformedError("name_invisible", {"seat": seat, "name": name})
        if (first := looks.index(look)) < seat:
            raise MalformedError("name_looks_taken", {"seat": seat, "name": name, "other": names[first]})
    return names


def find_seat(names: Sequence[str], name: str) -> int:
    """Return the seat of the player called *name*, in upper or lower case. Raise ``MisuseError`` if there is none."""
    wanted = name.strip()
    # The names of a recorded game may differ only in case, so the exact name takes precedence.
    if wanted in names:
        return names.index(wanted)
    folded = [other.casefold() for other in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    raise MisuseError("no_such_player", {"name": name, "players": tuple(names)})


def look_alike(name: str, other: str) -> bool:
    """Check whether two names look so similar that a new game refuses them."""
    return _look(name) == _look(other)


def _look(name: str) -> str:
    """Return a normalized form, which is the same for names that look alike."""
    # Names that look alike differ only in composition, case, spaces or invisible characters. A web page shows several
    # spaces as one. Each removal may leave text that is not normalized: a letter meets its accent when a filler between
    # them is removed, and ``casefold`` splits some letters. So the text is normalized before and after each step.
    shown = " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", name)).split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", shown).casefold())


def check_names(players: Sequence[str]) -> tuple[str, ...]:
    """
    Return the trimmed names of the players in a recorded game; ``new_names`` is stricter.

    Raises:
        MalformedError: they are not 2 to 4 different strings of 1 to 40 printable characters.
    """
    # A string is a sequence of strings, too: ``new_game("Ben")`` would seat three players.
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise MalformedError(f"players: expected a list of names, got {brief(players)}")
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        facts = {"least": MIN_PLAYERS, "most": MAX_PLAYERS, "count": len(players)}
        raise MalformedError("players_count", facts)
    names: list[str] = []
    for seat, name in enumerate(players):
        if not isinstance(name, str):
            raise MalformedError(f"players[{seat}]: {brief(name)} is not a text")
        trimmed = name.strip()
        if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
            shown = name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "..."
            raise MalformedError("name_invalid", {"seat": seat, "name": shown, "most": LONGEST_NAME})
        if trimmed in names:
            raise MalformedError("name_taken", {"seat": seat, "name": trimmed})
        names.append(trimmed)
    return tuple(names)
