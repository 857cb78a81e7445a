"""A bot against itself: the games of a setup are identical, and the table says so."""

import attrs

from magnum_sal.arena import MatchResults, play_match
from magnum_sal.arena.table import results_table

TWINS = "All bots are the same, so the games of each setup are identical. Number of different games: "


def test_the_table_counts_different_games() -> None:
    """Two games of a setup are one game, and so are three with three copies of a bot."""
    for bots, games, different in ((2, 8, 4), (3, 6, 2), (2, 5, 3)):
        results = play_match(["random"] * bots, games, most_moves=6)
        assert f"{TWINS}{different}.\n" in results_table(results)


def test_other_matches_have_no_such_line() -> None:
    """Different bots play different games, and a single game has no twin."""
    assert TWINS not in results_table(play_match(["random", "greedy:width=0"], 4, most_moves=6))
    assert TWINS not in results_table(play_match(["random", "random"], 1, most_moves=6))


def test_games_that_differ_are_no_twins() -> None:
    """A bot with a budget in seconds may play the games of a setup differently."""
    results = play_match(["random", "random"], 4, most_moves=6)
    first, *others = results.games
    changed = MatchResults(results.match, (attrs.evolve(first, moves=first.moves + 1), *others))
    assert TWINS not in results_table(changed)
