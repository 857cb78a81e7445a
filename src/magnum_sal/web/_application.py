"""The HTTP endpoints: their paths, and the response that each one returns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio.to_thread
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import IllegalMoveError, LogError, MagnumSalError, MalformedError, MisuseError
from ..protocol import answer
from ..protocol import table_answers as answers
from ..protocol import table_requests as requests
from ..protocol.answering import format_line
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import NO_ID, check_question, is_question, read_table_request
from ..protocol.table_options import answer_options
from ..render import defs
from ..render.board_facts import check_size
from ..render.layouts import find_layout
from ..render.theme_css import themes_css
from . import _news as news
from . import _requests as reading
from ._guard import Guard, Rates
from ._home_picture import draw_home_picture
from ._lobby import Lobby
from ._news_stream import PING, stream_news
from ._permissions import check_to_move, link_of
from ._pictures import Look, Rendering, graph, picture_response, qr_code_response
from ._replays import answer_replay
from ._requests import (
    COOKIE,
    FAILED,
    cancel_on_disconnect,
    handle_http_error,
    json_response,
    new_key,
    refusal,
    status_of,
)
from ._shared_positions import SharedPositions, share_position
from ._table import Table
from ._work_queue import Client
from ._workers import build_server

_LOGGER: Final = logging.getLogger(__name__)
_STATIC: Final = Path(__file__).with_name("static")
_YEAR: Final = 365 * 24 * 60 * 60
_SLOW: Final = frozenset(("legal_moves", "sensible_moves"))
"""Questions whose answers can be very long."""
_RATES: Final[Mapping[type, str]] = {requests.HintRequest: "hint", requests.OptionsRequest: "question"}
"""The rate limits of requests that do not change the table."""
_SLOW_SECONDS: Final = 10.0


class Site:
    """The endpoints for the tables in a lobby."""

    def __init__(self, lobby: Lobby, rates: Rates, *, is_secure: bool) -> None:
        self._lobby, self._rates, self._is_secure = lobby, rates, is_secure
        self._rendering = Rendering()
        self._shared = SharedPositions(self._rendering, rates, lobby.settings.address)

    def routes(self) -> Sequence[Route | Mount]:
        table, code = "/api/tables/{table}", "/api/positions/{code}"
        return [
            Route("/", self._page),
            Route("/t/{table}", self._page),
            Route("/join/{link}", self._page),
            Route("/from/{code}", self._page),
            Route("/learn", self._page),
            Route("/replay", self._page),
            Route("/themes.css", self._themes),
            Route("/symbols.svg", self._symbols),
            Route("/api/welcome", self._build_endpoint(self._welcome)),
            Route("/api/lessons", self._build_endpoint(self._lessons)),
            Route("/api/picture", self._build_endpoint(self._picture)),
            Route("/api/tables", self._build_endpoint(self._tables, self._open), methods=["GET", "POST"]),
            Route("/api/invitations/{link}", self._build_endpoint(self._invitation)),
            Route("/api/join", self._build_endpoint(self._join), methods=["POST"]),
            Route("/api/replay", self._build_endpoint(self._replay), methods=["POST"]),
            Route(table, self._build_endpoint(self._news_once, self._ask), methods=["GET", "POST"]),
            Route(f"{table}/news", self._build_endpoint(self._news)),
            Route(f"{table}/board.svg", self._build_endpoint(self._board)),
            Route(f"{table}/history", self._build_endpoint(self._history)),
            Route(f"{table}/standing", self._build_endpoint(self._standing)),
            Route(f"{table}/graph.svg", self._build_endpoint(self._graph)),
            Route(f"{table}/review", self._build_endpoint(self._review)),
            Route(f"{table}/review/progress", self._build_endpoint(self._review_progress)),
            Route(f"{table}/log.jsonl", self._build_endpoint(self._log)),
            Route(f"{table}/qr.svg", self._build_endpoint(self._code)),
            Route(f"{table}/share", self._build_endpoint(self._share)),
            Route(code, self._build_endpoint(self._shared.position)),
            Route(f"{code}/board.svg", self._build_endpoint(self._shared.board)),
            Route(f"{code}/qr.svg", self._build_endpoint(self._shared.qr_code)),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ]

    def _build_endpoint(
        self, handler: Callable[[Request], Any], on_post: Callable[[Request], Any] | None = None
    ) -> Callable[[Request], Any]:
        """Return an endpoint that calls *handler*, or *on_post* for POST requests, and turns errors into refusals."""

        async def endpoint(request: Request) -> Response:
            try:
                is_post = request.method == "POST"
                # Only POST requests change a table. A page on another site gains nothing from a GET request, because it
                # cannot read the response.
                if is_post:
                    reading.check_same_site(request.headers)
                said = await (on_post if is_post and on_post else handler)(request)
            except LogError as error:
                # After a failed write, memory and file may differ. The next request reads the table again, so everybody
                # sees the stored game.
                self._lobby.forget(request.path_params.get("table", ""))
                said = refusal(error)
            except MagnumSalError as error:
                said = refusal(error, reading.language_of_refusals(request))
            except ClientDisconnect:
                return Response()  # the client has disconnected, so nobody reads this response
            except Exception:
                # An extension's rule can fail in any way; a failure at one table must not affect the others.
                _LOGGER.exception("%s %s failed", request.method, request.url.path)
                said = refusal(RefusedError("internal", FAILED))
            return said if isinstance(said, Response) else json_response(said)

        return endpoint

    async def _page(self, request: Request) -> Response:
        # The response can set a key, which no shared cache may store.
        response = FileResponse(_STATIC / "page.html", headers={"Cache-Control": "private, no-cache"})
        # A browser keeps its existing key, because its seats belong to that key. With ``strict`` instead of ``lax``,
        # the cookie would be missing when a person follows a link in a chat. The page would then replace the key.
        if reading.find_browser(request) is None:
            response.set_cookie(COOKIE, new_key(), max_age=_YEAR, httponly=True, samesite="lax", secure=self._is_secure)
        return response

    async def _themes(self, _: Request) -> Response:
        return Response(themes_css(), media_type="text/css", headers={"Cache-Control": "no-cache"})

    async def _symbols(self, _: Request) -> Response:
        return Response(defs(), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    async def _welcome(self, request: Request) -> answers.TableAnswer:
        return news.describe_welcome(self._lobby.settings, reading.language(request))

    async def _lessons(self, request: Request) -> answers.TableAnswer:
        return news.describe_lessons(self._lobby.settings.lessons, reading.language(request))

    async def _picture(self, request: Request) -> Response:
        packed = await anyio.to_thread.run_sync(draw_home_picture, reading.language(request))
        return picture_response(packed, request.headers.get("accept-encoding", ""), is_fixed=False)

    async def _tables(self, request: Request) -> answers.TableAnswer:
        browser = reading.browser_asking(request)
        self._rates.check(request, "question")
        language = reading.language(request)
        tables = await self._lobby.list_tables(browser)
        return answers.TablesAnswer(
            tables=tuple(news.describe_table_entry(*table, browser, language) for table in tables)
        )

    async def _open(self, request: Request) -> answers.TableAnswer:
        browser = reading.browser_asking(request)
        self._rates.check(request, "open")
        wanted = read_table_request(await reading.message(request), self._lobby.settings.ruleset)
        if isinstance(wanted, requests.OpenLessonRequest):
            table = self._lobby.open_lesson(browser, wanted)
        elif isinstance(wanted, requests.OpenRequest):
            table = self._lobby.open(browser, wanted)
        else:
            raise MalformedError(f"type: expected open or open_lesson, got {wanted.type}")
        return answers.OpenedAnswer(table=table.arrangement.id)

    async def _invitation(self, request: Request) -> answers.TableAnswer:
        # Looking at an invitation counts as following it, because both reveal whether a link exists.
        self._rates.check(request, "link")
        link = request.path_params["link"]
        table = await self._lobby.table_of_link(link)
        return news.describe_invitation(table.arrangement, table.game.state.public(), link)

    async def _join(self, request: Request) -> answers.TableAnswer:
        browser = reading.browser_asking(request)
        self._rates.check(request, "link")
        wanted = read_table_request(await reading.message(request), self._lobby.settings.ruleset)
        if not isinstance(wanted, requests.JoinRequest):
            raise MalformedError(f"type: expected join, got {wanted.type}")
        table = await self._lobby.table_of_link(wanted.link)
        change = self._lobby.act(table, browser, wanted)
        return answers.OpenedAnswer(table=table.arrangement.id, seat=change.seat)

    async def _replay(self, request: Request) -> Response:
        """Return the replay of the log in the body, which is not stored."""
        browser = reading.browser_asking(request)
        self._rates.check(request, "replay")
        return await answer_replay(request, partial(self._lobby.workers.draw_replay, browser))

    async def _find_table(self, request: Request, kind: str | None = None) -> tuple[Table, Client]:
        """Return the requested table and the client. If *kind* is given, apply that kind's rate limit."""
        browser = reading.browser_asking(request)
        table = await self._lobby.table(request.path_params["table"], browser)
        if kind is not None:
            self._rates.check(request, kind)
        return table, Client(browser, table.arrangement.id, browser in table.arrangement.players())

    async def _news_once(self, request: Request) -> answers.TableAnswer:
        table, asker = await self._find_table(request, "question")
        return news.describe_table(table, self._lobby.presence, asker.browser, reading.language(request))

    async def _news(self, request: Request) -> Response:
        table, asker = await self._find_table(request, "news")
        # A page that has just opened reads the history. A page that reconnects sends the number of the last position it
        # received, and gets the moves that it missed.
        given = request.headers.get("last-event-id")
        known = None if given is None else reading.count(given, "Last-Event-ID")
        # Refuse before the stream begins, because the status of a response cannot change after its first byte.
        self._lobby.presence.check_room(table.arrangement, asker.browser)
        # Starlette passes HEAD requests to GET handlers. A stream would never end here, and the browser would count as
        # present.
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        told = stream_news(self._lobby, asker.table, asker.browser, reading.language(request), known)
        return EventSourceResponse(told, ping=PING, send_timeout=PING)

    async def _board(self, request: Request) -> Response:
        table, asker = await self._find_table(request, "question")
        asked = request.query_params
        seats = table.arrangement.seats_of(asker.browser)
        layout: Any = asked.get("layout", "wide")
        find_layout(layout)
        at = reading.count(asked.get("at", str(table.game.step_count)), "at")
        last = reading.count(asked.get("last", "1"), "last")
        viewer = table.viewer_of(asker.browser)
        size = reading.count(asked["size"], "size") if "size" in asked else None
        if size is not None:
            check_size("size", size)
        look = Look(layout, reading.language(request), _first_seat(table, seats), viewer, at, last, size)
        number = reading.count(asked.get("number", str(table.number)), "number")
        # With a number, the browser may cache the picture for an hour (see *is_fixed* in picture_response). So a URL
        # with a number must never show a different position.
        if number != table.number:
            raise RefusedError("stale", f"number: {number} is not the current position, which is {table.number}")
        # A page requests a picture at each step of its slider. A request whose client has disconnected leaves the
        # queue.
        packed = await cancel_on_disconnect(request, self._rendering.render_board(table, number, look, asker))
        return picture_response(packed, request.headers.get("accept-encoding", ""), is_fixed="number" in asked)

    async def _history(self, request: Request) -> answers.TableAnswer:
        table, asker = await self._find_table(request, "question")
        first = max(reading.count(request.query_params.get("first", "1"), "first"), 1)
        # Collect the arguments now, because the game may continue while the request waits for a thread.
        secrets = news.list_secrets(table, asker.browser)
        history = (table.number, table.steps(first - 1), first, reading.language(request), secrets)
        return await self._rendering.run(asker, news.describe_history, *history)

    async def _standing(self, request: Request) -> answers.TableAnswer:
        table, _ = await self._find_table(request, "question")
        return news.describe_standing(table, reading.language(request))

    async def _graph(self, request: Request) -> Response:
        table, asker = await self._find_table(request, "question")
        drawn = await self._rendering.run(asker, graph, table.at(0, None), table.steps(), reading.language(request))
        return Response(drawn, media_type="image/svg+xml")

    async def _review(self, request: Request) -> answers.TableAnswer:
        (table, asker), language = await self._find_table(request, "hint"), reading.language(request)
        found = await cancel_on_disconnect(request, self._lobby.review(table, asker.browser))
        return await self._rendering.run(asker, news.describe_review, found, language)

    async def _review_progress(self, request: Request) -> answers.TableAnswer:
        table, _ = await self._find_table(request, "question")
        return self._lobby.reviews.progress(table)

    async def _log(self, request: Request) -> Response:
        table, asker = await self._find_table(request, "question")
        log = table.game.log.public()  # a copy whose lines no longer change
        text = await self._rendering.run(asker, lambda: "".join(log.lines()))
        headers = {"Content-Disposition": 'attachment; filename="magnum-sal.jsonl"'}
        return Response(text, media_type="application/jsonl", headers=headers)

    async def _code(self, request: Request) -> Response:
        """Return the QR code of an unused link; only the host may request it."""
        table, asker = await self._find_table(request, "question")
        seat = request.query_params.get("seat")
        link = link_of(table, asker.browser, None if seat is None else reading.count(seat, "seat"))
        return qr_code_response(request, self._lobby.settings.address, news.link_path(link))

    async def _share(self, request: Request) -> answers.TableAnswer:
        table, asker = await self._find_table(request, "question")
        at = reading.count(request.query_params.get("at", str(table.game.step_count)), "at")
        # Everybody who gets the link sees the position, so it must contain nobody's secrets.
        return await self._rendering.run(asker, share_position, table.at(at, None))

    async def _ask(self, request: Request) -> answers.TableAnswer | Response:
        # Look up the table after the whole body has arrived: the table may leave memory during the wait.
        data = await reading.message(request)
        table, asker = await self._find_table(request)
        if is_question(data):
            return await self._question(request, table, asker, data)
        wanted = read_table_request(data, table.game.state.ruleset)
        self._rates.check(request, _RATES.get(type(wanted), "move"))
        match wanted:
            case requests.HintRequest():
                return await cancel_on_disconnect(request, self._hint(table, asker, wanted))
            case requests.OptionsRequest():
                state = table.game.state.seen_by(table.viewer_of(asker.browser))
                reading.check_language(wanted.language)
                return answer_options(state, wanted)
            case requests.CancelReviewRequest():
                self._lobby.reviews.cancel(table, asker.browser)
            case requests.PlayRequest():
                language = reading.check_language(wanted.language)
                try:
                    # The objection is described in the language of the request, which the endpoint around this handler
                    # does not know.
                    self._lobby.act(table, asker.browser, wanted)
                except (IllegalMoveError, MalformedError, MisuseError) as error:
                    return refusal(error, language)
            case requests.JoinRequest():  # the browser has access already
                raise MalformedError(f"type: {wanted.type} is not a request to a table")
            case _:
                link = self._lobby.act(table, asker.browser, wanted).link
                if link is not None:
                    return answers.LinkAnswer(link=news.link_path(link))
        return answers.DoneAnswer(number=table.number)

    async def _question(self, request: Request, table: Table, asker: Client, data: dict[str, Any]) -> Response:
        kind, state = data["type"], table.game.state.seen_by(table.viewer_of(asker.browser))
        self._rates.check(request, "slow" if kind in _SLOW else "question")
        check_question(data)
        asked = {"id": NO_ID} | data
        # Some positions have 80,000 legal moves (docs/reference/limits.md). Listing them here would hold up all tables,
        # so a worker does it. All other questions are fast enough to answer here.
        if kind in _SLOW:
            said = await cancel_on_disconnect(
                request, self._lobby.workers.answer_request(asker, state, asked, _SLOW_SECONDS)
            )
        else:
            said = answer(build_server(state, table.game.step_count), asked)[1]
        code = said.get("code") if said["type"] == "error" else None
        return Response(format_line(said), status_of(code), media_type="application/json")

    async def _hint(self, table: Table, asker: Client, wanted: requests.HintRequest) -> answers.TableAnswer:
        check_to_move(table, asker.browser, wanted.number)
        state = table.game.state.seen_by(table.game.state.turn_seat)
        found = await self._lobby.workers.analyse_position(asker, state, self._lobby.settings.hint_seconds)
        return news.describe_hint(state, wanted.number, found, reading.check_language(wanted.language))


def application(lobby: Lobby, *, hosts: Sequence[str], is_secure: bool = False, clean_every: float = 60.0) -> Starlette:
    """
    Return the ASGI application for a lobby. A task cleans up unused tables every *clean_every* seconds.

    See ``web.create_application`` for the other arguments.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        cleaning = asyncio.create_task(lobby.keep_closing(clean_every))
        try:
            yield
        finally:
            cleaning.cancel()
            await lobby.shut_down()

    rates = Rates(lobby.directory.is_player)
    return Starlette(
        routes=Site(lobby, rates, is_secure=is_secure).routes(),
        middleware=[
            # The first layer is the outermost one: it refuses unknown hosts before any other work, and adds its headers
            # to every response.
            Middleware(Guard, hosts=tuple(hosts), rates=rates),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4),
        ],
        exception_handlers={HTTPException: handle_http_error},
        lifespan=lifespan,
    )


def _first_seat(table: Table, seats: Sequence[int]) -> int | None:
    """Return the seat whose panel comes first: the seat to move if the browser has taken it, or else its first seat."""
    seat = None if table.game.is_over else table.game.state.turn_seat
    return seat if seat in seats else next(iter(seats), None)
