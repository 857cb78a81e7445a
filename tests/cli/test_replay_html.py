"""``magnum-sal replay --html``: the page of a game, its size, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal import cli, render
from magnum_sal.bots import judge_game
from magnum_sal.render import replay_views

STORED = Path(__file__).parent.parent / "games"
MOST_BYTES_OF_A_MOVE = 2_000_000 / 170
"""A game of 170 moves must take less than 2 MB."""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a few moves."""
    path = tmp_path / "log.jsonl"
    game = ms.Game.new(["Ada", "Ben"], seed=7, log=path)
    for _ in range(3):
        game.play(ms.legal_moves(game.state)[0])
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return a path for the page."""
    return tmp_path / "game.html"


@pytest.mark.long
def test_the_page_is_that_of_the_library(log: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--html writes the page of ``render.replay_html``, with the chances of the judge, and says where it is."""
    assert cli.main(["replay", str(log), "--html", str(target), "--lang", "de", "--theme", "dark"]) == 0
    assert capsys.readouterr().out == f"Written to {target}.\n"
    game = ms.Game.from_log(log)
    chances = [judgement.chances for judgement in judge_game(game)]
    expected = render.replay_html(game, chances=chances, language="de", theme="dark")
    assert target.read_text(encoding="utf-8") == expected


@pytest.mark.long
def test_the_graph_can_be_left_out(log: Path, target: Path) -> None:
    """--no-graph writes a page without chances, and the theme of the device is the default."""
    assert cli.main(["replay", str(log), "--html", str(target), "--no-graph", "--lang", "en"]) == 0
    assert target.read_text(encoding="utf-8") == render.replay_html(ms.Game.from_log(log))


@pytest.mark.slow
def test_an_existing_file_is_kept(log: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is overwritten only with --force, and the log never."""
    target.write_text("mine", encoding="utf-8")
    assert cli.main(["replay", str(log), "--html", str(target)]) == 1
    assert "already exists; use --force to overwrite it" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "mine"
    assert cli.main(["replay", str(log), "--html", str(log), "--force"]) == 1
    assert "which is the same file" in capsys.readouterr().err
    assert cli.main(["replay", str(log), "--html", str(target), "--force"]) == 0
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("option", [["--step"], ["--at", "3"], ["--report"], ["--public", "copy.jsonl"]])
def test_options_for_other_forms(
    option: list[str], log: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page shows the whole game, so options for a part of the game or another form are refused."""
    assert cli.main(["replay", str(log), "--html", str(target), *option]) == 1
    assert "--html saves the whole game" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--force"], "--force applies to a page"),
        (["--theme", "dark"], "--theme applies to a page"),
        (["--no-graph"], "--no-graph applies to a page"),
    ],
)
def test_options_without_a_page(option: list[str], words: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option for the page without --html is probably a mistake, so it is refused."""
    assert cli.main(["replay", str(log), *option]) == 1
    assert words in capsys.readouterr().err


def test_logs_that_cannot_be_shown(
    log: Path, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not a log, a game without moves, and a game with too many moves are refused."""
    other, empty = tmp_path / "notes.txt", tmp_path / "empty.jsonl"
    other.write_text("groceries\n", encoding="utf-8")
    ms.Game.new(["Ada", "Ben"], seed=7, log=empty)
    assert cli.main(["replay", str(other), "--html", str(target)]) == 1
    assert "is this file the log of a game?" in capsys.readouterr().err
    other.write_bytes(resealed([json.loads(empty.read_text("utf-8").replace('"mapped_mine"', '"mapped"'))]))
    assert cli.main(["replay", str(other), "--html", str(target)]) == 1
    told = capsys.readouterr().err
    assert 'line 1: started.ruleset: "mapped": unknown field' in told
    assert "is this file" not in told  # The line was recognized as the header of a log.
    strange = tmp_path / "strange.jsonl"
    strange.write_bytes(resealed([json.loads(empty.read_text("utf-8").replace('"standard"', '"nowhere"'))]))
    assert cli.main(["replay", str(strange), "--html", str(target)]) == 1
    told = capsys.readouterr().err
    assert "line 1: started: no ruleset 'nowhere' is registered here" in told
    assert "is this file" not in told
    assert cli.main(["replay", str(empty), "--html", str(target)]) == 1
    assert "no moves" in capsys.readouterr().err
    monkeypatch.setattr(replay_views, "MOST_MOVES", 2)
    assert cli.main(["replay", str(log), "--html", str(target)]) == 1
    assert "more than 2 moves" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.long
@pytest.mark.parametrize("players", ["two", "three", "four"])
def test_the_size_of_a_page(players: str, target: Path) -> None:
    """The page of a whole game takes less than 2 MB for 170 moves, with any number of players."""
    log = STORED / f"{players}_players.jsonl"
    assert cli.main(["replay", str(log), "--html", str(target)]) == 0
    assert target.stat().st_size < MOST_BYTES_OF_A_MOVE * len(list(ms.Game.from_log(log).steps()))
