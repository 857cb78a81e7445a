"""The replay buffer: the games of the newest rounds, from which later rounds and other commands also learn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from .array_files import open_arrays, write_arrays
from .selfplay import Episode

_DIGITS: Final = 5
"""Digits of a file's number, so that files sort by age."""


class ReplayBuffer:
    """
    The games of the newest rounds for one number of players.

    Args:
        players: The number of players.
        rounds: The number of rounds whose games are used.
        folder: A folder that stores each round in a file and may contain earlier rounds; None to keep the games only in
            memory.

    Raises:
        ValueError: a file is damaged, or its games were recorded with other features.
    """

    def __init__(self, players: int, rounds: int, folder: Path | None = None) -> None:
        self._players = players
        self._most = rounds
        self._folder = folder
        self._rounds: list[list[Episode]] = []
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ValueError(f"cannot store games in {folder}: {error.strerror}") from None
            self._rounds = [_read_round(path) for path in self._files()[-rounds:]]

    @property
    def games(self) -> list[Episode]:
        """The games, those of the newest round first."""
        return [game for played in reversed(self._rounds) for game in played]

    def add(self, played: Sequence[Episode]) -> None:
        """
        Add the games of a round, and drop those of the oldest one if there are too many; no file is deleted.

        A command that is repeated or resumed plays the same games again. They are not added twice while they are among
        the newest rounds, because then the weights would be measured on games that they were fitted to.
        """
        if not played or any(_are_same(played, earlier) for earlier in self._rounds):
            return
        self._rounds = [*self._rounds, list(played)][-self._most :]
        if self._folder is not None:
            files = self._files()
            number = 1 + (int(files[-1].stem.rpartition("-")[2]) if files else 0)
            _write_round(self._folder / f"{self._players}-players-{number:0{_DIGITS}}.npz", played)

    def _files(self) -> list[Path]:
        """List the files of earlier rounds, the oldest first."""
        assert self._folder is not None
        return sorted(self._folder.glob(f"{self._players}-players-{'[0-9]' * _DIGITS}.npz"))


def _are_same(played: Sequence[Episode], earlier: Sequence[Episode]) -> bool:
    """Check whether two rounds have the same games."""
    return len(played) == len(earlier) and all(
        np.array_equal(one.features, other.features) and np.array_equal(one.totals, other.totals)
        for one, other in zip(played, earlier, strict=True)
    )


def _write_round(path: Path, played: Sequence[Episode]) -> None:
    """Write games to a file."""
    write_arrays(
        path,
        decisions=np.array([len(game.phases) for game in played]),
        features=np.concatenate([game.features for game in played]),
        phases=np.concatenate([game.phases for game in played]),
        progress=np.concatenate([game.progress for game in played]),
        is_whim=np.concatenate([game.is_whim for game in played]),
        totals=np.array([game.totals for game in played]),
        ended=np.array([len(game.rounds) for game in played]),
        rounds=np.array([number for game in played for number in game.rounds], np.int64),
        is_over=np.array([game.is_over for game in played]),
    )


def _read_round(path: Path) -> list[Episode]:
    """Return the games in a file."""
    with open_arrays(path) as arrays:
        decisions = np.cumsum(arrays["decisions"])[:-1]
        features, phases, progress, is_whim = (
            np.split(arrays[name], decisions) for name in ("features", "phases", "progress", "is_whim")
        )
        rounds = np.split(arrays["rounds"], np.cumsum(arrays["ended"])[:-1])
        return [
            Episode(
                features[game],
                phases[game],
                progress[game],
                is_whim[game],
                arrays["totals"][game],
                tuple(rounds[game].tolist()),
                bool(arrays["is_over"][game]),
            )
            for game in range(len(arrays["decisions"]))
        ]
