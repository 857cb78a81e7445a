"""Plots of a match: the distribution of scores, and win shares with their intervals (extra ``plot``)."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Final

from .._wording import printable
from ..errors import MissingExtraError, MisuseError
from ._statistics import IntervalKind, MatchResults

FORMATS: Final = (".svg", ".png")
LONGEST_LABEL: Final = 60
"""The most characters of a bot's name beside its row; some commands are long."""


def check_plot(path: str | os.PathLike[str]) -> None:
    """
    Check that a plot can be made in this file's form, before hours are spent on playing.

    Raises:
        MisuseError: the name ends in neither .svg nor .png.
        MissingExtraError: matplotlib is not installed.
    """
    if Path(path).suffix.lower() not in FORMATS:
        raise MisuseError(f"a plot is a file named .svg or .png, not {Path(path).name!r}")
    try:
        import_module("matplotlib")
    except ImportError:
        raise MissingExtraError("a plot", "plot", "matplotlib") from None


def plot_results(results: MatchResults, path: str | os.PathLike[str], interval: IntervalKind = "wilson") -> None:
    """
    Write a picture of *results* to *path*: on the left the scores of each bot, on the right its win share.

    Raises:
        MisuseError: the name ends in neither .svg nor .png, there is no game to show, or the file cannot be written.
        MissingExtraError: matplotlib is not installed.
    """
    check_plot(path)
    if not results.games:
        raise MisuseError("there is no game to plot")
    # The object interface needs no display and leaves no state behind, as pyplot would.
    from matplotlib.figure import Figure

    standings = results.standings(interval)
    labels = [printable(standing.label, LONGEST_LABEL) for standing in standings]
    figure = Figure(figsize=(11, 1.6 + 0.8 * len(labels)), layout="constrained")
    scores, shares = figure.subplots(1, 2)
    totals = [[game.totals[bot] for game in results.games] for bot in range(len(labels))]
    rows = list(range(len(labels), 0, -1))
    scores.boxplot(totals, positions=rows, orientation="horizontal", widths=0.6)
    scores.set_yticks(rows, labels, parse_math=False)  # a dollar in a bot's command is no formula
    scores.set_xlabel("points")
    scores.set_title(f"Scores in {len(results.games)} games")
    share = [standing.win_share for standing in standings]
    below = [max(0.0, standing.win_share - standing.low) for standing in standings]
    above = [max(0.0, standing.high - standing.win_share) for standing in standings]
    shares.errorbar(share, rows, xerr=[below, above], fmt="o", capsize=4)
    shares.axvline(1.0 / len(labels), color="grey", linestyle=":")
    shares.set_yticks(rows, labels, parse_math=False)
    shares.set_ylim(0.4, len(labels) + 0.6)
    shares.set_xlim(0.0, 1.0)
    shares.set_xlabel("share of wins, 95 % interval")
    shares.set_title("Wins")
    try:
        figure.savefig(path)
    except OSError as error:
        raise MisuseError(f"cannot write {path}: {error.strerror or error}") from error
