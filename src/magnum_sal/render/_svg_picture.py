"""The whole table as one SVG picture of our own drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from .._meaning import SLOT, Role, fields_of, places_of
from .._step import Step
from .._wording import brief
from ..engine import legal_moves
from ..errors import MisuseError
from ..fields import MINE_OR_TOWN, SOURCE
from ..labels import label, move_in_words, pending_in_words, roman, ruleset_label, titled
from ..mine import SPACES
from ..moves import Move
from ..pieces import ARRIVING, SEAT_LETTERS, STOCK
from ..rule import When
from ..state import GameState, check_state
from . import _svg_mine as svg_mine
from . import _svg_players as svg_players
from . import _svg_town as svg_town
from ._colours import Theme, ThemeName, theme_named
from ._facts import check_last, check_size, extras, made_in_words, who_made
from ._svg_shapes import FONT, Box, box, element, group, miner, words

_MARGIN: Final = 14
_HEAD: Final = 70
_TOWN_TOP: Final = _HEAD + 8
_MINE_TOP: Final = _TOWN_TOP + svg_town.HEIGHT + 16
_FOOT_TOP: Final = _MINE_TOP + svg_mine.HEIGHT + 12
_PLAYERS_LEFT: Final = _MARGIN + svg_mine.WIDTH + 16
WIDTH: Final = _PLAYERS_LEFT + svg_players.WIDTH + _MARGIN
HEIGHT: Final = _FOOT_TOP + 34


class Svg(str):
    """An SVG picture as text, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    state: GameState,
    *,
    width: int = 1200,
    theme: ThemeName = "light",
    highlight: Move | None = None,
    targets_of: str | None = None,
    language: str = "en",
    last: Step | None = None,
) -> Svg:
    """
    Return the table as a picture, with every public fact.

    It is a pure function: the same arguments give the same text. What lies face down stays face down, also where
    *state* is not a public one. Elements that stand for a place have its id as ``data-place``, and titles for screen
    readers.

    Args:
        state: The position.
        width: Pixels that the picture takes where nothing else sizes it; the height follows.
        theme: ``"light"`` or ``"dark"``.
        highlight: A move of the player to move whose places are marked.
        targets_of: A source, such as ``"stock"``, a mine space, a building with the player's assistant: the places are
            marked to which a legal move brings a miner from there.
        language: One of ``labels.LANGUAGES``, such as ``"en"``.
        last: The step that led to the position: its move stands in the foot, with the name of who made it, and its
            places have a dotted rim; None shows none.

    Raises:
        MisuseError: *state* is none, the language or the theme is not known, *width* is no number of pixels,
            *highlight* no move of the ruleset, *targets_of* no place, or *last* no step that leads to *state*.
    """
    check_state(state)
    check_size("width", width)
    if highlight is not None and type(highlight) not in state.ruleset.by_move:
        raise MisuseError(f"highlight: {brief(highlight)} is no move that the ruleset {state.ruleset.name!r} knows")
    if targets_of is not None and targets_of not in (STOCK, *SPACES, *state.ruleset.building_ids):
        raise MisuseError(f"targets_of: {brief(targets_of)} is no mine space, no building and not 'stock'")
    check_last(state, last)
    colors = theme_named(theme)
    parts = [
        svg_town.town(
            state,
            Box(_MARGIN, _TOWN_TOP, svg_mine.WIDTH, svg_town.HEIGHT),
            colors,
            language,
        ),
        svg_mine.mine(state, Box(_MARGIN, _MINE_TOP, svg_mine.WIDTH, svg_mine.HEIGHT), colors, language),
        svg_players.players(
            state, Box(_PLAYERS_LEFT, _TOWN_TOP, svg_players.WIDTH, _FOOT_TOP - _TOWN_TOP), colors, language
        ),
    ]
    body = "".join(part.body for part in parts)
    boxes = {place: area for part in parts for place, area in part.boxes.items()}
    marks = _marks(state, boxes, colors, highlight, targets_of, last)
    turn = turn_in_words(state, language)
    told = turn if last is None else f"{_last_told(last, language)}. {turn}"
    if highlight is not None:
        told += f". {_highlight_told(state, highlight, language)}"
    return Svg(
        element(
            "svg",
            element("title", escape(f"Magnum Sal: {turn}"))
            + element("desc", escape(told))
            + element("rect", width=WIDTH, height=HEIGHT, fill=colors.page)
            + _head(state, colors, language)
            + body
            + _foot(state, colors, language, last)
            + marks,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            width=width,
            height=round(width * HEIGHT / WIDTH),
            font_family=FONT,
            role="img",
            aria_label=f"Magnum Sal: {turn}",
        )
    )


def turn_in_words(state: GameState, language: str = "en") -> str:
    """Return where the game stands: phase, round, who is to move, actions left."""
    course = (
        f"{label('phase', language)} {roman(state.phase)}/{roman(state.ruleset.phases)}, "
        f"{label('round', language)} {state.round}"
    )
    if state.pending is not None:
        return f"{course}. {titled(pending_in_words(state.pending, language, state.ruleset))}"
    if state.turn is None:
        return f"{course}. {label('game_over', language)}"
    to_move = f"{label('to_move', language)}: {state.player.name}"
    return f"{course}. {to_move}, {label('actions_left', language)}: {state.turn.actions_left}"


def _highlight_told(state: GameState, move: Move, language: str) -> str:
    return f"{state.player.name}: {move_in_words(state, move, language)}"


def _last_told(last: Step, language: str) -> str:
    return f"{who_made(last)}: {made_in_words(last, language)}"


def _head(state: GameState, theme: Theme, language: str) -> str:
    x, y = float(_MARGIN), 30.0
    course = (
        f"{label('phase', language)} {roman(state.phase)}/{roman(state.ruleset.phases)}"
        f" · {label('round', language)} {state.round}"
    )
    parts = [
        words("Magnum Sal", x, y, theme.ink, size=24, weight="bold"),
        words(course, x + 175, y, theme.ink, size=20, room=320),
    ]
    middle = x + 510
    parts.append(miner(state.turn_seat, middle, y + 3, theme))
    name = f"{SEAT_LETTERS[state.turn_seat]} {state.player.name}"
    if state.turn is None or state.pending is not None:
        why = (
            label("game_over", language)
            if state.pending is None
            else pending_in_words(state.pending, language, state.ruleset)
        )
        parts.append(words(f"{name} · {why}", middle + 26, y, theme.accent, size=20, weight="bold", room=560))
    else:
        to_move = f"{label('to_move', language)}: {name}"
        parts.append(words(to_move, middle + 26, y, theme.ink, size=20, weight="bold", room=560))
    if state.turn is None:
        return group(turn_in_words(state, language), parts)
    turn = state.turn
    visited = ", ".join(label(building, language, state.ruleset) for building in turn.visited) or "-"
    facts = (
        f"{label('actions_left', language)}: {turn.actions_left}",
        f"{label('passes', language)}: {turn.passes}",
        f"{label('arriving', language)}: {turn.arriving}",
        f"{label('visited', language)}: {visited}",
        f"{label('arrived', language)}: {', '.join(turn.arrived) or '-'}",
    )
    parts.append(words("   ·   ".join(facts), x, y + 29, theme.ink, size=16, room=WIDTH - 2 * _MARGIN))
    return group(turn_in_words(state, language), parts)


def _foot(state: GameState, theme: Theme, language: str, last: Step | None) -> str:
    facts = [ruleset_label(state.ruleset, language), *(f"{name}: {value}" for name, value in extras(state, language))]
    line = "   ·   ".join(facts)
    y, room = _FOOT_TOP + 18, WIDTH - 2 * _MARGIN
    if last is None:
        return words(line, _MARGIN, y, theme.muted, size=14, room=room)
    caption = words(_last_told(last, language), _MARGIN, y, theme.accent, size=16, weight="bold", room=room * 0.6)
    return caption + words(line, WIDTH - _MARGIN, y, theme.muted, size=14, anchor="end", room=room * 0.38)


def _marks(
    state: GameState,
    boxes: dict[str, Box],
    theme: Theme,
    highlight: Move | None,
    targets_of: str | None,
    last: Step | None,
) -> str:
    marked: list[str] = []
    if last is not None:
        places = set(_places(last.before, last.move))
        marked += [_rim(boxes[place], theme.accent, "2 6") for place in boxes if place in places]
    if targets_of is not None:
        targets = {target for move in legal_moves(state) for target in _targets(state, move, targets_of)}
        marked += [_rim(boxes[place], theme.target, "9 5") for place in boxes if place in targets]
        if (source := _place(state, targets_of)) in boxes:
            marked.append(_rim(boxes[source], theme.target, "none"))
    if highlight is not None:
        places = set(_places(state, highlight))
        marked += [_rim(boxes[place], theme.accent, "none") for place in boxes if place in places]
    return "".join(marked)


def _rim(area: Box, color: str, dashes: str) -> str:
    return box(area.grown(1), "none", color, weight=5, dashes=dashes)


def _place(state: GameState, place: str) -> str:
    """Return how the boxes call a place that a move names; each player's stock has a box of its own."""
    return f"stock:{state.turn_seat}" if place == "stock" else place


def _targets(state: GameState, move: Move, source: str) -> Iterator[str]:
    """Yield where *move* brings a miner from *source*, if it is such a move."""
    if any(field.meaning is SOURCE and getattr(move, field.name) == source for field in fields_of(type(move))):
        yield from (str(place) for place in places_of(move, Role.TO))
        building = state.ruleset.by_move[type(move)].building_id
        if building is not None:
            yield building


def _places(state: GameState, move: Move) -> Iterator[str]:
    """Yield the places that a move is about, of whatever kind it is."""
    rule = state.ruleset.by_move[type(move)]
    at = rule.building_id or ("castle" if rule.when is When.ARRIVAL else None)
    for field in fields_of(type(move)):
        held = getattr(move, field.name)
        if field.meaning in MINE_OR_TOWN and held is not None:
            yield from (_place(state, place) for place in (held if field.is_tuple else (held,)))
        elif field.meaning is SLOT and at is not None:
            yield f"{at}:{held}"
    if rule.building_id is not None:
        yield rule.building_id
    elif at is not None and not any(field.meaning is SLOT for field in fields_of(type(move))):
        yield ARRIVING
