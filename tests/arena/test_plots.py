"""The plots of a match: their words and their points."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from magnum_sal import MisuseError
from magnum_sal.arena import MatchResults, play_match
from magnum_sal.arena.plots import MOST_POINTS, check_plot, plot_results

matplotlib = pytest.importorskip("matplotlib")
pytestmark = pytest.mark.filterwarnings("ignore")  # Deprecations in matplotlib are not this project's.


@pytest.fixture(scope="module")
def results() -> MatchResults:
    """A match of three bots with six games, all of which reach the cap on moves."""
    return play_match(["random", "greedy", "random"], 6, most_moves=40)


def drawn(results: MatchResults, path: Path, interval: str = "wilson") -> str:
    """Return the plot as SVG with its words as text."""
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        plot_results(results, path, "bootstrap" if interval == "bootstrap" else "wilson")
    return path.read_text("utf-8")


def test_a_plot_names_the_match_and_the_units(results: MatchResults, tmp_path: Path) -> None:
    """The plot has titles, axes, the figures next to each share, and the endings of the games."""
    svg = drawn(results, tmp_path / "plot.svg")
    for words in (
        "3 bots, 6 games, ruleset standard",
        "of these 6 reached the cap of 40 moves",
        "score at the end (groszy)",
        "share of wins (%)",
        "Wins: share and 95 % interval (wilson)",
        "with a point for each game",
        "equal share: 33 %",
        "bot (best first)",
    ):
        assert f">{words}<" in svg or f"{words}<" in svg, words
    for standing in results.standings():
        assert f">{100 * standing.win_share:.1f} % ({standing.wins:.4g} of 6)<" in svg
    # Six games of three bots are two setups.
    assert "Wins: share (too few setups for a bootstrap)" in drawn(results, tmp_path / "few.svg", "bootstrap")
    enough = attrs.evolve(results, games=tuple(attrs.evolve(game, setup=game.game) for game in results.games))
    assert "interval (bootstrap)" in drawn(enough, tmp_path / "enough.svg", "bootstrap")


def test_the_best_bot_is_at_the_top(results: MatchResults, tmp_path: Path) -> None:
    """The best bot is at the top, as in the table, whatever the order in the match."""
    svg = drawn(results, tmp_path / "plot.svg")
    best = max(results.standings(), key=lambda standing: standing.wins)
    names = re.findall(r">(greedy|random|random #2)<", svg)
    assert sorted(names) == ["greedy", "random", "random #2"]
    assert names[0] == best.label


def test_few_games_are_points(results: MatchResults, tmp_path: Path) -> None:
    """Each score of each bot is a point if there are few games. With many games there are none."""
    few = drawn(results, tmp_path / "few.svg")
    more = (attrs.evolve(results.games[number % 6], game=number) for number in range(MOST_POINTS + 6))
    many = MatchResults(results.match, tuple(more))
    crowded = drawn(many, tmp_path / "many.svg")
    assert "a point for each game" in few
    assert "a point for each game" not in crowded
    assert few.count("fill-opacity: 0.7") >= 3 * 6
    assert "fill-opacity: 0.7" not in crowded


def test_names_are_plain_text_and_wrapped(results: MatchResults, tmp_path: Path) -> None:
    """A dollar sign in a name starts no formula, and a long name is broken into lines."""
    match = attrs.evolve(results.match, bots=("process:echo $a $\\frac$ " + "x" * 300, "greedy", "random"))
    svg = drawn(MatchResults(match, results.games), tmp_path / "plot.svg")
    assert "process:echo $a $\\frac$" in svg
    assert not re.search(r">[^<]*x{25}", svg)


@pytest.mark.parametrize("name", ["plot.gif", "plot", "folder"])
def test_other_formats_are_refused(name: str) -> None:
    """A plot must be an SVG or PNG file. The check does not need a match."""
    with pytest.raises(MisuseError, match=r"a plot must be a file that ends in \.svg or \.png"):
        check_plot(name)


def test_a_plot_needs_a_game(results: MatchResults, tmp_path: Path) -> None:
    """A match without games is refused, and no file is created."""
    with pytest.raises(MisuseError, match="there are no games to plot"):
        plot_results(MatchResults(results.match, ()), tmp_path / "plot.svg")
    assert list(tmp_path.iterdir()) == []
