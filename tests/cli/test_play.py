"""``magnum-sal play``: checks before the application starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from magnum_sal import STANDARD, Game, MissingExtraError, Ruleset, cli
from magnum_sal.bots import HUMAN
from magnum_sal.cli import terminal
from magnum_sal.cli.terminal import _application, _autosaves
from magnum_sal.cli.terminal._autosaves import Autosaves


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """Collect the games that the application is started with, without starting it."""
    games: list[tuple[Any, Any]] = []

    def play(
        game: Game | None = None,
        *,
        players: tuple[str, ...] = (),
        refused: tuple[tuple[int, str], ...] = (),
        ruleset: Ruleset = STANDARD,
        language: str,
        autosave: bool,
    ) -> None:
        assert language == "en"
        assert autosave
        assert refused == ()
        games.append((game, players) if ruleset == STANDARD else (ruleset, players))

    monkeypatch.setattr(terminal, "play", play)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return games


def test_a_game_from_the_command_line(tmp_path: Path, started: list[tuple[Any, Any]]) -> None:
    """Seats, seed and variants come from the options. The game is recorded, and the same command resumes it."""
    path = tmp_path / "game.jsonl"
    seats = ["--seat", "Ada", "--seat", "Ben=random", "--seat", "=greedy"]
    variants = ["--mapped-mine", "--cart-capacity", "2"]
    assert cli.main(["play", *seats, "--seed", "7", *variants, str(path)]) == 0
    [(game, players)] = started
    assert [player.name for player in game.state.players] == ["Ada", "Ben", "Player 3"]
    assert players == (HUMAN, "random", "greedy")
    assert game.state.ruleset.mapped_mine
    assert game.state.ruleset.cart_capacity == 2
    assert cli.main(["play", str(path)]) == 1  # The first application still has the log.
    game.close()
    assert cli.main(["play", str(path)]) == 0
    assert started[1][0].state == game.state == Game.from_log(path).state
    assert started[1][1] == players


def test_without_arguments_the_application_asks(started: list[tuple[Any, Any]]) -> None:
    """The application starts without a game."""
    assert cli.main(["play"]) == 0
    assert started == [(None, ())]


@pytest.mark.long
@pytest.mark.parametrize("options", [{"stdin": subprocess.DEVNULL}, {}], ids=["no input", "no terminal"])
def test_without_a_terminal_the_command_is_refused(options: dict[str, Any], tmp_path: Path) -> None:
    """The command prints only one line, without escape codes, and creates no file."""
    log = tmp_path / "game.jsonl"
    command = [sys.executable, "-m", "magnum_sal", "play", "--seat", "Ada", "--seat", "Ben", str(log)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith("magnum-sal: play needs a terminal, but its input, output, ")
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.strip().isprintable()
    assert not log.exists()


def test_the_last_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[tuple[Any, Any]]) -> None:
    """--last resumes the last game that was saved automatically. --seat can change its players."""
    kept = Autosaves(tmp_path / "games")
    monkeypatch.setattr(_autosaves, "user_autosaves", lambda: kept)
    assert cli.main(["play", "--last"]) == 1
    game = Game.new(["Ada", "Ben"], seed=7, metadata={"seats": [HUMAN, "random"]})
    kept.keep(game)
    game.close()
    assert cli.main(["play", "--last", "--seat", "Ben=greedy"]) == 0
    [(gone_on_with, players)] = started
    assert gone_on_with.state == game.state
    assert players == (HUMAN, "greedy")


def test_the_players_of_a_recorded_game_are_found_in_any_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], started: list[tuple[Any, Any]]
) -> None:
    """--seat finds the players of a recorded game in upper or lower case, and refuses a name that is not there."""
    log = tmp_path / "game.jsonl"
    Game.new(["Ada", "Ben"], seed=7, log=log).close()
    assert cli.main(["play", str(log), "--seat", "ben=greedy"]) == 0
    game, players = started.pop()
    game.close()
    assert players == (HUMAN, "greedy")
    assert cli.main(["play", str(log), "--seat", "Cleo=greedy"]) == 1
    assert capsys.readouterr().err == "magnum-sal: no player is called 'Cleo'; the players are Ada, Ben\n"
    assert started == []


def test_the_last_game_excludes_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], started: list[tuple[Any, Any]]
) -> None:
    """--last cannot be combined with a log or a seed."""
    for others in ([str(tmp_path / "game.jsonl")], ["--seed", "7"]):
        assert cli.main(["play", "--last", *others]) == 1
        assert "--last resumes an automatically recorded game: leave out LOG and --seed" in capsys.readouterr().err
    assert started == []


def test_games_are_saved_automatically_unless_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    """--no-autosave is passed to the application."""
    given: list[bool] = []
    monkeypatch.setattr(terminal, "play", lambda *_, autosave, **__: given.append(autosave))
    assert cli.main(["play"]) == cli.main(["play", "--no-autosave"]) == 0
    assert given == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.jsonl"], "none.jsonl does not exist"),
        (["--seed", "7"], "--seed applies to a new game: name its players with --seat NAME"),
        (["--seat", "Ada"], "expected 2 to 4 players, got 1"),
        (["--seat", "Ada", "--seat", "Ben=nobody"], "nobody"),
        (["--seat", "Ada", "--seat", "Ada"], "player 2: 'Ada' is already taken"),
    ],
    ids=str,
)
def test_games_that_cannot_be_played(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], started: list[tuple[Any, Any]]
) -> None:
    """One line on the error stream gives the reason, and the application does not start."""
    assert cli.main(["play", *arguments]) == 1
    assert message in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nobody", "no bot is called 'nobody'"),
        (
            "bots_of_tests:Unmakeable",
            "bot 'bots_of_tests:Unmakeable' cannot be created: RuntimeError: no (bots_of_tests",
        ),
    ],
)
def test_bots_that_cannot_play(
    bot: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is unknown or cannot be created is refused in one line, for a new and for a resumed game."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bots")
    monkeypatch.setattr(_application.Application, "run", lambda _: pytest.fail("The application starts."))
    path = tmp_path / "game.jsonl"
    new = ["--no-autosave", "--seat", "Ada", "--seat", f"Ben={bot}", str(path)]
    assert cli.main(["play", *new]) == 1
    assert not path.exists()
    Game.new(["Ada", "Ben"], seed=7, log=path).close()
    assert cli.main(["play", *new]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first == second
    assert first.startswith(f"magnum-sal: {message}")


def test_an_invalid_log_leads_to_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], started: list[tuple[Any, Any]]
) -> None:
    """An invalid log is refused in one line, with and without --seat."""
    path = tmp_path / "foreign.jsonl"
    path.write_bytes(b"\x00 not a log\n")
    assert cli.main(["play", str(path)]) == 1
    assert cli.main(["play", str(path), "--seat", "Ada"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert all(line.startswith("magnum-sal: ") for line in errors)
    assert started == []


def test_without_textual_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error names the extra to install."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("application", "setup_screen", "table_screen"):
        monkeypatch.delitem(sys.modules, f"magnum_sal.cli.terminal._{name}", raising=False)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert cli.main(["play"]) == 1
    assert "needs the package textual, which comes with the extra 'tui': pip install" in capsys.readouterr().err


def test_without_platformdirs_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program, a missing package raises the same error as for every other extra."""
    monkeypatch.delitem(sys.modules, "magnum_sal.cli.terminal._autosaves", raising=False)
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    with pytest.raises(MissingExtraError, match="needs the package platformdirs") as caught:
        terminal.last_game()
    assert caught.value.extra == "tui"
