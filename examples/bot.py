"""
A bot that plays the move with the best immediate result, and delivers orders when it can.

``python bot.py`` plays some rounds against random moves. A bot is a callable object: it receives the public state and
the legal moves, and returns one of the moves. Its name in the arena and the terminal application is
``bot:ThriftyBot``.
"""

import random

import magnum_sal as ms
from magnum_sal.queries import facts


class ThriftyBot:
    """
    Looks one move ahead and plays a move with the best score; ties are broken at random.

    Args:
        rng: The bot's random generator.
        cube_value: The value of a cube of the bot's salt, in groszy. The high default makes the bot dig for orders.
    """

    def __init__(self, rng: random.Random, cube_value: float = 6) -> None:
        self._rng = rng
        self._cube_value = cube_value

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Return the best of *moves*, which are the legal moves of the public *state*."""
        return max(moves, key=lambda move: (self._worth(state, move), self._rng.random()))

    def _worth(self, state: ms.GameState, move: ms.Move) -> float:
        if isinstance(move, ms.VisitCastle) and not self._can_deliver(state):
            return -100  # a visit without a delivery costs a penalty
        after, _ = ms.apply(state, move)
        if after.pending is not None:
            return 0.5  # the move turns up an unknown piece: prefer it to passing
        player, before = after.players[state.turn_seat], state.players[state.turn_seat]
        gained = player.salt.total - before.salt.total
        orders = len(player.orders) - len(before.orders)
        deeper = isinstance(move, ms.PlaceMiner) and move.source == "stock"
        return player.money - before.money + self._cube_value * (gained + 3 * orders) + 2 * deeper

    def _can_deliver(self, state: ms.GameState) -> bool:
        return bool(facts.completable_orders(state))


if __name__ == "__main__":
    chance = random.Random(1)
    bot = ThriftyBot(random.Random(2))
    state = ms.new_game(["Bot", "Chance"], seed=7)
    while state.phase == 1 and state.round < 6:
        public = state.public()  # a bot may see only this
        moves = public.legal_moves()
        move = bot(public, moves) if state.to_move == 0 else chance.choice(moves)
        print(f"{state.player.name:7} {ms.format_move(state, move)}")
        state, _ = ms.apply(state, move)
