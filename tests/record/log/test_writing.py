"""Writing logs: append-only, line by line, and without losses."""

import io
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing.players import any_kind


def play_on(game: ms.Game, moves: int) -> None:
    """Play moves of any kind."""
    rng = random.Random(len(game.moves))
    for _ in range(moves):
        game.play(any_kind(game.state, ms.legal_moves(game.state), rng))


def new(**options: Any) -> ms.Game:
    """Return a new game with three players."""
    return ms.Game.new(["Ada", "Ben", "Łukasz"], seed=5, **options)


def test_a_line_is_written_when_its_move_is_made(tmp_path: Path) -> None:
    """Each move, undo, redo and agreed end is one whole line in the file at once, and earlier bytes never change."""
    path = tmp_path / "game.jsonl"
    game, before = new(log=path), path.read_bytes()
    assert before.count(b"\n") == 1
    steps: list[Callable[[], object]] = [lambda: play_on(game, 1)] * 12
    steps += [lambda: game.undo(to=3), game.redo, lambda: game.end("late")]
    for lines, step in enumerate(steps, start=2):
        step()
        after = path.read_bytes()
        assert after.startswith(before)
        assert after.count(b"\n") == lines
        assert after.endswith(b'"}\n')
        before = after
    assert before.decode() == "".join(game.log.lines())
    assert b"\r" not in before
    assert "Łukasz".encode() in before


def test_the_entries_count_the_changes_of_a_game(tmp_path: Path) -> None:
    """``len(game.log.entries)`` grows with every move, undo, redo and end, and is the same after a restart."""
    game = new(log=tmp_path / "game.jsonl")
    numbers = [len(game.log.entries)]
    changes: list[Callable[[], object]] = [lambda: play_on(game, 1), game.undo, game.redo, game.undo]
    changes += [lambda: play_on(game, 1), lambda: game.end("late")]
    for change in changes:
        change()
        numbers.append(len(game.log.entries))
    assert numbers == list(range(len(changes) + 1))
    assert len(ms.Game.from_log(tmp_path / "game.jsonl").log.entries) == numbers[-1]


def test_durable_forces_each_line_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With ``durable=True`` each line is forced to the disk once, after its bytes are in the file.

    Otherwise only a new file is.
    """
    lines_at_fsync: list[int] = []
    fsync = os.fsync

    def counted(number: int) -> None:
        fsync(number)
        lines_at_fsync.append(path.read_bytes().count(b"\n") if path.exists() else 0)

    monkeypatch.setattr(os, "fsync", counted)
    path = tmp_path / "durable.jsonl"
    game = new(log=path, durable=True)
    play_on(game, 5)
    game.undo()
    game.end("late")
    assert lines_at_fsync == [0, 1, 2, 3, 4, 5, 6, 7, 8]  # First the unnamed new file, then the folder.
    play_on(new(log=tmp_path / "hasty.jsonl"), 5)
    assert lines_at_fsync[9:] == [8, 8]


def test_a_text_stream_gets_the_same_lines(tmp_path: Path) -> None:
    """A log written to a stream has the same lines as in a file, with ``durable`` too."""
    stream = io.StringIO()
    play_on(game := new(log=stream), 5)
    assert stream.getvalue() == "".join(game.log.lines())
    with (tmp_path / "stream.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        play_on(new(log=file, durable=True), 5)
        assert (tmp_path / "stream.jsonl").read_text(encoding="utf-8") == stream.getvalue()


def test_streams_that_cannot_hold_a_log_are_refused(tmp_path: Path) -> None:
    """A stream in another encoding, a binary one, and a durable one without a file are refused at once."""
    with (
        (tmp_path / "latin").open("w", encoding="latin-1") as file,
        pytest.raises(ms.MisuseError, match="a log must be UTF-8, but the stream's encoding is latin-1"),
    ):
        new(log=file)
    with pytest.raises(ms.MisuseError, match="expected a path or a text stream for the log, got BytesIO"):
        new(log=io.BytesIO())
    with pytest.raises(ms.MisuseError, match="expected a path or a text stream for the log, got an empty path"):
        new(log="")
    with pytest.raises(ms.MisuseError, match="cannot be durable"):
        new(log=io.StringIO(), durable=True)


@pytest.mark.parametrize("durable", [True, False])
def test_a_closed_stream_is_refused(durable: bool, tmp_path: Path) -> None:
    """A closed file cannot take a log, whether or not each line is flushed to disk."""
    with (tmp_path / "closed").open("w", encoding="utf-8", newline="\n") as file:
        pass
    with pytest.raises(ms.LogError, match=r"^cannot write to the stream: I/O operation on closed file"):
        new(log=file, durable=durable)


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    """A new game does not overwrite an existing file. A missing folder raises an error of the library."""
    (tmp_path / "old.jsonl").write_text("mine")
    with pytest.raises(ms.LogError, match="exists, and a log is never overwritten"):
        new(log=tmp_path / "old.jsonl")
    assert (tmp_path / "old.jsonl").read_text() == "mine"
    with pytest.raises(ms.LogError, match="cannot create"):
        new(log=tmp_path / "nowhere" / "game.jsonl")


class FullDisk(io.FileIO):
    """A file on a disk with room for 10 more bytes."""

    room = 10

    def write(self, data: Any) -> int:
        """Write as much as fits, then fail."""
        if not self.room:
            raise OSError(28, "No space left on device")
        written = super().write(bytes(data)[: self.room])
        self.room -= written
        return written


def test_a_write_that_fails_leaves_game_and_file_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full half-way through a line, the move is not played and the file keeps its old content."""
    path = tmp_path / "game.jsonl"
    play_on(game := new(log=path), 3)
    written, state = path.read_bytes(), game.state
    with monkeypatch.context() as patched, FullDisk(path, "r+") as full:
        patched.setattr(game.log._sink, "_file", full)
        with pytest.raises(ms.LogError, match="No space left on device"):
            game.play(ms.legal_moves(state)[0])
        with pytest.raises(ms.LogError, match="No space left on device"):
            game.undo()
        with pytest.raises(ms.LogError, match="No space left on device"):
            game.end("late")
    assert path.read_bytes() == written
    assert game.state == state
    assert game.end_reason is None
    play_on(game, 2)
    assert ms.Game.from_log(path).state == game.state


def test_the_target_of_a_log(tmp_path: Path) -> None:
    """The target is None in memory, the absolute path of a file, or the stream."""
    path, stream = tmp_path / "game.jsonl", io.StringIO()
    assert new().log.target is None
    assert new(log=path).log.target == path
    assert new(log=stream).log.target is stream
    assert ms.Game.from_log(path).log.target == path


def test_a_game_in_memory_can_be_saved_and_continues_in_the_file(tmp_path: Path) -> None:
    """``log.save`` writes all lines so far, and later ones are added there."""
    path = tmp_path / "later.jsonl"
    play_on(game := new(), 4)
    game.undo()
    game.log.save(path)
    play_on(game, 3)
    again = ms.Game.from_log(path)
    assert again.state == game.state
    assert again.log.entries == game.log.entries


def test_only_registered_rulesets_are_recorded(tmp_path: Path) -> None:
    """A ruleset that is not registered can be played, but not written."""
    strange = attrs.evolve(ms.STANDARD, name="strange", penalty=1)
    with pytest.raises(ms.MisuseError, match="not registered"):
        new(ruleset=strange, log=tmp_path / "strange.jsonl")
    assert not (tmp_path / "strange.jsonl").exists()
    play_on(new(ruleset=strange), 3)


def test_metadata_must_be_plain_json() -> None:
    """Metadata that JSON cannot hold, or would read back differently, are refused when the game begins."""
    assert new(metadata={"comments": ["ł", 1, None, {"a": [True]}]}).log.metadata["comments"][0] == "ł"
    circle: dict[str, Any] = {}
    circle["self"] = circle
    wrong: list[Any] = [
        {1: 2},
        {"a": (1,)},
        {"a": {1: 2}},
        {"a": float("nan")},
        {"a": {1}},
        [],
        {"a": "\ud800"},
        circle,
    ]
    for bad in wrong:
        with pytest.raises(ms.MalformedError, match="metadata"):
            new(metadata=bad)
    with pytest.raises(ms.MalformedError, match="metadata: 600012 bytes exceed the limit of 524288 in a header"):
        new(metadata={"long": "x" * 600_000})


@pytest.mark.long
def test_a_log_kept_after_a_kill_has_every_confirmed_move(tmp_path: Path) -> None:
    """A program killed while it plays with ``durable=True`` loses no move that it had confirmed."""
    path = tmp_path / "killed.jsonl"
    program = """
import random, sys
import magnum_sal as ms
from magnum_sal.testing.players import any_kind
rng = random.Random(1)
game = ms.Game.new(["Ada", "Ben"], seed=1, log=sys.argv[1], durable=True)
while True:
    game.play(any_kind(game.state, ms.legal_moves(game.state), rng))
    print(len(game.moves), flush=True)
"""
    confirmed = 0
    with subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            confirmed = int(line)
            if confirmed == 60:
                process.kill()
                break
        confirmed = max([confirmed, *map(int, process.stdout.read().split())])
    assert process.returncode != 0
    game = ms.Game.from_log(path)
    assert len(game.moves) in (confirmed, confirmed + 1)
    play_on(game, 5)
    assert ms.Game.from_log(path).state == game.state


def test_a_new_log_that_meets_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed start leaves neither a partial log nor a temporary file. With free space again, the log is written."""
    path = tmp_path / "game.jsonl"

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(ms.LogError, match=r"cannot create .*No space left on device"):
            new(log=path)
        with pytest.raises(ms.LogError, match=r"cannot create .*No space left on device"):
            new().log.save(path)
    assert list(tmp_path.iterdir()) == []
    play_on(new(log=path), 3)
    assert len(ms.Game.from_log(path).moves) == 3
