"""A tile that one player has seen: on the pages of all people at the table, and in what they receive (PUBLIC-1)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lamp import UseLamp
from tests.browser.guests import Guest, whose_turn
from tests.browser.players import ByMouse
from tests.serving import ServedTables

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Response

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def tables(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTables]:
    """Return a server for games with lamps. It depends on the browser, so that no server starts without one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(EXAMPLES), prepend=os.pathsep)
        with ServedTables(tmp_path_factory.mktemp("lamps") / "tables", "--ruleset", "lamp:LAMP_GAME") as served:
            yield served


def listen(guest: Guest) -> list[str]:
    """Return a list that grows with every text that the server sends to the guest's page, except the page's files."""
    received: list[str] = []

    def hear(response: Response) -> None:
        if response.request.resource_type != "eventsource" and "/static/" not in response.url:
            received.append(response.text())

    guest.page.on("response", hear)
    devtools = guest.context.new_cdp_session(guest.page)
    devtools.send("Network.enable")
    devtools.on("Network.eventSourceMessageReceived", lambda message: received.append(message["data"]))
    return received


def test_only_the_player_who_looked_receives_the_tile(chromium: Browser, tables: ServedTables) -> None:
    """The board and the log of this player name the tile. Nothing that other people receive contains it."""
    guests = [Guest.coming(chromium, tables.address, language) for language in ("en", "de", "pl")]
    host, friend, watcher = guests
    for _ in range(30):  # until the workshop offers a lamp, as it does in a third of all games
        host.sit_at("here", "link")
        if "lamp" in host.position().workshop.offer:
            break
        host.asked(f"/api/tables/{host.table}", {"type": "close_table"})  # One browser may host 20 tables.
    links = host.links()
    friend.come_by(links[1])
    watcher.come_by(links[None])
    received = {guest: listen(guest) for guest in guests}
    one, other = whose_turn(host, friend)
    player = ByMouse(one)
    player.make(one.position(), ms.VisitWorkshop(one.position().workshop.offer.index("lamp")))
    one.sees(1)
    player.make(one.position(), UseLamp("2L1"))
    for guest in guests:
        guest.sees(2)
        guest.page.locator("#log > li").nth(1).wait_for()
    tile = str(one.position().find_tile("2L1"))
    chamber = one.page.locator('#board [data-place="2L1"]')
    assert tile in chamber.inner_html()
    assert tile in one.page.locator("#log").inner_text()
    assert any(tile in text for text in received[one])
    for guest in (other, watcher):
        assert tile not in guest.page.content()
        assert len(received[guest]) > 2
        assert not any(tile in text or '"secret"' in text or "tile_seen" in text for text in received[guest])
    for guest in guests:
        guest.context.close()
        assert guest.failures == []
