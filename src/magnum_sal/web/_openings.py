"""Openings: how a table begins, from names and rules, from a position, from a log, or for a lesson."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

import attrs

from ..errors import MalformedError, MisuseError
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


@attrs.frozen
class Openings:
    """The openings of tables on a server or a page. All of them raise ``RefusedError`` if too many tables are open."""

    tables: NewTables
    directory: Directory
    settings: ServerSettings
    new_link: NewLink
    close: Callable[[str], None]
    """A function that closes the table with this id."""

    def open_table(self, host: str, wanted: OpenRequest) -> Table:
        """Open a table. Raises the errors of ``deal_position``."""
        self.directory.check_room(host, self.settings)
        players = [seat.player for seat in wanted.seats]
        arrangement = opening_of(host, players, wanted.absent_seconds, self.settings.bots, self.new_link)
        names = [seat.name for seat in wanted.seats]
        if wanted.position is None:
            table = self.tables.create(arrangement, names, wanted.ruleset or self.settings.ruleset)
        else:
            # The system's source of randomness deals the face-down pieces, so that nobody can work them out.
            start = deal_position(wanted.position, names, wanted.ruleset, random.SystemRandom())
            table = self.tables.create_from_position(arrangement, start)
        self.directory.note(arrangement)
        return table

    def continue_game(self, host: str, wanted: ContinueRequest, game: ContinuedGame) -> Arrangement:
        """
        Open a table that resumes *game*, which ``prepare_game`` has read from the log in the request.

        Raises:
            MalformedError: the request and the log have different numbers of players.
            MisuseError: the request names a bot that is not offered.
        """
        self.directory.check_room(host, self.settings)
        if len(wanted.players) != len(game.players):
            raise MalformedError(
                f"players: the log has {len(game.players)} players, but {len(wanted.players)} seats are named"
            )
        arrangement = opening_of(
            host, wanted.players, wanted.absent_seconds, self.settings.bots, self.new_link, field="players[{seat}]"
        )
        self.tables.create_from_log(arrangement, game.log)
        self.directory.note(arrangement)
        return arrangement

    def open_lesson(self, learner: str, wanted: OpenLessonRequest) -> Table:
        """
        Open a table for a lesson, and close the learner's tables for other lessons.

        Raises:
            MisuseError: the server has no such lesson.
        """
        lessons = {lesson.id: lesson for lesson in self.settings.lessons}
        lesson = lessons.get(wanted.lesson)
        if lesson is None:
            raise MisuseError("unknown_lesson", {"lesson": wanted.lesson, "lessons": tuple(lessons)})
        # Otherwise a learner who tries many lessons would soon reach the limit on open tables.
        for name in self.directory.lessons_of(learner):
            self.close(name)
        self.directory.check_room(learner, self.settings)
        arrangement = lesson_opening_of(learner, lesson, self.settings.bots, self.new_link)
        table = self.tables.create_from_position(arrangement, lesson.position)
        self.directory.note(arrangement)
        return table
