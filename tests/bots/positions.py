"""Positions of random games, for tests of what the bots see in them."""

import random

import magnum_sal as ms


def positions(players: int, seed: int, ruleset: ms.Ruleset = ms.STANDARD) -> list[ms.GameState]:
    """Return every tenth position of a random game."""
    rng = random.Random(seed)
    state = ms.new_game(["Ada", "Ben", "Cleo", "Dora"][:players], seed=seed, ruleset=ruleset)
    found = []
    for number in range(300):
        if state.is_over:
            break
        if number % 10 == 9:
            found.append(state)
        state = ms.apply(state, rng.choice(ms.legal_moves(state))).state
    return found
