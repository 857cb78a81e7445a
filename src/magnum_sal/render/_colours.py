"""Colours: the themes of pictures, and how a terminal is asked for them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import attrs

from ..errors import MisuseError

ThemeName: TypeAlias = Literal["light", "dark"]

SALT_COLOURS: Final = {
    "brown": ("#8a5a2b", "#ffffff"),
    "green": ("#2e7d4f", "#ffffff"),
    "white": ("#ffffff", "#222222"),
}
"""The fill of each kind's cubes, and the colour of a letter on them."""
WATER_COLOUR: Final = "#1f78c8"


@attrs.frozen
class Theme:
    """The colours of a picture; those of salt and water are the same in all themes."""

    page: str
    ink: str
    muted: str
    panel: str
    line: str
    earth: str
    rock: str
    tile: str
    back: str
    back_ink: str
    coin: str
    coin_ink: str
    accent: str
    target: str
    seats: tuple[tuple[str, str], ...]
    """The fill and the letter's colour of each seat's miners; they differ in shape and letter too."""


# The seats' colours are of Okabe and Ito's palette, which colour-blind people tell apart.
_LIGHT_SEATS: Final = (("#e69f00", "#1a1a1a"), ("#56b4e9", "#1a1a1a"), ("#cc79a7", "#1a1a1a"), ("#222222", "#ffffff"))
_DARK_SEATS: Final = (*_LIGHT_SEATS[:3], ("#f4f4f4", "#1a1a1a"))

THEMES: Final = {
    "light": Theme(
        page="#faf7f0", ink="#1f1b16", muted="#665d50", panel="#ffffff", line="#a89c88", earth="#e4d6be",
        rock="#cdb995", tile="#f7efe0", back="#85745c", back_ink="#f5eedf", coin="#ffd75e", coin_ink="#3a2d00",
        accent="#c2185b", target="#00695c", seats=_LIGHT_SEATS,
    ),
    "dark": Theme(
        page="#1b1d20", ink="#eceae6", muted="#aaa59b", panel="#26292d", line="#6b6f75", earth="#2d2923",
        rock="#443c31", tile="#3a352d", back="#5d513f", back_ink="#efe6d4", coin="#d9ad33", coin_ink="#241b00",
        accent="#ff80ab", target="#64ffda", seats=_DARK_SEATS,
    ),
}  # fmt: skip
"""The themes by name."""


def theme_named(name: str) -> Theme:
    """
    Return a theme.

    Raises:
        MisuseError: there is none of this name.
    """
    try:
        return THEMES[name]
    except (KeyError, TypeError):
        raise MisuseError(f"theme {name!r}: the themes are {' and '.join(THEMES)}") from None


TERMINAL_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "seat0": "1;38;5;214",
    "seat1": "1;38;5;75",
    "seat2": "1;38;5;176",
    "seat3": "1;7",
    "brown": "38;5;137",
    "green": "38;5;71",
    "white": "1",
    "water": "38;5;33",
    "money": "38;5;178",
}
"""How each style is asked for (Select Graphic Rendition, ECMA-48)."""
