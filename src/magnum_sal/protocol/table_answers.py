"""The answers of the table server, in addition to those of ``magnum_sal.protocol``: one class per answer."""

from __future__ import annotations

from typing import Annotated, Final

from ..errors import Objection
from ..errors.messages import LONGEST_MESSAGE
from ..model.fields import Count, Flag, Seat
from ..model.meaning import Meaning, Within
from ..model.moves import Move
from ..record.serialization.shapes import Message
from .answers import CODES, Offer, PlainTaken
from .progress_answers import Advice, NewsItem
from .request_fields import one_of

TABLE_CODES: Final = (
    *CODES,
    "stale",
    "too_early",
    "no_key",
    "foreign",
    "not_yours",
    "not_host",
    "unknown_table",
    "unknown_link",
    "unknown_address",
    "wrong_method",
    "closed",
    "too_fast",
    "not_kept",
    "damaged",
)
"""The error codes. The protocol page explains them."""

_CODE: Final = Meaning("code", "a code", lambda value: value in TABLE_CODES, lambda _: TABLE_CODES)
_PROPOSAL: Final = one_of("kind of proposal", ("undo", "end"))
_UNDO: Final = one_of("way to undo", ("free", "ask"))


class TableAnswer(Message):
    """The base class of all answers of the table server."""


class RefusalAnswer(TableAnswer, type="error"):
    """The request failed and changed nothing."""

    code: Annotated[str, _CODE]
    """The kind of error. The page about the protocol explains the codes."""
    sentence: Annotated[str, Within(1, LONGEST_MESSAGE)]
    """An explanation for people, as one line."""
    objection: Objection | None = None
    """The objection to the move, if it is illegal."""


class SeatStatus(Message, definition="ChairTold"):
    """A seat at the table."""

    name: str
    """The player's name."""
    player: str
    """``"human"``, or the bot that owns the seat."""
    player_words: str
    """The value of ``player`` in words."""
    is_yours: Flag
    """Whether the requesting browser has taken the seat."""
    is_taken: Flag
    """Whether any browser has taken the seat."""
    is_present: Flag
    """Whether the person at the seat is connected now."""
    stand_in: str | None
    """The bot that plays for the person, in words; None if no bot does."""
    link: str | None
    """The path of the link to the seat, sent only to the host."""


class ProposalStatus(Message, definition="ProposalTold"):
    """A proposal that needs the consent of all players."""

    id: Count
    """The id of the proposal. No other proposal at the table ever has the same id."""
    kind: Annotated[str, _PROPOSAL]
    """``"undo"`` or ``"end"``."""
    seat: Seat
    """The seat that made the proposal."""
    waits_for: tuple[Seat, ...]
    """The seats that have not agreed yet."""
    words: str
    """The question for these seats."""


class LessonStatus(Message):
    """The progress in the lesson that a table is for."""

    id: str
    """The lesson's id."""
    title: str
    """The title of the lesson."""
    task: Count
    """The number of the current task, from 1. Once the lesson is done, the number of the last task."""
    tasks: Count
    """The number of tasks."""
    words: str
    """What the current task asks for."""
    rules: tuple[str, ...]
    """The ids of the rules that the lesson is about."""
    verdict: str | None
    """The answer to the learner's latest move, in a sentence; None if it needs no answer."""
    is_solved: Flag
    """Whether the latest move solved the task before the current one, or the last task."""
    is_done: Flag
    """Whether all tasks are solved."""
    retry_at: Count | None
    """The ``to`` of a ``try_again`` request; None if the learner has not moved."""


class NewsAnswer(TableAnswer, type="news"):
    """The complete state of a table without its pictures; sent again after every change."""

    table: str
    """The table's id."""
    number: Count
    """The number of the position: the number of log lines. This number only grows, even if moves are undone."""
    steps: Count
    """The number of moves that have not been undone."""
    turn_words: str
    """The progress of the game, in a sentence."""
    to_move: Seat | None
    """The seat that decides next; None once the game is over."""
    is_over: Flag
    """Whether the game is over."""
    winners: tuple[Seat, ...]
    """The seats that have won; empty before the end of the game, and if it was ended by agreement."""
    end_words: tuple[str, ...]
    """How the game ended, in sentences."""
    chairs: tuple[SeatStatus, ...]
    """The seats of the table, in order."""
    watching: Count
    """The number of spectators' browsers."""
    is_host: Flag
    """Whether you are the host."""
    watch_link: str | None
    """The path of the link for spectators, sent only to the host."""
    absent_seconds: Count
    """The number of seconds of absence after which a bot takes over a seat; 0 for never."""
    is_closed: Flag
    """Whether the table is closed."""
    proposal: ProposalStatus | None
    """The proposal that waits for an answer; None if there is none."""
    undo: Annotated[str, _UNDO] | None
    """Whether you can undo your last move: ``"free"`` (at once), ``"ask"`` (if the others agree), or None (not now)."""
    undo_to: Count | None
    """The number of moves that would remain after your undo; None if you cannot undo."""
    redo_to: Count | None
    """The number of moves after your redo; None if you have nothing to redo."""
    since: Count
    """The number of moves up to and including your own last move; everything after your move is new to you."""
    trouble: str | None
    """The failure of a bot, in a sentence; None if no bot has failed."""
    kept: Count
    """The number of moves up to the previous news that have not been undone since."""
    happened: tuple[NewsItem, ...]
    """The moves since the previous news; empty if there are too many. In that case, ask for the history."""
    lesson: LessonStatus | None
    """The progress in the table's lesson; None for an ordinary game."""
    ruleset_words: str
    """The name of the ruleset and its switches."""
    is_standard: Flag
    """Whether these are the standard rules without a variant."""


class OpenedAnswer(TableAnswer, type="opened"):
    """Confirmation that you have opened or joined a table."""

    table: str
    """The table's id."""
    seat: Seat | None = None
    """The seat that you have taken; None if you have not taken a seat."""


class InvitationAnswer(TableAnswer, type="invitation"):
    """The table that a link leads to. Asking about a link does not take its seat."""

    players: tuple[str, ...]
    """The players' names by seat."""
    seat: Seat | None
    """The seat of the link; None for spectators."""
    ruleset_words: str
    """The name of the ruleset and its switches."""
    is_standard: Flag
    """Whether these are the standard rules without a variant."""
    is_host: Flag = False
    """Whether you are the host. A host who joins by the link takes the seat that another person should get."""


class ShareAnswer(TableAnswer, type="shared"):
    """A link to a position of a table."""

    path: str
    """The path of the link, with at most 2,000 characters. It contains the position, as everybody sees it."""
    qr: str | None
    """The path of a picture with the link as a QR code; None if the link is too long for one."""


class SharedPositionAnswer(TableAnswer, type="shared_position"):
    """The position that a link contains."""

    position: str
    """The public position as text, for ``open``."""
    players: tuple[str, ...]
    """The players' names by seat."""
    to_move: Seat | None
    """The seat that decides next; None if the game is over, or if a piece must be turned up first."""
    is_over: Flag
    """Whether the game is over, so that no table can start from the position."""
    turn_words: str
    """The progress of the game, in a sentence."""
    ruleset_words: str
    """The name of the ruleset and its switches."""


class LogSummaryAnswer(TableAnswer, type="log_summary"):
    """The game of a log that somebody has sent."""

    players: tuple[str, ...]
    """The players' names by seat."""
    to_move: Seat | None
    """The seat that decides next; None if the game is over, or if a piece must be turned up first."""
    steps: Count
    """The number of moves that have not been undone."""
    is_over: Flag
    """Whether the game is over."""
    is_public: Flag
    """Whether the log leaves out face-down pieces, which ``continue`` then deals."""
    objection: str | None
    """Why no table can resume the game, in a sentence; None if ``continue`` can."""
    turn_words: str
    """The progress of the game, in a sentence."""
    ruleset_words: str
    """The name of the ruleset and its switches."""


class TableSummary(Message, definition="TableListed"):
    """A table in a browser's list."""

    table: str
    """The table's id."""
    players: tuple[str, ...]
    """The players' names by seat; for a damaged game, one text that says so."""
    turn_words: str
    """The progress of the game, in a sentence; empty for a damaged game."""
    is_yours: Flag
    """Whether it is the turn of a seat that this browser has taken."""
    is_over: Flag
    """Whether the game is over."""


class TablesAnswer(TableAnswer, type="tables"):
    """The tables that a browser has opened or joined, most recently changed first."""

    tables: tuple[TableSummary, ...]
    """The tables."""


class LessonSummary(Message):
    """A lesson of the server."""

    id: str
    """The id of the lesson, for ``open_lesson``."""
    title: str
    """The title of the lesson."""
    summary: str
    """The subject of the lesson, in one sentence."""
    tasks: Count
    """The number of tasks."""


class LessonsAnswer(TableAnswer, type="lessons"):
    """The lessons of the server, in order."""

    lessons: tuple[LessonSummary, ...]
    """The lessons."""


class DoneAnswer(TableAnswer, type="done"):
    """The request was carried out; the news contains the result."""

    number: Count
    """The number of the position after the request."""


class LinkAnswer(TableAnswer, type="link"):
    """The path of a new link."""

    link: str
    """The path of the link. Its last part is ``link`` of a ``join`` request."""


class HistoryAnswer(TableAnswer, type="history"):
    """The history of the game in words, starting with step *first*."""

    number: Count
    """The number of the current position."""
    first: Count
    """The number of the first step in the list, counted from 1."""
    steps: tuple[NewsItem, ...]
    """The steps in order."""


class OptionsAnswer(TableAnswer, type="options"):
    """The options of the player to move, or the reason why nothing is possible at a place."""

    words: str
    """The open question; empty at a place."""
    taken: PlainTaken
    """The answers so far as plain data; empty at a place."""
    told: tuple[str, ...]
    """The answers so far, in words."""
    offers: tuple[Offer, ...]
    """The options: finished moves, and answers that lead to another question."""
    places: tuple[str, ...] = ()
    """The places where a move can begin; only before the first answer."""
    move: Move | None = None
    """The finished move, if the answers leave no other."""
    move_told: str = ""
    """The finished move in words; empty if there is none."""
    brings: str = ""
    """The costs and effects of that move, in words."""
    objection: Objection | None = None
    """The objection if nothing is possible at the place."""
    sentence: str | None = None
    """Why nothing is possible at the place."""


class StandingAnswer(TableAnswer, type="standing"):
    """The scores as a table, best first. Once the game is over, *words* describes how it ended."""

    headings: tuple[str, ...]
    """The headings of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each row, one row for each player."""
    words: tuple[str, ...]
    """How the game ended, in sentences; empty until the game is over."""


class HintAnswer(TableAnswer, type="hint"):
    """The moves that a good bot recommends, best first, with reasons."""

    number: Count
    """The number of the position that the hint is for."""
    advice: tuple[Advice, ...]
    """The moves, each with its value and reasons."""
    words: tuple[str, ...]
    """The hint in sentences."""


class CostlyMove(Message, definition="Costly"):
    """A costly move."""

    step: Count
    """The number of moves made before this move. In the news and the history, ``step`` also counts the move itself."""
    words: str
    """The move, what it cost and a better move, in a sentence."""


class ReviewAnswer(TableAnswer, type="review"):
    """The review of a finished game by a good bot."""

    told: tuple[str, ...]
    """The mean loss of each player, and the turning point of the game, in sentences."""
    costliest: tuple[CostlyMove, ...]
    """The costliest moves, worst first."""
    graph: str
    """The players' chances of winning, round by round, as an SVG picture."""


class ReviewProgressAnswer(TableAnswer, type="review_progress"):
    """The progress of the review of a game."""

    is_working: Flag
    """Whether a bot is working on the review now."""
    done: Count
    """The number of decisions judged so far."""
    total: Count
    """The number of decisions, also once they are judged; 0 if there is no review, and briefly after its start."""


class BotOption(Message, definition="BotOffered"):
    """A bot that can play at a table."""

    name: str
    """The name of the bot, for ``player`` of a seat."""
    words: str
    """The name of the bot in words."""


class SwitchOption(Message, definition="SwitchOffered"):
    """A switch of a ruleset."""

    name: str
    """The name of the switch."""
    words: str
    """The effect of the switch when it is on, in words."""
    on: Count
    """The value that turns the switch on: 1, or a number for a numeric switch."""
    is_number: Flag
    """Whether the setting is a number, or None if the switch is off. Other settings are true or false."""
    is_on: Flag
    """Whether the server's rules have turned the switch on."""
    is_own: Flag
    """Whether the switch is the ruleset's own, so that ``own_settings`` contains its setting."""


class RulesetOption(Message, definition="RulesetOffered"):
    """A ruleset for a new table."""

    name: str
    """The name of the ruleset."""
    words: str
    """The name of the ruleset and the switches that are on, in words."""
    switches: tuple[SwitchOption, ...]
    """The switches of the ruleset."""


class WelcomeAnswer(TableAnswer, type="welcome"):
    """The server's version, languages, bots and rulesets, and the words of the page."""

    protocol: Count
    """The version of the table protocol (``TABLE_PROTOCOL``)."""
    library: str
    """The version of the library."""
    language: str
    """The language of the words in this answer."""
    languages: tuple[str, ...]
    """The languages that a request can name."""
    address: str | None
    """The base URL of links; None if links begin with the address that the browser used."""
    bots: tuple[BotOption, ...]
    """The bots that can play at a table."""
    rulesets: tuple[RulesetOption, ...]
    """The rulesets for a new table; the first one is the default."""
    keys: tuple[str, ...]
    """The ids of the entries in *words*, in the same order."""
    words: tuple[str, ...]
    """The words of the page."""
