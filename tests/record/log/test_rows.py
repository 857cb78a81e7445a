"""The rows of a game: one for each move, of plain values, the same from a game and from its log."""

from pathlib import Path

import pytest
from tests.recorded import FOLDER, recorded_game

import magnum_sal as ms
from magnum_sal.arena import Match, play_game
from magnum_sal.model.events import ActionPassed, ActionTaken, ToolUsed
from magnum_sal.record.log.rows import Row
from magnum_sal.testing import position

STANDING = ["money", "salt_brown", "salt_green", "salt_white", "miners", "tools", "orders", "score", "rank"]

COLUMNS = [
    *("number", "phase", "round", "seat", "player", "type", "move", "building", "tool", "actions", "money_change"),
    *(*STANDING, "is_over", "turn_order", "won", "end_reason"),
]
"""The columns of a game's rows, as listed on the page about tables."""

ROUND_COLUMNS = [
    *("number", "phase", "round", "seat", "player", "moves", "actions", "money_change"),
    *(*STANDING, "is_over", "turn_order", "won", "end_reason"),
]


MAY_BE_NONE = ("building", "tool", "end_reason")
"""The columns that are None in some rows."""


def kinds(rows: list[Row]) -> set[tuple[type, ...]]:
    """Return the types of the values, row by row."""
    return {tuple(type(value) for value in row.values()) for row in rows}


def moves_of(rows: list[Row]) -> list[Row]:
    """Return the rows of moves, without the closing rows."""
    return [row for row in rows if row["type"] != "end"]


def standing_of(state: ms.GameState, seat: int) -> list[int]:
    """Return the values of the columns of STANDING."""
    player, score = state.players[seat], state.scores[seat]
    salt = player.salt
    return [
        player.money,
        salt.brown,
        salt.green,
        salt.white,
        score.miners,
        score.tools,
        score.orders,
        score.total,
        score.rank,
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", ["two_players", "four_players", "agreed_end", "mapped_mine"])
def test_a_recorded_game(name: str) -> None:
    """Every row has the same columns of the same types, and its values match the positions."""
    game = recorded_game(name)
    rows = game.to_rows()
    assert rows == game.log.to_rows() == ms.GameLog.read(FOLDER / f"{name}.jsonl", verify=False).to_rows()
    assert all(list(row) == COLUMNS for row in rows)
    rows = moves_of(rows)
    named = [{name: value for name, value in row.items() if name not in MAY_BE_NONE} for row in rows]
    assert kinds(named) == {(int, int, int, int, str, str, str, *[int] * 11, bool, int, bool)}
    assert [row["number"] for row in rows] == list(range(1, len(game.moves) + 1))
    last = game.state
    for number in (1, len(rows) // 2, len(rows)):
        row, before, after = rows[number - 1], game.at(number - 1), game.at(number)
        seat = before.turn_seat
        assert (row["seat"], row["player"]) == (seat, after.players[seat].name)
        assert (row["phase"], row["round"], row["type"]) == (before.phase, before.round, game.moves[number - 1].type)
        assert ms.parse_move(before, str(row["move"])) == game.moves[number - 1]
        assert [row[name] for name in STANDING] == standing_of(after, seat)
        assert row["money_change"] == after.players[seat].money - before.players[seat].money
    assert rows[-1]["is_over"] == last.is_over


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two_players", "four_players", "agreed_end"])
def test_closing_rows(name: str) -> None:
    """A game that is over ends with a row for each seat: its final standing, and whether it won (END-1)."""
    game = recorded_game(name)
    rows, final = game.to_rows(), game.state
    seats = range(len(final.players))
    moves, closing = rows[: -len(seats)], rows[-len(seats) :]
    assert moves == moves_of(rows)
    assert [row["seat"] for row in closing] == [*seats]
    for seat, row in enumerate(closing):
        assert [row[name] for name in STANDING] == standing_of(final, seat)
        assert (row["number"], row["type"], row["is_over"]) == (game.step_count, "end", True)
        assert (row["move"], row["building"], row["tool"], row["actions"], row["money_change"]) == (
            None,
            None,
            None,
            0,
            0,
        )
    won = [score.rank == 1 for score in final.scores]
    assert any(won)
    assert not all(won)
    assert all(row["won"] == won[int(row["seat"] or 0)] for row in rows)
    assert {row["end_reason"] for row in rows} == {game.end_reason}


def test_the_last_move_of_a_seat_is_not_its_final_standing() -> None:
    """Others move after the last move of a seat, so only the closing row says who won."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.PlaceMiner("stock", "S1"))
    game.play(ms.VisitInn())
    game.end("it is late")
    of_ada = [(row["type"], row["rank"], row["won"]) for row in game.to_rows() if row["player"] == "Ada"]
    assert of_ada == [("place_miner", 2, True), ("end", 1, True)]


def test_an_unfinished_game_has_no_winner_and_no_closing_rows() -> None:
    """As long as a game can continue, nobody has won."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.Pass())
    for by in ("move", "round"):
        assert [row["won"] for row in game.to_rows(by=by)] == [None] * (1 if by == "move" else 2)
        assert not any(row["is_over"] for row in game.to_rows(by=by))
    game.end("it is late")
    assert [(row["type"], row["is_over"]) for row in game.to_rows()] == [("pass", False), ("end", True), ("end", True)]
    assert game.to_rows() == game.log.to_rows()


def test_a_game_ended_before_its_first_move() -> None:
    """A game can be ended at once. It then has the standing of the first position."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.end("it is late")
    assert [(row["number"], row["type"], row["money"], row["won"]) for row in game.to_rows()] == [
        (0, "end", 10, False),
        (0, "end", 12, True),
    ]
    assert [
        (row["number"], row["round"], row["moves"], row["money"], row["won"]) for row in game.to_rows(by="round")
    ] == [
        (0, 1, 0, 10, False),
        (0, 1, 0, 12, True),
    ]


@pytest.mark.slow
def test_buildings_and_tools() -> None:
    """The columns name the building that a move visits, and the tools that its player uses or gets."""
    for name in ("two_players", "four_players"):
        game = recorded_game(name)
        for row, step in zip(moves_of(game.to_rows()), game.steps(), strict=True):
            visited = [event.building for event in step.events if isinstance(event, ActionTaken)]
            assert row["building"] == next(iter(visited), None)
            used = [event.tool for event in step.events if isinstance(event, ToolUsed)]
            bought = [step.before.workshop.offer[step.move.slot]] if isinstance(step.move, ms.VisitWorkshop) else []
            assert row["tool"] == (", ".join(map(str, used + bought)) or None)
            assert not (used and bought)


@pytest.mark.long
def test_several_tools() -> None:
    """A move that uses several tools names each, as often as it is used."""
    rows = recorded_game("four_players").to_rows()
    named = {str(row["tool"]) for row in rows if row["type"] == "extract_salt"}
    assert any(", " in tools for tools in named), named


@pytest.mark.slow
def test_rows_by_round() -> None:
    """With by="round", each seat has a row at the end of each round, whose money includes what others paid."""
    game = recorded_game("four_players")
    rows = game.to_rows(by="round")
    assert rows == game.log.to_rows(by="round")
    assert all(list(row) == ROUND_COLUMNS for row in rows)
    assert kinds(rows) == {(int, int, int, int, str, *[int] * 12, bool, int, bool, type(None))}
    rounds = list(dict.fromkeys((step.before.phase, step.before.round) for step in game.steps()))
    assert [(row["phase"], row["round"], row["seat"]) for row in rows] == [
        (*of, seat) for of in rounds for seat in range(4)
    ]
    for row in rows:
        after = game.at(int(row["number"] or 0))
        assert [row[name] for name in STANDING] == standing_of(after, int(row["seat"] or 0))
    for seat, player in enumerate(game.state.players):
        own = [row for row in rows if row["seat"] == seat]
        by_move = [row for row in game.to_rows() if row["seat"] == seat and row["type"] != "end"]
        assert sum(int(row["moves"] or 0) for row in own) == len(by_move)
        assert sum(int(row["actions"] or 0) for row in own) == sum(int(row["actions"] or 0) for row in by_move)
        assert game.at(0).players[seat].money + sum(int(row["money_change"] or 0) for row in own) == player.money
    assert [row["is_over"] for row in rows] == [False] * (len(rows) - 4) + [True] * 4


@pytest.mark.slow
def test_turn_order() -> None:
    """SETUP-1: the turn order begins with the starting player, who is drawn, and stays the same in later phases."""
    game = recorded_game("four_players")
    start = game.at(0).start_seat
    assert start != 0
    for row in (*game.to_rows(), *game.to_rows(by="round")):
        assert row["turn_order"] == [(seat - start) % 4 for seat in range(4)][int(row["seat"] or 0)]
    assert game.to_rows()[0]["turn_order"] == 0


def test_a_position_of_a_later_phase_has_no_turn_order() -> None:
    """Such a position does not say which player started the first phase."""
    for phase, expected in ((1, [1, 0]), (2, [None, None])):
        game = ms.Game.from_position(position(f"players: Ada, Ben | turn: B, phase {phase}, start B"))
        game.play(ms.VisitTownSquare())
        game.end("it is late")
        assert [row["turn_order"] for row in game.to_rows() if row["type"] == "end"] == expected


def test_rows_by_something_else() -> None:
    """Misspelt values of by are refused, with the values that exist."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for table in (game, game.log):
        with pytest.raises(ms.MisuseError, match="by: expected one of move, round, got 'rounds'"):
            table.to_rows(by="rounds")  # type: ignore[arg-type]  # misspelt


@pytest.mark.slow
def test_actions() -> None:
    """A move that uses an action, a pass and a rest count one action. Moves that come with an action count none."""
    game = recorded_game("four_players")
    rows = game.to_rows()
    counted = {(row["type"], row["actions"]) for row in rows}
    assert ("end", 0) in counted
    assert {("visit_castle", 1), ("place_miner", 1), ("complete_order", 0), ("end_turn", 0)} <= counted
    assert len(counted) == len({row["type"] for row in rows})
    events = [event for step in game.steps() for event in step.events]
    used = [event for event in events if isinstance(event, (ActionTaken, ActionPassed))]
    rests = sum(row["type"] == "rest" for row in rows)
    assert sum(int(row["actions"] or 0) for row in rows) == len(used) + rests
    passed = ms.Game.new(["Ada", "Ben"], seed=7)
    passed.play(ms.Pass())
    assert [row["actions"] for row in passed.to_rows()] == [1]


@pytest.mark.long
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
    rows = recorded_game("two_players").to_rows()
    frame = frames.DataFrame(rows)
    assert list(frame.columns) == COLUMNS
    assert len(frame) == len(rows)
    assert frame["money"].max() == max(int(row["money"] or 0) for row in rows)
