"""Every ``LogError`` that the log can raise, with its line, its field and its message."""

from __future__ import annotations

import ast
import codecs
import gzip
import io
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.record.log.position_headers import POSITION_ERRORS
from tests.record.log.real_table import REAL_TABLE_ERRORS, REVEAL
from tests.record.log.secret_lines import SECRET_ERRORS
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.model import events
from magnum_sal.record.log import files
from magnum_sal.record.log.entries import LONGEST_LINE
from magnum_sal.record.log.loading import MIGRATIONS
from magnum_sal.record.log.sealing import compute_checksum, seal_line
from magnum_sal.testing.players import finisher, play

Line = dict[str, Any]


def recorded(*texts: str) -> ms.Game:
    """Return a game of these moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=2)
    for text in texts:
        game.play(ms.parse_move(game.state, text))
    return game


GAME = recorded(">S1", ">S2", "square", "inn", "@market", "square")
GAME.undo(to=5)
LINES: list[Line] = [json.loads(line) for line in GAME.log.lines()]
"""A header, six moves, and an undo as line 8."""
LOG = "".join(GAME.log.lines()).encode()
CAUSES = "this line or the one before has been changed, removed or moved"


def with_line(changed: int, /, **changes: Any) -> bytes:
    """Return the log with other fields in one line."""
    return resealed([line | (changes if index == changed else {}) for index, line in enumerate(LINES, start=1)])


def with_more(*lines: Line) -> bytes:
    """Return the log with more lines at its end. The first of them is line 9."""
    return resealed([*LINES, *lines])


def happening(*events: ms.Event) -> Line:
    """Return a line with move 6, a pass by the player to move, and these events."""
    return {"type": "move", "number": 6, "seat": GAME.state.to_move, "move": {"type": "pass"}, "events": _data(events)}


def _data(events: tuple[ms.Event, ...]) -> Any:
    return [ms.to_dict(event) for event in events]


def with_bytes(number: int, change: Callable[[bytes], bytes]) -> bytes:
    """Return the log with the body of one line changed as bytes."""
    log, before = b"", ""
    for index, data in enumerate(LINES, start=1):
        body = json.dumps({key: value for key, value in data.items() if key != "checksum"}, separators=(",", ":"))
        line, before = seal_line(change(body.encode())[:-1] if index == number else body[:-1].encode(), before)
        log += line
    return log


def finished() -> bytes:
    """Return the log of a game that ended by the rules, with a line for an agreed end after it."""
    game = ms.Game.new(["Ada", "Ben"], seed=2)
    for _, move, _ in play(game.state, finisher, random.Random(1), 2000):
        game.play(move)
    ended = {"type": "end", "reason": "late", "scores": ms.to_dict(game.state.scores)}
    return resealed([*(json.loads(line) for line in game.log.lines()), ended])


FINISHED = finished()
END = {"type": "end", "reason": "late", "scores": ms.to_dict(GAME.state.scores)}
POOR = [score | {"money": 0} for score in END["scores"]]
SEAT = GAME.state.to_move
WRONG_SUM = compute_checksum(b"", "")

Row = tuple[bytes, bool | str, int | None, str | None, str]

READ: tuple[Row, ...] = (
    # _sealing.py
    (
        LOG.replace(b"\n", b"\r\n"),
        True,
        1,
        None,
        "the line ends in CR LF: the lines of a log end in LF on every system",
    ),
    (LOG.replace(b'"}\n', b'"} \n'), True, 1, "checksum", "the line does not end in a checksum"),
    (LOG + b" \n", True, len(LINES) + 1, None, "the line is empty"),
    (gzip.compress(LOG) + b"\n", True, 1, None, "the file is compressed with gzip: decompress it first"),
    (
        LOG.replace(LINES[2]["checksum"].encode(), WRONG_SUM.encode()),
        True,
        3,
        "checksum",
        f"{WRONG_SUM} is recorded, but {LINES[2]['checksum']} is correct: {CAUSES}",
    ),
    (
        with_bytes(3, lambda body: body.replace(b'"S2"', b'"\\ud800"')),
        False,
        3,
        None,
        "the line contains half of a surrogate pair, which is not valid text",
    ),
    (with_bytes(3, lambda body: body.replace(b'"S2"', b"NaN")), True, 3, None, "JSON text: NaN is not a JSON value"),
    (
        with_bytes(4, lambda body: body.replace(b'{"type"', b'{"seat":0,"type"', 1)),
        True,
        4,
        None,
        'JSON text: key "seat" appears twice in one object',
    ),
    # lines.py
    (with_line(2, type="start"), True, 2, "type", '"start" is not a line of a game; expected move, reveal'),
    (
        resealed([LINES[0], {}]),
        True,
        2,
        "type",
        "null is not a line of a game; expected move, reveal, undo, secret, end",
    ),
    (
        with_line(2, events=[ms.to_dict(events.TurnEnded(0))] * 1001),
        True,
        2,
        "events",
        "1001 events exceed the limit of a move line",
    ),
    (with_bytes(1, lambda _: b"[]"), True, 1, None, "JSON text"),
    (with_line(1, type="move"), True, 1, "type", 'expected "header", got "move"'),
    (with_line(1, type={}), True, 1, "type", 'expected "header", got an object'),
    (with_more({"type": "undo"}), True, 9, "to", "the field is missing"),
    (with_more({"type": "undo", "to": 1, "why": 2}), True, 9, "why", "unknown field; undo lines have to"),
    (with_more({"type": "undo", "to": 1, "y" * 99: 2}), True, 9, "y" * 60, "unknown field; undo lines have"),
    (with_more({"type": "undo", "to": -1}), True, 9, "to", "-1 is not a count"),
    (with_more(END | {"reason": 5}), True, 9, "reason", "expected a text, got int"),
    (with_more(END | {"reason": " \t"}), True, 9, "reason", "expected 1 to 1000 printable characters, got ''"),
    (
        with_more(END | {"reason": "x" * 1001}),
        True,
        9,
        "reason",
        f"expected 1 to 1000 printable characters, got '{'x' * 40}'",
    ),
    (with_more(END | {"reason": "a\nb"}), True, 9, "reason", r"expected 1 to 1000 printable characters, got 'a\nb'"),
    (with_more(END | {"scores": [{}]}), True, 9, "scores[0].seat", "the field is missing"),
    (with_line(1, metadata=[]), True, 1, "metadata", "expected an object with texts as keys, got list"),
    (
        with_line(1, metadata={"a": "x" * 2**19}),
        True,
        1,
        "metadata",
        "524297 bytes exceed the limit of 524288 in a header",
    ),
    (with_line(1, library=7), True, 1, "library", "7 is not a text"),
    (with_line(1, rules="2"), True, 1, "rules", '"2" is not a count'),
    (with_line(1, started=None), True, 1, "started", "null is not an object"),
    (with_line(2, events=[{"type": "turn_ended", "seat": -1}]), False, 2, "events[0].seat", "-1 is not a count"),
    (with_line(2, move={"type": "pass", "x": 1}), False, 2, 'move."x"', "unknown field; expected only type"),
    *REAL_TABLE_ERRORS,
    *SECRET_ERRORS,
    *POSITION_ERRORS,
    (with_more(REVEAL | {"number": 6}), True, 9, "type", "a piece is recorded, but none is pending"),
    (with_line(1, opening=dict([*LINES[0]["opening"].items()][:-1])), False, 1, "opening.pending", "field is missing"),
    # migrations.py
    (with_line(1, schema=-1), True, 1, "schema", "this version has no migration from log schema -1"),
    # reading.py
    (LOG + b"x" * (LONGEST_LINE + 1), True, 9, None, f"the line is longer than {LONGEST_LINE} bytes"),
    (codecs.BOM_UTF8 + LOG, True, 1, None, "the file begins with a byte order mark: save it without one"),
    (
        LOG.decode().encode("utf-16"),
        True,
        1,
        None,
        "the file is UTF-16, but a log must be UTF-8: save it in that encoding",
    ),
    (
        with_line(1, schema=ms.LOG_SCHEMA + 1),
        True,
        1,
        "schema",
        f"{ms.LOG_SCHEMA + 1} is newer than {ms.LOG_SCHEMA}, the newest schema that this version reads",
    ),
    (
        with_line(1, type="match"),
        True,
        None,
        None,
        "the log contains results of the arena, not the log of a game: read it with `",
    ),
    (b'{"type":"match","seed\n', True, None, None, "the log contains results of the arena, not the log of a game"),
    (with_line(1, schema=10**40).replace(b'"}\n', b'x"}\n'), True, 1, "schema", f"{10**19} is newer than"),
    (b"", True, 1, None, "the log has no header"),
    (LOG[:7], True, 1, None, "the log has no header: its 7 bytes do not contain a complete line"),
    *(
        (with_more(happening(*happened)), verify, 9, "events", f"they lead to an impossible position: {difference}")
        for verify in (False, "report")
        for happened, difference in (
            ((events.InnMarkerMoved(0, 10**9),), "inn.hired: 1000000000 on a track of 3 spaces (INN-1)"),
            ((events.OrderTrackMoved(0, 9),), "castle.completed: 9 of the phase's 8 orders (CASTLE-3)"),
            ((events.PhaseStarted(9, 0),), "phase: expected 1 to 3, got 9"),
            ((events.MoneyMoved("bank", 0, 2**53 - 1),), "players[0].money: 9007199254741003 is too large"),
            ((events.TurnEnded(0),), "turn: must be null exactly when the game is over"),
            ((events.TurnStarted(0, 1, 101),), "turn.actions_left: 101 actions exceed the limit of 100 per turn"),
            ((events.WaterMoved("bank", "1L1", 10_000),), "mine: 10000 water on the table; the limit is 33"),
            ((events.SaltMoved("bank", 0, ms.SaltAmount(100)),), "mine: 104 brown cubes on the table; the limit is 29"),
        )
    ),
    # replay.py
    (
        with_line(1, opening=LINES[0]["opening"] | {"round": 2}),
        True,
        1,
        "opening",
        "does not follow from the setup: round",
    ),
    (with_more(END, END), True, 10, "type", "no line can follow the one that ends the game by agreement"),
    (
        with_more(END, {"type": "undo", "to": 0}),
        False,
        10,
        "type",
        "no line can follow the one that ends the game by agreement",
    ),
    (with_line(2, move={"type": "end_turn"}), True, 2, "move", "[TURN-"),
    (
        with_line(2, move={"type": "fly"}),
        True,
        2,
        "move",
        "type: \"fly\" is not a known move in the ruleset 'standard'",
    ),
    (
        with_line(2, events=[]),
        True,
        2,
        "events",
        f"0 are recorded, but according to the rules there are {len(LINES[1]['events'])}",
    ),
    (
        with_line(2, events=[*LINES[1]["events"][:-1], {"type": "turn_ended", "seat": 1}]),
        True,
        2,
        f"events[{len(LINES[1]['events']) - 1}]",
        "recorded: TurnEnded(seat=1), according to the rules: TurnStarted(",
    ),
    (with_line(3, number=3), True, 3, "number", "3 is recorded, but the next move is 2"),
    (with_line(3, number=2.0), False, 3, "number", "2.0 is not a count"),
    (with_line(3, number="2"), True, 3, "number", '"2" is recorded, but the next move is 2'),
    (with_line(3, seat=7), True, 3, "seat", f"7 is recorded, but seat {LINES[2]['seat']} is to move"),
    (with_line(3, seat=[]), True, 3, "seat", f"a list is recorded, but seat {LINES[2]['seat']} is to move"),
    (
        with_more(happening(events.GameEnded()), happening() | {"number": 7}),
        False,
        10,
        "seat",
        f"{SEAT} is recorded, but nobody is to move",
    ),
    (with_more({"type": "undo", "to": 5}), True, 9, "to", "5 is not less than the 5 current moves"),
    (FINISHED, True, FINISHED.count(b"\n"), "type", "the game is already over, so it cannot be ended by agreement"),
    (with_more(END | {"scores": POOR}), True, 9, "scores", f"recorded: {POOR}"[:200]),
    (
        with_more(happening(events.MoneyMoved(0, "bank", 999))),
        False,
        9,
        "events",
        "they cannot happen here: Ada: more groszy leave than are there",
    ),
    (
        with_more(happening(events.TurnStarted(3, 1, 2))),
        False,
        9,
        "events",
        "they cannot happen here: seat: 3 is not a seat of 2 players",
    ),
    (
        with_more(happening(events.ToolMoved("rope", "workshop:9", "box"))),
        False,
        9,
        "events",
        "they cannot happen here: IndexError(",
    ),
    (
        with_more(happening(events.TurnStarted(9, 1, 2))),
        False,
        9,
        "events[0].seat",
        "9 is not a seat (0 to 3)",
    ),
)
"""The log, how it is verified, and the line, the field and the difference of the error."""


@pytest.mark.parametrize(
    ("log", "verify", "line", "field", "difference"), READ, ids=[f"{row[2]}-{row[3]}-{row[4][:40]}" for row in READ]
)
def test_errors_of_a_log_that_is_read(
    log: bytes, verify: Any, line: int | None, field: str | None, difference: str
) -> None:
    """The error names the line and the field, and states the recorded and the correct value."""
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(log, verify=verify)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert difference in caught.value.difference


def renamed(path: Path, _: pytest.MonkeyPatch) -> None:
    """Play on in a game whose log was renamed, with another file in its place."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=path)
    content = path.read_bytes()
    path.rename(path.with_name("moved"))
    path.write_bytes(content)
    game.play(ms.parse_move(game.state, ">S1"))


def lengthened(path: Path) -> None:
    """Add a byte to a log."""
    path.write_bytes(path.read_bytes() + b"x")


def replaced(path: Path) -> None:
    """Write another last line of the same length."""
    path.write_bytes(path.read_bytes()[:-3] + b"!}\n")


def closed(path: Path, change: Callable[[Path], object]) -> None:
    """Play on in a game whose log was closed and then changed."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=path)
    game.close()
    change(path)
    game.play(ms.parse_move(game.state, ">S1"))


class Full(io.StringIO):
    """A stream that refuses all text while it is full."""

    is_full = True

    def write(self, text: str) -> int:
        """Write the text, or raise the error of a full disk."""
        if self.is_full:
            raise OSError(28, "No space left on device")
        return super().write(text)


def refused_before(_path: Path, _: pytest.MonkeyPatch) -> None:
    """Write to a stream that has refused a line."""
    stream = Full()
    stream.is_full = False
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=stream)
    stream.is_full = True
    with pytest.raises(ms.LogError, match="No space left on device"):
        game.play(ms.parse_move(game.state, ">S1"))
    game.play(ms.parse_move(game.state, ">S1"))


def without_locks(path: Path, monkeypatch: pytest.MonkeyPatch, answer: Callable[[int], bool]) -> None:
    """Write to a file whose lock function is *answer*."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=path)
    game.close()
    monkeypatch.setattr(files, "try_lock", answer)
    game.play(ms.parse_move(game.state, ">S1"))


def not_forced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write to a disk that does not confirm."""
    game = ms.Game.new(["Ada", "Ben"], seed=1, log=path, durable=True)
    monkeypatch.setattr(os, "fsync", refusing)
    game.play(ms.parse_move(game.state, ">S1"))


def closed_stream(path: Path, _: pytest.MonkeyPatch) -> None:
    """Start a durable game in a file that is closed."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        pass
    ms.Game.new(["Ada", "Ben"], seed=1, log=stream, durable=True)


def refusing(_: int) -> bool:
    """Raise the error of a system that cannot do this."""
    raise OSError(5, "Input/output error")


def migrated(monkeypatch: pytest.MonkeyPatch, step: Callable[[Iterator[Any]], Iterator[Any]]) -> None:
    """Read an old log with this migration step."""
    monkeypatch.setattr("magnum_sal._internal.versions.LOG_SCHEMA", ms.LOG_SCHEMA + 1)
    monkeypatch.setitem(MIGRATIONS, ms.LOG_SCHEMA, step)
    ms.Game.from_log(LOG)


def failing(lines: Iterator[Any]) -> Iterator[Any]:
    """Migrate the header, and fail at the second line."""
    yield next(lines)
    yield next(lines)["player"]


Provoked = Callable[..., object]

WRITTEN: dict[str, tuple[Provoked, int | None, str]] = {
    "exists": (lambda path, _: closed(path, lambda _: ms.Game.new(["A", "B"], log=path)), None, " exists, and a log"),
    "no folder": (lambda path, _: ms.Game.new(["A", "B"], log=path / "x" / "y"), None, "cannot create "),
    "gone": (lambda path, _: closed(path, Path.unlink), None, "cannot write to "),
    "renamed": (
        renamed,
        None,
        "log: another program has written to it: it has been moved or replaced",
    ),
    "longer": (lambda path, _: closed(path, lengthened), None, "log: another program has written to it: it has "),
    "changed": (
        lambda path, _: closed(path, replaced),
        None,
        "log: another program has written to it: its last line is not the one that this game wrote",
    ),
    "in use": (
        lambda path, patch: without_locks(path, patch, lambda _: False),
        None,
        "log is in use by another program",
    ),
    "no locks": (lambda path, patch: without_locks(path, patch, refusing), None, "cannot write to "),
    "no disk": (not_forced, None, "log: Input/output error"),
    "full stream": (
        lambda _path, _: ms.Game.new(["A", "B"], log=Full()),
        None,
        "cannot write to the stream: No space left on device",
    ),
    "closed stream": (closed_stream, None, "cannot write to the stream: I/O operation on closed file"),
    "after a refused line": (refused_before, None, "cannot write to the stream: an earlier line failed and may be"),
    "missing": (lambda path, _: ms.Game.from_log(path), None, "log: No such file or directory"),
    "folder": (lambda path, _: ms.Game.from_log(path.parent), None, "cannot read "),
    "empty path": (lambda _path, _: ms.Game.from_log(""), None, "the path of the log is empty"),
    "log text": (lambda _path, _: ms.Game.from_log(LOG.decode()), None, "is the text of a log, but a text is taken as"),
    "no logs": (lambda path, _: ms.record.log.read_rows(path.parent), None, "contains no logs: no file's name ends in"),
    "text": (
        lambda _path, _: ms.Game.from_log(io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8")),
        None,
        "cannot read the log",
    ),
    "no object": (lambda _, patch: migrated(patch, lambda _: iter([[]])), 1, "the line is not a JSON object"),
    "migration": (
        lambda _, patch: migrated(patch, failing),
        2,
        "the line cannot be migrated to the current schema: KeyError('player')",
    ),
}
"""How to provoke each error about a file or a whole log, its line, and its words. These errors have no field."""


@pytest.mark.parametrize("name", WRITTEN)
def test_errors_of_files_and_whole_logs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has no field. It gives the reason, and the line if there is one."""
    provoke, line, difference = WRITTEN[name]
    with pytest.raises(ms.LogError) as caught:
        provoke(tmp_path / "log", monkeypatch)
    assert (caught.value.line, caught.value.field) == (line, None)
    assert difference in caught.value.difference


def raised_in(provoke: Provoked, *given: Any) -> tuple[str, int]:
    """Return the file and line of the library that raises the error."""
    with pytest.raises(ms.LogError) as caught:
        provoke(*given)
    last = caught.traceback[-1]
    return Path(last.path).name, last.lineno + 1


@pytest.mark.long
def test_every_raise_is_covered(tmp_path: Path) -> None:
    """Each place in the sources of the log that raises a ``LogError`` is reached by a row above."""
    places: dict[tuple[str, int], tuple[str, int]] = {}
    for source in Path(str(ms.record.log.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and ast.unparse(node).startswith("raise LogError("):
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                places |= {(source.name, line): (source.name, node.lineno) for line in lines}
    reached = {raised_in(lambda log, verify: ms.Game.from_log(log, verify=verify), *row[:2]) for row in READ}
    for name, (provoke, _, _) in WRITTEN.items():
        (tmp_path / name).mkdir()
        with pytest.MonkeyPatch.context() as patch:
            reached.add(raised_in(provoke, tmp_path / name / "log", patch))
    assert {places[place] for place in reached if place in places} == set(places.values())
