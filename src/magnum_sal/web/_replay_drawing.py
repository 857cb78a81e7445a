"""Replays of logs that somebody sends, drawn by a process of a server or by a worker of a page."""

from __future__ import annotations

import json
from typing import Final

import attrs

from ..bots import judge_game
from ..errors import LogError, MalformedError, MisuseError
from ..errors.log_messages import describe_log_error
from ..protocol.table_requests import LONGEST_LOG
from ..record.game import Game
from ..render import replay_html
from ..render.replay_views import VIEWS, ViewName, list_steps, replay_data
from ._parameters import Parameters

REPLAY_SECONDS: Final = 120.0
"""The maximum time for drawing a replay."""


@attrs.frozen
class ReplayOptions:
    """The options for a replay."""

    language: str
    view: ViewName
    """The pictures in the data for the viewer. A page has all pictures."""
    is_page: bool
    """Whether to return a page to save, instead of the data for the viewer of the server's own page."""


def read_options(parameters: Parameters) -> ReplayOptions:
    """Return the options of a request for a replay. Raises ``MalformedError``."""
    is_page = parameters.choice("form", ("data", "page")) == "page"
    return ReplayOptions(parameters.language, parameters.choice("view", VIEWS), is_page)


def read_sent_game(log: bytes) -> Game:
    """
    Return the game of a log that somebody sends.

    Raises:
        MalformedError: the log is too long or invalid. The message is the one that the command line shows, without the
            name of the file.
    """
    if len(log) > LONGEST_LOG:
        raise MalformedError(f"log: it is longer than {LONGEST_LOG} bytes")
    try:
        return Game.from_log(log)
    except LogError as error:
        raise MalformedError(describe_log_error(error)) from None


def draw_replay(log: bytes, options: ReplayOptions) -> str:
    """
    Return the replay of a log: a page, or JSON for the viewer.

    Raises:
        MalformedError: the log is too long or invalid, has no moves, or has too many.
    """
    game = read_sent_game(log)
    try:
        steps = list_steps(game)
    except MisuseError as error:
        raise MalformedError(str(error)) from None
    chances = [judgement.chances for judgement in judge_game(steps)]
    if options.is_page:
        return replay_html(game, chances=chances, language=options.language)
    data = replay_data(game, chances=chances, language=options.language, views=(options.view,))
    return json.dumps(data, separators=(",", ":"))
