"""
A game at a real table: the program asks which piece was turned up.

``python real_table.py`` plays a game in which random choices replace the people at the table. Players choose random
legal moves, and each piece is turned up with its correct probability.
"""

import random

import magnum_sal as ms
from magnum_sal.words import pending_in_words


def turned_up(state: ms.GameState, rng: random.Random) -> ms.ChamberTile | ms.RoyalOrder | str:
    """Return a random piece for the pending place. Its probability follows from what everybody knows."""
    outcomes = ms.outcomes(state)
    return rng.choices(outcomes, weights=[float(chance) for _, chance in outcomes])[0][0]


def expected_worth(state: ms.GameState, seat: int, rng: random.Random) -> float:
    """Return the expected score of *seat*, averaged over all pieces that may be turned up first."""
    if state.pending is None:
        return state.scores[seat].total
    total = 0.0
    for piece, chance in ms.outcomes(state):
        after = ms.reveal(state, piece).state
        # More pieces may follow, and their combinations can be too many to list, so they are drawn at random.
        while after.pending is not None:
            after = ms.reveal(after, turned_up(after, rng)).state
        total += float(chance) * after.scores[seat].total
    return total


def played(game: ms.Game, rng: random.Random, steps: int) -> None:
    """Play a number of *steps* of *game*: moves of the players, and pieces that are turned up."""
    for _ in range(steps):
        if game.state.pending is not None:
            game.reveal(turned_up(game.state, rng))
        else:
            game.play(rng.choice(game.state.legal_moves()))


if __name__ == "__main__":
    table = ms.Game.open_table(["Ada", "Ben"])
    print(pending_in_words(table.state))
    played(table, random.Random(1), 60)
    print(ms.transcript(table))
