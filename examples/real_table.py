"""
Chance as a player: a game on a real table, where somebody says what is turned up.

``python real_table.py`` plays one, with the dice of this program in place of the table: players choose at random among
what they are offered, and chance turns up each piece as often as it should.
"""

import random

import magnum_sal as ms
from magnum_sal.words import pending_in_words


def turned_up(state: ms.GameState, rng: random.Random) -> ms.ChamberTile | ms.RoyalOrder | str:
    """Return a piece for the place that waits: each as likely as it is, given all that everybody knows."""
    outcomes = ms.outcomes(state)
    return rng.choices(outcomes, weights=[float(chance) for _, chance in outcomes])[0][0]


def expected_worth(state: ms.GameState, seat: int) -> float:
    """Return what *seat* will have on average once nothing waits any more: an expectation over all outcomes."""
    if state.pending is None:
        return state.scores[seat].total
    return sum(
        float(chance) * expected_worth(ms.reveal(state, piece).state, seat)
        for piece, chance in ms.outcomes(state)
    )


def played(game: ms.Game, rng: random.Random, steps: int) -> None:
    """Play so many steps of *game*, chance's and the players'."""
    for _ in range(steps):
        if game.state.pending is not None:
            game.reveal(turned_up(game.state, rng))
        else:
            game.play(rng.choice(ms.legal_moves(game.state)))


if __name__ == "__main__":
    table = ms.Game.open_table(["Ada", "Ben"])
    print(pending_in_words(table.state.pending) if table.state.pending else "")
    played(table, random.Random(1), 60)
    print(ms.transcript(table))
