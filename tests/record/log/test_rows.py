"""The rows of a game: one for each move, of plain values, the same from a game and from its log."""

from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.arena import Match, play_game
from magnum_sal.model.events import ActionPassed, ActionTaken
from magnum_sal.record.log.rows import Row

GAMES = Path(__file__).parents[2] / "games"

COLUMNS = [
    *("number", "phase", "round", "seat", "player", "type", "move", "actions", "money_change", "money"),
    *("salt_brown", "salt_green", "salt_white", "miners", "tools", "orders", "score", "rank", "is_over"),
]
"""The columns of a game's rows, as listed on the page about tables."""


def kinds(rows: list[Row]) -> set[tuple[type, ...]]:
    """Return the types of the values, row by row."""
    return {tuple(type(value) for value in row.values()) for row in rows}


@pytest.mark.parametrize("name", ["two_players", "four_players", "agreed_end", "mapped_mine"])
def test_a_recorded_game(name: str) -> None:
    """Every row has the same columns of the same types, and its values match the positions."""
    game = ms.Game.from_log(GAMES / f"{name}.jsonl")
    rows = game.to_rows()
    assert rows == game.log.to_rows() == ms.GameLog.read(GAMES / f"{name}.jsonl", verify=False).to_rows()
    assert all(list(row) == COLUMNS for row in rows)
    assert kinds(rows) == {(int, int, int, int, str, str, str, *[int] * 11, bool)}
    assert [row["number"] for row in rows] == list(range(1, len(game.moves) + 1))
    last = game.state
    for number in (1, len(rows) // 2, len(rows)):
        row, before, after = rows[number - 1], game.at(number - 1), game.at(number)
        seat = before.turn_seat
        assert (row["seat"], row["player"]) == (seat, after.players[seat].name)
        assert (row["phase"], row["round"], row["type"]) == (before.phase, before.round, game.moves[number - 1].type)
        assert ms.parse_move(before, str(row["move"])) == game.moves[number - 1]
        assert row["money"] == after.players[seat].money
        assert row["money_change"] == after.players[seat].money - before.players[seat].money
        assert (row["score"], row["rank"]) == (after.scores[seat].total, after.scores[seat].rank)
        salt = after.players[seat].salt
        assert (row["salt_brown"], row["salt_green"], row["salt_white"]) == (salt.brown, salt.green, salt.white)
    assert rows[-1]["is_over"] == last.is_over


def test_actions() -> None:
    """A move that uses an action, a pass and a rest count one action. Moves that come with an action count none."""
    game = ms.Game.from_log(GAMES / "four_players.jsonl")
    rows = game.to_rows()
    counted = {(row["type"], row["actions"]) for row in rows}
    assert {("visit_castle", 1), ("place_miner", 1), ("complete_order", 0), ("end_turn", 0)} <= counted
    assert len(counted) == len({row["type"] for row in rows})
    events = [event for step in game.steps() for event in step.events]
    used = [event for event in events if isinstance(event, (ActionTaken, ActionPassed))]
    rests = sum(row["type"] == "rest" for row in rows)
    assert sum(int(row["actions"] or 0) for row in rows) == len(used) + rests
    passed = ms.Game.new(["Ada", "Ben"], seed=7)
    passed.play(ms.Pass())
    assert [row["actions"] for row in passed.to_rows()] == [1]


def test_actions_are_those_of_the_match_result(tmp_path: Path) -> None:
    """The actions summed by player equal those in the result of a match."""
    log = tmp_path / "game.jsonl"
    result = play_game(Match(("greedy:width=0", "random"), seed=1, most_moves=150), 0, log=log)
    rows = ms.GameLog.read(log).to_rows()
    sums = tuple(sum(int(row["actions"] or 0) for row in rows if row["seat"] == seat) for seat in result.seats)
    assert sums == result.actions


def test_undone_moves_have_no_rows() -> None:
    """Only the moves that were not undone have rows."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.PlaceMiner("stock", "S1"))
    once = game.to_rows()
    game.play(ms.legal_moves(game.state)[0])
    assert len(game.to_rows()) == 2
    game.undo()
    assert game.to_rows() == game.log.to_rows() == once
    game.undo(to=0)
    assert game.to_rows() == game.log.to_rows() == []


def test_reveals_have_no_rows() -> None:
    """On a real table a piece belongs to the move before it, and the numbers of rows count moves and reveals."""
    game = ms.Game.open_table(["Ada", "Ben"])
    while game.state.pending is not None:
        game.reveal(next(piece for piece, _ in ms.outcomes(game.state)))
    first = game.step_count + 1
    game.play(ms.PlaceMiner("stock", "S1"))
    rows = game.to_rows()
    assert rows == game.log.to_rows()
    assert [(row["number"], row["player"], row["type"]) for row in rows] == [(first, "Ada", "place_miner")]
    assert game.at(first).players[0].money == rows[0]["money"]


def test_a_public_log() -> None:
    """The public log of a game has the same rows as the game."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(12):
        game.play(ms.legal_moves(game.state)[-1])
    assert game.log.public().to_rows() == game.to_rows()


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables(library: str) -> None:
    """The libraries for tables accept the rows directly, with numbers as numbers."""
    frames = pytest.importorskip(library)
    rows = ms.Game.from_log(GAMES / "two_players.jsonl").to_rows()
    frame = frames.DataFrame(rows)
    assert list(frame.columns) == COLUMNS
    assert len(frame) == len(rows)
    assert frame["money"].max() == max(int(row["money"] or 0) for row in rows)
