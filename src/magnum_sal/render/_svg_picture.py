"""The whole table, or a part of it, as one SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ..engine.steps import Step
from ..model.moves import Move
from ..model.ruleset import Ruleset, check_ruleset
from ..model.state import GameState, check_seat, check_state
from ..model.symbol import Symbol
from ..rules.standard import STANDARD
from ..words import move_in_words
from . import svg_arguments as asked
from ._markup import NOTHING, Markup, element
from ._svg_elements import FONT, FONT_SIZE, Box, Drawing
from ._svg_marks import Arrow, fills, marks_of_arrows, marks_of_move, marks_of_steps, marks_of_targets, summarize_steps
from ._svg_symbols import symbols_of
from .board_facts import check_end_reason, check_last, check_size
from .layouts import LayoutName, find_layout
from .step_texts import MOST_TOLD, describe_steps
from .svg_look import PREFIX, Look, drawing_id
from .themes import Theme, ThemeName, theme_of, with_properties

DEFS_PREFIX: Final = "ms-defs"
"""The prefix of the drawings that ``defs()`` returns."""


class Svg(str):
    """An SVG picture as text. A notebook displays it as a picture."""

    __slots__ = ("height", "places", "width")

    places: Mapping[str, Box]
    """The box of each place, in the units of the ``viewBox``."""
    width: int
    """The width of the ``viewBox``, in its units, whatever the *size* in pixels; 0 for ``defs()``."""
    height: int
    """The height of the ``viewBox``, in its units; 0 for ``defs()``."""

    def __new__(cls, text: str, places: Mapping[str, Box] | None = None, width: int = 0, height: int = 0) -> Svg:
        """Create a picture with the boxes of its *places*, and with the size of its ``viewBox``."""
        self = super().__new__(cls, text)
        self.places = MappingProxyType(dict(places or {}))
        self.width, self.height = width, height
        return self

    def __reduce__(self) -> tuple[type[Svg], tuple[str, dict[str, Box], int, int]]:
        # The read-only view of the places cannot be pickled.
        return Svg, (str(self), dict(self.places), self.width, self.height)

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
    end_reason: str | None = None,
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
    defs: bool | str = True,
) -> Svg:
    """
    Return the table as an SVG picture with every public fact.

    The function is pure: the same arguments give the same text. Face-down pieces stay hidden even if *state* is not a
    public state. Elements for a place have the place's id as ``data-place`` and a title for screen readers. In a
    picture for a phone, the printed contents of a revealed chamber's tile appear only in the chamber's title.

    Args:
        state: The position.
        layout: ``"wide"`` is the whole table for a large screen, and ``"tall"`` for a phone. ``"board"`` is the town
            above the mine. ``"mine"``, ``"town"`` and ``"players"`` are parts for a page that arranges them itself, and
            ``"panels"`` has smaller panels of the players in two columns.
        size: The width in pixels, unless a page sets another one. The height is proportional. None means the natural
            width of the layout, at which the smallest text is 11 pixels high. Below 600, ``"mine"`` and ``"town"``
            are folded as in ``"tall"``.
        theme: ``"light"``, ``"dark"``, ``"contrast"``, or your own theme.
        language: One of ``words.LANGUAGES``, such as ``"en"``.
        last: The step that led to the position, or a list or tuple of the last steps, at most 1000. The picture shows
            arrows, the salt's route, gains and payments, used cards and revealed pieces. Its head describes the steps,
            but when the game is over, it says how the game ended instead. An empty list leaves room for the
            description, so that the first position of a game has the same layout.
        end_reason: Why the players ended the game in this position (``Game.end_reason``), or None. The state does not
            contain this reason. If there is one, the picture shows it instead of whose turn it is.
        highlight: One legal move that has not been made yet. The picture marks its places. To show a course of several
            moves, draw the position after it with ``last=steps``, or the position before it with ``arrows`` and
            ``fill``.
        targets_of: A source, such as ``"stock"``, a mine space, or a building with the player's assistant. The picture
            marks the places that a miner can legally reach from there.
        arrows: Your own arrows, or pairs of places.
        fill: Colours, as ``#rrggbb``, by place.
        seat: The seat whose panel is first; the others follow in the order of play. None means seat 0.
        title: Whether the head contains the game's name.
        legend: Whether the foot explains the drawings.
        coordinates: Whether the spaces of the mine show their ids.
        style: A style sheet to embed in the picture.
        properties: Whether colours are CSS custom properties, such as ``var(--ms-room,#f6ead3)``, which a page can
            set. Pass False for programs that draw SVG without CSS.
        prefix: The prefix of all ids. Use different prefixes for several pictures on one page.
        symbols: Your own drawings by name: a name from ``symbols_of``, or the id of an extension's tool or building.
            They replace those of extensions (``Extension.symbols``).
        defs: Whether the picture contains the drawings that it uses. Pass False if the page contains the drawings of
            ``render.defs()``, or a prefix if it contains those of ``render.defs(prefix=...)``.

    Raises:
        MisuseError: *state* is not a ``GameState``, or another argument is invalid. The message explains the error.
    """
    check_state(state)
    chosen = find_layout(layout)
    if size is not None:
        check_size("size", size)
    if seat is not None:
        check_seat(seat, len(state.players))
    if style is not None:
        asked.check_style(style)
    asked.check_prefix(prefix)
    elsewhere = DEFS_PREFIX if defs is False else None if defs is True else defs
    if elsewhere is not None:
        asked.check_prefix(elsewhere, "defs")
    paint = with_properties(theme_of(theme)) if properties else theme_of(theme)
    steps = check_last(state, last)
    reason = check_end_reason(state, end_reason)
    move = asked.check_highlight(state, highlight)
    source = asked.check_source(state, targets_of)
    bows = asked.check_arrows(state, arrows)
    first = seat or 0
    look = Look(
        state,
        paint,
        language,
        prefix,
        elsewhere,
        has_coordinates=coordinates,
        is_narrow=chosen.is_narrow(size),
        fill=asked.check_fill(state, fill),
        symbols=_gather_symbols(paint, state.ruleset, symbols),
        seats=(*range(first, len(state.players)), *range(first)),
        steps=None if last is None else steps,
        end_reason=reason,
        has_title=title,
        has_legend=legend,
    )
    table = chosen.draw(look)
    marks = _marks(look, table.boxes, move, source, bows)
    text = _document(look, layout, table, marks, _describe_picture(look, move), size, style)
    return Svg(text, table.boxes, round(table.width), round(table.height))


def _gather_symbols(theme: Theme, ruleset: Ruleset, symbols: Mapping[str, Symbol] | None) -> dict[str, Symbol]:
    """Return all drawings by name. The program's *symbols* replace those of extensions, which replace the library's."""
    own = asked.check_symbols(ruleset, symbols)
    return {**symbols_of(theme), **asked.symbols_of_extensions(ruleset), **own}


def _marks(
    look: Look, boxes: Mapping[str, Box], move: Move | None, source: str | None, arrows: Iterable[Arrow]
) -> list[Markup]:
    return [
        # Later marks lie on top of earlier ones. Colours come first, then the marks of past steps, of possible targets,
        # and of the highlighted move. The program's own arrows are on top.
        *fills(look.fill, boxes),
        *(marks_of_steps(look, summarize_steps(look.steps), boxes) if look.steps else ()),
        *(marks_of_targets(look, source, boxes) if source is not None else ()),
        *(marks_of_move(look, move, boxes) if move is not None else ()),
        *marks_of_arrows(look, arrows, boxes),
    ]


def _describe_picture(look: Look, highlight: Move | None) -> list[str]:
    """Describe the picture in sentences: the last steps, the state of the game, and the highlighted move."""
    told = [
        sentence
        for step in describe_steps((look.steps or ())[-MOST_TOLD:], look.language)
        for sentence in (f"{step.who}: {step.move}", *step.came)
    ]
    told.append(look.describe_turn())
    if highlight is not None:
        told.append(f"{look.state.player.name}: {move_in_words(look.state, highlight, look.language)}")
    return told


def _document(
    look: Look, layout: str, table: Drawing, on_it: Sequence[Markup], told: Sequence[str], size: int | None,
    style: str | None,
) -> Markup:  # fmt: skip
    # The marks lie above all places. Pointer events pass through them to the places, and screen readers find the same
    # facts in the description.
    layer = element("g", *on_it, id=look.layer("marks"), class_="ms-marks", pointer_events="none", aria_hidden="true")
    body = table.body + layer
    width = table.width if size is None else size
    return element(
        "svg",
        element("title", f"Magnum Sal: {look.turn_in_words()}"),
        element("desc", ". ".join(told)),
        element("style", style) if style else NOTHING,
        _defs(look, body),
        element("rect", width=table.width, height=table.height, fill=look.theme.page, class_="ms-page"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {round(table.width)} {round(table.height)}",
        width=width,
        height=round(width * table.height / table.width),
        id=look.layer("table"),
        class_=f"ms-table ms-{layout}",
        font_family=FONT,
        font_size=FONT_SIZE,
        fill=look.theme.ink,
        pointer_events="all",
        # With the role of an image, screen readers would treat the picture as one item and never reach the titles of
        # its places.
        role="graphics-document",
    )  # fmt: skip


def _defs(look: Look, body: Markup) -> Markup:
    """Return the definitions of the drawings that *body* uses, or nothing if the page contains them."""
    if look.defs is not None:
        return NOTHING
    # Most pictures use only some of the drawings. Each drawing is defined once and used by name, which keeps a picture
    # below 128 kB.
    used = {name: drawing for name, drawing in look.symbols.items() if f'#{drawing_id(look.prefix, name)}"' in body}
    return _define(look.prefix, used)


def _define(prefix: str, drawings: Mapping[str, Symbol]) -> Markup:
    return element(
        "defs",
        *(
            element("symbol", drawing.content, id=drawing_id(prefix, name),
                    viewBox=f"0 0 {drawing.width:g} {drawing.height:g}")
            for name, drawing in drawings.items()
        ),
    )  # fmt: skip


def defs(
    *,
    theme: ThemeName | Theme = "light",
    properties: bool = True,
    symbols: Mapping[str, Symbol] | None = None,
    ruleset: Ruleset = STANDARD,
    prefix: str = DEFS_PREFIX,
) -> Svg:
    """
    Return all drawings as one invisible SVG element, for a page with many pictures.

    Put this element into the page once, as part of the HTML, and create each picture without drawings of its own:

    >>> import magnum_sal as ms
    >>> state = ms.new_game(["Ada", "Ben"], seed=7)
    >>> pictures = [svg(state, prefix=f"move{number}", defs=False) for number in range(200)]
    >>> page = "".join([defs(), *pictures])

    The drawings contain the colours, so a page with two themes needs the drawings of both, with different prefixes:
    ``defs(theme="dark", prefix="night")`` for the pictures of ``svg(..., theme="dark", defs="night")``.

    Args:
        theme: The theme of the pictures.
        properties: Whether colours are CSS custom properties, as in ``svg``.
        symbols: Your own drawings by name, as in ``svg``. Pass them to ``svg``, too.
        ruleset: The rules of the games, whose tools and buildings may have drawings in *symbols*.
        prefix: The prefix of the drawings' ids. It must differ from the prefixes of the pictures.

    Raises:
        MisuseError: an argument is invalid.
    """
    check_ruleset(ruleset)
    asked.check_prefix(prefix)
    paint = with_properties(theme_of(theme)) if properties else theme_of(theme)
    drawings = _gather_symbols(paint, ruleset, symbols)
    # A hidden element may contain symbols, but a browser would not draw gradients or clip paths from it.
    return Svg(
        element(
            "svg", _define(prefix, drawings), xmlns="http://www.w3.org/2000/svg", display="none", aria_hidden="true"
        )
    )
