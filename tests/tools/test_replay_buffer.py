"""``tools/training/replay_buffer.py``, which stores games for later rounds."""

from pathlib import Path

import numpy as np
import pytest
from tools.training.__main__ import main
from tools.training.replay_buffer import ReplayBuffer
from tools.training.selfplay import Episode

from magnum_sal.bots._features import FEATURES


def game_of(number: int, players: int = 2, decisions: int = 5, rounds: tuple[int, ...] = (7, 8, 9)) -> Episode:
    """Return a game with a number by which it can be recognized."""
    rng = np.random.default_rng(number)
    return Episode(
        rng.normal(size=(decisions, players, len(FEATURES))).astype(np.float32),
        np.ones(decisions, np.int8),
        rng.random(decisions).astype(np.float32),
        rng.random(decisions) < 0.5,
        np.full(players, number, np.float32),
        rounds,
        len(rounds) == 3,
    )


def numbers_in(buffer: ReplayBuffer) -> list[int]:
    """Return the numbers of a buffer's games."""
    return [int(game.totals[0]) for game in buffer.games]


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    """A new buffer with the same folder has equal games, also after games of different lengths."""
    games = [game_of(1), game_of(2, decisions=3, rounds=(4,)), game_of(3, decisions=9, rounds=())]
    ReplayBuffer(2, 3, tmp_path).add(games)
    found = ReplayBuffer(2, 3, tmp_path).games
    assert len(found) == 3
    for game, again in zip(games, found, strict=True):
        for name in ("features", "phases", "progress", "is_whim", "totals"):
            one, other = getattr(game, name), getattr(again, name)
            assert np.array_equal(one, other)
            assert one.dtype == other.dtype
        assert (game.rounds, game.is_over) == (again.rounds, again.is_over)


def test_the_newest_rounds_are_used(tmp_path: Path) -> None:
    """Games of older rounds stay in the folder, but are not used. In memory, they are dropped."""
    stored, kept = ReplayBuffer(2, 2, tmp_path), ReplayBuffer(2, 2)
    for buffer in (stored, kept):
        for number in (1, 3, 5):
            buffer.add([game_of(number), game_of(number + 1)])
        assert numbers_in(buffer) == [5, 6, 3, 4]
    assert numbers_in(ReplayBuffer(2, 9, tmp_path)) == [5, 6, 3, 4, 1, 2]
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_keeps_numbers_of_players_apart(tmp_path: Path) -> None:
    """Games of three players are not among those of two, and other files are ignored."""
    ReplayBuffer(2, 3, tmp_path).add([game_of(1)])
    ReplayBuffer(3, 3, tmp_path).add([game_of(2, players=3)])
    (tmp_path / "2-players-00002.part").write_bytes(b"unfinished")
    (tmp_path / "2-players-notes.npz").write_bytes(b"notes")
    assert numbers_in(ReplayBuffer(2, 3, tmp_path)) == [1]
    assert numbers_in(ReplayBuffer(3, 3, tmp_path)) == [2]
    assert numbers_in(ReplayBuffer(4, 3, tmp_path)) == []


def test_a_round_without_games_is_not_stored(tmp_path: Path) -> None:
    """An empty round leaves the buffer as it was."""
    buffer = ReplayBuffer(2, 1, tmp_path)
    buffer.add([game_of(1)])
    buffer.add([])
    assert numbers_in(buffer) == [1]


@pytest.mark.parametrize("damage", ["cut", "text", "names", "field", "object"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    """The message names the file. Objects in a file are never loaded."""
    ReplayBuffer(2, 3, tmp_path).add([game_of(1)])
    (path,) = tmp_path.iterdir()
    content = dict(np.load(path))
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-40])
    elif damage == "text":
        path.write_text("no games")
    elif damage == "names":
        np.savez(path, **(content | {"names": np.array([*FEATURES[1:], "other"])}))
    elif damage == "field":
        del content["totals"]
        np.savez(path, **content)
    else:
        np.savez(path, **(content | {"totals": np.array([[{}, {}]])}))
    with pytest.raises(ValueError, match=r"cannot learn from .*2-players-00001\.npz"):
        ReplayBuffer(2, 3, tmp_path)


@pytest.mark.long
def test_the_command_learns_from_stored_games(tmp_path: Path) -> None:
    """A second command with the same folder learns from the games of both, and refuses a damaged folder."""
    to, folder = tmp_path / "judge.json", tmp_path / "games"
    words = ["--players", "2", "--games", "2", "--rounds", "1", "--width", "0", "--most-moves", "12", "--to", str(to)]
    main([*words, "--buffer", str(folder)])
    first = to.read_text().partition('"scales"')[2]
    main([*words, "--buffer", str(folder), "--seed", "9"])
    both = to.read_text().partition('"scales"')[2]
    main([*words, "--seed", "9"])
    assert len({first, both, to.read_text().partition('"scales"')[2]}) == 3
    assert len(ReplayBuffer(2, 9, folder).games) == 4
    main([*words, "--buffer", str(folder), "--seed", "9"])
    assert len(ReplayBuffer(2, 9, folder).games) == 4  # A command that is repeated adds no games.
    (folder / "2-players-00001.npz").write_text("no games")
    with pytest.raises(SystemExit, match="cannot learn from"):
        main([*words, "--buffer", str(folder)])
