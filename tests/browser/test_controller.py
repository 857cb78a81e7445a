"""The board as the controller: taps, ghosts, keys, undo and redo, hints, and the settings of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.guests import DESKTOP, PAUSE, PHONE, Guest
from tests.browser.players import ByKeys, ByMouse, ByTouch, Player

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

pytestmark = pytest.mark.long

MOST_CLICKS = 2.0
"""The maximum number of clicks or taps a move."""
MOST_KEYS = 12.0
"""The maximum number of key presses a move."""


@pytest.fixture
def host(come: Callable[..., Guest]) -> Guest:
    """Return the host of a table with a bot, who has the turn."""
    guest: Guest = come()
    guest.sit_at("here", "novice")
    wait_for_turn(guest)
    return guest


def wait_for_turn(guest: Guest) -> None:
    """Wait until the page asks the guest for a move."""
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()


@pytest.mark.parametrize(
    ("kind", "most", "options"),
    [
        (ByMouse, MOST_CLICKS, {"viewport": DESKTOP}),
        (ByTouch, MOST_CLICKS, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
        (ByKeys, MOST_KEYS, {"viewport": DESKTOP}),
    ],
)
def test_a_move_takes_few_actions(
    kind: type[Player],
    most: float,
    options: dict[str, object],
    come: Callable[..., Guest],
    most_moves: int | None,
    record_property: Callable[[str, object], None],
) -> None:
    """A player who knows the shortest way needs few clicks, taps or keys for a move."""
    guest = come(**options)
    guest.sit_at("here", "novice")
    player = kind(guest)
    while not (news := guest.news())["is_over"] and (most_moves is None or player.moves < most_moves):
        if guest.is_asked(news):
            player.play()
        else:  # The last move of a game may be the bot's.
            guest.page.wait_for_timeout(PAUSE)
    record_property("actions", f"{player.actions} for {player.moves} moves")
    # A few moves may all be long ones, so only a whole game must keep the bound.
    assert player.actions / player.moves <= most + (0 if most_moves is None else 0.5)


def test_a_tap_shows_a_ghost_and_another_tap_plays(host: Guest) -> None:
    """The ghost stands at the tapped place, the panel describes the move, and nothing has been sent yet."""
    number = host.news()["number"]
    shaft = host.page.locator("[data-picture='board'] [data-place='S1']")
    shaft.click()
    host.page.locator(".page-ghost").wait_for()
    assert host.page.locator("#choosing .told").inner_text() == "Sends a miner from stock to S1"
    assert host.news()["number"] == number
    host.page.keyboard.press("Escape")
    host.page.locator(".page-ghost").wait_for(state="detached")
    shaft.click()
    host.page.locator(".page-ghost").wait_for()
    shaft.click()
    host.sees(number + 1)
    assert host.position().mine["S1"].rested[0] == 1


def test_enter_plays_the_ghost(host: Guest) -> None:
    """After a tap with the mouse, the Enter key plays the move, wherever the focus is."""
    number = host.news()["number"]
    host.page.locator("[data-picture='board'] [data-place='S1']").click()
    host.page.locator(".page-ghost").wait_for()
    host.page.keyboard.press("Enter")
    host.sees(number + 1)


def test_the_focus_leaves_the_board_for_a_question_that_it_cannot_answer(host: Guest) -> None:
    """Otherwise, Enter would tap the focused place instead of playing the only move."""
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "novice"}]
    position = "players: Ada, Ben | turn: A, round 3, start B, arriving 2\nA: 9 groszy, stock 2\nB: stock 2"
    _, opened = host.asked("/api/tables", {"type": "open", "seats": seats, "position": position})
    host.visit(f"/t/{opened['table']}")
    host.page.locator("#choosing button.play").wait_for()
    number = host.news()["number"]
    host.page.keyboard.press("Shift")
    host.page.locator("[data-picture='board'] [data-place='S1']").focus()
    host.page.locator("#choosing button.play").dispatch_event("click")
    host.sees(number + 1)
    host.page.locator("#choosing:not([aria-busy=true]) button.play:focus").wait_for()
    host.page.keyboard.press("Enter")
    host.sees(number + 2)


def test_marked_places_are_those_where_a_move_can_begin(host: Guest) -> None:
    """The page marks the places that the server names."""
    status, said = host.asked(f"/api/tables/{host.table}", {"type": "options"})
    assert status == 200
    # A house is marked as a whole, not also its items.
    wholes = [place for place in said["places"] if ":" not in place or place.split(":")[0] not in said["places"]]
    marks = host.page.locator("[data-picture] .page-marks .can:not(.under)").count()
    assert marks == len([place for place in wholes if host.is_visible(place)]) > 0


def test_moves_are_confirmed_if_the_player_wants_it(host: Guest) -> None:
    """With the setting, a whole move in the panel is shown before it is played."""
    host.page.locator("#menu-button").click()
    host.page.locator("#confirm").select_option("yes")
    host.page.keyboard.press("Escape")
    number = host.news()["number"]
    host.page.locator("#choosing button.answer").filter(has_not_text=" …").first.click()
    host.page.locator("#choosing button.play").wait_for()
    assert host.news()["number"] == number
    host.page.locator("#choosing button.play").click()
    host.sees(number + 1)


def test_undo_says_what_it_takes_back_and_redo_repeats_it(host: Guest) -> None:
    """The keys u and r undo and redo; the button and a notice name the move."""
    player = ByMouse(host)
    player.make(host.position(), ms.PlaceMiner("stock", "S1"))
    wait_for_turn(host)
    before = host.news()
    told = host.page.locator("#tool-undo").get_attribute("title") or ""
    assert "S1" in told
    host.page.keyboard.press("u")
    host.page.locator("#notice").filter(has_text=told).wait_for()
    host.page.locator("#log:empty, #log > li").first.wait_for(state="attached")
    wait_for_turn(host)
    undone = host.news()
    assert undone["steps"] == before["undo_to"]
    assert undone["redo_to"] is not None
    host.page.keyboard.press("r")
    wait_for_turn(host)
    assert host.news()["steps"] >= undone["redo_to"]
    assert host.position().mine["S1"].rested[0] == 1


def test_a_closed_hint_does_not_come_back(host: Guest) -> None:
    """A hint that was closed while the bot was thinking stays closed, and no dialog opens."""
    held: list[Route] = []

    def is_hint(request: Request) -> bool:
        return '"hint"' in (request.post_data or "")

    host.page.route(
        "**/api/tables/*", lambda route: held.append(route) if is_hint(route.request) else route.continue_()
    )
    with host.page.expect_request(is_hint):
        host.tool("hint")
    host.page.locator("#hints .thinking").wait_for()
    host.page.locator("#hints button").click()
    with host.page.expect_response(lambda response: is_hint(response.request)):
        held.pop().continue_()
    host.page.wait_for_timeout(300)
    assert host.page.locator("#hints").is_hidden()
    assert host.page.locator("#dialog").is_hidden()


def test_hints_are_compared_in_words(host: Guest) -> None:
    """The first hint is the best one; the others are about equal or worse, and its places are marked on the board."""
    host.tool("hint")
    host.page.locator("#hints button.hint").first.wait_for()
    worths = host.page.locator("#hints .worth").all_inner_texts()
    assert all(worth.endswith("%") for worth in worths)
    told = [worth.partition(" · ")[0] for worth in worths]
    assert told[0] == host.words("hint_best")
    assert told[1:] == sorted(told[1:])  # "about equal" comes before "worse"
    assert set(told[1:]) <= {host.words("hint_equal"), host.words("hint_worse")}
    host.page.keyboard.press("h")
    host.page.locator("#hints").wait_for(state="hidden")


def test_a_refusal_appears_at_the_tapped_place(host: Guest) -> None:
    """The reason stands beside the place, not at the top of the page."""
    place = host.page.locator("[data-picture='board'] [data-place='3L2']")
    place.click()
    notice = host.page.locator("#notice.near")
    notice.wait_for()
    here, there = notice.bounding_box(), place.bounding_box()
    assert here is not None
    assert there is not None
    gap = max(there["y"] - (here["y"] + here["height"]), here["y"] - (there["y"] + there["height"]))
    assert 0 <= gap <= 12
    assert here["x"] - 12 <= there["x"] + there["width"] / 2 <= here["x"] + here["width"] + 12


def test_play_again(come: Callable[..., Guest]) -> None:
    """After the end, one tap opens a table with the same players, rules and patience, and a link leads home."""
    host = come()
    table = host.sit_at("here", "novice", absent_seconds=600)
    wait_for_turn(host)
    host.tool("end")
    host.button("end_yes").click()
    host.page.locator("#dialog [data-end=again]").click()
    host.page.wait_for_url(lambda url: table not in url)
    host.sees(0)
    news = host.news()
    assert [chair["player"] for chair in news["chairs"]] == ["human", "novice"]
    assert news["absent_seconds"] == 600
    host.page.locator("#home").click()
    host.page.locator("#play-now").wait_for()
