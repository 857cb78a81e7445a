"""A table: permissions, undo, consent, leaving, and what the host may do."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import attrs
import pytest
from tests.web.party import Party
from tests.web.tables import Tables

import magnum_sal as ms
from magnum_sal.queries.effects import turns_up
from magnum_sal.record.log import UndoLine
from magnum_sal.web._changes import Change
from magnum_sal.web._table import MOST_RECENT


@pytest.fixture
def party(tables: Tables) -> Party:
    """Return a table with two players and a watcher."""
    return Party(tables)


# Undo.


def test_undo_is_free_at_first(party: Party) -> None:
    """If nothing was turned up and nobody else has moved, undo needs no consent. The log records it."""
    mover = party.play()
    assert (mover.news(party.id)["undo"], party.other.news(party.id)["undo"] if party.other != mover else None) == (
        "free",
        None,
    )
    assert mover.does(party.id, "undo", number=1) == {"type": "done", "number": 2}
    assert (party.news()["steps"], party.news()["proposal"]) == (0, None)
    assert isinstance(party.game.log.entries[-1], UndoLine)
    assert mover.news(party.id)["undo"] is None
    assert mover.ask(party.id, "undo", number=2).code == "misuse"


def test_undoing_a_move_that_turned_something_up(party: Party) -> None:
    """After a piece was turned up, everybody else has to agree to an undo."""
    mover = party.play(turns_up)
    other = party.ben if mover == party.ada else party.ada
    assert mover.news(party.id)["undo"] == "ask"
    mover.does(party.id, "undo", number=1)
    proposal = party.news()["proposal"]
    seat = (party.ada, party.ben).index(mover)
    assert (proposal["kind"], proposal["seat"], proposal["waits_for"]) == ("undo", seat, [1 - seat])
    assert proposal["words"] == f"{('Ada', 'Ben')[seat]} asks to undo 1 move."
    assert party.news()["steps"] == 1
    assert party.watcher.ask(party.id, "agree", number=1, is_agreed=True).code == "not_yours"
    mover.does(party.id, "agree", number=1, is_agreed=True)
    assert party.news()["steps"] == 1
    other.does(party.id, "agree", number=1, is_agreed=True)
    assert (party.news()["steps"], party.news()["proposal"], party.number) == (0, None, 2)


@pytest.mark.slow
def test_refusing_a_proposal(party: Party) -> None:
    """One refusal ends a proposal, and its proposer may withdraw it."""
    mover = party.play(turns_up)
    for who in (party.ada, party.ben):
        mover.does(party.id, "undo", number=1)
        who.does(party.id, "agree", number=1, is_agreed=False)
        assert (party.news()["steps"], party.news()["proposal"]) == (1, None)
        assert who.ask(party.id, "agree", number=1, is_agreed=True).code == "stale"


def test_the_next_move_voids_a_proposal(party: Party) -> None:
    """A move voids a proposal about the position before it. Nobody can agree to it any more, even after a restart."""
    mover = party.play(turns_up)
    mover.does(party.id, "undo", number=1)
    kept = party.tables.lobby.store.read(party.id).proposal
    assert kept is not None
    assert kept.number == 1
    party.play()
    assert party.news()["proposal"] is None
    for browser in (party.ada, party.ben):
        assert browser.ask(party.id, "agree", number=1, is_agreed=True).code == "stale"
        assert browser.ask(party.id, "agree", number=2, is_agreed=True).code == "stale"
    assert party.news()["steps"] == 2
    party.tables.do(party.tables.lobby.forget, party.id)
    assert party.ada.ask(party.id, "agree", number=2, is_agreed=True).code == "stale"


def test_undo_after_the_other_player_has_moved(party: Party) -> None:
    """An undo that includes another player's move needs that player's consent."""
    first = party.play()
    while party.mover == first:
        party.play()
    second = party.play()
    count = party.game.step_count
    assert first.news(party.id)["undo"] == "ask"
    first.does(party.id, "undo", number=party.number)
    second.does(party.id, "agree", number=party.number, is_agreed=True)
    assert party.game.step_count == count - 2


def test_undo_includes_later_moves_of_bots(tables: Tables) -> None:
    """Bots need not agree, so a player with only bots may undo any move."""
    ada = tables.browser("ada")
    table = ada.open("here", "greedy")
    tables.settle()
    for _ in range(6):
        ada.plays(table)
        tables.settle()
        assert ada.news(table)["undo"] == "free"
    steps = ada.news(table)["steps"]
    ada.does(table, "undo", number=ada.news(table)["number"])
    assert ada.news(table)["steps"] < steps
    tables.settle()
    assert ada.news(table)["to_move"] == 0


def test_undo_with_both_seats_on_one_device(tables: Tables) -> None:
    """A browser with both seats needs no consent."""
    ada = tables.browser("ada")
    table = ada.open("here", "here")
    ada.plays(table, 5)
    for steps in range(5, 0, -1):
        news = ada.news(table)
        assert (news["steps"], news["undo"]) == (steps, "free")
        ada.does(table, "undo", number=news["number"])
    assert (ada.news(table)["steps"], ada.news(table)["number"]) == (0, 10)


# Ending by agreement.


def test_ending_by_agreement(party: Party) -> None:
    """Everybody has to agree to an early end. Afterwards nobody can move, undo or end again."""
    party.play()
    party.ben.does(party.id, "end", number=1)
    assert party.news()["proposal"]["words"] == "Ben asks to end the game now."
    assert party.news()["proposal"]["waits_for"] == [0]
    assert not party.news()["is_over"]
    party.ada.does(party.id, "agree", number=1, is_agreed=True)
    news = party.news()
    assert (news["is_over"], news["to_move"], news["undo"], news["proposal"]) == (True, None, None, None)
    assert news["end_words"]
    number = news["number"]
    over: dict[str, dict[str, Any]] = {"undo": {}, "end": {}, "apply": {"move": {"type": "pass"}}}
    for kind, fields in over.items():
        assert party.ada.ask(party.id, kind, number=number, **fields).code == "misuse"


def test_absent_players_need_not_agree(tables: Tables) -> None:
    """Free seats and seats that a bot plays have no say in an early end."""
    party = Party(tables, "link", "greedy")
    party.ben.does(party.id, "leave", seat=1)
    party.ada.does(party.id, "end", number=party.number)
    assert party.news()["is_over"]


# Leaving and returning.


def test_leaving_and_sitting_down_again(party: Party) -> None:
    """A bot takes over at once, and the player can take the seat back at any time."""
    while party.mover == party.ada:
        party.play()
    party.ben.does(party.id, "leave", seat=1)
    party.ben.does(party.id, "leave", seat=1)
    party.tables.settle()
    news = party.news()
    assert news["to_move"] == 0
    assert news["chairs"][1]["stand_in"] == "quick bot"
    assert news["chairs"][1]["player"] == "human"
    party.ben.does(party.id, "sit", seat=1)
    assert party.news()["chairs"][1]["stand_in"] is None
    while party.mover == party.ada:
        party.play()
    party.tables.settle()
    assert party.news()["to_move"] == 1
    assert party.play() == party.ben


def test_a_player_who_has_left_cannot_move(party: Party) -> None:
    """While a bot plays for somebody, only the bot may move, so that the two never move at once."""
    party.tables.workers.mover = lambda _: (_ for _ in ()).throw(RuntimeError("not now"))
    while party.mover == party.ada:
        party.play()
    table = party.tables.lobby._tables[party.id]
    party.tables.do(
        party.tables.lobby.store.keep, table, Change(table.arrangement.with_stand_in(1, "greedy"))
    )  # No bot has begun to think.
    move = ms.to_dict(ms.sensible_moves(party.game.state)[0])
    assert party.ben.ask(party.id, "apply", number=party.number, move=move).code == "not_yours"


def test_leaving_voids_a_proposal(party: Party) -> None:
    """Leaving voids a proposal, because other people would then have to agree."""
    mover = party.play(turns_up)
    mover.does(party.id, "undo", number=1)
    seat = (party.ada, party.ben).index(mover)
    mover.does(party.id, "leave", seat=seat)
    assert party.news()["proposal"] is None


def test_a_link_works_once(party: Party) -> None:
    """
    A used link is unknown to everybody but the browser that used it, and the host no longer sees it.

    The invitation of an unused link warns the host, who would take the seat.
    """
    link = party.tables.browser("x").open("here", "link")
    host = party.tables.browser("x")
    path = host.news(link)["chairs"][1]["link"]
    first, second = party.tables.browser("first"), party.tables.browser("second")
    address = path.replace("/join/", "/api/invitations/")
    invitation = {
        "type": "invitation",
        "players": ["Ada", "Ben"],
        "seat": 1,
        "ruleset_words": "standard game",
        "is_standard": True,
        "is_host": False,
    }
    assert first.get(address).data == invitation
    assert host.get(address).data == invitation | {"is_host": True}
    assert first.join(path).data["seat"] == 1
    assert first.join(path).data["seat"] == 1
    assert first.get(address).data == invitation
    assert second.join(path).code == "unknown_link"
    assert second.get(address).code == host.get(address).code == "unknown_link"
    assert host.news(link)["chairs"][1]["link"] is None


def test_a_reassigned_seat(party: Party) -> None:
    """The previous player loses the table, the old link is dead, and the new link gives the seat to another browser."""
    link = party.ada.does(party.id, "give_link", seat=1)["link"]
    assert party.ben.get(f"/api/tables/{party.id}").code == "unknown_table"
    assert party.ada.news(party.id)["chairs"][1]["link"] == link
    again = party.ada.does(party.id, "give_link", seat=1)["link"]
    cleo = party.tables.browser("cleo")
    assert cleo.join(link).code == "unknown_link"
    assert cleo.join(again).data["seat"] == 1
    assert cleo.news(party.id)["chairs"][1]["is_yours"]


def test_removed_people_lose_their_connections(party: Party) -> None:
    """
    Reassigning a seat ends its player's connections only.

    Replacing the watchers' link ends those of the watchers.
    """
    with party.ben.watches(party.id) as ben, party.watcher.watches(party.id) as watcher:
        party.ada.does(party.id, "give_link", seat=1)
        while ben.next() is not None:
            pass
        watcher.until(lambda news: not news["chairs"][1]["is_taken"])
        new = party.ada.does(party.id, "give_link")["link"]
        while watcher.next() is not None:
            pass
    assert party.watcher.get(f"/api/tables/{party.id}").status == 404
    assert party.watcher.join(new).status == 200
    assert party.watcher.news(party.id)["watch_link"] is None


def test_the_host_changes_players(party: Party) -> None:
    """The host can give a seat to a bot, to the user of a link, or to the host. The previous player loses it."""
    party.ada.does(party.id, "set_player", seat=1, player="greedy")
    assert party.ben.get(f"/api/tables/{party.id}").status == 404
    assert party.news()["chairs"][1]["player"] == "greedy"
    assert party.ada.ask(party.id, "give_link", seat=1).code == "misuse"
    party.ada.does(party.id, "set_player", seat=1, player="link")
    assert party.ben.join(party.news()["chairs"][1]["link"]).data["seat"] == 1
    party.ada.does(party.id, "set_player", seat=1, player="here")
    assert party.news()["chairs"][1]["is_yours"]


def test_a_closed_table(party: Party) -> None:
    """A closed table can be viewed but not changed, and its log is kept."""
    party.play()
    party.ada.does(party.id, "close_table")
    assert party.news()["is_closed"]
    asked: dict[str, dict[str, Any]] = {
        "apply": {"number": 1, "move": {"type": "pass"}},
        "undo": {"number": 1},
        "end": {"number": 1},
        "agree": {"number": 1, "is_agreed": True},
        "leave": {"seat": 0},
        "sit": {"seat": 0},
        "give_link": {"seat": 1},
        "set_player": {"seat": 1, "player": "greedy"},
        "hint": {"number": 1},
    }
    for kind, fields in asked.items():
        said = party.ada.ask(party.id, kind, **fields)
        assert (said.status, said.code) == (410, "closed")
    assert party.ada.get("/api/tables").data["tables"] == []
    assert len(party.ada.get(f"/api/tables/{party.id}/log.jsonl").body.splitlines()) == 2


def test_moves_that_were_not_undone(party: Party) -> None:
    """For each position number, the table knows how many of the moves made before it are still part of the game."""
    table = party.tables.lobby._tables[party.id]
    for _ in range(3):
        party.play()
    party.tables.do(partial(table.game.undo, to=2))
    party.play()
    party.play()
    assert [table.steps_before(number) for number in range(7)] == [0, 1, 2, 2, 2, 3, 4]


# Reports about moves.


@pytest.mark.long
def test_the_public_moves(party: Party) -> None:
    """Any range of moves, recent or old, is returned in its public form, even after many were undone."""
    table = party.tables.lobby._tables[party.id]
    for to in (MOST_RECENT + 20, 5, MOST_RECENT + 3):
        if to < table.game.step_count:
            party.tables.do(partial(table.game.undo, to=to))
        while table.game.step_count < to:
            party.play()
        told = [
            (step.before.public(), step.move, step.after.public(), step.events) for step in list(table.game.steps())
        ]
        assert table.move_seats == tuple(step.seat for step in table.game.steps())
        for first in (0, 1, 4, 5, 20, 21, to - 1, to, to + 1):
            for last in (None, 0, 4, 5, 21, to - 1, to):
                found = table.steps(first, last)
                assert [attrs.astuple(step, recurse=False) for step in found] == told[first:last]


@pytest.mark.slow
def test_few_public_moves_are_cached(party: Party) -> None:
    """Only the most recent moves are cached, and consecutive ones share the position between them."""
    table = party.tables.lobby._tables[party.id]
    for _ in range(MOST_RECENT + 5):
        party.play()
    assert len(table._recent) == len(table.steps(5)) == MOST_RECENT
    assert all(before.after is after.before for before, after in itertools.pairwise(table.steps(10)))
