"""Files with the comparisons of each game, so that a command that was interrupted does not play the game again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

import numpy as np

from magnum_sal.bots._features import FEATURES

from .array_files import open_arrays, write_arrays
from .comparing import ROUNDS, Comparison
from .selfplay import Plan

_DIGITS: Final = 5
"""Digits of a game's number, so that files sort by game."""
_PLAN_DIGITS: Final = 16
"""Hexadecimal digits that identify a plan."""


class ComparisonStore:
    """
    The comparisons of a plan's games, in a file for each game. Games of other plans in the folder are ignored.

    Args:
        folder: The folder; it is created if necessary.
        way: The name of the function that compares moves.
        plan: The plan. The number of its games does not count, so a plan with more games begins with the stored ones.

    Raises:
        ValueError: the folder cannot be used.
    """

    def __init__(self, folder: Path, way: str, plan: Plan) -> None:
        judge = None if plan.judge is None else plan.judge.__reduce__()[1]
        content = repr((way, plan._replace(games=0, judge=None), judge))
        self._name = hashlib.sha256(content.encode()).hexdigest()[:_PLAN_DIGITS]
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"cannot store games in {folder}: {error.strerror}") from None

    def read(self, game: int) -> list[Comparison] | None:
        """
        Return the comparisons of a game, or None if it is not stored.

        Raises:
            ValueError: the file is damaged or has other features.
        """
        path = self._path_of(game)
        if not path.exists():
            return None
        with open_arrays(path) as arrays:
            ends = np.cumsum(arrays["turns"])[:-1]
            features, phases, foreseen, margins = (
                np.split(arrays[name], ends) for name in ("features", "phases", "foreseen", "margins")
            )
            return [
                Comparison(features[at], phases[at], int(seat), foreseen[at], margins[at])
                for at, seat in enumerate(arrays["seats"])
            ]

    def write(self, game: int, comparisons: list[Comparison]) -> None:
        """Write the comparisons of a game."""
        # np.concatenate() needs at least one array, so an empty comparison comes first.
        players = comparisons[0].features.shape[1] if comparisons else 0
        empty = Comparison(
            np.empty((0, players, len(FEATURES)), np.float32),
            np.empty(0, np.int8),
            0,
            np.empty(0, np.float32),
            np.empty((0, ROUNDS), np.float32),
        )
        parts = [empty, *comparisons]
        write_arrays(
            self._path_of(game),
            turns=np.array([len(of.phases) for of in comparisons], np.int64),
            seats=np.array([of.seat for of in comparisons], np.int64),
            features=np.concatenate([of.features for of in parts]),
            phases=np.concatenate([of.phases for of in parts]),
            foreseen=np.concatenate([of.foreseen for of in parts]),
            margins=np.concatenate([of.margins for of in parts]),
        )

    def _path_of(self, game: int) -> Path:
        return self._folder / f"comparisons-{self._name}-{game:0{_DIGITS}}.npz"
