"""
Permissions: what a browser may do at a table, and who must agree. Each check raises an error that says why.

A player who undoes a move still knows the pieces that it revealed, although they are face down again. So:

- If the move or a later one revealed a piece, every person at the table must agree. The undo is refused while a person
  cannot be asked (the seat is unclaimed, or a bot plays for the person). A bot cannot agree for a person.
- Otherwise a player may undo a move freely while only that player and bots have moved since. If another person, or a
  bot for that person, has moved, the people present must agree. Nothing was revealed, so absent people need not agree.
- If no other seat belongs to a person, nobody needs to agree.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final

from ..engine.steps import Step
from ..errors import MisuseError
from ..protocol.refused_error import RefusedError
from ..queries.effects import turns_up
from ._table import Arrangement, Table

FREE: Final = "free"
ASK: Final = "ask"
REFUSED: Final = "refused"
_STAND_IN: Final = "a bot is playing for you; take your seat back first"


def check_access(arrangement: Arrangement | None, browser: str) -> None:
    """Refuse a browser without access in the same way as a request for an unknown table (*arrangement* is None)."""
    # The two cases must look the same; otherwise the answer would reveal to strangers which tables exist.
    if arrangement is None or not arrangement.may_see(browser):
        raise RefusedError("unknown_table", "this table does not exist, or you have no access to it")


def check_open(table: Table) -> None:
    if table.arrangement.is_closed:
        raise RefusedError("closed", "the table is closed; the log of the game is kept")


def check_now(table: Table, number: int) -> None:
    """Refuse a request to a closed table, or about a position other than the current one."""
    check_open(table)
    # A request refers to the position that its page shows. A repeated or late request names an older number, so it has
    # no effect.
    if number != table.number:
        raise RefusedError(
            "stale", f"number: {number} is not the current position, which is {table.number}; look again"
        )


def check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.arrangement.chairs):
        raise MisuseError(f"seat: {seat} is not one of the {len(table.arrangement.chairs)} seats")


def check_host(table: Table, browser: str) -> None:
    if browser != table.arrangement.host:
        raise RefusedError("not_host", "only the host can do that")


def check_own(table: Table, browser: str, seat: int) -> None:
    """Refuse a browser that has not taken the seat."""
    check_seat(table, seat)
    if table.arrangement.chairs[seat].holder != browser:
        raise RefusedError("not_yours", f"this seat belongs to {table.names([seat])[0]}, not to you")


def check_to_move(table: Table, browser: str, number: int) -> None:
    """Refuse a request about an old position, or from a browser whose turn it is not."""
    check_now(table, number)
    if table.game.is_over:
        raise MisuseError("game_over", {})
    check_own(table, browser, table.game.state.turn_seat)


def check_play(table: Table, browser: str, number: int) -> None:
    """Refuse a move if it is not the browser's turn, or if a bot stands in. The rules check the move itself."""
    check_to_move(table, browser, number)
    # While a bot stands in, only the bot may move. The person must sit down first.
    if table.arrangement.chairs[table.game.state.turn_seat].stand_in is not None:
        raise RefusedError("not_yours", _STAND_IN)


def check_over(table: Table) -> None:
    """Refuse a review of a game that is not over."""
    if not table.game.is_over:
        raise RefusedError("too_early", "the game is not over yet, so it cannot be reviewed")


def seats_with_a_say(table: Table, browser: str, otherwise: str) -> tuple[int, ...]:
    """
    Return the seats that a browser plays.

    Raises ``RefusedError`` if there are none; *otherwise* is the message for spectators.
    """
    _check_present(table, browser)
    seats = table.arrangement.seats_played_by(browser)
    if not seats:
        raise RefusedError("not_yours", otherwise)
    return seats


def _check_present(table: Table, browser: str) -> None:
    """Refuse a browser if bots play for all of its seats."""
    if table.arrangement.seats_of(browser) and not table.arrangement.seats_played_by(browser):
        raise RefusedError("not_yours", _STAND_IN)


def consent_to_undo(undone: Sequence[Step], seats: Collection[int], arrangement: Arrangement) -> str:
    """Return ``FREE``, ``ASK`` or ``REFUSED``: whether the players in *seats* may undo these steps."""
    # An absent person has not agreed, even if a bot plays for that person. An undo puts a revealed piece back face
    # down, but the player still knows it. So everybody must agree, and while somebody is absent, the move cannot be
    # undone.
    is_seen = any(map(turns_up, undone))
    if is_seen and arrangement.absent():
        return REFUSED
    # If all other players are bots, or one browser plays all seats of people, there is nobody to ask.
    if set(arrangement.people()) <= set(seats):
        return FREE
    # A stand-in's move counts as the person's move, so bots() omits the seat. If nobody else has moved and nothing was
    # revealed, the undo gives no advantage, so nobody is asked.
    is_own = all(step.seat in seats or step.seat in arrangement.bots() for step in undone)
    return FREE if is_own and not is_seen else ASK


def find_undo(table: Table, browser: str) -> tuple[int, str] | None:
    """Return how many moves remain if a browser undoes its last move, and ``FREE`` or ``ASK``; None if it may not."""
    found = _last_move_of(table, browser)
    return None if found is None or found[1] == REFUSED else found


def redo_to(table: Table, browser: str) -> int | None:
    """
    Return the number of moves after a browser's redo, or None if it may not redo.

    A redo makes the browser's undone move again, and the moves of bots that were undone with it. Other people decide
    themselves whether they make their moves again.
    """
    if table.game.end_reason is not None or table.arrangement.is_closed:
        return None
    own, bots = table.arrangement.seats_played_by(browser), table.arrangement.bots()
    steps = table.game.steps_to_redo()
    first = next(steps, None)
    if first is None or first.seat not in own:
        return None
    return table.game.step_count + 1 + sum(1 for _ in takewhile(lambda step: step.seat in bots, steps))


def _check_history(table: Table, browser: str, number: int) -> None:
    """Refuse an undo or a redo after an agreed end, and by a person for whom a bot plays."""
    check_now(table, number)
    if table.game.end_reason is not None:
        raise MisuseError("game_over", {})
    _check_present(table, browser)


def check_redo(table: Table, browser: str, number: int) -> int:
    """Return the number of moves after a browser's redo."""
    _check_history(table, browser, number)
    found = redo_to(table, browser)
    if found is None:
        raise MisuseError("nothing_to_redo", {})
    return found


def check_undo(table: Table, browser: str, number: int) -> tuple[int, str]:
    """Return how many moves remain if a browser undoes its last move, and the consent needed: ``FREE`` or ``ASK``."""
    _check_history(table, browser, number)
    found = _last_move_of(table, browser)
    if found is None:
        raise MisuseError("no_own_move", {})
    check_consent(table, found[1])
    return found


def _last_move_of(table: Table, browser: str) -> tuple[int, str] | None:
    """Return how many moves remain if a browser undoes its last move, and the required consent; None if it cannot."""
    seats = table.arrangement.seats_played_by(browser)
    to = table.last_move_index_of(seats)
    # An end by agreement is final, and a closed table stays as it is.
    if to is None or table.game.end_reason is not None or table.arrangement.is_closed:
        return None
    return to, consent_to_undo(table.steps(to), seats, table.arrangement)


def check_consent(table: Table, consent: str) -> None:
    """Refuse an undo if a piece was revealed and a person who would have to agree is absent."""
    if consent == REFUSED:
        raise MisuseError("undo_needs_absent", {"names": tuple(table.names(table.arrangement.absent()))})


def link_of(table: Table, browser: str, seat: int | None) -> str:
    """Return the link of an unclaimed seat, or the link for spectators. Refuse everybody except the host."""
    check_host(table, browser)
    if seat is None:
        return table.arrangement.watch_link
    check_seat(table, seat)
    link = table.arrangement.chairs[seat].link
    if link is None:
        raise RefusedError("unknown_link", "the seat is taken; reassign it to get a new link")
    return link
