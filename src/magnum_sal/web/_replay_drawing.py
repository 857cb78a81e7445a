"""Draw the replay of a log that somebody has sent, in a worker process."""

from __future__ import annotations

import gzip
import json
from typing import Final

import attrs

from ..bots import judge_game
from ..errors import LogError, MagnumSalError
from ..errors.log_messages import describe_log_error
from ..record.game import Game
from ..render import replay_html
from ..render.replay_views import ViewName, list_steps, replay_data

REPLAY_SECONDS: Final = 120.0
"""The maximum time for drawing a replay."""
_FAST: Final = 4


@attrs.frozen
class ReplayOptions:
    """The options for a replay."""

    language: str
    view: ViewName
    """The pictures in the data for the viewer. A page has all pictures."""
    is_page: bool
    """Whether to return a page to save, instead of the data for the viewer of the server's own page."""


def draw_replay(log: bytes, options: ReplayOptions) -> bytes:
    """
    Return the replay of a log, compressed with gzip. Call this in a worker process.

    Raises:
        MagnumSalError: the log is invalid, has no moves, or has too many. The message is the one that the command line
            shows, without the name of the file.
    """
    try:
        game = Game.from_log(log)
    except LogError as error:
        raise MagnumSalError(describe_log_error(error)) from None
    chances = [judgement.chances for judgement in judge_game(list_steps(game))]
    if options.is_page:
        text = replay_html(game, chances=chances, language=options.language)
    else:
        data = replay_data(game, chances=chances, language=options.language, views=(options.view,))
        text = json.dumps(data, separators=(",", ":"))
    return gzip.compress(text.encode(), _FAST)
