"""
Print the pinned hashes of the players: a SHA-256 over the moves of each of twelve games.

``python -m tools.reference_players --built-in`` uses the bots of the installed library. Run it from the root of the
project with a Python that has version 0.1.0 installed, and it prints the hashes that
``tests/tools/test_reference_players.py`` expects. Without the option, the players of this package play.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from typing import Any, Final

import magnum_sal as ms
from magnum_sal.bots import BotHooks, make_bot

_NAMES: Final = ("Ada", "Ben", "Cyd", "Dan")
_SEED: Final = 7
_MOVES: Final = {"random": 300, "greedy": 50, "search:iterations=8": 20, "search:iterations=4,sample=0": 50}
"""How many moves of a game count, by the player that makes them all; fewer if the game ends before."""

_BEGINNINGS: Final = {2: (1, 0), 3: (2, 0), 4: (3, 4)}
"""
By number of seats, the phase and the number of orders completed in it at which counting starts. Until then, the quick
random player makes the moves.
"""

GAMES: Final = tuple((player, seats) for player in _MOVES for seats in _BEGINNINGS)
"""The pinned games, each by its player, as 0.1.0 names it, and its number of seats."""


def digest(player: str, seats: int, *, is_built_in: bool = False) -> str:
    """Return the hash of a game, played by the players of this package or by the library's own bots."""
    text = json.dumps(list(_moves(player, seats, is_built_in)), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _moves(player: str, seats: int, is_built_in: bool) -> Iterator[dict[str, Any]]:
    state = ms.new_game(_NAMES[:seats], seed=_SEED)
    openers, bots = (
        [make_bot(name if is_built_in else _own(name), seed=_SEED + seat) for seat in range(seats)]
        for name in ("random", player)
    )
    while (state.phase, state.castle.completed) < _BEGINNINGS[seats]:
        state = ms.apply(state, openers[state.turn_seat](state.public(), ms.legal_moves(state))).state
    hooks = [bot for bot in bots if isinstance(bot, BotHooks)]
    for seat, bot in enumerate(hooks):
        bot.game_started(state.public(), seat)
    for _ in range(_MOVES[player]):
        if state.is_over:
            break
        move = bots[state.turn_seat](state.public(), ms.legal_moves(state))
        yield ms.to_dict(move)
        state, events = ms.apply(state, move)
        for bot in hooks:
            bot.observed(move, events)


def _own(name: str) -> str:
    player, _, options = name.partition(":")
    return f"tools.reference_players:{player.title()}:{options}"


def main() -> None:
    """Print the hashes, one line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tools.reference_players", description="Print the pinned hashes.")
    parser.add_argument("--built-in", action="store_true", help="use the library's own bots")
    is_built_in = parser.parse_args().built_in
    for player, seats in GAMES:
        print(f"{player}, {seats} seats: {digest(player, seats, is_built_in=is_built_in)}", flush=True)


if __name__ == "__main__":
    main()
