"""The exact limits of a log: lines, texts, metadata, and when lines are forced to the disk."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal._internal import versions
from magnum_sal.model.events import PhaseEnded
from magnum_sal.record.log import EndLine, GameLog, MoveLine
from magnum_sal.record.log.entries import DEEPEST_METADATA, LONGEST_LINE, LONGEST_REASON, HeaderLine
from magnum_sal.record.log.loading import MIGRATIONS
from magnum_sal.record.log.sealing import line_body, seal_line


def recorded(*texts: str, **options: Any) -> ms.Game:
    """Return a game of these moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=2, **options)
    for text in texts:
        game.play(ms.parse_move(game.state, text))
    return game


GAME = recorded(">S1", ">S2", "square")
LINES: list[dict[str, Any]] = [json.loads(line) for line in GAME.log.lines()]
LOG = "".join(GAME.log.lines()).encode()


@pytest.fixture
def fsyncs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files that are forced to the disk."""
    found: list[int] = []
    monkeypatch.setattr(os, "fsync", found.append)
    return found


def test_a_line_is_at_most_as_long_as_readers_accept() -> None:
    """A line that is one byte too long to be read again is refused before it is written."""
    empty = len(line_body(EndLine("", ())))
    longest = LONGEST_LINE - 64 - empty
    assert len(line_body(EndLine("x" * longest, ()))) == LONGEST_LINE - 64
    with pytest.raises(
        ms.MalformedError, match=f"a end line of {LONGEST_LINE - 63} bytes exceeds the limit of {LONGEST_LINE}"
    ):
        line_body(EndLine("x" * (longest + 1), ()))


def test_a_line_must_be_valid_json_and_utf_8() -> None:
    """A line with half a surrogate pair or NaN is refused. Metadata are checked earlier, and hold neither."""
    with pytest.raises(ms.MalformedError, match="a end line contains text that cannot be encoded in UTF-8"):
        line_body(EndLine("\ud800", ()))
    header = attrs.evolve(GAME.log.header, metadata={"a": float("nan")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        line_body(header)


def test_a_line_of_the_largest_length_is_read() -> None:
    """A longer line is refused. A torn line can have the same length."""
    assert ms.Game.from_log(LOG + b"x" * LONGEST_LINE).log.torn == b"x" * LONGEST_LINE
    spare = LONGEST_LINE - len(LOG.splitlines(keepends=True)[1])
    for more, is_read in ((spare, True), (spare + 2, False)):
        data = json.dumps({key: value for key, value in LINES[1].items() if key != "checksum"}, separators=(",", ":"))
        header, before = seal_line(json.dumps(_body(LINES[0]), separators=(",", ":"))[:-1].encode(), "")
        line, _ = seal_line(b" " * more + data[:-1].encode(), before)
        if is_read:
            assert ms.Game.from_log(header + line).moves == GAME.moves[:1]
        else:
            with pytest.raises(ms.LogError, match=f"line 2: the line is longer than {LONGEST_LINE} bytes"):
                ms.Game.from_log(header + line)


def _body(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "checksum"}


def test_a_thousand_events_are_read() -> None:
    """A move can have at most a thousand events, ten times as many as the longest real move."""
    nothing = ms.to_dict(PhaseEnded(1))
    for events, is_read in ((1000, True), (1001, False)):
        lines = [LINES[0], LINES[1] | {"events": [nothing] * events}]
        if is_read:
            entry = ms.Game.from_log(resealed(lines), verify=False).log.entries[0]
            assert isinstance(entry, MoveLine)
            assert len(entry.events) == 1000
        else:
            with pytest.raises(ms.LogError, match="1001 events exceed the limit of a move line"):
                ms.Game.from_log(resealed(lines), verify=False)


@pytest.mark.parametrize("reason", ["x", "x" * LONGEST_REASON, f"  {'x' * LONGEST_REASON} "])
def test_the_length_of_a_reason(reason: str) -> None:
    """A reason has 1 to 1000 characters. Spaces around it are removed."""
    game = recorded(">S1")
    game.end(reason)
    assert ms.Game.from_log("".join(game.log.lines()).encode()).end_reason == reason.strip()


def test_metadata_take_up_half_a_line_at_most() -> None:
    """The metadata's JSON text in UTF-8 has exactly half a line's bytes at most."""
    size = LONGEST_LINE // 2 - len('{"a": ""}') - 1
    fitting = {"a": "x" * (size - 1) + "é"}
    assert GameLog(GAME.log.started, metadata=fitting).metadata == fitting
    with pytest.raises(ms.MalformedError, match=f"metadata: {LONGEST_LINE // 2 + 1} bytes exceed the limit"):
        GameLog(GAME.log.started, metadata={"a": fitting["a"] + "x"})


def nested(depth: int) -> Any:
    """Return lists and objects, *depth* of them one in another."""
    return "x" if depth == 0 else {"a": nested(depth - 1)} if depth % 2 else [nested(depth - 1)]


def test_metadata_are_at_most_a_hundred_deep() -> None:
    """A log can be read again in a deep call, too, because its metadata are nested at most 100 deep."""
    metadata = {"a": nested(DEEPEST_METADATA - 1)}
    assert GameLog(GAME.log.started, metadata=metadata).metadata == metadata
    for depth in (DEEPEST_METADATA, 900):
        with pytest.raises(ms.MalformedError, match="metadata: lists and objects are nested more than 100 deep"):
            GameLog(GAME.log.started, metadata={"a": nested(depth)})


def test_the_public_copy_of_a_log_with_deeper_metadata() -> None:
    """A log of another program may have metadata nested more than 100 deep. Its copies keep them, too."""
    header, *lines = map(json.loads, GAME.log.lines())
    metadata = {"public": nested(150)}
    log = GameLog.read(resealed([header | {"metadata": metadata}, *lines]))
    for copied in (log.public(), log.seen_by(0)):
        assert copied.metadata == metadata
        assert GameLog.read("".join(copied.lines()).encode()).metadata == metadata
        assert copied.metadata["public"] is not log.metadata["public"]


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"a": float("nan")}, "metadata: not plain JSON data: Out of range float values are not JSON compliant"),
        ({"a": float("inf")}, "metadata: not plain JSON data: Out of range float values are not JSON compliant"),
        ({"a": {1: 2}}, "metadata: not plain JSON data: keys must be texts, and lists must not be tuples"),
        ({"a": (1, 2)}, "metadata: not plain JSON data: keys must be texts, and lists must not be tuples"),
        ({"a": "\ud800"}, "metadata: not plain JSON data: 'utf-8' codec can't encode"),
        ({"a": object()}, "metadata: not plain JSON data: Object of type object is not JSON serializable"),
        ({1: 2}, "metadata: expected an object with texts as keys, got dict"),
        ([], "metadata: expected an object with texts as keys, got list"),
    ],
    ids=["NaN", "infinity", "a number as key", "a tuple", "half a surrogate pair", "an object", "no text", "a list"],
)
def test_metadata_that_are_not_json(metadata: Any, message: str) -> None:
    """The error says why the metadata are not plain JSON data."""
    with pytest.raises(ms.MalformedError) as caught:
        GameLog(GAME.log.started, metadata=metadata)
    assert str(caught.value).startswith(message)


def test_a_torn_line_is_replaced_once(tmp_path: Path) -> None:
    """The first line that is added replaces the torn line, and the next lines follow."""
    path = tmp_path / "log"
    path.write_bytes(LOG + b'{"type":"mo')
    game = ms.Game.from_log(path)
    for text in ("inn", ">S2"):
        game.play(ms.parse_move(game.state, text))
    content = path.read_bytes()
    assert content == "".join(game.log.lines()).encode()
    assert content.startswith(LOG)


@pytest.mark.parametrize("durable", [True, False])
def test_only_a_durable_stream_is_forced_to_the_disk(durable: bool, tmp_path: Path, fsyncs: list[int]) -> None:
    """Each line to a stream is forced to the disk only with ``durable``, as in a file."""
    with (tmp_path / "log").open("w", encoding="utf-8", newline="\n") as stream:
        recorded(">S1", ">S2", log=stream, durable=durable)
        assert fsyncs == [stream.fileno()] * 3 * durable


def test_nothing_follows_a_line_that_a_stream_may_have_in_part() -> None:
    """A stream cannot be cut back. So after one failure, the log must go on in another file."""

    class Faulty(io.StringIO):
        """A stream whose disk is full for a moment."""

        is_full = False

        def flush(self) -> None:
            if self.is_full:
                raise OSError(28, "No space left on device")

    stream = Faulty()
    game = recorded(">S1", log=stream)
    stream.is_full = True
    with pytest.raises(ms.LogError, match="No space left on device"):
        game.play("square")
    stream.is_full = False
    with pytest.raises(ms.LogError, match="an earlier line failed and may be incomplete; save the log to a new"):
        game.play("square")
    assert game.step_count == 1
    assert not game.log.is_saved()
    further = io.StringIO()
    game.log.save(further)
    assert game.log.is_saved()
    game.play("square")
    assert ms.Game.from_log(further.getvalue().encode()).moves == game.moves


def test_an_interruption_leaves_no_part_of_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If Ctrl-C ends the writing of a line, the move was not made, and the game can go on."""

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "log"
    game = recorded(">S1", log=path, durable=True)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            game.play("square")
    assert game.step_count == 1
    game.play("inn")
    assert path.read_bytes() == "".join(game.log.lines()).encode()


def test_only_durable_logs_are_forced_to_the_disk(tmp_path: Path, fsyncs: list[int]) -> None:
    """However a log was opened, adding a line without ``durable`` does not force it to the disk."""
    log = GameLog(GAME.log.started, target=tmp_path / "begun")
    log.extend(GAME.log.entries)
    before = len(fsyncs)
    log.save(tmp_path / "saved")
    public = log.public(tmp_path / "public")
    read = GameLog.read(tmp_path / "begun")
    recovered = GameLog.recover(tmp_path / "begun")
    recovered.save(tmp_path / "recovered")
    made = len(fsyncs) - before
    for each in (log, public, read, recovered):
        each.append(EndLine("late", ()))
    assert len(fsyncs) - before == made
    lasting = GameLog(GAME.log.started, target=tmp_path / "lasting", durable=True)
    before = len(fsyncs)
    lasting.append(EndLine("late", ()))
    assert len(fsyncs) == before + 1


@pytest.mark.parametrize("encoding", ["utf-8", "UTF_8", "utf8", "U8"])
def test_names_of_utf_8_are_accepted(encoding: str) -> None:
    """
    A stream's encoding can be spelled with or without hyphen or underscore, in any case.

    Other aliases are refused.
    """

    class Named(io.StringIO):
        """A stream with a given encoding."""

    stream: Any = Named()
    Named.encoding = property(lambda _: encoding)  # type: ignore[assignment]  # read-only in the base
    if encoding == "U8":
        with pytest.raises(ms.MisuseError, match="a log must be UTF-8, but the stream's encoding is U8"):
            recorded(log=stream)
    else:
        assert recorded(">S1", log=stream).moves == GAME.moves[:1]


def test_a_new_log_is_undamaged_and_names_its_players() -> None:
    """A new log has nothing torn or ruined. Its representation names the players and says whether the log is public."""
    log = GameLog(GAME.log.started)
    assert (log.torn, log.ruin, log.disagreements) == (b"", None, ())
    assert repr(log) == "<GameLog of Ada, Ben: 0 entries>"
    assert repr(log.public()) == "<public GameLog of Ada, Ben: 0 entries>"
    assert len({log.header, attrs.evolve(log.header, metadata={"a": 1})}) == 2
    assert isinstance(log.header, HeaderLine)
    read = GameLog.read(LOG)
    assert (read.torn, read.ruin, read.disagreements) == (b"", None, ())


def test_the_error_about_a_missing_header() -> None:
    """The error says how many bytes there are, if any."""
    for log, told in ((b"", ""), (LOG[:7], ": its 7 bytes do not contain a complete line")):
        with pytest.raises(ms.LogError) as caught:
            ms.Game.from_log(log)
        assert caught.value.difference == f"the log has no header{told}"


def test_long_values_are_shortened_in_errors() -> None:
    """An error shows at most sixty characters of a value."""
    for seat, shown in (("x" * 58, f'"{"x" * 58}"'), ("x" * 59, f'"{"x" * 56}...')):
        with pytest.raises(ms.LogError) as caught:
            ms.Game.from_log(resealed([LINES[0], LINES[1] | {"seat": seat}]))
        assert caught.value.difference.startswith(f"{shown} is recorded, but seat")


def test_recovered_up_to_the_ruin(tmp_path: Path) -> None:
    """The log recovered up to a ruined line has nothing torn, is only in memory, and leaves the file alone."""
    lines = LOG.splitlines(keepends=True)
    path = tmp_path / "log"
    path.write_bytes(lines[0] + lines[1] + lines[3] + b"torn")
    log = GameLog.recover(path)
    assert log.ruin is not None
    assert (log.ruin.line, log.torn, len(log.entries)) == (3, b"", 1)
    log.append(EndLine("late", ()))
    assert path.read_bytes().endswith(b"torn")


def old_log_refused(monkeypatch: pytest.MonkeyPatch, second: Any) -> ms.LogError:
    """Return the error of an old log whose second line is migrated to *second*, or fails with it if it is an error."""

    def step(lines: Iterator[Any]) -> Iterator[Any]:
        yield next(lines)
        next(lines)
        if isinstance(second, Exception):
            raise second
        yield second

    monkeypatch.setattr(versions, "LOG_SCHEMA", versions.LOG_SCHEMA + 1)
    monkeypatch.setitem(MIGRATIONS, versions.LOG_SCHEMA - 1, step)
    with pytest.raises(ms.LogError) as caught:
        ms.Game.from_log(LOG)
    return caught.value


def test_errors_of_a_migration_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `LogError` of a migration is passed on unchanged. The text of any other error is cut to 300 characters."""
    error = old_log_refused(monkeypatch, ms.LogError(7, "to", "it was never there"))
    assert (error.line, error.field, error.difference) == (7, "to", "it was never there")
    monkeypatch.undo()
    error = old_log_refused(monkeypatch, KeyError("x" * 1000))
    assert (error.line, error.field, len(error.difference)) == (2, None, 300)
    monkeypatch.undo()
    error = old_log_refused(monkeypatch, [])
    assert (error.line, error.field) == (2, "type")
    assert error.difference.startswith("null is not a line of a game; expected move, reveal, undo, secret, end")


def test_errors_of_the_library_are_not_wrapped() -> None:
    """An error of the library that a stream raises is passed on. Errors of the system get the file's name."""

    class Telling(io.BytesIO):
        """A stream that raises an error of the library."""

        def readline(self, size: int | None = -1, /) -> bytes:
            """Raise the error."""
            raise ms.MalformedError("the stream says no")

    with pytest.raises(ms.MalformedError, match=r"^the stream says no$"):
        ms.Game.from_log(Telling())
    with pytest.raises(ms.LogError, match=r"^cannot read /no/such/log: No such file or directory$"):
        ms.Game.from_log("/no/such/log")
    undecodable = io.TextIOWrapper(io.BytesIO(b"\xff"), "utf-8")
    with pytest.raises(ms.LogError, match=r"^cannot read the log: 'utf-8' codec can't decode byte 0xff"):
        ms.Game.from_log(undecodable)
    with pytest.raises(ms.LogError, match=r"^cannot create .*: no file can have such a name$"):
        recorded(log="a\0b")


def test_the_newline_counts_in_the_length_of_a_line() -> None:
    """A line with one byte more than the limit is refused, whether that byte is the newline or another one."""
    for ending in (b"\n", b"x"):
        with pytest.raises(ms.LogError, match=f"the line is longer than {LONGEST_LINE} bytes"):
            ms.Game.from_log(LOG + b"x" * LONGEST_LINE + ending)
