"""Styles of play: a judge who likes some things better than they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ..errors import MisuseError
from ._judge import Judge
from ._learned import learned_judge

STYLES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "miner": {"best_work_faded": 0.3},
        "trader": {"money": 0.3},
        "courtier": {"delivered": 0.3},
    }
)
"""By style what is added to the weights of features, in groszy each."""


@cache
def judge_of(style: str | None) -> Judge:
    """
    Return the learned judge, or what a style makes of it.

    Raises:
        MisuseError: there is no such style.
    """
    if style is None:
        return learned_judge()
    if style not in STYLES:
        raise MisuseError(f"there is no style {style!r}; known are {', '.join(STYLES)}")
    return learned_judge().leaning(STYLES[style])
