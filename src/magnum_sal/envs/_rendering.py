"""Pictures of episodes: text, SVG, and pixels."""

from __future__ import annotations

import io
import sys
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..engine.steps import Step
from ..errors import MissingExtraError, MisuseError
from ..errors.messages import brief
from ..render import svg, text
from ._episode import Episode

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
"""
The ways to render a position: the table as text on the standard output, the same text as a string, a picture as SVG,
and the same picture as an array of pixels. All of them show the last move.
"""


def check_render_mode(mode: str | None) -> str | None:
    """
    Return a render mode.

    Raises:
        MisuseError: there is no such mode.
        MissingExtraError: the mode is ``"rgb_array"``, and a package of the extra ``pixels`` is missing.
    """
    if mode is not None and (type(mode) is not str or mode not in RENDER_MODES):
        raise MisuseError(f"render_mode: expected {', '.join(map(repr, RENDER_MODES))} or None, got {brief(mode)}")
    if mode == "rgb_array":
        _find_rasterizer()
    return mode


def render_episode(episode: Episode, mode: str | None) -> Any:
    """Return the picture of an episode's position in a render mode. None, or ``"human"``, has no result."""
    # Before the first move, an empty list leaves room for the description of a move. So all pictures have one size.
    last: Step | list[Step] = [] if episode.last_step is None else episode.last_step
    match mode:
        case "human":
            sys.stdout.write(f"{text(episode.state, last=last)}\n")
        case "ansi":
            return text(episode.state, last=last)
        case "svg":
            return svg(episode.state, last=last)
        case "rgb_array":
            # The rasterizer does not know custom properties of CSS.
            return _rasterize(svg(episode.state, last=last, properties=False))
    return None


def _rasterize(picture: str) -> npt.NDArray[np.uint8]:
    """Return a picture as an array of rows, columns, and three colours."""
    render, decode = _find_rasterizer()
    with decode(io.BytesIO(render(svg_string=str(picture)))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


def _find_rasterizer() -> tuple[Any, Any]:
    """Return the functions that draw an SVG as a PNG, and that decode a PNG. Raises ``MissingExtraError``."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as error:
        package = "pillow" if (error.name or "").startswith("PIL") else "resvg-py"
        raise MissingExtraError("a picture in pixels", "pixels", package) from None
    return resvg_py.svg_to_bytes, Image.open
