"""
Local tables: the tables of a page without a server, in the memory of a worker of the page.

**Theory of operation.** ``LocalTables.answer`` takes a line of JSON and immediately returns one. It calls the same
functions as the endpoints of a server, so both kinds of tables behave alike. Everybody plays on the same screen, so
there is one browser, ``BROWSER``, and no links.

A server stores changes and runs bots. Here the page has to do both: each reply lists the changes to store, and the
moves that bots must choose. The page passes slow work to another worker (``_local_thinking.py``). It passes the moves
that this worker chooses back to ``answer`` in further lines.

========================  ==============================================================================
key of a line             meaning
========================  ==============================================================================
``ask``                   a reading with ``parameters``, and of a table if the line has the key ``table``
``send``                  a message to the table in ``table``; without this key, a message that opens a table
``read``                  a reading of a ``log``, with ``parameters``
``note``                  a table that the page has stored: its id, its seating and its standing
``load``                  the log of a table that the page has noted, before the first line about the table
``forget``                a table that the page has deleted
``moved``                 a bot's ``move``, or its ``failure``, or ``is_late`` if the bot took too long
========================  ==============================================================================

A reply has the key ``answer`` (a message), ``text`` (a picture or a log) or ``job`` (a line for the thinking worker,
which returns the answer). It also has the lists ``changes`` and ``moves``, which may be empty. A reply with a ``job``
has two more keys: the page stops the other worker after ``seconds``, and then uses the answer in ``late``.

The page's storage can be damaged. Requests to a table whose seating or log cannot be read are refused with the code
``damaged`` and a description of the damage. All other tables keep working.
"""

from __future__ import annotations

import io
import json
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..errors import MagnumSalError, MalformedError, MisuseError
from ..lessons import choose_passing_move
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..protocol import table_answers as answers
from ..protocol import table_requests as requests
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_in_words, is_question, read_table_request
from ..record.game import Game
from ..record.serialization import from_dict, to_dict
from . import _news as news
from ._changes import Change, change_game, change_of
from ._continued_games import prepare_game
from ._directory import LINK_BYTES, MOST_LISTED, Directory
from ._local_lines import Reply, job_line, language_of, parameters_of, reply_to, reply_with
from ._local_storage import Stored, describe_damage, read_game, read_seating
from ._messages import answer_message, read_hint, read_question
from ._notifications import Presence
from ._openings import Openings
from ._parameters import Parameters
from ._permissions import check_access, check_over
from ._readings import READINGS, TABLE_READINGS, Answer, Reading
from ._replay_drawing import REPLAY_SECONDS
from ._server_settings import ServerSettings
from ._table import PASSING, Arrangement, Table
from ._thinking import QUESTION_SECONDS, check_move, describe_delay, find_hint_limit, replace_move

BROWSER: Final = "here"
"""The only browser, which everybody at this screen shares."""
_SEED_BITS: Final = 62
_LOG_READINGS: Final = ("replay", "log_summary")
"""The names of the readings of a log."""
_NO_LINKS: Final = "this page has no server, so there are no links; your friends can play on this screen"


class LocalTables:
    """
    The tables of a page, in memory.

    Args:
        settings: The rules, bots and limits, as for a server.
        new_link: A function that returns an unguessable id for a table.
    """

    def __init__(
        self,
        settings: ServerSettings | None = None,
        new_link: Callable[[], str] = lambda: secrets.token_urlsafe(LINK_BYTES),
    ) -> None:
        self.settings = settings or ServerSettings(tables=1000, tables_of_one=1000)
        self._new_link = new_link
        self._presence = Presence(self.settings)
        self._directory = Directory()
        self._openings = Openings(self, self._directory, self.settings, new_link, self._close)
        self._lessons = {lesson.id: lesson for lesson in self.settings.lessons}
        # The most recently changed table is the last one.
        self._stored: dict[str, Stored] = {}
        self._damaged: dict[str, str] = {}
        self._tables: dict[str, Table] = {}
        self._written: dict[str, io.StringIO] = {}
        self._changed: dict[str, bool] = {}
        self._thinking: dict[str, tuple[int, str]] = {}

    def answer(self, line: str) -> str:
        """Return the reply to a line from the page. Every error becomes a refusal."""
        reply = reply_to(line, self._reply)
        reply["changes"] = [self._store(name) for name in self._changed]
        self._changed.clear()
        reply["moves"] = [job for name in self._tables if (job := self._find_job_line(name)) is not None]
        return json.dumps(reply, separators=(",", ":"))

    def _reply(self, asked: Mapping[str, Any]) -> Reply:
        match asked:
            case {"note": dict(stored)}:
                return self._note(stored)
            case {"forget": str(name)}:
                return self._forget(name)
            case {"read": str(name), "log": str(log)}:
                return self._read_log(name, log, asked.get("parameters", {}))
            case {"load": str(name), "log": str(log)}:
                return self._load(name, log)
            case {"moved": dict(moved)}:
                return self._move(moved)
            case {"ask": str(name), "table": str(table)}:
                return self._read_table(name, self._table(table), parameters_of(asked))
            case {"ask": str(name)}:
                return reply_with(self._read(name, parameters_of(asked)))
            case {"send": dict(data), "table": str(table)}:
                return self._send(self._table(table), data, language_of(asked))
            case {"send": dict(data)}:
                return reply_with(self._open(data))
        raise MalformedError("expected a line with one of the keys ask, send, read, note, load, forget and moved")

    # Storage.

    def _note(self, stored: Mapping[str, Any]) -> Reply:
        """Remember a stored table, whose log is read only if somebody opens the table."""
        name = stored.get("table")
        if not isinstance(name, str):
            raise MalformedError("note: expected a stored table")
        try:
            found = self._stored[name] = read_seating(name, stored)
        except MagnumSalError as error:
            self._damaged[name] = describe_damage(error)
            raise self._describe_refusal(name) from None
        self._directory.note(found.arrangement)
        return reply_with(answers.OpenedAnswer(table=name))

    def _load(self, name: str, log: str) -> Reply:
        """Read the log of a stored table. Raises ``RefusedError`` if it is damaged."""
        if name in self._damaged:
            raise self._describe_refusal(name)
        stored = self._stored.get(name)
        check_access(None if stored is None else stored.arrangement, BROWSER)
        assert stored is not None
        if name not in self._tables:
            try:
                game = read_game(stored.arrangement, log)
            except MagnumSalError as error:
                self._damaged[name] = describe_damage(error)
                raise self._describe_refusal(name) from None
            self._enter(Table(stored.arrangement, game))
            self._take_lines(name)  # the page has stored them
        return reply_with(answers.OpenedAnswer(table=name))

    def _describe_refusal(self, name: str) -> RefusedError:
        """Return the refusal for a damaged table."""
        return RefusedError("damaged", f"the stored game is damaged: {self._damaged[name]}")

    def _forget(self, name: str) -> Reply:
        """Forget a table that the page has deleted."""
        for known in (self._damaged, self._stored, self._tables, self._written, self._changed, self._thinking):
            known.pop(name, None)
        self._directory.forget(name)
        return reply_with(answers.OpenedAnswer(table=name))

    def _enter(self, table: Table) -> None:
        name = table.arrangement.id
        table.lesson = self._lessons.get(table.arrangement.lesson or "")
        self._tables[name] = table
        self._written[name] = io.StringIO()
        table.game.log.save(self._written[name])

    def _store(self, name: str) -> dict[str, Any]:
        """Return the data that the page must store for a changed table, including the new lines of its log."""
        known = self._tables.get(name) or self._stored[name]
        lines = self._take_lines(name) if name in self._written else ""
        standing = known.standing
        return {
            "table": name,
            "arrangement": to_dict(known.arrangement),
            "standing": {"state": to_dict(standing.state), "end_reason": standing.end_reason},
            "lines": lines,
        }

    def _take_lines(self, name: str) -> str:
        """Return the lines that were added to the log of a table since the last call."""
        written = self._written[name]
        lines = written.getvalue()
        written.seek(0)
        written.truncate()
        return lines

    def _table(self, name: str) -> Table:
        table = self._tables.get(name)
        if name in self._damaged:
            raise self._describe_refusal(name)
        if table is None:
            raise RefusedError("unknown_table", "this table is not stored on this device")
        return table

    # Tables.

    def create(self, arrangement: Arrangement, names: Sequence[str], ruleset: Ruleset) -> Table:
        """Create a table with a new game, whose face-down pieces nobody can work out."""
        return self._add(arrangement, Game.new(names, ruleset=ruleset))

    def create_from_position(self, arrangement: Arrangement, state: GameState) -> Table:
        """Create a table whose game starts from *state*."""
        return self._add(arrangement, Game.from_position(state))

    def create_from_log(self, arrangement: Arrangement, log: bytes) -> None:
        """Create a table that continues a log."""
        self._add(arrangement, Game.from_log(log))

    def _add(self, arrangement: Arrangement, game: Game) -> Table:
        table = Table(arrangement, game)
        self._enter(table)
        self._changed[arrangement.id] = True
        return table

    def _open(self, data: Mapping[str, Any]) -> answers.TableAnswer:
        wanted = read_table_request(data, self.settings.ruleset)
        if isinstance(wanted, requests.OpenLessonRequest):
            table = self._openings.open_lesson(BROWSER, wanted)
        elif isinstance(wanted, requests.OpenRequest):
            if any(seat.player == requests.LINK for seat in wanted.seats):
                raise MisuseError(_NO_LINKS)
            table = self._openings.open_table(BROWSER, wanted)
        elif isinstance(wanted, requests.ContinueRequest):
            if requests.LINK in wanted.players:
                raise MisuseError(_NO_LINKS)
            # The page offers to resume a game only if the thinking worker has replayed its log within the time limit,
            # so this replay needs no limit of its own. The system's source of randomness deals the face-down pieces, so
            # that nobody can work them out.
            game = prepare_game(wanted.log.encode("utf-8", "surrogatepass"), random.SystemRandom())
            made = self._openings.continue_game(BROWSER, wanted, game)
            return answers.OpenedAnswer(table=made.id)
        else:
            raise MalformedError(f"type: expected open, open_lesson or continue, got {wanted.type}")
        return answers.OpenedAnswer(table=table.arrangement.id)

    def _close(self, name: str) -> None:
        table = self._tables.get(name)
        if table is not None:
            self._keep(table, Change(table.arrangement.to_closed()))
        else:
            stored = self._stored[name]
            stored.arrangement = stored.arrangement.to_closed()
            self._directory.note(stored.arrangement)
            self._changed[name] = True

    def act(self, table: Table, browser: str, wanted: requests.TableRequest) -> Change:
        """Apply a request to a table and return the change. Raises the errors of ``change_of``."""
        is_link = isinstance(wanted, requests.SetPlayerRequest) and wanted.player == requests.LINK
        if is_link or isinstance(wanted, requests.GiveLinkRequest):
            raise MisuseError(_NO_LINKS)
        change = change_of(table, browser, wanted, self.settings.bots, self._new_link)
        self._keep(table, change)
        return change

    def _keep(self, table: Table, change: Change) -> None:
        # The game refuses an illegal move before anything has changed.
        change_game(table, change)
        table.arrangement = change.arrangement
        self._directory.note(table.arrangement)
        name = table.arrangement.id
        # The table is now the most recently changed one. A table that is only read keeps its place.
        self._stored.pop(name, None)
        self._tables[name] = self._tables.pop(name)
        self._changed[name] = True

    # Readings and messages.

    def _read(self, name: str, parameters: Parameters) -> Answer:
        if name == "tables":
            return self._list(parameters.language)
        if name not in READINGS:
            raise MalformedError(f"ask: expected one of {', '.join((*READINGS, 'tables'))}, got {name[:20]!r}")
        return READINGS[name](self.settings, parameters)

    def _list(self, language: str) -> answers.TablesAnswer:
        known = {name: (stored.arrangement, stored.standing) for name, stored in self._stored.items()}
        known |= {name: (table.arrangement, table.standing) for name, table in self._tables.items()}
        open_ones = [entry for entry in known.values() if not entry[0].is_closed and entry[0].lesson is None]
        latest = open_ones[: -MOST_LISTED - 1 : -1]
        told = [news.describe_table_entry(*entry, BROWSER, language) for entry in latest]
        # If the seating of a table cannot be read, only the table's id is known.
        lost = [name for name in self._damaged if name not in known]
        told += [news.describe_damaged_entry(name, language) for name in lost[:MOST_LISTED]]
        return answers.TablesAnswer(tables=tuple(told))

    def _read_log(self, name: str, log: str, parameters: Any) -> Reply:
        """Return the job for a reading of a log. The log is not stored."""
        if name not in _LOG_READINGS:
            raise MalformedError(f"read: expected one of {', '.join(_LOG_READINGS)}, got {name[:20]!r}")
        if len(log) > requests.LONGEST_LOG:
            raise MalformedError(f"log: it is longer than {requests.LONGEST_LOG} bytes")
        return job_line(REPLAY_SECONDS, kind=name, log=log, parameters=parameters)

    def _read_table(self, name: str, table: Table, parameters: Parameters) -> Reply:
        if name == "review":
            check_over(table)
            log = "".join(table.game.log.lines())
            # The page applies this limit to each decision, so each may take as long as a whole review on a server.
            return job_line(self.settings.review_seconds, kind="review", log=log, language=parameters.language)
        if name not in TABLE_READINGS:
            raise MalformedError(f"ask: expected one of {', '.join((*TABLE_READINGS, 'review'))}, got {name[:20]!r}")
        reading = Reading(table, BROWSER, self._presence, parameters, has_links=False)
        return reply_with(TABLE_READINGS[name](reading)())

    def _send(self, table: Table, data: Mapping[str, Any], language: str) -> Reply:
        if is_in_words(data):
            data = {"language": language} | dict(data)
        if is_question(data):
            question = read_question(table, BROWSER, data)
            if not question.is_slow:
                return {"answer": question.answer()}
            state = to_dict(question.state)
            return job_line(QUESTION_SECONDS, kind="question", state=state, data=question.data, language=language)
        wanted = read_table_request(data, table.game.state.ruleset)
        if isinstance(wanted, requests.HintRequest):
            hint = read_hint(table, BROWSER, wanted)
            state, seconds = to_dict(hint.state), self.settings.hint_seconds
            seed = secrets.randbits(_SEED_BITS)
            about = {"number": hint.number, "language": hint.language, "seconds": seconds, "seed": seed}
            return job_line(find_hint_limit(seconds), kind="hint", state=state, **about)
        return reply_with(answer_message(self.act, table, BROWSER, wanted))

    # Bots.

    def _find_job_line(self, name: str) -> dict[str, Any] | None:
        """Return the request for a bot's move at a table, or None if the page has it already or needs none."""
        table = self._tables[name]
        bot = table.bot
        due = None if bot is None else (table.number, bot)
        if due == self._thinking.get(name):
            return None
        if due is None or bot is None:
            del self._thinking[name]
            return None
        self._thinking[name] = due
        state, head = table.game.state, {"table": name, "number": table.number, "bot": bot}
        if bot == PASSING:
            # The move needs no thinking, so the page passes it back after the pause.
            return head | {"pause": self.settings.bot_pause, "move": to_dict(choose_passing_move(state))}
        view, seed = to_dict(state.seen_by(state.turn_seat)), secrets.randbits(_SEED_BITS)
        job = job_line(self.settings.bot_seconds, kind="move", bot=bot, seed=seed, state=view)
        return head | {"pause": self.settings.bot_pause, "job": job["job"], "seconds": job["seconds"]}

    def _move(self, moved: Mapping[str, Any]) -> Reply:
        """Play the move of a bot, unless the game has changed in the meantime."""
        table, bot = self._table(moved["table"]), moved["bot"]
        state, trouble = table.game.state, None
        if table.number == moved["number"] and table.bot == bot:
            try:
                if moved.get("is_late"):
                    raise MagnumSalError(describe_delay(self.settings.bot_seconds))
                if (failure := moved.get("failure")) is not None:
                    raise MagnumSalError(str(failure))
                move = check_move(state, from_dict(Move, moved.get("move"), ruleset=state.ruleset))
            except MagnumSalError as error:
                move, trouble = replace_move(state, bot, str(error))
            self._keep(table, Change(table.arrangement, move=move))
            table.trouble = trouble
        return reply_with(answers.DoneAnswer(number=table.number))
