"""
A house rule: miners who are stranded beyond a gap in the chain also block the miners in front of them.

The library reads CHAIN-2 as protecting only miners who are connected. If your group wants to protect all miners,
replace this ruling. All rules call it, so you do not have to change anything else.

``python stranded_miners_block.py`` prints the difference.
"""

import attrs

import magnum_sal as ms
from magnum_sal.model.mine import BEYOND_BITS, Mine


def cut_off(mine: Mine, space: str) -> int:
    """Return the set of spaces beyond *space* that contain a miner, connected or not."""
    return mine.occupied & BEYOND_BITS[space]


STRANDED_BLOCK = attrs.evolve(
    ms.STANDARD,
    name="stranded_miners_block",
    rulings=attrs.evolve(ms.STANDARD.rulings, cut_off=cut_off),
)
ms.register(STRANDED_BLOCK)

if __name__ == "__main__":
    from magnum_sal.testing import given

    text = "S1: A | S2: A | 1L1: A [BG/1] | 1L2: [-/0] | 1L3: B | 1L4: [-/0]"
    leaving = ms.PlaceMiner("1L1", "S3")
    for ruleset in (ms.STANDARD, STRANDED_BLOCK):
        print(
            f"{ruleset.name}: {ms.objection(given(text, ruleset=ruleset).state, leaving) or 'legal'}"
        )
