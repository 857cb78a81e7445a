"""
Changes: how a permitted request changes a table. ``_permissions.py`` checks the permissions.

This module computes a ``Change``: the new seating and at most one move, undo, redo or early end. The
``Store`` of a server or the ``LocalTables`` of a page applies it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from ..bots import HUMAN
from ..errors import MalformedError, MisuseError
from ..lessons import Lesson
from ..model.moves import Move
from ..protocol import table_requests as requests
from ..protocol.refused_error import RefusedError
from ..words.agreement import agreement
from . import _permissions as permissions
from ._table import END, PASSING, UNDO, Arrangement, Chair, Proposal, Table

# The modules that decide about a table do not wait, read the clock, use random numbers or open files; import-linter
# checks this. So the caller generates the links, and the tests of this module need no server.
NewLink = Callable[[], str]
"""A function that returns an unguessable link token."""


@attrs.frozen
class Change:
    """A change to a table, with at most one action in the game."""

    arrangement: Arrangement
    """The seating after the change."""
    move: Move | None = None
    undo_to: int | None = None
    """The number of moves that remain after an undo."""
    redo_to: int | None = None
    """The number of moves after a redo."""
    end_reason: str | None = None
    seat: int | None = None
    """The seat that was taken."""
    link: str | None = None
    """The new link."""


def change_game(table: Table, change: Change) -> None:
    """Apply the action of a change to the game of a table. Raises the errors of the game."""
    if change.end_reason is not None:
        table.game.end(change.end_reason)
        return
    if change.move is not None:
        table.game.play(change.move)
    elif change.undo_to is not None:
        table.game.undo(to=change.undo_to)
    elif change.redo_to is not None:
        while table.game.step_count < change.redo_to:
            table.game.redo()
    else:
        return
    table.trouble = None


def change_of(
    table: Table, browser: str, wanted: requests.TableRequest, bots: Sequence[str], new_link: NewLink
) -> Change:
    """
    Return the change that a browser's request makes to a table. *bots* are the bots that the server offers.

    Raises:
        MagnumSalError: this browser may not make this request, or no browser may make it now.
    """
    arrangement = table.arrangement
    match wanted:
        case requests.PlayRequest():
            permissions.check_play(table, browser, wanted.number)
            return Change(arrangement, move=wanted.move)
        case requests.TakeBackRequest():
            return _take_back(table, browser, wanted.number)
        case requests.RestoreRequest(number=number):
            return Change(arrangement, redo_to=permissions.check_redo(table, browser, number))
        case requests.TryAgainRequest():
            return _try_again(table, browser, wanted.to)
        case requests.ProposeEndRequest():
            return _end(table, browser, wanted.number)
        case requests.AgreeRequest():
            return _agree(table, browser, wanted)
        case requests.JoinRequest():
            permissions.check_open(table)
            seat = arrangement.seat_of_link(wanted.link, browser)
            return Change(arrangement.with_browser(seat, browser, wanted.link), seat=seat)
        case requests.LeaveRequest(seat=seat):
            permissions.check_open(table)
            permissions.check_own(table, browser, seat)
            return Change(arrangement.with_stand_in(seat, arrangement.stand_in))
        case requests.SitRequest(seat=seat):
            permissions.check_open(table)
            permissions.check_own(table, browser, seat)
            return Change(arrangement.with_stand_in(seat, None))
        case requests.GiveLinkRequest():
            return _give_link(table, browser, wanted.seat, new_link)
        case requests.SetPlayerRequest(seat=seat):
            chair = _chair_of(wanted.player, browser, bots, new_link, place="player: ")
            permissions.check_open(table)
            permissions.check_host(table, browser)
            permissions.check_seat(table, seat)
            return Change(arrangement.with_chair(seat, chair))
        case requests.CloseTableRequest():
            permissions.check_host(table, browser)
            return Change(arrangement.to_closed())
        case _:
            raise MalformedError(f"type: {wanted.type} is not a request to a table")


def opening_of(
    host: str,
    players: Sequence[str],
    absent_seconds: int,
    bots: Sequence[str],
    new_link: NewLink,
    *,
    field: str = "seats[{seat}].player",
) -> Arrangement:
    """
    Return the initial seating of a table that *host* opens. The first of *bots* plays for absent people.

    *players* and *absent_seconds* are those of the request, and *field* names the field with the player of a seat.
    """
    chairs = tuple(
        _chair_of(player, host, bots, new_link, place=f"{field.format(seat=seat)}: ")
        for seat, player in enumerate(players)
    )
    return Arrangement(
        id=new_link(),
        host=host,
        watch_link=new_link(),
        chairs=chairs,
        absent_seconds=absent_seconds,
        stand_in=bots[0],
    )


def lesson_opening_of(learner: str, lesson: Lesson, bots: Sequence[str], new_link: NewLink) -> Arrangement:
    """Return the initial seating of a table for a lesson. All other seats pass."""
    seats = range(len(lesson.position.players))
    chairs = tuple(Chair(HUMAN, holder=learner) if seat == lesson.seat else Chair(PASSING) for seat in seats)
    return Arrangement(
        id=new_link(), host=learner, watch_link=new_link(), chairs=chairs, stand_in=bots[0], lesson=lesson.id
    )


def _chair_of(player: str, browser: str, bots: Sequence[str], new_link: NewLink, *, place: str) -> Chair:
    """Return a chair for *player*: the requesting person, a person who will follow a link, or an offered bot."""
    if player == requests.HERE:
        return Chair(HUMAN, holder=browser)
    if player == requests.LINK:
        return Chair(HUMAN, link=new_link())
    # A bot's name can import a module or start a program, so a request may choose only among the offered bots.
    if player not in bots:
        raise MisuseError("bot_not_offered", {"player": player, "bots": tuple(bots)}, place=place)
    return Chair(player)


def _take_back(table: Table, browser: str, number: int) -> Change:
    """Return the change that undoes the browser's last move, or proposes the undo to the other players."""
    to, consent = permissions.check_undo(table, browser, number)
    if consent == permissions.FREE:
        return Change(table.arrangement, undo_to=to)
    seats = table.arrangement.seats_played_by(browser)
    return _ask_others(table, Proposal(table.number, UNDO, table.move_seats[to], to, seats))


def _try_again(table: Table, browser: str, to: int) -> Change:
    """Return the change that undoes all moves since the point where a new attempt at a task of the lesson begins."""
    permissions.check_open(table)
    if table.lesson is None or table.progress is None:
        raise MisuseError("this table is not for a lesson")
    permissions.check_own(table, browser, table.lesson.seat)
    # The request names its target. So a request that arrives twice does not undo the previous task as well.
    if to != table.progress.retry_at:
        raise RefusedError("stale", f"to: the latest attempt at a task does not begin after move {to}")
    if table.game.end_reason is not None:
        raise MisuseError("game_over", {})
    return Change(attrs.evolve(table.arrangement, proposal=None), undo_to=to)


def _end(table: Table, browser: str, number: int) -> Change:
    """Return the change that ends the game early, or asks the other current players to agree to end it."""
    permissions.check_now(table, number)
    seats = permissions.seats_with_a_say(table, browser, "spectators cannot end the game")
    if table.game.is_over:
        raise MisuseError("game_over", {})
    return _ask_others(table, Proposal(table.number, END, seats[0], 0, seats))


def _agree(table: Table, browser: str, wanted: requests.AgreeRequest) -> Change:
    """Return the change that accepts or rejects the proposal for all seats that the browser plays itself."""
    permissions.check_now(table, wanted.number)
    proposal = table.proposal
    if proposal is None:
        raise RefusedError("stale", "there is no request to agree to any more")
    # While an answer is on its way, its proposal can be withdrawn and another one made in the same position.
    pending = table.arrangement.proposals
    if wanted.proposal not in (None, pending):
        raise RefusedError(
            "stale", f"proposal: {wanted.proposal} is not the pending proposal, which is {pending}; look again"
        )
    watching = "spectators cannot agree or disagree"
    if not wanted.is_agreed:
        # One rejection ends a proposal. A person with a seat may reject it even while a bot plays for that person.
        if not table.arrangement.seats_of(browser):
            raise RefusedError("not_yours", watching)
        return Change(attrs.evolve(table.arrangement, proposal=None))
    seats = permissions.seats_with_a_say(table, browser, watching)
    if proposal.kind == UNDO:
        # A proposal becomes void when a person leaves, but an older version may have kept this one.
        undone = table.steps(proposal.to)
        consent = permissions.consent_to_undo(undone, proposal.agreed, table.arrangement)
        permissions.check_consent(table, consent)
    agreed = tuple(dict.fromkeys((*proposal.agreed, *seats)))
    return _propose(table, table.arrangement, attrs.evolve(proposal, agreed=agreed))


def _ask_others(table: Table, proposal: Proposal) -> Change:
    """Return the change that makes a proposal, or repeats it, if no other one is pending."""
    # Somebody may be about to agree to the pending one. A request to agree may name only the number of the position,
    # which a second proposal would not change.
    pending = table.proposal
    if pending is None:
        arrangement = attrs.evolve(table.arrangement, proposals=table.arrangement.proposals + 1)
        return _propose(table, arrangement, proposal)
    if (pending.kind, pending.seat) != (proposal.kind, proposal.seat):
        raise MisuseError("another request is waiting for an answer; agree to it, refuse it or withdraw it first")
    agreed = tuple(dict.fromkeys((*pending.agreed, *proposal.agreed)))
    return _propose(table, table.arrangement, attrs.evolve(proposal, agreed=agreed))


def _propose(table: Table, arrangement: Arrangement, proposal: Proposal) -> Change:
    """Return the change that stores a proposal, or carries it out if all current players agree."""
    arrangement = attrs.evolve(arrangement, proposal=proposal)
    # A proposal never waits for absent people. If an undo needs their consent, consent_to_undo() has already refused
    # it.
    if arrangement.waits_for(proposal):
        return Change(arrangement)
    if proposal.kind == UNDO:
        return Change(arrangement, undo_to=proposal.to)
    absent = arrangement.absent()
    # A proposal that an older version kept may name a person who has since left. The log must not count that person as
    # agreeing.
    agreed = sorted(set(proposal.agreed) - set(absent))
    return Change(arrangement, end_reason=agreement(table.names(agreed), table.names(absent)))


def _give_link(table: Table, browser: str, seat: int | None, new_link: NewLink) -> Change:
    """Return the change that creates a new link for a seat or for spectators."""
    permissions.check_open(table)
    permissions.check_host(table, browser)
    if seat is not None:
        permissions.check_seat(table, seat)
        if table.arrangement.chairs[seat].player != HUMAN:
            raise MisuseError("a bot plays this seat; change it to a person first")
    link = new_link()
    return Change(table.arrangement.with_link(seat, link), link=link)
