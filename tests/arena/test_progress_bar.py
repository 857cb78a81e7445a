"""The progress bar of a match: one line on standard error, in terminals and notebooks."""

import io
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from magnum_sal.arena import play_ladder, play_match


class Terminal(io.StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


class NotebookOutput(io.StringIO):
    """A text stream that is, like a notebook's, no terminal."""


NotebookOutput.__module__ = "ipykernel.iostream"

LAST = re.compile(r"^\[#{20}\]  4/4 games  [\d.]+ : [\d.]+  [\d.]+ games/min *$")
"""The last version of the line for four games."""


@pytest.fixture(params=[Terminal, NotebookOutput])
def terminal(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Standard error of a terminal or of a notebook."""
    output: io.StringIO = request.param()
    # pytest replaces standard error between the setup of a test and the test, so the test changes a module.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("magnum_sal._internal.progress_lines.sys", types.SimpleNamespace(stderr=output))
        yield output


def test_one_line(terminal: io.StringIO) -> None:
    """All versions of the line replace each other, and the last one has all games and wins."""
    results = play_match(["random", "random"], 4, most_moves=4, progress=True)
    text = terminal.getvalue()
    assert text.count("\n") == 1
    assert text.endswith("\n")
    versions = text.rstrip("\n").split("\r")[1:]
    assert {len(version) for version in versions} == {79}
    assert LAST.search(versions[-1])
    assert " : ".join(f"{sum(game.shares[bot] for game in results.games):g}" for bot in range(2)) in versions[-1]


def test_a_narrow_terminal(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is shorter than the terminal is wide, because a terminal would break it otherwise."""
    monkeypatch.setenv("COLUMNS", "40")
    play_match(["random", "random"], 2, most_moves=4, progress=True)
    assert {len(version) for version in terminal.getvalue().rstrip("\n").split("\r")[1:]} == {39}


@pytest.mark.long
def test_a_fast_match_does_not_flood_the_output(terminal: io.StringIO) -> None:
    """The line is rewritten at most five times in a second, however many games end."""
    play_match(["random", "random"], 200, most_moves=1, progress=True)
    assert terminal.getvalue().count("\r") < 100


def test_other_outputs_stay_empty(capsys: pytest.CaptureFixture[str]) -> None:
    """In a log file or a pipe, nothing is written."""
    play_match(["random", "random"], 2, most_moves=4, progress=True)
    assert capsys.readouterr() == ("", "")


def test_without_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program without standard error, such as pythonw on Windows, can play with a progress bar."""
    monkeypatch.setattr(sys, "stderr", None)
    assert len(play_match(["random", "random"], 2, most_moves=4, progress=True).games) == 2


def test_a_resumed_match(terminal: io.StringIO, tmp_path: Path) -> None:
    """Games of an earlier run count as played, but not for the speed."""
    out = tmp_path / "results.jsonl"
    play_match(["random", "random"], 4, most_moves=4, out=out)
    play_match(["random", "random"], 4, most_moves=4, out=out, progress=True)
    assert re.search(r"^\r\[#{20}\]  4/4 games  [\d.]+ : [\d.]+ *\n$", terminal.getvalue())


def test_an_error_before_the_first_game_has_no_bar(terminal: io.StringIO, tmp_path: Path) -> None:
    """If a match cannot begin, the error is the only output."""
    out = tmp_path / "results.jsonl"
    play_match(["random", "random"], 2, most_moves=4, out=out)
    with pytest.raises(Exception, match="belongs to another match"):
        play_match(["random", "random"], 2, most_moves=5, out=out, progress=True)
    assert terminal.getvalue() == ""


def test_an_interruption_ends_the_line(terminal: io.StringIO) -> None:
    """After an interruption, the cursor is at the beginning of a line, where the traceback follows."""

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(["random", "random"], 4, most_moves=4, progress=True, on_result=interrupt)
    assert terminal.getvalue().endswith("\n")


def test_series(terminal: io.StringIO) -> None:
    """Each match of a ladder has a bar of its own."""
    play_ladder(["random", "greedy:width=0"], 4, most_moves=4, progress=True)
    assert terminal.getvalue().count("\n") == 1
