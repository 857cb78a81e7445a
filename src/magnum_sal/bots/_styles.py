"""Styles of play, what each likes better than it is worth, and the learned judge that leans that way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from ..errors import MisuseError
from ._features import FEATURES
from ._judge import Judge

STYLES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "miner": MappingProxyType({"extract_salt": 2.0, "visit_market": -1.5}),
        "trader": MappingProxyType({"visit_market": 0.75}),
        "courtier": MappingProxyType({"assistant_at_castle": 5.0}),
    }
)
"""
The styles of play: for how many groszy more than it is worth a player likes a kind of move, or a feature of positions.

An extraction counts for each cube, a visit to the market for each cube bought or sold, the features as the judge weighs
them. A style is an option of ``greedy``, ``search`` and the levels, as in ``"master:style=trader"``.
"""


@cache
def learned_judge() -> Judge:
    """Return the judge with the weights that came with the library; the file says how they were learned."""
    data = json.loads(files(__package__).joinpath("judge.json").read_text("utf-8"))
    if data["features"] != list(FEATURES):
        raise AssertionError("judge.json was made for other features: python -m tools.training makes it anew")
    return Judge(
        {int(players): phases for players, phases in data["weights"].items()},
        {int(players): scales for players, scales in data["scales"].items()},
    )


@cache
def styled_judge(style: str | None) -> Judge:
    """
    Return the learned judge, who likes what a style likes; None likes nothing in particular.

    Raises:
        MisuseError: there is no such style.
    """
    if style is None:
        return learned_judge()
    if style not in STYLES:
        raise MisuseError(f"there is no style {style!r}; known are {', '.join(STYLES)}")
    return learned_judge().of_style(STYLES[style])
