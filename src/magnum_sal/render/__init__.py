"""Pictures of the table: pure functions of a state, which show every public fact and nothing hidden."""

from __future__ import annotations

from ._colours import ThemeName
from ._svg_picture import Svg, svg
from ._text_legend import Form
from ._text_table import text

__all__ = ["Form", "Svg", "ThemeName", "svg", "text"]
