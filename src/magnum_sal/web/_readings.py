"""
Readings: everything that a client can read, with or without a table, and the functions that answer.

The endpoints of a server and the tables of a page use the same two maps. A reading of a table has two parts. The first
part looks at the table and returns the second one, whose arguments never change. So the second part may run in a
thread while the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import attrs

from ..errors import MalformedError
from ..protocol import table_answers as answers
from ..protocol.refused_error import RefusedError
from ..render.board_facts import check_size
from ..render.layouts import find_layout
from . import _news as news
from ._drawing import Look, draw_board, find_view, graph
from ._home_picture import draw_home_picture
from ._notifications import Presence
from ._parameters import Parameters
from ._position_links import describe_shared_position, draw_shared_position, share_position
from ._server_settings import ServerSettings
from ._table import Table

Answer = answers.TableAnswer | str
"""A message, or the text of a picture or a log."""
Work = Callable[[], Answer]
"""The second part of a reading."""


@attrs.frozen
class Reading:
    """A request of a browser to read something about a table."""

    table: Table
    browser: str
    presence: Presence
    parameters: Parameters
    has_links: bool = True
    """Whether people can join by following links."""

    @property
    def language(self) -> str:
        """The language of the answer. Raises ``MalformedError`` if it is not supported."""
        return self.parameters.language

    @property
    def at(self) -> int:
        """The number of moves before the position that the reading is about; by default the current one."""
        return self.parameters.count("at", self.table.game.step_count)


def read_news(reading: Reading) -> Work:
    known = reading.parameters.find_count("known")
    told = news.describe_table(
        reading.table, reading.presence, reading.browser, reading.language, known=known, has_links=reading.has_links
    )
    return lambda: told


def find_look(reading: Reading) -> tuple[int, Look]:
    """
    Return the number of the current position, and the options for a picture of the board.

    Raises:
        MalformedError: a parameter is invalid.
        RefusedError: the reading has the number of a position other than the current one.
    """
    table, asked = reading.table, reading.parameters
    layout: Any = asked.given.get("layout", "wide")
    find_layout(layout)
    at, last, size = reading.at, asked.count("last", 1), asked.find_count("size")
    if size is not None:
        check_size("size", size)
    first = _first_seat(table, table.arrangement.seats_of(reading.browser))
    reason = table.end_reason_at(at)
    look = Look(layout, reading.language, first, table.viewer_of(reading.browser), at, last, reason, size)
    number = asked.count("number", table.number)
    # With a number, a browser may cache the picture for an hour (see *is_fixed* in picture_response). So the same
    # parameters must never show a different position. The page adds its seats to the address, because
    # they decide the order of the panels.
    if number != table.number:
        raise RefusedError("stale", f"number: {number} is not the current position, which is {table.number}")
    return number, look


def read_board(reading: Reading) -> Work:
    _, look = find_look(reading)
    return partial(draw_board, *find_view(reading.table, look), look)


def read_history(reading: Reading) -> Work:
    table, first = reading.table, max(reading.parameters.count("first", 1), 1)
    secrets = news.list_secrets(table, reading.browser)
    return partial(news.describe_history, table.number, table.steps(first - 1), first, reading.language, secrets)


def read_standing(reading: Reading) -> Work:
    told = news.describe_standing(reading.table, reading.language)
    return lambda: told


def read_graph(reading: Reading) -> Work:
    return partial(graph, reading.table.at(0, None), reading.table.steps(), reading.language)


def read_share(reading: Reading) -> Work:
    # Everybody who gets the link sees the position, so it must contain nobody's secrets.
    return partial(share_position, reading.table.at(reading.at, None), has_qr_code=reading.has_links)


def read_log(reading: Reading) -> Work:
    log = reading.table.game.log.public()  # a copy whose lines no longer change
    return lambda: "".join(log.lines())


TABLE_READINGS: Final[Mapping[str, Callable[[Reading], Work]]] = {
    "news": read_news,
    "board": read_board,
    "history": read_history,
    "standing": read_standing,
    "graph": read_graph,
    "share": read_share,
    "log": read_log,
}
"""The readings of a table, by name. A review takes minutes, so it is not among them; see ``Reviews``."""


def _read_position(_: ServerSettings, parameters: Parameters) -> Answer:
    code = parameters.given.get("link")
    if code is None:
        raise MalformedError("link: the field is missing; name the code of the position")
    if parameters.given.get("part") == "board.svg":
        return draw_shared_position(code, parameters)
    return describe_shared_position(code, parameters.language)


READINGS: Final[Mapping[str, Callable[[ServerSettings, Parameters], Answer]]] = {
    "welcome": lambda settings, parameters: news.describe_welcome(settings, parameters.language),
    "lessons": lambda settings, parameters: news.describe_lessons(settings.lessons, parameters.language),
    "picture": lambda _, parameters: draw_home_picture(parameters.language),
    "position": _read_position,
}
"""The readings without a table, by name."""


def _first_seat(table: Table, seats: Sequence[int]) -> int | None:
    """Return the seat whose panel comes first: the seat to move if the browser has taken it, or else its first seat."""
    seat = None if table.game.is_over else table.game.state.turn_seat
    return seat if seat in seats else next(iter(seats), None)
