"""Who plays which seat, and the game that a person asks for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ..bots import Bot, make_bot
from ..errors import MalformedError
from ..game import Game
from ..standard import STANDARD

HUMAN: Final = "human"
"""What stands for a person where a bot's name could."""
SEATS_KEY: Final = "seats"
"""Where a log's metadata keep who plays each seat."""


@attrs.frozen
class NewGame:
    """
    A game that a person asks for.

    Attributes:
        names: The players' names by seat.
        players: ``HUMAN`` or a bot's name, by seat.
        seed: Decides the setup; None for one by chance.
        mapped_mine: Whether tiles lie face up (VAR-MAP).
        cart_capacity: Cubes that a cart frees in a space, None for all (VAR-CART).
        log: The file to record it in, None for none.
    """

    names: tuple[str, ...]
    players: tuple[str, ...]
    seed: int | None = None
    mapped_mine: bool = False
    cart_capacity: int | None = None
    log: str | None = None

    def begin(self) -> Game:
        """
        Return the game.

        Raises:
            MalformedError: names or their number are wrong.
            MisuseError: there is no such bot.
            LogError: the log exists, or cannot be written.
        """
        bots_of(self.players)
        ruleset = attrs.evolve(STANDARD, mapped_mine=self.mapped_mine, cart_capacity=self.cart_capacity)
        seed = random.SystemRandom().randrange(2**32) if self.seed is None else self.seed
        metadata = {SEATS_KEY: list(self.players)}
        return Game.new(self.names, seed=seed, ruleset=ruleset, log=self.log, metadata=metadata)


def seat_given(text: str, number: int) -> tuple[str, str]:
    """
    Return name and player of a seat as the command line gives it: ``"Ada"`` is a person, ``"Ben=greedy"`` a bot.

    >>> seat_given("Ada", 1), seat_given("=greedy", 2)
    (('Ada', 'human'), ('Player 2', 'greedy'))
    """
    name, _, player = text.partition("=")
    return name.strip() or f"Player {number}", player.strip() or HUMAN


def seats_of(metadata: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return who played each seat by a log's metadata; people where these do not say."""
    found = metadata.get(SEATS_KEY)
    if isinstance(found, list) and len(found) == seats and all(isinstance(player, str) for player in found):
        return tuple(found)
    return (HUMAN,) * seats


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


def seed_given(text: str) -> int | None:
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
