"""The picture of how a player learned."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

DARK, LIGHT, ORANGE = "#0072b2", "#b3d4e8", "#d55e00"


def draw_curve(curve: list[dict[str, Any]], path: Path) -> None:
    """Write a picture of the share of games won against ``novice`` over time, with 95 % intervals."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for name, colour in (("lesson", ORANGE), ("round", DARK)):
        points = [point for point in curve if point["stage"].startswith(name)]
        minutes, shares = ([point[key] for point in points] for key in ("minutes", "share"))
        errors = [
            [point["share"] - point["low"] for point in points],
            [point["high"] - point["share"] for point in points],
        ]
        what = {"lesson": "after a lesson of the teacher", "round": "after rounds of self-play"}[
            name
        ]
        axes.errorbar(
            minutes, shares, errors, color=colour, marker="o", capsize=2, linewidth=1, label=what
        )
    axes.axhline(0.25, color="#555555", linestyle="dashed", linewidth=1, label="the bound")
    axes.set(
        xlabel="minutes of training",
        ylabel="share of games won against novice",
        ylim=(0, 1),
        xlim=(0, None),
    )
    axes.grid(color="#e4e4e4")
    axes.set_axisbelow(True)
    axes.legend(loc="upper left", frameon=False)
    # Without a date, the same results give the same file.
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
