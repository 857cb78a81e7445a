"""Pictures of the table: pure functions of a state that show every public fact and nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._internal import lazy_names

if TYPE_CHECKING:
    from ..model.symbol import Symbol
    from . import transcript as transcript
    from ._pointing import choices_at, choices_by_place, objection_at, place_of_answer
    from ._svg_elements import Box
    from ._svg_marks import Arrow
    from ._svg_picture import Svg, defs, svg
    from ._svg_symbols import symbols_of
    from ._text_table import text
    from .layouts import LayoutName
    from .replay_page import replay_html
    from .text_legend import Form
    from .themes import THEMES, Theme, ThemeName, properties_of

_LATE = {
    ".model.symbol": ("Symbol",),
    "_pointing": ("choices_at", "choices_by_place", "objection_at", "place_of_answer"),
    "_svg_elements": ("Box",),
    "layouts": ("LayoutName",),
    "replay_page": ("replay_html",),
    "_svg_marks": ("Arrow",),
    "_svg_picture": ("Svg", "defs", "svg"),
    "_svg_symbols": ("symbols_of",),
    "text_legend": ("Form",),
    "_text_table": ("text",),
    "themes": ("THEMES", "Theme", "ThemeName", "properties_of"),
}
"""The names that each module provides. They are imported on first use, so programs that draw nothing start faster."""

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
    "choices_by_place",
    "defs",
    "objection_at",
    "place_of_answer",
    "properties_of",
    "replay_html",
    "svg",
    "symbols_of",
    "text",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names.offering(__name__, __all__, late=_LATE, modules=("transcript",))
