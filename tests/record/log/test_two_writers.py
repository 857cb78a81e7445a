"""Two programs at one log: one of them writes, and the other is told; whatever happens, no confirmed move is lost."""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal.record.log import files

CONTENDERS = Path(__file__).parent / "contending_writers.py"


def new(path: Path) -> ms.Game:
    """Return a recorded game."""
    return ms.Game.new(["Ada", "Ben"], seed=1, log=path)


def play(game: ms.Game, moves: int = 1) -> None:
    """Play the first legal move, some times."""
    for _ in range(moves):
        game.play(ms.legal_moves(game.state)[0])


def test_a_log_is_in_use_while_its_game_lives(tmp_path: Path) -> None:
    """From the first line to the end of the game nobody else writes there; reading takes nothing away."""
    path = tmp_path / "log"
    game = new(path)
    play(game, 3)
    other = ms.Game.from_log(path)
    written, state = path.read_bytes(), other.state
    for attempt in (lambda: play(other), other.undo, lambda: other.end("late"), other.log.lock):
        with pytest.raises(ms.LogError, match="log is in use by another program"):
            attempt()
    assert path.read_bytes() == written
    assert (other.state, len(other.moves), len(other.log.entries)) == (state, 3, 3)
    play(game)
    assert ms.Game.from_log(path).state == game.state


def test_a_game_lets_its_log_go(tmp_path: Path) -> None:
    """When it is closed, at the end of a ``with``, and when nobody has it any more."""
    path = tmp_path / "log"
    game = new(path)
    game.close()
    game.close()
    play(ms.Game.from_log(path))  # collected at once
    gc.collect()
    with ms.Game.from_log(path) as second:
        play(second, 2)
    with ms.Game.from_log(path) as third:
        play(third, 2)
    assert len(ms.Game.from_log(path).moves) == 5


def test_a_closed_game_goes_on_if_nobody_else_did(tmp_path: Path) -> None:
    """The next line takes the file again; after somebody else's line it does not."""
    path = tmp_path / "log"
    game = new(path)
    game.close()
    play(game, 2)
    game.close()
    with ms.Game.from_log(path) as other:
        play(other)
    written = path.read_bytes()
    with pytest.raises(ms.LogError, match=r"another program has written to it: it has \d+ bytes where this game left"):
        play(game)
    assert path.read_bytes() == written
    with ms.Game.from_log(path) as again:  # the refusal gave the file back
        play(again)


def test_another_last_line_of_the_same_length_is_noticed(tmp_path: Path) -> None:
    """Not the size alone: undone and played again, the file can be as long as before."""
    path = tmp_path / "log"
    game = new(path)
    play(game)
    game.close()
    content = path.read_bytes()
    other = content[:-4] + (b"0" if content[-4:-3] != b"0" else b"1") + content[-3:]
    path.write_bytes(other)
    with pytest.raises(ms.LogError, match="its last line is not the one that this game left"):
        play(game)
    assert path.read_bytes() == other


def test_a_file_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    """A log that was moved away is not written to under its old name, nor a stranger in its place."""
    path = tmp_path / "log"
    game = new(path)
    play(game)
    content = path.read_bytes()
    path.rename(tmp_path / "moved")
    with pytest.raises(ms.LogError, match=r"cannot write to .*No such file"):
        play(game)
    path.write_bytes(content)
    with pytest.raises(ms.LogError, match="it has been moved, and another file is in its place"):
        play(game)
    assert path.read_bytes() == (tmp_path / "moved").read_bytes() == content
    assert len(game.moves) == 1
    play(game)  # what lies there now is the log as this game left it
    assert len(ms.Game.from_log(path).moves) == 2


def test_the_working_directory_may_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is that of the moment when it was given."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    game = ms.Game.new(["Ada", "Ben"], seed=1, log="log")
    resumed = ms.Game.from_log("log")
    monkeypatch.chdir(tmp_path / "elsewhere")
    play(game)
    game.close()
    assert not (tmp_path / "elsewhere" / "log").exists()
    assert len(ms.Game.from_log(tmp_path / "log").moves) == 1
    with pytest.raises(ms.LogError, match="another program has written to it"):
        play(resumed)


def test_a_file_system_without_locks_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two writers cannot be kept apart nothing is written."""

    def unsupported(_: int) -> bool:
        raise OSError(95, "Operation not supported")

    path = tmp_path / "log"
    game = new(path)
    game.close()
    monkeypatch.setattr(files, "try_lock", unsupported)
    with pytest.raises(ms.LogError, match=r"cannot write to .*Operation not supported"):
        play(game)
    assert len(ms.Game.from_log(path).moves) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_forked_off_does_not_write_with_its_parents_lock(tmp_path: Path) -> None:
    """It has the game and the open file, but not the right to write; when it ends, its parent's lock stands."""
    path = tmp_path / "log"
    game = new(path)
    play(game)
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()

    def child() -> None:
        try:
            play(game)
        except ms.LogError as error:
            answers.put(str(error))
        else:
            answers.put("written")

    process = context.Process(target=child)
    process.start()
    assert "in use by another program" in answers.get()
    process.join()
    with pytest.raises(ms.LogError, match="in use"):
        play(ms.Game.from_log(path))
    play(game)
    game.close()
    play(ms.Game.from_log(path))
    assert len(ms.Game.from_log(path).moves) == 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_log_is_let_go_while_a_process_forked_off_lives(tmp_path: Path) -> None:
    """The child still has the file open, which must not keep the lock that its parent has given back."""
    path = tmp_path / "log"
    game = new(path)
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    process = context.Process(target=stop.wait, args=(60,))
    process.start()
    try:
        game.close()
        play(ms.Game.from_log(path))
    finally:
        stop.set()
        process.join()
    assert len(ms.Game.from_log(path).moves) == 1


def test_a_save_takes_the_new_file_and_lets_the_old_one_go(tmp_path: Path) -> None:
    """Further lines go to the new one alone, and somebody else may go on with the old one."""
    game = new(tmp_path / "old")
    play(game)
    game.log.save(tmp_path / "new")
    with ms.Game.from_log(tmp_path / "old") as old:
        play(old)
    with pytest.raises(ms.LogError, match="in use"):
        play(ms.Game.from_log(tmp_path / "new"))
    play(game)
    assert len(ms.Game.from_log(tmp_path / "new").moves) == 2


def test_a_log_can_be_taken_before_the_first_line(tmp_path: Path) -> None:
    """``lock`` says at once that somebody writes there; in memory there is nothing to take."""
    path = tmp_path / "log"
    game = new(path)
    other = ms.Game.from_log(path)
    with pytest.raises(ms.LogError, match="in use"):
        other.log.lock()
    game.close()
    other.log.lock()
    other.log.lock()
    with pytest.raises(ms.LogError, match="in use"):
        play(game)
    ms.Game.new(["Ada", "Ben"], seed=1).log.lock()


@pytest.mark.slow
@pytest.mark.parametrize("writers", [2, 3])
def test_contending_programs_lose_nothing(writers: int, tmp_path: Path) -> None:
    """Processes that open, play and close as fast as they can: what each was told is written stands in the log."""
    command = [sys.executable, str(CONTENDERS), str(tmp_path / "log"), "--writers", str(writers), "--rounds", "30"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{writers} writers" in done.stdout
    assert "0 lost" in done.stdout
