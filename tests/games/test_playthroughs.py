"""The playthroughs match what the library shows now (see README.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.amounts import select
from tests.games import playthroughs

GAMES = playthroughs.find_games()


@pytest.mark.slow
@pytest.mark.parametrize("name", select(GAMES))
def test_a_playthrough_is_up_to_date(name: str) -> None:
    """A playthrough matches the current output. ``nox -s playthroughs -- --write`` writes it again."""
    stored = (playthroughs.PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
    now = playthroughs.write_playthrough(GAMES[name])
    assert not list(playthroughs.compare_texts(stored, now, name))


def test_each_file_has_its_game() -> None:
    """There are at least ten playthroughs, each of a stored game."""
    assert len(GAMES) >= 10
    assert {path.stem for path in playthroughs.PLAYTHROUGHS.iterdir()} == GAMES.keys()


@pytest.mark.slow
def test_the_program_shows_and_writes_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A changed line is shown as a diff and sets the exit code. After writing the file, nothing differs."""
    name = min(GAMES, key=lambda name: len(GAMES[name].content))
    text = (playthroughs.PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
    changed = tmp_path / f"{name}.txt"
    changed.write_text(text.replace("=== after 10 steps", "=== after ten steps"), "utf-8", newline="\n")
    monkeypatch.setattr(playthroughs, "PLAYTHROUGHS", tmp_path)
    assert playthroughs.main([]) == 1
    assert "-=== after ten steps\n+=== after 10 steps\n" in capsys.readouterr().out
    assert playthroughs.main(["--write"]) == 0
    assert changed.read_text("utf-8") == text
    assert playthroughs.main([]) == 0
