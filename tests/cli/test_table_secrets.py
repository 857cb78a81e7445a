"""``note``, ``view`` and ``hint`` of ``magnum-sal table``: what the shared screen shows, and to whom (PUBLIC-1)."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

import magnum_sal as ms
from magnum_sal import bots
from magnum_sal.cli import _table_secrets as secrets
from magnum_sal.cli import main
from magnum_sal.words import LANGUAGES, label, sentence

LOOKED = ["1", "1", "1", "lamp", "lamp", "rope", "workshop lamp 0", "cart", "lamp 1L1"]
"""The input until Ada, who starts, has looked at the tile of 1L1 and Ben is in turn."""
BOTH_LOOKED = [*LOOKED, "workshop lamp 0", "cart", "lamp 1L1"]
"""The input until both have looked at the tile of 1L1 and Ada is in turn."""
PLAYERS = ("--seat", "Ada", "--seat", "Ben", "--ruleset", "lamp:LAMP_GAME")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that returns the output for lines from a pipe, and the errors if one of them is refused."""

    def runs(typed: list[str], *arguments: str, status: int = 0) -> str:
        monkeypatch.setattr(secrets, "HINT_SECONDS", 0.05)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert main(["table", *arguments]) == status
        shown = capsys.readouterr()
        return shown.out + shown.err if status else shown.out

    return runs


class Terminal(io.StringIO):
    """A terminal at which somebody types lines."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_recorded_for_the_player_who_looked(language: str, tmp_path: Path, run: Callable[..., str]) -> None:
    """The view of the player contains the tile, and the answers and the board for everybody do not."""
    log = str(tmp_path / "table.jsonl")
    facts = {"name": "Ada", "chamber": "1L1"}
    typed = [*LOOKED, "note 1l1", "bg/1", "note", "b", "q"]
    shown = run(typed, log, *PLAYERS, "--lang", language)
    assert sentence("ui.note_reminder", language, **facts) in shown
    assert f"{sentence('ui.note_ask', language, **facts)} {sentence('ui.note_done', language, **facts)}\n" in shown
    assert sentence("ui.note_recorded", language, **facts) in shown
    assert shown.count("BG/1") == 2  # the list of possible tiles contains BG/1 and BBG/1
    game = ms.Game.from_log(log)
    assert str(game.seen_by(0).find_tile("1L1")) == "BG/1"
    assert game.seen_by(1).find_tile("1L1") is None
    game.close()
    shown = run(["view Ada", "view", "view ben", "q"], log, "--lang", language)
    assert shown.count("(BG/1)") == 1


def test_a_tile_is_typed_by_its_number(run: Callable[..., str]) -> None:
    """The numbers are those of the list, which contains what everybody knows."""
    assert run([*LOOKED, "note 1L1", "4", "view Ada", "q"], *PLAYERS).count("(BGG/2)") == 1
    assert "nothing was recorded" in run([*LOOKED, "note 1L1", "6", "view Ada", "q"], *PLAYERS)


@pytest.mark.parametrize("typed", ["WWWW/3", "nonsense", "007", "99999999999", "GGGG/1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_tile_is_not_repeated(typed: str, language: str, run: Callable[..., str]) -> None:
    """The refusal is in the players' language, and does not show what the player typed."""
    shown = run([*LOOKED, "note 1L1", typed, "note", "q"], *PLAYERS, "--lang", language)
    assert sentence("ui.note_impossible", language, chamber="1L1") in shown
    assert sentence("ui.note_open", language, name="Ada", chamber="1L1") in shown
    assert typed not in shown


def test_a_tile_that_the_player_knows_elsewhere_is_refused(run: Callable[..., str]) -> None:
    """The refusal does not name the tile: it would tell the others what the player has seen in the first chamber."""
    typed = [*LOOKED, "inn", "workshop lamp 0", "food", "lamp 1L2", "note 1L1", "BB/0", "note 1L2", "BB/0", "note", "q"]
    shown = run(typed, *PLAYERS)
    assert shown.count("BB/0") == 2  # the two lists of possible tiles
    assert sentence("ui.note_impossible", chamber="1L2") in shown
    assert sentence("ui.note_recorded", name="Ada", chamber="1L1") in shown
    assert sentence("ui.note_open", name="Ada", chamber="1L2") in shown


def test_a_wrong_tile_is_replaced(run: Callable[..., str]) -> None:
    """The command records another tile for the same look. Typing the same tile again changes nothing."""
    typed = [*LOOKED, "note 1L1", "BB/0", "note 1L1", "bg/1", "note 1L1", "BG/1", "view Ada", "q"]
    shown = run(typed, *PLAYERS)
    assert shown.count(sentence("ui.note_done", name="Ada", chamber="1L1")) == 3
    assert "(BG/1)" in shown
    assert "(BB/0)" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turned_up_tile_proves_a_recorded_tile_wrong(language: str, run: Callable[..., str]) -> None:
    """The reveal, or its correction, asks the player to record the tile again. It does not name the tile."""
    wrong = sentence("ui.note_wrong", language, name="Ada", chamber="1L1")
    typed = [*LOOKED, "note 1L1", "BB/0", ">S1", ">S2", ">1R1"]
    assert run([*typed, "BB/0", "note", "q"], *PLAYERS, "--lang", language).count(wrong) == 1
    shown = run([*typed, "BG/1", "correct BB/0", "undo", "note", "q"], *PLAYERS, "--lang", language)
    assert shown.count(wrong) == 1
    assert sentence("ui.note_recorded", language, name="Ada", chamber="1L1") in shown
    assert wrong not in run([*typed, "BG/1", "undo", "q"], *PLAYERS, "--lang", language)


def test_an_empty_line_records_nothing(run: Callable[..., str]) -> None:
    """An empty line and the end of the input cancel the question, and the look can be undone."""
    shown = run([*LOOKED, "note 1L1", "", "undo", "note", "note 1L1"], *PLAYERS)
    assert label("ui.note_cancelled") in shown
    assert shown.count(label("ui.note_nobody")) == 2
    assert label("ui.note_cancelled") in run([*LOOKED, "note 1L1"], *PLAYERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_players_have_seen_a_tile(language: str, run: Callable[..., str]) -> None:
    """A name or the turn decides whose tile it is. Other chambers and names are refused in the players' language."""
    typed = [
        *BOTH_LOOKED,
        "note 1L1 ben",
        "2",
        "note 1L1",
        "2",
        "view",
        "view Ben",
        "note 2L1",
        "note x",
        "view Eve",
    ]
    shown = run(typed, *PLAYERS, "--lang", language, status=1)
    for name in ("Ada", "Ben"):
        assert sentence("ui.note_done", language, name=name, chamber="1L1") in shown
    assert shown.count("(BG/1)") == 2
    assert sentence("ui.note_elsewhere", language, place="2L1") in shown
    assert sentence("ui.note_elsewhere", language, place="x") in shown
    assert {"en": "no player is called 'Eve'", "de": "'Eve'", "pl": "'Eve'"}[language] in shown
    # The tiles that answer ``note`` are lines, too.
    assert sentence("ui.table_refused", language, number=len(typed), reason="") in shown
    shown = run([*LOOKED, "note 1L1 Ben", "q"], *PLAYERS, "--lang", language)
    assert sentence("ui.note_by_others", language, name="Ada", chamber="1L1") in shown


def test_the_name_is_needed_if_two_others_have_looked(run: Callable[..., str]) -> None:
    """If it is the turn of a player who has not looked, the program asks whose tile it is."""
    typed = [*BOTH_LOOKED, "note 1L1", "q"]
    shown = run(typed, "--seat", "Ada", "--seat", "Ben", "--seat", "Cleo", *PLAYERS[4:])
    assert sentence("ui.note_whose", chamber="1L1", name="Ada") in shown


def test_a_hint_uses_what_the_player_in_turn_has_seen(monkeypatch: pytest.MonkeyPatch, run: Callable[..., str]) -> None:
    """Before a look is recorded, and for other players, a hint uses what everybody knows."""
    known = []

    def analyse(state: ms.GameState, **_: object) -> None:
        known.append(str(state.find_tile("1L1")))

    monkeypatch.setattr(bots, "analyse", analyse)
    monkeypatch.setattr(bots, "analysis_in_words", lambda _analysis, _language: ["advice"])
    shown = run(["hint", *LOOKED, "hint", "inn", "hint", "note 1L1", "BG/1", "hint", "pass", "hint", "q"], *PLAYERS)
    assert label("ui.hint_pending") in shown
    assert known == ["None", "None", "BG/1", "BG/1"]
    assert shown.count("advice") == 4


@pytest.mark.slow
def test_a_real_hint(run: Callable[..., str]) -> None:
    """Games without secrets have hints, too. There, ``note`` and ``view`` are not commands."""
    for command in ("note 1L1", "view"):
        shown = run(["1", "1", "1", "1", "2", "3", "hint", command], "--seat", "Ada", "--seat", "Ben", status=1)
        assert "Ada to move, phase I, round 1" in shown
        assert f"'{command}' is not a move" in shown


def test_after_an_early_end_there_is_no_hint(run: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that the players have stopped has no next move, although its last position still has one."""
    monkeypatch.setattr(bots, "analyse", lambda *_, **__: pytest.fail("There is nothing to analyse."))
    for typed in ([], ["1", "1", "1", "1", "2", "3"]):
        shown = run([*typed, "stop supper", "hint"], "--seat", "Ada", "--seat", "Ben", status=1)
        assert "the game is over; use magnum-sal review" in shown


def test_a_terminal_hides_secrets(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The tile is read without echo, and a view is on the alternate screen between two presses of Enter."""
    asked: list[str] = []

    def getpass(question: str) -> str:
        asked.append(question)
        return "BG/1"

    monkeypatch.setattr(secrets, "getpass", getpass)
    monkeypatch.setattr(
        "sys.stdin", Terminal("".join(f"{line}\n" for line in [*LOOKED, "note 1L1", "view ada", "", ""]))
    )
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("LINES", "24")
    assert main(["table", *PLAYERS, "--no-short"]) == 0
    shown = capsys.readouterr().out
    assert asked == [f"{sentence('ui.note_ask', name='Ada', chamber='1L1')} "]
    before, opened, rest = shown.partition("\x1b[?1049h")
    secret, closed, after = rest.partition("\x1b[?1049l")
    assert opened
    assert closed
    assert sentence("ui.view_ask", name="Ada") in secret
    assert secret.index(sentence("ui.view_ask", name="Ada")) < secret.index("(BG/1)")
    assert secret.count("\n") < 24
    assert "(BG/1)" not in before + after


def test_the_end_of_the_input_cancels_the_hidden_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-D at the hidden question counts as an empty line."""

    def getpass(_: str) -> str:
        raise EOFError

    monkeypatch.setattr(secrets, "getpass", getpass)
    assert secrets.SharedScreen(iter(()), is_typed=True).read_secret("tile? ") == ""


def test_the_end_of_the_input_shows_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-D at the question for the player confirms nothing, so nobody sees the secret."""
    secrets.SharedScreen(iter(()), hides_output=True).show_secret("BG/1", "Ada", "en")
    assert "BG/1" not in capsys.readouterr().out
    secrets.SharedScreen(iter(["\n", "\n"]), hides_output=True).show_secret("BG/1", "Ada", "en")
    assert "BG/1" in capsys.readouterr().out


def test_a_terminal_without_an_alternate_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dumb terminal shows a view like any other text."""
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{line}\n" for line in [*LOOKED, "view Ada", "q"])))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    assert main(["table", *PLAYERS]) == 0
    shown = capsys.readouterr().out
    assert "\x1b[" not in shown
    assert "seen in secret" in shown
