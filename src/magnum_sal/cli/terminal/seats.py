"""The assignment of players to seats, and the settings of a new game."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from ...bots import HUMAN, Bot, check_name_from_file
from ...bots.registry import check_bot
from ...errors import MalformedError, MisuseError
from ...model.ruleset import Ruleset
from ...record.game import Game
from ...rules.standard import STANDARD
from ...words import printable
from ._seated_bot import SeatedBot

SEATS_KEY: Final = "seats"
"""The key in a log's metadata for the list of players by seat."""


@attrs.frozen
class NewGame:
    """The settings of a new game."""

    names: tuple[str, ...]
    """The players' names by seat."""
    players: tuple[str, ...]
    """``HUMAN`` or a bot's name, by seat."""
    seed: int | None = None
    """The seed for the setup; None for a random one."""
    ruleset: Ruleset = STANDARD
    """The ruleset of the game."""
    log: str | None = None
    """The file in which to record the game; None for no file."""

    def begin(self) -> Game:
        """
        Create the game.

        Raises:
            MalformedError: the names or their number are invalid.
            MisuseError: a bot is unknown or cannot be created.
            LogError: the log already exists, or is not writable.
        """
        check_players(self.players)  # before the game, so that an unknown bot leaves no log behind
        metadata = {SEATS_KEY: list(self.players)}
        return Game.new(self.names, seed=self.seed, ruleset=self.ruleset, log=self.log, metadata=metadata)


def resume_game(path: str | os.PathLike[str]) -> Game:
    """
    Return the game that a file records, locked so that nobody else can continue it.

    Raises:
        LogError: the file is unreadable, does not verify, or is in use elsewhere.
        MisuseError: the face-down pieces of the game are unknown.
    """
    game = Game.from_log(path)
    if game.log.header.is_real_table:
        raise MisuseError(f"{path} is the game of a real table: resume it with magnum-sal table")
    if game.log.is_public:
        raise MisuseError(
            f"{path} is a public copy, which does not name the face-down pieces: resume it with magnum-sal table, or "
            "on the page of magnum-sal serve, which deals them again"
        )
    game.log.lock()  # a log in use elsewhere is better reported now than after the first move
    return game


def create_same_game(game: Game, players: Sequence[str | Bot]) -> Game:
    """Create a new game with the same people, bots and rules."""
    state = game.state
    # A bot that a program has passed as an object has no name that a log could record.
    seats = [player if isinstance(player, str) else HUMAN for player in players]
    names = [player.name for player in state.players]
    return Game.new(names, ruleset=state.ruleset, metadata={SEATS_KEY: seats})


@attrs.frozen
class Seating:
    """The players of a recorded game."""

    players: tuple[str, ...]
    """``HUMAN`` or a bot's name, by seat."""
    refused: tuple[tuple[int, str], ...] = ()
    """Pairs of a seat and the disallowed player that the file names for it. People play these seats."""


def seats_of(game: Game, chosen: Mapping[int, str] | None = None) -> Seating:
    """
    Return the players of a recorded *game*: those in *chosen*, otherwise those in its metadata, otherwise people.

    The metadata comes from the file, which may be from an untrusted source. So it may name only built-in bots, and
    cannot start a program or import a module.

    Args:
        game: The game.
        chosen: ``HUMAN`` or any bot's name for some seats, from the person at the keyboard.
    """
    chosen = chosen or {}
    seats = len(game.state.players)
    recorded = game.log.metadata.get(SEATS_KEY)
    if not isinstance(recorded, list) or len(recorded) != seats:
        recorded = [HUMAN] * seats
    players: list[str] = []
    refused: list[tuple[int, str]] = []
    for seat, player in enumerate(recorded):
        is_good = seat in chosen or player == HUMAN or _is_from_file(player)
        players.append(chosen.get(seat, player) if is_good else HUMAN)
        if not is_good:
            refused.append((seat, printable(str(player), 60)))
    return Seating(tuple(players), tuple(refused))


def _is_from_file(player: object) -> bool:
    if not isinstance(player, str):
        return False
    try:
        check_name_from_file(player)
    except MisuseError:
        return False
    return True


def check_players(players: Sequence[str | Bot]) -> None:
    """
    Check that the named bots among *players* exist and can be created, by creating each once.

    Raises:
        MisuseError: a bot is unknown or cannot be created.
    """
    for player in players:
        if isinstance(player, str) and player != HUMAN:
            check_bot(player)


def bots_of(players: Sequence[str | Bot]) -> dict[int, SeatedBot]:
    """
    Return the bots by seat. A player is ``HUMAN``, a bot's name, or a bot.

    Raises:
        MisuseError: a bot is unknown.
    """
    return {seat: SeatedBot(player) for seat, player in enumerate(players) if player != HUMAN}


def parse_seed(text: str) -> int | None:
    """
    Parse the seed that a person typed. Return None for an empty string.

    Raises:
        MalformedError: the text is not a whole number.
    """
    if not text.strip():
        return None
    try:
        return int(text)
    except ValueError:
        raise MalformedError("seed_invalid", {"text": text}) from None
