"""Matches in which a bot fails too often: its row is marked, and nobody's strength is reported."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from magnum_sal.arena import GameResult, Match, MatchResults, play_ladder, play_match, play_pairs, plots
from magnum_sal.arena._tallies import Tally, failing_of
from magnum_sal.arena.plots import plot_results
from magnum_sal.arena.table import ladder_table, pairs_table, results_table

RAISER, FIRST, HOOKS = "bots_of_tests:Raiser", "bots_of_tests:first", "bots_of_tests:Deserter"
HOW: dict[str, Any] = {"games": 8, "seed": 3, "most_moves": 40}


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


def cells(table: str, bot: str) -> list[str]:
    """Return the cells of a bot's first row."""
    return next(line for line in table.splitlines() if bot in line).split(bot)[1].split()


def game(failures: int, decisions: int) -> GameResult:
    """Return a game in which the first of two bots failed some times."""
    return GameResult(
        game=0,
        setup=0,
        seats=(0, 1),
        ranks=(1, 2),
        totals=(9, 8),
        orders=(1, 0),
        decisions=(decisions, decisions),
        seconds=(0.5, 0.5),
        failures=({"error": failures} if failures else {}, {}),
        moves=2 * decisions,
        ending="over",
    )


@pytest.mark.parametrize(("failures", "is_failing"), [(0, False), (1, False), (2, False), (3, True), (200, True)])
def test_one_in_a_hundred(failures: int, is_failing: bool) -> None:
    """
    A bot may fail in up to 1 % of its decisions.

    If failures in hooks are not counted separately, all failures count.
    """
    games = (game(failures, 100), attrs.evolve(game(0, 100), game=1))
    assert Tally(failures, 200).is_failing == is_failing
    assert failing_of(games, 2) == ((0,) if is_failing else ())
    results = MatchResults(Match(("a", "b"), 0), games)
    assert results.failing == (("a",) if is_failing else ())
    assert [standing.is_failing for standing in results.standings()] == [is_failing, False]
    assert "! " in results_table(results) if is_failing else "! " not in results_table(results)
    assert ("failures" in results_table(results)) == bool(failures)


@pytest.mark.slow
def test_no_strength_is_reported() -> None:
    """No strength is reported for the failing bot or its opponent. The table still lists facts such as failures."""
    results = play_match([FIRST, RAISER], **HOW)
    assert results.failing == (RAISER,)
    assert sum(standing.wins for standing in results.standings()) == 8.0
    for kind in ("wilson", "bootstrap", "anytime"):
        for standing in results.standings(kind):
            assert (standing.low, standing.high, standing.rating) == (0.0, 1.0, None)
    assert results.significance is None
    table = results_table(results)
    assert cells(table, FIRST)[2:4] == ["-", "-"]
    decisions = sum(game.decisions[1] for game in results.games)
    assert f"! Strength is not shown: {RAISER} failed in {decisions} of {decisions} decisions. Beyond 1 %" in table
    assert f"Failures of {RAISER} (policy random_move): error {decisions}, first in game 0, move " in table
    assert table.count("ZeroDivisionError") == 1
    assert "sign test" not in table
    assert "%" not in " ".join(cells(table, RAISER)[:5])


def test_who_fails_stands_below() -> None:
    """In tables and plots, however much it has won: its moves were somebody else's."""
    results = MatchResults(Match(("a", "b"), 0), (game(100, 100),))
    table = results_table(results).splitlines()
    assert [line[:3] for line in table[1:3]] == ["b  ", "! a"]
    assert "1.0" in table[2].split()
    assert [(row.height, row.label) for row in plots._rows(results, "wilson")] == [(2, "b"), (1, "a")]


def test_a_failing_bot_leaves_ratings_unchanged() -> None:
    """If a bot fails, all ratings stay at their initial value."""
    pytest.importorskip("openskill")
    failing, sound = (MatchResults(Match(("a", "b"), 0), (game(failures, 100),)) for failures in (50, 0))
    assert failing.ratings[0] == failing.ratings[1]
    assert sound.ratings[0] != sound.ratings[1]


@pytest.mark.long
def test_a_match_with_a_stop_and_a_failing_bot() -> None:
    """The match stops where it would have been decided, without a decision, and equally with any number of workers."""
    how = HOW | {"games": 60, "most_moves": 60, "until": 0.95}
    results = play_match([RAISER, FIRST], **how)
    assert results.decision is None
    assert results.stopped_after is not None
    assert len(results.games) == 2 * results.stopped_after < 60
    told = f"Stopped after {results.stopped_after} setups without a result: a bot failed too often."
    assert told in results_table(results)
    again = play_match([RAISER, FIRST], jobs=2, **how)
    assert [one.without_times() for one in again.games] == [one.without_times() for one in results.games]
    sound = play_match(["random", FIRST], **how)
    assert sound.decision is not None
    assert sound.stopped_after == sound.decision.setups


@pytest.mark.long
def test_all_against_all() -> None:
    """A failing bot is not ranked and its games count for nobody. The others have the same figures as without it."""
    results = play_pairs(["random", RAISER, FIRST], **HOW)
    without = play_pairs(["random", FIRST], **HOW)
    times = [attrs.evolve(one, milliseconds=0.0) for one in results.ranking]
    assert times == [attrs.evolve(one, milliseconds=0.0) for one in without.ranking]
    assert (results.failing, results.unranked) == ((RAISER,), (RAISER,))
    table = pairs_table(results)
    assert f"3 ! {RAISER}" in table
    assert cells(table, RAISER)[:4] == ["-"] * 4
    assert f"! Strength is not shown where it plays: {RAISER} failed " in table
    lines = table.splitlines()
    assert lines[6].split()[-2:] == [without_share(without), "-"]


def without_share(results: Any) -> str:
    """Return the share of the first ranked bot against the second, as a table shows it."""
    best, other = results.ranking
    return f"{results.standing(best.bot, other.bot).win_share:.0%}"


@pytest.mark.slow
def test_two_bots_of_which_one_fails() -> None:
    """The other bot has no opponent to be ranked with."""
    results = play_pairs([RAISER, FIRST], **HOW)
    assert results.ranking == ()
    assert set(results.unranked) == {RAISER, FIRST}
    table = pairs_table(results)
    assert f"! {RAISER}" in table
    assert f"! {FIRST}" not in table


@pytest.mark.long
def test_a_ladder() -> None:
    """A step of a ladder with a failing bot is not known to lead up or down, with and without a stop."""
    how = HOW | {"games": 40, "most_moves": 60}
    played, stopped = (play_ladder([RAISER, "random", FIRST], **how, until=until) for until in (None, 0.9))
    for results in (played, stopped):
        assert [step.verdict() for step in results.steps] == ["not known", "stronger"]
        assert not results.is_rising()
    table = ladder_table(stopped)
    assert table.splitlines()[1] == f"! {RAISER}"
    assert cells(table, "random")[:4] == ["-", "-", "not", "known"]


def test_a_plot(tmp_path: Path) -> None:
    """The plot has no shares of wins, and its title says why."""
    pytest.importorskip("matplotlib")
    pictures = []
    for bots in ([FIRST, RAISER], [FIRST, "random"]):
        plot_results(play_match(bots, **HOW), tmp_path / "plot.svg")
        pictures.append((tmp_path / "plot.svg").read_text(encoding="utf-8"))
    failing, sound = pictures
    assert f"strength not shown because of too many failures: {RAISER}" in failing
    assert "Wins: not shown" in failing
    assert " of 8)" not in failing
    assert " of 8)" in sound


@pytest.mark.slow
def test_a_bot_that_fails_in_a_hook() -> None:
    """The bot is marked, but its strength is reported: no decision failed, and all moves are its own."""
    results = play_match([HOOKS, "random"], **(HOW | {"most_moves": 20}))
    assert results.failing == ()
    assert results.significance is not None
    assert [standing.is_failing for standing in results.standings()] == [False, False]
    assert results.first_failures[0].asked == "observed"
    table = results_table(results)
    assert f"! {HOOKS}" in table
    assert "! random" not in table
    assert "Strength is not shown" not in table
    assert "(observed): ValueError: off" in table
    assert "%" in cells(table, HOOKS)[2]
    count = sum(one.failures[0]["error"] for one in results.games)
    decisions = sum(one.decisions[0] for one in results.games)
    told = f"{HOOKS} failed in 0 of {decisions} decisions and {count} times in hooks"
    assert f"! {told}, which does not affect its moves." in table
    old = MatchResults(results.match, tuple(attrs.evolve(one, hook_failures=None) for one in results.games))
    assert old.failing == (HOOKS,)
    assert f"failed {count} times in {decisions} decisions." in results_table(old)


@pytest.mark.slow
def test_failures_in_hooks_in_series() -> None:
    """The bot's row is marked in tables of pairs and ladders. It is ranked and compared like the others."""
    how = HOW | {"most_moves": 20}
    pairs = play_pairs([HOOKS, "random"], **how)
    assert (pairs.failing, pairs.unranked) == ((), ())
    assert f" ! {HOOKS}" in pairs_table(pairs)
    table = ladder_table(play_ladder([HOOKS, "random"], **how))
    assert table.splitlines()[1].startswith(f"! {HOOKS}")
    assert f"! {HOOKS} failed in 0 of " in table


def test_games_lost_by_failures_in_hooks() -> None:
    """With the policy ``lose`` failures in hooks count, because they decided who won."""
    results = play_match([HOOKS, "random"], **(HOW | {"most_moves": 20, "policy": "lose"}))
    assert results.failing == (HOOKS,)
    assert Tally(8, 200, 8, 8).is_failing
    assert not Tally(8, 200, 8, 2).is_failing
    assert Tally(11, 200, 8, 0).is_failing
    told = f"! Strength is not shown: {HOOKS} failed in 0 of "
    assert told in results_table(results)
