"""The lobby: the tables in memory, the browsers that wait for news, and the bots. All code here is asynchronous."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import anyio

from ..errors import LogError, MagnumSalError, MalformedError
from ..lessons import choose_passing_move
from ..protocol.refused_error import RefusedError
from ..protocol.table_requests import ContinueRequest, LeaveRequest, OpenLessonRequest, OpenRequest, TableRequest
from . import _permissions as permissions
from ._changes import Change, change_of
from ._directory import MOST_LISTED, Directory
from ._journal import log_closing
from ._notifications import Presence, Subscription
from ._openings import Openings
from ._refusals import log_failure
from ._reviews import Reviews
from ._server_settings import ServerSettings
from ._store import Store, new_link
from ._table import PASSING, Arrangement, Standing, Table, unknown_link
from ._thinking import check_move, describe_failure, replace_move
from ._work_queue import SharedTasks, run_in_thread
from ._workers import Workers

_LOGGER: Final = logging.getLogger(__name__)
_READ_AT_ONCE: Final = 2
"""The number of tables read at once. More threads would not help, because only one thread at a time runs Python."""
_PAUSE_AFTER_FAILURE: Final = 5.0
"""Seconds before the server retries a bot's move that it could not make."""
_NOT_RECORDED: Final = "the move of a bot could not be recorded; the server will try again"
_FAILED: Final = "the move of a bot failed because of an internal error; the server will try again"


class Lobby:
    """All tables of a server, stored in a folder. Use a lobby from one event loop only."""

    def __init__(self, folder: Path, settings: ServerSettings) -> None:
        self.settings = settings
        self.store = Store(folder, durable=settings.durable)
        self.workers = Workers(settings.processes, settings.queue)
        self.presence = Presence(settings)
        self.reviews = Reviews()
        self.directory = Directory()
        self._openings = Openings(self.store, self.directory, settings, new_link, self._close)
        self._tables: dict[str, Table] = {}
        # The threads' queue needs no limit: at most one log per table waits there, and a list reads its tables one
        # after another.
        self._threads = anyio.CapacityLimiter(_READ_AT_ONCE)
        self._reading: SharedTasks[tuple[Arrangement, Standing]] = SharedTasks()
        self._wanted: set[str] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._replacing: set[asyncio.Task[None]] = set()
        self._away: set[tuple[str, str]] = set()
        self._is_shut = False
        self._lessons = {lesson.id: lesson for lesson in settings.lessons}
        for table in self.store.ids():
            # One damaged table must not keep the others from being served.
            with log_failure("the table %s cannot be read: %s", table):
                self.directory.note(arrangement := self.store.read(table))
                self.store.check_log(arrangement)

    async def table(self, name: str, browser: str) -> Table:
        """
        Return a table that a browser may see. The table stays in memory at least until the caller awaits something.

        Raises:
            RefusedError: the table does not exist, or the browser has no access.
            LogError: the table's files are damaged.
        """
        # A bot may be about to take over once the table is read. A request for the table shows that the person is back.
        self._away.discard((name, browser))
        if name not in self._tables:
            # Check access before opening the files: strangers must not learn whether a table's files are damaged.
            permissions.check_access(self.store.find_arrangement(name, self.directory.find(name)), browser)
        table = await self._load_table(name)
        permissions.check_access(table.arrangement, browser)
        return table

    async def table_of_link(self, link: str, browser: str | None = None) -> Table:
        """Return the table that a link leads a browser to. Raises ``RefusedError`` if the link is unknown."""
        name = self.directory.table_of_link(link, browser)
        with contextlib.suppress(RefusedError):
            if name is not None:
                return await self._load_table(name)
        raise unknown_link()

    async def _load_table(self, name: str) -> Table:
        # Check again after each read. The table may have left memory before this task continued, or the read was only
        # for a list.
        while name not in self._tables:
            self._wanted.add(name)
            await self._reading.result(name, partial(self._read, name))
        return self._tables[name]

    async def _read(self, name: str) -> tuple[Arrangement, Standing]:
        """
        Read a table in a thread, so that other requests need not wait, and return its seating and standing.

        The table is kept in memory if somebody opens it. It is also kept if its game is not over, because a bot may
        have to move or replace a person. A finished game that is only listed is not kept.
        """
        try:
            async with self._threads:
                table, stamp = await run_in_thread(self.store.read_table, name)
            # _close() may have changed the seating while the thread read the log.
            table.arrangement = self.store.find_arrangement(name, table.arrangement) or table.arrangement
            if name in self._wanted or not table.game.is_over:
                self._enter(table)
            else:
                table.game.close()
            # If a bot is next, a later listing must read the table again to make the bot move.
            if name not in self._tables or table.bot is None:
                self.store.keep_standing(name, stamp, table.standing)
            return table.arrangement, table.standing
        finally:
            self._wanted.discard(name)

    def _enter(self, table: Table) -> None:
        """Add a table to memory. Start the timers for its absent players, and the bot whose turn it is."""
        name = table.arrangement.id
        table.lesson = self._lessons.get(table.arrangement.lesson or "")
        self._tables[name] = table
        for chair in table.arrangement.chairs:
            self._expect(table, chair.holder)
        self.go_on(name)

    def open(self, browser: str, wanted: OpenRequest) -> Table:
        """Open a table with the browser as host. Raises the errors of ``Openings.open_table``."""
        table = self._openings.open_table(browser, wanted)
        self._enter(table)
        return table

    def open_lesson(self, browser: str, wanted: OpenLessonRequest) -> Table:
        """Open a table for a lesson with the browser as learner. Raises the errors of ``Openings.open_lesson``."""
        table = self._openings.open_lesson(browser, wanted)
        self._enter(table)
        return table

    async def continue_game(self, browser: str, wanted: ContinueRequest) -> str:
        """
        Open a table that resumes the game of a log, and return its id. The browser is the host.

        The table is stored, but not in memory. ``table`` reads it.

        Raises the errors of ``Openings.continue_game`` and ``Workers.prepare_game``. An error in the log becomes a
        ``MalformedError``.
        """
        self.directory.check_room(browser, self.settings)  # before the log is read, which takes much longer
        try:
            game = await self.workers.prepare_game(browser, wanted.log.encode("utf-8", "surrogatepass"))
        except RefusedError:
            raise
        except MagnumSalError as error:
            raise MalformedError(str(error)) from None
        # Nothing is awaited from here on. A table that exists must not be lost when the client disconnects.
        return self._openings.continue_game(browser, wanted, game).id

    def act(self, table: Table, browser: str, wanted: TableRequest) -> Change:
        """
        Apply a browser's request to a table and return the change. Raises the errors of ``change_of``.

        This method checks the permission, changes the table, stores it, and notifies everybody.
        """
        change = change_of(table, browser, wanted, self.settings.bots, new_link)
        is_closing = change.arrangement.is_closed and not table.arrangement.is_closed
        self._keep(table, change)
        if is_closing:
            log_closing(table.arrangement.id, "by its host")
        # A client without a news stream counts as absent, but its request shows that the person is there. So the
        # timer restarts.
        self._expect(table, browser)
        self.announce_change(table.arrangement.id)
        return change

    def _keep(self, table: Table, change: Change) -> None:
        self.store.keep(table, change)
        self.directory.note(table.arrangement)

    async def list_tables(self, browser: str) -> tuple[tuple[Arrangement, Standing], ...]:
        """
        Return up to ``MOST_LISTED`` open tables that a browser hosts or plays at, most recently changed first.

        Tables for lessons are left out.
        """
        lessons = self.directory.lessons_of(browser)
        own = [name for name in self.directory.tables_of(browser) if name not in lessons]
        found = []
        for name in sorted(own, key=self.store.read_log_time, reverse=True)[:MOST_LISTED]:
            with log_failure("a list omits the table %s: %s", name):
                # The list omits a damaged table. A person who opens the table learns that its record cannot be read.
                found.append(await self._look_up(name))
        return tuple(found)

    async def _look_up(self, name: str) -> tuple[Arrangement, Standing]:
        """Return a table's seating and standing, from memory if possible. Raises the errors of ``Store.read_table``."""
        if (table := self._tables.get(name)) is not None:
            return table.arrangement, table.standing
        return self.store.look_up(name) or await self._reading.result(name, partial(self._read, name))

    def close_idle(self) -> None:
        """Close tables that have had no move for ``idle_days``. Remove tables from memory if nobody is viewing them."""
        now = time.time()
        for name in self.directory.names():
            is_used = self.presence.is_looked_at(name) or self._reading.is_going(name)
            if not is_used and now - self.store.read_log_time(name) > self.settings.idle_days * 24 * 60 * 60:
                self._close(name, f"after {self.settings.idle_days:g} days without a move")
        for name, table in tuple(self._tables.items()):
            is_used = self.presence.is_looked_at(name) or name in self._thinking
            idle_seconds = now - self.store.read_log_time(name)
            if not is_used and table.is_to_put_away(idle_seconds, self.settings.put_away_seconds):
                self._tables.pop(name).game.close()

    def _close(self, name: str, reason: str = "for another lesson of its learner") -> None:
        """Close a table without reading its log, or forget it if its files were deleted. A damaged one stays open."""
        with log_failure("the table %s cannot be closed: %s", name):
            if self.store.is_deleted(name):
                self.directory.forget(name)
                self.forget(name)
                reason = "because its files were deleted"
            elif not self.store.log(name).exists():
                return  # the seating of a closed table would be of no use without its log
            elif (table := self._tables.get(name)) is not None:
                self._keep(table, Change(table.arrangement.to_closed()))
            else:
                closed = self.store.read(name).to_closed()
                self.store.write(closed)
                self.directory.note(closed)
            log_closing(name, reason)
            self.announce_change(name)

    async def keep_closing(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                self.close_idle()
            except Exception:
                _LOGGER.exception("idle tables could not be closed")

    @contextlib.contextmanager
    def track_visitor(self, table: Table, browser: str, wake: Callable[[], None]) -> Iterator[Subscription]:
        """
        Count a browser as present at a table, and yield its subscription to the news.

        Raises ``RefusedError`` if too many people are watching.
        """
        name = table.arrangement.id
        # A browser may have several pages open. Only the first one makes it present, and only closing the last one
        # makes it absent.
        was_present = self.presence.is_present(name, browser)
        subscription = self.presence.add(table.arrangement, browser, wake)
        try:
            if not was_present:
                self._expect(table, browser)
                self.announce_change(name)
            yield subscription
        finally:
            self.presence.remove(subscription)
            if not self.presence.is_present(name, browser):
                self._expect(table, browser)
                self.announce_change(name)

    def _expect(self, table: Table, browser: str | None) -> None:
        """Restart the timer after which a bot takes over an absent person's seats; stop it for a present one."""
        if browser is None or self._is_shut:
            return
        name, seconds = table.arrangement.id, table.absence_timeout_of(browser)
        if (timer := self._leaving.pop((name, browser), None)) is not None:
            timer.cancel()
        if seconds and not self.presence.is_present(name, browser):
            loop = asyncio.get_running_loop()
            self._leaving[name, browser] = loop.call_later(seconds, self._is_away, name, browser)

    def _is_away(self, name: str, browser: str) -> None:
        self._leaving.pop((name, browser), None)
        self._away.add((name, browser))
        task = asyncio.get_running_loop().create_task(self._replace(name, browser))
        # The event loop keeps only weak references to its tasks, so an unreferenced one could be collected too early.
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, name: str, browser: str) -> None:
        """Replace an absent person with a bot. If the table cannot be read, ``_enter`` starts a timer once it can."""
        with log_failure("a bot cannot take over at table %s: %s", name):
            try:
                table = await self._load_table(name)
                is_back = (name, browser) not in self._away
            finally:
                self._away.discard((name, browser))
            # No bot takes over once the game is over. It may have ended while the timer was running.
            if is_back or not table.absence_timeout_of(browser):
                self._expect(table, browser)
                return
            try:
                for seat in table.arrangement.seats_of(browser):
                    self._keep(table, change_of(table, browser, LeaveRequest(seat=seat), (), new_link))
            except LogError:
                # A full disk may have room again later. Without a new timer, the table would wait forever.
                self._expect(table, browser)
                raise
            finally:
                self.announce_change(name)

    def announce_change(self, name: str) -> None:
        """Notify everybody who is viewing a table, and start the bot whose turn it is."""
        self.presence.wake(name)
        self.go_on(name)

    def forget(self, name: str) -> None:
        """Remove a table from memory after an error in its log. The next request reads the stored game again."""
        if (table := self._tables.pop(name, None)) is not None:
            table.game.close()
            self.presence.wake(name)

    def go_on(self, name: str) -> None:
        """Start the bot whose turn it is at a table, unless it is already thinking."""
        table = self._tables.get(name)
        # Run one task per table: two bots must never move in the same position.
        if table is not None and table.bot is not None and name not in self._thinking and not self._is_shut:
            self._thinking[name] = asyncio.get_running_loop().create_task(self._let_bots_move(name))

    async def _let_bots_move(self, name: str) -> None:
        """Play bots' moves until it is a person's turn."""
        try:
            while (table := self._tables.get(name)) is not None and (bot := table.bot) is not None:
                await self._let_move(bot, table)
        except Exception as error:
            # Workers end with the server, so a requested move fails now. This is not an error, so it is not logged.
            if self._is_shut:
                return
            # The message of a LogError names the cause. For any other error, the operator needs the traceback.
            is_of_log = isinstance(error, LogError)
            _LOGGER.error("a bot cannot continue at table %s: %s", name, error, exc_info=None if is_of_log else error)
            if (table := self._tables.get(name)) is not None:
                table.trouble = _NOT_RECORDED if is_of_log else _FAILED
                self.presence.wake(name)
            # A full disk may have room again soon. Until then the page shows the problem, and the game waits.
            asyncio.get_running_loop().call_later(_PAUSE_AFTER_FAILURE, self.go_on, name)
        finally:
            del self._thinking[name]

    async def _let_move(self, bot: str, table: Table) -> None:
        """Play one move of a bot, unless the game has changed in the meantime."""
        name, number, state = table.arrangement.id, table.number, table.game.state
        await asyncio.sleep(self.settings.bot_pause)
        trouble = None
        try:
            if bot == PASSING:
                move = choose_passing_move(state)
            else:
                # A bot that plays for a person knows what the person has seen.
                view = state.seen_by(state.turn_seat)
                seconds = self.settings.bot_seconds
                # A person who is disconnected counts, too, because such a game soon waits for that person.
                found = await self.workers.move(name, lambda: bool(table.arrangement.people()), bot, view, seconds)
                move = check_move(state, found)
        except Exception as error:
            move, trouble = replace_move(state, bot, describe_failure(error))
        # While the bot was thinking, somebody may have undone moves, taken the seat back or closed the table. The table
        # may also have been read from its log again.
        if table.number == number and table.bot == bot and self._tables.get(name) is table:
            self._keep(table, Change(table.arrangement, move=move))
            table.trouble = trouble
            self.announce_change(name)

    async def shut_down(self) -> None:
        # Set this first, so that cancelled tasks start no further bots or timers.
        self._is_shut = True
        await self.reviews.end()
        tasks = (*self._thinking.values(), *self._replacing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for timer in self._leaving.values():
            timer.cancel()
        for table in self._tables.values():
            table.game.close()
        self.store.close()
