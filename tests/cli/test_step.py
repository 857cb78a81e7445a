"""``magnum-sal replay --step``: forwards and back through a recorded game."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from magnum_sal import Game, cli, render
from magnum_sal.cli._stepping import step_through

SAMPLE = Path(__file__).parent.parent / "games" / "two_players.jsonl"


def test_forwards_and_back() -> None:
    """Enter shows the next position and what led to it, b the one before, a number any."""
    game = Game.from_log(SAMPLE)
    pages = list(step_through(game, ["", "", "b", "40", "n", "q", "7"], start=0, language="en", color=False))
    shown = [int(page.splitlines()[-1].partition("/")[0]) for page in pages]
    assert shown == [0, 1, 2, 1, 40, 41]
    for page, at in zip(pages, shown, strict=True):
        assert page.startswith(render.text(game.at(at)))
    assert pages[1] == pages[3]
    assert f"{game.at(40).player.name}: " in pages[5]


def test_positions_that_are_not_there_are_said() -> None:
    """The place stays where it was."""
    game = Game.from_log(SAMPLE)
    last = len(game.moves)
    pages = list(step_through(game, ["", "b", "99999", "up"], start=last, language="en", color=False))
    assert pages[1] == f"The game has positions from 0 to {last} moves; this is {last}."
    assert pages[2].endswith(f"{last - 1}/{last}")
    assert pages[3] == f"The game has positions from 0 to {last} moves; this is {last - 1}."
    assert pages[4] == "'up' is none of these."


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It reads what is typed until the input ends, in the language asked for."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert cli.main(["replay", str(SAMPLE), "--step", "--at", "10", "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert out.count("am Zug") == 3
    assert f"12/{len(Game.from_log(SAMPLE).moves)}" in out


def test_a_start_that_is_not_there_gives_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and no traceback."""
    assert cli.main(["replay", str(SAMPLE), "--step", "--at", "9999"]) == 1
    assert "9999" in capsys.readouterr().err
