"""Share a position of a game, and play on from the link in another browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.guests import PHONE, Guest

import magnum_sal as ms
from magnum_sal.testing import position

pytestmark = pytest.mark.long


def share(guest: Guest) -> str:
    """Open the dialog of the link and return the path of the link."""
    guest.button("table").click()
    guest.button("share").click()
    link = guest.page.locator("#share-link").input_value()
    assert link.startswith(f"{guest.address}/from/")
    return link.removeprefix(guest.address)


def test_play_on_from_a_shared_position(come: Callable[..., Guest]) -> None:
    """A link from the middle of a game leads to its picture and a form; the table starts there in another browser."""
    host: Guest = come()
    host.sit_at("here", "journeyman")
    for _ in range(3):
        host.move()
    news = host.has_turn()
    host.sees(news["number"])
    path = share(host)
    host.page.get_by_text(host.words("qr")).click()
    host.page.wait_for_function("() => document.querySelector('#dialog .qr')?.naturalWidth > 0")
    host.page.locator("#share-copy").click()
    host.page.get_by_text(host.words("copied")).wait_for()

    friend: Guest = come("de", viewport=PHONE)
    friend.visit(path)
    friend.page.locator("#shared-board [data-place='S1']").wait_for()
    names = [field.input_value() for field in friend.page.locator("input.name").all()]
    assert names == [chair["name"] for chair in news["chairs"]]
    players = [field.input_value() for field in friend.page.locator("select.player").all()]
    assert players == ["here" if seat == news["to_move"] else "novice" for seat in range(len(names))]
    shared = friend.context.request.get(f"{friend.address}{path.replace('/from/', '/api/positions/')}").json()
    friend.page.locator("input.name").first.fill("Zofia")
    friend.page.locator("#play-on").click()
    friend.page.wait_for_url("**/t/*")
    begun = friend.has_turn()
    friend.sees(begun["number"])
    assert begun["steps"] == 0
    assert begun["chairs"][0]["name"] == "Zofia"
    friend.move()
    log = friend.context.request.get(f"{friend.address}/api/tables/{friend.table}/log.jsonl").body()
    first = ms.Game.from_log(log).at(0)
    known = position(shared["position"])
    assert (first.players[1:], first.mine, first.castle) == (known.players[1:], known.mine, known.castle)


def test_share_an_earlier_position(come: Callable[..., Guest]) -> None:
    """The link leads to the position on the board, even if the game has gone on."""
    host: Guest = come()
    host.sit_at("here", "journeyman")
    for _ in range(3):
        host.move()
    host.sees(host.has_turn()["number"])
    latest = share(host)
    host.page.locator("#dialog-close").click()
    host.page.locator("#slider").fill("0")
    host.page.locator("#board[data-at='0']").wait_for()
    assert share(host) != latest


def test_a_link_that_was_cut_off(come: Callable[..., Guest]) -> None:
    """The page says that a part of the link may be missing, and leads to the first page."""
    guest: Guest = come()
    guest.visit("/from/1wx3s8LB")
    assert "link is missing" in guest.page.locator("main .lead").inner_text()
    assert guest.page.locator("main a").get_attribute("href") == "/"
