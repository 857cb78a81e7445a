"""Why a mine refuses: there is no such space, or it cannot hold what would be there."""

from __future__ import annotations

from ...errors import MisuseError
from ...errors.messages import brief
from .geometry import MOST_MINERS, SECTIONS


def impossible(space: str, rested: int, tired: int = 0) -> MisuseError:
    """Return the error for miners who are not there, or have no room."""
    if rested < 0:
        return MisuseError(f"{space}: more rested miners leave or tire than there are")
    if tired < 0:
        return MisuseError(f"{space}: more tired miners rest than there are")
    return MisuseError(f"{space}: more than {MOST_MINERS} miners cannot be kept in a space")


def no_space(space: object) -> MisuseError:
    """Return the error for what is the id of no space."""
    return MisuseError(f"{brief(space)} is no mine space (S1 to S6, 1L1 to 3R2)")


def no_chamber(space: object) -> MisuseError:
    """Return the error for what is the id of no chamber."""
    if not (isinstance(space, str) and space in SECTIONS):
        return no_space(space)
    return MisuseError(f"{space!r} is a section of the shaft, no chamber (1L1 to 3R2)")
