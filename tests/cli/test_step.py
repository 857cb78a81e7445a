"""``magnum-sal replay --step``: stepping through a recorded game."""

from __future__ import annotations

import io

import pytest
from tests.recorded import FOLDER, recorded_game

import magnum_sal as ms
from magnum_sal import cli, render
from magnum_sal.cli._output import Boards
from magnum_sal.cli._replay import step_through
from magnum_sal.words import LANGUAGES, label, sentence

SAMPLE = FOLDER / "two_players.jsonl"


@pytest.mark.slow
def test_forwards_and_back() -> None:
    """Enter and n show the next position and its moves, b shows the previous one, and a number any position."""
    game = recorded_game("two_players")
    pages = list(step_through(game, ["", "", "b", "40", "n", "q", "7"], start=0, boards=Boards("en")))
    shown = [int(page.splitlines()[-1].partition("/")[0]) for page in pages]
    assert shown == [0, 1, 2, 1, 40, 41]
    for page, at in zip(pages, shown, strict=True):
        assert page.startswith(render.text(game.at(at)))
    assert pages[1] == pages[3]
    assert f"{game.at(40).player.name}: " in pages[5]


@pytest.mark.slow
def test_invalid_positions() -> None:
    """An invalid input is reported, and the position stays the same."""
    game = recorded_game("two_players")
    last = len(game.moves)
    pages = list(step_through(game, ["", "b", "99999", "up"], start=last, boards=Boards("en")))
    assert pages[1] == f"The game has positions 0 to {last}; this is position {last}.\n"
    assert pages[2].endswith(f"{last - 1}/{last} ")
    assert pages[3] == f"The game has positions 0 to {last}; this is position {last - 1}.\n"
    assert pages[4] == "'up' is not one of these.\n"


@pytest.mark.slow
def test_the_short_form_includes_the_step() -> None:
    """A page has at most 24 lines, including the line with the prompt."""
    game = recorded_game("two_players")
    for page in step_through(game, ["40", "", "b", str(game.step_count)], start=0, boards=Boards("en", is_short=True)):
        at = int(page.splitlines()[-1].partition("/")[0])
        last = [step for number, step in enumerate(game.steps(), start=1) if number == at]
        assert page == f"{render.text(game.at(at), form='short', last=last)}\n{at}/{game.step_count} "
        assert len(page.splitlines()) <= 24


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "arguments", "is_short"),
    [
        (24, [], True),
        (60, [], False),
        (24, ["--no-short"], False),
        (60, ["--short"], True),
    ],
)
def test_a_low_terminal_gets_the_short_form(
    lines: int,
    arguments: list[str],
    is_short: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A low terminal gets the short form and a high one the whole table, unless --short or --no-short is passed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(["replay", str(SAMPLE), "--step", "--at", "20", *arguments]) == 0
    pages = capsys.readouterr().out.split("[Enter]")
    game = recorded_game("two_players")
    short = render.text(game.at(20), form="short", last=list(game.steps())[19])
    assert pages[0].startswith(short) == is_short
    assert all(page.count("\n") < lines for page in pages) or not is_short


def test_short_needs_step(capsys: pytest.CaptureFixture[str]) -> None:
    """--short is refused without --step, because a transcript shows no table."""
    assert cli.main(["replay", str(SAMPLE), "--short"]) == 1
    assert "--short needs --step, whose tables it shortens" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_and_refusals_are_in_the_chosen_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The prompt and what is said about an invalid input are in the language of the table."""
    monkeypatch.setattr("sys.stdin", io.StringIO("up\nb\nq\n"))
    assert cli.main(["replay", str(SAMPLE), "--step", "--short", "--lang", language]) == 0
    last, out = recorded_game("two_players").step_count, capsys.readouterr().out
    prompt = f"{label('replay.keys', language)} "
    unknown = sentence("replay.unknown_command", language, text="up")
    outside = sentence("replay.no_position", language, last=last, at=0)
    assert out.endswith(f"0/{last} {prompt}{unknown}\n{prompt}{outside}\n{prompt}")
    english = {label("replay.keys"), sentence("replay.unknown_command", text="up")}
    assert not english & {label("replay.keys", language), unknown} or language == "en"


@pytest.mark.slow
def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command reads lines until the input ends, and prints in the chosen language."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    assert cli.main(["replay", str(SAMPLE), "--step", "--at", "10", "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert out.count("am Zug") == 3
    assert f"12/{len(recorded_game('two_players').moves)}" in out


@pytest.mark.slow
def test_an_invalid_start_leads_to_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the number of the position."""
    assert cli.main(["replay", str(SAMPLE), "--step", "--at", "9999"]) == 1
    assert "9999" in capsys.readouterr().err


def test_the_last_position_shows_the_agreed_end() -> None:
    """The last position of a game that was ended early says so, in both forms of the table, and no other one does."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play("inn")
    game.end("supper")
    for is_short in (True, False):
        first, last = step_through(game, [""], start=0, boards=Boards("en", is_short=is_short))
        assert "Ended early" not in first
        assert last.splitlines()[1] == "Ended early: supper"
        assert last.endswith("\n1/1 ")
