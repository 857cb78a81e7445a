"""The table as text between prompts: whole where the terminal is high enough, else in its short form."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any

import attrs

import magnum_sal as ms

from .. import render
from ._output import takes_colours


def add_form(parser: Any) -> None:
    parser.add_argument(
        "--short",
        action=argparse.BooleanOptionalAction,
        help="print tables in at most 23 lines, or never so (default: where the terminal is too low for a whole one)",
    )


@attrs.frozen
class Boards:
    """How tables are printed."""

    language: str
    color: bool = False
    is_short: bool | None = None
    """Whether in the short form; None where the terminal decides."""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Boards:
        return cls(options.lang, takes_colours(), options.short)

    def whole(self, state: ms.GameState, below: Sequence[str] = ()) -> str | None:
        """Return the whole table with the lines *below* it, None where it has to be the short form."""
        if self.is_short:
            return None
        text = "\n".join((render.text(state, color=self.color, language=self.language), *below))
        return text if self.is_short is False or text.count("\n") + 1 < _lines() else None

    def short(self, state: ms.GameState, last: Sequence[ms.Step] = ()) -> str:
        """Return the table in its short form, the last steps told in it."""
        return render.text(state, form="short", color=self.color, language=self.language, last=last)


def _lines() -> float:
    """Return how high the terminal is; what no terminal shows may have any number of lines."""
    return get_terminal_size().lines if sys.stdout.isatty() else float("inf")
