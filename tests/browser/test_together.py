"""What people do together: undo moves, end the game, leave, return and invite others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.guests import Guest, whose_turn
from tests.browser.players import ByMouse

import magnum_sal as ms
from magnum_sal import words

pytestmark = pytest.mark.long


@pytest.fixture
def pair(come: Callable[..., Guest]) -> tuple[Guest, Guest]:
    """Return two people at a table: the host, and a friend who came by a link."""
    host, friend = come("en"), come("pl")
    host.sit_at("here", "link")
    friend.come_by(host.links()[1])
    return host, friend


def history(guest: Guest) -> list[dict[str, Any]]:
    """Return the moves of the game without the undone ones."""
    _, said = guest.asked(f"/api/tables/{guest.table}/history")
    found: list[dict[str, Any]] = said["steps"]
    return found


def test_a_move_that_turned_nothing_up_is_undone_at_once(pair: tuple[Guest, Guest]) -> None:
    """The first move, which puts a miner into the shaft, needs no consent to undo before anybody else has moved."""
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
    """Once another person has moved, undo needs everybody's consent, and a button refuses it."""
    one, other = whose_turn(*pair)
    while one.is_asked(one.news()):
        one.move()
    other.move()
    one.sees(one.news()["number"])  # A page that has not received the move yet would ask to undo an older one.
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


def test_undo_is_refused_while_somebody_is_absent(pair: tuple[Guest, Guest]) -> None:
    """After a piece was turned up, the undo button explains in the player's language who is absent and cannot agree."""
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
    is_replaced = re.compile(re.escape(one.words("stand_in", bot="BOT")).replace("BOT", ".+"))
    one.page.locator("#people button, #people li").filter(has_text=is_replaced).wait_for()
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
    assert undo.get_attribute("title") != one.words("undo_absent", names=name)


def test_a_proposal_is_withdrawn(pair: tuple[Guest, Guest]) -> None:
    """The player who made a proposal can withdraw it."""
    host, friend = pair
    host.tool("end")
    host.button("end_yes").click()
    friend.page.locator("#consent button.agree").wait_for()
    host.button("withdraw").click()
    friend.page.locator("#consent").wait_for(state="hidden")


def test_a_game_is_ended_early(pair: tuple[Guest, Guest]) -> None:
    """Both players see the standing as soon as the last one agrees to end the game."""
    host, friend = pair
    friend.tool("end")
    friend.button("end_yes").click()
    host.button("agree").click()
    assert host.standing() == friend.standing()
    assert host.news()["is_over"]


def test_an_invitation_names_other_rules(come: Callable[..., Guest]) -> None:
    """VAR-MAP: a friend reads before and after joining that the game has a variant. Standard rules are not named."""
    host, friend = come("en"), come("pl")
    host.sit_at("here", "link", ruleset=ms.to_dict(ms.STANDARD.with_switches(mapped_mine=True)))
    variant = words.ruleset_label(host.position().ruleset, "pl")
    line = friend.page.get_by_text(friend.words("played_rules", rules=variant), exact=True)
    friend.visit(host.links()[1])
    line.wait_for()
    friend.come_by(host.links()[1])
    for tool in ("table", "rules"):
        friend.tool(tool)
        line.wait_for()
        friend.close_dialog()
    host.sit_at("here", "link")
    friend.visit(host.links()[1])
    friend.page.locator("#join").wait_for()
    assert friend.page.locator(".played-rules").count() == 0


def test_a_link_to_a_seat_works_once(pair: tuple[Guest, Guest], come: Callable[..., Guest]) -> None:
    """The second person who follows a link sees that it is invalid."""
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
    # The previous player no longer has access, and the page says so.
    friend.page.locator(".lead").filter(has_text=friend.words("refused.unknown_table")).wait_for()
    status, _ = friend.asked(f"/api/tables/{host.table}")
    assert status == 404


def test_the_host_changes_a_player(pair: tuple[Guest, Guest]) -> None:
    """A bot takes the seat only after the button is pressed: arrow keys may choose every option on the way."""
    host, friend = pair
    host.tool("table")
    change = host.button("change_player").nth(1)
    assert change.is_disabled()
    select = host.page.get_by_label(host.words("other_player")).nth(1)
    select.select_option("here")
    select.select_option("journeyman")
    change.click()
    friend.page.locator(".lead").filter(has_text=friend.words("refused.unknown_table")).wait_for()
    assert [chair["player"] for chair in host.news()["chairs"]] == ["human", "journeyman"]
    assert friend.asked(f"/api/tables/{host.table}")[0] == 404


def test_a_bot_takes_over(pair: tuple[Guest, Guest]) -> None:
    """A bot plays for a player who has left until that player returns."""
    host, friend = pair
    friend.tool("table")
    friend.button("leave").click()
    host.page.locator("#people li").filter(has_text="is playing for them").wait_for()
    friend.close_dialog()
    while not any(step["seat"] == 1 for step in history(host)):
        if host.is_asked(host.news()):
            host.move()
        host.page.wait_for_timeout(100)  # More frequent requests would be refused.
    friend.page.locator("#people button.sit").click()
    host.page.locator("#people li").filter(has_text=host.words("present")).wait_for()
    assert not any(chair["stand_in"] for chair in host.news()["chairs"])
