"""Secret lines: what a player saw alone, in full logs, public logs and the logs of seats (RULES PUBLIC-1)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import jsonschema
import pytest
from lamp import LAMP_GAME, UseLamp
from tests.extensions.night_shift import FIRST_LOOKS, NAMES, NIGHT_SHIFT, play_night, replay_at_table
from tests.record.log.secret_lines import FIRST, GAME, LINES, OTHER_SEAT, SEAT, SECRET, TILE, lamp_game

import magnum_sal as ms
from magnum_sal.model.events import TileLookedAt, TileSeen
from magnum_sal.record.log import MoveLine, UndoLine
from magnum_sal.record.log.entries import SecretLine

SEEN = TileSeen(SEAT, "1L1", TILE)  # type: ignore[arg-type]  # the setup of a dealt game has all tiles


def text_of(log: ms.GameLog) -> bytes:
    """Return the bytes of a log."""
    return "".join(log.lines()).encode()


def kinds(log: ms.GameLog) -> list[str]:
    """Return the types of the entries."""
    return [entry.type for entry in log.entries]


def table_with_look() -> ms.Game:
    """Return a game on a real table in which both players have looked at 1L1, and nobody has noted the tile."""
    return replay_at_table(GAME, noted=0)


def test_a_secret_follows_its_move() -> None:
    """PUBLIC-1: the line has the number of the move and its event. The events of the move do not name the tile."""
    assert [line["type"] for line in LINES] == ["header", *["move"] * 4, "secret", "move", "secret"]
    assert SECRET["number"] == 4
    assert list(SECRET) == ["type", "number", "event", "checksum"]
    assert SECRET["event"] == ms.to_dict(SEEN)
    move = LINES[FIRST - 2]
    assert ms.to_dict(TileLookedAt(SEAT, "1L1")) in move["events"]
    assert "tile_seen" not in json.dumps(move)
    assert GAME.log.entries[FIRST - 2] == SecretLine(4, SEEN)


def test_a_log_with_secrets_is_read_back() -> None:
    """The lines stay the same in every mode, and the file can be continued."""
    for verify in (True, False, "report"):
        again = ms.Game.from_log(text_of(GAME.log), verify=verify)
        assert again.state == GAME.state
        assert again.log.entries == GAME.log.entries
        assert text_of(again.log) == text_of(GAME.log)
        assert again.log.disagreements == ()
        for seat in (0, 1):
            assert again.seen_by(seat) == GAME.state.seen_by(seat)


def test_public_logs_have_no_secrets() -> None:
    """PUBLIC-1: a public log has all lines but the secrets, and leads to the public state."""
    public = GAME.log.public()
    assert kinds(public) == ["move"] * 5
    assert "tile_seen" not in text_of(public).decode()
    game = ms.Game.from_log(text_of(public))
    assert (game.state, game.seen_by(SEAT).pending) == (GAME.state.public(), ms.Pending("look", "1L1"))


def test_the_log_of_a_seat_has_its_own_secrets() -> None:
    """PUBLIC-1: the log of a seat has a public header and leads to the view of this seat, and to no other."""
    for seat in (0, 1):
        log = GAME.log.seen_by(seat)
        assert log.started.setup.is_public
        assert [line.event.seat for line in log.entries if isinstance(line, SecretLine)] == [seat]
        game = ms.Game.from_log(text_of(log))
        assert game.state == GAME.state.public()
        assert game.seen_by(seat) == GAME.state.seen_by(seat)
        assert game.seen_by(1 - seat).find_tile("1L1") is None
        assert text_of(game.log) == text_of(log)
        assert text_of(game.log.public()) == text_of(GAME.log.public())


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None])
def test_the_log_of_nobody(seat: object) -> None:
    """Only seats of the game have a log of their own."""
    with pytest.raises(ms.MisuseError, match="is not a seat of 2 players"):
        GAME.log.seen_by(seat)  # type: ignore[arg-type]  # the point of the test


def test_the_log_of_a_seat_is_written_to_a_file(tmp_path: Path) -> None:
    """Like a public copy, the copy for a seat can go to a file or a stream."""
    path, stream = tmp_path / "seat.jsonl", io.StringIO()
    GAME.log.seen_by(SEAT, path, durable=True)
    GAME.log.seen_by(SEAT, stream)
    assert path.read_bytes() == stream.getvalue().encode() == text_of(GAME.log.seen_by(SEAT))
    assert ms.Game.from_log(path).seen_by(SEAT) == GAME.state.seen_by(SEAT)


def test_copies_refuse_the_secrets_of_others() -> None:
    """PUBLIC-1: the entries of a full log cannot be added to a public copy, nor to the copy for another seat."""
    public, own = GAME.log.public(), GAME.log.seen_by(SEAT)
    for copy in (public, GAME.log.seen_by(OTHER_SEAT)):
        before = text_of(copy)
        with pytest.raises(ms.MisuseError, match=f"the log must not contain what seat {SEAT} has seen alone"):
            copy.append(SecretLine(4, SEEN))
        with pytest.raises(ms.MisuseError, match="must not contain"):
            copy.extend(GAME.log.entries)
        assert text_of(copy) == before
    own.append(SecretLine(4, SEEN))


def test_a_public_file_follows_the_game(tmp_path: Path) -> None:
    """PUBLIC-1: as the page on following a game shows, a public file beside the game's log never gets a secret."""
    game = ms.Game.new(["Ada", "Ben"], setup=GAME.log.started.setup, ruleset=LAMP_GAME)
    public, own = game.log.public(tmp_path / "public.jsonl"), game.log.seen_by(SEAT, tmp_path / "own.jsonl")
    game.subscribe(lambda _: public.extend(game.log.public().entries[len(public.entries) :]))
    game.subscribe(lambda _: own.extend(game.log.seen_by(SEAT).entries[len(own.entries) :]))
    for move in GAME.moves:
        game.play(move)
    assert (tmp_path / "public.jsonl").read_bytes() == text_of(GAME.log.public())
    assert (tmp_path / "own.jsonl").read_bytes() == text_of(GAME.log.seen_by(SEAT))


def test_undo_drops_a_secret_and_redo_keeps_it() -> None:
    """An undone look is not a look. Redoing the move writes the secret again, with the same tile."""
    game = lamp_game()
    game.undo(to=3)
    assert game.seen_by(SEAT) == game.state.seen_by(SEAT)
    assert game.seen_by(SEAT).find_tile("1L1") is None
    game.redo()
    game.redo()
    assert game.state == GAME.state
    assert kinds(game.log)[-5:] == ["undo", "move", "secret", "move", "secret"]
    assert game.log.entries[-3] == SecretLine(4, SEEN)
    again = ms.Game.from_log(text_of(game.log))
    assert again.seen_by(SEAT) == GAME.state.seen_by(SEAT)
    assert ms.Game.from_log(text_of(game.log.seen_by(SEAT))).seen_by(SEAT) == GAME.state.seen_by(SEAT)
    game.undo(to=3)
    assert ms.Game.from_log(text_of(game.log.seen_by(SEAT))).seen_by(SEAT).find_tile("1L1") is None


def test_a_look_is_noted_on_a_real_table() -> None:
    """PUBLIC-1: the game goes on without the tile. Once it is noted, the view and the log contain it."""
    game = table_with_look()
    assert game.state.pending is None
    assert "secret" not in kinds(game.log)
    assert game.seen_by(SEAT).pending == ms.Pending("look", "1L1")
    heard: list[ms.Notice] = []
    game.subscribe(heard.append)
    assert TILE is not None
    view = game.note_look(SEAT, "1L1", TILE)
    assert view == game.seen_by(SEAT) == GAME.state.seen_by(SEAT)
    assert heard == [ms.LookNoted(SEEN)]
    assert game.seen_by(OTHER_SEAT).pending == ms.Pending("look", "1L1")
    (line,) = (line for line in game.log.entries if isinstance(line, SecretLine))
    step = [number for number, (_, (_, events)) in enumerate(game.history(), 1) if TileLookedAt(SEAT, "1L1") in events]
    assert line == SecretLine(step[0], SEEN)
    again = ms.Game.from_log(text_of(game.log))
    assert again.seen_by(SEAT) == view
    assert again.log.entries == game.log.entries
    assert game.state == GAME.state.public()


def test_both_players_note_the_same_tile() -> None:
    """Two players who look at the same tile have a line each, in any order, later than the moves."""
    game = table_with_look()
    assert TILE is not None
    for seat in (OTHER_SEAT, SEAT):
        game.note_look(seat, "1L1", TILE)
    assert kinds(game.log)[-2:] == ["secret", "secret"]
    again = ms.Game.from_log(text_of(game.log))
    for seat in (0, 1):
        assert again.seen_by(seat) == GAME.state.seen_by(seat)
        assert ms.Game.from_log(text_of(game.log.seen_by(seat))).seen_by(seat) == GAME.state.seen_by(seat)


def test_looks_that_cannot_be_noted() -> None:
    """Each error names the chamber and the seat, and changes nothing."""
    game = table_with_look()
    assert TILE is not None
    before, level_3, name = text_of(game.log), LAMP_GAME.tiles[2][0], game.state.players[SEAT].name
    rows: tuple[tuple[tuple[object, object, object], type[ms.MagnumSalError], str], ...] = (
        ((SEAT, "1L2", TILE), ms.MisuseError, f"1L2: {name} has not looked at a face-down tile there"),
        ((SEAT, "1L1", level_3), ms.MisuseError, f"1L1: the tile there cannot be {level_3}, as far as {name}"),
        ((2, "1L1", TILE), ms.MisuseError, "2 is not a seat of 2 players"),
        ((9, "1L1", TILE), ms.MalformedError, "9 is not a seat"),
        ((True, "1L1", TILE), ms.MalformedError, "is not a seat"),
        ((SEAT, "S1", TILE), ms.MalformedError, "'S1' is not a chamber"),
        ((SEAT, "1L1", "BG1"), ms.MalformedError, "tile 'BG1': expected salt and water such as 'BGG/2'"),
        ((SEAT, "1L1", None), ms.MalformedError, "tile"),
    )
    for arguments, kind, message in rows:
        with pytest.raises(kind) as caught:
            game.note_look(*arguments)  # type: ignore[arg-type]  # the point of the test
        assert message in str(caught.value), arguments
    assert text_of(game.log) == before
    game.note_look(SEAT, "1L1", TILE)
    with pytest.raises(ms.MisuseError, match=f"the tile that {name} has seen there is already recorded"):
        game.note_look(SEAT, "1L1", TILE)
    game.end("late")
    with pytest.raises(ms.MisuseError, match="ended by agreement"):
        game.note_look(OTHER_SEAT, "1L1", TILE)


def test_a_noted_look_is_undone_and_redone() -> None:
    """The undone look takes its note with it. Redo writes both again."""
    game = table_with_look()
    assert TILE is not None
    game.note_look(SEAT, "1L1", TILE)
    step = next(
        number for number, (_, (_, events)) in enumerate(game.history(), 1) if TileLookedAt(SEAT, "1L1") in events
    )
    count = game.step_count
    game.undo(to=step - 1)
    with pytest.raises(ms.MisuseError, match="has not looked"):
        game.note_look(SEAT, "1L1", TILE)
    while game.step_count < count:
        game.redo()
    assert game.seen_by(SEAT) == GAME.state.seen_by(SEAT)
    assert ms.Game.from_log(text_of(game.log)).seen_by(SEAT) == GAME.state.seen_by(SEAT)
    assert sum(kind == "secret" for kind in kinds(game.log)) == 2


def test_looks_at_the_start_have_the_number_0() -> None:
    """Looks while a dealt game is set up are written right after the header, with the number 0."""
    game = ms.Game.new(NAMES[:3], seed=1, ruleset=NIGHT_SHIFT)
    setup = game.log.started.setup
    assert (
        game.log.entries
        == tuple(
            SecretLine(0, TileSeen(seat, chamber, setup.tile_of(chamber)))  # type: ignore[arg-type]  # a dealt game
            for seat, chamber in enumerate(FIRST_LOOKS[:3])
        )
    )
    assert ms.Game.from_log(text_of(game.log)).log.entries == game.log.entries
    for seat in range(3):
        log = game.log.seen_by(seat)
        assert len(log.entries) == 1
        assert ms.Game.from_log(text_of(log)).seen_by(seat) == game.state.seen_by(seat)
    assert game.log.public().entries == ()
    game.play(ms.Pass())
    game.undo()
    assert ms.Game.from_log(text_of(game.log.seen_by(0))).seen_by(0) == game.state.seen_by(0)


def test_looks_at_the_start_of_a_real_table() -> None:
    """On a real table, these looks belong to the reveal of the last piece of the setup, and are noted later."""
    game = replay_at_table(play_night(2, 1, 0), noted=0)
    assert game.state == play_night(2, 1, 0).state.public()
    pieces = [move.piece for move, _ in game.history() if isinstance(move, ms.Reveal)]
    last_tool = max(number for number, piece in enumerate(pieces, start=1) if piece in NIGHT_SHIFT.tools)
    tile = play_night(2, 1, 0).log.started.setup.tile_of(FIRST_LOOKS[0])
    assert tile is not None
    game.note_look(0, FIRST_LOOKS[0], tile)
    assert game.log.entries[-1] == SecretLine(last_tool, TileSeen(0, FIRST_LOOKS[0], tile))
    assert ms.Game.from_log(text_of(game.log)).seen_by(0).find_tile(FIRST_LOOKS[0]) == tile


@pytest.mark.parametrize("kept", [0, 1, 40, -1])
def test_a_crash_between_the_lines(tmp_path: Path, kept: int) -> None:
    """
    A file may end after the move, or in the middle of its secret.

    The game then goes on from the move. The players' views are complete, because the setup contains the tile.
    """
    path = tmp_path / "log.jsonl"
    whole = text_of(GAME.log).splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]) + whole[-1][:kept])
    game = ms.Game.from_log(path)
    assert game.log.torn == whole[-1][:kept]
    assert game.state == GAME.state
    assert game.seen_by(OTHER_SEAT) == GAME.state.seen_by(OTHER_SEAT)
    game.play(ms.legal_moves(game.state)[0])
    game.close()
    again = ms.Game.from_log(path)
    assert again.state == game.state
    assert not again.log.torn


def test_a_move_and_its_secret_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full, neither the move nor the secret is in the file, and the game has not changed."""

    class Full(io.StringIO):
        """A stream that refuses the secret."""

        def write(self, text: str) -> int:
            if "tile_seen" in text:
                raise OSError(28, "No space left on device")
            return super().write(text)

    stream = Full()
    game = ms.Game.new(["Ada", "Ben"], setup=GAME.log.started.setup, ruleset=LAMP_GAME, log=stream)
    for move in GAME.moves[:3]:
        game.play(move)
    before, written = game.state, stream.getvalue()
    with pytest.raises(ms.LogError, match="No space left"):
        game.play(GAME.moves[3])
    assert game.state == before
    assert game.step_count == 3
    assert stream.getvalue() == written
    assert kinds(game.log) == ["move"] * 3


def test_rows_and_recovery_skip_secrets() -> None:
    """The rows of a game count moves only, and a damaged log is recovered up to the last good line."""
    assert [row["number"] for row in GAME.to_rows()] == [1, 2, 3, 4, 5]
    assert GAME.log.to_rows() == GAME.to_rows()
    damaged = text_of(GAME.log).replace(b'"number":4,"event"', b'"number":5,"event"')
    found = ms.GameLog.recover(damaged)
    assert kinds(found) == ["move"] * 4
    assert found.ruin is not None
    assert found.ruin.line == FIRST


@pytest.mark.slow
def test_a_look_at_a_tile_that_is_turned_up_in_the_same_log() -> None:
    """Once the tile lies face up, its secret stays in the log and changes no view."""
    game = play_night(2, 4, 250)
    seen = [line.event for line in game.log.entries if isinstance(line, SecretLine)]
    turned = [event for event in seen if game.state.mine.tile_in(event.chamber) is not None]
    assert turned
    assert all(game.state.mine.tile_in(event.chamber) == event.tile for event in turned)
    for seat in (0, 1):
        view = ms.Game.from_log(text_of(game.log.seen_by(seat))).seen_by(seat)
        assert view == game.state.seen_by(seat)
        assert not view.extras["looks"].tiles.keys() & {event.chamber for event in turned}


def test_only_games_with_looks_have_secrets() -> None:
    """The standard game writes the same lines as before."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.play(ms.Pass())
    game.undo()
    assert [type(entry) for entry in game.log.entries] == [MoveLine, UndoLine]
    assert text_of(game.log.seen_by(0)) == text_of(game.log.public())
    assert game.seen_by(0) == game.state.public()
    assert UseLamp.type not in ms.STANDARD.by_type


def test_a_player_looks_at_the_same_tile_in_a_later_phase() -> None:
    """A second look at a tile has a line of its own, in the full log and in the log of the seat."""
    game = ms.Game.new(NAMES[:2], seed=1, ruleset=NIGHT_SHIFT)
    again = TileSeen(0, FIRST_LOOKS[0], game.log.started.setup.tile_of(FIRST_LOOKS[0]))  # type: ignore[arg-type]  # a dealt game
    events = (*game.play(ms.Pass()).events, TileLookedAt(0, FIRST_LOOKS[0]))
    log = ms.GameLog(game.log.started)
    line = game.log.entries[2]
    assert isinstance(line, MoveLine)
    log.extend((*game.log.entries[:2], MoveLine(1, line.seat, line.move, events), SecretLine(1, again)))
    for read in (log, log.seen_by(0)):
        assert ms.Game.from_log(text_of(read), verify=False).seen_by(0).find_tile(FIRST_LOOKS[0]) == again.tile
    log.append(SecretLine(1, again))
    for read in (log, log.seen_by(0)):
        with pytest.raises(ms.LogError, match="already recorded"):
            ms.Game.from_log(text_of(read), verify=False)


@pytest.mark.slow
def test_secret_lines_fit_the_schema() -> None:
    """The lines of full logs, public logs and seats' logs fit the schema of the ruleset."""
    schema = jsonschema.Draft202012Validator(ms.json_schema(ms.record.log.LogLine, ruleset=LAMP_GAME))
    for log in (GAME.log, GAME.log.public(), GAME.log.seen_by(SEAT)):
        for line in log.lines():
            schema.validate(json.loads(line))


def test_the_secrets_of_a_seat_are_listed() -> None:
    """``Game.secrets`` yields what a seat has seen, with the number of the move, without undone moves."""
    game = lamp_game()
    assert list(game.secrets(SEAT)) == [(4, SEEN)]
    for nobody in (2, True, None):
        with pytest.raises(ms.MisuseError, match=f"seat: {nobody} is not a seat of 2 players"):
            game.secrets(nobody)  # type: ignore[arg-type]
    assert [event.seat for _, event in game.secrets(OTHER_SEAT)] == [OTHER_SEAT]
    game.undo(to=3)
    assert list(game.secrets(SEAT)) == []
    assert list(ms.Game.new(["Ada", "Ben"], seed=1).secrets(0)) == []


def test_a_correction_keeps_the_secrets_that_still_fit() -> None:
    """On a real table, the looks that were noted after the corrected piece stay noted, in the log, too."""
    table = table_with_look()
    assert TILE is not None
    table.note_look(SEAT, "1L1", TILE)
    first = next(number for number, (move, _) in enumerate(table.history(), 1) if isinstance(move, ms.Reveal))
    before = table.at(first - 1)
    shown = table.log.entries[first - 1]
    others = [piece for piece, _ in ms.outcomes(before) if ms.Reveal(piece) != next(table.history())[0]]
    assert shown.type == "reveal"
    correction = table.correct(first, others[0])
    assert correction.error is None
    assert table.seen_by(SEAT).find_tile("1L1") == TILE
    again = ms.Game.from_log(text_of(table.log))
    assert again.seen_by(SEAT) == table.seen_by(SEAT)
    assert list(again.secrets(SEAT)) == list(table.secrets(SEAT))
