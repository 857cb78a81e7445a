"""The house: all tables, the browsers that look at them, and the bots that sit at them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .._sensible import sensible_moves
from .._wording import printable
from ..bots import HUMAN, Review
from ..engine import check_legal
from ..errors import LogError, MagnumSalError, MisuseError
from ..game import Game
from ..log._files import PrivatePath
from ..serve._refused_error import RefusedError
from ._arrangement import Arrangement, Chair, new_link, unknown_table
from ._house_rules import HouseRules
from ._presence import NewsLimits, Presence, Subscription, players_of
from ._records import known_arrangement, read_table
from ._requests import HERE, LINK, OpenRequest
from ._reviews import Reviews
from ._store import Store
from ._table import Table
from ._thinking import Workers
from ._worker_process import describe_failure

_LOGGER: Final = logging.getLogger(__name__)
MOST_LISTED: Final = 10
"""Tables that a browser is told of, at most: each has to be read."""
_PAUSE_AFTER_FAILURE: Final = 5.0
"""Seconds before a move is tried again that could not be recorded."""
_CANNOT_GO_ON: Final = "the move of a bot cannot be recorded now; it is tried again"


class House:
    """
    All tables of a server. It is used from one event loop.

    Args:
        folder: Where tables are kept.
        rules: What is offered, and how much.
    """

    def __init__(self, folder: Path, rules: HouseRules) -> None:
        self.rules = rules
        self.store = Store(folder)
        self.workers = Workers(rules.processes, rules.queue)
        self._tables: dict[str, Table] = {}
        self.presence = Presence(
            NewsLimits(
                at_table=rules.onlookers,
                in_all=rules.connections,
                of_one_at_table=rules.connections_of_one_at_table,
                of_one=rules.connections_of_one,
            )
        )
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self.reviews = Reviews()
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
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

    def table(self, name: str, browser: str) -> Table:
        """
        Return a table that a browser may see.

        Raises:
            RefusedError: there is none, or the browser was not let in.
            LogError: its files are ruined, and the browser had been let in.
        """
        if name not in self._tables:
            # What is wrong with a table's files is no business of strangers, so this comes before they are opened.
            known = known_arrangement(self.store, name, otherwise=self._hosts.get(name))
            if known is None or not known.may_see(browser):
                raise unknown_table()
        table = self._opened(name)
        table.check_seen_by(browser)
        return table

    def _opened(self, name: str) -> Table:
        table = self._tables.get(name)
        if table is None:
            arrangement, game = read_table(self.store, name, durable=self.rules.durable)
            table = self._tables[name] = Table(arrangement, game, self._kept)
            for browser in dict.fromkeys(chair.holder for chair in arrangement.chairs):
                self.expect(table, browser)
            self.go_on(name)
        return table

    def _kept(self, arrangement: Arrangement) -> None:
        self.store.write(arrangement)
        self._note(arrangement)

    def _note(self, arrangement: Arrangement) -> None:
        """Remember who plays at a table, and forget it if it is closed."""
        before = self._hosts.pop(arrangement.id, None)
        if before is not None:
            self._players -= Counter(players_of(before))
        if not arrangement.is_closed:
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
        if len(self._hosts) >= self.rules.tables or hosted >= self.rules.tables_of_one:
            raise RefusedError("too_many", "so many tables are open that no other can be; close one, or come later")
        chairs = tuple(self._chair(seat.player, browser) for seat in wanted.seats)
        name = new_link()
        arrangement = Arrangement(
            id=name,
            host=browser,
            watch_link=new_link(),
            chairs=chairs,
            absent_seconds=wanted.absent_seconds,
            stand_in=self.rules.bots[0],
        )
        # Without a seed, so that nobody can work out what lies face down.
        game = Game.new(
            [seat.name for seat in wanted.seats],
            ruleset=wanted.ruleset or self.rules.ruleset,
            log=PrivatePath(self.store.log(name)),
            durable=self.rules.durable,
        )
        try:
            self._kept(arrangement)
        except LogError:
            game.close()
            raise
        table = self._tables[name] = Table(arrangement, game, self._kept)
        self.expect(table, browser)
        self.go_on(name)
        return table

    def _chair(self, player: str, browser: str) -> Chair:
        if player == HERE:
            return Chair(HUMAN, holder=browser)
        if player == LINK:
            return Chair(HUMAN, link=new_link())
        return Chair(self.checked_bot(player))

    def checked_bot(self, player: str) -> str:
        """Return a bot's name, if it is one of those that are offered."""
        if player not in self.rules.bots:
            raise MisuseError(f"player: {player!r} does not play here; those who do are {', '.join(self.rules.bots)}")
        return player

    def table_of_link(self, link: str) -> Table:
        """Return the table to which a link leads; ``RefusedError`` where it leads nowhere."""
        for arrangement in self._hosts.values():
            with contextlib.suppress(RefusedError):
                arrangement.seat_of_link(link)
                return self._opened(arrangement.id)
        raise RefusedError("unknown_link", "link: it leads nowhere any more; ask the host of the table for another one")

    def tables_of(self, browser: str) -> Iterator[Table]:
        """Yield the open tables that a browser hosts or plays at, the last played first, at most ``MOST_LISTED``."""
        own = [known.id for known in self._hosts.values() if browser == known.host or known.seats_of(browser)]
        for name in sorted(own, key=self.store.last_played, reverse=True)[:MOST_LISTED]:
            with contextlib.suppress(MagnumSalError):
                yield self._opened(name)

    def close_idle(self) -> None:
        """Close the tables where nobody has moved for long, and put those away at which nobody looks until one does."""
        for name in tuple(self._hosts):
            if self._idle_seconds(name) > self.rules.idle_days * 24 * 60 * 60 and not self.presence.is_looked_at(name):
                with contextlib.suppress(MagnumSalError):
                    self._opened(name).close(None)
                    self.changed(name)
        for name in tuple(self._tables):
            if self._is_to_put_away(name):
                self._tables.pop(name).game.close()

    def _idle_seconds(self, name: str) -> float:
        return time.time() - self.store.last_played(name)

    def _is_to_put_away(self, name: str) -> bool:
        if self.presence.is_looked_at(name) or name in self._thinking:
            return False
        table = self._tables[name]
        is_done = table.game.is_over or table.arrangement.is_closed
        return is_done or self._idle_seconds(name) >= self.rules.put_away_seconds

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
        """Let a bot play for somebody who has not come back."""
        self._leaving.pop((name, browser), None)
        with contextlib.suppress(MagnumSalError):
            table = self._opened(name)
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
        await asyncio.sleep(self.rules.bot_pause)
        trouble = None
        try:
            move = await self.workers.move(bot, state.public(), self.rules.bot_seconds)
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
        return await self.reviews.of(table, browser, self.workers, self.rules.review_seconds)

    async def shut(self) -> None:
        """End all that goes on."""
        self._is_shut = True
        await self.reviews.end()
        for task in self._thinking.values():
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        for timer in self._leaving.values():
            timer.cancel()
        for table in self._tables.values():
            table.game.close()
        self.store.close()
