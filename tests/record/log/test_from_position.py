"""Games that start from a position: their header, and everything that is done with a log."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from lamp import LAMP_GAME
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.bots import review
from magnum_sal.cli import main
from magnum_sal.model.events import TileSeen
from magnum_sal.record.log import SecretLine, read_rows
from magnum_sal.testing import check_invariants, position
from magnum_sal.testing.strategies import states

START = position("players: Ada, Ben | S1: A | S2: B | 1L1: Aa [BG/1] | A: rope, 12 groszy | turn: B, round 3, start B")


def played(state: ms.GameState = START, moves: int = 12, **options: Any) -> ms.Game:
    """Return a game from *state* with up to this many random moves, some of which were undone and redone."""
    rng = random.Random(3)
    game = ms.Game.from_position(state, **options)
    for _ in range(moves):
        if game.is_over:
            return game
        game.play(rng.choice(ms.legal_moves(game.state)))
    game.undo(to=moves // 2)
    game.redo()
    return game


def bytes_of(log: ms.GameLog) -> bytes:
    """Return the text of a log."""
    return "".join(log.lines()).encode()


def lines_of(log: ms.GameLog) -> list[Any]:
    """Return the lines of a log as data."""
    return [json.loads(line) for line in log.lines()]


def test_the_header_holds_the_position() -> None:
    """The header has the full position, its public form, and a setup that names no piece."""
    header = lines_of(played().log)[0]
    assert header["schema"] == 5
    assert header["position"] == ms.to_dict(START)
    assert header["opening"] == ms.to_dict(START.public())
    assert header["started"]["players"] == ["Ada", "Ben"]
    assert header["started"]["setup"]["start_seat"] == 1
    assert set(header["started"]["setup"]["tools"]) == {None}


def test_other_games_have_no_position_in_their_header() -> None:
    """A header without a position has exactly the keys of schema 4."""
    for game in (ms.Game.new(["Ada", "Ben"], seed=1), ms.Game.open_table(["Ada", "Ben"])):
        header = lines_of(game.log)[0]
        assert list(header) == ["type", "schema", "library", "rules", "started", "opening", "metadata", "checksum"]
        assert game.log.header.position is None


@pytest.mark.long
@given(states(most_moves=120))
def test_a_game_can_start_from_any_position(state: ms.GameState) -> None:
    """The log can be read again with the same positions and bytes. Its public copy leads to the public positions."""
    if state.is_public:
        state = ms.determinize(state, random.Random(2))
    game = played(state)
    check_invariants(game.state)
    again = ms.Game.from_log(bytes_of(game.log), ruleset=state.ruleset)
    assert (again.at(0), again.state, again.moves, again.undone) == (state, game.state, game.moves, game.undone)
    assert bytes_of(again.log) == bytes_of(game.log)
    assert again.to_rows() == game.to_rows() == game.log.to_rows()
    public = ms.Game.from_log(bytes_of(game.log.public()), ruleset=state.ruleset)
    assert [public.at(0), public.state] == [state.public(), game.state.public()]
    assert public.log.is_public
    assert bytes_of(public.log) == bytes_of(game.log.public())


def test_steps_and_undo_reach_back_to_the_position() -> None:
    """The first step leads away from the position, and undoing all moves leads back to it."""
    game = played()
    assert [step.move for step in game.steps()] == [*game.moves]
    assert next(game.steps()).before == START
    assert game.undo(to=0) == START == game.state
    assert ms.Game.from_log(bytes_of(game.log)).state == START


def test_a_game_is_resumed_from_its_file(tmp_path: Path) -> None:
    """A game that is recorded in a file goes on there."""
    path = tmp_path / "game.jsonl"
    with played(log=path, metadata={"comments": ["a puzzle"]}) as game:
        before = game.state
    with ms.Game.from_log(path) as game:
        assert game.state == before
        game.play(ms.legal_moves(before)[0])
    assert ms.Game.from_log(path).step_count == game.step_count
    assert ms.Game.from_log(path).log.metadata == {"comments": ["a puzzle"]}


@pytest.mark.parametrize("schema", [3, 4])
def test_a_file_of_an_earlier_schema_goes_on(schema: int, tmp_path: Path) -> None:
    """A file in schema 3 or 4 is continued as it is, and keeps its number."""
    path = tmp_path / "game.jsonl"
    header, *others = lines_of(ms.Game.new(["Ada", "Ben"], seed=1).log)
    path.write_bytes(resealed([header | {"schema": schema}, *others]))
    with ms.Game.from_log(path) as game:
        game.play("inn")
    assert ms.Game.from_log(path).log.header.schema == schema


@pytest.mark.parametrize("state", [START.public(), START.seen_by(0)])
def test_a_public_position_is_refused(state: ms.GameState) -> None:
    """The face-down pieces must be dealt first, and the message says how."""
    with pytest.raises(
        ms.MisuseError, match=r"^state: the face-down pieces are unknown; .* determinize\(state, random"
    ):
        ms.Game.from_position(state)
    assert ms.Game.from_position(ms.determinize(state, random.Random(1))).state.public() == START.public()


def test_an_impossible_position_is_refused() -> None:
    """The check of states in JSON applies, and names the place."""
    with pytest.raises(ms.MalformedError, match=r"^inn\.hired: 99"):
        ms.Game.from_position(attrs.evolve(START, inn=attrs.evolve(START.inn, hired=99)))
    with pytest.raises(ms.MisuseError, match="state: expected a GameState, got 3"):
        ms.Game.from_position(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("public", [False, True])
def test_the_opening_is_compared_with_the_position(public: bool) -> None:
    """An opening that differs from the position fails verification, also in a public log."""
    log = played().log
    header, *others = lines_of(log.public() if public else log)
    header["opening"] = ms.to_dict(ms.new_game(["Ada", "Ben"], seed=1).public())
    with pytest.raises(ms.LogError, match=r"^line 1: opening: does not follow from the position: "):
        ms.Game.from_log(resealed([header, *others]))
    assert ms.Game.from_log(resealed([header, *others]), verify="report").log.disagreements[0].line == 1


def test_a_first_event_that_does_not_fit_is_refused() -> None:
    """The first event must have the players of the position, and a setup without pieces."""
    header, *others = lines_of(played().log)
    for change in (
        {"players": ["Ada", "Cleo"]},
        {"setup": header["started"]["setup"] | {"start_seat": 0}},
        {"setup": ms.to_dict(ms.Game.new(["Ada", "Ben"], seed=1).log.started.setup)},
    ):
        changed = header | {"started": header["started"] | change}
        with pytest.raises(ms.LogError, match=r"^line 1: started: expected the ruleset, the players and the starting"):
            ms.Game.from_log(resealed([changed, *others]), verify=False)
    with pytest.raises(ms.MisuseError, match="started: expected the ruleset"):
        ms.GameLog(ms.Game.new(["Ada", "Ben"], seed=1).log.started, position=START)


@pytest.mark.parametrize("data", [None, 3, {}, []])
def test_a_malformed_position_is_refused(data: Any) -> None:
    """The field must be a state."""
    header, *others = lines_of(played().log)
    with pytest.raises(ms.LogError, match=r"^line 1: position"):
        ms.Game.from_log(resealed([header | {"position": data}, *others]))


def test_names_that_look_alike_are_refused() -> None:
    """The names of a position must be those of a new game, in Python as in a log."""
    renamed = tuple(attrs.evolve(player, name=name) for player, name in zip(START.players, ("Ada", "ada"), strict=True))
    with pytest.raises(ms.MalformedError, match="ada"):
        ms.Game.from_position(attrs.evolve(START, players=renamed))
    text = bytes_of(ms.Game.from_position(START).log).decode()
    header = json.loads(text.replace('"Ben"', '"ada"'))
    with pytest.raises(ms.LogError, match=r"^line 1: position\.players: "):
        ms.Game.from_log(resealed([header]))


def test_a_wrong_move_is_found() -> None:
    """Moves are verified as in any other dealt game."""
    header, first, *others = lines_of(played().log)
    changed = first | {"events": first["events"][:-1]}
    with pytest.raises(ms.LogError, match=r"^line 2: events: "):
        ms.Game.from_log(resealed([header, changed, *others]))


def test_a_damaged_log_is_recovered() -> None:
    """The lines before the damage make a log that can be saved and resumed."""
    text = bytes_of(played().log).replace(b'"number":4', b'"number":5', 1)
    log = ms.GameLog.recover(text)
    assert log.ruin is not None
    assert log.header.position == START
    assert len(log.entries) == 3


def test_looks_before_the_position_stay_secret() -> None:
    """A player who has looked at a tile keeps the secret; nobody else's log contains it."""
    game = ms.Game.new(["Ada", "Ben"], seed=5, ruleset=LAMP_GAME)
    game.play(ms.VisitWorkshop(game.state.workshop.offer.index("lamp")))
    game.play("lamp 1R2")
    seat = next(entry for entry in game.log.entries if isinstance(entry, SecretLine)).event.seat
    later = played(game.state)
    tile = game.log.started.setup.tile_of("1R2")
    assert tile is not None
    assert later.log.entries[0] == SecretLine(0, TileSeen(seat, "1R2", tile))
    own = ms.Game.from_log(bytes_of(later.log.seen_by(seat)))
    assert own.seen_by(seat).find_tile("1R2") == tile
    assert own.at(0) == game.state.public()
    other = ms.Game.from_log(bytes_of(later.log.seen_by(1 - seat)))
    assert other.seen_by(1 - seat).find_tile("1R2") is None
    with pytest.raises(ms.MisuseError, match="1R2"):
        own.note_look(seat, "1R2", "BB/0")
    assert ms.Game.from_log(bytes_of(later.log)).state == later.state


def test_a_forged_secret_is_refused() -> None:
    """The position says which tile lies in the chamber."""
    game = ms.Game.new(["Ada", "Ben"], seed=5, ruleset=LAMP_GAME)
    game.play(ms.VisitWorkshop(game.state.workshop.offer.index("lamp")))
    game.play("lamp 1R2")
    lines = lines_of(ms.Game.from_position(game.state).log)
    other = next(tile for tile in game.state.hidden.tiles if tile not in (None, game.state.hidden.tile_of("1R2")))  # type: ignore[union-attr]  # a full state
    lines[1]["event"]["tile"] = ms.to_dict(other)
    with pytest.raises(ms.LogError, match=r"^line 2: event: the tile of 1R2 is "):
        ms.Game.from_log(resealed(lines))


def test_commands_take_such_logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``replay``, ``show`` and ``recover`` read the log, and ``table`` refuses it."""
    path = tmp_path / "game.jsonl"
    played(log=path).close()
    for command in ("replay", "show"):
        assert main([command, str(path)]) == 0
        assert "Ada" in capsys.readouterr().out
    assert main(["recover", str(path), str(tmp_path / "new.jsonl")]) == 0
    assert main(["table", str(path)]) == 1
    assert "resume it with magnum-sal play" in capsys.readouterr().err


@pytest.mark.long
def test_a_game_from_a_position_can_be_reviewed_and_transcribed() -> None:
    """A bot reviews the moves, and the transcript begins with the position."""
    game = played(position("S1: AB | turn: A, phase 3, round 9"), moves=3)
    assert len(review(game, seconds=0.01).decisions) == game.step_count
    assert game.moves[0].type
    assert ms.transcript(game)


def test_the_rows_of_such_a_game_have_no_setup(tmp_path: Path) -> None:
    """The cards of the setup are unknown, so games from positions are not twins."""
    played(log=tmp_path / "game.jsonl").close()
    assert {row["setup"] for row in read_rows(tmp_path)} == {None}
