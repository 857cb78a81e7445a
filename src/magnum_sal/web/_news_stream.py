"""The stream of news about a table that a browser receives while the page of the table is open."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.types import Message, Receive, Scope, Send

from ..errors import MagnumSalError
from ..protocol.answering import format_line
from ..record.serialization import to_dict
from ._lobby import Lobby
from ._news import describe_table
from ._notifications import Subscription
from ._table import Table

_PING: Final = 15
"""Seconds between pings on a connection without news."""
PING_FORMS: Final = ("comment", "event")
"""The forms of a ping. Every client skips a comment, but ``EventSource`` in a browser reports only an event."""
_RETRY: Final = 1000
"""Milliseconds before a browser reconnects."""
_RETRY_REPLACED: Final = 60_000
"""Milliseconds before a browser reconnects if its connection was replaced."""


def open_news(
    lobby: Lobby, table: Table, browser: str, language: str, known: int | None, ping: str = PING_FORMS[0]
) -> EventSourceResponse:
    """
    Return a response that streams the news about a table to a browser. *ping* is one of ``PING_FORMS``.

    From now on the browser counts as present, until the response ends. Raises ``RefusedError`` if too many people are
    watching.
    """
    # Take the place now instead of when the stream starts in a task of its own. Otherwise many simultaneous requests
    # would all find the same free place.
    changed, place = asyncio.Event(), contextlib.ExitStack()
    subscription = place.enter_context(lobby.track_visitor(table, browser, changed.set))
    return _NewsResponse(_stream_news(lobby, subscription, changed, language, known), place, ping)


class _NewsResponse(EventSourceResponse):
    """A stream of news that releases the place of its connection at its end."""

    def __init__(self, news: AsyncIterator[ServerSentEvent], place: contextlib.ExitStack, ping: str) -> None:
        # The default ping is a comment. A ping that is an event needs data, because browsers skip events without data.
        create_ping = partial(ServerSentEvent, "{}", event="ping") if ping == "event" else None
        super().__init__(news, ping=_PING, ping_message_factory=create_ping, send_timeout=_PING)
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        # The generator of the news cannot release the place: it never starts if the client has already disconnected.
        with self._place:
            await super().__call__(scope, receive, send_and_note)
            # If the server stops, the stream is cancelled in the middle. Uvicorn would report an incomplete response.
            if has_begun and self.active:
                self.active = False
                await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _stream_news(
    lobby: Lobby, subscription: Subscription, changed: asyncio.Event, language: str, known: int | None
) -> AsyncIterator[ServerSentEvent]:
    """
    Yield the news about a table whenever anything changes. A slow reader gets only the latest news.

    The stream ends when the browser loses access. The browser then reconnects and receives the reason.
    """
    # Each news message contains the whole state instead of a difference from the last one. A reader that was away,
    # slow or disconnected needs only the latest message, so nothing has to be queued and nothing can be lost. The
    # id of an event is the number of its position. A browser that reconnects sends it back as Last-Event-ID (HTML
    # Standard, server-sent events), and *known* then decides which moves count as new.
    browser = subscription.browser
    with contextlib.suppress(MagnumSalError):
        while not subscription.is_ended:
            # Clear the event before reading the table. A change while the news is built or sent sets the event
            # again, so no change is lost. Several changes in that time become one message.
            changed.clear()
            # Look up the table each time. The table may have left memory since, and the browser may have lost
            # access.
            table = await lobby.table(subscription.table, browser)
            said = describe_table(table, lobby.presence, browser, language, known=known)
            known = said.number
            line = format_line(to_dict(said))
            yield ServerSentEvent(line, event="news", id=str(known), retry=_RETRY)
            await changed.wait()
        # Another connection has replaced this one. If the browser reconnected soon, it would end the other
        # connection in turn.
        yield ServerSentEvent(retry=_RETRY_REPLACED)
