"""Requests to undo or to end a game, while they wait for the answers of the others."""

from __future__ import annotations

from pathlib import Path

import pytest
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


def test_a_late_agreement_to_a_withdrawn_proposal(tables: Tables) -> None:
    """A person who agrees names the proposal. The agreement does not count for a later one in the same position."""
    party = Party(tables)
    asking, other = party.play(), party.play()
    assert asking != other
    asking.does(party.id, "undo", number=party.number)
    seen = party.news()["proposal"]["id"]
    asking.does(party.id, "agree", number=party.number, is_agreed=False, proposal=seen)
    asking.does(party.id, "end", number=party.number)
    pending = party.news()["proposal"]["id"]
    said = other.ask(party.id, "agree", number=party.number, is_agreed=True, proposal=seen)
    assert (said.status, said.code) == (409, "stale")
    assert f"proposal: {seen} is not the pending proposal, which is {pending}" in said.data["sentence"]
    assert (party.news()["is_over"], party.news()["proposal"]["id"]) == (False, pending)
    other.does(party.id, "agree", number=party.number, is_agreed=True, proposal=pending)
    assert party.news()["is_over"]


def test_an_agreement_without_a_proposal(tables: Tables) -> None:
    """A client of an older version names no proposal, and agrees to the pending one."""
    party = Party(tables)
    party.ada.does(party.id, "end", number=0)
    party.ben.does(party.id, "agree", number=0, is_agreed=True)
    assert party.news()["is_over"]


@pytest.mark.slow
def test_ids_after_a_restart(tmp_path: Path) -> None:
    """After a restart, the pending proposal keeps its id, and the next one has another id."""
    with Tables(tmp_path) as tables:
        party = Party(tables)
        party.ada.does(party.id, "end", number=0)
        seen = party.news()["proposal"]["id"]
    for _ in range(2):
        with Tables(tmp_path) as tables:
            ada, ben = map(tables.browser, ("ada", "ben"))
            assert ada.news(party.id)["proposal"]["id"] == seen
            ben.does(party.id, "agree", number=0, is_agreed=False, proposal=seen)
        with Tables(tmp_path) as tables:
            ada = tables.browser("ada")
            ada.does(party.id, "end", number=0)
            before, seen = seen, ada.news(party.id)["proposal"]["id"]
            assert seen > before
