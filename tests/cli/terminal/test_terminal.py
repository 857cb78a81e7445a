"""The terminal application, driven by Textual's pilot like a person at the keyboard."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import cast

import pytest
from tests.amounts import select
from tests.cli.terminal.screen import SMALL, WIDE, listed, session, shown, typed
from textual.pilot import Pilot
from textual.widgets import Button, Checkbox, Input, OptionList, Select

import magnum_sal as ms
from magnum_sal.bots import HUMAN, Bot
from magnum_sal.bots._candidates import worth_considering
from magnum_sal.bots._move_choice import choose_hasty_move
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._dialogs import EndScreen, ReadingScreen
from magnum_sal.cli.terminal._setup_screen import SetupScreen
from magnum_sal.cli.terminal._table_screen import TableScreen
from magnum_sal.record.game import Game
from magnum_sal.record.notation import format_move
from magnum_sal.words import ending_in_words


def hasty(seed: int) -> Bot:
    """Return a bot that plays whole games quickly."""
    rng = random.Random(seed)
    return lambda state, moves: choose_hasty_move(state, worth_considering(state, moves), rng)


def table(app: Application) -> TableScreen:
    """Return the screen of the game."""
    return cast(TableScreen, app.screen)


@pytest.mark.long
def test_playing_to_the_end_at_the_keyboard() -> None:
    """A person with three bots plays the last phase by typing notation, with an undo and a redo on the way."""
    game = Game.new(["Ada", "Ben", "Cleo", "Dan"], seed=19)
    person = hasty(19)
    while game.state.phase < 3:
        game.play(person(game.state.public(), ms.legal_moves(game.state)))
    app = Application(game, players=(HUMAN, *map(hasty, (1, 2, 3))), bot_pause=0)

    async def play(pilot: Pilot[None]) -> None:
        turns = 0
        while not game.is_over:
            if game.state.turn_seat != 0:
                await pilot.pause()
                continue
            move = person(game.state.public(), ms.legal_moves(game.state))
            await typed(pilot, format_move(game.state, move))
            turns += 1
            if turns == 5:
                moves = tuple(game.moves)
                await pilot.press("ctrl+z")
                assert game.state.turn_seat == 0
                assert game.undone
                await pilot.press("ctrl+y")
                assert tuple(game.moves)[: len(moves)] == moves
                assert not game.undone
            assert turns < 400
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        told = ending_in_words(game.state)
        assert shown(app, "#told") == "\n".join(told)
        await pilot.press("escape")
        assert shown(app, "#message") == f"The game is over: {told[0]}"
        assert shown(app, "#question") == ""
        assert "The game is over" in shown(app, "#board")
        assert listed(app) == []

    session(app, play)
    assert game.state.is_over
    assert game.state.phase == 3


@pytest.mark.long
def test_filter_and_arrow_keys() -> None:
    """Typing filters the list, arrow keys select a line, and Enter plays it."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press(*"brown", "space", *"market")
        narrowed = listed(app)
        assert len(narrowed) > 3
        assert all("brown" in line for line in narrowed)
        assert game.moves == ()
        await pilot.press("down", "enter")

    session(app, act)
    assert [move.type for move in game.moves] == ["visit_market"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "reason"),
    select(
        [
            ("en", "Extract salt: you have no miner in a chamber with salt"),
            ("pl", "Wydobycie soli: "),
            ("de", "Salz abbauen: "),
        ]
    ),
)
def test_impossible_moves_are_listed_with_the_reason(language: str, reason: str) -> None:
    """Impossible kinds of move are listed until something is typed. They can be neither selected nor clicked."""
    app = Application(Game.new(["Ada", "Ben"], seed=7), language=language)

    async def act(pilot: Pilot[None]) -> None:
        (line,) = [line for line in listed(app) if line.startswith(reason)]
        assert len(line) > len(reason) or language == "en"
        await pilot.press("up")
        marked = app.screen.query_one("#moves", OptionList).highlighted
        assert marked is not None
        assert not app.screen.query_one("#moves", OptionList).get_option_at_index(marked).disabled
        await pilot.press("x")
        assert not any(line.startswith(reason) for line in listed(app))

    session(app, act)


@pytest.mark.slow
def test_a_filter_that_leaves_one_move_plays_it() -> None:
    """A filter that leaves one move plays it on Enter, and understands the application's language."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, language="de")

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, "Bergmann S1")

    session(app, act)
    assert game.moves == (ms.PlaceMiner("stock", "S1"),)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (">S3", "[CHAIN-1]"),
        ("xS1 B", "no line contains 'xS1 B'"),
        ("miner", "lines contain 'miner'"),
        ("{[/bold]", "no line contains"),
    ],
)
def test_a_refusal_says_why(text: str, message: str) -> None:
    """An illegal move is refused with its rule, and an unknown or ambiguous text with a message. The game goes on."""
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, text)
        assert message in shown(app, "#message")
        await typed(pilot, ">S1")

    session(app, act)
    assert len(game.moves) == 1


@pytest.mark.slow
def test_objections_are_in_the_language_of_the_application() -> None:
    """The reason why a move is illegal is shown in the language of the application."""
    app = Application(Game.new(["Ada", "Ben"], seed=7), language="de")

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S3")
        assert "S3 ist nicht mit dem Eingang verbunden: S1 ist leer [CHAIN-1]" in shown(app, "#message")

    session(app, act)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, WIDE, (60, 15)])
def test_languages_help_and_pages(size: tuple[int, int]) -> None:
    """On screens of all sizes, F3 changes the language, F2 shows the log, and F1 shows the help."""
    app = Application(Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        assert "to move" in shown(app, "#board")
        await typed(pilot, ">S1")
        await pilot.press("f3")
        assert "na ruchu" in shown(app, "#board")
        assert "cofnij" in shown(app, "#keys")
        await pilot.press("f3")
        assert "am Zug" in shown(app, "#board")
        assert any("Wirtshaus" in line for line in listed(app))
        await pilot.press("f3", "f1")
        assert isinstance(app.screen, ReadingScreen)
        await pilot.press("f1")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("f2")
        assert app.screen.query_one("#log").display
        await pilot.press("pagedown", "pageup", "f2")
        assert app.screen.query_one("#board-pane").display

    session(app, act, size)


@pytest.mark.slow
def test_undo_with_nothing_to_undo_says_so() -> None:
    """Undo and redo without a move to undo or redo show a message."""
    app = Application(Game.new(["Ada", "Ben"], seed=7))

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+z")
        assert shown(app, "#message") == "there is no move to undo"
        await pilot.press("ctrl+y")
        assert shown(app, "#message") == "there is no move to redo"

    session(app, act)


@pytest.mark.long
def test_saving_and_resuming(tmp_path: Path) -> None:
    """A game is saved to a file while it is played, recorded there, and resumed with its bots from the first screen."""
    path = tmp_path / "game.log"
    game = Game.new(["Ada", "Ben"], seed=7, metadata={"seats": [HUMAN, "random"]})
    app = Application(game)

    async def save(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await pilot.press("ctrl+s")
        await typed(pilot, str(path))
        assert shown(app, "#message") == f"saved to {path}"
        await typed(pilot, "square")
        await pilot.press("ctrl+s")
        await typed(pilot, str(path))
        assert "exists" in shown(app, "#message")

    session(app, save)
    assert len(Game.from_log(path).moves) == 2
    again = Application(bot_pause=0)  # The first application has released the log, although its game still exists.

    async def resume(pilot: Pilot[None]) -> None:
        assert isinstance(again.screen, SetupScreen)
        again.screen.query_one("#log", Input).value = str(path)
        again.screen.query_one("#resume", Button).press()
        await pilot.pause()
        assert table(again).game.state == game.state
        assert list(table(again)._bots) == [1]

    session(again, resume)


@pytest.mark.long
@pytest.mark.parametrize("content", [None, b"", b"hello\n", b"\xff\xfe"])
def test_a_damaged_or_foreign_log_is_reported(content: bytes | None, tmp_path: Path) -> None:
    """The first screen stays open and explains what is wrong with the file."""
    path = tmp_path / "foreign.log"
    if content is not None:
        path.write_bytes(content)
    app = Application()

    async def act(pilot: Pilot[None]) -> None:
        app.screen.query_one("#log", Input).value = str(path)
        app.screen.query_one("#resume", Button).press()
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert shown(app, "#message")

    session(app, act)


@pytest.mark.long
def test_a_new_game_from_the_form(tmp_path: Path) -> None:
    """The form's names, bots, variant, seed and log are used for the game. Invalid input is reported first."""
    app = Application(bot_pause=0)
    path = tmp_path / "new.log"

    async def act(pilot: Pilot[None]) -> None:
        form = app.screen
        form.query_one("#seed", Input).value = "seven"
        form.query_one("#start", Button).press()
        await pilot.pause()
        assert "expected a whole number" in shown(app, "#message")
        form.query_one("#seed", Input).value = "7"
        form.query_one("#name0", Input).value = "Eva"
        form.query_one("#log", Input).value = str(path)
        form.query_one("#mapped_mine", Checkbox).value = True
        form.query_one("#player1", Select).value = "random"
        form.query_one("#start", Button).press()
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), shown(app, "#message")
        state = table(app).game.at(0)
        assert [player.name for player in state.players] == ["Eva", "Ben"]
        assert state.ruleset.mapped_mine

    session(app, act, WIDE)
    assert Game.from_log(path).log.metadata == {"seats": [HUMAN, "random"]}


@pytest.mark.long
def test_a_thinking_bot_does_not_freeze_the_screen() -> None:
    """The screen can be used while a bot thinks, and the bot's move is dropped if the person undoes a move."""
    may_move, has_moved = threading.Event(), threading.Event()

    def slow(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        try:
            assert may_move.wait(60)
            return moves[0]
        finally:
            has_moved.set()

    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, slow), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        try:
            await typed(pilot, ">S1")
            assert shown(app, "#message") == "Ben is thinking ..."
            await pilot.press("f3")
            assert "na ruchu" in shown(app, "#board")
            await pilot.press("ctrl+z")
            assert game.moves == ()
        finally:
            may_move.set()
        assert await asyncio.to_thread(has_moved.wait, 60)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert game.moves == ()

    session(app, act)


@pytest.mark.long
def test_a_bot_that_fails_is_reported() -> None:
    """A message names the bot that failed, and the person can continue."""

    def broken(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise RuntimeError("[out of order]")

    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, broken), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        told = "Ben did not return a move: RuntimeError: [out of order] (test_terminal.py, line "
        assert shown(app, "#message").startswith(told)
        await pilot.press("ctrl+z")
        assert game.moves == ()

    session(app, act)
