"""
A ruleset of one's own: the first and the third phase alone, and a market that pays better.

``python own_ruleset.py`` shows the table of such a game.
"""

import attrs

import magnum_sal as ms
from magnum_sal import render

SHORT_AND_RICH = attrs.evolve(
    ms.STANDARD,
    name="short_and_rich",
    orders=(ms.STANDARD.orders[0], ms.STANDARD.orders[2]),  # as many phases as there are piles
    market_prices=(
        (7, 6, 5, 4),
        (9, 8, 7),
        (12, 10),
    ),  # brown, green, white; the first space to fill first
    orders_to_end=(3, 4, 4),  # for two, three and four players
)
ms.register(SHORT_AND_RICH)

if __name__ == "__main__":
    print(render.text(ms.new_game(["Ada", "Ben"], seed=7, ruleset=SHORT_AND_RICH)))
