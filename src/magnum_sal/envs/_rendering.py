"""Pictures of episodes: text, SVG, and pixels."""

from __future__ import annotations

from typing import Any, Final

from ..errors import MisuseError
from ..errors.messages import brief
from ..render import svg, text
from ._episode import Episode

RENDER_MODES: Final = ("ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode. Raises ``MisuseError`` if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise MisuseError(f"render_mode: expected {', '.join(map(repr, RENDER_MODES))} or None, got {brief(mode)}")
    return mode


def render_episode(episode: Episode, mode: str | None) -> Any:
    """Return the picture of an episode's position in a render mode, or None without one."""
    match mode:
        case "ansi":
            return text(episode.state)
        case "svg":
            return svg(episode.state)
        case "rgb_array":
            raise NotImplementedError
    return None
