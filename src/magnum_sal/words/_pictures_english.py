"""What pictures say of the end, of what left the game and of their own marks, in English, by id."""

from __future__ import annotations

from typing import Final

_ENDING: Final = {
    "ending.wins": "{name} wins with {total:grosz}[: {parts}]",
    "ending.share": "{names} share the victory[ with {total:grosz} each]",
    "ending.share_equal": "{names} share the victory with {total:grosz} each, equal in orders, miners and tools",
    "ending.follows": "{name} is {place} with {total:grosz}[, {behind} behind][: {parts}]",
    "ending.follow": "{names} are {place}[ with {total:grosz} each][, {behind} behind]",
    "ending.place_2": "second",
    "ending.place_3": "third",
    "ending.place_4": "fourth",
    "ending.money": "{groszy} in money",
    "ending.salt": "{groszy} for salt",
    "ending.tools": "{groszy} for tools",
    "ending.other": "{groszy} for other things",
    "ending.tie_orders": "{names} have {total:grosz} each; {ahead}[ is{one:if}][ are{several:if}] ahead with more "
    "royal orders completed: {upper} against {lower}",
    "ending.tie_miners": "{names} have {total:grosz} and as many orders each; {ahead}[ is{one:if}][ are{several:if}] "
    "ahead with fewer miners: {upper} against {lower}",
    "ending.tie_tools": "{names} have {total:grosz}, as many orders and miners each; {ahead}[ is{one:if}]"
    "[ are{several:if}] ahead with fewer tools: {upper} against {lower}",
    "ending.phase": "Phase {phase} is over[; all miners return to stock{home:if}]",
    "ending.left": "Out of the game: {left}",
    "ending.face_down": "{count} face down",
    "order_left.count": "royal order|royal orders",
    "tool_left.count": "tool|tools",
}
"""Who won and why, and what a phase ends with."""

_TABLE: Final = {
    "picture.left_unsold": "left the game unsold",
    "picture.offered": "{thing} for {price}",
    "picture.price_now": "now {price:grosz}",
    "picture.none_left": "none left",
    "picture.to_hire": "miners to hire",
    "picture.legend": "legend",
    "picture.chain": "chain of miners",
    "picture.more": "... and {count} more before",
}
"""What stands in the text of a table."""

_LEGEND: Final = {
    "picture.mark.space": "spaces of the mine: S1 the top of the shaft, 1L2 the second chamber to the left on level 1",
    "picture.mark.miners": "miners of player A: A2 two rested, a1 one tired",
    "picture.mark.salt": "brown, green and white salt; B2 two brown cubes",
    "picture.mark.chamber": "salt in a chamber, and behind the slash its water",
    "picture.mark.tile": "what the tile of the chamber has printed",
    "picture.mark.unreached": "a chamber that nobody has reached",
    "picture.mark.turned": "a chamber without salt, its tile face down again",
    "picture.mark.nothing": "nothing, or nobody",
    "picture.mark.player": "whose decision is next",
    "picture.mark.order": "a royal order: the salt it asks for, and what it pays",
    "picture.mark.bar": "completed orders; left of the bar those of earlier phases",
    "picture.mark.track": "a row of prices; in brackets the one that counts now",
    "picture.mark.market": "prices at the market: you sell at the first . and buy at the last #, where a cube lies",
    "picture.mark.used": "a tool that is used up in this phase",
}
"""What the marks in the text of a table mean."""

_TITLES: Final = {
    "title.section": "Section {place} of the shaft",
    "title.chamber": "Chamber {place}",
    "title.face_down": "its tile lies face down, and nobody has been there",
    "title.not_reached": "its tile is {tile}, and nobody has been there",
    "title.printed": "its tile is {tile}",
    "title.emptied": "all its salt is extracted, and its tile, {tile}, lies face down again",
    "title.no_salt": "no salt",
    "title.no_water": "no water",
    "title.nobody": "nobody is there",
    "title.slot": "{building}, space {number}",
    "title.in_stock": "in stock {miners}",
    "title.empty": "empty",
    "brown_cube.count": "cube of brown salt|cubes of brown salt",
    "green_cube.count": "cube of green salt|cubes of green salt",
    "white_cube.count": "cube of white salt|cubes of white salt",
    "tired_here.count": "tired miner|tired miners",
}
"""What screen readers say of a place in a picture."""

PICTURES: Final = {**_ENDING, **_TABLE, **_LEGEND, **_TITLES}
