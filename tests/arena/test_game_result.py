"""Results of games: impossible results are refused, both on their own and for their match."""

from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import GameResult, Match, play_game
from magnum_sal.arena._game_result import check_fits

MATCH = Match(("a", "b", "c"), 1, most_moves=300)
RESULT = GameResult(
    game=4,
    setup=1,
    seats=(1, 2, 0),
    ranks=(1, 1, 3),
    totals=(70, 70, -5),
    orders=(6, 6, 0),
    decisions=(100, 90, 110),
    seconds=(1.0, 0.5, 0.0),
    failures=({}, {"late": 1}, {"died": 110}),
    moves=300,
    ending="cap",
    rounds=(9, 10),
    actions=(100, 80, 60),
    idle=(0, 80, 9),
)
LOST = attrs.evolve(RESULT, ranks=(1, 3, 1), failures=({}, {"late": 1}, {}), moves=299, ending="forfeit")


def test_valid_results() -> None:
    """Results with all policies and endings fit their matches."""
    check_fits(MATCH, RESULT)
    check_fits(MATCH, attrs.evolve(RESULT, ending="over"))
    check_fits(attrs.evolve(MATCH, policy="lose"), LOST)
    check_fits(attrs.evolve(MATCH, policy="lose"), attrs.evolve(LOST, moves=300))
    check_fits(attrs.evolve(MATCH, policy="lose"), attrs.evolve(RESULT, failures=({}, {}, {})))
    failed_afterwards = attrs.evolve(RESULT, failures=({"error": 2}, {}, {"error": 1}), hook_failures=(2, 0, 1))
    check_fits(attrs.evolve(MATCH, policy="lose"), failed_afterwards)


def test_equal_results_have_the_same_hash() -> None:
    """Results can be collected in a set, although their failures are a mapping."""
    assert {RESULT, attrs.evolve(RESULT, failures=({}, {"late": 1}, {"died": 110})), LOST} == {RESULT, LOST}


@pytest.mark.parametrize("policy", ["lose", "random_move"])
@pytest.mark.parametrize("bot", ["random", "Raiser", "Cheat", "Unsteady", "Deserter"])
def test_results_of_played_games(policy: Any, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of a game fits its match, whatever its bots do."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")
    name = bot if bot == "random" else f"bots_of_tests:{bot}"
    match = Match((name, "random", name), 5, most_moves=40, policy=policy)
    for game in range(3):
        check_fits(match, play_game(match, game))


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("game", -1, "-1 is not a count"),
        ("game", True, "True is not a count"),
        pytest.param("game", 10**5000, "a number of thousands of digits is too large", id="long"),
        ("setup", "1", "'1' is not a count"),
        ("seats", (0, 1), "ranks: [1, 1, 3] is not a tuple of one entry for each of 2 bots"),
        ("seats", [1, 2, 0], "[1, 2, 0] is not 2 to 4 seats"),
        ("seats", (1, 2, 2), "[1, 2, 2] is not 2 to 4 seats from 0 up, each once"),
        ("seats", (1, 2, False), "each once"),
        ("seats", (0, 1, 2, 3, 4), "each once"),
        ("ranks", (1, 2, 2, 1), "one entry for each of 3 bots"),
        ("ranks", (2, 3, 1.0), "[2, 3, 1.0] is not ranks from 1 up, with the same rank for ties"),
        ("ranks", (0, 1, 2), "ranks from 1 up, with the same rank for ties"),
        ("ranks", (1, 1, 2), "ranks from 1 up, with the same rank for ties"),
        ("ranks", (2, 2, 2), "ranks from 1 up, with the same rank for ties"),
        ("totals", (70, 70, None), "None is not a whole number"),
        ("orders", (70, 70, -1), "-1 is not a count"),
        ("decisions", (70, 70, 1.0), "1.0 is not a count"),
        ("seconds", (1.0, 1.0, -0.5), "-0.5 is not a time in seconds"),
        ("seconds", (1.0, 1.0, float("nan")), "nan is not a time"),
        ("seconds", (1.0, 1.0, float("inf")), "inf is not a time"),
        ("seconds", (1.0, 1.0, 1), "1 is not a time"),
        ("failures", ({}, {}, []), "[] is not counts of failures by kind"),
        ("failures", ({}, {}, {"tired": 1}), "'tired' is not a kind of failure (illegal, late, died, rubbish, error)"),
        ("failures", ({}, {}, {"late": 0}), "0 is not a count above 0"),
        ("failures", ({}, {}, {"late": "1"}), "'1' is not a count"),
        ("moves", 0.5, "0.5 is not a count"),
        ("ending", "drawn", "'drawn' is not an ending (over, cap, forfeit)"),
        ("ending", ["over"], "is not an ending"),
        ("rounds", (), "[] is not the rounds of at least one phase"),
        ("rounds", 9, "9 is not the rounds of at least one phase"),
        ("rounds", (9, 0), "0 is not a number of rounds above 0"),
        ("rounds", (9, 1.5), "1.5 is not a count"),
        ("actions", (9, 9), "one entry for each of 3 bots"),
        ("actions", (9, 9, -1), "-1 is not a count"),
        ("idle", [9, 9, 9], "one entry for each of 3 bots"),
        ("idle", (0, 0, True), "True is not a count"),
    ],
)
def test_results_impossible_in_any_game(field: str, value: Any, words: str) -> None:
    """The error names the field and the value."""
    with pytest.raises(ms.MalformedError) as caught:
        attrs.evolve(RESULT, **{field: value})
    assert str(caught.value).startswith("GameResult.")
    assert words in str(caught.value)


def test_pace_is_complete_or_unknown() -> None:
    """Rounds, actions and idle actions are known together, or none of them is."""
    unknown = attrs.evolve(RESULT, rounds=None, actions=None, idle=None)
    check_fits(MATCH, unknown)
    for field in ("rounds", "actions", "idle"):
        for result, value in ((unknown, getattr(RESULT, field)), (RESULT, None)):
            change: dict[str, Any] = {field: value}
            with pytest.raises(
                ms.MalformedError, match="GameResult: give all of rounds, actions and idle, or none of them"
            ):
                attrs.evolve(result, **change)


@pytest.mark.parametrize(
    ("match", "changes", "words"),
    [
        ({"bots": ("a", "b")}, {}, "game 4 of this match has 2 bots, not 3"),
        ({}, {"game": 5}, "does not have the seats (1, 2, 0)"),
        ({}, {"setup": 2}, "has setup 1, not 2"),
        ({"most_moves": 299}, {"ending": "over"}, "has at most 299 moves, not 300"),
        ({}, {"moves": 290, "decisions": (90, 90, 110)}, "cannot have reached the cap of 300 moves after 290"),
        ({}, {"decisions": (90, 90, 110)}, "cannot have had 290 decisions in 300 moves"),
        ({}, {"ending": "forfeit"}, "cannot have had a forfeit with policy random_move"),
        ({"policy": "raise"}, {}, "cannot have had a failure with policy raise"),
        ({}, {"failures": ({"late": 403}, {}, {})}, "cannot have had 403 failures of a bot in 300 moves"),
        ({}, {"actions": (101, 80, 60)}, "cannot have had 101 actions in 100 decisions of bot 1"),
        ({}, {"idle": (0, 81, 9)}, "cannot have had 81 idle actions among 80 actions of bot 2"),
        ({}, {"rounds": (1, 1, 1, 1)}, "has at most 3 phases, not 4"),
        ({}, {"rounds": (9, 293)}, "cannot have begun 302 rounds in 300 moves"),
        ({"policy": "lose"}, {}, "cannot have ended by 'cap' with 111 failures: the first failure ends the game"),
        (
            {"policy": "lose"},
            {"failures": ({"error": 3}, {}, {}), "hook_failures": (3, 0, 0)},
            "cannot have ended by 'cap' with 3 failures: the first failure ends the game",
        ),
        (
            {"policy": "lose"},
            {"failures": ({}, {}, {}), "ending": "forfeit"},
            "cannot have ended by 'forfeit' with 0 failures: the first failure ends the game",
        ),
        (
            {"policy": "lose"},
            {"failures": ({}, {"died": 1}, {}), "ending": "forfeit"},
            "does not rank the losing bot last",
        ),
    ],
)
def test_results_impossible_in_this_match(match: dict[str, Any], changes: dict[str, Any], words: str) -> None:
    """The error says why the result does not fit the match."""
    with pytest.raises(ms.MalformedError) as caught:
        check_fits(attrs.evolve(MATCH, **match), attrs.evolve(RESULT, **changes))
    assert words in str(caught.value)
