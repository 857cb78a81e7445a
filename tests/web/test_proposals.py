"""Requests to undo or to end a game, while they wait for the answers of the others."""

from __future__ import annotations

from tests.web.party import Party
from tests.web.tables import Tables


def test_a_second_proposal_is_refused(tables: Tables) -> None:
    """A person who agrees has read the pending proposal. It can be withdrawn to make another one."""
    party = Party(tables)
    asking = party.play()
    assert party.play() != asking
    asking.does(party.id, "undo", number=party.number)
    first = party.news()["proposal"]
    assert first["kind"] == "undo"
    for browser in (party.ada, party.ben):
        said = browser.ask(party.id, "end", number=party.number)
        assert (said.code, "another request is waiting for an answer" in said.data["sentence"]) == ("misuse", True)
    assert party.news()["proposal"] == first
    asking.does(party.id, "agree", number=party.number, is_agreed=False)
    asking.does(party.id, "end", number=party.number)
    assert party.news()["proposal"]["kind"] == "end"


def test_a_repeated_proposal_keeps_the_agreement(tables: Tables) -> None:
    """A request that is sent twice does no harm."""
    party = Party(tables, "link")
    tables.browser("cleo").join(party.news()["chairs"][2]["link"])
    tables.settle()
    for _ in range(2):
        party.ada.does(party.id, "end", number=party.number)
    party.ben.does(party.id, "agree", number=party.number, is_agreed=True)
    waiting = party.news()["proposal"]["waits_for"]
    party.ada.does(party.id, "end", number=party.number)
    assert party.news()["proposal"]["waits_for"] == waiting == [2]
