"""Matches of all pairs: the matches, ratings with intervals, the folder, and the table."""

from functools import cache
from itertools import combinations, permutations
from math import inf, isfinite
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import (
    GameResult,
    LadderResults,
    LadderStep,
    Match,
    MatchResults,
    PairsResults,
    ResultsError,
    play_match,
    play_pairs,
)
from magnum_sal.arena._rating import Duel, compute_ratings, rate_bots
from magnum_sal.arena.table import ladder_table, pairs_table

FIRST, WITNESS = "bots_of_tests:first", "bots_of_tests:Witness"
THREE = [FIRST, "random", WITNESS]
"""From the best to the worst in short games."""
HOW: dict[str, Any] = {"games": 20, "seed": 3, "most_moves": 60}


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


@cache
def all_pairs() -> PairsResults:
    """Return the matches that several tests read. They are played once."""
    return play_pairs(THREE, **HOW)


def played(results: PairsResults) -> list[list[GameResult]]:
    """Return the games of all matches, without times."""
    return [[game.without_times() for game in match.games] for match in results.matches]


@pytest.mark.long
def test_each_pair_plays_its_own_match() -> None:
    """The match of two bots has the same setups as alone, in either order and with any number of processes."""
    results = all_pairs()
    assert results.bots == tuple(THREE)
    for (bot, other), match in zip(combinations(THREE, 2), results.matches, strict=True):
        alone = play_match(sorted((bot, other)), **HOW)
        assert [game.without_times() for game in match.games] == [game.without_times() for game in alone.games]
        assert results.match_of(bot, other) is results.match_of(other, bot) is match
        one, of_other = results.standing(bot, other), results.standing(other, bot)
        assert (one.label, of_other.label) == (bot, other)
        assert one.wins + of_other.wins == pytest.approx(20)
        assert one.win_share > 0.5
    assert played(play_pairs(THREE[:2], jobs=2, **HOW)) == played(results)[:1]
    with pytest.raises(ms.MisuseError, match="'random' and 'greedy' did not play each other"):
        results.match_of("random", "greedy")


@pytest.mark.long
def test_the_ranking() -> None:
    """The best mean share comes first. Ratings lie around 0 within their intervals and are reproducible."""
    results = play_pairs(THREE[::-1], **HOW)
    ranking = results.ranking
    assert [one.bot for one in ranking] == THREE
    assert sum(one.rating for one in ranking) == pytest.approx(0.0, abs=1e-9)
    assert all(one.low < one.rating < one.high for one in ranking)
    assert ranking[0].low > 0 > ranking[2].high
    best = ranking[0]
    shares = [results.standing(FIRST, other).win_share for other in THREE[1:]]
    assert best.share == pytest.approx(sum(shares) / 2)
    assert (best.games, best.idle_share) == (40, 0.0)
    assert ranking[1].idle_share is not None
    assert 0.0 < ranking[1].idle_share < 1.0
    assert attrs.evolve(results).ranking == ranking


@pytest.mark.long
def test_matches_that_stop_early() -> None:
    """Each match stops on its own, and the others continue."""
    results = play_pairs(THREE, **(HOW | {"games": 200}), until=0.95)
    lengths = [len(match.games) for match in results.matches]
    assert all(match.decision is not None for match in results.matches)
    assert len(set(lengths)) > 1
    assert max(lengths) < 200
    assert [one.bot for one in results.ranking] == THREE


@pytest.mark.long
def test_a_folder_is_resumed(tmp_path: Path) -> None:
    """The files of a folder belong to pairs, regardless of the order of the bots and of other participants."""
    calls: list[GameResult] = []
    results = play_pairs(THREE, folder=tmp_path / "folder", **HOW)
    names = {path.name for path in (tmp_path / "folder").iterdir()}
    assert len(names) == 3
    ended: list[MatchResults] = []
    again = play_pairs(THREE[:0:-1], folder=tmp_path / "folder", on_match=ended.append, **HOW)
    assert played(again) == [played(results)[2]]
    assert [match.match.bots for match in ended] == [(WITNESS, "random")]
    more = play_pairs(THREE, folder=tmp_path / "folder", on_result=calls.append, **(HOW | {"games": 22}))
    assert [match[:20] for match in played(more)] == played(results)
    assert len(calls) == 3 * 22
    assert {path.name for path in (tmp_path / "folder").iterdir()} == names
    with pytest.raises(ResultsError, match="belongs to another match: its seed is 3, not 4; choose another file"):
        play_pairs(THREE, folder=tmp_path / "folder", **(HOW | {"seed": 4}))


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("random", "bots: expected a list of bots, got 'random'"),
        (["random"], "several matches need 2 to 16 bots, not 1"),
        ([f"greedy:width={width}" for width in range(1, 18)], "several matches need 2 to 16 bots, not 17"),
        (["random", "greedy", "random"], "'random' is named twice; a bot cannot play against itself"),
        (["random", "nobody"], "no bot is called 'nobody'"),
    ],
)
def test_bots_that_cannot_all_play_each_other(bots: Any, words: str, tmp_path: Path) -> None:
    """Invalid bots are refused before anything is played."""
    with pytest.raises(ms.MisuseError) as caught:
        play_pairs(bots, 2, folder=tmp_path / "folder")
    assert words in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_invalid_folders(tmp_path: Path) -> None:
    """A file, a place in a missing folder, and an invalid name are refused."""
    (tmp_path / "file").write_text("mine")
    for place, words in (("file", "is not a folder"), ("no/folder", "cannot be made: "), ("a\0b", "cannot be made: ")):
        with pytest.raises(ResultsError, match=words):
            play_pairs(["random", "greedy"], 2, folder=tmp_path / place)
    assert (tmp_path / "file").read_text() == "mine"


def test_ratings_of_known_strengths() -> None:
    """Bots with strengths 4 : 2 : 1 have ratings 120 points apart for each doubling."""
    strengths, games = [4.0, 2.0, 1.0], 1e6
    duels = [
        Duel(one, other, games * strengths[one] / (strengths[one] + strengths[other]),
             games * strengths[other] / (strengths[one] + strengths[other]))
        for one, other in combinations(range(3), 2)
    ]  # fmt: skip
    assert compute_ratings(3, duels) == pytest.approx([120.41, 0.0, -120.41], abs=0.01)
    assert compute_ratings(3, duels[::-1]) == pytest.approx(compute_ratings(3, duels))


def test_a_bot_that_wins_everything_has_a_rating() -> None:
    """The rating of a bot that wins everything grows with the games, as the extra drawn game counts less and less."""
    few, many = (compute_ratings(2, [Duel(0, 1, wins, 0)])[0] for wins in (10, 100))
    assert 200 < few < many < 600
    assert compute_ratings(2, [Duel(0, 1, 0, 0)]) == [0.0, 0.0]


def test_matches_without_games_have_ratings() -> None:
    """Without games all ratings are 0."""
    matches = [MatchResults(match.match, ()) for match in play_pairs(["random", "greedy"], 2, most_moves=2).matches]
    assert rate_bots(["random", "greedy"], matches) == [(0.0, -inf, inf)] * 2


@pytest.mark.parametrize(("setups", "has_interval"), [(1, False), (5, False), (6, True)])
def test_few_setups_give_no_interval(setups: int, has_interval: bool) -> None:
    """Results of few setups say too little about other setups, so the table shows why there is no interval."""
    pair = Match(("random", "greedy"), 0)
    results = PairsResults(pair.bots, (MatchResults(pair, tuple(map(won_game, range(2 * setups)))),))
    assert [isfinite(one.high - one.low) for one in results.ranking] == [has_interval] * 2
    table = pairs_table(results)
    reason = "The ratings have no interval, because the ranked bots played fewer than 6 setups."
    assert (reason in table) is not has_interval
    assert (" to " in table.split("\n\n")[0]) is has_interval


def test_setups_that_nobody_played_do_not_count() -> None:
    """Gaps between the numbers of setups, of any size, change neither the ratings nor their intervals."""
    pair = Match(("random", "greedy"), 0)
    games = [attrs.evolve(won_game(game), ranks=(1, 2) if game % 3 else (2, 1)) for game in range(16)]
    rated = rate_bots(pair.bots, [MatchResults(pair, tuple(games))])
    for gap in (6, 10**9):
        moved = [attrs.evolve(game, game=game.game + 2 * gap * game.setup, setup=gap * game.setup) for game in games]
        assert rate_bots(pair.bots, [MatchResults(pair, tuple(moved))]) == rated


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (["ab", "bc"], "matches: expected one match of 'a' and 'c', got no match"),
        (["ab", "ac", "bc", "cb"], "matches: expected one match of 'b' and 'c', got 2 matches"),
        (["ab", "ac", "bc", "cd"], "matches: the match of 'c' and 'd' is not a match of two of the bots"),
        (["ab", "ac", "bc", "abc"], "matches: the match of 'a' and 'b' and 'c' is not a match of two of the bots"),
    ],
)
def test_every_pair_needs_one_match(pairs: list[str], words: str) -> None:
    """The ranking compares bots with the same opponents, so a missing or surplus match is refused with its bots."""
    with pytest.raises(ms.MisuseError) as caught:
        PairsResults(("a", "b", "c"), tuple(MatchResults(Match(tuple(pair), 0), ()) for pair in pairs))
    assert str(caught.value) == words


def won_game(game: int) -> GameResult:
    """Return a game of two bots that the first has won."""
    return GameResult(
        game=game,
        setup=game // 2,
        seats=(game % 2, (game + 1) % 2),
        ranks=(1, 2),
        totals=(9, 8),
        orders=(1, 0),
        decisions=(10, 10),
        seconds=(0.5, 0.5),
        failures=({}, {}),
        moves=20,
        ending="over",
    )


@pytest.mark.parametrize("games", [10, 12])
def test_bootstraps_that_know_too_little_are_reported(games: int) -> None:
    """With too few setups, tables show no interval. If one bot has won everything, its interval has no width."""
    match = MatchResults(Match(("a", "b"), 0), tuple(won_game(game) for game in range(games)))
    pairs = pairs_table(PairsResults(("a", "b"), (match,)), "bootstrap")
    ladder = ladder_table(LadderResults((LadderStep("a", "b", match),)), "bootstrap")
    assert ("100-100" in pairs, "100.0% to 100.0%" in ladder) == ((True, True) if games == 12 else (False, False))
    for value in ("rating", "share"):
        assert (f"The interval of a {value} has no width" in pairs) is (games == 12)
        assert (f"The {value}s have no interval" in pairs) is (games == 10)
    assert ("The interval of a share has no width" in ladder) is (games == 12)
    assert ("stronger" in ladder.splitlines()[2]) is (games == 12)


@pytest.mark.slow
def test_equal_bots_keep_their_order() -> None:
    """The ratings of two bots with the same results differ only by rounding, which never decides their places."""
    strength = {"a": 3, "b": 2, "c": 2, "d": 1, "e": 0}
    for order in permutations(strength):
        matches = []
        for pair in combinations(order, 2):
            better = strength[pair[0]] - strength[pair[1]]
            winners = (0, 0) if better > 0 else (1, 1) if better < 0 else (0, 1)
            games = [attrs.evolve(won_game(game), ranks=((1, 2), (2, 1))[seat]) for game, seat in enumerate(winners)]
            matches.append(MatchResults(Match(pair, 0), tuple(games)))
        ranking = [one.bot for one in PairsResults(order, tuple(matches)).ranking]
        assert ranking == sorted(order, key=lambda bot: -strength[bot])


@pytest.mark.long
def test_the_table_of_pairs() -> None:
    """
    The table has the ranking, a row for each bot and a column for each opponent.

    A narrow table is split into parts.
    """
    results = all_pairs()
    lines = pairs_table(results).splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [["1", FIRST], ["2", "random"], ["3", WITNESS]]
    share = results.standing("random", WITNESS)
    assert lines[5].split() == ["share", "against", "1", "2", "3"]
    assert lines[8].split() == ["2", "random", f"{results.standing('random', FIRST).win_share:.0%}", "-", f"{share.win_share:.0%}"]  # fmt: skip  # noqa: E501
    assert lines[9].split()[1] == f"{100 * share.low:.0f}-{100 * share.high:.0f}"
    assert lines[12].startswith(("Rounds per phase", "No phase was completed"))
    assert "! " not in pairs_table(results)
    wide = results.standing("random", WITNESS, "bootstrap")
    assert f"{100 * wide.low:.0f}-{100 * wide.high:.0f}" in pairs_table(results, "bootstrap")
    narrow = pairs_table(results, width=40).splitlines()
    assert max(map(len, narrow)) <= 40


@pytest.mark.slow
def test_ranks_of_two_digits() -> None:
    """The names of ten bots are aligned, and a rating of 0 has no minus."""
    names = tuple("abcdefghij")
    match = play_pairs(["random", "greedy"], 2, most_moves=2).matches[0].match
    none = PairsResults(
        names, tuple(MatchResults(attrs.evolve(match, bots=pair), ()) for pair in combinations(names, 2))
    )
    lines = pairs_table(none).splitlines()
    assert [line[:6] for line in lines[9:11]] == [" 9 i  ", "10 j  "]
    assert "+0  " in lines[9]
