"""Looks at a real table that were noted wrongly: replaced, contradicted, and reported by ``correct`` (PUBLIC-1)."""

from __future__ import annotations

import attrs
import pytest
from lamp import LAMP_GAME, USE_LAMP, UseLamp
from tests.extensions.night_shift import replay_at_table
from tests.record.log.secret_lines import GAME, OTHER_SEAT, SEAT, TILE, buy_lamp, lamp_game

import magnum_sal as ms
from magnum_sal.model.events import TileLookedAt, TileSeen
from magnum_sal.model.extension import Extension
from magnum_sal.model.mine import PATH, spaces_in
from magnum_sal.record.log.entries import SecretLine

FREE_LAMP_GAME = ms.STANDARD.with_extensions(
    Extension("free_lamp", rules=(attrs.evolve(USE_LAMP, tool=None),), has_looks=True), name="free_lamp_game"
)
ms.register(FREE_LAMP_GAME)
LEVEL_1 = LAMP_GAME.tiles[0]
SINGLE, SECOND = [tile for tile in LEVEL_1 if LEVEL_1.count(tile) == 1 and tile != TILE][:2]
THIRD = next(tile for tile in LEVEL_1 if tile not in (SINGLE, SECOND))


def read_again(game: ms.Game) -> ms.Game:
    """Return the game after it was written and read."""
    again = ms.Game.from_log("".join(game.log.lines()).encode())
    assert again.log.entries == game.log.entries
    for seat in (0, 1):
        assert again.seen_by(seat) == game.seen_by(seat)
        assert list(again.secrets(seat)) == list(game.secrets(seat))
        own = ms.Game.from_log("".join(game.log.seen_by(seat).lines()).encode())
        assert own.seen_by(seat) == game.seen_by(seat)
    return again


def table_with_look() -> ms.Game:
    """Return a game on a real table in which both players have looked at 1L1, and nobody has noted the tile."""
    return replay_at_table(GAME, noted=0)


def go_on(game: ms.Game, *wanted: ms.Move) -> ms.Move:
    """Make the first of these moves that is legal, or end the turn, and return it."""
    move = next(move for move in (*wanted, ms.EndTurn(), ms.Pass()) if ms.is_legal(game.state, move))
    game.play(move)
    return move


def enter_chamber(game: ms.Game, chamber: str, piece: ms.ChamberTile) -> int:
    """Place miners until one of them enters *chamber*, where *piece* is turned up. Return the number of the reveal."""
    entering = ms.PlaceMiner("stock", chamber)
    made: ms.Move | None = None
    while made != entering:
        taken = spaces_in(game.state.mine.occupied)
        made = go_on(game, entering, *(ms.PlaceMiner("stock", space) for space in PATH[chamber] if space not in taken))
    game.reveal(piece)
    return game.step_count


def test_another_tile_replaces_the_noted_one() -> None:
    """The later line counts, in the game, after a restart, and in the log of the seat."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    view = game.note_look(SEAT, "1L1", SECOND)
    assert view.find_tile("1L1") == SECOND
    assert [event for _, event in game.secrets(SEAT)] == [TileSeen(SEAT, "1L1", SECOND)]
    assert [line.event.tile for line in game.log.entries if isinstance(line, SecretLine)] == [SINGLE, SECOND]
    assert SINGLE in dict(ms.outcomes(game.seen_by(OTHER_SEAT)))
    read_again(game)
    game.note_look(SEAT, "1L1", SINGLE)
    assert read_again(game).seen_by(SEAT).find_tile("1L1") == SINGLE
    with pytest.raises(ms.MisuseError, match="already recorded"):
        game.note_look(SEAT, "1L1", SINGLE)


def test_a_replaced_tile_belongs_to_the_first_look() -> None:
    """A second look at the same tile does not split the note: undoing the second look keeps it."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    (number,) = (number for number, _ in game.secrets(SEAT))
    while game.state.turn_seat != SEAT:
        game.play(ms.EndTurn() if ms.is_legal(game.state, ms.EndTurn()) else ms.Pass())
    game.note_look(SEAT, "1L1", SECOND)
    assert [found for found, _ in game.secrets(SEAT)] == [number]
    game.undo()
    assert game.seen_by(SEAT).find_tile("1L1") == SECOND
    read_again(game)


def test_redo_repeats_the_replacement() -> None:
    """The undone step keeps only the tile that counted."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    game.note_look(SEAT, "1L1", SECOND)
    (number,) = (number for number, _ in game.secrets(SEAT))
    count = game.step_count
    game.undo(to=number - 1)
    assert list(game.secrets(SEAT)) == []
    while game.step_count < count:
        game.redo()
    assert game.seen_by(SEAT).find_tile("1L1") == SECOND
    read_again(game)


def test_redo_repeats_only_what_is_still_possible() -> None:
    """A tile that was named for another chamber since the undo is left out. Otherwise the log could not be read."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=FREE_LAMP_GAME)
    while game.state.pending is not None:
        game.reveal(ms.outcomes(game.state)[0][0])
    game.play(UseLamp("3L1"))
    game.play(UseLamp("3L2"))
    tile = FREE_LAMP_GAME.tiles[2][0]
    game.note_look(0, "3L2", tile)  # the wrong chamber
    game.undo()
    game.note_look(0, "3L1", tile)
    game.redo()
    looks = game.seen_by(0).extras["looks"]
    assert (looks.find_tile("3L1"), looks.find_tile("3L2")) == (tile, None)
    read_again(game)


def test_a_turned_up_tile_contradicts_a_note() -> None:
    """The reveal is a fact for everybody. The view forgets the tile, and waits until the player names it again."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    number = enter_chamber(game, "1R1", SINGLE)
    assert game.seen_by(SEAT).find_tile("1L1") is None
    assert game.seen_by(SEAT).pending == ms.Pending("look", "1L1")
    read_again(game)
    game.undo(to=number - 1)
    assert game.seen_by(SEAT).find_tile("1L1") == SINGLE
    game.reveal(SINGLE)
    with pytest.raises(ms.MisuseError, match="cannot be"):
        game.note_look(SEAT, "1L1", SINGLE)
    assert game.note_look(SEAT, "1L1", SECOND).find_tile("1L1") == SECOND
    read_again(game)


def test_the_looked_at_tile_is_turned_up_as_another_one() -> None:
    """PUBLIC-1: nobody hears of the wrong note, and the log can be read."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    enter_chamber(game, "1L1", SECOND)
    assert game.state.find_tile("1L1") == game.seen_by(SEAT).find_tile("1L1") == SECOND
    assert game.seen_by(SEAT).pending is None
    read_again(game)


def test_a_correction_reports_an_earlier_look_that_it_contradicts() -> None:
    """The corrected piece is the tile that a player has named before. The report does not name the tile."""
    game = table_with_look()
    game.note_look(SEAT, "1L1", SINGLE)
    game.note_look(OTHER_SEAT, "1L1", THIRD)
    number = enter_chamber(game, "1R1", SECOND)
    correction = game.correct(number, SINGLE)
    assert correction.error is None
    assert correction.contradicted == (TileLookedAt(SEAT, "1L1"),)
    assert game.seen_by(SEAT).find_tile("1L1") is None
    assert game.seen_by(OTHER_SEAT).find_tile("1L1") == THIRD
    read_again(game)
    assert game.correct(number, SINGLE).contradicted == ()
    game.note_look(SEAT, "1L1", SECOND)
    assert game.correct(number, LEVEL_1[0] if LEVEL_1[0] != TILE else LEVEL_1[1]).contradicted == ()


def test_a_correction_reports_a_later_look_that_it_contradicts() -> None:
    """A look after the corrected piece is repeated without its tile, and reported."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=LAMP_GAME)
    while (pending := game.state.pending) is not None:
        game.reveal(pick(game, pending))
    number = enter_chamber(game, "1R1", SECOND)
    look = UseLamp("1L1")
    while go_on(game, look, *purchases(game.state)) != look:
        while (pending := game.state.pending) is not None:
            game.reveal(pick(game, pending))
    ((seat, chamber, _),) = (attrs.astuple(made, recurse=False) for made in game.state.extras["looks"].made)
    game.note_look(seat, chamber, SINGLE)
    correction = game.correct(number, SINGLE)
    assert correction.error is None
    assert correction.contradicted == (TileLookedAt(seat, "1L1"),)
    assert list(game.secrets(seat)) == []
    read_again(game)


def test_a_corrected_look_is_forgotten_without_a_report() -> None:
    """If the corrected move was the look, the look does not stand, so its tile is not reported as impossible."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=FREE_LAMP_GAME)
    while game.state.pending is not None:
        game.reveal(ms.outcomes(game.state)[0][0])
    game.play(UseLamp("3L1"))
    game.note_look(0, "3L1", FREE_LAMP_GAME.tiles[2][0])
    correction = game.correct(game.step_count, UseLamp("3L2"))
    assert (correction.contradicted, list(game.secrets(0))) == ((), [])
    assert game.seen_by(0).pending == ms.Pending("look", "3L2")
    read_again(game)


def test_a_look_among_several_corrections_keeps_its_tile() -> None:
    """If a corrected step makes the same look as before, the tile that the player has named stays."""
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=FREE_LAMP_GAME)
    while game.state.pending is not None:
        game.reveal(ms.outcomes(game.state)[0][0])
    look, tile = UseLamp("3L1"), FREE_LAMP_GAME.tiles[2][0]
    game.play(look)
    game.note_look(0, "3L1", tile)
    game.play("inn")
    count = game.step_count
    assert game.correct({count - 1: look, count: "square"}).contradicted == ()
    assert game.seen_by(0).find_tile("3L1") == tile
    read_again(game)


def purchases(state: ms.GameState) -> list[ms.Move]:
    """Return the purchase of a lamp, if one is on offer."""
    return [buy_lamp(state)] if "lamp" in state.workshop.offer else []


def pick(game: ms.Game, pending: ms.Pending) -> ms.Piece:
    """Return a piece that can be turned up, a lamp if possible."""
    pieces = [piece for piece, _ in ms.outcomes(game.state)]
    return "lamp" if pending.pile == "tool" and "lamp" in pieces else pieces[0]


def test_a_correction_in_a_game_without_looks_reports_none() -> None:
    """The field is empty where nobody has secrets."""
    game = ms.Game.open_table(["Ada", "Ben"])
    (first, _), (second, _) = ms.outcomes(game.state)[:2]
    game.reveal(first)
    assert game.correct(1, second).contradicted == ()


def test_dealt_games_know_the_tile_already() -> None:
    """In a dealt game, and in the standard game, there is nothing to note."""
    own = ms.Game.from_log("".join(GAME.log.seen_by(SEAT).lines()).encode())
    for game in (lamp_game(), own):
        for tile in (TILE, SINGLE):
            with pytest.raises(ms.MisuseError, match="already recorded"):
                game.note_look(SEAT, "1L1", tile)  # type: ignore[arg-type]  # the setup of a dealt game has all tiles
    with pytest.raises(ms.MisuseError, match="has not looked at a face-down tile there"):
        ms.Game.new(["Ada", "Ben"], seed=1).note_look(0, "1L1", ms.STANDARD.tiles[0][0])
