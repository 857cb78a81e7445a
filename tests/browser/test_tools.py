"""The tools of the table: going back in the game, the hint, the rules, the standing, language and colours."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.browser.guests import Guest
from tests.browser.players import ByMouse

pytestmark = pytest.mark.slow


@pytest.fixture
def host(come: Callable[..., Guest]) -> Guest:
    """Return the host of a table with a bot, after some moves."""
    guest: Guest = come()
    guest.sit_at("here", "journeyman")
    for _ in range(3):
        guest.move()
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()
    return guest


def test_one_goes_back_in_the_game_and_returns(host: Guest) -> None:
    """The board shows the position after so many moves, and no move can be made there."""
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


def test_the_log_is_one_stop_of_the_tabulator(host: Guest) -> None:
    """However long the game: arrow keys go from move to move, and Enter shows the position."""
    steps = host.news()["steps"]
    stops = host.page.evaluate(
        "[...document.querySelectorAll('#log, #log *')].filter(here => here.tabIndex >= 0).length"
    )
    assert stops == 1
    host.page.locator("#log").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        host.page.keyboard.press(key)
    host.page.locator(f"#board[data-at='{steps - 1}']").wait_for()


def test_what_happened_since_ones_own_move_is_played_back(host: Guest) -> None:
    """Move by move, and then the position now; where there is nothing, the button says so."""
    news = host.news()
    if news["since"] == news["steps"]:
        assert host.page.locator("#since").is_disabled()
        return
    host.page.locator("#since").click()
    host.page.locator(f"#board[data-at='{news['since'] + 1}']").wait_for()
    host.page.locator("body:not(.past)").wait_for()
    host.page.locator("#choosing h2").wait_for()


def test_a_hint_leads_to_a_move(host: Guest) -> None:
    """A bot's advice is shown as a move, which is played like any other."""
    number = host.news()["number"]
    host.tool("hint")
    host.button("show_move").first.click()
    host.page.locator("#choosing .told").wait_for()
    host.page.locator("#choosing button.play").click()
    host.sees(number + 1)


def test_a_refusal_leads_to_its_rule(host: Guest) -> None:
    """A tap where nothing can be done is answered with why, and with the rule's text; all rules are a button away."""
    host.page.locator("#board [data-place='3L2']").click()
    rule = host.page.locator("#notice button.rule")
    name = rule.inner_text()
    rule.click()
    host.page.locator("#dialog-title").filter(has_text=re.compile(rf"^{name}: ")).wait_for()
    host.button("all_rules").click()
    host.page.locator("#dialog .rules > li").nth(50).wait_for()


def test_what_cannot_be_done_is_listed_with_why(host: Guest) -> None:
    """Under the answers, each with its rule."""
    host.page.locator("#choosing details.idle summary").click()
    assert host.page.locator("#choosing .cannot button.rule").count() > 0


def test_the_standing_is_a_table_and_a_graph(host: Guest) -> None:
    """Best first, for everybody."""
    host.tool("graph")
    rows = host.standing()
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert {row[1] for row in rows} == {"Ada", "Ben"}
    host.page.locator("#graph svg").wait_for()


def test_a_review_is_cancelled(host: Guest) -> None:
    """A bar tells how far it is; closing the dialog lets it go on, and the button ends it without a complaint."""
    page = host.page
    host.tool("end")
    host.button("end_yes").click()
    page.locator("#dialog table").wait_for()
    working = {"type": "review_progress", "is_working": True, "done": 3, "total": 12}
    page.route("**/review/progress", lambda route: route.fulfill(json=working))
    page.route("**/review?*", lambda _: None)  # which is never answered
    page.locator("#dialog button.play").click()
    page.locator("#review-progress[value='3'][max='12']").wait_for()
    assert re.search(r"\b3\b.*\b12\b", page.locator("#review-count").inner_text())
    host.close_dialog()
    host.tool("hint")
    page.locator("#review-progress[value='3']").wait_for()
    with page.expect_response(lambda response: "cancel_review" in (response.request.post_data or "")) as said:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert said.value.json()["type"] == "done"
    page.locator("#dialog").wait_for(state="hidden")
    assert page.locator("#notice").is_hidden()


def test_the_review_leads_to_the_moves_that_cost_most(host: Guest) -> None:
    """After the end, from the standing or from the button that gave hints: a graph, and positions to look at."""
    host.tool("end")
    host.button("end_yes").click()
    host.page.locator("#dialog table").wait_for()
    host.page.locator("#dialog button.play").click()
    host.page.locator("#dialog[data-name='review'] #graph svg").wait_for()
    host.close_dialog()
    host.tool("hint")
    host.page.locator("#dialog[data-name='review'] #graph svg").wait_for()
    costly = host.page.locator("#dialog .hints button")
    if costly.count():
        costly.first.click()
        host.page.locator("body.past").wait_for()


def test_the_language_changes_in_the_middle_of_a_choice(host: Guest) -> None:
    """All words change, the log's too, and the game goes on."""
    before = host.log()
    host.page.locator("#choosing button.answer").first.click()
    host.page.locator("#language").select_option("pl")
    host.language = "pl"
    host.page.locator("#choosing").get_by_text("Co robisz?").wait_for()
    assert host.page.locator("html").get_attribute("lang") == "pl"
    after = host.log()
    assert len(after) == len(before)
    assert after != before
    ByMouse(host).play()


def test_colours_change_page_and_picture(host: Guest) -> None:
    """What is chosen is kept for the next visit."""
    painted = "getComputedStyle(document.documentElement).backgroundColor"
    found = {}
    for theme in ("light", "dark", "contrast"):
        host.page.locator("#theme").select_option(theme)
        found[theme] = host.page.evaluate(painted)
    assert len(set(found.values())) == 3
    host.page.reload()
    host.page.locator("#board svg").wait_for()
    assert host.page.evaluate(painted) == found["contrast"]
    assert host.page.locator("#theme").input_value() == "contrast"


def test_what_was_chosen_is_marked_where_it_stands(host: Guest) -> None:
    """The rim around a place covers it, also in a house, which is drawn somewhere else than at the origin."""
    for place in ("S1", "market", "castle", "workshop:1"):
        # Both are measured at once: a question that comes in between moves the board.
        rim, there = host.page.evaluate(
            """async place => {
              const { Board } = await import("/static/board.js");
              const frame = document.querySelector("#board");
              Object.assign(Object.create(Board.prototype), { frame }).mark({ chosen: [place] });
              const middle = (selector) => {
                const box = frame.querySelector(selector).getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
              };
              return [".page-marks .chosen:not(.under)", `[data-place='${place}'] > .ms-hit`].map(middle);
            }""",
            place,
        )
        assert rim == pytest.approx(there, abs=1)
