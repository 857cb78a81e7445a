"""The whole table, or a part of it, as one SVG picture of our own drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from ..model.moves import Move
from ..model.state import GameState, check_state
from ..queries.steps import Step
from ..words import move_in_words
from . import svg_arguments as asked
from ._markup import NOTHING, Markup, element
from ._svg_elements import FONT, FONT_SIZE, Box, Drawing
from ._svg_marks import Arrow, fills, marks_of_arrows, marks_of_move, marks_of_steps, marks_of_targets, summarize_steps
from ._svg_symbols import Symbol, symbols_of
from .board_facts import check_last, check_size, turn_in_words
from .layouts import LayoutName, find_layout
from .step_texts import MOST_TOLD, describe_steps
from .svg_look import PREFIX, Look
from .themes import Theme, ThemeName, theme_of, with_properties


class Svg(str):
    """An SVG picture as text, which a notebook shows as a picture."""

    __slots__ = ("places",)

    places: Mapping[str, Box]
    """Where each place is drawn, in the units of the ``viewBox``."""

    def __new__(cls, text: str, places: Mapping[str, Box] | None = None) -> Svg:
        """Return a picture in which each place lies where *places* says."""
        self = super().__new__(cls, text)
        self.places = MappingProxyType(dict(places or {}))
        return self

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    state: GameState,
    *,
    layout: LayoutName = "wide",
    size: int | None = None,
    theme: ThemeName | Theme = "light",
    language: str = "en",
    last: Step | Sequence[Step] | None = None,
    highlight: Move | None = None,
    targets_of: str | None = None,
    arrows: Iterable[Arrow | tuple[str, str]] = (),
    fill: Mapping[str, str] | None = None,
    seat: int | None = None,
    title: bool = True,
    legend: bool = True,
    coordinates: bool = True,
    style: str | None = None,
    properties: bool = True,
    prefix: str = PREFIX,
    symbols: Mapping[str, Symbol] | None = None,
) -> Svg:
    """
    Return the table as a picture, with every public fact.

    It is a pure function: the same arguments give the same text. What lies face down stays face down, also where
    *state* is not a public one. Elements that stand for a place have its id as ``data-place``, and a title for screen
    readers. On a phone, what the tile of a chamber had printed is in its title alone.

    Args:
        state: The position.
        layout: ``"wide"`` is the whole table for a screen, ``"tall"`` for a phone; ``"mine"``, ``"town"`` and
            ``"players"`` are its parts, for a page that puts them together.
        size: Pixels that the picture is wide where nothing else sizes it; the height follows. None is the width that
            the layout is made for, at which its smallest words are 11 pixels high. The mine and the town alone are
            folded as in ``"tall"`` where it is less than 600.
        theme: ``"light"``, ``"dark"``, ``"contrast"``, or a theme of your own.
        language: One of ``words.LANGUAGES``, such as ``"en"``.
        last: The step that led to the position, or a list or tuple of the last ones, at most 1000: arrows, the salt's
            way, what everybody got or paid, the cards used, what was turned up, and words for it. An empty one leaves
            room for the words, so that the first position of a game lies as the others do.
        highlight: A legal move whose places are marked, before it is made.
        targets_of: A source, such as ``"stock"``, a mine space, a building with the player's assistant: the places are
            marked to which a legal move brings a miner from there.
        arrows: Arrows of your own, or pairs of places.
        fill: Colours, as ``#rrggbb``, by place.
        seat: Whose panel is the first one, the others in the order of play; None begins with seat 0.
        title: Whether the game's name stands in the head.
        legend: Whether the foot explains the drawings.
        coordinates: Whether the spaces of the mine are called by their ids.
        style: A style sheet to put into the picture.
        properties: Whether colours are custom properties, ``var(--ms-room,#f6ead3)``, which a page can set. Programs
            that draw SVG without CSS need plain ones.
        prefix: What ids begin with, to have several pictures in one page.
        symbols: Drawings of your own by name, in place of those of ``symbols_of``, or for the tools and buildings of an
            extension by their ids.

    Raises:
        MisuseError: *state* is none, or another argument is not what it should be: the message says which, and why.
    """
    check_state(state)
    chosen = find_layout(layout)
    if size is not None:
        check_size("size", size)
    if seat is not None:
        asked.check_seat(state, seat)
    if style is not None:
        asked.check_style(style)
    asked.check_prefix(prefix)
    paint = with_properties(theme_of(theme)) if properties else theme_of(theme)
    steps = check_last(state, last)
    move = asked.check_highlight(state, highlight)
    source = asked.check_source(state, targets_of)
    bows = asked.check_arrows(state, arrows)
    first = seat or 0
    look = Look(
        state,
        paint,
        language,
        prefix,
        has_coordinates=coordinates,
        is_narrow=chosen.is_narrow(size),
        fill=asked.check_fill(state, fill),
        symbols={**symbols_of(paint), **asked.check_symbols(state, symbols)},
        seats=(*range(first, len(state.players)), *range(first)),
        steps=None if last is None else steps,
        has_title=title,
        has_legend=legend,
    )
    table = chosen.draw(look)
    marks = _marks(look, table.boxes, move, source, bows)
    return Svg(
        _document(look, layout, table, marks, _describe_picture(state, steps, move, language), size, style), table.boxes
    )


def _marks(
    look: Look, boxes: Mapping[str, Box], move: Move | None, source: str | None, arrows: Iterable[Arrow]
) -> list[Markup]:
    return [
        *fills(look.fill, boxes),
        *(marks_of_steps(look, summarize_steps(look.steps), boxes) if look.steps else ()),
        *(marks_of_targets(look, source, boxes) if source is not None else ()),
        *(marks_of_move(look, move, boxes) if move is not None else ()),
        *marks_of_arrows(look, arrows, boxes),
    ]


def _describe_picture(state: GameState, steps: Sequence[Step], highlight: Move | None, language: str) -> list[str]:
    """Return what the picture is about, in sentences: what happened, where the game stands, what is shown."""
    told = [
        sentence
        for step in describe_steps(steps[-MOST_TOLD:], language)
        for sentence in (f"{step.who}: {step.move}", *step.came)
    ]
    told.append(turn_in_words(state, language))
    if highlight is not None:
        told.append(f"{state.player.name}: {move_in_words(state, highlight, language)}")
    return told


def _document(
    look: Look, layout: str, table: Drawing, on_it: Sequence[Markup], told: Sequence[str], size: int | None,
    style: str | None,
) -> Markup:  # fmt: skip
    layer = element("g", *on_it, id=look.layer("marks"), class_="ms-marks", pointer_events="none", aria_hidden="true")
    body = table.body + layer
    width = table.width if size is None else size
    return element(
        "svg",
        element("title", f"Magnum Sal: {turn_in_words(look.state, look.language)}"),
        element("desc", ". ".join(told)),
        element("style", style) if style else NOTHING,
        _defs(look, body),
        element("rect", width=table.width, height=table.height, fill=look.theme.page, class_="ms-page"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {table.width:.0f} {table.height:.0f}",
        width=width,
        height=round(width * table.height / table.width),
        id=look.layer("table"),
        class_=f"ms-table ms-{layout}",
        font_family=FONT,
        font_size=FONT_SIZE,
        fill=look.theme.ink,
        pointer_events="all",
        role="graphics-document",
    )  # fmt: skip


def _defs(look: Look, body: Markup) -> Markup:
    """Return the drawings that *body* uses."""
    return element(
        "defs",
        *(
            element("symbol", drawing.content, id=look.id("draw", name),
                    viewBox=f"0 0 {drawing.width:g} {drawing.height:g}")
            for name, drawing in look.symbols.items()
            if f'href="#{look.id("draw", name)}"' in body
        ),
    )  # fmt: skip
