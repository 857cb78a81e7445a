"""Drawings in SVG. An extension can provide drawings of its tools and buildings, and a program can replace any."""

from __future__ import annotations

import attrs


@attrs.frozen
class Symbol:
    """A drawing that pictures use many times."""

    width: float
    """The width of its ``viewBox``, which begins at ``0 0``, in units of the picture."""
    height: float
    """The height of its ``viewBox``, in the same units."""
    content: str
    """SVG elements without ids."""
