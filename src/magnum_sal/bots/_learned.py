"""The weights that the library ships: read from ``judge.json`` once, when the first bot needs them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from ._features import FEATURES
from ._judge import Judge
from ._styles import likes_of


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
    Return the learned judge, who likes what a style likes.

    Raises:
        MisuseError: there is no such style.
    """
    likes = likes_of(style)
    return learned_judge().of_style(likes) if likes else learned_judge()
