"""Consent: nobody can peek by undoing a move, and absence never counts as consent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.serving import ServedTables
from tests.web.party import Party
from tests.web.tables import Browser, Tables
from tests.web.visitor import Visitor

import magnum_sal as ms
from magnum_sal.queries.effects import turns_up
from magnum_sal.record.log import EndLine, UndoLine
from magnum_sal.web._changes import Change
from magnum_sal.web._table import Proposal

REFUSAL = "a piece has been revealed since that move, so every player must agree to undo it; not at the table: {names}"


@pytest.fixture
def party(tables: Tables) -> Party:
    """Return a table with Ada and Ben."""
    return Party(tables)


def seat_of(party: Party, browser: Browser) -> int:
    """Return the seat of Ada or Ben."""
    return (party.ada, party.ben).index(browser)


def someone_reveals(party: Party) -> tuple[Browser, Browser]:
    """Play a move that turns up a piece, and return the browser that made it and the other one."""
    one = party.play(turns_up)
    return one, party.ben if one == party.ada else party.ada


def run_out(tables: Tables, browser: Browser) -> None:
    """Fire the timer that waits for a browser to return."""
    timers = dict(tables.lobby._leaving)
    (timer,) = (timer for (_, name), timer in timers.items() if name == browser.name)
    tables.do(timer._run)
    timer.cancel()
    tables.settle()


def is_refused(browser: Browser, table: str, *names: str) -> bool:
    """Check that undo is refused and changes nothing, as these people are absent. Return whether it is not offered."""
    before = browser.news(table)
    said = browser.ask(table, "undo", number=before["number"])
    assert (said.status, said.code) == (400, "misuse")
    assert said.data["sentence"] == REFUSAL.format(names=", ".join(names))
    assert browser.news(table) == before
    return before["undo"] is None


# Somebody is absent after a piece was turned up.


def test_a_player_who_left_cannot_be_asked(tables: Tables) -> None:
    """While a bot plays for somebody, a turned-up piece stays. Once that player returns, undo needs their consent."""
    party = Party(tables)
    one, other = someone_reveals(party)
    name, seat = ("Ada", "Ben")[seat_of(party, other)], seat_of(party, other)
    assert one.news(party.id)["undo"] == "ask"
    without_bots(tables)
    other.does(party.id, "leave", seat=seat)
    assert is_refused(one, party.id, name)
    other.does(party.id, "sit", seat=seat)
    assert one.news(party.id)["undo"] == "ask"
    one.does(party.id, "undo", number=party.number)
    assert party.news()["proposal"]["waits_for"] == [seat]
    other.does(party.id, "agree", number=party.number, is_agreed=True)
    assert party.news()["steps"] == 0


def without_bots(tables: Tables) -> None:
    """Stop the lobby from asking bots for moves."""
    tables.lobby.go_on = lambda *_: None  # type: ignore[method-assign]  # a stand-in would move at once


def test_a_player_who_was_away_too_long_cannot_be_asked(tables: Tables) -> None:
    """Until the time of an absent player runs out, undo needs their consent; after that it is refused."""
    ada, ben = tables.browser("ada"), tables.browser("ben")
    table = ada.open("here", "link", absent_seconds=120)
    without_bots(tables)
    ben.join(ada.news(table)["chairs"][1]["link"])
    game = tables.lobby._tables[table].game
    one, other = (ada, ben) if game.state.turn_seat == 0 else (ben, ada)
    with one.watches(table) as watching:
        watching.next()
        reveal(one, table, game)
        assert one.news(table)["undo"] == "ask"
        one.does(table, "undo", number=1)
        assert one.news(table)["proposal"]["waits_for"] == [1 - game.at(0).turn_seat]
        run_out(tables, other)
        assert one.news(table)["proposal"] is None
        assert one.news(table)["steps"] == 1
        assert is_refused(one, table, "Ada" if other == ada else "Ben")


def reveal(browser: Browser, table: str, game: ms.Game) -> None:
    """Play the first sensible move that turns up a piece."""
    state = game.state
    browser.play(
        table,
        next(move for move in ms.sensible_moves(state) if turns_up(ms.apply(state, move).step)),
    )


def test_a_player_who_never_came_cannot_be_asked(tables: Tables) -> None:
    """Undo is refused while a seat's link is unused. Once somebody joins, undo needs their consent."""
    ada, ben = tables.browser("ada"), tables.browser("ben")
    table = next(table for table in (ada.open("here", "link") for _ in range(20)) if ada.news(table)["to_move"] == 0)
    reveal(ada, table, tables.lobby._tables[table].game)
    assert is_refused(ada, table, "Ben")
    ben.join(ada.news(table)["chairs"][1]["link"])
    ada.does(table, "undo", number=1)
    assert ben.news(table)["proposal"]["waits_for"] == [1]


def test_a_reassigned_seat_is_unclaimed(party: Party) -> None:
    """A reassigned seat counts as absent, so undo is refused."""
    while party.mover == party.ben:
        party.play()
    party.play(turns_up)
    party.ada.does(party.id, "give_link", seat=1)
    assert is_refused(party.ada, party.id, "Ben")


def test_several_absent_people_are_all_named(tables: Tables) -> None:
    """The refusal names the player who left and the one who never came, but not a bot."""
    party = Party(tables, "link", "greedy")
    while party.game.state.turn_seat not in (0, 1):
        party.ada.does(party.id, "set_player", seat=party.game.state.turn_seat, player="here")
        party.ada.plays(party.id)
    cleo = party.news()["chairs"][2]
    if cleo["is_taken"]:
        party.ada.does(party.id, "give_link", seat=2)
    one, other = someone_reveals(party)
    without_bots(tables)
    other.does(party.id, "leave", seat=seat_of(party, other))
    assert is_refused(one, party.id, ("Ada", "Ben")[seat_of(party, other)], "Cleo")


def test_a_piece_that_a_bot_turned_up(tables: Tables) -> None:
    """A piece that a bot turned up since then prevents undo like one turned up by the player's own move."""
    party = Party(tables)
    first = party.play()
    while party.mover == first:
        party.play()
    other = party.mover

    tables.workers.mover = lambda state: next(
        move for move in ms.sensible_moves(state) if ms.effects(state, move).turns_up
    )
    assert first.news(party.id)["undo"] == "free"
    other.does(party.id, "leave", seat=seat_of(party, other))
    tables.settle()
    assert any(map(turns_up, tables.lobby._tables[party.id].steps()))
    assert is_refused(first, party.id, ("Ada", "Ben")[seat_of(party, other)])


def test_nothing_was_turned_up(party: Party) -> None:
    """If nothing was turned up, undo reveals nothing, so it does not wait for absent players."""
    one = party.play()
    other = party.ben if one == party.ada else party.ada
    without_bots(party.tables)
    other.does(party.id, "leave", seat=seat_of(party, other))
    assert one.news(party.id)["undo"] == "free"
    one.does(party.id, "undo", number=party.number)
    assert party.news()["steps"] == 0


def test_an_absent_player_decides_nothing(party: Party) -> None:
    """A player replaced by a bot has to sit down again before undoing or ending."""
    one, other = someone_reveals(party)
    seat = seat_of(party, one)
    without_bots(party.tables)
    one.does(party.id, "leave", seat=seat)
    assert one.news(party.id)["undo"] is None
    for request in ("undo", "redo", "end"):
        said = one.ask(party.id, request, number=1)
        assert (said.code, said.data["sentence"]) == (
            "not_yours",
            "a bot is playing for you; take your seat back first",
        )
    one.does(party.id, "sit", seat=seat)
    one.does(party.id, "end", number=1)
    assert party.news()["proposal"]["waits_for"] == [1 - seat]
    assert not party.news()["is_over"]
    other.does(party.id, "agree", number=1, is_agreed=False)
    assert party.news()["proposal"] is None


# While a proposal waits.


GOING: dict[str, Callable[[Party], object]] = {
    "leaves": lambda party: party.ben.does(party.id, "leave", seat=1),
    "is away for too long": lambda party: party.tables.do(party.tables.lobby._is_away, party.id, party.ben.name),
    "is out": lambda party: party.ada.does(party.id, "give_link", seat=1),
    "is replaced by a bot": lambda party: party.ada.does(party.id, "set_player", seat=1, player="greedy"),
}
"""Ways in which Ben leaves the table."""


@pytest.mark.parametrize("kind", ["undo", "end"])
@pytest.mark.parametrize("how", GOING)
def test_nothing_passes_because_somebody_leaves(party: Party, how: str, kind: str) -> None:
    """If a player leaves, a waiting proposal is void, and nobody can agree to it any more."""
    while party.mover == party.ben:
        party.play()
    party.play(turns_up)
    number = party.number
    party.ada.does(party.id, kind, number=number)
    assert party.news()["proposal"]["waits_for"] == [1]
    without_bots(party.tables)
    GOING[how](party)
    news = party.news()
    assert (news["proposal"], news["number"], news["is_over"]) == (None, number, False)
    assert party.ada.ask(party.id, "agree", number=number, is_agreed=True).code == "stale"


def test_coming_back_voids_a_proposal(tables: Tables) -> None:
    """A proposal is void once an absent player returns, because that player would have to agree as well."""
    party = Party(tables, "link")
    cleo = tables.browser("cleo")
    cleo.join(party.news()["chairs"][2]["link"])
    without_bots(tables)
    party.ben.does(party.id, "leave", seat=1)
    party.ada.does(party.id, "end", number=0)
    assert party.news()["proposal"]["waits_for"] == [2]
    party.ben.does(party.id, "sit", seat=1)
    assert party.news()["proposal"] is None
    assert cleo.ask(party.id, "agree", number=0, is_agreed=True).code == "stale"


def test_a_proposal_of_an_older_version(party: Party) -> None:
    """A proposal that an older version saved while a bot played for somebody cannot pass either."""
    one, other = someone_reveals(party)
    table, seat = party.tables.lobby._tables[party.id], seat_of(party, other)
    without_bots(party.tables)
    other.does(party.id, "leave", seat=seat)
    kept = attrs.evolve(table.arrangement, proposal=Proposal(1, "undo", 1 - seat, 0, ()))
    party.tables.do(party.tables.lobby.store.keep, table, Change(kept))
    said = one.ask(party.id, "agree", number=1, is_agreed=True)
    assert said.data["sentence"] == REFUSAL.format(names=("Ada", "Ben")[seat])
    assert party.news()["steps"] == 1


# One browser with several seats.


def test_two_seats_of_one_browser(tables: Tables) -> None:
    """A browser with both seats asks nobody. If a bot plays one of them, that player is absent all the same."""
    ada = tables.browser("ada")
    table = ada.open("here", "here")
    game = tables.lobby._tables[table].game
    reveal(ada, table, game)
    assert ada.news(table)["undo"] == "free"
    without_bots(tables)
    seat = game.at(0).turn_seat
    ada.does(table, "leave", seat=1 - seat)
    assert is_refused(ada, table, ("Ada", "Ben")[1 - seat])
    ada.does(table, "sit", seat=1 - seat)
    ada.does(table, "undo", number=1)
    assert ada.news(table)["steps"] == 0


def test_the_host_gives_the_seat_to_a_bot(party: Party) -> None:
    """If the host gives the only other seat to a bot, undo needs no consent. The previous player loses the table."""
    while party.mover == party.ben:
        party.play()
    party.play(turns_up)
    party.ada.does(party.id, "undo", number=party.number)
    without_bots(party.tables)
    party.ada.does(party.id, "set_player", seat=1, player="greedy")
    assert party.ben.get(f"/api/tables/{party.id}").status == 404
    assert party.news()["undo"] == "free"


def test_undoing_repeatedly(party: Party) -> None:
    """Undo is free down to the move that turned up a piece. A move that was undone can be made and undone again."""
    while party.game.state.turn is None or party.game.state.turn.actions_left < 2:
        party.play()
    one, other = someone_reveals(party)
    assert party.play() == one
    without_bots(party.tables)
    other.does(party.id, "leave", seat=seat_of(party, other))
    name = ("Ada", "Ben")[seat_of(party, other)]
    move = party.game.moves[-1]
    for _ in range(2):
        assert one.news(party.id)["undo"] == "free"
        one.does(party.id, "undo", number=party.number)
        assert is_refused(one, party.id, name)
        one.play(party.id, move)


# An early end.


def test_the_end_names_who_agreed_and_who_was_absent(tables: Tables) -> None:
    """PHASE-1: the present players agree to an early end. Its reason names them and the absent people, but no bots."""
    party = Party(tables, "link", "greedy")
    without_bots(tables)
    party.ben.does(party.id, "leave", seat=1)
    party.ada.does(party.id, "end", number=party.number)
    assert party.news()["is_over"]
    end = party.game.log.entries[-1]
    assert isinstance(end, EndLine)
    assert end.reason == "agreed by Ada; absent: Ben, Cleo"
    words = [party.ada.get(f"/api/tables/{party.id}?language={language}").data for language in ("en", "pl", "de")]
    assert [said["turn_words"] for said in words] == [
        "Ended early: agreed by Ada; absent: Ben, Cleo",
        "Zakończona przed czasem: zgoda: Ada; nie ma przy stole: Ben, Cleo",
        "Vorzeitig beendet: mit Zustimmung von Ada; abwesend: Ben, Cleo",
    ]


def test_the_end_names_all_who_agreed(party: Party) -> None:
    """The reason of the end names the players who agreed in the order of seats, not of consent."""
    party.ben.does(party.id, "end", number=0)
    party.ada.does(party.id, "agree", number=0, is_agreed=True)
    assert party.game.end_reason == "agreed by Ada, Ben"


def test_a_disconnected_player_has_to_agree_to_the_end(tables: Tables) -> None:
    """A player with a lost connection does not count as absent until the time runs out."""
    party = Party(tables)
    with party.ben.watches(party.id) as watching:
        watching.next()
    assert not party.news()["chairs"][1]["is_present"]
    party.ada.does(party.id, "end", number=0)
    assert party.news()["proposal"]["waits_for"] == [1]
    assert not party.news()["is_over"]


# A server in another process.


@pytest.mark.long
def test_at_a_real_server(tmp_path: Path) -> None:
    """A real server refuses undo while a player has not come, is away too long or has left, and logs the absence."""
    with ServedTables(tmp_path, "--bot", "random") as server:
        ada, ben = Visitor(server, "ada"), Visitor(server, "ben")
        table = opened(ada)

        def refused() -> str:
            before = news(ada, table)
            status, said = ada.ask(f"/api/tables/{table}", {"type": "undo", "number": before["number"]})
            assert (status, before["undo"]) == (400, None)
            return str(said["sentence"])

        assert refused() == REFUSAL.format(names="Ben")
        link = news(ada, table)["chairs"][1]["link"].removeprefix("/join/")
        assert ben.ask("/api/join", {"type": "join", "link": link})[0] == 200
        assert news(ada, table)["undo"] == "ask"
        with ada.news(table) as told:  # Ben never looks, and is away after five seconds.
            next(entry for entry in told if entry["chairs"][1]["stand_in"] is not None)
        assert refused() == REFUSAL.format(names="Ben")
        assert ben.ask(f"/api/tables/{table}", {"type": "sit", "seat": 1})[0] == 200
        assert ben.ask(f"/api/tables/{table}", {"type": "leave", "seat": 1})[0] == 200
        assert refused() == REFUSAL.format(names="Ben")
        while (now := news(ada, table))["number"] is not None and not now["is_over"]:
            ada.ask(f"/api/tables/{table}", {"type": "end", "number": now["number"]})
        server.interrupt()
    with ms.Game.from_log(server.log(table)) as game:
        assert game.end_reason == "agreed by Ada; absent: Ben"
        assert not any(isinstance(entry, UndoLine) for entry in game.log.entries)


def news(visitor: Visitor, table: str) -> Any:
    """Return the news of a table for a visitor."""
    status, said = visitor.ask(f"/api/tables/{table}")
    assert status == 200, said
    return said


def opened(ada: Visitor) -> str:
    """Open tables until Ada is to move at one, turn up the first tile there, and return the table."""
    players = (("Ada", "here"), ("Ben", "link"))
    wanted = {"type": "open", "seats": [{"name": name, "player": player} for name, player in players]}
    # On a busy machine, several seconds may pass between Ada's own requests, and she must not be away.
    tables = (ada.ask("/api/tables", wanted | {"absent_seconds": 5})[1]["table"] for _ in range(20))
    table = str(next(table for table in tables if news(ada, table)["to_move"] == 0))
    move = ms.to_dict(ms.VisitWorkshop(1))
    assert ada.ask(f"/api/tables/{table}", {"type": "apply", "number": 0, "move": move})[0] == 200
    return table
