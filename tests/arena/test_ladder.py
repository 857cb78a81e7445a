"""Ladders: each bot plays the one below it, and each step has a verdict."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal.arena import LadderResults, play_ladder, play_match, play_pairs
from magnum_sal.arena.table import ladder_table

FIRST, WITNESS = "bots_of_tests:first", "bots_of_tests:Witness"
RISING = [WITNESS, "random", FIRST]
"""From the worst to the best in short games. In alphabetical order the last two would be the other way round."""
HOW: dict[str, Any] = {"games": 60, "seed": 3, "most_moves": 60}


@pytest.fixture(autouse=True)
def _bots_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the bots of the tests on the import path."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")


@cache
def rising(until: float | None = None) -> LadderResults:
    """Return a ladder that several tests read. It is played once."""
    return play_ladder(RISING, until=until, **HOW)


@pytest.mark.long
@pytest.mark.parametrize("until", [None, 0.95])
def test_a_ladder_that_rises(until: float | None) -> None:
    """Each bot is stronger than the one below it, by the interval or by the decision that stopped the match."""
    results = rising(until)
    assert [(step.below, step.bot) for step in results.steps] == [(WITNESS, "random"), ("random", FIRST)]
    assert [step.verdict() for step in results.steps] == ["stronger", "stronger"]
    assert results.is_rising()
    for step in results.steps:
        assert step.standing().label == step.bot
        assert step.standing().win_share > 0.5
        assert (len(step.results.games) < HOW["games"]) == (until is not None)


@pytest.mark.long
@pytest.mark.parametrize("until", [None, 0.95])
def test_a_ladder_that_falls(until: float | None) -> None:
    """In a ladder of falling strength, every step is known to lead to a weaker bot."""
    results = play_ladder(RISING[::-1], until=until, **HOW)
    assert [step.verdict() for step in results.steps] == ["weaker", "weaker"]
    assert not results.is_rising()


@pytest.mark.long
def test_steps_without_a_verdict() -> None:
    """Two games decide nothing, and a ladder with such a step does not rise."""
    few, watched = (play_ladder(RISING, **(HOW | {"games": 2}), until=until) for until in (None, 0.95))
    for results in (few, watched):
        assert [step.verdict() for step in results.steps] == ["not known", "not known"]
        assert not results.is_rising()
    assert not LadderResults((rising().steps[0], few.steps[1])).is_rising()


@pytest.mark.slow
def test_the_kind_of_interval_counts() -> None:
    """Without a stop, the verdict depends on the kind of interval."""
    step = play_ladder([FIRST, "random"], **(HOW | {"games": 12})).steps[0]
    for kind in ("wilson", "bootstrap", "anytime"):
        standing = step.standing(kind)
        known = "stronger" if standing.low > 0.5 else "weaker" if standing.high < 0.5 else "not known"
        assert step.verdict(kind) == known
    assert {step.verdict("bootstrap"), step.verdict("anytime")} == {"weaker", "not known"}


@pytest.mark.long
def test_a_ladder_and_its_matches(tmp_path: Path) -> None:
    """A step is the match of its two bots. A folder has the same files as for matches of all pairs."""
    ended: list[object] = []
    results = play_ladder(RISING, folder=tmp_path, on_match=ended.append, **HOW)
    alone = play_match([FIRST, "random"], **HOW)
    assert [game.without_times() for game in results.steps[1].results.games] == [
        game.without_times() for game in alone.games
    ]
    assert ended == [step.results for step in results.steps]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    play_pairs([FIRST, "random"], folder=tmp_path, **HOW)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_invalid_ladders() -> None:
    """A ladder needs at least two bots, all different."""
    with pytest.raises(ms.MisuseError, match="several matches need 2 to 16 bots, not 1"):
        play_ladder(["random"], 2)
    with pytest.raises(ms.MisuseError, match="'random' is named twice"):
        play_ladder(["random", "random"], 2)


@pytest.mark.long
def test_the_table_of_a_ladder() -> None:
    """
    The table has a line for each bot, the first without a match.

    Below it is the number of steps known to lead up.
    """
    results = rising()
    lines = ladder_table(results).splitlines()
    assert lines[1] == WITNESS
    standing = results.steps[1].standing()
    assert lines[3].split()[:2] == [FIRST, f"{standing.win_share:.1%}"]
    assert "stronger" in lines[3]
    assert "is known to be stronger in 2 of 2 steps (95 % confidence each)." in lines[4]
    stopped = ladder_table(play_ladder(RISING, until=0.9, **HOW), "anytime", 60).splitlines()
    assert max(map(len, stopped)) <= 60
    assert "(90 % confidence" in " ".join(stopped)
