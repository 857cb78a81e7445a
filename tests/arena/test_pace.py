"""Pace: the rounds of phases, actions, and idle actions."""

from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.arena import GameResult, Match, MatchResults, Quartiles, play_game, play_match
from magnum_sal.arena.table import results_table
from magnum_sal.queries.sensible import is_idle

SHORT = attrs.evolve(ms.STANDARD, name="short", orders_to_end=(1, 1, 1))
"""Phases end with the first royal order, so that random games are short."""


@pytest.mark.parametrize(
    ("move", "is_so"),
    [
        (ms.Pass(), True),
        (ms.Rest(), False),
        (ms.VisitTownSquare(), True),
        (ms.VisitInn(), False),
        (ms.VisitMarket((ms.Transaction("buy", "brown"), ms.Transaction("sell", "brown"))), True),
        (ms.VisitMarket((ms.Transaction("buy", "brown"), ms.Transaction("sell", "green"))), False),
        (ms.VisitMarket((ms.Transaction("sell", "brown"), ms.Transaction("sell", "brown"))), False),
        (ms.VisitMarket((ms.Transaction("buy", "brown"),)), False),
    ],
)
def test_idle_moves(move: ms.Move, is_so: bool) -> None:
    """SQUARE-1, MARKET-2, TURN-4: idle moves are the town square, a cube bought and sold again, and a pass."""
    assert is_idle(move) == is_so


def counted_again(states: list[ms.GameState], moves: list[ms.Move]) -> tuple[tuple[int, ...], list[int], list[int]]:
    """Count rounds by phase, and actions and idle actions by seat, from the positions between the moves."""
    last = {state.phase: state.round for state in states}
    actions, idle = [0] * len(states[0].players), [0] * len(states[0].players)
    for before, move, after in zip(states, moves, states[1:], strict=False):
        assert before.turn is not None
        is_turn_over = after.turn is None or (after.phase, after.round, after.turn_seat) != (
            before.phase, before.round, before.turn_seat,
        )  # fmt: skip
        left = 0 if is_turn_over or after.turn is None else after.turn.actions_left
        if left < before.turn.actions_left:
            actions[before.turn_seat] += 1
            idle[before.turn_seat] += is_idle(move)
    return tuple(last[phase] for phase in sorted(last)), actions, idle


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3])
def test_the_pace_of_a_game_follows_from_its_positions(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pace in a result equals the one counted from the positions of the game, in any seating."""
    states: list[ms.GameState] = []
    moves: list[ms.Move] = []

    def noted(state: ms.GameState, move: ms.Move) -> ms.Transition:
        transition = ms.apply(state, move)
        states.extend([state][len(states) :])
        states.append(transition.state)
        moves.append(move)
        return transition

    monkeypatch.setattr("magnum_sal.arena.game.apply", noted)
    for game in range(count):
        states.clear()
        moves.clear()
        result = play_game(Match(("random",) * count, 5, SHORT), game)
        rounds, actions, idle = counted_again(states, moves)
        assert (result.ending, result.rounds) == ("over", rounds)
        assert result.actions == tuple(actions[seat] for seat in result.seats)
        assert result.idle == tuple(idle[seat] for seat in result.seats)
        assert min(idle) > 0
        assert len(rounds) == 3


def test_moves_made_for_a_bot_are_its_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all moves are made for a bot, those that use an action count as its actions."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")
    result = play_game(Match(("bots_of_tests:Cheat", "random"), 5, most_moves=40), 0)
    assert result.failures[0] == {"illegal": result.decisions[0]}
    assert result.actions is not None
    assert 0 < result.actions[0] <= result.decisions[0]
    assert result.rounds is not None
    assert len(result.rounds) == 1


GAME = GameResult(
    game=0,
    setup=0,
    seats=(0, 1),
    ranks=(1, 2),
    totals=(80, 70),
    orders=(6, 5),
    decisions=(100, 200),
    seconds=(1.0, 1.0),
    failures=({}, {}),
    moves=300,
    ending="over",
    rounds=(9, 8, 20),
    actions=(80, 0),
    idle=(20, 0),
)


def test_the_rounds_of_a_match() -> None:
    """A phase counts in the games that finished it. The last phase of a game that was cut short does not count."""
    games = (
        GAME,
        attrs.evolve(GAME, game=1, seats=(1, 0), rounds=(11, 30), moves=100, ending="cap"),
        attrs.evolve(GAME, game=2, setup=1, rounds=(10, 10), ending="forfeit"),
    )
    results = MatchResults(Match(("a", "b"), 1), games)
    assert results.rounds == (Quartiles(9.5, 10, 10.5), Quartiles(8, 8, 8), Quartiles(20, 20, 20))
    assert results.moves == Quartiles(200, 300, 300)
    busy, other = results.standings()
    assert (busy.idle_share, other.idle_share) == (0.25, None)
    lines = results_table(results).splitlines()
    assert ("idle" in lines[0], "25.0%" in lines[1]) == (True, True)
    assert (
        "Rounds per phase (median, quartiles): 10 (10 to 10), 8 (8 to 8), 20 (20 to 20); 300 moves per game." in lines
    )


def test_a_match_without_counted_rounds() -> None:
    """
    A match without games, or whose rounds were not counted, has no rounds or idle shares.

    Its table leaves them out.
    """
    old = attrs.evolve(GAME, rounds=None, actions=None, idle=None)
    results = MatchResults(Match(("a", "b"), 1), (old,))
    assert results.rounds == ()
    assert [standing.idle_share for standing in results.standings()] == [None, None]
    assert "idle" not in results_table(results)
    assert "Rounds" not in results_table(results)
    none = MatchResults(Match(("a", "b"), 1), ())
    assert (none.rounds, none.moves) == ((), None)
    assert len(results_table(none).splitlines()) == 3


def test_a_match_of_unfinished_phases() -> None:
    """If the cap ends every game in its first phase, the table says that no phase was finished."""
    results = play_match(["random", "random"], 2, 3, most_moves=20)
    assert results.rounds == ()
    assert "No phase was completed; 20 moves per game." in results_table(results).splitlines()


def test_a_narrow_table() -> None:
    """Columns that do not fit are printed below with the names repeated. Sentences are wrapped."""
    results = MatchResults(Match(("a", "b"), 1), (GAME,))
    wide = results_table(results).splitlines()
    assert results_table(results, width=200).splitlines() == wide
    narrow = results_table(results, width=60).splitlines()
    assert max(map(len, narrow)) <= 60 < max(map(len, wide))
    assert [line.split()[0] for line in narrow[:6]] == ["bot", "a", "b", "bot", "a", "b"]
    assert sorted(" ".join(narrow).split()) == sorted([*" ".join(wide).split(), "bot", "a", "b"])
    assert len(results_table(results, width=1).splitlines()) > 3 * 8  # Each column is a table of its own.
