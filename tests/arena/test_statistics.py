"""Shares, intervals, ratings and the table."""

import re
import sys
from collections.abc import Callable

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import GameResult, Match, MatchResults, bootstrap_interval, sign_test, wilson_interval
from magnum_sal.arena.table import results_table

MATCH = Match(("a", "b"), 1)


def result(game: int, ranks: tuple[int, int], match: Match = MATCH) -> GameResult:
    """Return a game with these ranks."""
    return GameResult(
        game=game,
        setup=match.setup_of(game),
        seats=match.seats_of(game),
        ranks=ranks,
        totals=(90 - 10 * ranks[0], 90 - 10 * ranks[1]),
        orders=(6, 5),
        decisions=(100, 200),
        seconds=(1.0, 1.0),
        failures=({}, {"late": 1} if ranks[1] == 2 else {}),
        moves=300,
        ending="over",
    )


def test_wilson_interval() -> None:
    """The interval has the published values for 81 of 263 (Newcombe 1998), and known ones for 10 of 10."""
    assert wilson_interval(10, 10)[0] == pytest.approx(0.7225, abs=1e-4)
    assert wilson_interval(10, 10)[1] == pytest.approx(1.0)
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_the_wilson_interval_of_all_or_nothing_reaches_the_limit() -> None:
    """After only wins or only losses, the interval reaches exactly 1 or 0."""
    for games in range(1, 1000):
        low, high = wilson_interval(0, games), wilson_interval(games, games)
        assert (low[0], high[1]) == (0.0, 1.0), games
        assert 0.0 < low[1] < 1.0
        assert 0.0 < high[0] < 1.0


@pytest.mark.slow
def test_bootstrap_interval() -> None:
    """The interval contains the mean, is the same for the same results, and shrinks with their number."""
    few = [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]]
    low, high = bootstrap_interval(few)
    assert low <= 0.5 <= high
    assert bootstrap_interval(few) == (low, high)
    narrow_low, narrow_high = bootstrap_interval(few * 20)
    assert narrow_high - narrow_low < high - low
    assert bootstrap_interval([[1.0]] * 9) == (1.0, 1.0)
    assert bootstrap_interval([]) == (0.0, 1.0)


@pytest.mark.parametrize("games", [2, 10, 12, 40])
def test_the_table_warns_of_a_bootstrap_that_knows_too_little(games: int) -> None:
    """With fewer than six setups, there is no interval. An interval without width gets a remark."""
    results = MatchResults(MATCH, tuple(result(game, (1, 2)) for game in range(games)))
    is_known = games >= 12
    assert results.has_interval("bootstrap") is is_known
    assert [(of.low, of.high) == (0.0, 1.0) for of in results.standings("bootstrap")] == [not is_known] * 2
    assert results.has_interval("wilson") is results.has_interval() is True
    table = results_table(results, "bootstrap")
    assert ("100.0% to 100.0%" in table) is is_known
    assert ("The interval of a share has no width, because all setups had the same result." in table) is is_known
    assert ("The shares have no interval, because a bootstrap needs at least 6 setups." in table) is not is_known
    if not is_known:
        assert table.splitlines()[1].split()[4] == "-"
    assert "interval of a share" not in results_table(results)
    assert "no interval" not in results_table(results, "anytime")
    mixed = MatchResults(MATCH, tuple(result(game, (1, 2) if game % 3 else (2, 1)) for game in range(40)))
    assert "interval of a share" not in results_table(mixed, "bootstrap")


def test_games_of_one_setup_are_sampled_together() -> None:
    """If each setup gives one win to each bot, the share is certain, however many games there are."""
    assert bootstrap_interval([[1.0, 0.0]] * 10) == (0.5, 0.5)


def test_sign_test() -> None:
    """The sign test sums the two tails of the binomial distribution."""
    assert sign_test(0, 0) == 1.0
    assert sign_test(3, 0) == 0.25
    assert sign_test(600, 600) == 1.0
    assert 0.0 < sign_test(2100, 1900) < 0.01
    assert sign_test(2, 8) == sign_test(8, 2) == pytest.approx(2 * (45 + 10 + 1) / 1024)


@pytest.mark.parametrize(
    ("compute", "words"),
    [
        (lambda: wilson_interval(6, 5), "wins: expected a number from 0 to 5, got 6"),
        (lambda: wilson_interval(float("nan"), 5), "wins: expected a number from 0 to 5, got nan"),
        (lambda: wilson_interval(-1, 5), "wins: expected a number from 0 to 5, got -1"),
        (lambda: wilson_interval(0, -1), "games: expected a whole number from 0 up, got -1"),
        (lambda: bootstrap_interval([[1.0], []]), "shares: expected at least one value in each group"),
        (lambda: bootstrap_interval([[1.0]], samples=0), "samples: expected a whole number from 1 up, got 0"),
        (lambda: sign_test(-1, 2), "wins: expected a whole number from 0 up, got -1"),
        (lambda: sign_test(1, True), "losses: expected a whole number from 0 up, got True"),
        (
            lambda: results_table(MatchResults(MATCH, (result(0, (1, 2)),)), "wilsn"),  # type: ignore[arg-type]
            "interval: expected one of wilson, bootstrap, anytime, got 'wilsn'",
        ),
    ],
)
def test_wrong_arguments_are_refused(compute: Callable[[], object], words: str) -> None:
    """The functions refuse numbers that no match can have, and unknown kinds of intervals."""
    with pytest.raises(ms.MisuseError, match=re.escape(words)):
        compute()


def test_shared_victories_count_in_part() -> None:
    """Tied winners split a win."""
    results = MatchResults(MATCH, (result(0, (1, 2)), result(1, (1, 1))))
    first, second = results.standings()
    assert (first.wins, second.wins) == (1.5, 0.5)
    assert (first.win_share, first.score, first.milliseconds) == (0.75, 80.0, 10.0)
    assert (second.milliseconds, second.failures) == (5.0, {"late": 1})


def test_the_table() -> None:
    """The best bot comes first. Remarks about the match are below."""
    games = (result(0, (2, 1)), attrs.evolve(result(1, (2, 1)), ending="cap"), result(2, (1, 2)))
    lines = results_table(MatchResults(MATCH, games)).splitlines()
    assert lines[1].startswith("b ")
    assert "66.7%" in lines[1]
    assert "probability 1 (sign test)" in lines[3]
    assert lines[4] == "1 game reached the cap of 4000 moves and is scored as it stood."
    assert lines[5] == "Failures of b (policy random_move): late 1."
    assert lines[6] == "1 setup has not yet been played in every rotation of the seats."


def test_the_table_of_an_interrupted_match() -> None:
    """The unfinished setups of a match with several processes are counted, also if the number of games is even."""
    table = results_table(MatchResults(MATCH, (result(0, (2, 1)), result(3, (1, 2)))))
    assert table.endswith("\n2 setups have not yet been played in every rotation of the seats.")
    finished = results_table(MatchResults(MATCH, (result(0, (2, 1)), result(1, (1, 2)))))
    assert "every rotation" not in finished


def test_no_significance_for_three_bots() -> None:
    """The sign test needs exactly two bots."""
    match = Match(("a", "b", "c"), 1)
    assert MatchResults(match, ()).significance is None


def test_ratings_follow_the_results() -> None:
    """OpenSkill's rating of the winner is higher."""
    pytest.importorskip("openskill")
    results = MatchResults(MATCH, tuple(result(game, (1, 2)) for game in range(6)))
    (best, _), (other, _) = results.ratings
    assert best > 25 > other
    assert "rating" in results_table(results)


def test_without_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ratings name the missing extra, and the table leaves them out."""
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    results = MatchResults(MATCH, (result(0, (1, 2)),))
    with pytest.raises(ms.MissingExtraError, match=r"pip install 'magnum-sal\[arena\]'"):
        _ = results.ratings
    assert results.standings()[0].rating is None
    assert "rating" not in results_table(results)


def test_a_match_that_may_stop_early_has_its_own_interval() -> None:
    """No other interval is valid for it, so it is the default in tables, too. The sign test is not valid, either."""
    games = tuple(result(game, (1, 2)) for game in range(8))
    fixed, early = MatchResults(MATCH, games), MatchResults(MATCH, games, until=0.95)
    assert fixed.standings() == fixed.standings("wilson")
    assert early.standings() == early.standings("anytime") != early.standings("wilson")
    assert results_table(early).splitlines()[:3] == results_table(early, "anytime").splitlines()[:3]
    assert (fixed.significance is None, early.significance) == (False, None)


def test_games_that_are_not_of_the_match() -> None:
    """The games may be in any order, but each counts once, and each has the bots of the match."""
    games = tuple(result(game, (1, 2)) for game in range(4))
    assert MatchResults(MATCH, games[::-1]) == MatchResults(MATCH, games)
    with pytest.raises(ms.MisuseError, match="games: game 2 occurs twice"):
        MatchResults(MATCH, (*games, games[2]))
    with pytest.raises(ms.MisuseError, match="games: game 0 has 2 bots, but the match has 3"):
        MatchResults(Match(("random",) * 3, 0), games)
