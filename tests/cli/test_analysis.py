"""``magnum-sal hint`` and ``magnum-sal review``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.extensions.night_shift import play_night, replay_at_table

import magnum_sal as ms
from magnum_sal import cli
from magnum_sal.bots import Analysis, analyse, analysis_in_words, make_bot, review, review_graph, review_in_words
from magnum_sal.record.game import Game
from magnum_sal.testing import position


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a few moves."""
    path = tmp_path / "game.log"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    for _ in range(5):
        game.play(ms.sensible_moves(game.state)[0])
    return path


@pytest.mark.long
def test_a_hint(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hint prints the analysis of the last position or of an earlier one."""
    assert cli.main(["hint", str(log), "--iterations", "20", "--lang", "en"]) == 0
    game = Game.from_log(log)
    assert (
        capsys.readouterr().out.splitlines()
        == "\n".join(analysis_in_words(analyse(game.state, iterations=20))).splitlines()
    )
    options = ["--at", "3", "--lines", "1", "--seed", "4", "--lang", "pl", "--iterations", "20"]
    assert cli.main(["hint", str(log), *options]) == 0
    earlier = analyse(game.at(3), iterations=20, lines=1, seed=4)
    assert capsys.readouterr().out.splitlines() == "\n".join(analysis_in_words(earlier, "pl")).splitlines()


@pytest.mark.slow
def test_a_hint_with_a_time_limit(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The time of the analysis can be limited in seconds."""
    assert cli.main(["hint", str(log), "--seconds", "0.05"]) == 0
    assert "1. " in capsys.readouterr().out


@pytest.mark.long
def test_a_review(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A review is printed as text, and can be written as a graph."""
    target = tmp_path / "graph.svg"
    options = ["--iterations", "6", "--costliest", "1", "--svg", str(target), "--lang", "de"]
    assert cli.main(["review", str(log), *options]) == 0
    found = review(Game.from_log(log), iterations=6)
    assert capsys.readouterr().out.splitlines() == list(review_in_words(found, "de", 1))
    assert target.read_text(encoding="utf-8") == review_graph(found, "de")


@pytest.mark.long
def test_a_review_on_a_terminal(log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress appears on the error stream from the start, and the text fits the terminal's width."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    assert cli.main(["review", str(log), "--iterations", "2", "--lang", "de"]) == 0
    told, shown = capsys.readouterr()
    found = review(Game.from_log(log), iterations=2)
    count = len(found.decisions)
    lines = [line.strip() for line in shown.split("\r")[1:]]
    assert lines[0] == f"Prüft die Entscheidungen: 0 von {count} ..."
    assert re.fullmatch(rf"Prüft die Entscheidungen: 1 von {count} \.\.\. \d+:\d\d", lines[1])
    assert len(lines) == count + 1
    assert told.splitlines() == list(review_in_words(found, "de", width=100))


@pytest.mark.long
def test_a_review_of_a_player(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With ``--seat``, the costliest moves are those of one player, whose name may be in another case."""
    assert cli.main(["review", str(log), "--iterations", "2", "--seat", "ben"]) == 0
    found = review(Game.from_log(log), iterations=2)
    told = capsys.readouterr().out.splitlines()
    assert told == list(review_in_words(found, seat=1))
    assert any("of Ben" in line for line in told)


def test_an_unknown_player_of_a_review(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that no player has is refused before the search."""
    monkeypatch.delattr("magnum_sal.bots.review")
    assert cli.main(["review", str(log), "--seat", "Cleo"]) == 1
    assert capsys.readouterr().err == "magnum-sal: no player is called 'Cleo'; the players are Ada, Ben\n"


def test_an_error_during_a_review(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, the error does not follow the progress on the same line."""

    def lose_worker(_: Game, *, progress: Callable[[int, int], None], **__: object) -> None:
        progress(0, 5)
        raise ms.MagnumSalError("a worker process ended before it answered")

    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("magnum_sal.bots.review", lose_worker)
    assert cli.main(["review", str(log)]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "magnum-sal: a worker process ended before it answered"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["hint", "--lines", "0"], ": analyse: lines: expected a whole number from 1 up, got"),
        (["hint", "--at", "99"], "99"),
        (["hint", "--seconds", "-1"], ": search: seconds: expected a number above 0, got"),
        (["review", "--costliest", "-1"], "--costliest -1: expected 0 or more moves"),
        (["review", "--force"], "--force applies to a graph: add --svg FILE"),
        (["review", "--jobs", "0"], ": review: jobs: expected a whole number from 1 up, got"),
        (["review", "--svg", "/no/such/folder/x.svg"], "folder /no/such/folder does not exist"),
    ],
)
def test_invalid_options(log: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str) -> None:
    """Invalid options are refused in one line before any analysis."""
    command, *rest = options
    assert cli.main([command, str(log), *rest]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.fixture
def analysed_positions(monkeypatch: pytest.MonkeyPatch) -> list[ms.GameState]:
    """Return the list to which each position is added that a hint analyses."""
    positions: list[ms.GameState] = []

    def record(state: ms.GameState, **_: object) -> Analysis:
        positions.append(state)
        return analyse(position("S1: A"), iterations=1)

    monkeypatch.setattr("magnum_sal.bots.analyse", record)
    return positions


@pytest.mark.slow
def test_a_hint_uses_what_the_player_has_seen(tmp_path: Path, analysed_positions: list[ms.GameState]) -> None:
    """The log of a seat contains the tiles that this seat has looked at. The analysis knows them."""
    game = replay_at_table(play_night(2, 3, 12), noted=1.0)
    seat = game.state.turn_seat
    path = tmp_path / "seat.jsonl"
    game.log.seen_by(seat, path)
    assert cli.main(["hint", str(path)]) == cli.main(["hint", str(path), "--at", str(game.step_count)]) == 0
    assert analysed_positions == [game.seen_by(seat)] * 2
    assert analysed_positions[0] != game.state.seen_by(seat)


@pytest.mark.slow
def test_a_hint_before_a_look_is_noted(tmp_path: Path, analysed_positions: list[ms.GameState]) -> None:
    """Until the player to move has noted a tile at a real table, the hint uses what everybody knows."""
    game = replay_at_table(play_night(2, 3, 12), noted=0.0)
    assert game.seen_by(game.state.turn_seat).pending is not None
    path = tmp_path / "table.jsonl"
    game.log.save(path)
    assert cli.main(["hint", str(path)]) == 0
    assert analysed_positions == [game.state]


def test_a_game_that_was_ended_early_has_no_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After the last move of such a game, there is nothing to advise. An unknown piece must be named first."""
    ended, table = tmp_path / "ended", tmp_path / "table"
    with Game.new(["Ada", "Ben"], seed=7, log=ended) as game:
        game.play("inn")
        game.end("supper")
    Game.open_table(["Ada", "Ben"], log=table).close()
    for path, told in (
        (ended, "the game is over; use magnum-sal review"),
        (table, "a piece must be named before a move can be analysed; to be turned up: the royal order in space 1"),
    ):
        assert cli.main(["hint", str(path)]) == 1
        assert told in capsys.readouterr().err


@pytest.mark.long
def test_a_game_that_is_over_has_no_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error for a finished game recommends the review. A game without moves has no review."""
    path = tmp_path / "over.log"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    assert cli.main(["review", str(path)]) == 1
    assert "this game has no decisions to review" in capsys.readouterr().err
    quick = make_bot("random", seed=1)
    while not game.is_over:
        game.play(quick(game.state.public(), ms.legal_moves(game.state)))
    game.close()
    assert cli.main(["hint", str(path)]) == 1
    assert (
        "the game is over; use magnum-sal review to see what decided it, or magnum-sal hint --at N for an earlier"
        in capsys.readouterr().err
    )
