"""Plots of a match: the distribution of scores, and win shares with their intervals (needs the extra ``plot``)."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs

from .._internal.lazy_names import explain_missing
from ..errors import MisuseError
from ..errors.messages import form_for, printable
from .statistics import IntervalKind, MatchResults, Standing, by_wins

FORMATS: Final = (".svg", ".png")
LONGEST_LABEL: Final = 60
"""The maximum number of characters in a bot's name beside its row, because some commands are long."""
_LABEL_COLUMNS: Final = 24
MOST_POINTS: Final = 200
"""The maximum number of games for which every score is drawn as a point."""

_LOOKS: Final = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^"), ("#cc79a7", "D"))
"""The colour and marker of each bot: Okabe and Ito's colour-blind-safe palette, and markers for greyscale printing."""
_DARK: Final = "#555555"
_LIGHT: Final = "#e4e4e4"
_SMALL: Final = {"fontsize": "small", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1.5}}
"""Small text on a white background, so that no line crosses it."""
_GOLDEN: Final = 0.618034
"""The golden ratio less 1; the fractional parts of its multiples fill an interval evenly."""


def check_plot(path: str | os.PathLike[str]) -> None:
    """
    Check that a plot can be written to this file, before the games are played.

    Raises:
        MisuseError: the name ends in neither .svg nor .png.
        MissingExtraError: matplotlib is not installed.
    """
    if Path(path).suffix.lower() not in FORMATS:
        raise MisuseError(f"a plot must be a file that ends in .svg or .png, not {Path(path).name!r}")
    with explain_missing("a plot", "plot"):
        import_module("matplotlib")


def plot_results(results: MatchResults, path: str | os.PathLike[str], interval: IntervalKind | None = None) -> None:
    """
    Write a plot of *results* to *path*, with the scores of each bot on the left and its win share on the right.

    The best bot is at the top. With few games, each score is a point. Win shares are points with intervals. If a bot
    failed in more than 1 % of its decisions, the shares are left out and the title says why.

    Raises:
        MisuseError: the name ends in neither .svg nor .png, the results contain no games, or the file cannot be
            written.
        MissingExtraError: matplotlib is not installed.
    """
    check_plot(path)
    if not results.games:
        raise MisuseError("there are no games to plot")
    # Unlike pyplot, the object interface needs no display and keeps no global state.
    from matplotlib.figure import Figure

    rows = _rows(results, interval)
    figure = Figure(figsize=(11, 1.9 + 0.8 * len(rows)), layout="constrained")
    figure.suptitle(_format_title(results), fontsize="medium", parse_math=False)
    scores, shares = figure.subplots(1, 2, sharey=True)
    _draw_scores(scores, rows)
    _draw_shares(shares, rows, results.choose_interval(interval) if results.has_interval(interval) else None)
    # Without this, a dollar sign in a bot's command would begin a formula.
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
    """The data and the look of a bot's row."""

    height: int
    """The position on the vertical axis; the best bot is at the top."""
    label: str
    totals: tuple[int, ...]
    standing: Standing
    colour: str
    marker: str


def _rows(results: MatchResults, interval: IntervalKind | None) -> list[_Row]:
    """Return a row for each bot, best first; the colour depends on the bot's number in the match."""
    numbered = enumerate(results.standings(interval))
    best_first = sorted(numbered, key=lambda numbered_standing: by_wins(numbered_standing[1]))
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


def _format_title(results: MatchResults) -> str:
    """Describe the match: bots, games, rules, and the number of games that did not end normally."""
    # The seed is left out, because it would reveal the cards of the later games of a series to anyone who sees the
    # plot.
    match, games = results.match, len(results.games)
    rules = printable(match.ruleset.name, 60)
    title = f"{len(match.bots)} bots, {games} {form_for(games, ('game', 'games'))}, ruleset {rules}"
    endings = {"cap": f"reached the cap of {match.most_moves} moves", "forfeit": "ended with a forfeit"}
    told = [f"{results.endings[ending]} {words}" for ending, words in endings.items() if results.endings[ending]]
    lines = [title]
    if told:
        lines.append(f"of these {', '.join(told)}")
    if results.failing:
        failing = ", ".join(printable(label, LONGEST_LABEL) for label in results.failing)
        lines.append(f"strength not shown because of too many failures: {failing}")
    return "\n".join(lines)


def _draw_scores(axes: Any, rows: Sequence[_Row]) -> None:
    """Draw a box plot of each bot's scores; if there are few, also draw them as points."""
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
        # Points with the same score would hide each other, so they are spread over the height of the box. The spread
        # is not random: the same results give the same picture.
        heights = [row.height + 0.44 * (number * _GOLDEN % 1.0 - 0.5) for number in range(len(row.totals))]
        axes.plot(row.totals, heights, row.marker, color=row.colour, markersize=4, alpha=0.7, markeredgewidth=0)
    each = ", with a point for each game" if are_few else ""
    axes.set_title(f"Scores: median and middle half{each}", fontsize="medium")
    axes.set_xlabel("score at the end (groszy)")
    axes.set_ylabel("bot (best first)")


def _draw_shares(axes: Any, rows: Sequence[_Row], interval: IntervalKind | None) -> None:
    """
    Draw each bot's win share with its interval and numbers, and a line at the share of equally strong bots.

    *interval* is the kind of interval, or None if there are too few setups for one.
    """
    is_told = not any(row.standing.is_failing for row in rows)
    for row in rows if is_told else ():
        standing = row.standing
        share = 100.0 * standing.win_share
        # Rounding can move an end of the interval past the share, and matplotlib refuses negative lengths.
        ends = [[max(0.0, share - 100.0 * standing.low)], [max(0.0, 100.0 * standing.high - share)]]
        look = {"fmt": row.marker, "color": row.colour, "markersize": 8, "capsize": 5, "linewidth": 2.0}
        axes.errorbar([share], [row.height], xerr=None if interval is None else ends, clip_on=False, **look)
        told = f"{share:.1f} % ({standing.wins:.4g} of {standing.games})"
        # Near the edges, centred figures would extend beyond the picture.
        place, side = (1.0, "left") if share < 15.0 else (99.0, "right") if share > 85.0 else (share, "center")
        axes.text(place, row.height + 0.18, told, ha=side, va="bottom", **_SMALL)
    equal = 100.0 / len(rows)
    axes.axvline(equal, color=_DARK, linestyle=":")
    axes.text(equal, 0.34, f"equal share: {equal:.0f} %", ha="center", va="bottom", **_SMALL)
    axes.set_xlim(0.0, 100.0)
    told = f"share and 95 % interval ({interval})" if interval else "share (too few setups for a bootstrap)"
    axes.set_title(f"Wins: {told if is_told else 'not shown'}", fontsize="medium")
    axes.set_xlabel("share of wins (%)")
