"""Two programs with one log: one of them writes, the other gets an error, and no confirmed move is lost."""

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
    """Play the first legal move *moves* times."""
    for _ in range(moves):
        game.play(ms.legal_moves(game.state)[0])


def test_a_log_is_locked_while_its_game_is_open(tmp_path: Path) -> None:
    """From the first line until the game is closed, no other game can write to the log. Reading it stays possible."""
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


@pytest.mark.long
def test_a_game_releases_its_log(tmp_path: Path) -> None:
    """A game releases its log when it is closed, when its ``with`` block ends, and when it is garbage collected."""
    path = tmp_path / "log"
    game = new(path)
    game.close()
    game.close()
    play(ms.Game.from_log(path))  # The game is collected at once.
    gc.collect()
    with ms.Game.from_log(path) as second:
        play(second, 2)
    with ms.Game.from_log(path) as third:
        play(third, 2)
    assert len(ms.Game.from_log(path).moves) == 5


def test_a_closed_game_can_be_resumed_if_the_file_is_unchanged(tmp_path: Path) -> None:
    """A closed game takes its file again for the next line, unless another program has added a line."""
    path = tmp_path / "log"
    game = new(path)
    game.close()
    play(game, 2)
    game.close()
    with ms.Game.from_log(path) as other:
        play(other)
    written = path.read_bytes()
    with pytest.raises(
        ms.LogError, match="another program has written to it: it has 7374 bytes, but this game wrote 7089"
    ):
        play(game)
    assert path.read_bytes() == written
    with ms.Game.from_log(path) as again:  # The refusal released the file.
        play(again)


def test_another_last_line_of_the_same_length_is_noticed(tmp_path: Path) -> None:
    """The last line is compared too, because a file can be as long as before after an undo and another move."""
    path = tmp_path / "log"
    game = new(path)
    play(game)
    game.close()
    content = path.read_bytes()
    other = content[:-4] + (b"0" if content[-4:-3] != b"0" else b"1") + content[-3:]
    path.write_bytes(other)
    with pytest.raises(ms.LogError, match="its last line is not the one that this game wrote"):
        play(game)
    assert path.read_bytes() == other


def test_a_replaced_file_is_noticed(tmp_path: Path) -> None:
    """A game does not write to a log that was moved away, nor to another file in its place."""
    path = tmp_path / "log"
    game = new(path)
    play(game)
    content = path.read_bytes()
    path.rename(tmp_path / "moved")
    with pytest.raises(ms.LogError, match=r"cannot write to .*No such file"):
        play(game)
    path.write_bytes(content)
    with pytest.raises(ms.LogError, match="it has been moved or replaced"):
        play(game)
    assert path.read_bytes() == (tmp_path / "moved").read_bytes() == content
    assert len(game.moves) == 1
    play(game)  # The file there now is the log as this game left it.
    assert len(ms.Game.from_log(path).moves) == 2


def test_the_working_directory_can_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is resolved when it is passed."""
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


def test_a_file_system_without_locks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file cannot be locked, nothing is written."""

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
def test_a_forked_process_does_not_write_with_its_parents_lock(tmp_path: Path) -> None:
    """
    A forked process has the game and the open file, but cannot write.

    Its parent keeps the lock when the process ends.
    """
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
def test_a_log_is_released_while_a_forked_process_lives(tmp_path: Path) -> None:
    """The open file of a forked process does not keep the lock that its parent has released."""
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


def test_a_save_takes_the_new_file_and_releases_the_old_one(tmp_path: Path) -> None:
    """After a save, further lines go only to the new file, and another game can resume the old one."""
    game = new(tmp_path / "old")
    play(game)
    game.log.save(tmp_path / "new")
    with ms.Game.from_log(tmp_path / "old") as old:
        play(old)
    with pytest.raises(ms.LogError, match="in use"):
        play(ms.Game.from_log(tmp_path / "new"))
    play(game)
    assert len(ms.Game.from_log(tmp_path / "new").moves) == 2


def test_a_log_can_be_locked_before_the_first_line(tmp_path: Path) -> None:
    """``lock`` raises an error at once if another game writes to the log. In memory it does nothing."""
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


@pytest.mark.parametrize("change", ["moved", "removed", "replaced", "longer"])
def test_a_log_without_its_file_is_not_saved(change: str, tmp_path: Path) -> None:
    """``is_saved`` finds out that the file is not the one that the log wrote. A new file is enough to save it."""
    path = tmp_path / "log"
    game = new(path)
    assert game.log.is_saved()
    if change == "longer":
        with path.open("a", encoding="utf-8") as file:
            file.write("{}\n")
    else:
        path.rename(tmp_path / "moved")
    if change == "removed":
        (tmp_path / "moved").unlink()
    if change == "replaced":
        path.touch()
    assert not game.log.is_saved()
    game.log.save(tmp_path / "new")
    assert game.log.is_saved()


def test_a_log_in_memory_or_in_use_is_not_saved(tmp_path: Path) -> None:
    """A log that another game writes to cannot take more lines."""
    path = tmp_path / "log"
    with new(path):
        assert not ms.Game.from_log(path).log.is_saved()
    assert ms.Game.from_log(path).log.is_saved()
    assert not ms.Game.new(["Ada", "Ben"], seed=1).log.is_saved()


@pytest.mark.long
@pytest.mark.parametrize("writers", [2, 3])
def test_contending_programs_lose_nothing(writers: int, tmp_path: Path) -> None:
    """Several processes open, play and close as fast as they can, and every confirmed line is in the log."""
    command = [sys.executable, str(CONTENDERS), str(tmp_path / "log"), "--writers", str(writers), "--rounds", "30"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{writers} writers" in done.stdout
    assert "0 lost" in done.stdout
