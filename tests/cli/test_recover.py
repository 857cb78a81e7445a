"""``magnum-sal recover``: the lines before a ruined one, saved to a new file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.arena import play_match, read_results
from magnum_sal.record.log import GameLog
from magnum_sal.testing.players import any_kind

OLD_LOGS = Path(__file__).parents[1] / "games"
MATCH: dict[str, Any] = {"seed": 3, "most_moves": 30}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a game with an undo, 31 lines in all."""
    path = tmp_path / "game.jsonl"
    rng = random.Random(4)
    with ms.Game.new(["Ada", "Ben"], seed=4, log=path) as game:
        while len(game.log.entries) < 30:
            if len(game.log.entries) == 20:
                game.undo(to=12)
            game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    return path


@pytest.mark.parametrize("line", [2, 3, 15, 22, 30])
def test_the_lines_before_the_ruined_one_are_a_game(
    line: int, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The new file verifies, equals the start of the old one byte by byte, and can be resumed.

    The old file stays unchanged.
    """
    lines = log.read_bytes().splitlines(keepends=True)
    ruined = b"".join([*lines[: line - 1], lines[line - 1].replace(b"e", b"x", 1), *lines[line:]])
    log.write_bytes(ruined)
    with pytest.raises(ms.LogError, match=f"line {line}"):
        ms.Game.from_log(log)
    target = tmp_path / "recovered.jsonl"
    assert cli.main(["recover", str(log), str(target)]) == 0
    told = capsys.readouterr().out
    assert f"the header and {line - 2} {'line' if line == 3 else 'lines'}, verified" in told
    assert f"left out: {len(b''.join(lines[line - 1 :]))} bytes, from this line on: line {line}: " in told
    assert log.read_bytes() == ruined
    assert target.read_bytes() == b"".join(lines[: line - 1])
    game = ms.Game.from_log(target)
    game.play(ms.legal_moves(game.state)[0])


@pytest.mark.slow
@pytest.mark.parametrize("line", [5, -1])
def test_the_lines_of_an_old_log_are_counted_as_they_are(
    line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines of an old schema are shorter or longer in the new file, which does not change what is left out."""
    lines = (OLD_LOGS / "agreed_end.jsonl").read_bytes().splitlines(keepends=True)
    kept, ruined = lines[:line], lines[line:]
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(b"".join([*kept, ruined[0].replace(b"e", b"x", 1), *ruined[1:]]))
    assert cli.main(["recover", str(damaged), str(tmp_path / "recovered.jsonl")]) == 0
    assert f"left out: {len(b''.join(ruined))} bytes, from this line on: line " in capsys.readouterr().out


@pytest.mark.parametrize("schema", [3, 4])
def test_a_log_of_an_earlier_schema_is_saved_in_the_current_one(schema: int, log: Path, tmp_path: Path) -> None:
    """The header of the new file has the current schema, even if the old lines are valid in it. The game is equal."""
    header, *lines = map(json.loads, log.read_bytes().splitlines())
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_bytes(resealed([header | {"schema": schema}, *lines]))
    assert cli.main(["recover", str(old), str(new)]) == 0
    assert json.loads(new.read_bytes().splitlines()[0])["schema"] == ms.LOG_SCHEMA
    assert new.read_bytes() == log.read_bytes()


def test_the_moves_of_a_public_log_are_not_called_verified(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The public log of a dealt game lacks the pieces that the rules need, so only its checksums are verified."""
    GameLog.read(log).public(tmp_path / "public.jsonl").close()
    assert cli.main(["recover", str(tmp_path / "public.jsonl"), str(tmp_path / "new.jsonl")]) == 0
    assert "the header and 30 lines, checksums verified" in capsys.readouterr().out


@pytest.mark.parametrize("ruin", [b"\x00" * 3000, b"not a line\n", b'{"type":"move"}\n', b"\xff\xfe\n"])
def test_recovery_stops_before_any_ruin(ruin: bytes, log: Path) -> None:
    """Recovery stops before any invalid line, whether a disk error or an editor caused it."""
    content = log.read_bytes()
    lines = content.splitlines(keepends=True)
    recovered = GameLog.recover(b"".join([*lines[:10], ruin, *lines[10:]]))
    assert recovered.ruin is not None
    assert recovered.ruin.line == 11
    assert "".join(recovered.lines()).encode() == b"".join(lines[:10])


def test_a_complete_log_is_copied(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A complete log is copied. A log with a torn last line is copied without that line."""
    content = log.read_bytes()
    assert cli.main(["recover", str(log), str(tmp_path / "copy")]) == 0
    assert (tmp_path / "copy").read_bytes() == content
    assert "the log was not damaged; the new file has the current schema" in capsys.readouterr().out
    log.write_bytes(content + b'{"type":')
    assert cli.main(["recover", str(log), str(tmp_path / "second")]) == 0
    assert (tmp_path / "second").read_bytes() == content
    assert "left out: 8 bytes of an incomplete last line" in capsys.readouterr().out


def test_logs_that_cannot_be_recovered(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A log without a header and a missing file are refused. An existing target is not overwritten."""
    lines = log.read_bytes().splitlines(keepends=True)
    for content in (b"", b"x" + b"".join(lines), lines[0][:-9] + b"\n"):
        log.write_bytes(content)
        assert cli.main(["recover", str(log), str(tmp_path / "new")]) == 1
        assert "line 1" in capsys.readouterr().err
    assert cli.main(["recover", str(tmp_path / "none"), str(tmp_path / "new")]) == 1
    assert "cannot read" in capsys.readouterr().err
    log.write_bytes(b"".join(lines))
    (tmp_path / "new").write_text("mine")
    assert cli.main(["recover", str(log), str(tmp_path / "new")]) == 1
    assert "exists, and a log is never overwritten" in capsys.readouterr().err
    assert (tmp_path / "new").read_text() == "mine"


def test_byte_order_marks_have_their_own_message(log: Path) -> None:
    """The error names a byte order mark before the header, instead of a missing checksum."""
    content = log.read_bytes()
    for marked, words in (
        (b"\xef\xbb\xbf" + content, "begins with a byte order mark"),
        (content.decode().encode("utf-16"), "the file is UTF-16, but a log must be UTF-8: save it in that encoding"),
        (
            b"\xfe\xff" + content.decode().encode("utf-16-be"),
            "the file is UTF-16, but a log must be UTF-8: save it in that encoding",
        ),
    ):
        with pytest.raises(ms.LogError, match=words) as caught:
            ms.Game.from_log(marked)
        assert caught.value.line == 1
    with pytest.raises(ms.MalformedError, match="begins with a byte order mark"):
        ms.from_json(ms.Move, '\ufeff{"type":"pass"}')


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Play a match of four games with a results file."""
    path = tmp_path / "results.jsonl"
    play_match(["random", "random"], 4, out=path, **MATCH)
    return path


def test_the_results_before_a_ruined_line(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The new file equals the start of the old one byte by byte, and resumes the match. The old file is unchanged."""
    match, games = read_results(results)
    lines = results.read_bytes().splitlines(keepends=True)
    ruined = b"".join([*lines[:3], lines[3].replace(b"e", b"x", 1), *lines[4:]])
    results.write_bytes(ruined)
    new = tmp_path / "new.jsonl"
    assert cli.main(["recover", str(results), str(new)]) == 0
    told = capsys.readouterr().out
    assert "the match and 2 games, verified" in told
    assert f"left out: {len(b''.join(lines[3:]))} bytes, from this line on: " in told
    assert "line 4: checksum: " in told
    assert results.read_bytes() == ruined
    assert new.read_bytes() == b"".join(lines[:3])
    resumed = play_match(["random", "random"], 4, out=new, **MATCH)
    assert resumed.match == match
    assert [game.without_times() for game in resumed.games] == [game.without_times() for game in games]


def test_a_complete_results_file_is_copied(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A complete results file is copied. An incomplete last line is left out."""
    content = results.read_bytes()
    assert cli.main(["recover", str(results), str(tmp_path / "copy")]) == 0
    assert "the results file was not damaged" in capsys.readouterr().out
    results.write_bytes(content + b'{"type":')
    assert cli.main(["recover", str(results), str(tmp_path / "second")]) == 0
    assert "left out: 8 bytes of an incomplete last line" in capsys.readouterr().out
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "second").read_bytes() == content


def test_results_that_cannot_be_recovered(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A results file with a damaged first line is refused. An existing target is not overwritten."""
    (tmp_path / "new").write_text("mine")
    assert cli.main(["recover", str(results), str(tmp_path / "new")]) == 1
    assert "new already exists: choose another file" in capsys.readouterr().err
    assert (tmp_path / "new").read_text() == "mine"
    results.write_bytes(results.read_bytes().replace(b"random", b"rondom", 1))
    assert cli.main(["recover", str(results), str(tmp_path / "other")]) == 1
    assert "line 1: checksum: " in capsys.readouterr().err
    assert not (tmp_path / "other").exists()
