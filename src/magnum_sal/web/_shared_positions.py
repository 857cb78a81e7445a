"""Positions in links: the answers to a player who shares one, and to everybody who follows the link."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..errors import MalformedError
from ..protocol import table_answers as answers
from ._drawing import pack_text
from ._guard import Rates
from ._pictures import Rendering, picture_response, qr_code_response
from ._position_links import describe_shared_position, draw_shared_position, fits_qr_code, path_of
from ._requests import browser_asking, language_of, parameters_of
from ._start_positions import read_code
from ._work_queue import Client


class SharedPositions:
    """
    The endpoints for the positions in links.

    A link contains the whole position, so it needs no table and works for as long as the server runs. Its code can come
    from anybody. Threads read it, so that a hostile code cannot hold up the tables.
    """

    def __init__(self, rendering: Rendering, rates: Rates, address: str | None) -> None:
        self._rendering, self._rates, self._address = rendering, rates, address

    async def position(self, request: Request) -> answers.TableAnswer:
        """Return the position in a code."""
        code, asker = self._find_code(request)
        return await self._rendering.run(asker, describe_shared_position, code, language_of(request))

    async def board(self, request: Request) -> Response:
        """Return a picture of the position in a code."""
        code, asker = self._find_code(request)
        packed = await self._rendering.run(asker, pack_text, draw_shared_position, code, parameters_of(request))
        return picture_response(request, packed, is_fixed=True)

    async def qr_code(self, request: Request) -> Response:
        """Return the QR code of the link with a code."""
        code, asker = self._find_code(request)
        if not fits_qr_code(code):
            raise MalformedError(f"the link is too long for a QR code: it has {len(code)} characters")
        await self._rendering.run(asker, read_code, code)  # raises the error of an invalid code
        return qr_code_response(request, self._address, path_of(code))

    def _find_code(self, request: Request) -> tuple[str, Client]:
        """Return the code in the address, and the client."""
        browser = browser_asking(request)
        self._rates.check(request, "question")
        return request.path_params["code"], Client(browser, "", is_player=False)
