"""What a request changes at a table, decided without a server: nothing is awaited, written or sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.errors import MagnumSalError, MisuseError
from magnum_sal.protocol import table_requests as requests
from magnum_sal.queries.effects import turns_up
from magnum_sal.web._changes import Change, change_of, opening_of
from magnum_sal.web._permissions import ASK, find_undo, redo_to
from magnum_sal.web._table import Arrangement, Chair, Proposal, Table

BOTS = ("greedy", "random")
LINK, WATCH, NEW = "l" * 24, "w" * 24, "n" * 24


def table_of(*chairs: Chair, seed: int = 3) -> Table:
    """Return a table hosted by Ada, at the first position of a game that is not saved."""
    names = ["Ada", "Ben", "Cleo"][: len(chairs)]
    arrangement = Arrangement(id="x" * 24, host="ada", watch_link=WATCH, chairs=chairs, watchers=("watcher",))
    return Table(arrangement, ms.Game.new(names, seed=seed))


@pytest.fixture
def table() -> Table:
    """Return a table with Ada, Ben, a free seat and a watcher."""
    return table_of(Chair(HUMAN, holder="ada"), Chair(HUMAN, holder="ben"), Chair(HUMAN, link=LINK))


def decide(table: Table, browser: str, wanted: requests.TableRequest) -> Change:
    """Return the change for a request, and check that the table itself is unchanged."""
    before = (table.arrangement, table.number, table.game.state)
    try:
        return change_of(table, browser, wanted, BOTS, lambda: NEW)
    finally:
        assert (table.arrangement, table.number, table.game.state) == before


def refusal(table: Table, browser: str, wanted: requests.TableRequest) -> str:
    """Return the code of a refusal, or the name of the error if it has no code."""
    with pytest.raises(MagnumSalError) as error:
        decide(table, browser, wanted)
    return getattr(error.value, "code", type(error.value).__name__)


def play(table: Table, is_it: Callable[[ms.Step], bool] = lambda step: not turns_up(step)) -> str:
    """Play the first sensible move that satisfies a condition, and return the browser that made it."""
    state = table.game.state
    moves = (move for move in ms.sensible_moves(state) if is_it(ms.apply(state, move).step))
    wanted = requests.PlayRequest(number=table.number, move=next(moves))
    holder = table.arrangement.chairs[state.turn_seat].holder
    assert holder is not None
    change = decide(table, holder, wanted)
    assert change.move == wanted.move
    table.game.play(wanted.move)
    return holder


# playing


def test_only_the_player_to_move_plays() -> None:
    """Other players, watchers, requests for another position and players replaced by a bot are refused."""
    table = table_of(Chair(HUMAN, holder="ada"), Chair(HUMAN, holder="ben"))
    seat = table.game.state.turn_seat
    mover, other = ("ada", "ben") if seat == 0 else ("ben", "ada")
    wanted = requests.PlayRequest(number=0, move=ms.sensible_moves(table.game.state)[0])
    assert decide(table, mover, wanted) == Change(table.arrangement, move=wanted.move)
    assert refusal(table, other, wanted) == refusal(table, "watcher", wanted) == "not_yours"
    assert refusal(table, mover, requests.PlayRequest(number=1, move=wanted.move)) == "stale"
    table.arrangement = table.arrangement.with_stand_in(seat, "greedy")
    assert refusal(table, mover, wanted) == "not_yours"
    table.arrangement = table.arrangement.to_closed()
    assert refusal(table, mover, wanted) == "closed"


# undo and early ends


def test_undo_at_once_or_with_consent() -> None:
    """A move that turned nothing up is undone at once. A move that turned up a piece is undone once all agree."""
    table = table_of(Chair(HUMAN, holder="ada"), Chair(HUMAN, holder="ben"))
    mover = play(table)
    assert decide(table, mover, requests.TakeBackRequest(number=1)) == Change(table.arrangement, undo_to=0)
    table.game.undo()
    other = {"ada": "ben", "ben": "ada"}[play(table, turns_up)]
    assert (find_undo(table, mover), find_undo(table, other)) == ((0, ASK), None)
    change = decide(table, mover, requests.TakeBackRequest(number=3))
    assert (change.undo_to, change.arrangement.proposal is None) == (None, False)
    table.arrangement = change.arrangement
    agreeing = requests.AgreeRequest(number=3, is_agreed=True)
    assert decide(table, mover, agreeing).undo_to is None
    assert refusal(table, "watcher", agreeing) == "not_yours"
    assert decide(table, other, agreeing).undo_to == 0
    assert decide(table, other, requests.AgreeRequest(number=3, is_agreed=False)).arrangement.proposal is None


def test_redo_with_bots() -> None:
    """A redo repeats your undone move and the moves of bots after it, but not your next move."""
    table = table_of(Chair(HUMAN, holder="ada"), Chair("greedy"))
    while table.game.state.turn_seat != 0:
        table.game.play(ms.sensible_moves(table.game.state)[0])
    first = table.game.step_count
    seats: list[int] = []
    while seats.count(0) < 2 or 1 not in seats:
        seats.append(table.game.state.turn_seat)
        table.game.play(ms.sensible_moves(table.game.state)[0])
    again = requests.RestoreRequest(number=table.number)
    assert (redo_to(table, "ada"), refusal(table, "ada", again)) == (None, "MisuseError")
    table.game.undo(to=first)
    others = len(seats) if 0 not in seats[1:] else seats.index(0, 1)
    assert redo_to(table, "ada") == first + others
    assert redo_to(table, "watcher") is None
    again = requests.RestoreRequest(number=table.number)
    assert decide(table, "ada", again) == Change(table.arrangement, redo_to=first + others)
    assert refusal(table, "ada", requests.RestoreRequest(number=table.number - 1)) == "stale"


def test_redo_leaves_other_people_their_moves() -> None:
    """Another person decides again whether to make an undone move."""
    table = table_of(Chair(HUMAN, holder="ada"), Chair(HUMAN, holder="ben"))
    mover = play(table)
    while (table.game.state.turn_seat == 0 and mover == "ada") or (table.game.state.turn_seat == 1 and mover == "ben"):
        play(table)
    other = play(table)
    assert other != mover
    table.game.undo(to=table.game.step_count - 1)
    assert (redo_to(table, other), redo_to(table, mover)) == (table.game.step_count + 1, None)


def test_an_absent_person_cannot_agree(table: Table) -> None:
    """Nobody has taken Cleo's seat, so a move that turned up a piece cannot be undone, even if others agree."""
    while table.game.state.turn_seat == 2:
        table = table_of(*table.arrangement.chairs, seed=table.number + 4)
    mover = play(table, turns_up)
    assert find_undo(table, mover) is None
    with pytest.raises(MisuseError, match="not at the table: Cleo"):
        decide(table, mover, requests.TakeBackRequest(number=1))
    proposal = Proposal(1, "undo", 0, 0, ())
    table.arrangement = Arrangement(
        id="x" * 24, host="ada", watch_link=WATCH, chairs=table.arrangement.chairs, proposal=proposal
    )
    with pytest.raises(MisuseError, match="not at the table: Cleo"):
        decide(table, mover, requests.AgreeRequest(number=1, is_agreed=True))


def test_the_end_waits_for_those_who_are_present(table: Table) -> None:
    """
    The end names the players who agreed and those who were absent.

    Watchers and players replaced by a bot have no say.
    """
    change = decide(table, "ben", requests.ProposeEndRequest(number=0))
    assert (change.end_reason, change.arrangement.waits_for(change.arrangement.proposal)) == (None, (0,))
    table.arrangement = change.arrangement
    agreed = decide(table, "ada", requests.AgreeRequest(number=0, is_agreed=True))
    assert agreed.end_reason == "agreed by Ada, Ben; absent: Cleo"
    assert refusal(table, "watcher", requests.ProposeEndRequest(number=0)) == "not_yours"
    table.arrangement = table.arrangement.with_stand_in(1, "greedy")
    assert refusal(table, "ben", requests.ProposeEndRequest(number=0)) == "not_yours"
    assert refusal(table, "ada", requests.AgreeRequest(number=0, is_agreed=True)) == "stale"


# seats


def test_joining_by_a_link(table: Table) -> None:
    """
    A link to a seat works once and gives its browser the seat.

    The watchers' link works again, and others are unknown.
    """
    taken = decide(table, "cleo", requests.JoinRequest(link=LINK))
    assert (taken.seat, taken.arrangement.chairs[2]) == (2, Chair(HUMAN, holder="cleo", used_link=LINK))
    watching = decide(table, "dan", requests.JoinRequest(link=WATCH))
    assert (watching.seat, watching.arrangement.watchers) == (None, ("watcher", "dan"))
    assert decide(table, "ada", requests.JoinRequest(link=WATCH)).arrangement == table.arrangement
    table.arrangement = taken.arrangement
    assert refusal(table, "dan", requests.JoinRequest(link=LINK)) == "unknown_link"


def test_joining_twice(table: Table) -> None:
    """A repeated request has the same answer and changes nothing, until the seat is somebody else's."""
    table.arrangement = decide(table, "cleo", requests.JoinRequest(link=LINK)).arrangement
    table.arrangement = decide(table, "cleo", requests.ProposeEndRequest(number=0)).arrangement
    assert table.proposal is not None
    assert decide(table, "cleo", requests.JoinRequest(link=LINK)) == Change(table.arrangement, seat=2)
    table.arrangement = table.arrangement.with_stand_in(2, "greedy")
    assert decide(table, "cleo", requests.JoinRequest(link=LINK)) == Change(table.arrangement, seat=2)
    table.arrangement = table.arrangement.with_link(2, NEW)
    assert refusal(table, "cleo", requests.JoinRequest(link=LINK)) == "unknown_link"
    table.arrangement = decide(table, "dan", requests.JoinRequest(link=NEW)).arrangement
    assert refusal(table, "cleo", requests.JoinRequest(link=NEW)) == "unknown_link"


def test_leaving_and_sitting_down(table: Table) -> None:
    """
    A bot takes over until the player returns.

    Leaving twice changes nothing, and nobody can leave for another player.
    """
    left = decide(table, "ben", requests.LeaveRequest(seat=1)).arrangement
    assert left.chairs[1].bot == "greedy"
    assert refusal(table, "ada", requests.LeaveRequest(seat=1)) == "not_yours"
    assert refusal(table, "ben", requests.SitRequest(seat=3)) == "MisuseError"
    table.arrangement = left
    assert decide(table, "ben", requests.LeaveRequest(seat=1)).arrangement == left
    assert decide(table, "ben", requests.SitRequest(seat=1)).arrangement.chairs[1].bot is None


def test_sitting_down_twice(table: Table) -> None:
    """A player who sits down on a seat that they play already changes nothing, so a proposal stays."""
    table.arrangement = decide(table, "ben", requests.ProposeEndRequest(number=0)).arrangement
    assert table.proposal is not None
    assert decide(table, "ada", requests.SitRequest(seat=0)) == Change(table.arrangement)


@pytest.mark.parametrize(
    ("player", "chair"),
    [
        ("here", Chair(HUMAN, holder="ada")),
        ("link", Chair(HUMAN, link=NEW)),
        ("random", Chair("random")),
    ],
)
def test_the_host_assigns_players(table: Table, player: str, chair: Chair) -> None:
    """
    The host gives a seat to the host's browser, to the user of a link, or to an offered bot.

    Nobody else may do so.
    """
    wanted = requests.SetPlayerRequest(seat=1, player=player)
    assert decide(table, "ada", wanted).arrangement.chairs[1] == chair
    assert refusal(table, "ben", wanted) == "not_host"
    with pytest.raises(
        MisuseError, match=r"^player: 'nobody' is not offered here; use here, link or one of the bots greedy, random$"
    ):
        decide(table, "ben", requests.SetPlayerRequest(seat=1, player="nobody"))


def test_the_host_gives_links_and_closes(table: Table) -> None:
    """
    The host frees a seat with a new link, replaces the watchers' link, and closes the table.

    Then nothing can be done.
    """
    seat = decide(table, "ada", requests.GiveLinkRequest(seat=1))
    assert (seat.link, seat.arrangement.chairs[1]) == (NEW, Chair(HUMAN, link=NEW))
    watch = decide(table, "ada", requests.GiveLinkRequest())
    assert (watch.link, watch.arrangement.watch_link, watch.arrangement.watchers) == (NEW, NEW, ())
    assert refusal(table, "ben", requests.GiveLinkRequest()) == "not_host"
    assert refusal(table, "ben", requests.CloseTableRequest()) == "not_host"
    table.arrangement = decide(table, "ada", requests.CloseTableRequest()).arrangement
    for wanted in (requests.GiveLinkRequest(), requests.LeaveRequest(seat=0), requests.JoinRequest(link=LINK)):
        assert refusal(table, "ada", wanted) == "closed"


def test_requests_that_a_table_does_not_take(table: Table) -> None:
    """A seat that the table does not have is refused, and so is a hint, because it changes nothing."""
    with pytest.raises(MisuseError, match="seat: 7 is not one of the 3 seats"):
        decide(table, "ada", requests.GiveLinkRequest(seat=7))
    with pytest.raises(MagnumSalError, match="type: hint is not a request to a table"):
        decide(table, "ada", requests.HintRequest(number=0))


def test_opening_a_table() -> None:
    """A table opens with the requested seats, and the first offered bot plays for absent players."""
    links = iter("abcdefgh")
    found = opening_of("ada", ("here", "link", "random"), 60, BOTS, lambda: next(links) * 24)
    assert found.chairs == (Chair(HUMAN, holder="ada"), Chair(HUMAN, link="a" * 24), Chair("random"))
    assert (found.host, found.absent_seconds, found.stand_in) == ("ada", 60, "greedy")
    assert len({found.id, found.watch_link, "a" * 24}) == 3


# absence


def test_absences_and_unused_tables(table: Table) -> None:
    """
    The table waits for absent players as long as it was opened with, never for watchers, and not after the end.

    An unused table is put away after the given number of seconds, and at once if the game is over.
    """
    assert table.absence_timeout_of("ben") == 0
    arrangement = opening_of("ada", ("here", "here"), 60, BOTS, lambda: NEW)
    table = Table(arrangement, ms.Game.new(["Ada", "Ben"], seed=3))
    assert (table.absence_timeout_of("ada"), table.absence_timeout_of("watcher")) == (60, 0)
    assert [table.is_to_put_away(seconds, 600) for seconds in (599, 600)] == [False, True]
    table.game.end("all agreed")
    assert (table.absence_timeout_of("ada"), table.is_to_put_away(0, 600)) == (0, True)
