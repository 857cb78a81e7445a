"""What lies beside the mine: the bank, and the tools that have left the game."""

from __future__ import annotations

from ..words import titled
from ._markup import Markup
from ._svg_elements import INK, Box, box, words
from ._svg_pieces import coin, cube_counts, drop, miner, tool_card
from ._svg_titles import bank_title, pile_title
from .board_facts import unsold
from .svg_look import Look


def bank(look: Look, area: Box) -> Markup:
    """Return the bank: money, cubes, water, and the miners that nobody has hired."""
    held, theme = look.state.bank, look.theme
    x, rows = area.x + 10, (area.height - 30) / 3
    first, second, third = (area.y + 32 + rows * (row + 0.5) for row in range(3))
    pitch = (area.width - 20) / 4
    parts = [
        box(area, theme.panel, theme.edge, weight=2, class_="ms-rim"),
        words(titled(look.label("bank")), x, area.y + 21, INK, size=14, weight="bold", room=area.width - 20),
        coin(look, held.money, x + 16, first, 15, "bank", "coin"),
        look.pieces(
            "water",
            held.water,
            (
                drop(look, x + 48, first - 9, 18),
                words(str(held.water), x + 66, first + 5, INK, size=14, weight="bold"),
            ),
            "bank",
            "water",
        ),
        cube_counts(look, held.salt, x, second - 9, (area.width - 16) / 3, "bank", size=16),
    ]
    for seat, count in enumerate(held.miners):
        figure = (
            miner(look, seat, x + seat * pitch, third + 13, 28),
            words(str(count), x + seat * pitch + 21, third + 7, INK, size=13, weight="bold"),
        )
        parts.append(look.pieces("miner", count, figure, "bank", "miner", seat, seat=seat))
    return look.place("bank", "bank", bank_title(look), parts, area=area)


def gone(look: Look, area: Box) -> Markup:
    """Return the tools that have left the game unsold in earlier phases, which nobody can buy any more (PHASE-2)."""
    tools, told = unsold(look.state), "picture.left_unsold"
    title = pile_title(look, told, tools or ("none",))
    if not tools:
        # The place is there all the same, so that the places of a picture are those of the next one.
        return look.place("box", "pile", title, (), area=area, count=0)
    theme = look.theme
    size = 26.0
    columns = int((area.width - 12) // (size + 4))
    while -(-len(tools) // columns) * (size + 4) > area.height - 30:
        size *= 0.9
        columns = int((area.width - 12) // (size + 4))
    parts = [
        box(area, theme.panel, theme.edge, weight=2, class_="ms-rim"),
        words(
            titled(look.label(told)), area.x + 10, area.y + 20, INK, size=12, weight="bold", room=area.width - 20
        ),
    ]  # fmt: skip
    for number, tool in enumerate(tools):
        row, column = divmod(number, columns)
        at = Box(area.x + 8 + column * (size + 4), area.y + 30 + row * (size + 4), size, size)
        parts.append(look.pieces("tool", 1, (tool_card(look, tool, at),), thing=tool, state="gone"))
    return look.place("box", "pile", title, parts, area=area, count=len(tools))
