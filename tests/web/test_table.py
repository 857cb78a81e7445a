"""A table: who may do what, taking back, agreeing, leaving, and what the host gives and takes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.web.party import Party
from tests.web.tables import Tables

import magnum_sal as ms
from magnum_sal.record.log import UndoLine
from magnum_sal.web._changes import Change
from magnum_sal.web._permissions import turns_up
from magnum_sal.web._table import MOST_RECENT


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """An empty lobby."""
    with Tables(tmp_path) as found:
        yield found


@pytest.fixture
def party(tables: Tables) -> Party:
    """Two at a table, and a watcher."""
    return Party(tables)


# taking back


def test_taking_back_is_free_at_first(party: Party) -> None:
    """Nothing was turned up, and nobody else has moved: it needs no consent, and is in the log."""
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


def test_taking_back_what_turned_something_up(party: Party) -> None:
    """Then somebody knows more, and everybody else has to agree; who asked has."""
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


def test_not_agreeing(party: Party) -> None:
    """One who refuses is enough, and who asked may withdraw."""
    mover = party.play(turns_up)
    for who in (party.ada, party.ben):
        mover.does(party.id, "undo", number=1)
        who.does(party.id, "agree", number=1, is_agreed=False)
        assert (party.news()["steps"], party.news()["proposal"]) == (1, None)
        assert who.ask(party.id, "agree", number=1, is_agreed=True).code == "stale"


def test_what_was_proposed_ends_with_the_next_move(party: Party) -> None:
    """It was about the position before; nobody can agree to it any more, not even after a restart."""
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


def test_taking_back_after_the_other_has_moved(party: Party) -> None:
    """That takes the other's move back as well, so it is asked for."""
    first = party.play()
    while party.mover == first:
        party.play()
    second = party.play()
    count = party.game.step_count
    assert first.news(party.id)["undo"] == "ask"
    first.does(party.id, "undo", number=party.number)
    second.does(party.id, "agree", number=party.number, is_agreed=True)
    assert party.game.step_count == count - 2


def test_what_bots_did_since_goes_with_it(tables: Tables) -> None:
    """A bot need not be asked; and alone with bots one may take back whatever turned up."""
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


def test_several_at_one_screen_take_back_together(tables: Tables) -> None:
    """The browser that has both seats is asked by nobody."""
    ada = tables.browser("ada")
    table = ada.open("here", "here")
    ada.plays(table, 5)
    for steps in range(5, 0, -1):
        news = ada.news(table)
        assert (news["steps"], news["undo"]) == (steps, "free")
        ada.does(table, "undo", number=news["number"])
    assert (ada.news(table)["steps"], ada.news(table)["number"]) == (0, 10)


# the end by agreement


def test_ending_by_agreement(party: Party) -> None:
    """Everybody has to agree; then nobody can move, take back or end it again, and the log says why it ended."""
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


def test_who_is_away_need_not_agree(tables: Tables) -> None:
    """Neither a seat that nobody has taken nor one that a bot plays has a say."""
    party = Party(tables, "link", "greedy")
    party.ben.does(party.id, "leave", seat=1)
    party.ada.does(party.id, "end", number=party.number)
    assert party.news()["is_over"]


# leaving and coming back


def test_leaving_and_sitting_down_again(party: Party) -> None:
    """A bot stands in at once, and lets the person on whenever they like."""
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


def test_who_has_left_does_not_move(party: Party) -> None:
    """The bot that stands in does, and both at once must not."""
    party.tables.workers.mover = lambda _: (_ for _ in ()).throw(RuntimeError("not now"))
    while party.mover == party.ada:
        party.play()
    table = party.tables.lobby._tables[party.id]
    party.tables.do(
        party.tables.lobby.store.keep, table, Change(table.arrangement.with_stand_in(1, "greedy"))
    )  # and no bot has begun to think
    move = ms.to_dict(ms.sensible_moves(party.game.state)[0])
    assert party.ben.ask(party.id, "apply", number=party.number, move=move).code == "not_yours"


def test_leaving_voids_what_was_proposed(party: Party) -> None:
    """Others would have to agree then."""
    mover = party.play(turns_up)
    mover.does(party.id, "undo", number=1)
    seat = (party.ada, party.ben).index(mover)
    mover.does(party.id, "leave", seat=seat)
    assert party.news()["proposal"] is None


# what the host gives


def test_a_link_is_taken_once(party: Party) -> None:
    """Whoever comes second is told that it leads nowhere; the host makes another one, if need be."""
    link = party.tables.browser("x").open("here", "link")
    host = party.tables.browser("x")
    path = host.news(link)["chairs"][1]["link"]
    assert party.tables.browser("first").get(f"/api/invitations/{path.removeprefix('/join/')}").data == {
        "type": "invitation",
        "players": ["Ada", "Ben"],
        "seat": 1,
    }
    assert party.tables.browser("first").join(path).data["seat"] == 1
    for browser in ("first", "second"):
        assert party.tables.browser(browser).join(path).code == "unknown_link"
    assert party.tables.browser("second").get(f"/api/invitations/{path.removeprefix('/join/')}").code == "unknown_link"
    assert host.news(link)["chairs"][1]["link"] is None


def test_a_seat_given_anew(party: Party) -> None:
    """Who held it is out, the old link is dead, and the new one is another's."""
    link = party.ada.does(party.id, "give_link", seat=1)["link"]
    assert party.ben.get(f"/api/tables/{party.id}").code == "unknown_table"
    assert party.ada.news(party.id)["chairs"][1]["link"] == link
    again = party.ada.does(party.id, "give_link", seat=1)["link"]
    cleo = party.tables.browser("cleo")
    assert cleo.join(link).code == "unknown_link"
    assert cleo.join(again).data["seat"] == 1
    assert cleo.news(party.id)["chairs"][1]["is_yours"]


def test_the_connection_of_who_is_out_ends(party: Party) -> None:
    """Also that of who watched, once the watchers' link is given anew; others' goes on."""
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


def test_the_host_lets_others_play(party: Party) -> None:
    """A bot, somebody by a link, or the host; who sat there is out."""
    party.ada.does(party.id, "set_player", seat=1, player="greedy")
    assert party.ben.get(f"/api/tables/{party.id}").status == 404
    assert party.news()["chairs"][1]["player"] == "greedy"
    assert party.ada.ask(party.id, "give_link", seat=1).code == "misuse"
    party.ada.does(party.id, "set_player", seat=1, player="link")
    assert party.ben.join(party.news()["chairs"][1]["link"]).data["seat"] == 1
    party.ada.does(party.id, "set_player", seat=1, player="here")
    assert party.news()["chairs"][1]["is_yours"]


def test_a_closed_table(party: Party) -> None:
    """It can be looked at, and nothing else; its log is kept."""
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


def test_moves_that_still_stand(party: Party) -> None:
    """Who comes back is told how many of the moves it knew stand, whatever was taken back and made since."""
    table = party.tables.lobby._tables[party.id]
    for _ in range(3):
        party.play()
    party.tables.do(partial(table.game.undo, to=2))
    party.play()
    party.play()
    assert [table.steps_before(number) for number in range(7)] == [0, 1, 2, 2, 2, 3, 4]


# what is told of the moves


def test_the_moves_as_everybody_may_see_them(party: Party) -> None:
    """All or some of them, the last ones and those long ago, also after many were taken back: each is public."""
    table = party.tables.lobby._tables[party.id]
    for to in (MOST_RECENT + 20, 5, MOST_RECENT + 3):
        if to < table.game.step_count:
            party.tables.do(partial(table.game.undo, to=to))
        while table.game.step_count < to:
            party.play()
        told = [
            (step.before.public(), step.move, step.after.public(), step.events) for step in list(table.game.steps())
        ]
        assert table.seats == tuple(step.seat for step in table.game.steps())
        for first in (0, 1, 4, 5, 20, 21, to - 1, to, to + 1):
            for last in (None, 0, 4, 5, 21, to - 1, to):
                found = table.steps(first, last)
                assert [attrs.astuple(step, recurse=False) for step in found] == told[first:last]


def test_few_of_the_moves_are_kept_as_everybody_may_see_them(party: Party) -> None:
    """The last ones; two that follow each other share the position between them."""
    table = party.tables.lobby._tables[party.id]
    for _ in range(MOST_RECENT + 5):
        party.play()
    assert len(table._recent) == len(table.steps(5)) == MOST_RECENT
    assert all(before.after is after.before for before, after in itertools.pairwise(table.steps(10)))
