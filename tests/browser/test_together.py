"""What people do with one another: take moves back, end the game, leave, come back, invite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.guests import Guest, whose_turn
from tests.browser.players import ByMouse

import magnum_sal as ms

pytestmark = pytest.mark.slow


@pytest.fixture
def pair(come: Callable[..., Guest]) -> tuple[Guest, Guest]:
    """Return two people at a table, a host and a friend who came by a link."""
    host, friend = come("en"), come("pl")
    host.sit_at("here", "link")
    friend.come_by(host.links()[1])
    return host, friend


def history(guest: Guest) -> list[dict[str, Any]]:
    """Return the moves that stand."""
    _, said = guest.asked(f"/api/tables/{guest.table}/history")
    found: list[dict[str, Any]] = said["steps"]
    return found


def test_one_takes_back_alone_what_turned_nothing_up(pair: tuple[Guest, Guest]) -> None:
    """The first move puts a miner into the shaft, and is one's own to take back while nobody has moved since."""
    one, other = whose_turn(*pair)
    ByMouse(one).make(one.position(), ms.PlaceMiner("stock", "S1"))
    for guest in pair:
        guest.sees(1)
    one.tool("undo")
    for guest in pair:
        guest.sees(2)
        guest.page.locator("#log:empty").wait_for(state="attached")
    ByMouse(one).play()
    other.sees(3)


def test_others_are_asked_to_agree(pair: tuple[Guest, Guest]) -> None:
    """Once another person has moved, taking back takes everybody's consent; who refuses says so by a button."""
    one, other = whose_turn(*pair)
    while one.is_asked(one.news()):
        one.move()
    other.move()
    one.sees(one.news()["number"])  # a page that has not heard of the move would ask for an older one
    steps = one.news()["steps"]
    one.tool("undo")
    other.button("refuse").click()
    one.page.locator("#consent").wait_for(state="hidden")
    assert one.news()["steps"] == steps
    one.tool("undo")
    one.page.locator("#consent p").nth(1).wait_for()
    other.button("agree").click()
    other.page.locator("#consent").wait_for(state="hidden")
    now = one.news()
    assert now["steps"] < steps
    for guest in pair:
        guest.sees(now["number"])
        assert len(guest.log()) == now["steps"]


def test_nobody_peeks_while_somebody_is_absent(pair: tuple[Guest, Guest]) -> None:
    """Pressing the button says why what turned up a piece stays, in the person's language; the end names who agreed."""
    one, other = whose_turn(*pair)
    name = one.news()["chairs"][[chair["is_yours"] for chair in one.news()["chairs"]].index(False)]["name"]
    ByMouse(one).make(one.position(), ms.VisitWorkshop(1))
    for guest in pair:
        guest.sees(1)
    undo = one.page.locator("#tool-undo")
    assert undo.inner_text() == one.words("undo_ask")
    other.tool("table")
    other.button("leave").click()
    other.close_dialog()
    one.page.locator("#people button, #people li").filter(has_text=one.words("stand_in", bot="").strip()).wait_for()
    steps = one.news()["steps"]
    one.tool("undo")
    notice = one.page.locator("#notice")
    notice.filter(has_text=name).wait_for()
    assert one.words("undo_absent", names=name) in notice.inner_text()
    assert undo.get_attribute("title") == one.words("undo_absent", names=name)
    assert one.news()["steps"] >= steps
    assert other.page.locator("#tool-end").is_disabled()
    other.page.locator("#people button.sit").click()
    one.page.locator(f"#tool-undo:text-is('{one.words('undo_ask')}')").wait_for()
    assert undo.get_attribute("title") == ""


def test_a_proposal_is_withdrawn(pair: tuple[Guest, Guest]) -> None:
    """Who proposed it can think better of it."""
    host, friend = pair
    host.tool("end")
    host.button("end_yes").click()
    friend.page.locator("#consent button.agree").wait_for()
    host.button("withdraw").click()
    friend.page.locator("#consent").wait_for(state="hidden")


def test_a_game_is_ended_by_agreement(pair: tuple[Guest, Guest]) -> None:
    """Everybody sees the standing as soon as the last one agrees."""
    host, friend = pair
    friend.tool("end")
    friend.button("end_yes").click()
    host.button("agree").click()
    assert host.standing() == friend.standing()
    assert host.news()["is_over"]


def test_a_link_leads_to_one_seat_once(pair: tuple[Guest, Guest], come: Callable[..., Guest]) -> None:
    """Who comes second is told that it leads nowhere, until the host gives another."""
    host, friend = pair
    host.tool("table")
    host.button("new_link").nth(1).click()
    host.page.locator("#dialog .invitation").nth(1).wait_for()
    link = host.links()[1]
    other, late = come("de"), come("en")
    other.come_by(link)
    assert [chair["is_yours"] for chair in other.news()["chairs"]] == [False, True]
    late.visit(link)
    late.page.locator(".lead").filter(has_text=late.words("refused.unknown_link")).wait_for()
    # Who had the seat before is no longer let in, and is told so.
    friend.page.locator(".lead").filter(has_text=friend.words("refused.unknown_table")).wait_for()
    status, _ = friend.asked(f"/api/tables/{host.table}")
    assert status == 404


def test_a_bot_stands_in(pair: tuple[Guest, Guest]) -> None:
    """Who leaves is played by a bot until coming back."""
    host, friend = pair
    friend.tool("table")
    friend.button("leave").click()
    host.page.locator("#people li").filter(has_text="is playing for them").wait_for()
    friend.close_dialog()
    while not any(step["seat"] == 1 for step in history(host)):
        if host.is_asked(host.news()):
            host.move()
    friend.page.locator("#people button.sit").click()
    host.page.locator("#people li").filter(has_text=host.words("present")).wait_for()
    assert not any(chair["stand_in"] for chair in host.news()["chairs"])
