"""Lettering: the runs of letters in a text of a picture, and their approximate places."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from xml.etree import ElementTree as ET

import attrs


@attrs.define
class Run:
    """Letters with one style, in the units of their text."""

    text: str
    parts: tuple[ET.Element, ...]
    """The ``tspan`` elements around them, outermost first."""
    size: float
    width: float
    x: float
    """Where they begin, relative to the start of their line until the whole line is known."""
    y: float
    """Their baseline."""


@attrs.define
class _Line:
    """Runs in a row that begins, ends or has its middle at a place."""

    x: float
    anchor: str = "start"
    width: float = 0
    runs: list[Run] = attrs.Factory(list)

    def end(self) -> float:
        """Place the runs, and return where the last one ends."""
        begin = self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        for run in self.runs:
            run.x += begin
        self.runs.clear()
        return begin + self.width


class _Setter:
    """Sets a text from its beginning to its end."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._line = _Line(0)
        self._y = 0.0

    def set(self, element: ET.Element, parts: tuple[ET.Element, ...], style: Mapping[str, str]) -> None:
        """Set an element and everything within it."""
        if "x" in element.attrib or "y" in element.attrib:
            end = self._line.end()
            self._line = _Line(float(element.get("x", end)))
            self._y = float(element.get("y", self._y))
        self._y += float(element.get("dy", 0))
        self._line.width += float(element.get("dx", 0))
        before = len(self.runs)
        self._add(element.text, parts, style)
        for inner in element:
            if inner.tag.rpartition("}")[2] == "tspan":
                self.set(inner, (*parts, inner), {**style, **inner.attrib})
            self._add(inner.tail, parts, style)
        if "textLength" in element.attrib:
            self._press(self.runs[before:], float(element.attrib["textLength"]))

    def _add(self, written: str | None, parts: tuple[ET.Element, ...], style: Mapping[str, str]) -> None:
        text = re.sub(r"\s+", " ", written or "")
        if not self._line.runs:
            text = text.lstrip()
            self._line.anchor = style.get("text-anchor", "start")
        if not text:
            return
        size = float(style["font-size"].removesuffix("px"))
        is_bold = style.get("font-weight", "normal") in ("bold", "bolder", "600", "700", "800", "900")
        width = text_width()(text, size, is_bold=is_bold)
        run = Run(text, parts, size, width, self._line.width, self._y)
        self._line.width += width
        self._line.runs.append(run)
        self.runs.append(run)

    def _press(self, runs: list[Run], width: float) -> None:
        """Scale the runs of an element, all on one line, to the width that the element states."""
        if not runs:
            return
        natural = sum(run.width for run in runs)
        first = runs[0].x
        for run in runs:
            run.x = first + (run.x - first) * width / natural
            run.width *= width / natural
        self._line.width += width - natural

    def end(self) -> list[Run]:
        """Return the runs after the whole text was set."""
        self._line.end()
        return [run for run in self.runs if run.text.strip()]


def runs_of(element: ET.Element, style: Mapping[str, str]) -> list[Run]:
    """Return the runs of a text with the style *style*, which includes inherited values."""
    setter = _Setter()
    setter.set(element, (), style)
    return setter.end()


@cache
def text_width() -> Callable[..., float]:
    """Return the function that estimates the width of letters in pictures."""
    for module in ("_svg_elements", "_svg_shapes"):
        try:
            found: Callable[..., float] = importlib.import_module(f"magnum_sal.render.{module}").text_width
        except ModuleNotFoundError:
            continue
        return found
    raise ModuleNotFoundError("magnum_sal.render has no text_width where it is looked for")
