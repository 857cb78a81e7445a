"""What is sent to the server of tables, beside the questions of ``magnum_sal.protocol``: one class a request."""

from __future__ import annotations

from typing import Annotated, Final

from ..model.fields import Count, Flag, Seat
from ..model.meaning import Within
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.player_names import LONGEST_BOT_NAME, LONGEST_NAME
from ..model.ruleset import Ruleset
from ..record.serialization.shapes import Message

HERE: Final = "here"
"""Stands for a person at the browser that opens the table."""
LINK: Final = "link"
"""Stands for a person who comes by a link."""
LONGEST_KEY: Final = 64
"""Characters of a browser's key, a link or a table's id, at most."""

Key = Annotated[str, Within(1, LONGEST_KEY)]

LONGEST_ABSENCE: Final = 24 * 60 * 60
"""Seconds after which a bot takes over, at most."""


class TableRequest(Message):
    """What all requests have."""


class NumberedRequest(TableRequest):
    """A request that answers a position: it is refused once the table has gone on."""

    number: Count
    """The number of the position, as the table's news tell it."""


class SeatWanted(Message):
    """A seat of a table that is to be opened."""

    name: Annotated[str, Within(1, LONGEST_NAME)]
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """``"here"``, ``"link"``, or one of the bots that the server offers."""


class OpenRequest(TableRequest, type="open"):
    """Open a table, as its host."""

    seats: Annotated[tuple[SeatWanted, ...], Within(MIN_PLAYERS, MAX_PLAYERS)]
    ruleset: Ruleset | None = None
    absent_seconds: Annotated[int, Within(0, LONGEST_ABSENCE)] = 0


class JoinRequest(TableRequest, type="join"):
    """Take the seat to which a link leads, or be let in to watch."""

    link: Key


class PlayRequest(NumberedRequest, type="apply"):
    """Make a move."""

    move: Move
    language: str = "en"
    """In which it is said why the rules do not allow the move."""


class TakeBackRequest(NumberedRequest, type="undo"):
    """Take back one's last move with all after it, or ask everybody whether one may."""


class ProposeEndRequest(NumberedRequest, type="end"):
    """Ask everybody whether the game is to end as it stands."""


class AgreeRequest(NumberedRequest, type="agree"):
    """Agree to what was proposed, or refuse it."""

    is_agreed: Flag


class LeaveRequest(TableRequest, type="leave"):
    """Let a bot play a seat."""

    seat: Seat


class SitRequest(TableRequest, type="sit"):
    """Play a seat of one's own again."""

    seat: Seat


class GiveLinkRequest(TableRequest, type="give_link"):
    """Give a seat anew, or without one let new watchers in: what was given before leads nowhere; for the host."""

    seat: Seat | None = None


class SetPlayerRequest(TableRequest, type="set_player"):
    """Say who plays a seat from now on; for the host."""

    seat: Seat
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """As for a ``SeatWanted``."""


class CloseTableRequest(TableRequest, type="close_table"):
    """Close a table for good; its log is kept. For the host."""


class HintRequest(NumberedRequest, type="hint"):
    """Ask what a good bot would do."""

    language: str = "en"


class CancelReviewRequest(TableRequest, type="cancel_review"):
    """Stop waiting for the review of the game; its work ends when nobody waits for it any more."""
