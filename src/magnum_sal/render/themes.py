"""Themes: the colours of a picture, named by purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import copy
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import attrs

from .._internal.caches import cached
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.pieces import MAX_PLAYERS

ThemeName: TypeAlias = Literal["light", "dark", "contrast"]
"""The name of a built-in theme."""

COLOUR: Final = "#[0-9a-fA-F]{6}"
"""A regular expression for a colour."""


def check_colour(name: str, value: object) -> None:
    """Raise ``MisuseError`` if *value* is not a colour."""
    if not isinstance(value, str) or not re.fullmatch(COLOUR, value):
        raise MisuseError(f"{name}: {brief(value)} is not a colour such as #rrggbb")


@attrs.frozen(kw_only=True)
class Theme:
    """
    The colours of a picture, each written as ``#rrggbb``.

    Create your own theme with ``attrs.evolve(THEMES["light"], coin="#ffcc33")``. The tests check the contrast of the
    built-in themes only. The minimum is 3:1 for every figure and rim against its background, and 4.5:1 for text.

    Raises:
        MisuseError: a colour is invalid.
    """

    page: str
    """The background of the whole picture."""
    ink: str
    """Words on the page, on panels, on cards and in lit rooms."""
    muted: str
    """Less important words, on the page and on panels."""
    panel: str
    """The houses of the town and the panels of the players."""
    line: str
    """The borders of panels and cards."""
    earth: str
    """The earth around the mine."""
    strata: str
    """The decorative stripes in the earth."""
    grass: str
    """The surface above the earth."""
    edge: str
    """The rims of rooms, against the earth."""
    rock: str
    """A chamber whose tile is face down."""
    rock_ink: str
    """Words on rock."""
    room: str
    """A chamber whose tile is face up, and the corridors."""
    shaft: str
    """A section of the shaft."""
    wood: str
    """Ladders, beams, and the handles of tools, on rooms, panels and cards."""
    metal: str
    """Picks, hoops and wheels."""
    cloth: str
    """Rope, bread and parchment."""
    roof: str
    """Roofs and seals."""
    chain: str
    """The chain of miners, in rooms and in the shaft."""
    water: str
    """The water in a room."""
    drop: str
    """The surface of water, and the water in symbols such as the drop."""
    coin: str
    """Coins, and gold."""
    coin_ink: str
    """Numbers and rims on coins."""
    card: str
    """A face-up card."""
    back: str
    """A face-down card, and a used tool."""
    back_ink: str
    """Words and drawings on the back of a card."""
    rim: str
    """The outline of miners and cubes."""
    brown: str
    """Cubes of brown salt."""
    brown_ink: str
    """The letter on brown cubes."""
    green: str
    """Cubes of green salt."""
    green_ink: str
    """The letter on green cubes."""
    white: str
    """Cubes of white salt."""
    white_ink: str
    """The letter on white cubes."""
    last: str
    """The marks of the last steps."""
    target: str
    """The marks of reachable places."""
    highlight: str
    """The marks of a move before it is made, and of the player whose turn it is."""
    halo: str
    """The halo around marks and arrows, which makes them visible on every background."""
    seats: tuple[str, ...]
    """The miners by seat; their shapes and letters differ too."""
    seats_ink: tuple[str, ...]
    """The letters on the miners, by seat."""
    sky: tuple[str, ...]
    """The sky over the town: in the morning, at noon and in the evening."""
    glow: tuple[str, ...]
    """The sky above the horizon, at the same times, and the sun in the evening."""
    hill: str
    """The hills behind the town and the meadow before it."""
    distance: str
    """The roofs of the distant town."""

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(Theme):
            name, value = f"Theme.{field.name}", getattr(self, field.name)
            # A colour is written into the picture unchanged. Other CSS values could load external content, so only six
            # hexadecimal digits are allowed.
            if field.name not in _ROWS:
                check_colour(name, value)
                continue
            count = _ROWS[field.name].count
            if not isinstance(value, tuple) or len(value) != count:
                raise MisuseError(f"{name}: expected a tuple of {count} colours, got {brief(value)}")
            for colour in value:
                check_colour(name, colour)

    def salt(self, kind: str) -> tuple[str, str]:
        """Return the colours of a kind of salt: for its cubes, and for the letter on them."""
        others = {"brown": (self.brown, self.brown_ink), "green": (self.green, self.green_ink)}
        return others.get(kind, (self.white, self.white_ink))


@cached(most=16)
def with_properties(theme: Theme) -> Theme:
    """Return the theme with each colour as a custom property that a page may set: ``var(--ms-page,#f7f2e6)``."""
    # Each colour is the fallback of a property, so a picture has its theme's colours everywhere, and a page can change
    # them without rendering the picture again.
    written = copy(theme)
    for field in attrs.fields(Theme):
        named = tuple(f"var({name},{colour})" for name, colour in _list_field_properties(theme, field.name))
        value = named if field.name in _ROWS else named[0]
        # A custom property is not a colour, so the constructor would refuse it.
        object.__setattr__(written, field.name, value)
    return written


def properties_of(theme: ThemeName | Theme) -> dict[str, str]:
    """
    Return the colours of a theme by custom property. A page sets these properties to show its pictures in the theme.

    >>> properties_of("dark")["--ms-seat-0"]
    '#e69f00'

    Raises:
        MisuseError: *theme* is neither a ``Theme`` nor the name of a theme.
    """
    known = theme_of(theme)
    return dict(entry for field in attrs.fields(Theme) for entry in _list_field_properties(known, field.name))


@attrs.frozen
class _Row:
    """A field with several colours."""

    count: int
    """The number of colours."""
    named: str
    """The custom property of a colour, with a placeholder for its place in the row."""


TIMES_OF_DAY: Final = 3
"""The number of skies: morning, noon and evening."""
_ROWS: Final[Mapping[str, _Row]] = {
    "seats": _Row(MAX_PLAYERS, "--ms-seat-{}"),
    "seats_ink": _Row(MAX_PLAYERS, "--ms-seat-{}-ink"),
    "sky": _Row(TIMES_OF_DAY, "--ms-sky-{}"),
    "glow": _Row(TIMES_OF_DAY, "--ms-glow-{}"),
}
"""The fields with several colours: one for each seat, or for each time of day."""


def _list_field_properties(theme: Theme, field: str) -> Iterator[tuple[str, str]]:
    """Yield the custom properties of a field, each with its colour."""
    found = getattr(theme, field)
    if field in _ROWS:
        yield from ((_ROWS[field].named.format(number), colour) for number, colour in enumerate(found))
    else:
        yield f"--ms-{field.replace('_', '-')}", found


# The skies, hills and distant roofs are so pale, or so dark, that the rims of the houses keep a contrast of 3:1. In the
# high-contrast theme they have the colour of the page and are invisible.
# The seats have colours from Okabe and Ito's palette, which colour-blind people can distinguish.
_LIGHT: Final = Theme(
    page="#f7f2e6", ink="#231a12", muted="#5f5445", panel="#fffdf8", line="#857762", earth="#5d4632",
    strata="#533d2b", grass="#6f8f3a", edge="#d9c4a0", rock="#7a6853", rock_ink="#fffaf0",
    room="#f6ead3", shaft="#ead8b6", wood="#8a5a2b", metal="#5c6670", cloth="#d8b977", roof="#a5402d",
    chain="#4a4038", water="#93c8f0", drop="#125a9c", coin="#ffd34d", coin_ink="#3a2d00", card="#fffaf0",
    back="#6f5d49", back_ink="#fdf5e6", rim="#231a12", brown="#8a5a2b", brown_ink="#ffffff", green="#2e7d4f",
    green_ink="#ffffff", white="#ffffff", white_ink="#231a12", last="#b0105a", target="#00695c",
    highlight="#5b2bbf", halo="#ffffff", seats=("#e69f00", "#56b4e9", "#cc79a7", "#262626"),
    seats_ink=("#1a1a1a", "#1a1a1a", "#1a1a1a", "#ffffff"),
    sky=("#d3e6f0", "#bfe0f7", "#e3d3ec"), glow=("#fdeebb", "#eaf6fb", "#ffcf9c"), hill="#d5e0b4",
    distance="#dcb8a0",
)  # fmt: skip
_DARK: Final = Theme(
    page="#16181b", ink="#efece6", muted="#b3ada2", panel="#212428", line="#7d8289", earth="#3b2f24",
    strata="#33281e", grass="#55702c", edge="#a8946f", rock="#54463a", rock_ink="#f6ecdb",
    room="#15110d", shaft="#1e1913", wood="#b98a52", metal="#9aa5b0", cloth="#c9a866", roof="#d0705a",
    chain="#b9ad98", water="#174b7a", drop="#7cc0f5", coin="#d9ad33", coin_ink="#241b00", card="#2e3237",
    back="#17191c", back_ink="#b3ada2", rim="#f3eadb", brown="#8a5a2b", brown_ink="#ffffff", green="#2e7d4f",
    green_ink="#ffffff", white="#ffffff", white_ink="#231a12", last="#ff80ab", target="#64ffda",
    highlight="#c6a8ff", halo="#101214", seats=("#e69f00", "#56b4e9", "#e08fbd", "#f4f4f4"),
    seats_ink=("#1a1a1a", "#1a1a1a", "#1a1a1a", "#1a1a1a"),
    sky=("#1c2b3a", "#14324a", "#2c1d3d"), glow=("#3a321d", "#1a3442", "#4e241b"), hill="#232e1a",
    distance="#3a2a22",
)  # fmt: skip
_CONTRAST: Final = Theme(
    page="#ffffff", ink="#000000", muted="#2b2b2b", panel="#ffffff", line="#000000", earth="#000000",
    strata="#000000", grass="#000000", edge="#ffffff", rock="#000000", rock_ink="#ffffff",
    room="#ffffff", shaft="#ffffff", wood="#5a3300", metal="#333333", cloth="#6b5200", roof="#8a0000",
    chain="#000000", water="#bfdcff", drop="#00346e", coin="#ffe066", coin_ink="#000000", card="#ffffff",
    back="#000000", back_ink="#ffffff", rim="#000000", brown="#6b3d10", brown_ink="#ffffff", green="#0b5a2e",
    green_ink="#ffffff", white="#ffffff", white_ink="#000000", last="#a3004f", target="#005048",
    highlight="#4400b0", halo="#ffffff", seats=("#ffb000", "#00508f", "#ffffff", "#000000"),
    seats_ink=("#000000", "#ffffff", "#000000", "#ffffff"),
    sky=("#ffffff",) * TIMES_OF_DAY, glow=("#ffffff",) * TIMES_OF_DAY, hill="#ffffff", distance="#ffffff",
)  # fmt: skip

THEMES: Final[Mapping[str, Theme]] = MappingProxyType({"light": _LIGHT, "dark": _DARK, "contrast": _CONTRAST})
"""The built-in themes by name: light, dark, and a high-contrast theme with a contrast of 7:1 for text."""


def theme_of(theme: object) -> Theme:
    """Return a theme by name, or *theme* itself if it is one. Raises ``MisuseError`` for anything else."""
    if isinstance(theme, Theme):
        return theme
    if isinstance(theme, str) and theme in THEMES:
        return THEMES[theme]
    raise MisuseError(f"theme: expected one of {', '.join(THEMES)} or your own Theme, got {brief(theme)}")
