"""The rows of matches: one for each bot and game, of plain values."""

from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import MatchResults, play_ladder, play_match, play_pairs

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 30}
FAILURES = ("illegal", "late", "died", "rubbish", "error")


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


@pytest.fixture
def results() -> MatchResults:
    """A match of three bots, one of which sometimes fails."""
    return play_match(["bots_of_tests:Unsteady", "random", "random"], 4, **MATCH)


def test_a_row_for_each_bot_in_each_game(results: MatchResults) -> None:
    """Rows are in the order of games and bots, and repeat the results of each."""
    rows = results.to_rows()
    match = results.match
    assert [(row["game"], row["bot"]) for row in rows] == [
        (game.game, label) for game in results.games for label in match.labels
    ]
    for row in rows:
        game = results.games[int(row["game"] or 0)]
        bot = match.labels.index(str(row["bot"]))
        assert (row["seat"], row["rank"], row["score"]) == (game.seats[bot], game.ranks[bot], game.totals[bot])
        # The seed of the setup decides everything, so the game that is dealt from it has the same starting player.
        dealt = ms.new_game(match.labels, seed=match.setup_seed(game.setup))
        assert (dealt.start_seat + int(row["turn_order"] or 0)) % len(match.bots) == row["seat"]
        assert (row["share"], row["seconds"]) == (game.shares[bot], game.seconds[bot])
        assert (row["decisions"], row["orders"]) == (game.decisions[bot], game.orders[bot])
        assert {kind: row[kind] for kind in FAILURES if row[kind]} == game.failures[bot]
        assert row["setup_seed"] == str(match.setup_seed(game.setup))
        assert row["bot_seed"] == str(match.chance_seed("bot", game.setup, game.seats[bot]))
        assert row["is_failing"] == (bot == 0)
        assert game.rounds is not None
        assert (row["phases"], row["rounds"]) == (len(game.rounds), sum(game.rounds))
    assert rows[0]["others"] == "random, random #2"
    assert {row["turn_order"] for row in rows} == {0, 1, 2}
    assert sum(float(row["share"] or 0) for row in rows) == len(results.games)


def test_all_rows_are_alike(results: MatchResults) -> None:
    """All rows have the same columns with values of one type, or None if something was not counted."""
    rows = results.to_rows()
    assert len({tuple(row) for row in rows}) == 1
    assert len({tuple(type(value) for value in row.values()) for row in rows}) == 1
    old = [attrs.evolve(game, rounds=None, actions=None, idle=None, first_failures=None) for game in results.games]
    before = MatchResults(results.match, tuple(old)).to_rows()
    assert {name for name, value in before[0].items() if value is None} == {"actions", "idle", "phases", "rounds"}
    assert [tuple(row) for row in before] == [tuple(row) for row in rows]
    # Whole numbers have 64 bits with a sign in a table, and 53 bits in JSON.
    numbers = [value for row in rows for value in row.values() if isinstance(value, int)]
    assert all(abs(number) < 2**53 for number in numbers)


def test_several_matches() -> None:
    """The rows of several matches begin with the number of the match."""
    bots = ["random", "bots_of_tests:first", "bots_of_tests:Witness"]
    pairs, ladder = play_pairs(bots, 2, **MATCH), play_ladder(bots, 2, **MATCH)
    for rows, matches in (
        (pairs.to_rows(), pairs.matches),
        (ladder.to_rows(), tuple(step.results for step in ladder.steps)),
    ):
        assert rows == [{"match": number, **row} for number, of in enumerate(matches) for row in of.to_rows()]
        assert {next(iter(row)) for row in rows} == {"match"}


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables(library: str, results: MatchResults) -> None:
    """The libraries for tables accept the rows directly, with numbers as numbers."""
    frames = pytest.importorskip(library)
    frame = frames.DataFrame(results.to_rows())
    assert len(frame) == 12
    assert frame["share"].sum() == pytest.approx(4.0)
    assert frame["score"].max() == max(max(game.totals) for game in results.games)
