"""
A custom ruleset with only the first and the third phase, and higher prices at the market.

``python own_ruleset.py`` prints the table of a new game with this ruleset.
"""

import attrs

import magnum_sal as ms
from magnum_sal import render

SHORT_AND_RICH = attrs.evolve(
    ms.STANDARD,
    name="short_and_rich",
    orders=(ms.STANDARD.orders[0], ms.STANDARD.orders[2]),  # one phase for each pile
    market_prices=(
        (7, 6, 5, 4),
        (9, 8, 7),
        (12, 10),
    ),  # brown, green, white; in the order in which the spaces fill
    orders_to_end=(3, 4, 4),  # for two, three and four players
)
ms.register(SHORT_AND_RICH)

if __name__ == "__main__":
    print(render.text(ms.new_game(["Ada", "Ben"], seed=7, ruleset=SHORT_AND_RICH)))
