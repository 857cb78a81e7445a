"""
The players of a game by seat, and the seats of a saved game that a client may take.

A game records its players in its log: the client, or a bot of a certain level, by seat. A loaded game continues with
the recorded players. If the log does not record them, the client plays every seat. The client may also name the
players itself. These rules keep the secrets of the other seats (PUBLIC-1):

- The text of a log comes from the client, so it tells the client nothing new. The client may choose every seat.
- A file contains all pieces and the secrets of all seats. The client may give its own seats to bots and replace bots by
  other bots. It may take a seat that is not recorded as its own only if the player of this seat has never looked at a
  face-down tile. In a file that does not record its players, no seat counts as the client's own.
- A recorded bot that the desk does not offer is refused, so that no seat changes its player without a word. The client
  can then name the players.

In the standard game nobody looks at face-down tiles, so there the client may choose every seat of every log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..bots import HUMAN
from ..errors import MisuseError
from ..errors.messages import printable
from ..model.looks import LOOKS
from ..record.game import Game
from ..record.log import SecretLine
from ..words import sentence
from ._settings import DeskSettings

SEATS_KEY: Final = "seats"
"""The key in a log's metadata for the players by seat, as in the logs of the terminal application."""
_PUBLIC_KEY: Final = "public"
"""The key for the metadata that a public log keeps."""
_LONGEST_BOT: Final = 60
"""The maximum number of characters of a recorded bot's name that a message repeats."""


def read_players(given: Sequence[str], settings: DeskSettings, language: str) -> tuple[list[str], tuple[str, ...]]:
    """
    Return the names and the players of a client's list, such as ``["Ada", "Ben=journeyman"]``.

    Raises:
        MisuseError: a bot is not offered.
    """
    pairs = [text.partition("=") for text in given]
    return [name.strip() for name, _, _ in pairs], tuple(
        [_check_bot(bot.strip(), settings, language) for _, _, bot in pairs]
    )


def _check_bot(name: str, settings: DeskSettings, language: str) -> str:
    if name in ("", HUMAN):
        return HUMAN
    if name not in settings.bots:
        raise MisuseError(sentence("mcp.no_bot", language, bot=name, bots=", ".join(settings.bots)))
    return name


def record_players(players: Sequence[str], metadata: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the metadata of a log with its players, which replace those that *metadata* records."""
    kept = metadata or {}
    public = kept.get(_PUBLIC_KEY, {})
    # Everybody at the table knows who plays, so the players are public, too. Public metadata of another form belongs to
    # another program and stays as it is.
    shown = {**public, SEATS_KEY: list(players)} if isinstance(public, Mapping) else public
    return {**kept, SEATS_KEY: list(players), _PUBLIC_KEY: shown}


def find_players(
    game: Game, given: Sequence[str] | None, settings: DeskSettings, language: str, *, is_file: bool
) -> tuple[str, ...]:
    """
    Return the players of a loaded game: those that the client has *given*, or else those that the log records.

    *given* has the form that ``read_players`` takes. If *is_file* is set, the log is a file, which may contain secrets
    that the client does not know.

    Raises:
        MisuseError: *given* does not name the players of the game, a bot is not offered, or the client would take a
            seat with secrets that are not its own.
    """
    names = [player.name for player in game.state.players]
    recorded = _find_record(game.log.metadata, len(names))
    if given is None:
        players = recorded or (HUMAN,) * len(names)
        for name, player in zip(names, players, strict=True):
            if player != HUMAN and player not in settings.bots:
                facts = {"player": name, "bot": printable(player, _LONGEST_BOT), "bots": ", ".join(settings.bots)}
                raise MisuseError(sentence("mcp.bot_not_offered", language, **facts))
    else:
        own, players = read_players(given, settings, language)
        if own != names:
            raise MisuseError(sentence("mcp.other_players", language, players=", ".join(names)))
    if is_file:
        _check_secrets(game, recorded, players, settings, language)
    return players


def _find_record(metadata: Mapping[str, Any], count: int) -> tuple[str, ...] | None:
    """Return the players that a log records, or None. Data of any other form count as no record."""
    public = metadata.get(_PUBLIC_KEY)
    for part in (metadata, public if isinstance(public, Mapping) else {}):
        recorded = part.get(SEATS_KEY)
        if not isinstance(recorded, list) or len(recorded) != count:
            continue
        if all(isinstance(player, str) for player in recorded):
            return tuple(recorded)
    return None


def _check_secrets(
    game: Game, recorded: tuple[str, ...] | None, players: tuple[str, ...], settings: DeskSettings, language: str
) -> None:
    """Raise ``MisuseError`` if the client would take a seat that has secrets and is not recorded as its own."""
    for seat in sorted(_find_seats_with_secrets(game)):
        if players[seat] == HUMAN and (recorded is None or recorded[seat] != HUMAN):
            facts = {"player": game.state.players[seat].name, "bots": ", ".join(settings.bots)}
            raise MisuseError(sentence("mcp.secret_seats", language, **facts))


def _find_seats_with_secrets(game: Game) -> set[int]:
    """Return the seats whose players have looked at a face-down tile."""
    seats = {entry.event.seat for entry in game.log.entries if isinstance(entry, SecretLine)}
    # The lines of a log need not name the tile of every look, but its pieces do.
    looks = game.state.extras.get(LOOKS)
    return seats if looks is None else seats | {look.seat for look in looks.made}
