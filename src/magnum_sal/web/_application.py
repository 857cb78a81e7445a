"""The HTTP endpoints: their paths, and the response that each one returns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Final

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..errors import LogError, MagnumSalError, MalformedError
from ..protocol import table_answers as answers
from ..protocol import table_requests as requests
from ..protocol.answering import format_line
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_question, read_table_request
from ..render import defs
from ..render.theme_css import themes_css
from . import _news as news
from ._drawing import pack_text
from ._guard import Guard, Rates
from ._home_picture import draw_home_picture
from ._journal import log_opening, log_refused_openings
from ._lobby import Lobby
from ._messages import SLOW, answer_message, read_hint, read_question
from ._news_stream import PING_FORMS, open_news
from ._parameters import count
from ._permissions import link_of
from ._pictures import Rendering, picture_response, qr_code_response
from ._readings import READINGS, TABLE_READINGS, Reading, find_look
from ._refusals import FAILED, refusal
from ._replay_drawing import read_options
from ._requests import (
    COOKIE,
    LARGEST_LOG_BODY,
    browser_asking,
    cancel_on_disconnect,
    check_same_site,
    find_browser,
    gzip_response,
    handle_http_error,
    json_response,
    language_of,
    language_of_refusals,
    new_key,
    parameters_of,
    read_message,
    status_of,
    wait_headers,
    work_on_log,
)
from ._shared_positions import SharedPositions
from ._table import Table
from ._thinking import QUESTION_SECONDS
from ._work_queue import Client

_LOGGER: Final = logging.getLogger(__name__)
_STATIC: Final = Path(__file__).with_name("static")
_YEAR: Final = 365 * 24 * 60 * 60
_RATES: Final[Mapping[type, str]] = {requests.HintRequest: "hint", requests.OptionsRequest: "question"}
"""The rate limits of requests that do not change the table."""


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
            Route("/api/welcome", self._build_endpoint(partial(self._describe, "welcome"))),
            Route("/api/lessons", self._build_endpoint(partial(self._describe, "lessons"))),
            Route("/api/picture", self._build_endpoint(self._picture)),
            Route("/api/tables", self._build_endpoint(self._tables, self._open), methods=["GET", "POST"]),
            Route("/api/invitations/{link}", self._build_endpoint(self._invitation)),
            Route("/api/join", self._build_endpoint(self._join), methods=["POST"]),
            Route("/api/replay", self._build_endpoint(self._replay), methods=["POST"]),
            Route("/api/logs", self._build_endpoint(self._describe_log), methods=["POST"]),
            Route("/api/continue", self._build_endpoint(self._continue), methods=["POST"]),
            Route(table, self._build_endpoint(partial(self._read, "news"), self._ask), methods=["GET", "POST"]),
            Route(f"{table}/news", self._build_endpoint(self._news)),
            Route(f"{table}/board.svg", self._build_endpoint(self._board)),
            Route(f"{table}/history", self._build_endpoint(partial(self._render, "history"))),
            Route(f"{table}/standing", self._build_endpoint(partial(self._read, "standing"))),
            Route(f"{table}/graph.svg", self._build_endpoint(self._graph)),
            Route(f"{table}/review", self._build_endpoint(self._review)),
            Route(f"{table}/review/progress", self._build_endpoint(self._review_progress)),
            Route(f"{table}/log.jsonl", self._build_endpoint(self._log)),
            Route(f"{table}/qr.svg", self._build_endpoint(self._code)),
            Route(f"{table}/share", self._build_endpoint(partial(self._render, "share"))),
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
            headers = {}
            try:
                is_post = request.method == "POST"
                # Only POST requests change a table. A page on another site gains nothing from a GET request, because it
                # cannot read the response.
                if is_post:
                    check_same_site(request.headers)
                said = await (on_post if is_post and on_post else handler)(request)
            except LogError as error:
                # After a failed write, memory and file may differ. The next request reads the table again, so everybody
                # sees the stored game.
                self._lobby.forget(request.path_params.get("table", ""))
                said = refusal(error)
            except MagnumSalError as error:
                said = refusal(error, language_of_refusals(request))
                headers = wait_headers(error)
            except ClientDisconnect:
                return Response()  # the client has disconnected, so nobody reads this response
            except Exception:
                # An extension's rule can fail in any way; a failure at one table must not affect the others.
                _LOGGER.exception("%s %s failed", request.method, request.url.path)
                said = refusal(RefusedError("internal", FAILED))
            return said if isinstance(said, Response) else json_response(said, headers)

        return endpoint

    async def _page(self, request: Request) -> Response:
        # The response can set a key, which no shared cache may store.
        response = FileResponse(_STATIC / "page.html", headers={"Cache-Control": "private, no-cache"})
        # A browser keeps its existing key, because its seats belong to that key. With ``strict`` instead of ``lax``,
        # the cookie would be missing when a person follows a link in a chat. The page would then replace the key.
        if find_browser(request) is None:
            response.set_cookie(COOKIE, new_key(), max_age=_YEAR, httponly=True, samesite="lax", secure=self._is_secure)
        return response

    async def _themes(self, _: Request) -> Response:
        return Response(themes_css(), media_type="text/css", headers={"Cache-Control": "no-cache"})

    async def _symbols(self, _: Request) -> Response:
        return Response(defs(), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    async def _describe(self, name: str, request: Request) -> answers.TableAnswer | str:
        """Return the answer to a fast reading without a table."""
        return READINGS[name](self._lobby.settings, parameters_of(request))

    async def _picture(self, request: Request) -> Response:
        packed = await anyio.to_thread.run_sync(pack_text, draw_home_picture, language_of(request))
        return picture_response(request, packed, is_fixed=False)

    async def _tables(self, request: Request) -> answers.TableAnswer:
        browser = browser_asking(request)
        self._rates.check(request, "question")
        language = language_of(request)
        tables = await self._lobby.list_tables(browser)
        return answers.TablesAnswer(
            tables=tuple(news.describe_table_entry(*table, browser, language) for table in tables)
        )

    async def _open(self, request: Request) -> answers.TableAnswer:
        browser = browser_asking(request)
        # Read the message first, so that a message that opens nothing does not count towards a limit.
        wanted = read_table_request(await read_message(request), self._lobby.settings.ruleset)
        with self._log_refused_openings(request):
            if isinstance(wanted, requests.OpenLessonRequest):
                self._rates.check(request, "lesson")
                table = self._lobby.open_lesson(browser, wanted)
            elif isinstance(wanted, requests.OpenRequest):
                self._rates.check(request, "open")
                table = self._lobby.open(browser, wanted)
            else:
                raise MalformedError(f"type: expected open or open_lesson, got {wanted.type}")
        log_opening(table.arrangement.id, request)
        return answers.OpenedAnswer(table=table.arrangement.id)

    def _log_refused_openings(self, request: Request) -> AbstractContextManager[None]:
        return log_refused_openings(request, self._lobby.directory, self._lobby.settings.tables)

    async def _invitation(self, request: Request) -> answers.TableAnswer:
        # Looking at an invitation counts as following it, because both reveal whether a link exists.
        self._rates.check(request, "link")
        link, browser, language = request.path_params["link"], find_browser(request), language_of(request)
        table = await self._lobby.table_of_link(link, browser)
        return news.describe_invitation(table.arrangement, table.game.state.public(), link, browser, language)

    async def _join(self, request: Request) -> answers.TableAnswer:
        browser = browser_asking(request)
        self._rates.check(request, "link")
        wanted = read_table_request(await read_message(request), self._lobby.settings.ruleset)
        if not isinstance(wanted, requests.JoinRequest):
            raise MalformedError(f"type: expected join, got {wanted.type}")
        table = await self._lobby.table_of_link(wanted.link, browser)
        change = self._lobby.act(table, browser, wanted)
        return answers.OpenedAnswer(table=table.arrangement.id, seat=change.seat)

    async def _replay(self, request: Request) -> Response:
        """Return the replay of the log in the body, which is not stored."""
        browser = browser_asking(request)
        self._rates.check(request, "replay")
        options = read_options(parameters_of(request))
        packed = await work_on_log(request, lambda log: self._lobby.workers.draw_replay(browser, log, options))
        if options.is_page:
            # A browser saves the page instead of showing it, so its script never runs with the server's address.
            headers = {"Content-Disposition": 'attachment; filename="magnum-sal-replay.html"'}
            return gzip_response(request, packed, "text/html", headers)
        return gzip_response(request, packed, "application/json")

    async def _describe_log(self, request: Request) -> answers.TableAnswer:
        """Return what the log in the body holds. The log is not stored."""
        browser = browser_asking(request)
        self._rates.check(request, "log")
        language = language_of(request)
        return await work_on_log(request, lambda log: self._lobby.workers.describe_log(browser, log, language))

    async def _continue(self, request: Request) -> answers.TableAnswer:
        browser = browser_asking(request)
        with self._log_refused_openings(request):
            self._rates.check(request, "open")
            data = await read_message(request, LARGEST_LOG_BODY)
            wanted = read_table_request(data, self._lobby.settings.ruleset)
            if not isinstance(wanted, requests.ContinueRequest):
                raise MalformedError(f"type: expected continue, got {wanted.type}")
            table = await cancel_on_disconnect(request, self._lobby.continue_game(browser, wanted))
        log_opening(table, request)
        # A thread reads the log, as after a restart, so that no other table has to wait.
        await self._lobby.table(table, browser)
        return answers.OpenedAnswer(table=table)

    async def _find_table(self, request: Request, kind: str | None = None) -> tuple[Table, Client]:
        """Return the requested table and the client. If *kind* is given, apply that kind's rate limit."""
        browser = browser_asking(request)
        table = await self._lobby.table(request.path_params["table"], browser)
        if kind is not None:
            self._rates.check(request, kind)
        return table, Client(browser, table.arrangement.id, browser in table.arrangement.players())

    async def _find_reading(self, request: Request) -> tuple[Reading, Client]:
        """Return the reading that a browser requests, and the client."""
        table, asker = await self._find_table(request, "question")
        return Reading(table, asker.browser, self._lobby.presence, parameters_of(request)), asker

    async def _read(self, name: str, request: Request) -> answers.TableAnswer | str:
        """Return the answer to a fast reading of a table."""
        found, _ = await self._find_reading(request)
        return TABLE_READINGS[name](found)()

    async def _render(self, name: str, request: Request) -> Any:
        """Return the answer to a reading of a table, for which a thread collects or draws something."""
        found, asker = await self._find_reading(request)
        # Look at the table now, because the game may continue while the request waits for a thread.
        return await self._rendering.run(asker, TABLE_READINGS[name](found))

    async def _news(self, request: Request) -> Response:
        table, asker = await self._find_table(request, "news")
        # A page that has just opened reads the history. A page that reconnects sends the number of the last position it
        # received, and gets the moves that it missed.
        given = request.headers.get("last-event-id")
        known = None if given is None else count(given, "Last-Event-ID")
        # Starlette passes HEAD requests to GET handlers. A stream would never end here, and the browser would count as
        # present.
        if request.method == "HEAD":
            self._lobby.presence.check_room(table.arrangement, asker.browser)
            return Response(media_type="text/event-stream")
        ping = parameters_of(request).choice("ping", PING_FORMS)
        return open_news(self._lobby, table, asker.browser, language_of(request), known, ping)

    async def _board(self, request: Request) -> Response:
        found, asker = await self._find_reading(request)
        number, look = find_look(found)
        # A client may request a picture at each step of a slider. A request whose client has disconnected leaves the
        # queue.
        drawing = self._rendering.render_board(found.table, number, look, asker)
        packed = await cancel_on_disconnect(request, drawing)
        is_fixed = "number" in request.query_params
        return picture_response(request, packed, is_fixed=is_fixed)

    async def _graph(self, request: Request) -> Response:
        return Response(await self._render("graph", request), media_type="image/svg+xml")

    async def _review(self, request: Request) -> answers.TableAnswer:
        (table, asker), language = await self._find_table(request, "hint"), language_of(request)
        lobby = self._lobby
        review = lobby.reviews.of(table, asker.browser, lobby.workers, lobby.settings.review_seconds)
        found = await cancel_on_disconnect(request, review)
        return await self._rendering.run(asker, news.describe_review, found, language)

    async def _review_progress(self, request: Request) -> answers.TableAnswer:
        table, _ = await self._find_table(request, "question")
        return self._lobby.reviews.progress(table)

    async def _log(self, request: Request) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="magnum-sal.jsonl"'}
        return Response(await self._render("log", request), media_type="application/jsonl", headers=headers)

    async def _code(self, request: Request) -> Response:
        """Return the QR code of an unused link; only the host may request it."""
        table, asker = await self._find_table(request, "question")
        seat = request.query_params.get("seat")
        link = link_of(table, asker.browser, None if seat is None else count(seat, "seat"))
        return qr_code_response(request, self._lobby.settings.address, news.link_path(link))

    async def _ask(self, request: Request) -> answers.TableAnswer | Response:
        # Look up the table after the whole body has arrived: the table may leave memory during the wait.
        data = await read_message(request)
        table, asker = await self._find_table(request)
        if is_question(data):
            return await self._question(request, table, asker, data)
        wanted = read_table_request(data, table.game.state.ruleset)
        self._rates.check(request, _RATES.get(type(wanted), "move"))
        if isinstance(wanted, requests.HintRequest):
            return await cancel_on_disconnect(request, self._hint(table, asker, wanted))
        if isinstance(wanted, requests.CancelReviewRequest):
            self._lobby.reviews.cancel(table, asker.browser)
        return answer_message(self._lobby.act, table, asker.browser, wanted)

    async def _question(self, request: Request, table: Table, asker: Client, data: dict[str, Any]) -> Response:
        self._rates.check(request, "slow" if data["type"] in SLOW else "question")
        asked = read_question(table, asker.browser, data)
        if asked.is_slow:
            # Listing many moves here would hold up all tables, so a worker does it.
            said = await cancel_on_disconnect(
                request, self._lobby.workers.answer_request(asker, asked.state, asked.data, QUESTION_SECONDS)
            )
        else:
            said = asked.answer()
        code = said.get("code") if said["type"] == "error" else None
        return Response(format_line(said), status_of(code), media_type="application/json")

    async def _hint(self, table: Table, asker: Client, wanted: requests.HintRequest) -> answers.TableAnswer:
        asked = read_hint(table, asker.browser, wanted)
        seconds = self._lobby.settings.hint_seconds
        found = await self._lobby.workers.analyse_position(asker, asked.state, seconds)
        return news.describe_hint(asked.state, asked.number, found, asked.language)


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
