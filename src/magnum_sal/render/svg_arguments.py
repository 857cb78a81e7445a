"""Check the arguments of ``svg`` before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final
from xml.etree import ElementTree as ET
from xml.parsers.expat import ErrorString

import attrs

from .._internal.caches import cached
from ..engine.transitions import check_legal
from ..errors import IllegalMoveError, MisuseError
from ..errors.messages import brief
from ..model.mine import SPACES
from ..model.moves import Move
from ..model.pieces import STOCK
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..model.symbol import Symbol
from ._markup import NOT_OF_XML, element, join_markup
from ._svg_marks import Arrow
from ._svg_symbols import symbols_of
from .board_facts import houses, places_of
from .themes import THEMES, check_colour

MOST_MARKS: Final = 1000
"""The maximum number of arrows, or of coloured places, in a picture."""
LONGEST_STYLE: Final = 20_000
"""The maximum number of characters in a style sheet."""

LARGEST_DRAWING: Final = 10_000
"""The maximum width and height of a drawing."""
LONGEST_DRAWING: Final = 200_000
"""The maximum number of characters in a drawing."""
DEEPEST_DRAWING: Final = 50
"""The maximum nesting depth of the elements in a drawing."""

_SVG: Final = "http://www.w3.org/2000/svg"
_DRAWING: Final = frozenset(
    ("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "image")
)
_XML: Final = "http://www.w3.org/XML/1998/namespace"
_FETCHES: Final = re.compile(r"url\(|image\(|image-set\(|src\(|\\", re.IGNORECASE)
"""Matches CSS that loads external content, and backslashes, which could disguise it."""
_PREFIX: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def check_highlight(state: GameState, move: Move | None) -> Move | None:
    """Return *move*. Raises ``MisuseError`` if it is not one legal move, for example because it was already made."""
    if move is None:
        return None
    if isinstance(move, (list, tuple)):
        told = "to show a course of several moves, draw the position after it with last=steps"
        raise MisuseError(f"highlight: expected one move, got {brief(move)} ({told})")
    if type(move) not in state.ruleset.by_move:
        raise MisuseError(f"highlight: {brief(move)} is not a move in the ruleset {state.ruleset.name!r}")
    try:
        check_legal(state, move)
    except IllegalMoveError as error:
        told = "cannot be made in this position (to show a move that was made, pass last=step)"
        raise MisuseError(f"highlight: {brief(move)} {told}: {error}") from error
    return move


def check_source(state: GameState, source: str | None) -> str | None:
    """Return *source*. Raises ``MisuseError`` if there is no such place."""
    if source is None or source in (STOCK, *SPACES, *state.ruleset.building_ids):
        return source
    raise MisuseError(f"targets_of: {brief(source)} is not a mine space, a building or 'stock'")


def check_arrows(state: GameState, arrows: object) -> list[Arrow]:
    """Return the arrows, with pairs converted. Raises ``MisuseError`` if an arrow or one of its ends is invalid."""
    if not isinstance(arrows, Iterable) or isinstance(arrows, str):
        raise MisuseError(f"arrows: expected a list of arrows, got {brief(arrows)}")
    found: list[Arrow] = []
    places = places_of(state)
    for given in arrows:
        # Any iterable is allowed, even an infinite one, so count while reading.
        if len(found) == MOST_MARKS:
            raise MisuseError(f"arrows: more than {MOST_MARKS} arrows")
        arrow = Arrow(*given) if isinstance(given, tuple) and len(given) == 2 else given
        if not isinstance(arrow, Arrow):
            raise MisuseError(f"arrows: expected an Arrow or a pair of source and target, got {brief(arrow)}")
        _check_place(places, "arrows", arrow.source)
        _check_place(places, "arrows", arrow.target)
        check_colour("arrows", arrow.colour)
        found.append(arrow)
    return found


def check_fill(state: GameState, fill: object) -> dict[str, str]:
    """Return the colours by place. Raises ``MisuseError`` if a colour or a place is invalid."""
    if fill is None:
        return {}
    if not isinstance(fill, Mapping) or len(fill) > MOST_MARKS:
        raise MisuseError(f"fill: expected at most {MOST_MARKS} colours by place, got {brief(fill)}")
    places = places_of(state)
    for place, colour in fill.items():
        _check_place(places, "fill", place)
        check_colour("fill", colour)
    return dict(fill)


def _check_place(places: Set[str], name: str, place: object) -> None:
    if not isinstance(place, str) or place not in places:
        raise MisuseError(
            f"{name}: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got {brief(place)}"
        )


def check_symbols(ruleset: Ruleset, symbols: object, more: Iterable[str] = ()) -> dict[str, Symbol]:
    """Return the drawings by name. Raises ``MisuseError`` if one is invalid or contains more than static graphics."""
    if symbols is None:
        return {}
    known = {*symbols_of(THEMES["light"]), *ruleset.tool_kinds, *(house.id for house in houses(ruleset)), *more}
    if not isinstance(symbols, Mapping):
        raise MisuseError(f"symbols: expected drawings by name, got {brief(symbols)}")
    for name, symbol in symbols.items():
        if name not in known:
            raise MisuseError(
                f"symbols: {brief(name)} is not the name of a drawing, or of a tool or a building of the ruleset "
                f"{ruleset.name!r}"
            )
        if not isinstance(symbol, Symbol):
            raise MisuseError(f"symbols: {name}: expected a Symbol, got {brief(symbol)}")
    return {name: _sanitize_drawing(name, symbol) for name, symbol in symbols.items()}


@cached(most=64)
def symbols_of_extensions(ruleset: Ruleset) -> Mapping[str, Symbol]:
    """Return the drawings of the extensions of a ruleset, by name. Raises the errors of ``check_symbols``."""
    found: dict[str, Symbol] = {}
    # A later extension may replace what an earlier one has drawn.
    for extension in ruleset.extensions:
        try:
            # The ruleset may leave out tools of an extension, but the extension still has words for them.
            labels = (extension.labels, *(rule.labels for rule in extension.rules))
            named = {name for words in labels for name in words.get("en", ())}
            found |= check_symbols(ruleset, extension.symbols, named)
        except MisuseError as error:
            raise MisuseError(f"extension {extension.id!r}: {error}") from error
    return found


def _sanitize_drawing(name: str, symbol: Symbol) -> Symbol:
    """
    Return a drawing after parsing and serializing it.

    Raises ``MisuseError`` if the drawing is invalid or contains anything besides static graphics, such as scripts.

    A page may parse the picture as HTML, where comments, processing instructions and CDATA sections end in different
    places than in XML. A comment in XML can be a script in HTML. Serializing the parsed drawing removes all three.
    """
    sides: tuple[object, ...] = (symbol.width, symbol.height)
    if not all(type(side) in (int, float) and 0 < side <= LARGEST_DRAWING for side in sides):  # type: ignore[operator]
        raise MisuseError(f"symbols: {name}: width and height must be above 0 and at most {LARGEST_DRAWING}")
    content: object = symbol.content
    if not isinstance(content, str) or len(content) > LONGEST_DRAWING:
        raise MisuseError(f"symbols: {name}: the content must be a text of at most {LONGEST_DRAWING} characters")
    if NOT_OF_XML.search(content):
        raise MisuseError(f"symbols: {name}: the content has characters that XML does not allow")
    try:
        # A document type declaration can only precede the root. In the content it is an error, so a drawing cannot
        # define entities, which could load files or expand endlessly.
        root = ET.fromstring(f'<svg xmlns="{_SVG}"\n>{content}</svg>')
    except ET.ParseError as error:
        # The content begins in the second line of the parsed text, after one character. Expat counts columns from 0.
        line, column = error.position
        place = f"line {line - 1}, column {column if line == 2 else column + 1}"
        told = ErrorString(error.code)
        if told == "unbound prefix":
            told += "; declare the prefix (xmlns:...), or delete what the drawing program added, such as inkscape:label"
        raise MisuseError(f"symbols: {name}: the content is not well-formed: {place}: {told}") from None
    return attrs.evolve(symbol, content=join_markup(_serialize_content(name, root)))


def _serialize_content(name: str, parent: ET.Element, depth: int = 0) -> Iterator[str]:
    """Yield the serialized contents of an element: its text and its child elements."""
    if depth > DEEPEST_DRAWING:
        raise MisuseError(f"symbols: {name}: elements are nested more than {DEEPEST_DRAWING} deep")
    yield parent.text or ""
    for child in parent:
        # Only an allowlist is safe: SVG has many elements that run scripts, animate attributes or load files.
        tag = child.tag.removeprefix(f"{{{_SVG}}}")
        if tag not in _DRAWING:
            raise MisuseError(f"symbols: {name}: the element {brief(tag)} is not allowed in a drawing")
        attributes = dict(_attributes(name, child))
        yield element(tag, *_serialize_content(name, child, depth + 1), **attributes)
        yield child.tail or ""


def _attributes(name: str, child: ET.Element) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an element. Attributes in namespaces unknown to SVG draw nothing, so they are dropped."""
    for key, value in child.attrib.items():
        namespace, _, attribute = key.removeprefix("{").rpartition("}")
        # An id could clash with an id in the page. Attributes that begin with *on* hold scripts.
        if attribute == "id" or attribute.lower().startswith("on"):
            raise MisuseError(f"symbols: {name}: the attribute {brief(attribute)} is not allowed in a drawing")
        if _FETCHES.search(value):
            raise MisuseError(f"symbols: {name}: {brief(value)} refers to another resource")
        # Bitmap artwork is embedded as a data URL, so the picture stays one file and makes no requests.
        if attribute.endswith("href") and not value.startswith("data:image/"):
            raise MisuseError(f"symbols: {name}: {brief(value)} is not an embedded image (data:image/...)")
        if namespace == _XML:
            yield f"xml:{attribute}", value
        elif not namespace or attribute == "href":
            yield attribute, value


def check_prefix(prefix: object, name: str = "prefix") -> None:
    """Raise ``MisuseError`` if *prefix*, the value of the argument *name*, cannot begin an id."""
    if not isinstance(prefix, str) or not _PREFIX.fullmatch(prefix):
        raise MisuseError(f"{name}: expected a letter and up to 39 letters, digits, - and _, got {brief(prefix)}")


def check_style(style: object) -> None:
    """Raise ``MisuseError`` if *style* is not a string, is too long, or contains characters that XML forbids."""
    if not isinstance(style, str) or len(style) > LONGEST_STYLE:
        raise MisuseError(f"style: expected a text of at most {LONGEST_STYLE} characters, got {brief(style)}")
    if NOT_OF_XML.search(style):
        raise MisuseError(f"style: {brief(style)} has characters that XML does not allow")
