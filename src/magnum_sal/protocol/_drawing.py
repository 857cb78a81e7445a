"""What a request says of a picture that no type of a field says: arrows, and colours by name and by place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..errors import MalformedError
from ..model.pieces import MAX_PLAYERS
from ..record.serialization.json_text import shown
from ..record.serialization.shapes import Plain
from ..record.serialization.strict_fields import object_at, object_fields
from ..render import Arrow, Box, Theme
from ..render.svg_arguments import MOST_MARKS
from ..render.themes import COLOUR

_COLOUR: Final = {"type": "string", "pattern": f"^{COLOUR}$"}
_ARROW_COLOUR: Final = str(attrs.fields(Arrow).colour.default)
_NAMES: Final = tuple(field.name for field in attrs.fields(Theme))
_BY_SEAT: Final = ("seats", "seats_ink")
"""The colours of a theme that are a list, one for each seat."""


def _object(properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


COLOURS: Final = Plain(
    _object(
        {
            name: {"type": "array", "items": _COLOUR, "minItems": MAX_PLAYERS, "maxItems": MAX_PLAYERS}
            if name in _BY_SEAT
            else _COLOUR
            for name in _NAMES
        },
        [],
    )
)
"""Colours of a theme by name."""
FILL: Final = Plain({"type": "object", "additionalProperties": _COLOUR})
"""Colours by place."""
ARROWS: Final = Plain(
    {
        "type": "array",
        "items": _object(
            {
                "source": {"type": "string"},
                "target": {"type": "string"},
                "colour": {**_COLOUR, "default": _ARROW_COLOUR},
            },
            ["source", "target"],
        ),
        "maxItems": MOST_MARKS,
    }
)
"""Arrows from place to place."""
PLACES: Final = Plain(
    {
        "type": "object",
        "additionalProperties": _object(
            {field.name: {"type": "number"} for field in attrs.fields(Box)},
            [field.name for field in attrs.fields(Box)],
        ),
    }
)
"""Rectangles by place."""


def read_colours(data: Any) -> dict[str, Any]:
    """Read colours of a theme, as many as there are."""
    return {name: _read_of_theme(name, colour) for name, colour in object_fields(data).items()}


def _read_of_theme(name: str, data: Any) -> str | tuple[str, ...]:
    if name not in _NAMES:
        raise MalformedError(f"{shown(name)}: no such colour; there are {', '.join(_NAMES)}")
    if name not in _BY_SEAT:
        return _read_colour(name, data)
    if type(data) is not list or len(data) != MAX_PLAYERS:
        raise MalformedError(f"{name}: {shown(data)} is not a list of {MAX_PLAYERS} colours")
    return tuple(_read_colour(f"{name}[{seat}]", colour) for seat, colour in enumerate(data))


def read_fill(data: Any) -> dict[str, str]:
    """Read colours by place; whether there are such places is not checked here."""
    return {place: _read_colour(shown(place), colour) for place, colour in object_fields(data).items()}


def read_arrows(data: Any) -> tuple[Arrow, ...]:
    """Read arrows; whether there are such places is not checked here."""
    if type(data) is not list:
        raise MalformedError(f"{shown(data)} is not a list")
    if len(data) > MOST_MARKS:
        raise MalformedError(f"{len(data)} entries, not 0 to {MOST_MARKS}")
    return tuple(_read_arrow(f"[{index}]", entry) for index, entry in enumerate(data))


def _read_arrow(place: str, data: Any) -> Arrow:
    given = {"colour": _ARROW_COLOUR} | data if type(data) is dict else data
    fields = object_at(place, given, ("source", "target", "colour"))
    for end in ("source", "target"):
        if type(fields[end]) is not str:
            raise MalformedError(f"{place}.{end}: {shown(fields[end])} is not a text")
    return Arrow(fields["source"], fields["target"], _read_colour(f"{place}.colour", fields["colour"]))


def _read_colour(place: str, data: Any) -> str:
    if type(data) is not str or not re.fullmatch(COLOUR, data):
        raise MalformedError(f"{place}: {shown(data)} is no colour written as #rrggbb")
    return data


def rectangles(places: Mapping[str, Box]) -> dict[str, dict[str, float]]:
    """Return where places are drawn as plain data, to the hundredth."""
    return {place: {name: round(size, 2) for name, size in attrs.asdict(box).items()} for place, box in places.items()}
