"""Games, their logs and the JSON forms, as a type checker sees them."""

import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, assert_type

import magnum_sal as ms
from magnum_sal.model.events import GameStarted
from magnum_sal.record.game import Correction, Notice


def a_game_is_played(move: ms.Move) -> None:
    """A game returns transitions and states, and is its own context manager."""
    game = ms.Game.new(["Ada", "Ben"], seed=7, log=Path("game.jsonl"), metadata={"comments": ["at home"]})
    assert_type(game, ms.Game)
    with game as same:
        assert_type(same, ms.Game)
    assert_type(game.state, ms.GameState)
    assert_type(game.moves, tuple[ms.Move, ...])
    assert_type(game.play(move), ms.Transition)
    assert_type(game.play(">S1"), ms.Transition)
    assert_type(game.play({"type": "extract_salt", "chamber": "1L1", "salt": {"brown": 1}}), ms.Transition)
    game.play(None)  # type: ignore[arg-type]
    assert_type(game.undo(), ms.GameState)
    assert_type(game.undo(to=0), ms.GameState)
    assert_type(game.redo(), ms.Transition)
    assert_type(game.correct(1, "rope"), Correction)
    assert_type(game.correct(1, "rope").dropped, tuple[ms.Move | ms.Reveal, ...])
    assert_type(game.correct(1, move), Correction)
    assert_type(game.correct(1, {"type": "pass"}), Correction)
    assert_type(game.correct({2: "GG=13", 7: move}), Correction)
    game.correct(1, None)  # type: ignore[call-overload]
    game.correct(1)  # type: ignore[call-overload]
    assert_type(game.at(0), ms.GameState)
    assert_type(game.steps(), Iterator[ms.Step])
    assert_type(game.last_step, ms.Step | None)
    assert_type(game.end_reason, str | None)
    game.undo(3)  # type: ignore[call-arg]
    game.state = game.at(0)  # type: ignore[misc]
    game.end()  # type: ignore[call-arg]


def a_game_is_listened_to(game: ms.Game) -> None:
    """Any callable can listen, and ``subscribe`` returns a function that stops it."""

    def told(notice: Notice) -> int:
        match notice:
            case ms.Played(transition) | ms.Redone(transition):
                assert_type(transition, ms.Transition)
                assert_type(notice.step, ms.Step)
                assert_type(notice.step.before, ms.GameState)
                assert_type(notice.step.move, ms.Move)
                return len(transition.events)
            case ms.Revealed(transition):
                assert_type(transition, ms.Transition)
                assert_type(notice.piece, ms.ChamberTile | ms.RoyalOrder | str)
                return len(transition.events)
            case ms.Undone(to):
                assert_type(to, int)
                return to
            case ms.Ended(reason):
                assert_type(reason, str)
                return 0
            case ms.LookNoted(event):
                assert_type(event.tile, ms.ChamberTile)
                return event.seat

    def deaf() -> None: ...

    assert_type(game.subscribe(told), Callable[[], None])
    assert_type(game.subscribe(print), Callable[[], None])
    game.subscribe(deaf)  # type: ignore[arg-type]


def a_log_is_read() -> None:
    """A log is read from a path, bytes or an open file, and ``verify`` has three values."""
    game = ms.Game.from_log("game.jsonl", verify="report")
    assert_type(game, ms.Game)
    assert_type(game.log, ms.GameLog)
    assert_type(ms.Game.from_log(b"", verify=False), ms.Game)
    assert_type(ms.GameLog.read(Path("game.jsonl")), ms.GameLog)
    assert_type(ms.GameLog.recover("game.jsonl"), ms.GameLog)
    assert_type(game.log.started, GameStarted)
    assert_type(game.log.metadata, Mapping[str, Any])
    assert_type(game.log.lines(), Iterator[str])
    assert_type(game.log.public(io.StringIO()), ms.GameLog)
    ms.Game.from_log("game.jsonl", verify="maybe")  # type: ignore[arg-type]
    ms.Game.from_log(7)  # type: ignore[arg-type]


def a_log_is_refused(path: Path) -> None:
    """The error about a log contains the line."""
    try:
        ms.Game.from_log(path)
    except ms.LogError as error:
        assert_type(error.line, int | None)


def values_go_through_json(state: ms.GameState, text: str) -> None:
    """A value that is read has the requested class."""
    assert_type(ms.to_json(state), str)
    assert_type(ms.from_json(ms.GameState, text), ms.GameState)
    assert_type(ms.from_json(ms.Move, text), ms.Move)
    assert_type(ms.from_dict(ms.PlaceMiner, {"type": "place_miner"}), ms.PlaceMiner)
    assert_type(ms.json_schema(ms.Move), dict[str, Any])
    assert_type(ms.parse_move(state, text), ms.Move)
    assert_type(ms.format_move(state, ms.EndTurn()), str)
    ms.from_json(text, ms.Move)  # type: ignore[arg-type]
    ms.parse_move(text, state)  # type: ignore[arg-type]
