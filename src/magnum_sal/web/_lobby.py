"""The lobby: all tables, the browsers that look at them, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from ..bots import HUMAN, Review
from ..engine.transitions import check_legal
from ..errors import LogError, MagnumSalError, MisuseError
from ..errors.messages import printable
from ..protocol.refused_error import RefusedError
from ..protocol.table_requests import HERE, LINK, OpenRequest
from ..queries.sensible import sensible_moves
from ..record.game import Game
from ..record.log.files import PrivatePath
from ._arrangement import Arrangement, Chair, new_link, unknown_table
from ._presence import NewsLimits, Presence, Subscription, players_of
from ._records import Records, check_same_game, known_arrangement
from ._reviews import Reviews
from ._server_settings import ServerSettings
from ._standings import Standing, Standings
from ._store import Store
from ._table import Table
from ._thinking import Workers
from ._waiting import Joined
from ._worker_process import describe_failure

_LOGGER: Final = logging.getLogger(__name__)
MOST_LISTED: Final = 10
"""Tables that a browser is told of, at most: each may have to be read."""
_PAUSE_AFTER_FAILURE: Final = 5.0
"""Seconds before a move is tried again that could not be recorded."""
_CANNOT_GO_ON: Final = "the move of a bot cannot be recorded now; it is tried again"


class Lobby:
    """
    All tables of a server. It is used from one event loop.

    Args:
        folder: Where tables are kept.
        settings: What is offered, and how much.
    """

    def __init__(self, folder: Path, settings: ServerSettings) -> None:
        self.settings = settings
        self.store = Store(folder)
        self.workers = Workers(settings.processes, settings.queue)
        self._tables: dict[str, Table] = {}
        self._records = Records(self.store, durable=settings.durable)
        self._reading: Joined[tuple[Arrangement, Standing]] = Joined()
        self._wanted: set[str] = set()
        self._standings = Standings(self.store)
        self.presence = Presence(NewsLimits.of(settings))
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self.reviews = Reviews()
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._replacing: set[asyncio.Task[None]] = set()
        self._is_shut = False
        self._hosts: dict[str, Arrangement] = {}
        self._players: Counter[str] = Counter()
        for known in self._read_all():
            self._note(known)

    def _read_all(self) -> Iterator[Arrangement]:
        for table in self.store.ids():
            try:
                yield self.store.read(table)
            except MagnumSalError as error:
                _LOGGER.warning("the table in %s.json cannot be read: %s", table, error)

    # tables

    async def table(self, name: str, browser: str) -> Table:
        """
        Return a table that a browser may see, which is in memory until the caller waits for something.

        Raises:
            RefusedError: there is none, or the browser was not let in.
            LogError: its files are ruined, and the browser had been let in.
        """
        if name not in self._tables:
            # What is wrong with a table's files is no business of strangers, so this comes before they are opened.
            known = known_arrangement(self.store, name, otherwise=self._hosts.get(name))
            if known is None or not known.may_see(browser):
                raise unknown_table()
        table = await self._opened(name)
        table.check_seen_by(browser)
        return table

    async def _opened(self, name: str) -> Table:
        while name not in self._tables:
            self._wanted.add(name)
            await self._reading.result(name, partial(self._read, name))
        return self._tables[name]

    async def _read(self, name: str) -> tuple[Arrangement, Standing]:
        """
        Read a table, and return how it stands.

        It enters memory if somebody opens it or its game goes on, since a bot or an absence may be next there. A game
        that is over and only listed does not.
        """
        try:
            arrangement, game, stamp = await self._records.read(name)
            standing = Standing.of(game)
            if name in self._wanted or not standing.is_over:
                self._enter(Table(arrangement, game, self._kept))
            else:
                game.close()
            # Where a bot is next, the table has to be read to make it move.
            if name not in self._tables or self._tables[name].bot is None:
                self._standings.keep(name, stamp, standing)
            return arrangement, standing
        finally:
            self._wanted.discard(name)

    def _enter(self, table: Table) -> None:
        """Take a table into memory, wait for who plays there, and let its bot think."""
        name = table.arrangement.id
        self._tables[name] = table
        for browser in dict.fromkeys(chair.holder for chair in table.arrangement.chairs):
            self.expect(table, browser)
        self.go_on(name)

    def _kept(self, arrangement: Arrangement) -> None:
        self.store.write(arrangement)
        self._note(arrangement)

    def _note(self, arrangement: Arrangement) -> None:
        """Remember who plays at a table, and forget it if it is closed."""
        before = self._hosts.pop(arrangement.id, None)
        if before is not None:
            self._players -= Counter(players_of(before))
        if arrangement.is_closed:
            self._standings.forget(arrangement.id)
        else:
            self._hosts[arrangement.id] = arrangement
            self._players.update(players_of(arrangement))

    def is_player(self, browser: str) -> bool:
        """Return whether a browser plays at an open table or hosts one."""
        return browser in self._players

    def open(self, browser: str, wanted: OpenRequest) -> Table:
        """
        Open a table, hosted by the browser.

        Raises:
            RefusedError: there are as many as are taken.
            MagnumSalError: the names, the bots or the rules are not what they should be.
        """
        hosted = sum(known.host == browser for known in self._hosts.values())
        if len(self._hosts) >= self.settings.tables or hosted >= self.settings.tables_of_one:
            raise RefusedError("too_many", "so many tables are open that no other can be; close one, or come later")
        chairs = tuple(self._chair(seat.player, browser) for seat in wanted.seats)
        name = new_link()
        arrangement = Arrangement(
            id=name,
            host=browser,
            watch_link=new_link(),
            chairs=chairs,
            absent_seconds=wanted.absent_seconds,
            stand_in=self.settings.bots[0],
        )
        # Without a seed, so that nobody can work out what lies face down.
        game = Game.new(
            [seat.name for seat in wanted.seats],
            ruleset=wanted.ruleset or self.settings.ruleset,
            log=PrivatePath(self.store.log(name)),
            durable=self.settings.durable,
        )
        try:
            self._kept(arrangement)
        except LogError:
            game.close()
            raise
        table = Table(arrangement, game, self._kept)
        self._enter(table)
        return table

    def _chair(self, player: str, browser: str) -> Chair:
        if player == HERE:
            return Chair(HUMAN, holder=browser)
        if player == LINK:
            return Chair(HUMAN, link=new_link())
        return Chair(self.checked_bot(player))

    def checked_bot(self, player: str) -> str:
        """Return a bot's name, if it is one of those that are offered."""
        if player not in self.settings.bots:
            raise MisuseError(
                f"player: {player!r} does not play here; those who do are {', '.join(self.settings.bots)}"
            )
        return player

    async def table_of_link(self, link: str) -> Table:
        """Return the table to which a link leads; ``RefusedError`` where it leads nowhere."""
        for arrangement in tuple(self._hosts.values()):
            with contextlib.suppress(RefusedError):
                arrangement.seat_of_link(link)
                return await self._opened(arrangement.id)
        raise RefusedError("unknown_link", "link: it leads nowhere any more; ask the host of the table for another one")

    async def list_tables(self, browser: str) -> tuple[tuple[Arrangement, Standing], ...]:
        """Return the open tables that a browser hosts or plays at, the last played first, at most ``MOST_LISTED``."""
        own = [known.id for known in self._hosts.values() if browser == known.host or known.seats_of(browser)]
        found = []
        for name in sorted(own, key=self.store.last_played, reverse=True)[:MOST_LISTED]:
            with contextlib.suppress(MagnumSalError):
                found.append(await self._look_up(name))
        return tuple(found)

    async def _look_up(self, name: str) -> tuple[Arrangement, Standing]:
        """Return how a table stands, without its game if that is possible; errors are those of ``read_table``."""
        table = self._tables.get(name)
        if table is not None:
            return table.arrangement, table.standing
        standing = self._standings.find(name)
        if standing is None:
            return await self._reading.result(name, partial(self._read, name))
        arrangement = self.store.read(name)
        check_same_game(arrangement, standing.state)
        return arrangement, standing

    def close_idle(self) -> None:
        """Close the tables where nobody has moved for long, and put those away at which nobody looks until one does."""
        for name in tuple(self._hosts):
            if self._is_to_close(name):
                with contextlib.suppress(MagnumSalError):
                    self._close(name)
                    self.changed(name)
        for name in tuple(self._tables):
            if self._is_to_put_away(name):
                self._tables.pop(name).game.close()

    def _is_to_close(self, name: str) -> bool:
        is_used = self.presence.is_looked_at(name) or self._reading.is_going(name)
        return not is_used and self._idle_seconds(name) > self.settings.idle_days * 24 * 60 * 60

    def _close(self, name: str) -> None:
        """Close a table. One that is not in memory need not be read for that; one without a log stays as it is."""
        table = self._tables.get(name)
        if table is not None:
            table.close(None)
        elif self.store.log(name).exists():
            self._kept(self.store.read(name).closed())

    def _idle_seconds(self, name: str) -> float:
        return time.time() - self.store.last_played(name)

    def _is_to_put_away(self, name: str) -> bool:
        if self.presence.is_looked_at(name) or name in self._thinking:
            return False
        table = self._tables[name]
        is_done = table.game.is_over or table.arrangement.is_closed
        return is_done or self._idle_seconds(name) >= self.settings.put_away_seconds

    async def keep_closing(self, seconds: float) -> None:
        """Call ``close_idle`` every so many seconds, until it is cancelled."""
        while True:
            await asyncio.sleep(seconds)
            try:
                self.close_idle()
            except Exception:
                _LOGGER.exception("tables that nobody needs could not be put away")

    # who looks

    @contextlib.contextmanager
    def looking(self, table: Table, browser: str) -> Iterator[Subscription]:
        """Count a browser as present at a table, and yield its subscription to the news."""
        name = table.arrangement.id
        was_present = self.presence.is_present(name, browser)
        try:
            with self.presence.looking(table.arrangement, browser) as subscription:
                if not was_present:
                    self._came(name, browser)
                yield subscription
        finally:
            if not self.presence.is_present(name, browser):
                self.expect(table, browser)
                self.changed(name)

    def _came(self, name: str, browser: str) -> None:
        timer = self._leaving.pop((name, browser), None)
        if timer is not None:
            timer.cancel()
        self.changed(name)

    def expect(self, table: Table, browser: str | None) -> None:
        """Wait for a person with a seat who does not look at a table, for as long as the table does."""
        arrangement = table.arrangement
        name, seconds = arrangement.id, arrangement.absent_seconds
        if browser is None or not seconds or arrangement.is_closed or table.game.is_over or self._is_shut:
            return
        is_known = (name, browser) in self._leaving or self.presence.is_present(name, browser)
        if arrangement.seats_of(browser) and not is_known:
            loop = asyncio.get_running_loop()
            self._leaving[name, browser] = loop.call_later(seconds, self._is_away, name, browser)

    def _is_away(self, name: str, browser: str) -> None:
        """Start to replace somebody who has not come back, whose table may have to be read for that."""
        self._leaving.pop((name, browser), None)
        task = asyncio.get_running_loop().create_task(self._replace(name, browser))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, name: str, browser: str) -> None:
        """Replace somebody who has not come back by a bot."""
        with contextlib.suppress(MagnumSalError):
            table = await self._opened(name)
            for seat in table.arrangement.seats_of(browser):
                table.leave(browser, seat)
            self.changed(name)

    def changed(self, name: str) -> None:
        """Wake all who look at a table, and the bot whose turn it is."""
        self.presence.wake(name)
        self.go_on(name)

    def forget(self, name: str) -> None:
        """Put a table away whose record failed, so that it is read anew: what is told is then what is kept."""
        table = self._tables.pop(name, None)
        if table is not None:
            table.game.close()
            self.presence.wake(name)

    # bots

    def go_on(self, name: str) -> None:
        """Let the bot think whose turn it is at a table, if it does not already."""
        table = self._tables.get(name)
        if table is None or table.bot is None or name in self._thinking or self._is_shut:
            return
        task = self._thinking[name] = asyncio.get_running_loop().create_task(self._think(name, table))
        task.add_done_callback(lambda done: self._thought(name, done))

    def _thought(self, name: str, task: asyncio.Task[None]) -> None:
        self._thinking.pop(name, None)
        failed = None if task.cancelled() else task.exception()
        if failed is None:
            self.go_on(name)
        elif not self._is_shut:
            _LOGGER.error("a bot cannot go on at table %s", name, exc_info=failed)
            table = self._tables.get(name)
            if table is not None:
                table.trouble = _CANNOT_GO_ON
                self.presence.wake(name)
            asyncio.get_running_loop().call_later(_PAUSE_AFTER_FAILURE, self.go_on, name)

    async def _think(self, name: str, table: Table) -> None:
        """Let a bot make one move, unless the game goes on meanwhile without it."""
        bot, number, state = table.bot, table.number, table.game.state
        if bot is None:
            return
        await asyncio.sleep(self.settings.bot_pause)
        trouble = None
        try:
            move = await self.workers.move(bot, state.public(), self.settings.bot_seconds)
            check_legal(state, move)
        except Exception as error:
            # A bot is anybody's program; the table goes on without its answer.
            trouble = printable(f"{bot}: {describe_failure(error)}", 300)
            move = sensible_moves(state.public())[0]
        if table.number != number or table.bot != bot or self._tables.get(name) is not table:
            return
        table.made(move)
        table.trouble = trouble
        self.changed(name)

    async def review(self, table: Table, browser: str) -> Review:
        """Return what a bot thinks of the game of a table; errors are those of ``Reviews.of``."""
        return await self.reviews.of(table, browser, self.workers, self.settings.review_seconds)

    async def shut(self) -> None:
        """End all that goes on."""
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
