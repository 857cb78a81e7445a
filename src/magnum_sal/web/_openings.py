"""Openings: how a table begins, from names and rules, from a position, from a log, or for a lesson."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from ..errors import MalformedError, MisuseError
from ..lessons import Lesson
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..protocol.table_requests import ContinueRequest, OpenLessonRequest, OpenRequest
from ._changes import NewLink, lesson_opening_of, opening_of
from ._continued_games import ContinuedGame
from ._directory import Directory
from ._server_settings import ServerSettings
from ._start_positions import deal_position
from ._table import Arrangement, Table


class NewTables(Protocol):
    """A place that stores new tables."""

    def create(self, arrangement: Arrangement, names: Sequence[str], ruleset: Ruleset) -> Table:
        """Create a table with a new game, whose face-down pieces nobody can work out."""
        ...

    def create_from_position(self, arrangement: Arrangement, state: GameState) -> Table:
        """Create a table whose game starts from *state*."""
        ...

    def create_from_log(self, arrangement: Arrangement, log: bytes) -> None:
        """Create a table that continues *log*. Its game may be read later."""
        ...


def open_table(
    tables: NewTables, directory: Directory, settings: ServerSettings, host: str, wanted: OpenRequest, new_link: NewLink
) -> Table:
    """
    Open a table. Raises the errors of ``deal_position``.

    Raises:
        RefusedError: too many tables are open.
    """
    directory.check_room(host, settings)
    players = [seat.player for seat in wanted.seats]
    arrangement = opening_of(host, players, wanted.absent_seconds, settings.bots, new_link)
    names = [seat.name for seat in wanted.seats]
    if wanted.position is None:
        table = tables.create(arrangement, names, wanted.ruleset or settings.ruleset)
    else:
        # Nobody may work out the face-down pieces, so they are dealt by the system's randomness.
        start = deal_position(wanted.position, names, wanted.ruleset, random.SystemRandom())
        table = tables.create_from_position(arrangement, start)
    directory.note(arrangement)
    return table


def continue_game(
    tables: NewTables,
    directory: Directory,
    settings: ServerSettings,
    host: str,
    wanted: ContinueRequest,
    game: ContinuedGame,
    new_link: NewLink,
) -> Arrangement:
    """
    Open a table that resumes a *game*, which ``prepare_game`` has taken from the log of the request.

    Raises:
        MalformedError: the request names another number of players than the log.
        MisuseError: the request names a bot that is not offered.
        RefusedError: too many tables are open.
    """
    directory.check_room(host, settings)
    if len(wanted.players) != len(game.players):
        raise MalformedError(
            f"players: the log has {len(game.players)} players, but {len(wanted.players)} seats are named"
        )
    arrangement = opening_of(
        host, wanted.players, wanted.absent_seconds, settings.bots, new_link, field="players[{seat}]"
    )
    tables.create_from_log(arrangement, game.log)
    directory.note(arrangement)
    return arrangement


def find_lesson(settings: ServerSettings, wanted: OpenLessonRequest) -> Lesson:
    """Return a lesson. Raises ``MisuseError`` if there is none with this id."""
    lessons = {lesson.id: lesson for lesson in settings.lessons}
    lesson = lessons.get(wanted.lesson)
    if lesson is None:
        raise MisuseError("unknown_lesson", {"lesson": wanted.lesson, "lessons": tuple(lessons)})
    return lesson


def open_lesson_table(
    tables: NewTables, directory: Directory, settings: ServerSettings, learner: str, lesson: Lesson, new_link: NewLink
) -> Table:
    """Open a table for a lesson. Raises ``RefusedError`` if too many tables are open."""
    directory.check_room(learner, settings)
    arrangement = lesson_opening_of(learner, lesson, settings.bots, new_link)
    table = tables.create_from_position(arrangement, lesson.position)
    directory.note(arrangement)
    return table
