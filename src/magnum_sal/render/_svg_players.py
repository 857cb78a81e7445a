"""The players in the picture: a panel each, with all they own."""

from __future__ import annotations

from typing import Final

from ._markup import Markup, joined
from ._svg_cards import cards, cards_height
from ._svg_elements import INK, Box, Drawing, box, text_width, words
from ._svg_pieces import coin, cube_counts, medal, miner
from ._svg_titles import player_title, stock_title
from ._text_shown import before_player
from .svg_look import Look

_MOST_HEIGHT: Final = 260.0
_GAP: Final = 8.0
_HEAD: Final = 84.0
"""What the name and what is counted take above the cards."""
_LINE: Final = 18.0
"""What a line of words takes."""


def players(look: Look, x: float, y: float, width: float, height: float | None = None) -> Drawing:
    """Return the panels of ``look.seats`` one below the other: in so much *height*, or as high as they need."""
    parts: list[Markup] = []
    boxes: dict[str, Box] = {}
    top = y
    for seat in look.seats:
        if height is None:
            tall = _HEAD + _words_above(look, seat) * _LINE + cards_height(look, seat, width - 26) + 10
        else:
            tall = min((height + _GAP) // len(look.seats), _MOST_HEIGHT) - _GAP
        here = Box(x, top, width, tall)
        boxes[f"player:{seat}"] = here
        boxes[f"stock:{seat}"] = Box(here.x + 58, here.y + 43, 50, 36)
        boxes[f"money:{seat}"] = Box(here.x + 18, here.y + 45, 32, 32)
        boxes[f"salt:{seat}"] = Box(here.x + 116, here.y + 50, here.width - 122, 24)
        low = here.y + _HEAD + _words_above(look, seat) * _LINE
        owned = cards(look, seat, Box(here.x + 18, low, here.width - 26, here.foot - low - 6))
        boxes |= owned.boxes
        parts.append(_panel(look, seat, here, boxes[f"stock:{seat}"], owned.body))
        top += tall + _GAP
    return Drawing(joined(parts), boxes, top - _GAP - y if height is None else height)


def _words_above(look: Look, seat: int) -> int:
    return bool(_brought(look, seat)) + look.state.is_over


def _panel(look: Look, seat: int, here: Box, stock: Box, owned: Markup) -> Markup:
    state, theme = look.state, look.theme
    player, score = state.players[seat], state.scores[seat]
    x, y = here.x, here.y
    is_to_move = seat == state.to_move
    fill, rim = theme.seats[seat], theme.rim
    has_won = seat in state.winners
    parts = [
        box(
            here,
            theme.panel,
            theme.highlight if is_to_move else theme.line,
            weight=4 if is_to_move else 1,
            radius=8,
            class_="ms-rim",
        ),
        box(Box(x + 3, y + 6, 8, here.height - 12), fill, rim, radius=4, class_="ms-figure"),
        miner(look, seat, x + 18, y + 38, 32),
    ]
    end = x + here.width
    standing = str(score.total)
    score_left = end - 42 - text_width(standing, 19, is_bold=True)
    parts.append(words(standing, end - 42, y + 29, INK, size=19, anchor="end", weight="bold"))
    parts.append(medal(look, score.rank, end - 22, y + 22))
    name_end = score_left - 8
    if has_won:
        name_end -= 30
        parts.append(look.use("crown", Box(name_end + 2, y + 11, 26, 20)))
    if seat == state.start_seat:
        name_end -= 24
        parts.append(look.use("flag", Box(name_end + 2, y + 9, 20, 24)))
    parts.append(_name(player.name, x + 46, y + 28, name_end - x - 48))
    parts += [
        coin(look, player.money, x + 34, y + 61, 16, f"player:{seat}", "coin", seat=seat),
        cube_counts(look, player.salt, x + 116, y + 52, (here.width - 122) // 3, f"player:{seat}", "cubes", size=19),
    ]
    top = _HEAD
    for line in _lines(look, seat):
        parts.append(words(line, x + 18, y + top + 10, theme.muted, size=12, room=here.width - 30))
        top += _LINE
    parts.append(owned)
    in_stock = (
        miner(look, seat, stock.x + 4, stock.foot - 4, 28),
        words(str(player.stock), stock.x + 26, stock.foot - 13, INK, size=15, weight="bold"),
    )
    figures = look.pieces("miner", player.stock, in_stock, f"stock:{seat}", "miner", seat=seat, state="rested")
    inner = look.place(
        f"stock:{seat}", "stock", stock_title(look, seat), (figures,), area=stock, seat=seat, count=player.stock
    )
    return look.place(
        f"player:{seat}",
        "player",
        player_title(look, seat, _brought(look, seat)),
        parts,
        area=here.grown(_GAP / 2),
        inner=(inner,),
        seat=seat,
    )


def _lines(look: Look, seat: int) -> list[str]:
    """Return what is said in words: what extensions have brought, and of what the standing is made at the end."""
    lines = ["  ·  ".join(brought)] if (brought := _brought(look, seat)) else []
    if look.state.is_over:
        score = look.state.scores[seat]
        kinds = {"money": score.money, "salt": score.salt_value, "tools": score.tool_value}
        if score.other_value:
            kinds["other_value"] = score.other_value
        lines.append(" + ".join(f"{value} {look.label(kind)}" for kind, value in kinds.items()))
    return lines


def _name(name: str, x: float, y: float, room: float) -> Markup:
    size = 17 if text_width(name, 17, is_bold=True) <= room else 13
    return words(name, x, y, INK, size=size, weight="bold", room=max(room, 20))


def _brought(look: Look, seat: int) -> list[str]:
    return ["".join(span.text for span in item) for item in before_player(look.state, seat, look.language)]
