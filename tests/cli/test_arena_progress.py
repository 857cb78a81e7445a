"""The progress of ``magnum-sal arena``: games from earlier runs count as done, but not as played."""

from pathlib import Path
from typing import Any

import pytest

from magnum_sal.arena import GameResult, play_match
from magnum_sal.cli import main

pytest.importorskip("rich")
pytest.importorskip("openskill")


def test_earlier_games_say_nothing_about_the_speed(tmp_path: Path) -> None:
    """Games of an earlier run move the bar and count for the wins. The speed begins with the first new game."""
    from magnum_sal.cli._arena import _Progress

    path, now = tmp_path / "results.jsonl", 0.0
    progress = _Progress(6, 1, str(path))
    progress.bar.get_time = lambda: now
    task = progress.bar.tasks[0]
    task._get_time = progress.bar.get_time
    rates: list[str] = []

    def take(result: GameResult) -> None:
        nonlocal now
        now += 0.001 if len(rates) < 3 else 30.0
        progress.advance(result)
        rates.append(task.fields["rate"])

    play_match(["random", "random"], 3, most_moves=3, out=path)
    options: Any = {"most_moves": 3, "on_result": take, "on_earlier": progress.take_earlier}
    play_match(["random", "random"], 6, out=path, **options)
    assert progress.games == 3
    assert task.completed == 6
    assert task.description == str(progress._tally)
    assert rates == ["", "", "", "", "", "2.0 games/min"]


def test_an_interrupted_match_counts_only_its_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After Ctrl+C in a resumed match, the message counts the games of this run."""
    path = tmp_path / "results.jsonl"
    command = ["arena", "random", "random", "--most-moves", "3", "--out", str(path), "--games"]
    assert main([*command, "2"]) == 0
    capsys.readouterr()

    def pressed(*arguments: Any, **options: Any) -> None:
        play_match(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr("magnum_sal.cli._arena.play_match", pressed)
    assert main([*command, "3"]) == 130
    assert "interrupted after 1 game; " in capsys.readouterr().err
