"""The end of a game: the result in words and in numbers, the end screen, and what comes next."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import attrs
import pytest
from rich.console import Console
from tests.cli.terminal.placed import ended
from tests.cli.terminal.screen import listed, session, shown, table, typed
from textual.pilot import Pilot
from textual.widgets import OptionList

import magnum_sal as ms
from magnum_sal.bots import HUMAN, Bot
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._autosaves import Autosaves
from magnum_sal.cli.terminal._dialogs import EndScreen, LeaveScreen, render_standing
from magnum_sal.cli.terminal._setup_screen import SetupScreen
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.testing import position
from magnum_sal.words import ending_in_words, label, sentence


def first_move(state: ms.GameState, moves: object) -> ms.Move:
    """Play the first legal move, as a very fast bot."""
    return ms.legal_moves(state)[0]


def over(*money: int) -> ms.GameState:
    """Return a finished game in which the players have the given amounts of money."""
    purses = " | ".join(f"{letter}: {groszy} groszy" for letter, groszy in zip("ABC", money, strict=True))
    return attrs.evolve(position(f"players: Ada, Ben, Cleo | {purses}"), is_over=True, turn=None)


@pytest.mark.slow
def test_how_a_game_ended_by_agreement() -> None:
    """A game that was ended early has no winner, and the reason is shown on the end screen and at the table."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.end("supper")
    app = Application(game, language="de")

    async def act(pilot: Pilot[None]) -> None:
        assert shown(app, "#told") == "Vorzeitig beendet: supper"
        await pilot.press("escape")
        assert shown(app, "#message").endswith(": Vorzeitig beendet: supper")

    session(app, act)


def test_the_standing() -> None:
    """The standing lists the best player first, with the parts of each total. Names are printed literally."""
    ada, ben, cleo = over(4, 9, 7).players
    state = attrs.evolve(over(4, 9, 7), players=(ada, attrs.evolve(ben, name="[b]B"), cleo))
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(render_standing(state, "en"))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[0] == ["rank", "player", "money", "salt", "tools", "total", "orders", "miners"]
    assert [line[:3] for line in lines[1:]] == [["1", "[b]B", "9"], ["2", "Cleo", "7"], ["3", "Ada", "4"]]


@pytest.mark.long
def test_the_end_says_who_won_and_why() -> None:
    """The end screen shows the winner and the parts of the totals. Escape shows the table, and Enter returns."""
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


@pytest.mark.long
def test_only_enter_returns_to_the_end_screen(tmp_path: Path) -> None:
    """Another language or a saved game does not open the end screen again, which would hide the message."""
    app, path = Application(ended()), tmp_path / "game.jsonl"

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "f3")
        await pilot.pause()
        assert shown(app, "#message").startswith(f"{label('game_over', 'pl')}: ")
        await pilot.press("ctrl+s")
        await typed(pilot, str(path))
        await pilot.pause()
        assert shown(app, "#message") == sentence("ui.saved", "pl", path=str(path))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)

    session(app, act)


@pytest.mark.slow
def test_an_undone_end_is_redone() -> None:
    """After an undo, redoing the last move shows the end screen again."""
    app = Application(ended())

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "ctrl+z")
        await pilot.pause()
        assert not table(app).game.is_over
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("chosen", [0, 2, 3])
def test_the_choices_after_the_end(chosen: int, tmp_path: Path) -> None:
    """
    After the end, the player can start a recorded rematch with another setup, start a new game, or quit.

    The first screen proposes the ruleset of the last game.
    """
    autosaves = Autosaves(tmp_path)
    game, bot = ended(attrs.evolve(ms.STANDARD, castle_line_stays=True)), first_move
    app = Application(game, players=(HUMAN, bot), bot_pause=0, autosaves=autosaves)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert app.screen.query_one("#next", OptionList).highlighted == 0
        await pilot.press(*["down"] * chosen, "enter")
        await pilot.pause()
        if chosen == 0:
            again = table(app).game
            assert [player.name for player in again.state.players] == ["Ada", "Ben"]
            assert [(seat, seated.bot) for seat, seated in table(app)._bots.items()] == [(1, bot)]
            assert again.at(0) != game.at(0)
            assert autosaves.has(again.log.target)
        elif chosen == 2:
            assert isinstance(app.screen, SetupScreen)
            assert app.screen._ruleset == game.state.ruleset
        else:
            assert app._exit

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("key", ["f1", "f4", "f5", "ctrl+q"])
def test_a_game_ends_under_an_open_page(key: str) -> None:
    """If a bot ends the game while a page is open, the next game still replaces the old table and can be left."""
    game, may_move = ended(), threading.Event()
    *_, last = game.steps()
    game.undo()

    def finish(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        may_move.wait(300)
        return last.move if last.move in moves else moves[0]

    players: list[str | Bot] = [HUMAN, HUMAN]
    players[last.seat] = finish
    app = Application(game, players=players, bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        assert not isinstance(app.screen, (TableScreen, EndScreen))
        may_move.set()
        for _ in range(1000):
            if isinstance(app.screen, EndScreen):
                break
            await asyncio.sleep(0.01)
        assert len(app.screen_stack) == 4
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack[1:]] == [TableScreen]
        assert app._table is not None
        assert app._table.game.step_count < game.step_count
        await pilot.press("ctrl+q")
        assert isinstance(app.screen, LeaveScreen)

    session(app, act)
