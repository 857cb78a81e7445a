"""A bot in a seat of the terminal application: it thinks in the background, and is replaced after a failure."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future

from ...arena.game import describe_failure
from ...bots import Bot, make_bot
from ...bots.protocol import close_bot
from ...engine.transitions import legal_moves
from ...model.moves import Move
from ...model.state import GameState


class SeatedBot:
    """
    A bot in a seat, which thinks in threads of its own.

    The threads are daemons: neither the event loop nor the interpreter waits for them. So a bot that thinks for a long
    time does not keep the person from quitting.

    Args:
        player: A bot, or its name. After a failure, a bot with a name is replaced by a new one, because a process bot
            whose program was late or has ended cannot be asked again.

    Raises:
        MisuseError: the bot is unknown.
    """

    def __init__(self, player: str | Bot) -> None:
        self._player = player
        self.bot = make_bot(player) if isinstance(player, str) else player
        self._has_failed = False
        self._lock = threading.Lock()

    async def choose_move(self, view: GameState) -> Move:
        """
        Ask the bot for a move and wait for its answer.

        Raises:
            BotError: the bot failed.
        """
        answer: Future[Move] = Future()
        threading.Thread(target=self._think, args=(answer, view), daemon=True).start()
        return await asyncio.wrap_future(answer)

    def close(self) -> None:
        """Close the bot after its current answer, without waiting for it. A bot that was passed as an object stays."""
        if isinstance(self._player, str):
            threading.Thread(target=self._close, daemon=True).start()

    def _close(self) -> None:
        # A bot that is thinking holds the lock, perhaps for minutes.
        with self._lock:
            close_bot(self.bot)

    def _think(self, answer: Future[Move], view: GameState) -> None:
        # After an undo, nobody waits for the answer, but the bot cannot be stopped. A bot can answer only one question
        # at a time, so the next question waits for the end of this one. A question that nobody waits for any more is
        # skipped.
        with self._lock:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                if self._has_failed and isinstance(self._player, str):
                    close_bot(self.bot)
                    self.bot = make_bot(self._player)
                self._has_failed = False
                move = self.bot(view, legal_moves(view))
            except BaseException as error:
                # A bot may raise anything. Ctrl+C reaches only the main thread, so even a KeyboardInterrupt comes from
                # the bot.
                self._has_failed = True
                answer.set_exception(describe_failure(self.bot, error, None, view, ()))
            else:
                answer.set_result(move)
