"""Record the stored game with undone moves, redone moves and an agreed end: ``record_agreed_end.py FILE``."""

import random
import sys

import attrs

import magnum_sal as ms
from magnum_sal.testing.players import any_kind


def main() -> None:
    """Play 180 moves of any kind, undo some of them, and end the game by agreement."""
    rng = random.Random(6)
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=True, cart_capacity=2)
    metadata = {"comments": ["Players who try everything and change their minds."], "place": "Wieliczka"}
    game = ms.Game.new(["Zofia", "Łukasz"], seed=6, ruleset=ruleset, log=sys.argv[1], metadata=metadata)
    for played in range(1, 181):
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
        if played % 40 == 0:
            game.undo(to=len(game.moves) - 7)
            for _ in range(4):
                game.redo()
    game.end("supper is ready")


if __name__ == "__main__":
    main()
