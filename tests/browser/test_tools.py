"""The tools of a table: earlier positions, hints, rules, the standing, language and colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.guests import WATCH, Guest
from tests.browser.players import ByMouse
from tests.render import recorded

import magnum_sal as ms
from magnum_sal.testing import sketch

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.long


@pytest.fixture
def host(come: Callable[..., Guest]) -> Guest:
    """Return the host of a table with a bot, after several moves."""
    guest: Guest = come()
    guest.sit_at("here", "journeyman")
    for _ in range(3):
        guest.move()
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()
    return guest


def test_viewing_earlier_positions_and_returning(host: Guest) -> None:
    """The board shows the position after the chosen number of moves, and no move can be made there."""
    steps = host.news()["steps"]
    host.page.locator("#earlier").click()
    host.page.locator(f"#board[data-at='{steps - 1}']").wait_for()
    assert host.page.locator("#choosing").inner_text() == ""
    host.page.locator("#slider").fill("0")
    host.page.locator("#board[data-at='0']").wait_for()
    host.page.locator("#log > li:nth-child(2) > button").click()
    host.page.locator("#board[data-at='2']").wait_for()
    assert str(steps) in host.page.locator("#caption").inner_text()
    host.page.locator("#now").click()
    host.page.locator(f"#board[data-at='{steps}']").wait_for()
    host.page.locator("#choosing h2").wait_for()


def test_the_log_is_one_tab_stop(host: Guest) -> None:
    """The log is one tab stop, however long the game. Arrow keys select a move, and Enter shows its position."""
    steps = host.news()["steps"]
    stops = host.page.evaluate(
        "[...document.querySelectorAll('#log, #log *')].filter(here => here.tabIndex >= 0).length"
    )
    assert stops == 1
    host.page.locator("#log").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        host.page.keyboard.press(key)
    host.page.locator(f"#board[data-at='{steps - 1}']").wait_for()


def test_replaying_the_moves_since_ones_own(host: Guest) -> None:
    """The moves since the player's own last move are shown one by one. If there is none, the button is disabled."""
    news = host.news()
    if news["since"] == news["steps"]:
        assert host.page.locator("#since").is_disabled()
        return
    host.page.evaluate(WATCH)
    host.page.locator("#since").click()
    host.page.locator("body:not(.past)").wait_for()
    assert news["since"] + 1 in [at for at, _, _ in host.page.evaluate("window.seen")]
    host.page.locator("#choosing h2").wait_for()


def test_a_closed_hint_leaves_the_marks_of_the_question(host: Guest) -> None:
    """While hints are open, the board marks their places, and afterwards those that can be chosen."""
    marks = host.page.locator("[data-picture] .page-marks .can:not(.under)")
    marks.first.wait_for()
    before = marks.count()
    host.tool("hint")
    host.page.locator("#hints button.hint").first.wait_for()
    assert marks.count() == 0
    host.page.keyboard.press("h")
    host.page.locator("#hints").wait_for(state="hidden")
    assert marks.count() == before


def test_an_undo_ends_the_view_of_a_later_position(come: Callable[..., Guest]) -> None:
    """If others undo to a position before the one that the page shows, it shows the current one and asks again."""
    guest = come()
    guest.sit_at("here", "here")
    for _ in range(3):
        guest.move()
    guest.sees(3)
    guest.page.locator("#earlier").click()
    guest.page.locator("body.past").wait_for()
    for _ in range(2):
        guest.asked(f"/api/tables/{guest.table}", {"type": "undo", "number": guest.news()["number"]})
    guest.page.locator("body:not(.past)").wait_for()
    guest.sees(guest.news()["number"])
    guest.page.locator("#choosing h2").wait_for()
    assert guest.page.locator("#caption").inner_text() == ""
    assert guest.page.locator("#now").is_disabled()


def test_news_leave_the_dialog_of_the_host_alone(come: Callable[..., Guest]) -> None:
    """Somebody who comes or goes changes nothing in the dialog, so the focus stays where it is."""
    host, onlooker = come(), come("pl")
    host.sit_at("here", "link")
    link = host.links()[None]
    host.tool("table")
    host.page.locator("#dialog select").first.focus()
    onlooker.come_by(link)
    host.page.locator("#people .watching").wait_for(state="attached")
    assert host.page.evaluate("document.activeElement.localName") == "select"


def test_a_hint_leads_to_a_move(host: Guest) -> None:
    """The move in a bot's hint is played like any other."""
    number = host.news()["number"]
    host.tool("hint")
    host.page.locator("#hints button.hint").first.click()
    host.page.locator("#choosing .told").wait_for()
    host.page.locator("#choosing button.play").click()
    host.sees(number + 1)


def test_a_refusal_leads_to_its_rule(host: Guest) -> None:
    """A tap on a place without a legal move shows the reason and a link to the rule. Another button shows all rules."""
    host.page.locator("#board [data-place='3L2']").click()
    rule = host.page.locator("#notice button.rule")
    name = rule.inner_text()
    rule.click()
    host.page.locator("#dialog-title").filter(has_text=re.compile(rf"^{name}: ")).wait_for()
    host.button("all_rules").click()
    host.page.locator("#dialog .rules > li").nth(50).wait_for()


def test_the_rules_mark_the_variants(host: Guest) -> None:
    """VAR-MAP: the list of rules says which variants are on. It does not name the standard rules."""
    host.tool("rules")
    variants = host.page.locator("#dialog .rules summary").filter(has_text=re.compile("^VAR-"))
    variants.first.wait_for()
    assert all(text.endswith(f"({host.words('variant_off')})") for text in variants.all_inner_texts())
    assert host.page.locator("#dialog .played-rules").count() == 0
    host.sit_at("here", "here", ruleset=ms.to_dict(ms.STANDARD.with_switches(mapped_mine=True)))
    host.tool("rules")
    host.page.locator("#dialog .played-rules").wait_for()
    variant_on = f"({host.words('variant_on')})"
    marked = [text for text in variants.all_inner_texts() if text.endswith(variant_on)]
    assert [text.partition(":")[0] for text in marked] == ["VAR-MAP"]


def test_a_notice_with_a_button_waits_for_the_reader(host: Guest) -> None:
    """A notice without a button disappears after some seconds. One with a button stays until Escape or another tap."""
    page = host.page
    notice = page.locator("#notice")
    page.clock.install()
    page.evaluate("import('/static/elements.js').then((elements) => elements.notify('A sentence.'))")
    notice.filter(has_text="A sentence.").wait_for()
    page.clock.fast_forward("01:00")
    notice.wait_for(state="hidden")
    page.locator("#board [data-place='3L2']").click()
    page.locator("#notice button.rule").wait_for()
    page.clock.fast_forward("01:00:00")
    assert notice.is_visible()
    page.locator("#choosing button.answer").filter(has_text=" …").first.press("Enter")
    page.locator("#choosing button.back").wait_for()
    page.evaluate(
        """import('/static/elements.js').then(
            ({ button, notify }) => notify('Why?', button('rule', () => {}, { id: 'why' })))"""
    )
    page.locator("#why").focus()
    page.keyboard.press("Escape")
    notice.wait_for(state="hidden")
    # This Escape closes nothing else, and the focus returns to where it was.
    assert page.locator("#choosing button.back").is_visible()
    assert page.evaluate("document.activeElement.closest('#choosing') !== null")


def test_impossible_moves_are_listed_with_the_reason(host: Guest) -> None:
    """Below the answers, the page lists the impossible kinds of move with their rules."""
    host.page.locator("#choosing details.idle summary").click()
    assert host.page.locator("#choosing .cannot button.rule").count() > 0


def test_the_standing_is_a_table_and_a_graph(host: Guest) -> None:
    """The standing lists all players, the best first, and has a graph."""
    host.tool("graph")
    rows = host.standing()
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert {row[1] for row in rows} == {"Ada", "Ben"}
    host.page.locator("#graph svg").wait_for(timeout=60_000)


def test_cancelling_a_review(host: Guest) -> None:
    """
    A bar and the estimated time show the progress of a review.

    Closing the dialog lets it continue, and a button cancels it without an error.
    """
    page = host.page
    host.tool("end")
    host.button("end_yes").click()
    page.locator("#dialog table").wait_for()
    working = {"type": "review_progress", "is_working": True, "done": 3, "total": 12}
    page.route("**/review/progress?*", lambda route: route.fulfill(json=working))  # It reads the later values, too.
    page.route("**/review?*", lambda _: None)  # The request is never answered.
    page.locator("#dialog [data-end=review]").click()
    page.locator("#review-progress[value='3'][max='12']").wait_for()
    assert re.search(r"\b3\b.*\b12\b", page.locator("#review-count").inner_text())
    assert "·" not in page.locator("#review-count").inner_text()  # It is too early for an estimate.
    working |= {"done": 11}
    page.locator("#review-count").get_by_text(host.words("review_soon")).wait_for()
    working |= {"done": 12, "total": 10**6}
    page.locator("#review-count").get_by_text(re.compile(r"\d+ min")).wait_for()
    working |= {"done": 3, "total": 12}
    host.close_dialog()
    host.tool("hint")
    page.locator("#review-progress[value='3']").wait_for()
    with page.expect_response(lambda response: "cancel_review" in (response.request.post_data or "")) as said:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert said.value.json()["type"] == "done"
    page.locator("#dialog").wait_for(state="hidden")
    assert page.locator("#notice").is_hidden()


def test_a_game_that_ends_again_gets_a_new_review(come: Callable[..., Guest]) -> None:
    """If moves are undone while a review is in progress, the page does not wait for it after the next end."""
    guest = come()
    page = guest.page
    guest.sit_at("here", "here", position=sketch(recorded.steps("two_players")[-6].before))
    while not guest.news()["is_over"]:
        guest.move()
    guest.sees(guest.news()["number"])
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)  # This request is never answered.

    page.route("**/review?*", hold_first)
    page.locator("#dialog [data-end=review]").click()
    page.locator("#review-progress").wait_for()
    guest.close_dialog()
    guest.asked(f"/api/tables/{guest.table}", {"type": "undo", "number": guest.news()["number"]})
    guest.sees(guest.news()["number"])  # A page that misses the undo sees no second end.
    number = guest.move()
    assert guest.news()["is_over"]
    guest.sees(number)
    page.locator("#dialog [data-end=review]").click()
    page.locator("#dialog[data-name='review'] #graph svg").wait_for(timeout=60_000)


def test_the_review_leads_to_the_costliest_moves(host: Guest) -> None:
    """After the end, the standing and the hint button both open the review, with a graph and positions to look at."""
    host.tool("end")
    host.button("end_yes").click()
    host.page.locator("#dialog table").wait_for()
    host.page.locator("#dialog [data-end=review]").click()
    host.page.locator("#dialog[data-name='review'] #graph svg").wait_for(timeout=60_000)
    host.close_dialog()
    host.tool("hint")
    host.page.locator("#dialog[data-name='review'] #graph svg").wait_for(timeout=60_000)
    costly = host.page.locator("#dialog .hints button")
    if costly.count():
        costly.first.click()
        host.page.locator("body.past").wait_for()


def test_changing_the_language_during_a_choice(host: Guest) -> None:
    """All words change, including the log's, and the game goes on."""
    before = host.log()
    host.page.locator("#choosing button.answer").filter(has_text=" …").first.click()
    host.page.locator("#menu-button").click()
    host.page.locator("#language").select_option("pl")
    host.page.keyboard.press("Escape")
    host.language = "pl"
    host.page.locator("#choosing").get_by_text("Co chcesz zrobić?").wait_for()
    assert host.page.locator("html").get_attribute("lang") == "pl"
    after = host.log()
    assert len(after) == len(before)
    assert after != before
    ByMouse(host).play()


def test_colours_change_page_and_picture(host: Guest) -> None:
    """The chosen colours are stored for the next visit."""
    painted = "getComputedStyle(document.documentElement).backgroundColor"
    found = {}
    host.page.locator("#menu-button").click()
    for theme in ("light", "dark", "contrast"):
        host.page.locator("#theme").select_option(theme)
        found[theme] = host.page.evaluate(painted)
    assert len(set(found.values())) == 3
    host.page.reload()
    host.page.locator("#board svg").wait_for()
    assert host.page.evaluate(painted) == found["contrast"]
    assert host.page.locator("#theme").input_value() == "contrast"


def test_the_mark_of_a_chosen_place_covers_it(host: Guest) -> None:
    """The outline around a chosen place covers it, even in a building that is not drawn at the origin."""
    for place in ("S1", "market", "castle", "workshop:1"):
        # Both are measured at once, because a new question in between would move the board.
        rim, there = host.page.evaluate(
            """async place => {
              const { Board } = await import("/static/board.js");
              const frame = document.querySelector("[data-picture='board']");
              const pictures = new Map([["board", frame]]);
              Object.assign(Object.create(Board.prototype), { pictures }).mark({ chosen: [place] });
              const middle = (selector) => {
                const box = frame.querySelector(selector).getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
              };
              return [".page-marks .chosen:not(.under)", `[data-place='${place}'] > .ms-hit`].map(middle);
            }""",
            place,
        )
        assert rim == pytest.approx(there, abs=1)
