"""Who plays which seat, and the game that a person asks for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

import attrs

from ..bots import HUMAN, Bot, check_name_from_file, make_bot
from ..errors import MalformedError, MisuseError
from ..model.ruleset import Ruleset
from ..record.game import Game
from ..rules.standard import STANDARD
from ..words import printable

SEATS_KEY: Final = "seats"
"""Where a log's metadata keep who plays each seat."""


@attrs.frozen
class NewGame:
    """A game that a person asks for."""

    names: tuple[str, ...]
    """The players' names by seat."""
    players: tuple[str, ...]
    """``HUMAN`` or a bot's name, by seat."""
    seed: int | None = None
    """Decides the setup; None for one by chance."""
    ruleset: Ruleset = STANDARD
    """The rules to play by."""
    log: str | None = None
    """The file to record it in, None for none."""

    def begin(self) -> Game:
        """
        Return the game.

        Raises:
            MalformedError: names or their number are wrong.
            MisuseError: there is no such bot.
            LogError: the log exists, or cannot be written.
        """
        bots_of(self.players)
        metadata = {SEATS_KEY: list(self.players)}
        return Game.new(self.names, seed=self.seed, ruleset=self.ruleset, log=self.log, metadata=metadata)


def resume_game(path: str | os.PathLike[str]) -> Game:
    """
    Return the game that a file records, to be gone on with here and nowhere else.

    Raises:
        LogError: the file cannot be read, does not verify, or is in use elsewhere.
        MisuseError: it is the game of a real table.
    """
    game = Game.from_log(path)
    if game.log.started.setup.is_unseen:
        raise MisuseError(f"{path} is the game of a real table: go on with it by magnum-sal table")
    game.log.lock()  # who plays on elsewhere is better named now than after the first move
    return game


def same_again(game: Game, players: Sequence[str | Bot]) -> Game:
    """Return a new game of the same people and bots by the same rules."""
    state = game.state
    seats = [player if isinstance(player, str) else HUMAN for player in players]
    names = [player.name for player in state.players]
    return Game.new(names, ruleset=state.ruleset, metadata={SEATS_KEY: seats})


def parse_seat(text: str, number: int) -> tuple[str, str]:
    """
    Return name and player of a seat as the command line gives it: ``"Ada"`` is a person, ``"Ben=greedy"`` a bot.

    >>> parse_seat("Ada", 1), parse_seat("=greedy", 2)
    (('Ada', 'human'), ('Player 2', 'greedy'))
    """
    name, _, player = text.partition("=")
    return name.strip() or f"Player {number}", player.strip() or HUMAN


@attrs.frozen
class Seating:
    """Who plays each seat of a recorded game."""

    players: tuple[str, ...]
    """``HUMAN`` or a bot's name, by seat."""
    refused: tuple[tuple[int, str], ...] = ()
    """The seats for which the file asks for more than a file may, with what it asks for; people play them."""


def seats_of(game: Game, given: Sequence[tuple[str, str]] = ()) -> Seating:
    """
    Return who plays the seats of a recorded *game*: who was *given*, else whom its metadata name, else people.

    Metadata come with the file, whoever wrote it. So they are believed where they name built-in bots, and nothing that
    they say starts a program or imports a module.

    Args:
        game: The game.
        given: Names of players with ``HUMAN`` or any bot's name, as the person at the keyboard gave them.

    Raises:
        MisuseError: nobody of that name plays.
    """
    names = [player.name for player in game.state.players]
    recorded = game.log.metadata.get(SEATS_KEY)
    if not isinstance(recorded, list) or len(recorded) != len(names):
        recorded = [HUMAN] * len(names)
    players: list[str] = []
    refused: list[tuple[int, str]] = []
    for seat, player in enumerate(recorded):
        is_good = player == HUMAN or _is_from_file(player)
        players.append(player if is_good else HUMAN)
        if not is_good and names[seat] not in dict(given):
            refused.append((seat, printable(str(player), 60)))
    for name, player in given:
        if name not in names:
            raise MisuseError(f"nobody called {name!r} plays in this game; its players are {', '.join(names)}")
        players[names.index(name)] = player
    return Seating(tuple(players), tuple(refused))


def _is_from_file(player: object) -> bool:
    if not isinstance(player, str):
        return False
    try:
        check_name_from_file(player)
    except MisuseError:
        return False
    return True


def bots_of(players: Sequence[str | Bot]) -> dict[int, Bot]:
    """
    Return the bots by seat; a player is ``HUMAN``, a bot's name, or a bot.

    Raises:
        MisuseError: there is no such bot.
    """
    return {
        seat: make_bot(player) if isinstance(player, str) else player
        for seat, player in enumerate(players)
        if player != HUMAN
    }


def parse_seed(text: str) -> int | None:
    """
    Return the seed that a person typed; nothing typed is none.

    Raises:
        MalformedError: it is no whole number.
    """
    if not text.strip():
        return None
    try:
        return int(text)
    except ValueError:
        raise MalformedError(f"seed {text!r}: expected a whole number") from None
