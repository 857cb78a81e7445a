"""What the server of tables answers, beside the answers of ``magnum_sal.protocol``: one class an answer."""

from __future__ import annotations

from typing import Annotated, Final

from ..errors import Objection
from ..errors.messages import LONGEST_MESSAGE
from ..model.fields import Count, Flag, Number, Seat
from ..model.meaning import Meaning, Within
from ..model.moves import Move
from ..record.serialization.shapes import Message
from .answers import CODES

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
)
"""What can be wrong with a request; the page of the protocol explains each."""

_CODE: Final = Meaning("code", "a code", lambda value: value in TABLE_CODES, lambda _: TABLE_CODES)


class TableAnswer(Message):
    """What all answers have."""


class RefusalAnswer(TableAnswer, type="error"):
    """What is wrong with a request; nothing has happened."""

    code: Annotated[str, _CODE]
    sentence: Annotated[str, Within(1, LONGEST_MESSAGE)]
    objection: Objection | None = None
    """What speaks against the move, where it is not legal."""


class ChairTold(Message):
    """A seat of the table."""

    name: str
    player: str
    """``"human"``, or the bot whose seat it is."""
    player_words: str
    """The same in words."""
    is_yours: Flag
    """Whether the browser that asks has taken it."""
    is_taken: Flag
    """Whether any browser has taken it."""
    is_present: Flag
    """Whether its person looks at the table now."""
    stand_in: str | None
    """The bot that plays for the person, in words."""
    link: str | None
    """For the host alone: where it can be taken, a path."""


class ProposalTold(Message):
    """What waits for everybody's consent."""

    kind: str
    """``"undo"`` or ``"end"``."""
    seat: Seat
    """Who proposed it."""
    waits_for: tuple[Seat, ...]
    """Who has not agreed yet."""
    words: str
    """The question to those."""


class Happened(Message):
    """A step of the game in words, or what else happened."""

    step: Count
    """How many moves had been made then, this one included."""
    seat: Seat | None
    """Who moved."""
    words: tuple[str, ...]
    """The move, and what came of it."""


class NewsAnswer(TableAnswer, type="news"):
    """All that there is to know of a table, but for its pictures; sent anew whenever anything changes."""

    table: str
    number: Count
    """The number of the position: lines of the log. It only grows, also where moves are taken back."""
    steps: Count
    """How many moves stand."""
    turn_words: str
    """Where the game stands, in a sentence."""
    to_move: Seat | None
    """Whose decision is next, None once the game is over."""
    is_over: Flag
    winners: tuple[Seat, ...]
    end_words: tuple[str, ...]
    """How it ended, a sentence each."""
    chairs: tuple[ChairTold, ...]
    watching: Count
    """How many browsers look at the table."""
    is_host: Flag
    watch_link: str | None
    """For the host alone: where one can watch, a path."""
    is_closed: Flag
    proposal: ProposalTold | None
    undo: str | None
    """``"free"``, ``"ask"``, or None where there is nothing of one's own to take back."""
    since: Count
    """How many moves stood before one's own last one: what came after it is news."""
    trouble: str | None
    """What went wrong with a bot, in a sentence."""
    kept: Count
    """How many of the moves that the news before told of still stand."""
    happened: tuple[Happened, ...]
    """The moves since; none where they are too many, and the history tells them."""


class OpenedAnswer(TableAnswer, type="opened"):
    """A table is opened, or one has come to it."""

    table: str
    seat: Seat | None = None
    """The seat that was taken."""


class InvitationAnswer(TableAnswer, type="invitation"):
    """Where a link leads; nothing is taken by asking."""

    players: tuple[str, ...]
    seat: Seat | None
    """None for who watches."""


class TableListed(Message):
    """A table that a browser has to do with."""

    table: str
    players: tuple[str, ...]
    turn_words: str
    is_yours: Flag
    """Whether the browser has a seat whose turn it is."""
    is_over: Flag


class TablesAnswer(TableAnswer, type="tables"):
    """The tables that a browser has to do with, the newest first."""

    tables: tuple[TableListed, ...]


class DoneAnswer(TableAnswer, type="done"):
    """What was asked is done; the news tell the rest."""

    number: Count


class LinkAnswer(TableAnswer, type="link"):
    """A link that was given anew, as a path."""

    link: str


class HistoryAnswer(TableAnswer, type="history"):
    """The game so far in words: steps from *first* on."""

    number: Count
    first: Count
    steps: tuple[Happened, ...]


class StandingAnswer(TableAnswer, type="standing"):
    """How everybody stands, as a table, the best first; and who has won and why, once the game is over."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]


class Advice(Message):
    """A move that a bot has considered."""

    move: Move
    words: str
    brings: str
    chance: Annotated[int, Within(0, 100)]
    """Of winning after it, in per cent."""
    error: Annotated[int, Within(0, 100)]
    """The standard error of the chance, in per cent."""
    margin: Number
    """By how many groszy the player is expected to be ahead of the mean of the others in the end."""
    told: tuple[str, ...]
    """What it is worth, why, and what is expected after it, in sentences."""


class HintAnswer(TableAnswer, type="hint"):
    """What a good bot would do, the best first, and why."""

    number: Count
    advice: tuple[Advice, ...]
    words: tuple[str, ...]
    """The same in sentences."""


class Costly(Message):
    """A move that gave something away."""

    step: Count
    """How many moves were made before it."""
    words: str


class ReviewAnswer(TableAnswer, type="review"):
    """What a good bot thinks of a game that is over."""

    told: tuple[str, ...]
    """Who gave away how much, and where it turned, in sentences."""
    costliest: tuple[Costly, ...]
    """The moves that gave away most, the worst first."""
    graph: str
    """Everybody's chances of winning round by round, as an SVG picture."""


class ReviewProgressAnswer(TableAnswer, type="review_progress"):
    """How far the review of a game is."""

    is_working: Flag
    """Whether a bot works on it now."""
    done: Count
    """How many decisions it has judged."""
    total: Count
    """How many decisions there are; 0 while nobody waits for the review, and for a moment after its start."""


class BotOffered(Message):
    """A bot that can sit at a table."""

    name: str
    words: str


class SwitchOffered(Message):
    """A switch of a ruleset."""

    name: str
    words: str
    on: Count
    """What turns it on: 1 for yes, else its number."""
    is_number: Flag


class RulesetOffered(Message):
    """Rules that a table can be opened with."""

    name: str
    words: str
    switches: tuple[SwitchOffered, ...]


class WelcomeAnswer(TableAnswer, type="welcome"):
    """Who answers, and what can be chosen; with the words of the page."""

    library: str
    language: str
    languages: tuple[str, ...]
    address: str | None
    """What links begin with; None for the address by which one came oneself."""
    bots: tuple[BotOffered, ...]
    rulesets: tuple[RulesetOffered, ...]
    keys: tuple[str, ...]
    """The ids of *words*."""
    words: tuple[str, ...]
