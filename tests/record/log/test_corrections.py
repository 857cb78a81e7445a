"""``Game.correct``: another move or piece in an earlier step, and the later steps that still stand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.record.log.test_real_tables import recorded, text_of

import magnum_sal as ms
from magnum_sal.record.game import Correction
from magnum_sal.record.log import RevealLine, UndoLine
from magnum_sal.record.log.corrections import repeat_step
from magnum_sal.record.log.files import LogFile
from magnum_sal.testing.players import finisher

GAME = recorded(100)
LOG = text_of(GAME)
STEPS = [step for step, _ in GAME.history()]
REVEALS = [number for number, step in enumerate(STEPS, start=1) if isinstance(step, ms.Reveal)]
TILE = next(number for number in REVEALS if GAME.at(number - 1).pending == ms.Pending("tile", "1L1"))


def copy_of_game() -> ms.Game:
    """Return another game with the same history and lines. Loading the log would take much longer."""
    log = ms.GameLog(GAME.log.started)
    log.extend(GAME.log.entries)
    return ms.Game(log, GAME._history)


def piece_of(number: int) -> ms.ChamberTile | ms.RoyalOrder | str:
    """Return the piece that step *number* turned up."""
    step = STEPS[number - 1]
    assert isinstance(step, ms.Reveal)
    return step.piece


def other_moves(number: int) -> list[ms.Move]:
    """Return some of the other moves that were legal in step *number*."""
    moves = [move for move in ms.legal_moves(GAME.at(number - 1)) if move != STEPS[number - 1]]
    return moves[:: max(1, len(moves) // 4)]


def table_of_two() -> ms.Game:
    """Return a short game of two players on a real table: six reveals, three moves, a reveal and two moves."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for order in ("BB=9", "BG=11", "GG=13"):
        game.reveal(order)
    for tool in ("rope", "cart", "food"):
        game.reveal(tool)
    for move in (">S1", ">S2", ">1L1"):
        game.play(move)
    game.reveal("BBG/1")
    for move in ("pump 1L1 1", "inn"):
        game.play(move)
    return game


@cache
def corrected(number: int, piece: ms.ChamberTile | ms.RoyalOrder | str) -> tuple[ms.Game, Correction]:
    """Return the game with *piece* in step *number*, and the result of the correction."""
    game = copy_of_game()
    return game, game.correct(number, piece)


def others(number: int) -> Iterator[ms.ChamberTile | ms.RoyalOrder | str]:
    """Yield the other pieces that step *number* could have turned up."""
    return (piece for piece, _ in ms.outcomes(GAME.at(number - 1)) if piece != piece_of(number))


def played_again(number: int, replacement: ms.Move | ms.ChamberTile | ms.RoyalOrder | str) -> ms.Game:
    """Return a game played from the start with *replacement* in step *number*, up to the first impossible step."""
    game = ms.Game.open_table(["Ada", "Ben", "Cleo"], start_seat=2)
    for index, step in enumerate(STEPS):
        now, before = game.state, GAME.at(index)
        if (now.to_move, now.pending) != (before.to_move, before.pending):
            return game
        try:
            made = replacement if index == number - 1 else step.piece if isinstance(step, ms.Reveal) else step
            if isinstance(made, ms.Move):
                game.play(made)
            else:
                game.reveal(made)
        except ms.MagnumSalError:
            return game
    return game


@pytest.mark.parametrize("number", REVEALS)
def test_the_same_piece_changes_nothing(number: int) -> None:
    """Correcting a reveal to the piece it has changes neither the game nor its log, and sends no notice."""
    game = copy_of_game()
    game.undo(to=90)
    before = (game.state, list(game.history()), game.undone, text_of(game))
    heard: list[object] = []
    game.subscribe(heard.append)
    if number <= 90:
        assert game.correct(number, piece_of(number)) == Correction(kept=90 - number)
    assert (game.state, list(game.history()), game.undone, text_of(game)) == before
    assert heard == []


@pytest.mark.long
@pytest.mark.parametrize("number", REVEALS)
def test_another_piece_is_a_game_with_this_piece(number: int) -> None:
    """A corrected game is the game played with the other piece, up to the first step that is impossible."""
    game = copy_of_game()
    for piece in others(number):
        (game, correction), again = corrected(number, piece), played_again(number, piece)
        assert list(game.history()) == list(again.history())
        assert correction.kept == again.step_count - number
        assert correction.dropped == tuple(STEPS[again.step_count :])
        assert (correction.error is None) == (not correction.dropped)
        assert game.undone == ()
    loaded = ms.Game.from_log(text_of(game))
    assert (list(loaded.history()), loaded.undone) == (list(game.history()), ())


@pytest.mark.long
def test_some_corrections_keep_everything_and_some_do_not() -> None:
    """The corrections of the test above keep all steps, some steps or none."""
    kept = {(number, corrected(number, piece)[1].kept) for number in REVEALS for piece in others(number)}
    assert any(count == 100 - number for number, count in kept)
    assert any(0 < count < 100 - number for number, count in kept)
    assert any(count == 0 < 100 - number for number, count in kept)


def test_the_log_keeps_the_mistake() -> None:
    """The log gets an undo, the reveal with the right piece, and the repeated steps. Earlier lines stay the same."""
    game = copy_of_game()
    piece = next(others(TILE))
    correction = game.correct(TILE, piece)
    added = game.log.entries[100:]
    assert game.log.entries[:100] == GAME.log.entries
    assert added[0] == UndoLine(TILE - 1)
    assert isinstance(added[1], RevealLine)
    assert (added[1].number, added[1].piece) == (TILE, piece)
    assert len(added) == 2 + correction.kept
    assert text_of(game).startswith(LOG)


@pytest.mark.long
def test_every_line_leaves_a_log_that_can_be_read() -> None:
    """A crash of the computer may leave only some lines of a correction. The game ends after them."""
    game = copy_of_game()
    game.correct(TILE, next(others(TILE)))
    lines = text_of(game).splitlines(keepends=True)
    for count in range(102, len(lines), 9):
        cut = ms.Game.from_log(b"".join(lines[:count]))
        assert list(cut.history()) == list(game.history())[: TILE - 1 + count - 102]
    # After the undo alone, everything can still be redone.
    undone = ms.Game.from_log(b"".join(lines[:102]))
    while undone.step_count < 100:
        undone.redo()
    assert undone.state == GAME.state


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are written in one call. If it fails, the game and its log are unchanged."""
    with recorded(40, tmp_path / "table.jsonl") as game:
        written: list[bytes] = []

        def write(file: LogFile, lines: bytes) -> None:
            written.append(lines)
            raise ms.LogError(None, None, "no space left")

        heard: list[object] = []
        before = (game.state, list(game.history()), game.log.entries)
        game.subscribe(heard.append)
        with monkeypatch.context() as patch:
            patch.setattr(LogFile, "write", write)
            with pytest.raises(ms.LogError, match="no space left"):
                game.correct(1, next(others(1)))
        assert (game.state, list(game.history()), game.log.entries, heard) == (*before, [])
        correction = game.correct(1, next(others(1)))
        assert [lines.count(b"\n") for lines in written] == [2 + correction.kept]
        state = game.state
    assert ms.Game.from_log(tmp_path / "table.jsonl").state == state


def test_listeners_hear_of_each_repeated_step() -> None:
    """Listeners get the notices of an undo, of the reveal, and of each step that is repeated, after the change."""
    game = copy_of_game()
    heard: list[ms.Notice] = []
    states: list[ms.GameState] = []
    game.subscribe(heard.append)
    game.subscribe(lambda _: states.append(game.state))
    piece = next(others(TILE))
    game.correct(TILE, piece)
    assert heard[0] == ms.Undone(TILE - 1)
    assert isinstance(heard[1], ms.Revealed)
    assert heard[1].piece == piece
    repeated = [notice for notice in heard if isinstance(notice, ms.Revealed | ms.Redone)]
    assert repeated == heard[1:]
    made = [ms.Reveal(notice.piece) if isinstance(notice, ms.Revealed) else notice.step.move for notice in repeated]
    assert list(zip(made, (notice.transition for notice in repeated), strict=True)) == list(game.history())[TILE - 1 :]
    assert states == [game.state] * len(heard)


def test_a_correction_drops_the_undone_moves() -> None:
    """After a correction there is nothing to redo, because the undone steps may no longer fit."""
    game = copy_of_game()
    game.undo(to=TILE + 5)
    assert game.undone
    game.correct(TILE, next(others(TILE)))
    assert game.undone == ()
    with pytest.raises(ms.MisuseError, match="there is no move to redo"):
        game.redo()


@pytest.mark.parametrize(
    ("number", "piece", "error"),
    [
        (0, "rope", "number: expected a step from 1 to 100, got 0"),
        (101, "rope", "number: expected a step from 1 to 100, got 101"),
        (True, "rope", "number: expected a step from 1 to 100, got True"),
        ("4", "rope", "number: expected a step from 1 to 100, got '4'"),
        (7, "rope", "'rope' is not a move in notation; this kind of move is written like rope S1>S2"),
        (
            7,
            ms.RoyalOrder.parse("WW=21"),
            "RoyalOrder(salt=SaltAmount(brown=0, green=0, white=2), payment=21) is not a",
        ),
        (7, ms.PlaceMiner("stock", "2L1"), "2L1 is not connected to the entrance"),
        (7, {"type": "visit_inn", "chamber": "1L1"}, '"chamber": unknown field; expected only type'),
        (4, ms.VisitInn(), "piece: VisitInn() cannot be the tool in slot 0"),
        (1, "rope", "order 'rope': expected salt and payment such as 'BBG=17'"),
        (
            1,
            ms.RoyalOrder.parse("WW=21"),
            "the order in space 1 (slot 0) cannot be WW=21: it is not one of the orders of phase I",
        ),
        (4, "spade", "the tool in space 1 (slot 0) cannot be 'spade': it is not one of the tools (SET-TOOLS)"),
        (4, None, "piece: None cannot be the tool in slot 0"),
    ],
)
def test_what_cannot_be_corrected(number: object, piece: object, error: str) -> None:
    """A wrong number, an impossible piece or an illegal move is refused with the reason, and nothing changes."""
    game = copy_of_game()
    heard: list[object] = []
    game.subscribe(heard.append)
    with pytest.raises((ms.MisuseError, ms.MalformedError, ms.IllegalMoveError)) as caught:
        game.correct(number, piece)  # type: ignore[call-overload]  # Invalid values are the subject of this test.
    assert str(caught.value).startswith(error)
    assert (list(game.history()), text_of(game), heard) == (list(GAME.history()), LOG, [])


def test_a_new_game() -> None:
    """A game without steps has nothing to correct."""
    with pytest.raises(ms.MisuseError, match="the game has no step yet, so none can be corrected"):
        ms.Game.new(["Ada", "Ben"], seed=7).correct(1, "rope")


def test_a_dealt_game() -> None:
    """A move of a dealt game can be corrected, too. The pieces that lie face down stay the same."""
    game, again = ms.Game.new(["Ada", "Ben"], seed=7), ms.Game.new(["Ada", "Ben"], seed=7)
    for move in (">S1", ">S2", ">1L1"):
        game.play(move)
        again.play(move)
    game.play("@castle")
    again.play("@market")
    assert game.correct(4, "@market") == Correction(kept=0)
    assert list(game.history()) == list(again.history())
    assert game.correct(1, "inn").dropped == again.moves[1:]


@pytest.mark.parametrize("move", ["inn", ms.VisitInn(), {"type": "visit_inn"}, '{"type": "visit_inn"}'])
def test_a_move_in_each_form(move: ms.Move | str | dict[str, object]) -> None:
    """A move is replaced by a move in any form that ``play`` accepts. The later steps that still fit stay."""
    game = table_of_two()
    assert game.correct(11, move) == Correction(kept=1)
    assert [step for step, _ in game.history()][10:] == [ms.VisitInn(), ms.VisitInn()]
    assert [step.before.player.name for step in game.steps()][-2:] == ["Ada", "Ben"]
    lines = text_of(game)
    assert ms.Game.from_log(lines).state == game.state
    assert game.correct(11, move) == Correction(kept=1)
    assert text_of(game) == lines


@pytest.mark.long
@pytest.mark.parametrize("number", [number for number in range(1, 101) if number not in REVEALS][::8])
def test_another_move_is_a_game_with_this_move(number: int) -> None:
    """A corrected game is the game played with the other move, up to the first step that is impossible."""
    game = copy_of_game()
    for move in other_moves(number):
        game, again = copy_of_game(), played_again(number, move)
        correction = game.correct(number, move)
        assert list(game.history()) == list(again.history())
        assert correction.kept == again.step_count - number
        assert correction.dropped == tuple(STEPS[again.step_count :])
        assert game.undone == ()
    loaded = ms.Game.from_log(text_of(game))
    assert (list(loaded.history()), loaded.undone) == (list(game.history()), ())


def test_a_later_move_is_never_given_to_another_player() -> None:
    """If another player is to move after the corrected move, the later moves are dropped with this reason."""
    game = copy_of_game()
    correction = game.correct(70, ">S1")
    assert (game.state.player.name, GAME.at(70).player.name) == ("Ben", "Cleo")
    (dropped, *_) = correction.dropped
    assert isinstance(dropped, ms.Move)
    assert ms.is_legal(game.state, dropped)
    assert (correction.kept, str(correction.error)) == (0, "Ben is to move, not Cleo")
    assert correction.dropped == tuple(STEPS[70:])


def test_the_seat_is_the_reason_even_for_an_illegal_move() -> None:
    """If the later move would be illegal for the other player, the reason is still that this player is to move."""
    game = copy_of_game()
    correction = game.correct(58, "pass")
    assert correction.dropped[0] == ms.EndTurn()
    assert not ms.is_legal(game.state, ms.EndTurn())
    assert correction.error is not None
    assert correction.error.reason == "other_to_move"


def test_a_piece_is_never_moved_to_another_place() -> None:
    """If the corrected move turns up a piece elsewhere, the later steps are dropped, and the piece is pending."""
    game = table_of_two()
    correction = game.correct(9, ">1R1")
    assert game.state.pending == ms.Pending("tile", "1R1")
    assert (correction.kept, len(correction.dropped)) == (0, 3)
    assert str(correction.error) == "the piece to be turned up is the tile of 1R1, not the tile of 1L1"


def test_listeners_hear_of_a_corrected_move() -> None:
    """A corrected move is a new move, and the steps after it are repeated."""
    game = table_of_two()
    heard: list[ms.Notice] = []
    game.subscribe(heard.append)
    game.correct(11, "inn")
    assert [type(notice) for notice in heard] == [ms.Undone, ms.Played, ms.Redone]
    assert heard[1] == ms.Played(list(game.steps())[3])


def test_a_game_that_was_ended_by_agreement() -> None:
    """END-1: after an agreed end, nothing can be corrected."""
    game = copy_of_game()
    game.end("dinner")
    with pytest.raises(ms.MisuseError, match="the game was ended by agreement: dinner"):
        game.correct(1, next(others(1)))


@pytest.mark.slow
def test_the_last_piece_of_a_finished_game_can_be_corrected() -> None:
    """A game that is over by the rules can be corrected, as it can be undone, and is scored again."""
    rng = random.Random(4)
    game = ms.Game.open_table(["Ada", "Ben"])
    while not game.is_over:
        if game.state.pending is not None:
            game.reveal(rng.choice(ms.outcomes(game.state))[0])
        else:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    last = max(number for number, (step, _) in enumerate(game.history(), start=1) if isinstance(step, ms.Reveal))
    kept = game.step_count - last
    corrections = []
    for piece, _ in ms.outcomes(game.at(last - 1)):
        corrections.append(game.correct(last, piece))
        assert game.step_count == last + corrections[-1].kept
    assert any(correction.kept == kept for correction in corrections)


def test_the_same_move_of_another_player_does_not_stand() -> None:
    """A step is not repeated if another seat would make the move, or if the piece would lie elsewhere."""
    game = ms.Game.open_table(["Ada", "Ben"])
    first = game.state
    for order in ("BB=9", "BG=11", "GG=13"):
        game.reveal(ms.RoyalOrder.parse(order))
        if game.step_count == 1:
            with pytest.raises(
                ms.MisuseError, match="the piece to be turned up is the order in slot 1, not the order in slot 0"
            ):
                repeat_step(game._history, ms.Reveal(ms.RoyalOrder.parse("BG=11")), first)
    for tool in ("rope", "cart", "food"):
        game.reveal(tool)
    move = ms.PlaceMiner("stock", "S1")
    after = repeat_step(game._history, move, game.state)
    assert after.state.player.name == "Ben"
    with pytest.raises(ms.MisuseError, match="Ben is to move, not Ada"):
        repeat_step(after, move, game.state)
