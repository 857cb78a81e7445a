"""The requests to the table server, in addition to the questions of ``magnum_sal.protocol``: one class per request."""

from __future__ import annotations

from typing import Annotated, Any, Final

from ..model.fields import Count, Flag, Seat
from ..model.meaning import Within
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.player_names import LONGEST_BOT_NAME, LONGEST_NAME
from ..model.ruleset import Ruleset
from ..record.serialization.shapes import Message
from .request_fields import LONGEST_PLACE
from .requests import InWords

TABLE_PROTOCOL: Final = 3
"""The version of the table protocol. The protocol page lists what each version added."""

HERE: Final = "here"
"""Marks the seat of the person whose browser opens the table."""
LINK: Final = "link"
"""Marks the seat of a person who joins with a link."""
LONGEST_KEY: Final = 64
"""The maximum length of a browser's key, a link or a table's id."""

Key = Annotated[str, Within(1, LONGEST_KEY)]

MOST_OPTIONS: Final = 40
"""The maximum number of moves that a client can ask to be listed at once."""
LONGEST_POSITION: Final = 4000
"""The maximum number of characters in the text of a position. Texts of positions from games have at most 1,300."""

LONGEST_LOG: Final = 1 << 21
"""The maximum number of characters of a log in a request. A log of 2,000 moves has about half as many."""

LONGEST_ABSENCE: Final = 24 * 60 * 60
"""The upper bound, in seconds, for the absence after which a bot takes over."""


class TableRequest(Message):
    """The base class of all requests to the table server."""


class NumberedRequest(TableRequest):
    """A request that refers to a position; the server refuses the request if the position has changed since."""

    # A page responds to the position that it shows. Because of the number, a request that arrives twice or too late has
    # no effect.
    number: Count
    """The number of the position, from the table's news."""


class SeatChoice(Message, definition="SeatWanted"):
    """A seat at the new table."""

    name: Annotated[str, Within(1, LONGEST_NAME)]
    """The player's name."""
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """``"here"``, ``"link"``, or one of the bots that the server offers."""


class OpenRequest(TableRequest, type="open"):
    """Open a table and become its host."""

    seats: Annotated[tuple[SeatChoice, ...], Within(MIN_PLAYERS, MAX_PLAYERS)]
    """The seats in their order around the table."""
    ruleset: Ruleset | None = None
    """The rules of the game; None for those of ``position`` or, in a new game, the server's."""
    position: Annotated[str, Within(1, LONGEST_POSITION)] | None = None
    """The text of the position from which the game starts. None starts a new game."""
    absent_seconds: Annotated[int, Within(0, LONGEST_ABSENCE)] = 0
    """The number of seconds of absence after which a bot takes over a seat; 0 for never."""


class ContinueRequest(TableRequest, type="continue"):
    """Open a table that resumes the game of a log, and become its host. The players keep their names."""

    log: Annotated[str, Within(1, LONGEST_LOG)]
    """The text of the log. If it is public, the server deals the pieces that it leaves out."""
    players: Annotated[tuple[Annotated[str, Within(1, LONGEST_BOT_NAME)], ...], Within(MIN_PLAYERS, MAX_PLAYERS)]
    """The player of each seat: the same values as in ``SeatChoice``."""
    absent_seconds: Annotated[int, Within(0, LONGEST_ABSENCE)] = 0
    """The number of seconds of absence after which a bot takes over a seat; 0 for never."""


class JoinRequest(TableRequest, type="join"):
    """Follow a link to take its seat, or to watch the game."""

    # Opening a link only shows where it leads. Only this request takes the seat, so link previews in chats do no harm.
    link: Key
    """The last part of the path of a link to a seat or for spectators."""


class PlayRequest(NumberedRequest, type="apply"):
    """Make a move."""

    move: Move
    """The move."""
    language: str = "en"
    """The language of the explanation if the move is not legal."""


class OptionsRequest(InWords, TableRequest, type="options"):
    """
    Ask for the options of the player to move: after the answers in *taken*, or at a *place* of the picture.

    Where few moves are left, the options are whole moves. Otherwise each one leads to another question.
    """

    # Which answers are valid depends on the position, so they are checked when the choice takes them.
    taken: tuple[Any, ...] = ()
    """The answers so far: ``taken`` of the offer that the player chose. Empty at first."""
    place: Annotated[str, Within(1, LONGEST_PLACE)] | None = None
    """The place of the picture whose options are listed; None to list those after ``taken``."""
    most: Annotated[int, Within(1, MOST_OPTIONS)] = 12
    """The number of options up to which questions are replaced by their moves."""


class TakeBackRequest(NumberedRequest, type="undo"):
    """Undo your last move and everything after it, or ask the other players for permission."""


class RestoreRequest(NumberedRequest, type="redo"):
    """Make your undone move again, and the moves of bots after it that were undone with it."""


class ProposeEndRequest(NumberedRequest, type="end"):
    """Propose ending the game now; all players must agree."""


class AgreeRequest(NumberedRequest, type="agree"):
    """Agree to a proposal, or reject it."""

    is_agreed: Flag
    """Whether you agree. A player who rejects their own proposal withdraws it."""
    # The number of the position is the same for a proposal that was made after another one was withdrawn.
    proposal: Count | None = None
    """The ``id`` of the proposal that you answer; None for whichever proposal is pending."""


class LeaveRequest(TableRequest, type="leave"):
    """Hand your seat over to a bot."""

    seat: Seat
    """The seat, one of your own."""


class SitRequest(TableRequest, type="sit"):
    """Return to your own seat, where a bot has been playing for you."""

    seat: Seat
    """The seat, one of your own."""


class GiveLinkRequest(TableRequest, type="give_link"):
    """Create a new link to a seat or, without *seat*, for spectators. The old link stops working. Only for the host."""

    seat: Seat | None = None
    """The seat; None for the link for spectators."""


class SetPlayerRequest(TableRequest, type="set_player"):
    """Change who plays at a seat from now on. Only for the host."""

    seat: Seat
    """The seat."""
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """The same values as in ``SeatChoice``."""


class CloseTableRequest(TableRequest, type="close_table"):
    """Close a table permanently; its log is kept. Only for the host."""


class HintRequest(InWords, NumberedRequest, type="hint"):
    """Ask for a hint: the moves that a good bot recommends."""


class CancelReviewRequest(TableRequest, type="cancel_review"):
    """Stop waiting for the game's review; the server stops the review when nobody is waiting."""


class OpenLessonRequest(TableRequest, type="open_lesson"):
    """Open a table for a lesson. You take the learner's seat, and the other seats pass."""

    lesson: Key
    """The id of a lesson from the list of lessons."""


class TryAgainRequest(TableRequest, type="try_again"):
    """Undo all moves since the start of your latest attempt at a task of the lesson."""

    to: Count
    """The number of moves that remain: ``retry_at`` of the news."""
