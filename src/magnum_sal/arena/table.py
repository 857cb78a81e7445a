"""The table of a match, as text."""

from __future__ import annotations

from .._wording import printable
from ._statistics import IntervalKind, MatchResults, Standing


def results_table(results: MatchResults, interval: IntervalKind = "wilson") -> str:
    """Return the table of *results*, the best first, with what has to be said about it below."""
    standings = sorted(results.standings(interval), key=lambda standing: -standing.wins)
    has_ratings = any(standing.rating is not None for standing in standings)
    header = ["bot", "games", "wins", "share", "95 % interval", "score", "orders", "ms/move"]
    rows = [header + ["rating"] * has_ratings]
    rows += [_row(standing, has_ratings) for standing in standings]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([*lines, *_remarks(results, standings)])


def _row(standing: Standing, has_ratings: bool) -> list[str]:
    row = [
        printable(standing.label),
        str(standing.games),
        f"{standing.wins:.1f}",
        f"{standing.win_share:.1%}",
        f"{standing.low:.1%} to {standing.high:.1%}",
        f"{standing.score:.1f}",
        f"{standing.orders:.1f}",
        f"{standing.milliseconds:.1f}",
    ]
    if has_ratings:
        mean, deviation = standing.rating or (0.0, 0.0)
        row.append(f"{mean:.1f} ± {deviation:.1f}")
    return row


def _remarks(results: MatchResults, standings: list[Standing]) -> list[str]:
    remarks = []
    chance = results.significance
    if chance is not None and results.games:
        shown = f"{chance:.2g}" if chance >= 1e-6 else "below 0.000001"
        remarks.append(f"Between equals a result at least as uneven has the probability {shown} (sign test).")
    endings = results.endings
    if endings["cap"]:
        remarks.append(
            f"{endings['cap']} games met the cap of {results.match.most_moves} moves and are scored as they stood."
        )
    if endings["forfeit"]:
        remarks.append(f"{endings['forfeit']} games ended with a forfeit.")
    for standing in standings:
        if standing.failures:
            told = ", ".join(f"{kind} {count}" for kind, count in standing.failures.items())
            remarks.append(f"Failures of {printable(standing.label)} (policy {results.match.policy}): {told}.")
    if len(results.games) % len(results.match.bots):
        remarks.append("The last setup has not been played in all rotations of the seats yet.")
    return remarks
