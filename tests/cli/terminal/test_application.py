"""The application around a game: leaving, the record, and bots that fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal.placed import ended
from tests.cli.terminal.screen import SMALL, session, shown, table, typed
from textual.pilot import Pilot
from textual.widgets import Input

import magnum_sal as ms
from magnum_sal.bots import HUMAN, Bot, BotError
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._autosaves import Autosaves
from magnum_sal.cli.terminal._dialogs import LeaveScreen, ReadingScreen
from magnum_sal.cli.terminal._setup_screen import SetupScreen
from magnum_sal.record.game import Game
from magnum_sal.words import label


@pytest.mark.long
@pytest.mark.parametrize(("key", "language"), [("ctrl+q", "en"), ("ctrl+q", "pl"), ("ctrl+q", "de"), ("ctrl+c", "en")])
def test_leaving_asks(key: str, language: str, tmp_path: Path) -> None:
    """Leaving asks first and names the game's file. Escape stays in the game, and Enter leaves."""
    path = tmp_path / "game.jsonl"
    app = Application(Game.new(["Ada", "Ben"], seed=7, log=path), language=language)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("a", key)
        assert isinstance(app.screen, LeaveScreen)
        assert shown(app, "#question") == label("ui.leave.ask", language)
        assert path.name in shown(app, "#recorded")
        await pilot.press("escape")
        assert table(app).query_one("#typed", Input).value == "a"
        assert app.is_running
        await pilot.press(key, key)
        assert isinstance(app.screen, LeaveScreen)
        await pilot.press("enter")
        assert app._exit

    session(app, act)


@pytest.mark.slow
@pytest.mark.parametrize("change", ["none", "removed", "replaced"])
def test_a_game_without_a_file_will_be_lost(change: str, tmp_path: Path) -> None:
    """If a game is only in memory, or its file was removed or replaced, the question says that it will be lost."""
    log = None if change == "none" else tmp_path / "game.jsonl"
    app = Application(Game.new(["Ada", "Ben"], seed=7, log=log))
    if log is not None:
        log.unlink()
        if change == "replaced":
            log.write_text("another file")

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+q")
        assert "will be lost" in shown(app, "#recorded")

    session(app, act)


@pytest.mark.long
def test_leaving_without_a_game_does_not_ask() -> None:
    """The application quits without a question from the first screen and after the end of a game."""
    for app in (Application(), Application(ended())):

        async def act(pilot: Pilot[None]) -> None:
            await pilot.press("ctrl+q")
            assert app._exit  # noqa: B023

        session(app, act)


@pytest.mark.long
def test_escape_cancels_and_never_leaves() -> None:
    """Escape closes whatever is open, returns to the first question, and never quits or changes the game."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        for keys in ([], ["f1"], ["f5"], ["f4"], ["ctrl+s"], ["ctrl+q"], ["x"], ["down", "enter"]):
            await pilot.press(*keys)
            for _ in range(3):
                await pilot.press("escape")
                assert not app._exit, keys
            assert table(app).query_one("#typed", Input).value == "", keys
            assert shown(app, "#question") == "Ada: What do you want to do?", keys

    session(app, act)
    assert game.moves == ()


@pytest.mark.slow
def test_f5_shows_the_legend() -> None:
    """F5 shows the meaning of the marks. Arrow keys scroll the legend, and other keys close it."""
    app = Application(Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("f5", "down", "pagedown")
        assert isinstance(app.screen, ReadingScreen)
        assert "a chamber that nobody has entered" in shown(app, "#page")
        await pilot.press("x")
        assert table(app).query_one("#typed", Input).value == ""

    session(app, act)


@pytest.mark.long
def test_a_game_is_recorded_automatically(tmp_path: Path) -> None:
    """A game without a file is recorded, and the first screen resumes it. Saving it to a file removes that record."""
    autosaves = Autosaves(tmp_path / "games")
    game = Game.new(["Ada", "Ben"], seed=7)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await pilot.press("ctrl+q")
        assert "magnum-sal play --last" in shown(app, "#recorded")

    app = Application(game, autosaves=autosaves)
    session(app, act)
    (path,) = autosaves.paths()
    assert Game.from_log(path).state == game.state

    async def go_on(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert table(app).game.state == game.state
        assert table(app).game.log.target == path
        await pilot.press("ctrl+s")
        await typed(pilot, str(tmp_path / "mine.jsonl"))
        await pilot.pause()
        assert autosaves.paths() == []
        await pilot.press("ctrl+q")
        assert "--last" not in shown(app, "#recorded")

    app = Application(autosaves=autosaves)
    session(app, go_on)
    assert Game.from_log(tmp_path / "mine.jsonl").state == game.state
    app = Application(Game.from_log(tmp_path / "mine.jsonl"), autosaves=autosaves)
    session(app, lambda pilot: pilot.pause())
    assert autosaves.paths() == []


@pytest.mark.slow
def test_a_game_that_cannot_be_recorded_is_played(tmp_path: Path) -> None:
    """If a game cannot be recorded, a message says so, and the game can be played."""
    (tmp_path / "file").write_text("")
    app = Application(Game.new(["Ada", "Ben"], seed=7), autosaves=Autosaves(tmp_path / "file" / "games"))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#message").startswith("This game is not saved: cannot write to")
        await typed(pilot, ">S1")

    session(app, act)


@pytest.mark.slow
def test_a_resumed_log_with_an_incomplete_line(tmp_path: Path) -> None:
    """If a log ends in an incomplete line, a message says so, and the game goes on before that line."""
    path = tmp_path / "mine.jsonl"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    game.play(">S1")
    game.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":')
    app = Application(Game.from_log(path))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#message") == "The log ends in an incomplete line, which is ignored (bytes: 8)."
        await typed(pilot, ">S1")

    session(app, act)
    assert path.read_bytes().startswith(whole)
    assert Game.from_log(path).step_count == 2


@pytest.mark.long
def test_a_damaged_last_game_is_reported_on_the_first_screen(tmp_path: Path) -> None:
    """The last game is validated when it is resumed, although the application wrote it itself."""
    autosaves = Autosaves(tmp_path)
    game = Game.new(["Ada", "Ben"], seed=7)
    autosaves.keep(game)
    game.close()
    (path,) = autosaves.paths()
    path.write_bytes(path.read_bytes()[:-10])
    app = Application(autosaves=autosaves)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert "line 1" in shown(app, "#message")

    session(app, act)


@pytest.mark.long
def test_a_bot_that_fails_is_asked_again() -> None:
    """Enter asks a failed bot again, as often as necessary."""
    asked: list[int] = []

    def moody(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        asked.append(1)
        if len(asked) < 3:
            raise (RuntimeError("not now"), BotError("late", "it is too late"))[len(asked) - 1]
        return moves[0]

    bot: Bot = moody
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        for times, told in ((1, "RuntimeError: not now (test_application.py, line "), (2, "it is too late. Press")):
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert len(asked) == times
            assert f"Ben did not return a move: {told}" in shown(app, "#message")
            await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(game.moves) > 1

    session(app, act)


@pytest.mark.slow
def test_a_bot_with_an_illegal_move_is_asked_again() -> None:
    """A bot's illegal move is not played, and the message gives the rules' reason."""
    bot: Bot = lambda _state, _moves: ms.PlaceMiner("stock", "S6")  # noqa: E731
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Ben did not return a move: S6 is not connected" in shown(app, "#message")
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(game.moves) == 1

    session(app, act, SMALL)


@pytest.mark.slow
def test_a_log_that_cannot_be_written_is_not_the_bots_fault(tmp_path: Path) -> None:
    """If the log cannot be written, the message says so without blaming the bot, and Enter tries again."""
    path = tmp_path / "game.jsonl"
    game = Game.new(["Ada", "Ben"], seed=7, log=path)
    found: list[bytes] = []

    def scribbler(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        if not found:
            found.append(path.read_bytes())
            path.write_bytes(found[0] + b"{}\n")
        return moves[0]

    bot: Bot = scribbler
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "another program has written to it" in shown(app, "#message")
        assert "no move" not in shown(app, "#message")
        path.write_bytes(found[0])
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(game.moves) > 1

    session(app, act)


@pytest.mark.long
def test_the_language_applies_to_later_games() -> None:
    """F3 changes the language at the table and on the first screen, and later games use it."""
    app = Application(ended())

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "f3", "enter")
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert "Nowa gra" in str(app.screen.query(".heading").first().render())
        await pilot.press("f3")
        await pilot.pause()
        assert "Neues Spiel" in str(app.screen.query(".heading").first().render())
        assert app.game_language == "de"

    session(app, act)
