"""Pages recover automatically when something goes wrong around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.guests import Guest, whose_turn
from tests.browser.players import ByMouse
from tests.serving import ServedTables

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Request, Response, Route

pytestmark = pytest.mark.long


@pytest.fixture
def host(come: Callable[..., Guest]) -> Guest:
    """Return the host of a table with a bot."""
    guest: Guest = come()
    guest.sit_at("here", "journeyman")
    return guest


def wait_for_turn(guest: Guest) -> None:
    """Wait until the page asks the guest for a move."""
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()


def first_move(guest: Guest) -> dict[str, object]:
    """Return a request that makes a legal move."""
    state = guest.position()
    return {"type": "apply", "number": guest.news()["number"], "move": ms.to_dict(ms.legal_moves(state)[0])}


def test_two_tabs_in_one_seat_show_the_same_position(host: Guest) -> None:
    """A move in one tab appears in the other, where the next move can be made."""
    one, other = host.page, host.another_page()
    other.goto(one.url)
    for here, there in ((one, other), (other, one)):
        host.page = here
        wait_for_turn(host)
        ByMouse(host).play()
        number = host.news()["number"]
        host.page = there
        host.sees(number)


def test_a_click_that_comes_too_late(host: Guest) -> None:
    """If another tab was quicker, the page says so and shows the new position automatically."""
    wait_for_turn(host)
    refused: list[int] = []

    def quicker() -> None:
        status, said = host.asked(f"/api/tables/{host.table}", first_move(host))
        assert status == 200, said

    def overtaken(route: Route, request: Request) -> None:
        if '"apply"' in (request.post_data or ""):
            quicker()
        route.continue_()

    def answered(response: Response) -> None:
        if response.request.method == "POST" and response.status != 200:
            refused.append(response.status)

    host.page.route("**/api/tables/*", overtaken)
    host.page.on("response", answered)
    state = host.position()
    player = ByMouse(host)
    player.make(state, ms.legal_moves(state)[-1])
    host.page.locator("#notice").filter(has_text=host.words("refused.stale")).wait_for()
    assert refused == [409]
    host.page.unroute("**/api/tables/*")
    host.sees(host.news()["number"])
    player.play()


def test_a_reload_while_choosing_starts_again(host: Guest) -> None:
    """A reload restarts the unfinished choice, because nothing has been sent yet."""
    wait_for_turn(host)
    words = host.page.locator("#choosing").inner_text()
    before = host.news()["number"]
    host.page.locator("#choosing button.answer").filter(has_text=" …").first.click()
    host.page.locator("#choosing button.back").wait_for()
    host.page.reload()
    wait_for_turn(host)
    assert host.page.locator("#choosing").inner_text() == words
    assert host.news()["number"] == before
    ByMouse(host).play()


def test_a_page_without_a_network_recovers(come: Callable[..., Guest]) -> None:
    """A page shows the moves made while it was offline once it is online again."""
    host, friend = come("en"), come("de")
    host.sit_at("here", "link")
    friend.come_by(host.links()[1])
    one, other = whose_turn(host, friend)
    other.context.set_offline(True)
    one.move()
    other.context.set_offline(False)
    other.sees(1)
    assert len(other.log()) == 1


def test_a_move_without_a_network_can_be_repeated(host: Guest) -> None:
    """The page reports that it is offline, and the move can be played once it is online again."""
    wait_for_turn(host)
    state = host.position()
    host.context.set_offline(True)
    host.page.locator("#board [data-place='S1']").click()
    host.page.locator("#notice").filter(has_text=host.words("offline")).wait_for()
    host.context.set_offline(False)
    number = host.news()["number"]
    ByMouse(host).make(state, ms.legal_moves(state)[0])
    host.sees(number + 1)


def test_a_move_while_a_proxy_waits_for_the_server(host: Guest) -> None:
    """While a proxy answers for the server, the page reports a lost connection. The move can be played afterwards."""
    wait_for_turn(host)
    state, number = host.position(), host.news()["number"]
    host.page.route("**/api/tables/*", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    host.page.locator("#board [data-place='S1']").click()
    host.page.locator("#notice").filter(has_text=host.words("offline")).wait_for()
    host.page.unroute("**/api/tables/*")
    ByMouse(host).make(state, ms.legal_moves(state)[0])
    host.sees(number + 1)


def test_a_page_that_missed_an_undo(come: Callable[..., Guest], tables: ServedTables) -> None:
    """A page whose connection was replaced lists the moves that count, although its own list has as many moves."""
    host, onlooker = come("en"), come("de")
    host.sit_at("here", "here")
    onlooker.come_by(host.links()[None])
    host.move()
    onlooker.sees(1)
    (undone,) = onlooker.log()
    tried: list[str] = []

    def refuse(route: Route) -> None:
        tried.append(route.request.url)
        route.abort()

    onlooker.page.route("**/news*", refuse)
    tables.kill()
    onlooker.tool("rules")  # The page notices that it is offline, and will open a new connection.
    onlooker.page.locator("#notice").filter(has_text=onlooker.words("offline")).wait_for()
    tables.start()
    for message in ({"type": "undo"}, {"type": "apply", "move": {"type": "pass"}}):
        status, said = host.asked(f"/api/tables/{host.table}", message | {"number": host.news()["number"]})
        assert status == 200, said
    tried.clear()
    while not tried:  # Until the page tries a new connection.
        onlooker.page.wait_for_timeout(50)
    onlooker.page.unroute("**/news*")
    onlooker.sees(host.news()["number"])
    (standing,) = onlooker.log()
    assert standing != undone


def test_pages_survive_a_restart_of_the_server(come: Callable[..., Guest], tables: ServedTables) -> None:
    """After the server was killed and restarted, the pages reconnect automatically, and nothing is lost."""
    host, friend, onlooker = come("en"), come("de"), come("pl")
    everybody = (host, friend, onlooker)
    host.sit_at("here", "link", "journeyman")
    links = host.links()
    friend.come_by(links[1])
    onlooker.come_by(links[None])
    number = whose_turn(host, friend)[0].has_turn()["number"]
    for guest in everybody:
        guest.sees(number)
    log = host.log()
    tables.kill()
    for guest in everybody:
        guest.page.locator("#turn").filter(has_text=guest.words("offline")).wait_for()
    tables.start()
    for guest in everybody:
        guest.page.locator("body:not(.offline)").wait_for()
    assert host.log() == log
    ByMouse(whose_turn(host, friend)[0]).play()
    for guest in everybody:
        guest.sees(number + 1)
