"""How much a log takes, to the byte: lines, texts, metadata, and what is written when."""

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
from magnum_sal.record.log import EndLine, GameLog, MoveLine, register_migration
from magnum_sal.record.log.entries import LONGEST_LINE, LONGEST_REASON, HeaderLine
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


def test_a_line_is_as_long_as_can_be_read_again() -> None:
    """One byte more than fits, and it is refused before it is written."""
    empty = len(line_body(EndLine("", ())))
    longest = LONGEST_LINE - 64 - empty
    assert len(line_body(EndLine("x" * longest, ()))) == LONGEST_LINE - 64
    with pytest.raises(
        ms.MalformedError, match=f"a end line of {LONGEST_LINE - 63} bytes, more than the {LONGEST_LINE}"
    ):
        line_body(EndLine("x" * (longest + 1), ()))


def test_a_line_holds_what_json_and_utf_8_have() -> None:
    """No half of a surrogate pair, and no NaN; metadata are checked before, and hold neither."""
    with pytest.raises(ms.MalformedError, match="a end line with text that UTF-8 has no bytes for"):
        line_body(EndLine("\ud800", ()))
    header = attrs.evolve(GAME.log.header, metadata={"a": float("nan")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        line_body(header)


def test_a_line_of_the_longest_is_read() -> None:
    """Beyond that it is not; what is torn may be as long."""
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
    """And no more; the longest move there is brings a tenth of that."""
    nothing = ms.to_dict(PhaseEnded(1))
    for events, is_read in ((1000, True), (1001, False)):
        lines = [LINES[0], LINES[1] | {"events": [nothing] * events}]
        if is_read:
            entry = ms.Game.from_log(resealed(lines), verify=False).log.entries[0]
            assert isinstance(entry, MoveLine)
            assert len(entry.events) == 1000
        else:
            with pytest.raises(ms.LogError, match="1001 events are more than a move can have"):
                ms.Game.from_log(resealed(lines), verify=False)


@pytest.mark.parametrize("reason", ["x", "x" * LONGEST_REASON, f"  {'x' * LONGEST_REASON} "])
def test_a_reason_of_any_length_that_is_allowed(reason: str) -> None:
    """From one character to a thousand, blanks around it left out."""
    game = recorded(">S1")
    game.end(reason)
    assert ms.Game.from_log("".join(game.log.lines()).encode()).end_reason == reason.strip()


def test_metadata_fill_half_a_line() -> None:
    """As JSON text in UTF-8, to the byte."""
    size = LONGEST_LINE // 2 - len('{"a": ""}') - 1
    fitting = {"a": "x" * (size - 1) + "é"}
    assert GameLog(GAME.log.started, metadata=fitting).metadata == fitting
    with pytest.raises(ms.MalformedError, match=f"metadata: {LONGEST_LINE // 2 + 1} bytes are more than the"):
        GameLog(GAME.log.started, metadata={"a": fitting["a"] + "x"})


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"a": float("nan")}, "metadata: not plain JSON data: Out of range float values are not JSON compliant"),
        ({"a": float("inf")}, "metadata: not plain JSON data: Out of range float values are not JSON compliant"),
        ({"a": {1: 2}}, "metadata: not plain JSON data: keys must be texts, and lists no tuples"),
        ({"a": (1, 2)}, "metadata: not plain JSON data: keys must be texts, and lists no tuples"),
        ({"a": "\ud800"}, "metadata: not plain JSON data: 'utf-8' codec can't encode"),
        ({"a": object()}, "metadata: not plain JSON data: Object of type object is not JSON serializable"),
        ({1: 2}, "metadata: dict is not an object with texts as keys"),
        ([], "metadata: list is not an object with texts as keys"),
    ],
    ids=["NaN", "infinity", "a number as key", "a tuple", "half a surrogate pair", "an object", "no text", "a list"],
)
def test_metadata_that_are_no_json(metadata: Any, message: str) -> None:
    """They are told what is wrong with them."""
    with pytest.raises(ms.MalformedError) as caught:
        GameLog(GAME.log.started, metadata=metadata)
    assert str(caught.value).startswith(message)


def test_a_torn_line_is_replaced_once(tmp_path: Path) -> None:
    """The first line that is added takes its place, and the next ones follow."""
    path = tmp_path / "log"
    path.write_bytes(LOG + b'{"type":"mo')
    game = ms.Game.from_log(path)
    for text in ("inn", ">S2"):
        game.play(ms.parse_move(game.state, text))
    content = path.read_bytes()
    assert content == "".join(game.log.lines()).encode()
    assert content.startswith(LOG)


@pytest.mark.parametrize("durable", [True, False])
def test_each_line_to_a_stream_is_forced_to_the_disk_or_none(durable: bool, tmp_path: Path, fsyncs: list[int]) -> None:
    """As for a file: with ``durable`` alone."""
    with (tmp_path / "log").open("w", encoding="utf-8", newline="\n") as stream:
        recorded(">S1", ">S2", log=stream, durable=durable)
        assert fsyncs == [stream.fileno()] * 3 * durable


def test_nothing_is_forced_to_the_disk_that_nobody_asked_for(tmp_path: Path, fsyncs: list[int]) -> None:
    """Whatever a log is begun with, saved, published or read, lines are written and no more."""
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
def test_streams_of_utf_8_are_taken_by_their_names(encoding: str) -> None:
    """With or without hyphen or underscore, in capitals or not; by another alias they are refused."""

    class Named(io.StringIO):
        """A stream that says what encoding it has."""

    stream: Any = Named()
    Named.encoding = property(lambda _: encoding)  # type: ignore[assignment]  # read-only in the base
    if encoding == "U8":
        with pytest.raises(ms.MisuseError, match="a log is UTF-8, and the stream's encoding is U8"):
            recorded(log=stream)
    else:
        assert recorded(">S1", log=stream).moves == GAME.moves[:1]


def test_a_new_log_has_nothing_torn_and_tells_its_players() -> None:
    """Its representation names them, and says whether it is public."""
    log = GameLog(GAME.log.started)
    assert (log.torn, log.ruin, log.disagreements) == (b"", None, ())
    assert repr(log) == "<GameLog of Ada, Ben: 0 entries>"
    assert repr(log.public()) == "<public GameLog of Ada, Ben: 0 entries>"
    assert len({log.header, attrs.evolve(log.header, metadata={"a": 1})}) == 2
    assert isinstance(log.header, HeaderLine)
    read = GameLog.read(LOG)
    assert (read.torn, read.ruin, read.disagreements) == (b"", None, ())


def test_what_is_told_of_a_log_without_a_header() -> None:
    """How much of one there is, if anything."""
    for log, told in ((b"", ""), (LOG[:7], ": its 7 bytes hold no whole line")):
        with pytest.raises(ms.LogError) as caught:
            ms.Game.from_log(log)
        assert caught.value.difference == f"the log has no header{told}"


def test_what_is_told_of_a_long_value() -> None:
    """Sixty characters of it, and not one more."""
    for seat, shown in (("x" * 58, repr("x" * 58)), ("x" * 59, f"'{'x' * 56}...")):
        with pytest.raises(ms.LogError) as caught:
            ms.Game.from_log(resealed([LINES[0], LINES[1] | {"seat": seat}]))
        assert caught.value.difference.startswith(f"{shown} is recorded where seat")


def test_recovered_up_to_the_ruin(tmp_path: Path) -> None:
    """The log before the ruined line has nothing torn, is in memory alone, and goes on elsewhere."""
    lines = LOG.splitlines(keepends=True)
    path = tmp_path / "log"
    path.write_bytes(lines[0] + lines[1] + lines[3] + b"torn")
    log = GameLog.recover(path)
    assert log.ruin is not None
    assert (log.ruin.line, log.torn, len(log.entries)) == (3, b"", 1)
    log.append(EndLine("late", ()))
    assert path.read_bytes().endswith(b"torn")


def test_a_migration_may_be_from_the_first_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schemas are counted from 0; there is nothing before."""
    monkeypatch.setattr(versions, "LOG_SCHEMA", 3)
    monkeypatch.setattr("magnum_sal.record.log.loading.MIGRATIONS", {})
    register_migration(0, iter)
    with pytest.raises(ms.MisuseError, match="log schema -1 is not older than the current one, 3"):
        register_migration(-1, iter)
    with pytest.raises(ms.MisuseError, match="log schema 3 is not older than the current one, 3"):
        register_migration(3, iter)


def old_log_refused(monkeypatch: pytest.MonkeyPatch, second: Any) -> ms.LogError:
    """Return the error of an old log whose second line is brought to the current schema as *second*, or fails so."""

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


def test_what_a_migration_says_of_a_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of its own goes out as it is; another one is cut to 300 characters."""
    error = old_log_refused(monkeypatch, ms.LogError(7, "to", "it was never there"))
    assert (error.line, error.field, error.difference) == (7, "to", "it was never there")
    monkeypatch.undo()
    error = old_log_refused(monkeypatch, KeyError("x" * 1000))
    assert (error.line, error.field, len(error.difference)) == (2, None, 300)
    monkeypatch.undo()
    error = old_log_refused(monkeypatch, [])
    assert (error.line, error.field) == (2, "type")
    assert error.difference.startswith("None is no line of a game in hand")


def test_an_error_of_the_librarys_family_is_not_dressed_up() -> None:
    """A stream that raises one is heard; what the system says is told with the file's name."""

    class Telling(io.BytesIO):
        """A stream that refuses in the library's words."""

        def readline(self, size: int | None = -1, /) -> bytes:
            """Refuse."""
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


def test_a_line_that_is_too_long_is_refused_with_its_newline_too() -> None:
    """The newline counts: one byte more than the most is too many, however the line ends."""
    for ending in (b"\n", b"x"):
        with pytest.raises(ms.LogError, match=f"the line is longer than {LONGEST_LINE} bytes"):
            ms.Game.from_log(LOG + b"x" * LONGEST_LINE + ending)
