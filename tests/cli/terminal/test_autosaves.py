"""Automatic records of games: which are kept, and which one is resumed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal import LogError, MisuseError
from magnum_sal.cli.terminal._autosaves import MOST, Autosaves, user_autosaves
from magnum_sal.record.game import Game
from magnum_sal.testing.players import finisher

CRASH = """
import os, signal, sys
from pathlib import Path
import magnum_sal as ms
from magnum_sal.cli.terminal._autosaves import Autosaves
game = ms.Game.new(["Ada", "Ben"], seed=7)
Autosaves(Path(sys.argv[1])).keep(game)
for _ in range(10):
    game.play(ms.legal_moves(game.state)[0])
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def kept(tmp_path: Path) -> Autosaves:
    """Return the autosaves of a folder that does not exist yet."""
    return Autosaves(tmp_path / "state" / "games")


def begun(kept: Autosaves, moves: int = 1) -> Game:
    """Return a closed game that is recorded there after the given number of moves."""
    game = Game.new(["Ada", "Ben"], seed=7)
    kept.keep(game)
    for _ in range(moves):
        game.play(ms.legal_moves(game.state)[0])
    game.close()
    return game


def aged(game: Game, seconds: int) -> None:
    """Make the file of a record look older by the given number of seconds."""
    target = game.log.target
    assert isinstance(target, Path)
    then = target.stat().st_mtime - seconds
    os.utime(target, (then, then))


def test_a_game_is_recorded_while_it_is_played(kept: Autosaves) -> None:
    """Each game is recorded in its own file, which only its owner can read."""
    games = [begun(kept, 3), begun(kept, 3)]
    assert len(kept.paths()) == 2
    for game in games:
        assert kept.has(game.log.target)
        assert Game.from_log(str(game.log.target)).state == game.state
    if os.name == "posix":
        assert kept.folder.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_nobody_else_can_read_the_games_in_an_open_folder(kept: Autosaves) -> None:
    """Whatever the umask is: a log has the face-down pieces. Games that older versions left open are closed."""
    older = begun(kept).log.target
    assert isinstance(older, Path)
    kept.folder.chmod(0o755)
    older.chmod(0o644)
    umask = os.umask(0)
    try:
        begun(kept)
    finally:
        os.umask(umask)
    assert [path.stat().st_mode & 0o777 for path in kept.paths()] == [0o600, 0o600]
    assert kept.folder.stat().st_mode & 0o777 == 0o755


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_a_crash_loses_nothing(kept: Autosaves) -> None:
    """All ten moves are in the record after the program was killed."""
    ended = subprocess.run([sys.executable, "-c", CRASH, str(kept.folder)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert kept.last_game().step_count == 10


@pytest.mark.long
def test_the_oldest_record_is_removed(kept: Autosaves) -> None:
    """Above the limit, the oldest record is removed. Other files in the folder stay."""
    oldest = begun(kept)
    aged(oldest, 1000)
    strange = kept.folder / "notes.jsonl"
    strange.write_text("mine")
    os.utime(strange, (1, 1))
    for _ in range(MOST - 1):
        begun(kept, 0)
    assert kept.has(oldest.log.target)
    begun(kept, 0)
    assert not kept.has(oldest.log.target)
    assert len(kept.paths()) == MOST
    assert strange.exists()


@pytest.mark.long
def test_a_new_record_is_not_removed(kept: Autosaves) -> None:
    """A new record stays even if all others look newer, as after the clock was set back."""
    for _ in range(MOST):
        aged(begun(kept, 0), -1000)
    game = begun(kept)
    assert kept.has(game.log.target)
    assert len(kept.paths()) == MOST


@pytest.mark.slow
def test_the_last_unfinished_game(kept: Autosaves) -> None:
    """A game that was played to its end or ended early is not resumed."""
    older = begun(kept, 2)
    aged(older, 100)
    rng, over = random.Random(3), begun(kept)
    assert kept.last() == over.log.target
    while not over.is_over:
        over.play(finisher(over.state, ms.legal_moves(over.state), rng))
    over.close()
    assert kept.last() == older.log.target
    agreed = kept.last_game()
    assert agreed.state == older.state
    agreed.end("supper")
    agreed.close()
    assert kept.last() is None
    with pytest.raises(MisuseError, match="there is no unfinished game to resume"):
        kept.last_game()


def test_records_are_checked_when_read(kept: Autosaves) -> None:
    """A changed record, or one in use, is refused with its reason, and no older game is resumed instead."""
    aged(begun(kept), 100)
    changed = begun(kept, 3)
    path = Path(str(changed.log.target))
    path.write_bytes(path.read_bytes().replace(b'"S1"', b'"S2"'))
    with pytest.raises(LogError, match="has been changed"):
        kept.last_game()
    path.unlink()
    here = kept.last_game()
    with pytest.raises(LogError, match="in use by another program"):
        kept.last_game()
    here.close()


def test_a_game_that_is_deleted_while_games_are_listed(kept: Autosaves, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left out, and the others are listed."""
    older, newer = begun(kept), begun(kept)
    aged(older, 100)
    stat = Path.stat

    def deleted(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == newer.log.target and follow_symlinks:
            raise FileNotFoundError(path)
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", deleted)
    assert kept.paths() == [older.log.target]


def test_a_link_is_none_of_the_games(kept: Autosaves, tmp_path: Path) -> None:
    """What somebody has put there under such a name is neither read nor removed."""
    begun(kept)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    try:
        (kept.folder / "20990101-000000.jsonl").symlink_to(elsewhere)
    except OSError:
        pytest.skip("no links can be made here")
    assert len(kept.paths()) == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """If the folder cannot be written, the game remains unrecorded, and there is no last game."""
    (tmp_path / "file").write_text("")
    kept = Autosaves(tmp_path / "file" / "games")
    game = Game.new(["Ada", "Ben"], seed=7)
    with pytest.raises(LogError, match="cannot write to"):
        kept.keep(game)
    assert game.log.target is None
    assert kept.last() is None


def test_a_game_saved_elsewhere_is_removed(kept: Autosaves, tmp_path: Path) -> None:
    """The record of a game that was saved elsewhere is removed, but no file of another folder."""
    game = begun(kept)
    path = game.log.target
    assert isinstance(path, Path)
    other = tmp_path / path.name
    game.log.save(other)
    kept.forget(path)
    kept.forget(other)
    assert not path.exists()
    assert other.exists()
    game.close()


def test_the_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Records are in the system's folder for the state of applications."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = user_autosaves().folder
    assert folder.parts[-2:] == ("magnum-sal", "games")
    if sys.platform == "linux":
        assert folder.is_relative_to(tmp_path)
