"""Plots of a match: the distribution of scores, and win shares with their intervals (extra ``plot``)."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs

from ..errors import MissingExtraError, MisuseError
from ..errors.messages import form_for, printable
from .statistics import IntervalKind, MatchResults, Standing

FORMATS: Final = (".svg", ".png")
LONGEST_LABEL: Final = 60
"""The most characters of a bot's name beside its row; some commands are long."""
_LABEL_COLUMNS: Final = 24
MOST_POINTS: Final = 200
"""With more games than that the scores are no longer drawn one by one."""

_LOOKS: Final = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"))
"""Colour and marker of each bot: Okabe and Ito's colours, which the colour-blind tell apart, and markers for grey."""
_DARK: Final = "#555555"
_LIGHT: Final = "#e4e4e4"
_SMALL: Final = {"fontsize": "small", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1.5}}
"""Small text on a white ground, so that no line runs through it."""
_GOLDEN: Final = 0.618034
"""Multiples of it, without what stands before the point, fill an interval evenly."""


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

    The best bot stands above. Where the games are few, each score is a point; shares are points with their interval.
    Where a bot failed in more than 1 % of its decisions, shares are left out and the title says why.

    Raises:
        MisuseError: the name ends in neither .svg nor .png, there is no game to show, or the file cannot be written.
        MissingExtraError: matplotlib is not installed.
    """
    check_plot(path)
    if not results.games:
        raise MisuseError("there is no game to plot")
    # The object interface needs no display and leaves no state behind, as pyplot would.
    from matplotlib.figure import Figure

    rows = _rows(results, interval)
    figure = Figure(figsize=(11, 1.9 + 0.8 * len(rows)), layout="constrained")
    figure.suptitle(_title(results), fontsize="medium", parse_math=False)
    scores, shares = figure.subplots(1, 2, sharey=True)
    _draw_scores(scores, rows)
    _draw_shares(shares, rows, interval)
    # A dollar in a bot's command is no formula.
    scores.set_yticks([row.height for row in rows], [row.label for row in rows], parse_math=False)
    shares.tick_params(axis="y", left=False)
    scores.set_ylim(0.3, len(rows) + 0.6)
    for axes in (scores, shares):
        axes.grid(axis="x", color=_LIGHT, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise MisuseError(f"cannot write {path}: {error.strerror or error}") from error


@attrs.frozen
class _Row:
    """What is drawn of a bot, and how."""

    height: int
    """Its place on the vertical axis, the best bot highest."""
    label: str
    totals: tuple[int, ...]
    standing: Standing
    colour: str
    marker: str


def _rows(results: MatchResults, interval: IntervalKind) -> list[_Row]:
    """Return the bots, the best first; each keeps the colour of its place in the match."""
    numbered = enumerate(results.standings(interval))
    best_first = sorted(numbered, key=lambda numbered_standing: -numbered_standing[1].wins)
    return [
        _Row(
            height=len(best_first) - above,
            label=textwrap.fill(printable(standing.label, LONGEST_LABEL), _LABEL_COLUMNS),
            totals=tuple(game.totals[bot] for game in results.games),
            standing=standing,
            colour=_LOOKS[bot][0],
            marker=_LOOKS[bot][1],
        )
        for above, (bot, standing) in enumerate(best_first)
    ]


def _title(results: MatchResults) -> str:
    """Return what was played: bots, games, rules, seed; and how many games did not end by the rules."""
    match, games = results.match, len(results.games)
    rules = printable(match.ruleset.name, 60)
    title = f"{len(match.bots)} bots, {games} {form_for(games, ('game', 'games'))}, ruleset {rules}, seed {match.seed}"
    endings = {"cap": f"met the cap of {match.most_moves} moves", "forfeit": "ended with a forfeit"}
    told = [f"{results.endings[ending]} {words}" for ending, words in endings.items() if results.endings[ending]]
    lines = [title]
    if told:
        lines.append(f"of these {', '.join(told)}")
    if results.failing:
        failing = ", ".join(printable(label, LONGEST_LABEL) for label in results.failing)
        lines.append(f"no strength is told, as too often failed: {failing}")
    return "\n".join(lines)


def _draw_scores(axes: Any, rows: Sequence[_Row]) -> None:
    """Draw a box for the middle half of each bot's scores, its median and its range, and few scores one by one."""
    are_few = len(rows[0].totals) <= MOST_POINTS
    axes.boxplot(
        [row.totals for row in rows],
        positions=[row.height for row in rows],
        orientation="horizontal",
        widths=0.6,
        showfliers=not are_few,
        patch_artist=True,
        boxprops={"facecolor": _LIGHT, "edgecolor": _DARK},
        medianprops={"color": "black", "linewidth": 2.0},
        whiskerprops={"color": _DARK},
        capprops={"color": _DARK},
        flierprops={"markersize": 3, "markeredgecolor": _DARK},
    )
    for row in rows if are_few else ():
        # Points of one score would hide each other: they are spread over the height of the box, always the same way.
        heights = [row.height + 0.44 * (number * _GOLDEN % 1.0 - 0.5) for number in range(len(row.totals))]
        axes.plot(row.totals, heights, row.marker, color=row.colour, markersize=4, alpha=0.7, markeredgewidth=0)
    each = ", each game a point" if are_few else ""
    axes.set_title(f"Scores: median and middle half{each}", fontsize="medium")
    axes.set_xlabel("score at the end (groszy)")
    axes.set_ylabel("bot, the best above")


def _draw_shares(axes: Any, rows: Sequence[_Row], interval: IntervalKind) -> None:
    """Draw each bot's share of wins with its interval, the figures above it, and the share that equals would have."""
    is_told = not any(row.standing.is_failing for row in rows)
    for row in rows if is_told else ():
        standing = row.standing
        share = 100.0 * standing.win_share
        # Rounding can put an end of the interval past the share.
        ends = [[max(0.0, share - 100.0 * standing.low)], [max(0.0, 100.0 * standing.high - share)]]
        look = {"fmt": row.marker, "color": row.colour, "markersize": 8, "capsize": 5, "linewidth": 2.0}
        axes.errorbar([share], [row.height], xerr=ends, clip_on=False, **look)
        told = f"{share:.1f} % ({standing.wins:.4g} of {standing.games})"
        # At the rims the figures would leave the picture.
        place, side = (1.0, "left") if share < 15.0 else (99.0, "right") if share > 85.0 else (share, "center")
        axes.text(place, row.height + 0.18, told, ha=side, va="bottom", **_SMALL)
    equal = 100.0 / len(rows)
    axes.axvline(equal, color=_DARK, linestyle=":")
    axes.text(equal, 0.34, f"equal share: {equal:.0f} %", ha="center", va="bottom", **_SMALL)
    axes.set_xlim(0.0, 100.0)
    axes.set_title(f"Wins: share and 95 % interval ({interval})" if is_told else "Wins: not told", fontsize="medium")
    axes.set_xlabel("share of wins (%)")
