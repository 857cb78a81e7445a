"""Stopping a match once its result is certain enough: the bets, their interval, and matches that end early."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from math import comb
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from tests.amounts import select

import magnum_sal as ms
from magnum_sal.arena import (
    Decision,
    GameResult,
    Match,
    MatchResults,
    anytime_interval,
    play_game,
    play_match,
    read_results,
    wilson_interval,
)
from magnum_sal.arena._early_stopping import Watch, confidence_of_each
from magnum_sal.arena.table import results_table

BOTS = Path(__file__).parents[1] / "bots"
PAIR = Match(("a", "b"), 1)
UNEVEN: dict[str, Any] = {"bots": ["bots_of_tests:Witness", "random"], "seed": 3, "most_moves": 60}
"""The second of these two wins more, but not every game."""


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(BOTS)


class Outcome(NamedTuple):
    """The part of a result that early stopping uses."""

    game: int
    setup: int
    shares: tuple[float, ...]

    @property
    def decisions(self) -> tuple[int, ...]:
        """A hundred decisions for each bot."""
        return (100,) * len(self.shares)

    @property
    def failures(self) -> tuple[dict[str, int], ...]:
        """No bot fails."""
        return ({},) * len(self.shares)

    @property
    def hook_failures(self) -> tuple[int, ...]:
        """No bot fails in a hook either."""
        return (0,) * len(self.shares)


def outcomes(bots: int, setups: int, draw: Callable[[], tuple[float, ...]]) -> Iterator[GameResult]:
    """Yield the games of some setups, each with drawn shares."""
    for game in range(bots * setups):
        yield cast("GameResult", Outcome(game, game // bots, draw()))


def decided(match: Match, games: Iterator[GameResult], confidence: float = 0.95) -> Decision | None:
    """Return the decision after these games, or None if there is none."""
    watch = Watch(match, confidence)
    for game in games:
        watch.add(game)
    return watch.decision


def chance_of_so_few(count: int, trials: int, share: float) -> float:
    """Return the probability of at most *count* successes in *trials* that succeed with probability *share*."""
    return sum(comb(trials, few) * share**few * (1.0 - share) ** (trials - few) for few in range(count + 1))


@pytest.mark.long
@pytest.mark.parametrize(
    ("bots", "is_setup_decisive"),
    select(
        [
            pytest.param(2, True, id="luck of the cards"),
            pytest.param(2, False, id="pair"),
            pytest.param(3, False, id="three"),
        ]
    ),
)
def test_equal_bots_are_rarely_distinguished(bots: int, is_setup_decisive: bool) -> None:
    """
    After looking at each of 80 setups, at most 5 % of matches between equals are decided.

    With a higher rate, so few mistakes would be unlikely. If the cards decide, all games of a setup go to one bot, so
    that as many games say only half as much.
    """
    rng = random.Random(7)
    winners: list[int] = []

    def draw() -> tuple[float, ...]:
        if not is_setup_decisive or not winners:
            winners[:] = [int(rng.random() * bots)] * (bots if is_setup_decisive else 1)
        winner = winners.pop()
        return tuple(float(bot == winner) for bot in range(bots))

    match, trials = Match(("a", "b", "c")[:bots], 1), 300
    mistakes = sum(decided(match, outcomes(bots, 80, draw)) is not None for _ in range(trials))
    assert chance_of_so_few(mistakes, trials, 0.05) < 0.05
    assert mistakes > 0


def test_a_fixed_sample_interval_fails_if_checked_repeatedly() -> None:
    """Wilson's interval is wrong in far more than 5 % of such matches if it is checked after each setup."""
    rng = random.Random(7)
    mistakes = 0
    for _ in range(200):
        wins = 0
        for games in range(1, 161):
            wins += rng.random() < 0.5
            low, high = wilson_interval(wins, games)
            if not games % 2 and not low <= 0.5 <= high:
                mistakes += 1
                break
    assert mistakes > 0.2 * 200


def test_the_interval_ends_where_the_bets_reach_their_goal() -> None:
    """One bot wins twelve setups. At the lower end m, the mean of (1 + c (1/m - 1))^12 over the stakes c is 40."""
    low, high = anytime_interval([1.0] * 12)
    money = sum((1 + tenths / 10 * (1 / low - 1)) ** 12 for tenths in range(1, 10)) / 9
    assert money == pytest.approx(2 / 0.05)
    assert high == 1.0
    low, high = anytime_interval([1.0] * 12, 0.99)
    money = sum((1 + tenths / 10 * (1 / low - 1)) ** 12 for tenths in range(1, 10)) / 9
    assert money == pytest.approx(2 / 0.01)


def test_properties_of_the_interval() -> None:
    """The interval contains the mean, ignores the order, is mirrored with the shares, and shrinks with their number."""
    shares = [1.0, 0.5, 0.0, 0.5, 0.75, 1.0, 0.5, 1.0]
    low, high = anytime_interval(shares)
    assert 0.0 < low < sum(shares) / 8 < high < 1.0
    assert anytime_interval(shares[::-1]) == (low, high)
    assert anytime_interval([1.0 - share for share in shares]) == pytest.approx((1.0 - high, 1.0 - low))
    narrow = anytime_interval(shares * 10)
    assert narrow[1] - narrow[0] < (high - low) / 2
    assert anytime_interval(shares, 0.5)[0] > low
    assert anytime_interval([]) == (0.0, 1.0)
    assert anytime_interval([0.0] * 9)[0] == 0.0


def test_a_confidence_just_below_certainty() -> None:
    """Rounding never makes the confidence for each of several bots certain, because no match could ever reach it."""
    assert anytime_interval([1.0, 0.0], confidence_of_each(3, 1.0 - 2**-53)) == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95, 95.0, float("nan"), "0.95", None, True])
def test_invalid_confidences(confidence: Any) -> None:
    """A confidence is a number between 0 and 1. Percentages and other values are refused before anything is played."""
    words = "expected a confidence between 0 and 1, such as 0.95"
    with pytest.raises(ms.MisuseError, match=f"confidence: {words}"):
        anytime_interval([1.0], confidence)
    if confidence is not None:
        with pytest.raises(ms.MisuseError, match=f"until: {words}"):
            play_match(["random", "random"], 2, until=confidence)


@pytest.mark.parametrize("share", [1.5, -0.1, float("nan")])
def test_invalid_shares(share: float) -> None:
    """A mean share must lie between 0 and 1."""
    with pytest.raises(ms.MisuseError, match=r"shares: expected numbers from 0 to 1, got .*"):
        anytime_interval([0.5, share])


def test_the_order_of_results_does_not_matter() -> None:
    """The decision, and the setup after which it is made, do not depend on the order in which games finish."""
    rng = random.Random(3)
    games = list(outcomes(2, 60, lambda: (1.0, 0.0) if rng.random() < 0.75 else (0.0, 1.0)))
    known = decided(PAIR, iter(games))
    assert known is not None
    assert (known.label, known.is_more, known.confidence) == ("a", True, 0.95)
    assert 5 < known.setups < 60
    for _ in range(5):
        rng.shuffle(games)
        assert decided(PAIR, iter(games)) == known


def test_a_match_is_decided_when_the_interval_leaves_the_equal_share() -> None:
    """With two bots, the decision comes at the first setup after which the interval of that confidence excludes 0.5."""
    rng = random.Random(5)
    games = list(outcomes(2, 60, lambda: (1.0, 0.0) if rng.random() < 0.3 else (0.0, 1.0)))
    known = decided(PAIR, iter(games))
    assert known is not None
    shares = [(first.shares[0] + second.shares[0]) / 2 for first, second in zip(games[::2], games[1::2], strict=True)]
    assert anytime_interval(shares[: known.setups])[1] < 0.5 <= anytime_interval(shares[: known.setups - 1])[1]
    assert (known.label, known.is_more) == ("b", True)


def test_one_of_three_that_loses() -> None:
    """A match of three can be decided by a bot that wins less than its share, although none surely wins more."""
    wins = cycle(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    known = decided(Match(("a", "b", "c"), 1), outcomes(3, 60, lambda: next(wins)))
    assert known is not None
    assert (known.label, known.is_more) == ("c", False)


def without_times(results: MatchResults) -> list[GameResult]:
    """Return the games without values that differ from run to run."""
    return [game.without_times() for game in results.games]


@pytest.mark.long
def test_a_match_stops_early(tmp_path: Path) -> None:
    """Results end at the deciding setup, also with two processes and from a file that holds fewer or more games."""
    alone = play_match(games=400, until=0.95, **UNEVEN)
    known = alone.decision
    assert known is not None
    assert (known.label, known.is_more) == ("random", True)
    assert len(alone.games) == 2 * known.setups < 200
    assert alone.stop_early(0.95) == alone
    for name, jobs, held in (("a", 2, 0), ("b", 1, 2 * known.setups - 3), ("c", 1, 2 * known.setups + 5)):
        if held:
            play_match(games=held, out=tmp_path / name, **UNEVEN)
        results = play_match(games=400, until=0.95, jobs=jobs, out=tmp_path / name, **UNEVEN)
        assert without_times(results) == without_times(alone)
        assert results.decision == known
        in_file = MatchResults(*read_results(tmp_path / name))
        assert len(in_file.games) >= max(held, len(results.games))
        assert without_times(in_file.stop_early(0.95)) == without_times(results)
        assert in_file.decision is None


@pytest.mark.long
def test_lost_games_are_played_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost game is played again before later ones. Otherwise the whole match would be played before the decision."""
    calls: list[int] = []

    def play(match: Match, game: int) -> GameResult:
        calls.append(game)
        if calls == [0]:
            raise OSError("gone")
        return play_game(match, game)

    monkeypatch.setattr("magnum_sal.arena._match_play.play_game", play)
    with ThreadPoolExecutor(1) as executor:
        results = play_match(games=2000, until=0.95, executor=executor, **UNEVEN)
    assert results.decision is not None
    assert len(calls) < 1000


@pytest.mark.slow
def test_matches_between_equals_are_played_to_the_end() -> None:
    """A bot wins exactly its share against itself, so no decision is made. Half a setup does not count."""
    results = play_match(["random", "random"], 21, 3, most_moves=30, until=0.9)
    assert len(results.games) == 21
    assert results.decision is None
    lines = results_table(results, "anytime").splitlines()
    assert (
        "After 21 games, it is not known with 90 % confidence whether a bot wins more or less than its share." in lines
    )
    low, high = anytime_interval([0.5] * 10)
    assert f"{low:.1%} to {high:.1%}" in lines[1]


@pytest.mark.long
def test_the_table_says_why_the_match_stopped() -> None:
    """
    The table names the bot, the setups and the confidence.

    In a larger match the interval holds for all bots at once.
    """
    results = play_match(games=400, until=0.999, **UNEVEN)
    assert results.decision is not None
    words = f"Stopped after {results.decision.setups} setups: random wins more than its share, with 99.9 % confid"
    assert words in results_table(results, "anytime")
    assert "sign test" not in results_table(results)  # The sign test allows only one look at the results.
    three = play_match(["random"] * 3, 9, 3, most_moves=30)
    (low, high), shares = anytime_interval([1 / 3] * 3, 1 - 0.05 / 3), three.standings("anytime")
    assert [(standing.low, standing.high) for standing in shares] == [pytest.approx((low, high))] * 3
