"""Bots in the seats of the terminal application: one question at a time, any failure, and a new bot after it."""

from __future__ import annotations

import asyncio
import threading
from typing import ClassVar

import pytest
from tests.cli.terminal.screen import session, shown, typed
from textual.pilot import Pilot

import magnum_sal as ms
from magnum_sal.bots import HUMAN, BotError
from magnum_sal.cli.terminal._application import Application
from magnum_sal.cli.terminal._seated_bot import SeatedBot
from magnum_sal.record.game import Game

VIEW = ms.new_game(["Ada", "Ben"], seed=7).public()

WAIT = 300.0
"""The time in seconds after which a test that waits for an event has failed."""


class Slow:
    """A bot that answers only after *may_answer* is set, and notes the beginning and the end of each question."""

    def __init__(self) -> None:
        self.has_begun, self.may_answer = threading.Event(), threading.Event()
        self.noted: list[str] = []
        self.thread: threading.Thread | None = None

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        self.thread = threading.current_thread()
        self.noted.append("begins")
        self.has_begun.set()
        self.may_answer.wait(WAIT)
        self.noted.append("ends")
        return moves[0]


def test_the_next_question_waits_for_the_bot() -> None:
    """While a bot thinks about a question that was cancelled, it gets no other, and only the last one afterwards."""
    bot = Slow()
    seated = SeatedBot(bot)

    async def act() -> None:
        cancelled = []
        for _ in range(3):
            question = asyncio.create_task(seated.choose_move(VIEW))
            await asyncio.to_thread(bot.has_begun.wait, WAIT)
            question.cancel()
            cancelled.append(question)
        last = asyncio.create_task(seated.choose_move(VIEW))
        await asyncio.wait(cancelled)
        assert not last.done()
        bot.may_answer.set()
        assert await last == ms.legal_moves(VIEW)[0]

    asyncio.run(act())
    assert bot.noted == ["begins", "ends"] * 2


def test_a_thinking_bot_does_not_delay_the_end() -> None:
    """The event loop ends while a bot thinks, and so would Python. The bot's late answer is dropped."""
    bot = Slow()
    seated = SeatedBot(bot)

    async def act() -> None:
        question = asyncio.create_task(seated.choose_move(VIEW))
        await asyncio.to_thread(bot.has_begun.wait, WAIT)
        question.cancel()

    asyncio.run(act())
    assert bot.noted == ["begins"]
    assert bot.thread is not None
    assert bot.thread.daemon
    bot.may_answer.set()
    bot.thread.join()
    assert bot.noted == ["begins", "ends"]


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt, GeneratorExit, asyncio.CancelledError])
def test_whatever_a_bot_raises_is_a_failure(error: type[BaseException]) -> None:
    """A bot that raises any exception has failed. The message names its class and the line that raised it."""

    def fail(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise error("no salt")

    with pytest.raises(BotError, match=rf"^{error.__name__}: no salt \(test_seated_bot\.py, line \d+\)$"):
        asyncio.run(SeatedBot(fail).choose_move(VIEW))


def test_an_exception_that_cannot_be_shown_is_a_failure() -> None:
    """The question is answered even if the code of the bot's own exception fails."""

    class UnshowableError(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

        __repr__ = __str__

    def fail(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise UnshowableError

    with pytest.raises(BotError, match=r"^UnshowableError, without a readable message"):
        asyncio.run(asyncio.wait_for(SeatedBot(fail).choose_move(VIEW), WAIT))


class Fragile:
    """A bot that cannot be asked again after its first failure, like a program that has ended."""

    made: ClassVar[list[Fragile]] = []

    def __init__(self) -> None:
        self.made.append(self)
        self.is_closed = False

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        if self is self.made[0]:
            raise BotError("died", "the program has ended")
        return moves[0]

    def close(self) -> None:
        self.is_closed = True


def test_a_bot_with_a_name_is_replaced_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failure, the next question closes the failed bot and goes to a new one, which stays."""
    monkeypatch.setattr(Fragile, "made", [])
    seated = SeatedBot(f"{__name__}:Fragile")
    with pytest.raises(BotError, match="the program has ended"):
        asyncio.run(seated.choose_move(VIEW))
    for _ in range(2):
        assert asyncio.run(seated.choose_move(VIEW)) == ms.legal_moves(VIEW)[0]
    assert [bot.is_closed for bot in Fragile.made] == [True, False]


def test_a_bot_that_is_an_object_is_asked_again() -> None:
    """A program that passes a bot as an object gave no name, so the same bot is asked after a failure."""
    bot = Fragile()
    seated = SeatedBot(bot)
    for _ in range(2):
        with pytest.raises(BotError, match="the program has ended"):
            asyncio.run(seated.choose_move(VIEW))
    assert seated.bot is bot
    assert not bot.is_closed


def test_a_thinking_bot_is_closed_after_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a bot does not wait for its answer, but the bot is closed only after it."""
    bot, is_closed = Slow(), threading.Event()
    monkeypatch.setattr(bot, "close", is_closed.set, raising=False)
    seated = SeatedBot("random")
    seated.bot = bot

    async def act() -> None:
        question = asyncio.create_task(seated.choose_move(VIEW))
        await asyncio.to_thread(bot.has_begun.wait, WAIT)
        seated.close()
        assert not is_closed.wait(0.05)
        bot.may_answer.set()
        await question

    asyncio.run(act())
    assert is_closed.wait(WAIT)


@pytest.mark.slow
def test_the_bots_of_a_game_are_closed_with_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game has new bots, and the named bots of the last one are closed. A bot that is an object stays open."""
    monkeypatch.setattr(Fragile, "made", [])
    own = Fragile()
    app = Application(Game.new(["Ada", "Ben", "Cleo"], seed=7), players=(HUMAN, f"{__name__}:Fragile", own))

    async def act(pilot: Pilot[None]) -> None:
        app.set_up()
        await pilot.pause()
        # The bot is closed in another thread.
        for _ in range(1000):
            if Fragile.made[1].is_closed:
                break
            await asyncio.sleep(0.01)
        assert [bot.is_closed for bot in Fragile.made] == [False, True]

    session(app, act)


@pytest.mark.slow
def test_a_bot_that_exits_does_not_end_the_application() -> None:
    """A bot that raises SystemExit has failed, and the person can undo."""

    def leave(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise SystemExit("bye")

    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, leave), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Ben did not return a move: SystemExit: bye (test_seated_bot.py, line " in shown(app, "#message")
        await pilot.press("ctrl+z")
        assert game.moves == ()

    session(app, act)


@pytest.mark.slow
def test_quitting_while_a_bot_thinks() -> None:
    """The application ends although a bot is still thinking."""
    bot = Slow()
    app = Application(Game.new(["Ada", "Ben"], seed=7), players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await asyncio.to_thread(bot.has_begun.wait, WAIT)
        await pilot.press("ctrl+q", "enter")

    session(app, act)
    assert bot.noted == ["begins"]
    bot.may_answer.set()


@pytest.mark.slow
def test_a_thinking_bot_is_not_asked_again() -> None:
    """Another language and a saved game do not ask a thinking bot again. After an undo, its answer is dropped."""
    bot = Slow()
    game = Game.new(["Ada", "Ben"], seed=7)
    app = Application(game, players=(HUMAN, bot), bot_pause=0)

    async def act(pilot: Pilot[None]) -> None:
        await typed(pilot, ">S1")
        await asyncio.to_thread(bot.has_begun.wait, WAIT)
        await pilot.press("f3", "ctrl+s", "escape", "ctrl+z", "ctrl+y", "ctrl+z")
        assert game.step_count == 0
        bot.may_answer.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert game.step_count == 0
        assert bot.noted == ["begins", "ends"]
        await pilot.press("ctrl+y")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert game.step_count > 1
        assert len(bot.noted) > 2

    session(app, act)
