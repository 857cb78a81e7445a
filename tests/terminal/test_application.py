"""What stands around a game: leaving it, its end, its record, and what bots that fail leave to a person."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.terminal.screen import SMALL, listed, session, shown, typed
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

import magnum_sal as ms
from magnum_sal.bots import HUMAN, Bot
from magnum_sal.record.game import Game
from magnum_sal.terminal._application import Application
from magnum_sal.terminal._autosaves import Autosaves
from magnum_sal.terminal._dialogs import EndScreen, LeaveScreen, ReadingScreen
from magnum_sal.terminal._setup_screen import SetupScreen
from magnum_sal.terminal._table_screen import TableScreen
from magnum_sal.testing.players import finisher
from magnum_sal.words import ending_in_words, label


def first_move(state: ms.GameState, moves: object) -> ms.Move:
    """Play the first legal move: a bot in little time."""
    return ms.legal_moves(state)[0]


def table(app: Application) -> TableScreen:
    """Return the screen of the game, which is shown."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def ended() -> Game:
    """Return a game that was played to its end."""
    game, rng = Game.new(["Ada", "Ben"], seed=3), random.Random(3)
    while not game.is_over:
        game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("key", "language"), [("ctrl+q", "en"), ("ctrl+q", "pl"), ("ctrl+q", "de"), ("ctrl+c", "en")])
def test_leaving_asks(key: str, language: str, tmp_path: Path) -> None:
    """Escape stays, Enter leaves; where the game is recorded is said."""
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


def test_what_is_recorded_nowhere_is_said_to_be_lost() -> None:
    """A game in memory alone, as with --no-autosave."""
    app = Application(Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+q")
        assert "will be lost" in shown(app, "#recorded")

    session(app, act)


@pytest.mark.slow
def test_nothing_is_asked_where_no_game_is_left() -> None:
    """Neither on the first screen nor at the end of a game."""
    for app in (Application(), Application(ended())):

        async def act(pilot: Pilot[None]) -> None:
            await pilot.press("ctrl+q")
            assert app._exit  # noqa: B023

        session(app, act)


@pytest.mark.slow
def test_escape_cancels_and_never_leaves() -> None:
    """Whatever is open; the game is as it was, and its first question is asked."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        for keys in ([], ["f1"], ["f5"], ["f4"], ["ctrl+s"], ["ctrl+q"], ["x"], ["down", "enter"]):
            await pilot.press(*keys)
            for _ in range(3):
                await pilot.press("escape")
                assert not app._exit, keys
            assert table(app).query_one("#typed", Input).value == "", keys
            assert shown(app, "#question") == "Ada: What do you do?", keys

    session(app, act)
    assert game.moves == ()


def test_the_legend_is_one_key_away() -> None:
    """F5 shows what the marks mean; arrows scroll it, other keys close it."""
    app = Application(Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("f5", "down", "pagedown")
        assert isinstance(app.screen, ReadingScreen)
        assert "a chamber that nobody has reached" in shown(app, "#page")
        await pilot.press("x")
        assert table(app).query_one("#typed", Input).value == ""

    session(app, act)


@pytest.mark.slow
def test_the_end_says_who_won_and_why() -> None:
    """With the parts of the totals; Escape shows the table, Enter asks again."""
    game = ended()
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert shown(app, "#told") == "\n".join(ending_in_words(game.state))
        await pilot.press("escape")
        assert listed(app) == []
        assert shown(app, "#message").endswith(ending_in_words(game.state)[0])
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)

    session(app, act)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [0, 2, 3])
def test_what_comes_after_the_end(chosen: int, tmp_path: Path) -> None:
    """The same people and bots again, with another setup and a record of its own; a new game; or nothing."""
    autosaves = Autosaves(tmp_path)
    game, bot = ended(), first_move
    app = Application(game, players=(HUMAN, bot), bot_pause=0, autosaves=autosaves)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert app.screen.query_one("#next", OptionList).highlighted == 0
        await pilot.press(*["down"] * chosen, "enter")
        await pilot.pause()
        if chosen == 0:
            again = table(app).game
            assert [player.name for player in again.state.players] == ["Ada", "Ben"]
            assert table(app)._bots == {1: bot}
            assert again.at(0) != game.at(0)
            assert autosaves.has(again.log.target)
        elif chosen == 2:
            assert isinstance(app.screen, SetupScreen)
        else:
            assert app._exit

    session(app, act)


@pytest.mark.slow
def test_a_game_is_recorded_by_itself(tmp_path: Path) -> None:
    """Unless it has a file; saved to one, it is no longer kept; the first screen goes on with the last one."""
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


def test_a_game_that_cannot_be_recorded_is_played_all_the_same(tmp_path: Path) -> None:
    """The person is told."""
    (tmp_path / "file").write_text("")
    app = Application(Game.new(["Ada", "Ben"], seed=7), autosaves=Autosaves(tmp_path / "file" / "games"))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#message").startswith("This game is not saved: cannot write to")
        await typed(pilot, ">S1")

    session(app, act)


@pytest.mark.slow
def test_a_last_game_that_is_damaged_is_told_on_the_first_screen(tmp_path: Path) -> None:
    """Nothing in the folder is trusted, though we have written it."""
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


def test_a_bot_that_fails_is_asked_again() -> None:
    """By Enter, as often as it takes."""
    asked: list[int] = []

    def moody(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        asked.append(1)
        if len(asked) < 3:
            raise RuntimeError("not now")
        return moves[0]

    bot: Bot = moody
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        for times in (1, 2):
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert len(asked) == times
            assert "Ben did not return a move: RuntimeError('not now')" in shown(app, "#message")
            await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(game.moves) > 1

    session(app, act)


def test_a_bot_whose_move_is_against_the_rules_is_asked_again() -> None:
    """What the rules say is told; the game is as it was."""
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


def test_a_log_that_cannot_be_written_is_not_the_bots_fault(tmp_path: Path) -> None:
    """The person is told what is wrong, and Enter tries again."""
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


@pytest.mark.slow
def test_the_language_stays_in_the_games_that_follow() -> None:
    """F3 at the table, and on the first screen."""
    app = Application(ended())

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "f3")
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
