"""Marks on a picture: the last steps, a move before it is made, reachable places, and arrows that a program adds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import attrs

from ..engine.steps import Step
from ..engine.transitions import legal_moves
from ..model import events
from ..model.events import Event
from ..model.fields import MINE_OR_TOWN, SOURCE
from ..model.meaning import SLOT, Role, fields_of, places_of
from ..model.mine import CHAMBERS, PATH, SPACES
from ..model.moves import Move
from ..model.pieces import ARRIVING, BANK, MARKET, ORDER_STACK, STOCK, TOOL_STACK, Place, SaltAmount
from ..model.state import GameState
from ..queries.tidying import with_tidying
from ._markup import NOTHING, Markup, element, join_markup, short
from ._svg_elements import Box, box, path, sides, text_width, words
from ._svg_grid import rope_in
from ._text_pieces import amounts
from .board_facts import house_of
from .step_texts import MOST_TOLD
from .svg_look import Look
from .text_lines import render_lines


@attrs.frozen
class Way:
    """A movement of pieces from one place to another."""

    kind: str
    """``"miner"``, ``"salt"``, ``"water"``, ``"tool"`` or ``"order"``."""
    stops: tuple[str, ...]
    """The ids that pictures use for the source, the places passed on the way, and the target."""
    number: int
    """The number of miners or cubes; 1 for a card."""
    salt: SaltAmount | None = None
    """The cubes of salt; None for anything else."""
    thing: str = ""
    """The id of the tool, or the order in notation; empty for anything else."""


@attrs.frozen
class StepSummary:
    """The effects of one or more steps, in order, without the automatic changes at the end of a phase."""

    ways: tuple[Way, ...] = ()
    money: tuple[int, ...] = ()
    """The net gain of each seat, in groszy; negative for a loss."""
    used: tuple[tuple[int, str], ...] = ()
    """The tools that were used, as pairs of seat and tool."""
    turned_up: tuple[str, ...] = ()
    """The places of revealed pieces, such as ``"1L2"`` or ``"castle:0"``, except those in the setup of a new phase."""
    tired: tuple[str, ...] = ()
    """The chambers where miners became tired."""
    rested: tuple[str, ...] = ()
    """The chambers where miners recovered."""
    visited: tuple[str, ...] = ()
    """The buildings where an action was used."""


def summarize_steps(steps: Sequence[Step]) -> StepSummary:
    """Summarize the events of consecutive *steps*."""
    if not steps:
        return StepSummary()
    told = chain.from_iterable(step.events for step in steps)
    # Between two phases everybody goes home and new cards are laid out. Marks for all of this would hide the move that
    # ended the phase.
    brought = [event for event, tidies in with_tidying(told) if not tidies]
    money = Counter[Place]()
    for event in brought:
        if isinstance(event, events.MoneyMoved):
            money[event.target] += event.groszy
            money[event.source] -= event.groszy
    return StepSummary(
        ways=tuple(way for event in brought if (way := _way_of(event)) is not None),
        money=tuple(money[seat] for seat in range(len(steps[0].before.players))),
        used=tuple((event.seat, event.tool) for event in brought if isinstance(event, events.ToolUsed)),
        turned_up=tuple(place for event in brought if (place := _find_revealed_place(event)) is not None),
        tired=tuple(event.chamber for event in brought if isinstance(event, events.MinersTired)),
        rested=tuple(event.chamber for event in brought if isinstance(event, events.MinersRested)),
        visited=tuple(event.building for event in brought if isinstance(event, events.ActionTaken) and event.building),
    )


def _way_of(event: Event) -> Way | None:
    match event:
        case events.MinersMoved(seat=seat, source=source, target=target, miners=miners):
            return Way("miner", (_format_place(source, seat), _format_place(target, seat)), miners)
        case events.SaltMoved(source=source, target=target, salt=salt):
            # Extracted salt is carried up through all spaces to the entrance (HAUL-1).
            passed = PATH[source] if source in CHAMBERS and isinstance(target, int) else ()
            return Way("salt", (_format_place(source), *passed, _format_place(target)), salt.total, salt)
        case events.WaterMoved(source=source, target=target, cubes=cubes):
            return Way("water", (_format_place(source), _format_place(target)), cubes)
        case events.ToolMoved(tool=tool, source=source, target=target):
            return Way("tool", (_format_place(source), _format_place(target)), 1, thing=tool)
        case events.OrderMoved(order=order, source=source, target=target):
            return Way("order", (_format_place(source), _format_place(target)), 1, thing=str(order))
        case _:
            return None


def _format_place(place: Place, seat: int | None = None) -> str:
    """Return the id that pictures use for a place; *seat* is the owner if the place is a stock."""
    if isinstance(place, int):
        return f"player:{place}"
    return f"{STOCK}:{seat}" if place == STOCK and seat is not None else place


def _find_revealed_place(event: Event) -> str | None:
    match event:
        case events.ChamberRevealed(chamber=chamber) | events.TileLaid(chamber=chamber):
            return chamber
        case events.OrderMoved(source=source, target=target) | events.ToolMoved(source=source, target=target):
            return _format_place(target) if source in (ORDER_STACK, TOOL_STACK) else None
        case _:
            return None


@attrs.frozen
class Arrow:
    """An arrow from one place to another, for ``render.svg(arrows=...)``."""

    source: str
    """The start: the id of a place, such as ``"S1"``, ``"market"``, ``"castle:0"`` or ``"stock:2"``."""
    target: str
    """The end: the id of a place."""
    colour: str = "#1d6f42"
    """The colour, written as ``#rrggbb``."""


Point = tuple[float, float]


def marks_of_steps(look: Look, happened: StepSummary, boxes: Mapping[str, Box]) -> list[Markup]:
    """Return the marks for the last steps: dotted rims, arrows, the salt's route, and gains and payments."""
    state, colour = look.state, look.theme.last
    marked = dict.fromkeys(place for way in happened.ways for place in _ends(state, way))
    marked |= dict.fromkeys((*happened.visited, *happened.tired, *happened.rested))
    marked |= dict.fromkeys(_list_used_cards(state, happened.used))
    turned_up = [place for place in dict.fromkeys(happened.turned_up) if place in boxes]
    parts = [
        _draw_rims(look, boxes, marked, colour, "2 5"),
        _draw_rims(look, boxes, turned_up, colour),
        *(_draw_glint(look, boxes[place]) for place in turned_up),
    ]
    # Equal arrows would cover each other, so one of them is enough.
    ways = list(dict.fromkeys(drawn for way in happened.ways if (drawn := _draw_way(look, way, boxes))))
    parts += ways[-MOST_TOLD:]
    for seat, money in enumerate(happened.money):
        if (panel := boxes.get(f"player:{seat}")) is None:
            continue
        coins, cubes = boxes[f"money:{seat}"], boxes[f"salt:{seat}"]
        if money:
            parts.append(_draw_badge(look, f"{money:+d}".replace("-", "\u2212"), coins.right - 6, coins.y - 6))
        # The badge for salt ends inside the panel, and does not cover the badge for money.
        end, room = panel.right - 2, panel.right - coins.right - 28
        if salt := _format_salt_change(happened, f"player:{seat}", room):
            x = min(cubes.x + 22, end - min(_measure_badge(salt), room) + 4)
            parts.append(_draw_badge(look, salt, x, cubes.y - 11, room))
    return parts


def _ends(state: GameState, way: Way) -> Iterator[str]:
    """Yield the places where a way starts and ends, but only those that need a rim."""
    for place in (way.stops[0], _end(state, way)):
        if place.startswith("player:") or place in (BANK, ORDER_STACK, TOOL_STACK):
            continue
        yield from (f"{MARKET}:{kind}" for kind in way.salt.kinds()) if place == MARKET and way.salt else (place,)


def _end(state: GameState, way: Way) -> str:
    """Return the place where a way ends in the picture: a column of the market, or the position of a player's card."""
    place, _, seat = way.stops[-1].partition(":")
    if place == MARKET and way.salt:
        return f"{MARKET}:{next(iter(way.salt.kinds()))}"
    if place == "player" and way.kind in ("tool", "order"):
        player = state.players[int(seat)]
        cards = [card.tool for card in player.tools] if way.kind == "tool" else list(map(str, player.orders))
        if way.thing in cards:
            return f"{way.kind}:{seat}:{len(cards) - 1 - cards[::-1].index(way.thing)}"
    return way.stops[-1]


def _list_used_cards(state: GameState, used: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Yield the places of the tool cards that were used. If a player has copies of a card, yield the last ones."""
    for seat, tool in dict.fromkeys(used):
        cards = [number for number, card in enumerate(state.players[seat].tools) if card.tool == tool and card.used]
        yield from (f"tool:{seat}:{number}" for number in cards[-used.count((seat, tool)) :])


def _format_salt_change(happened: StepSummary, player: str, room: float) -> str:
    """Return the cubes that a player gained and paid, such as ``+WW -B``; empty if there were none."""
    gained = sum((way.salt for way in happened.ways if way.salt and way.stops[-1] == player), SaltAmount())
    given = sum((way.salt for way in happened.ways if way.salt and way.stops[0] == player), SaltAmount())
    changes = [(sign, salt) for sign, salt in (("+", gained), ("\u2212", given)) if salt]
    told = " ".join(f"{sign}{salt}" for sign, salt in changes)
    # Several steps can move so many cubes that one letter for each does not fit in the panel. Numbers are shorter.
    if _measure_badge(told) > room:
        told = " ".join(f"{sign}{render_lines([amounts(salt, salt.kinds())], color=False)}" for sign, salt in changes)
    return told


def _draw_way(look: Look, way: Way, boxes: Mapping[str, Box]) -> Markup:
    """Draw a way, or nothing if an end is not in this picture or the way needs no mark."""
    passed = [boxes[stop] for stop in way.stops if stop in SPACES and stop in boxes]
    # Only miners have arrows. For cards, cubes and coins, an arrow across the table says less than the number beside
    # the player's coins. Extracted salt shows its route, because transport costs money (HAUL-1).
    if way.kind == "salt" and len(way.stops) > 2 and passed:
        return _draw_crumbs(look, passed)
    if way.kind == "water":
        return _draw_water_change(look, way, boxes)
    if way.kind != "miner" or way.stops[0] == ARRIVING:
        return NOTHING  # the player's panel shows pieces that reach or leave it
    return _draw_bow(look, boxes, way.stops[0], way.stops[-1], look.theme.last)


def _draw_water_change(look: Look, way: Way, boxes: Mapping[str, Box]) -> Markup:
    """Draw the change in the number of water cubes at both ends, and the route of a bucket."""
    changed = ((way.stops[0], f"\u2212{way.number}"), (way.stops[-1], f"+{way.number}"))
    seen = [(boxes[place], told) for place, told in changed if place in SPACES and place in boxes]
    badges = join_markup(_draw_badge(look, told, at.right - 30, at.y - 4) for at, told in seen)
    way_of_bucket = _draw_bow(look, boxes, way.stops[0], way.stops[-1], look.theme.last) if len(seen) == 2 else NOTHING
    return way_of_bucket + badges


def _draw_crumbs(look: Look, passed: Sequence[Box]) -> Markup:
    """Draw the route of salt from a chamber to the entrance as a trail of crumbs, so that the miners stay visible."""
    shaft = passed[-1]
    chambers = [(cell.x + cell.width / 2, cell.foot - 33) for cell in passed if cell.x != shaft.x]
    # In the shaft, the route follows the rope of the hoist, where no miner stands.
    x, y = rope_in(shaft), shaft.y + 8
    drawn = f"M{_at(chambers[0])}{''.join(f'H{short(to_x)}V{short(to_y)}' for to_x, to_y in chambers[1:])}"
    drawn += f"H{short(x)}V{short(y)}"
    head = f"M{short(x)} {short(y - 14)}l8 13h-16z"
    dots = path(drawn, line=look.theme.halo, weight=9) + path(drawn, line=look.theme.last, weight=6)
    return element(
        "g",
        element("g", dots, stroke_dasharray="0.1 11", stroke_linecap="round"),
        path(head, fill=look.theme.last, line=look.theme.halo, weight=2),
        class_="ms-arrow ms-way",
    )


def marks_of_move(look: Look, move: Move, boxes: Mapping[str, Box]) -> list[Markup]:
    """Return the marks for a move before it is made: solid rims, and an arrow for a miner that moves."""
    parts = [_draw_rims(look, boxes, dict.fromkeys(_places(look.state, move)), look.theme.highlight)]
    ways = [place for place in _source_and_target(look.state, move) if place in boxes]
    if len(ways) == 2:
        parts.append(_draw_bow(look, boxes, ways[0], ways[1], look.theme.highlight))
    return parts


def _source_and_target(state: GameState, move: Move) -> Iterator[str]:
    for field in fields_of(type(move)):
        if field.meaning is SOURCE:
            yield _format_place(getattr(move, field.name), state.turn_seat)
            yield from list(targets_from(state, move, getattr(move, field.name)))[:1]


def marks_of_targets(look: Look, source: str, boxes: Mapping[str, Box]) -> list[Markup]:
    """Return a mark for *source*, and dashed rims for the places that a miner can legally reach from there."""
    state = look.state
    targets = {target for move in legal_moves(state) for target in targets_from(state, move, source)}
    return [
        _draw_rims(look, boxes, (place for place in boxes if place in targets), look.theme.target, "9 4"),
        _draw_rims(look, boxes, (_format_place(source, state.turn_seat),), look.theme.target),
    ]


def marks_of_arrows(look: Look, arrows: Iterable[Arrow], boxes: Mapping[str, Box]) -> list[Markup]:
    """Draw the caller's arrows that have both ends in the picture."""
    return [_draw_bow(look, boxes, arrow.source, arrow.target, arrow.colour) for arrow in arrows]


def fills(fill: Mapping[str, str], boxes: Mapping[str, Box]) -> list[Markup]:
    """Draw the caller's colours for places outside the mine. ``Look.place`` draws the colours in the mine."""
    return [
        element("rect", **sides(boxes[place]), rx=6, fill=colour, fill_opacity="0.35", class_="ms-fill")
        for place, colour in fill.items()
        if place in boxes and place not in SPACES
    ]


def _draw_rims(
    look: Look, boxes: Mapping[str, Box], places: Iterable[str], colour: str, dashes: str | None = None
) -> Markup:
    """Draw rims around the places that are in the picture. Halos make the rims visible on every background."""
    # The cells of the mine touch each other, so their rims lie within them. Places in buildings and panels, whose ids
    # contain a colon, have room around them, and the words and coins in them reach their edges.
    areas = [boxes[place].grow(1 if ":" in place else -1.5) for place in places if place in boxes]
    if not areas:
        return NOTHING
    # All halos come first, so that the halo of one place does not cover the rim of its neighbour.
    halos, lines = (
        join_markup(element("rect", **sides(here), rx=7, class_=kind) for here in areas)
        for kind in (None, "ms-rim ms-on-halo")
    )
    return element("g", halos, fill="none", stroke=look.theme.halo, stroke_width=6) + element(
        "g", lines, fill="none", stroke=colour, stroke_width=3.2, stroke_dasharray=dashes
    )


def _draw_glint(look: Look, area: Box) -> Markup:
    """Draw a glint at the corner of a revealed piece."""
    glint = Box(area.right - 15, area.y - 7, 22, 22)
    circle = element("circle", cx=glint.x + 11, cy=glint.y + 11, r=11, fill=look.theme.halo)
    return circle + look.use("sparkle", glint.grow(-3))


def _measure_badge(told: str) -> float:
    """Return the width of a badge with this text."""
    return text_width(told, 12, is_bold=True) + 10


def _draw_badge(look: Look, told: str, x: float, y: float, room: float = math.inf) -> Markup:
    """Draw a gain or payment as a label whose left end is at *x*, and whose width is at most *room*."""
    width = min(_measure_badge(told), room)
    label = Box(x - 4, y - 3, width, 18)
    return box(label, look.theme.last, look.theme.halo, radius=9, weight=2, class_="ms-figure") + words(
        told, label.x + width / 2, label.y + 13.5, look.theme.halo, size=12, anchor="middle", is_bold=True,
        room=width - 10,
    )  # fmt: skip


_HEAD: Final = 11.0
"""The length of an arrowhead."""


def _draw_bow(look: Look, boxes: Mapping[str, Box], source: str, target: str, colour: str) -> Markup:
    """Draw a curved arrow with a halo, or nothing if an end is not in the picture. The ends lie beside the figures."""
    if source not in boxes or target not in boxes:
        return NOTHING
    (x, y), (to_x, to_y) = _beside(boxes[source], boxes[target]), _beside(boxes[target], boxes[source])
    distance = math.hypot(to_x - x, to_y - y)
    if distance < 1:
        return NOTHING
    # The arrow is a quadratic Bezier curve. Its control point lies beside the midpoint, at a right angle to the
    # straight line. The head points along the line from the control point to the end.
    bow = min(distance * 0.18, 46) * (1 if to_x >= x else -1)
    over_x, over_y = (x + to_x) / 2 + (to_y - y) / distance * bow, (y + to_y) / 2 - (to_x - x) / distance * bow
    length = math.hypot(to_x - over_x, to_y - over_y) or 1.0
    back_x, back_y = (over_x - to_x) / length * _HEAD, (over_y - to_y) / length * _HEAD
    side_x, side_y = -back_y * 0.62, back_x * 0.62
    barb, other = ((to_x + back_x + sign * side_x, to_y + back_y + sign * side_y) for sign in (1, -1))
    tip = _at((to_x, to_y))
    drawn = f"M{_at((x, y))}Q{_at((over_x, over_y))} {tip}M{_at(barb)}L{tip}L{_at(other)}"
    return element(
        "g",
        path(drawn, line=look.theme.halo, weight=8), path(drawn, line=colour, weight=3.6),
        class_="ms-arrow", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def _beside(here: Box, other: Box) -> Point:
    """Return a point in a place on the side that faces another place, slightly above the middle."""
    x, y = here.middle
    aside = other.middle[0] - x
    along = here.width * 0.3 if abs(aside) < here.width / 2 else math.copysign(here.width * 0.3, aside)
    return x + along, y - here.height * 0.12


def _at(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def targets_from(state: GameState, move: Move, source: str) -> Iterator[str]:
    """Yield the places to which *move* takes a miner from *source*, if any."""
    if any(field.meaning is SOURCE and getattr(move, field.name) == source for field in fields_of(type(move))):
        yield from (str(place) for place in places_of(move, Role.TO))
        building = state.ruleset.by_move[type(move)].building_id
        if building is not None:
            yield building


def _places(state: GameState, move: Move) -> Iterator[str]:
    """Yield the places that a move of any kind concerns."""
    rule = state.ruleset.by_move[type(move)]
    at = house_of(rule)
    for field in fields_of(type(move)):
        held = getattr(move, field.name)
        if field.meaning in MINE_OR_TOWN and held is not None:
            yield from (_format_place(place, state.turn_seat) for place in (held if field.is_tuple else (held,)))
        elif field.meaning is SLOT and at is not None:
            yield f"{at}:{held}"
    if rule.building_id is not None:
        yield rule.building_id
    elif at is not None and not any(field.meaning is SLOT for field in fields_of(type(move))):
        yield ARRIVING
