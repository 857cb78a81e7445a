"""``magnum-sal table``: its questions next to a real table, and its log."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from weather import WEATHER

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.cli import main
from magnum_sal.cli._output import Boards
from magnum_sal.cli._table import accompany
from magnum_sal.cli._table_secrets import SharedScreen
from magnum_sal.testing.players import finisher
from magnum_sal.words import LANGUAGES, ending_in_words, error_in_words, label

SETUP = ["BB=9", "bg=11", "3", "rope", "4", "royal privilege"]
"""The input before the first move: orders and tools, in notation, by number and by name."""


class Typist(io.StringIO):
    """Input from a person at a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: list[str], *arguments: str
) -> tuple[int, str]:
    """Return the exit status and the whole output for lines that a person types."""
    monkeypatch.setattr("sys.stdin", Typist("".join(f"{line}\n" for line in typed)))
    status = main(["table", *arguments])
    output = capsys.readouterr()
    return status, output.out + output.err


def test_a_game_that_was_ended_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program says why the game was ended."""
    log = tmp_path / "table.jsonl"
    with ms.Game.open_table(["Ada", "Ben"], log=log) as game:
        game.end("supper")
    status, shown = run(monkeypatch, capsys, [], str(log))
    assert status == 0
    assert shown.rstrip().endswith(f"The game is over\nEnded early: supper\n{label('ui.table_ended')}")
    assert shown.splitlines()[1] == "Ended early: supper"
    assert "to be turned up" not in shown


def test_a_game_is_saved_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Pieces and moves are added to the log, and invalid ones are reported.

    The next run continues with the next question.
    """
    log = str(tmp_path / "table.jsonl")
    players = ("--seat", "Ada", "--seat", "Ben", "--start", "Ben")
    status, shown = run(monkeypatch, capsys, [*SETUP, ">S1", ">S2", "nonsense", "?", "q"], log, *players)
    assert status == 0
    assert "To be turned up: the royal order in space 1 (? lists them" in shown
    assert "not saved" not in shown
    assert "Ben: sends a miner from stock to S1" in shown
    assert "nonsense" in shown
    assert ">1L1" in shown
    assert ms.Game.from_log(log).state.player.name == "Ben"
    typed = [">1L1", "?", "", "WWWW/3", "bgg/2", "undo", "bbb/1", "b", "q"]
    status, shown = run(monkeypatch, capsys, typed, log)
    assert status == 0
    assert "To be turned up: the tile of 1L1" in shown
    assert "BBG/1 (1/4)" in shown
    assert "the tile of 1L1 cannot be WWWW/3" in shown
    taken_back = "taken back:\n  10 1L1 is revealed: BGG/2\nthe last recorded step:\n   9 Ben: >1L1 "
    assert taken_back in shown
    assert str(ms.Game.from_log(log).state.mine.chamber("1L1").tile) == "BBB/1"


@pytest.mark.parametrize(("lines", "is_short"), [(24, True), (60, False)])
def test_a_low_terminal_gets_the_short_form(
    lines: int, is_short: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole or the short table appears at the start of the game and after ``b``."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("LINES", str(lines))
    _, shown = run(monkeypatch, capsys, ["b", "q"], "--seat", "A", "--seat", "B")
    state = ms.open_table(["A", "B"])
    assert shown.count(render.text(state, form="short")) == 2 * is_short
    assert shown.count(render.text(state)) == 2 * (not is_short)
    _, shown = run(monkeypatch, capsys, ["b", "q"], "--seat", "A", "--seat", "B", "--no-short")
    assert shown.count(render.text(state)) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name the players: pass --seat NAME"),
        (("--seat", "Ada", "--seat", "Ben=greedy"), "--seat 'Ben=greedy': only people play at a real table"),
        (("--seat", "Ada", "--seat", "Ben", "--start", "Eve"), "no player is called 'Eve'; the players are Ada, Ben"),
    ],
)
def test_a_table_that_cannot_be_opened(
    arguments: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line gives the reason."""
    status, shown = run(monkeypatch, capsys, [], *arguments)
    assert (status, words in shown) == (1, True)


def test_the_seats_of_a_recorded_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The players of a log can be named again, but not others."""
    log = tmp_path / "table.jsonl"
    ms.Game.open_table(["Ada", "Ben"], log=log).close()
    status, _ = run(monkeypatch, capsys, [], str(log), "--seat", "Ada", "--seat", "Ben")
    assert status == 0
    for others in (["--seat", "Ada"], ["--seat", "Ben", "--seat", "Ada"]):
        status, shown = run(monkeypatch, capsys, [], str(log), *others)
        assert status == 1
        assert "is a game of Ada, Ben; leave out --seat to resume it" in shown


def test_the_starting_player_of_a_recorded_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The starting player can be named again, but no other player."""
    log = tmp_path / "table.jsonl"
    ms.Game.open_table(["Ada", "Ben"], start_seat=1, log=log).close()
    assert run(monkeypatch, capsys, [], str(log), "--start", "Ben")[0] == 0
    assert run(monkeypatch, capsys, [], str(log), "--start", " ben")[0] == 0
    status, shown = run(monkeypatch, capsys, [], str(log), "--start", "Ada")
    assert status == 1
    assert "is a game that Ben started; leave out --start to resume it" in shown
    status, shown = run(monkeypatch, capsys, [], str(log), "--start", "Eve")
    assert status == 1
    assert "no player is called 'Eve'; the players are Ada, Ben" in shown


def test_the_starting_player_in_another_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--start`` finds a player in upper or lower case, like all other options that take a name."""
    log = tmp_path / "table.jsonl"
    assert run(monkeypatch, capsys, [], str(log), "--seat", "Ada", "--seat", "Ben", "--start", "ben")[0] == 0
    assert ms.Game.from_log(log).state.start_seat == 1


def test_the_starting_player_of_a_later_phase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PHASE-2: another player starts the next phase, but the game was started by the same one."""
    log, rng = tmp_path / "table.jsonl", random.Random(1)
    with ms.Game.open_table(["Ada", "Ben"], log=log) as game:
        while game.state.phase == 1:
            if game.state.pending is not None:
                game.reveal(rng.choice(ms.outcomes(game.state))[0])
            else:
                game.play(finisher(game.state, ms.legal_moves(game.state), rng))
        assert game.state.start_seat == 1
    for name, status in (("Ada", 0), ("Ben", 1)):
        assert run(monkeypatch, capsys, [], str(log), "--start", name)[0] == status


def test_each_kind_of_game_has_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``play`` refuses the log of a real table, and ``table`` refuses any other log."""
    full, table = tmp_path / "full.jsonl", tmp_path / "table.jsonl"
    ms.Game.new(["Ada", "Ben"], seed=1, log=full).close()
    ms.Game.open_table(["Ada", "Ben"], log=table).close()
    status, shown = run(monkeypatch, capsys, [], str(full))
    assert (status, "resume it with magnum-sal play" in shown) == (1, True)
    assert main(["play", str(table)]) == 1
    assert "resume it with magnum-sal table" in capsys.readouterr().err


def test_a_game_is_saved_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game without a file can be saved while it is played. The file then contains all its steps, also later ones."""
    log = tmp_path / "table.jsonl"
    typed = ["BB=9", "save", f"save {log}", "BG=11", "q"]
    status, shown = run(monkeypatch, capsys, typed, "--seat", "Ada", "--seat", "Ben")
    assert status == 0
    assert label("ui.table_unrecorded") in shown
    assert label("ui.table_save") in shown
    assert f"saved to {log}" in shown
    assert label("ui.table_lost") not in shown
    assert ms.Game.from_log(log).step_count == 2


def test_an_unsaved_game_is_not_left_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``q`` warns a person whose game would be lost. A second ``q`` leaves it, but a later one warns again."""
    players = ("--seat", "Ada", "--seat", "Ben")
    for typed, warnings in ((["q", "BB=9"], 0), (["BB=9", "q", "q", "undo"], 1), (["BB=9", "q", "b", "q", "q"], 2)):
        status, shown = run(monkeypatch, capsys, typed, *players)
        assert status == 0
        assert shown.count(label("ui.table_lost")) == warnings
        assert "taken back" not in shown


def test_a_game_whose_file_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If somebody removes the file, the program says so at the next step, and the game can be saved elsewhere."""
    log, other = tmp_path / "table.jsonl", tmp_path / "other.jsonl"

    def typed() -> Iterator[str]:
        yield "BB=9\n"
        log.unlink()
        yield from ("BG=11\n", "q\n", f"save {other}\n", "BG=11\n", "q\n", "BG=11\n")

    with ms.Game.open_table(["Ada", "Ben"], log=log) as game:
        screen = SharedScreen(typed(), is_typed=True)
        shown = list(accompany(game, screen, Boards("en")))
    told = shown[1::2]
    lost = label("ui.table_lost")
    assert [lost in text for text in told] == [False, True, True, False, False]
    assert "cannot write" in told[1]
    assert ms.Game.from_log(other).step_count == 2


def test_a_game_whose_file_is_replaced(tmp_path: Path) -> None:
    """A file that now has another game does not count as the game's own."""
    log, new = tmp_path / "table.jsonl", tmp_path / "new.jsonl"

    def typed() -> Iterator[str]:
        yield "BB=9\n"
        ms.Game.open_table(["Cleo", "Dan"], log=new).close()
        new.replace(log)
        yield from ("q\n", "q\n")

    with ms.Game.open_table(["Ada", "Ben"], log=log) as game:
        shown = list(accompany(game, SharedScreen(typed(), is_typed=True), Boards("en")))
    assert [label("ui.table_lost") in text for text in shown[1::2]] == [False, True]


@pytest.mark.slow
def test_the_last_step_of_a_game_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program still takes commands at the end, because the last move may have been mistyped."""
    log = tmp_path / "table.jsonl"
    with ms.Game.open_table(["Ada", "Ben"], log=log) as game:
        rng = random.Random(2)
        while not game.is_over:
            while game.state.pending is not None:
                game.reveal(ms.outcomes(game.state)[0][0])
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
        count = game.step_count
    status, shown = run(monkeypatch, capsys, ["undo", "q"], str(log))
    assert status == 0
    assert "which move? (? lists them" in shown
    assert ms.Game.from_log(log).step_count == count - 1


def test_a_game_that_has_ended_takes_no_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program still answers commands after an agreed end, but lists nothing to enter, and takes no piece."""
    with ms.Game.open_table(["Ada", "Ben"], log=tmp_path / "table.jsonl") as game:
        game.end("dinner")
    status, _ = run(monkeypatch, capsys, ["BB=9"], str(tmp_path / "table.jsonl"))
    assert status == 0
    assert ms.Game.from_log(tmp_path / "table.jsonl").step_count == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_broken_off(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``stop`` with a reason ends the game early (END-1). It needs a reason, and ends no game that is over."""
    log = tmp_path / "table.jsonl"
    typed = ["BB=9", "stop", " stop  ", "stop the last bus leaves", "stop again", "stop", "q"]
    status, shown = run(monkeypatch, capsys, typed, str(log), "--seat", "Ada", "--seat", "Ben", "--lang", language)
    assert status == 0
    assert shown.count(label("ui.table_stop", language)) == 2
    ended = ms.MisuseError("ended_by_agreement", {"reason": "the last bus leaves"})
    assert shown.count(f" {error_in_words(ended, language)}\n") == 2
    assert shown.count(label("game_over", language)) == 3
    assert shown.count(label("ui.table_reopen", language)) == 2
    assert label("ui.table_lost", language) not in shown
    game = ms.Game.from_log(log)
    assert (game.end_reason, game.step_count) == ("the last bus leaves", 1)


def test_a_game_is_continued_after_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal of a correction names the way: save the game, and resume its log without the last line."""
    log = tmp_path / "table.jsonl"
    typed = ["BB=9", "stop dinner", "correct 1 BG=11", f"save {log}", "undo", "q"]
    _, shown = run(monkeypatch, capsys, typed, "--seat", "Ada", "--seat", "Ben")
    lost, reopen = label("ui.table_lost"), label("ui.table_reopen")
    assert f"{lost}\n{reopen}\n" in shown
    assert (shown.count(lost), shown.count(reopen)) == (1, 2)
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    status, _ = run(monkeypatch, capsys, ["correct 1 BG=11", "q"], str(log))
    assert status == 0
    game = ms.Game.from_log(log)
    assert (game.is_over, game.state.castle.open[0]) == (False, ms.RoyalOrder.parse("BG=11"))


@pytest.mark.parametrize(
    ("language", "typed", "tool"),
    [
        ("pl", "wozek", "cart"),
        ("pl", "suchy  prowiant", "food"),
        ("pl", "Glejt KROLEWSKI", "royal_privilege"),
        ("pl", "royal  privilege", "royal_privilege"),
        ("de", "schopfkelle", "bucket"),
    ],
)
def test_names_of_tools_without_accents(
    language: str, typed: str, tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case, accents and extra spaces in the name of a tool do not matter."""
    game = ms.Game.open_table(["Ada", "Ben"])
    lines = Typist(f"BB=9\nBG=11\nGG=13\n{typed}\n")
    list(accompany(game, SharedScreen(lines, is_typed=True), Boards(language)))
    assert game.state.workshop.offer[0] == tool


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_described(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """END-1: the result and its reason are printed instead of a question."""
    recorded = ms.Game.from_log(Path(__file__).parent.parent / "games" / "two_players.jsonl")
    recorded.log.public(tmp_path / "public.jsonl")
    status, shown = run(monkeypatch, capsys, [], str(tmp_path / "public.jsonl"), "--lang", language)
    assert status == 0
    told = "\n".join((label("game_over", language), *ending_in_words(recorded.state, language)))
    assert shown.rstrip().endswith(f"{told}\n{label('ui.table_over', language)}")


def test_a_roll_is_typed_as_its_face(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The faces of a die are numbers, so a typed number is the face, and the list of faces has no other numbers."""
    players = ("--seat", "Ada", "--seat", "Ben", "--ruleset", "weather:WEATHER_GAME")
    status, shown = run(monkeypatch, capsys, [*SETUP, "?", "3", "b", "q"], *players)
    assert status == 0
    assert " - 3 (1/6)" in shown
    assert "the surcharge for pumping is now 3" in shown
    assert "pumping costs more: 3" in shown


def test_a_number_that_is_no_face_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The die has the faces 0 to 3, so 4 is refused, and is not the fourth face."""
    players = ("--seat", "Ada", "--seat", "Ben", "--ruleset", "weather:WEATHER_GAME")
    _, shown = run(monkeypatch, capsys, [*SETUP, "4", "q"], *players)
    assert "the roll 1 of weather cannot be '4': it is not one of the faces of weather" in shown
    assert "the surcharge for pumping is now" not in shown


def test_the_list_of_faces_has_the_ids_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], registered: dict[str, ms.Ruleset]
) -> None:
    """A face that is a number is listed with its id, because a typed number is an id."""
    forecast = attrs.evolve(WEATHER, labels={"en": {**WEATHER.labels["en"], "3": "storm"}})
    ms.register(ms.STANDARD.with_extensions(forecast, name="forecast"))
    _, shown = run(monkeypatch, capsys, [*SETUP, "?", "q"], "--seat", "Ada", "--seat", "Ben", "--ruleset", "forecast")
    assert " - 3 (storm) (1/6)" in shown
    assert " - 0 (1/3)" in shown
