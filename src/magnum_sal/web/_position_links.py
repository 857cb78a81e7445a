"""Positions in links: the link to a position, and what everybody who follows it sees."""

from __future__ import annotations

from typing import Any, Final

from ..model.state import GameState
from ..protocol import table_answers as answers
from ..record.positions import decode_position, encode_position
from ..render.board_facts import turn_in_words
from ..render.layouts import find_layout
from ..words import ruleset_label
from ._drawing import Look, draw_board
from ._parameters import Parameters
from ._start_positions import read_code

_LONGEST_IN_QR: Final = 700
"""The maximum length of a code for which there is a QR code. Phones have trouble reading larger QR codes."""


def fits_qr_code(code: str) -> bool:
    """Return whether a link with this *code* is short enough for a QR code."""
    return len(code) <= _LONGEST_IN_QR


def share_position(state: GameState, *, has_qr_code: bool = True) -> answers.ShareAnswer:
    """
    Return the link to the public form of *state*, with the address of its QR code if a server draws it.

    Raises the errors of ``encode_position``.
    """
    code = encode_position(state)
    qr = f"/api/positions/{code}/qr.svg" if has_qr_code and fits_qr_code(code) else None
    return answers.ShareAnswer(path=path_of(code), qr=qr)


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


def draw_shared_position(code: str, parameters: Parameters) -> str:
    """Return a picture of the position in the *code* of a link, as SVG. Raises the errors of ``read_code``."""
    layout: Any = parameters.given.get("layout", "wide")
    find_layout(layout)
    look = Look(layout, parameters.language, seat=None, viewer=None, at=0, last=0)
    return draw_board(read_code(code), (), look)


def path_of(code: str) -> str:
    """Return the path of the page with the position in a *code*."""
    return f"/from/{code}"
