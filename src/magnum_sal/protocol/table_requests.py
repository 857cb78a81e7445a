"""What is sent to the server of tables, beside the questions of ``magnum_sal.protocol``: one class a request."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import attrs

from ..model.fields import Count, Flag, Seat
from ..model.meaning import Within
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS, MIN_PLAYERS
from ..model.player_names import LONGEST_BOT_NAME, LONGEST_NAME
from ..model.ruleset import Ruleset

HERE: Final = "here"
"""Stands for a person at the browser that opens the table."""
LINK: Final = "link"
"""Stands for a person who comes by a link."""
LONGEST_KEY: Final = 64
"""Characters of a browser's key, a link or a table's id, at most."""

Key = Annotated[str, Within(1, LONGEST_KEY)]

LONGEST_ABSENCE: Final = 24 * 60 * 60
"""Seconds after which a bot takes over, at most."""


@attrs.frozen(kw_only=True)
class TableRequest:
    """What all requests have."""

    type: ClassVar[str]


@attrs.frozen(kw_only=True)
class NumberedRequest(TableRequest):
    """A request that answers a position: it is refused once the table has gone on."""

    number: Count
    """The number of the position, as the table's news tell it."""


@attrs.frozen(kw_only=True)
class SeatWanted:
    """A seat of a table that is to be opened."""

    name: Annotated[str, Within(1, LONGEST_NAME)]
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """``"here"``, ``"link"``, or one of the bots that the server offers."""


@attrs.frozen(kw_only=True)
class OpenRequest(TableRequest):
    """Open a table, as its host."""

    type: ClassVar[str] = "open"
    seats: Annotated[tuple[SeatWanted, ...], Within(MIN_PLAYERS, MAX_PLAYERS)]
    ruleset: Ruleset | None = None
    absent_seconds: Annotated[int, Within(0, LONGEST_ABSENCE)] = 0


@attrs.frozen(kw_only=True)
class JoinRequest(TableRequest):
    """Take the seat to which a link leads, or be let in to watch."""

    type: ClassVar[str] = "join"
    link: Key


@attrs.frozen(kw_only=True)
class PlayRequest(NumberedRequest):
    """Make a move."""

    type: ClassVar[str] = "apply"
    move: Move
    language: str = "en"
    """In which it is said why the rules do not allow the move."""


@attrs.frozen(kw_only=True)
class TakeBackRequest(NumberedRequest):
    """Take back one's last move with all after it, or ask everybody whether one may."""

    type: ClassVar[str] = "undo"


@attrs.frozen(kw_only=True)
class ProposeEndRequest(NumberedRequest):
    """Ask everybody whether the game is to end as it stands."""

    type: ClassVar[str] = "end"


@attrs.frozen(kw_only=True)
class AgreeRequest(NumberedRequest):
    """Agree to what was proposed, or refuse it."""

    type: ClassVar[str] = "agree"
    is_agreed: Flag


@attrs.frozen(kw_only=True)
class LeaveRequest(TableRequest):
    """Let a bot play a seat."""

    type: ClassVar[str] = "leave"
    seat: Seat


@attrs.frozen(kw_only=True)
class SitRequest(TableRequest):
    """Play a seat of one's own again."""

    type: ClassVar[str] = "sit"
    seat: Seat


@attrs.frozen(kw_only=True)
class GiveLinkRequest(TableRequest):
    """Give a seat anew, or without one let new watchers in: what was given before leads nowhere; for the host."""

    type: ClassVar[str] = "give_link"
    seat: Seat | None = None


@attrs.frozen(kw_only=True)
class SetPlayerRequest(TableRequest):
    """Say who plays a seat from now on; for the host."""

    type: ClassVar[str] = "set_player"
    seat: Seat
    player: Annotated[str, Within(1, LONGEST_BOT_NAME)]
    """As for a ``SeatWanted``."""


@attrs.frozen(kw_only=True)
class CloseTableRequest(TableRequest):
    """Close a table for good; its log is kept. For the host."""

    type: ClassVar[str] = "close_table"


@attrs.frozen(kw_only=True)
class HintRequest(NumberedRequest):
    """Ask what a good bot would do."""

    type: ClassVar[str] = "hint"
    language: str = "en"


@attrs.frozen(kw_only=True)
class CancelReviewRequest(TableRequest):
    """Stop waiting for the review of the game; its work ends when nobody waits for it any more."""

    type: ClassVar[str] = "cancel_review"
