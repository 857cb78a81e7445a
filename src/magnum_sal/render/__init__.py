"""Pictures of the table: pure functions of a state, which show every public fact and nothing hidden."""

from __future__ import annotations

from ._pointing import choices_at, objection_at, place_of_answer
from ._svg_elements import Box
from ._svg_layouts import LayoutName
from ._svg_marks import Arrow
from ._svg_picture import Svg, svg
from ._svg_symbols import Symbol, symbols_of
from ._text_legend import Form
from ._text_table import text
from ._themes import THEMES, Theme, ThemeName, properties_of

__all__ = [
    "THEMES",
    "Arrow",
    "Box",
    "Form",
    "LayoutName",
    "Svg",
    "Symbol",
    "Theme",
    "ThemeName",
    "choices_at",
    "objection_at",
    "place_of_answer",
    "properties_of",
    "svg",
    "symbols_of",
    "text",
]


def __dir__() -> list[str]:
    return __all__
