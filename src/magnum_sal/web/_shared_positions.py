"""Positions in links: the answers to a player who shares one, and to everybody who follows the link."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from ..errors import MalformedError
from ..model.state import GameState
from ..protocol import table_answers as answers
from ..record.positions import decode_position, encode_position
from ..render.board_facts import turn_in_words
from ..render.layouts import find_layout
from ..words import ruleset_label
from . import _requests as reading
from ._guard import Rates
from ._pictures import Look, Rendering, picture_response, qr_code_response, render_svgz
from ._start_positions import read_code
from ._work_queue import Client

_LONGEST_IN_QR: Final = 700
"""The maximum number of characters of a code in a QR code; phones read larger ones badly."""


def share_position(state: GameState) -> answers.ShareAnswer:
    """Return the link to the public form of *state*. Raises the errors of ``encode_position``."""
    code = encode_position(state)
    qr = f"/api/positions/{code}/qr.svg" if len(code) <= _LONGEST_IN_QR else None
    return answers.ShareAnswer(path=_path_of(code), qr=qr)


def describe_shared_position(code: str, language: str) -> answers.SharedPositionAnswer:
    """Return the position in the *code* of a link. Raises the errors of ``read_code``."""
    state = read_code(code)
    return answers.SharedPositionAnswer(
        position=decode_position(code),
        players=tuple(player.name for player in state.players),
        to_move=state.to_move,
        is_over=state.is_over,
        turn_words=turn_in_words(state, language),
        ruleset_words=ruleset_label(state.ruleset, language),
    )


class SharedPositions:
    """
    The endpoints for the positions in links.

    They need no table, because the link contains the whole position, so a link works for as long as the server runs.
    The code can come from anybody. Threads read it, so that a hostile code cannot hold up the tables.
    """

    def __init__(self, rendering: Rendering, rates: Rates, address: str | None) -> None:
        self._rendering, self._rates, self._address = rendering, rates, address

    async def position(self, request: Request) -> answers.TableAnswer:
        """Return the position in a code."""
        code, asker = self._find_code(request)
        return await self._rendering.run(asker, describe_shared_position, code, reading.language(request))

    async def board(self, request: Request) -> Response:
        """Return a picture of the position in a code."""
        code, asker = self._find_code(request)
        layout: Any = request.query_params.get("layout", "wide")
        find_layout(layout)
        look = Look(layout, reading.language(request), seat=None, viewer=None, at=0, last=0)
        packed = await self._rendering.run(asker, lambda: render_svgz(read_code(code), (), look))
        return picture_response(packed, request.headers.get("accept-encoding", ""), is_fixed=True)

    async def qr_code(self, request: Request) -> Response:
        """Return the QR code of the link with a code."""
        code, asker = self._find_code(request)
        if len(code) > _LONGEST_IN_QR:
            raise MalformedError(f"the link is too long for a QR code: {len(code)} characters exceed {_LONGEST_IN_QR}")
        await self._rendering.run(asker, read_code, code)  # raises the error of an invalid code
        return qr_code_response(request, self._address, _path_of(code))

    def _find_code(self, request: Request) -> tuple[str, Client]:
        """Return the code in the address, and the client."""
        browser = reading.browser_asking(request)
        self._rates.check(request, "question")
        return request.path_params["code"], Client(browser, "", is_player=False)


def _path_of(code: str) -> str:
    """Return the path of the page with the position in a *code*."""
    return f"/from/{code}"
