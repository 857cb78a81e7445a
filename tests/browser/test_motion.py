"""Pieces that fly over the pictures of the table, ghosts, and one board of several pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.boards import WATCH, build, show
from tests.browser.guests import Guest

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

OPENING = ms.new_game(["Ada", "Ben"], seed=7)
FIRST = ms.apply(OPENING, ms.PlaceMiner("stock", "S1"))
TOLL = [{"type": "money_moved", "source": 0, "target": 1, "groszy": 1}]

WHERE = """(share) => {
  const figure = document.querySelector(".flights > [data-moving]");
  const [flight] = figure.getAnimations();
  flight.currentTime = share * flight.effect.getComputedTiming().endTime;
  const box = figure.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""A script that moves the first figure to where it is after a share of its time, and returns its middle."""

MIDDLE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.fixture
def page(come: Callable[..., Guest]) -> Page:
    """Return a page with the mine and the players' panels at the beginning of a game."""
    return build(come(), OPENING)


def flown(page: Page) -> list[tuple[str, str, str]]:
    """Return which pieces have flown, from where to where."""
    found: list[dict[str, Any]] = page.evaluate("flown")
    return [(one["moving"], one["from"], one["to"]) for one in found]


def events_of(transition: ms.Transition) -> list[dict[str, Any]]:
    """Return the JSON forms of the events of a move."""
    return [ms.to_dict(event) for event in transition.events]


def test_a_miner_of_a_table_flies_from_the_stock_into_the_shaft(come: Callable[..., Guest]) -> None:
    """A move at a table is animated, and so is a step back in its history; nothing remains afterwards."""
    guest = come()
    guest.animate()
    guest.sit_at("here", "here")
    seat = guest.news()["to_move"]
    guest.page.evaluate(WATCH)
    news = guest.news()
    move = {"type": "apply", "number": news["number"], "move": ms.to_dict(ms.PlaceMiner("stock", "S1"))}
    status, said = guest.asked(f"/api/tables/{guest.table}", move)
    assert status == 200, said
    guest.sees(said["number"])
    assert flown(guest.page) == [("miner", f"stock:{seat}", "S1")]
    guest.page.locator(".flights").wait_for(state="detached")
    guest.page.evaluate("flown.length = 0")
    guest.page.locator("#earlier").click()
    guest.page.wait_for_function("() => flown.length")
    assert flown(guest.page) == [("miner", "S1", f"stock:{seat}")]


def test_the_piece_is_seen_once_everything_has_arrived(page: Page) -> None:
    """During the flight, the new picture hides the miner in the shaft; then it is visible."""
    show(page, FIRST.state, events_of(FIRST))
    miner = page.locator("#mine [data-place='S1'] [data-kind='miner']")
    assert miner.evaluate("miner => miner.style.visibility") == "hidden"
    assert page.locator(".flights").get_attribute("aria-hidden") == "true"
    page.evaluate("for (const animation of document.getAnimations()) animation.play()")
    page.evaluate("moved")
    assert miner.evaluate("miner => miner.style.visibility") == ""
    assert page.locator(".flights").count() == 0


def test_a_move_takes_less_than_a_second(page: Page) -> None:
    """The figures need 0.6 to 0.9 seconds at normal speed, and half of that at double speed."""
    length = "Math.max(...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
    show(page, FIRST.state, events_of(FIRST))
    normal = page.evaluate(length)
    assert 400 <= normal <= 900
    page.evaluate("board.speed = 2")
    show(page, FIRST.state, events_of(FIRST))
    assert page.evaluate(length) == pytest.approx(normal / 2)


@pytest.mark.parametrize("way", ["reduced", "off", "not animated"])
def test_nothing_flies_if_nobody_wants_it(way: str, come: Callable[..., Guest]) -> None:
    """With reduced motion, with the speed 0 and without *isAnimated*, the new picture appears at once."""
    page = build(come(reduced_motion="reduce" if way == "reduced" else "no-preference"), OPENING)
    if way == "off":
        page.evaluate("board.speed = 0")
    if way == "not animated":
        page.evaluate("board.show({}, { events: [{ type: 'money_moved', source: 0, target: 1, groszy: 1 }] })")
    else:
        show(page, FIRST.state, events_of(FIRST))
        assert page.locator("#mine [data-place='S1'] [data-kind='miner']").count() == 1
    assert flown(page) == []
    assert page.locator(".flights").count() == 0


def test_skipping_ends_all_motion_at_once(page: Page) -> None:
    """``skip`` and the next picture end the motion and its promise."""
    for end in ("board.skip()", "board.show({})"):
        show(page, FIRST.state, events_of(FIRST))
        assert page.locator(".flights").count() == 1
        late = "new Promise((end) => setTimeout(end, 30000, false))"  # nothing else would end a paused motion
        assert page.evaluate(f"() => {{ {end}; return Promise.race([moved.then(() => true), {late}]) }}")
        assert page.locator(".flights").count() == 0
        assert page.locator("[style*='hidden']").count() == 0
        page.evaluate("board.show({})")


def test_the_coins_of_a_toll_fly_from_payer_to_payee(page: Page) -> None:
    """A coin leaves the panel of the player who pays and arrives in that of the miner's owner (MINE-3)."""
    show(page, OPENING, TOLL)
    assert flown(page) == [("coin", "player:0", "player:1")]
    for share, seat in ((0.0, 0), (1.0, 1)):
        coin = page.evaluate(MIDDLE, f"[data-place='player:{seat}'] > g > [data-kind='coin'] use")
        assert page.evaluate(WHERE, share) == pytest.approx(coin, abs=2)


def test_a_hidden_picture_is_replaced_by_its_tab(page: Page) -> None:
    """A piece whose picture is hidden flies from the element that stands for the picture."""
    page.evaluate("document.querySelector('#players').style.display = 'none'")
    show(page, FIRST.state, events_of(FIRST))
    tab = page.evaluate(MIDDLE, "#tab")
    assert page.evaluate(WHERE, 0.0) == pytest.approx(tab, abs=2)
    page.evaluate("board.skip(); flown.length = 0")
    show(page, FIRST.state, TOLL)
    assert flown(page) == []


def test_a_revealed_chamber_turns_over(page: Page) -> None:
    """The back of a tile covers its chamber and becomes narrow."""
    tile = {"salt": {"brown": 1, "green": 0, "white": 0}, "water": 0}
    show(page, OPENING, [{"type": "chamber_revealed", "chamber": "1L1", "tile": tile}])
    assert flown(page) == [("tile", "1L1", "1L1")]
    widths = "[...document.querySelector('.tile').getAnimations()[0].effect.getKeyframes()].map((one) => one.transform)"
    assert [frame.rpartition("scaleX")[2] for frame in page.evaluate(widths)] == ["(1)", "(0)"]


def test_arrow_keys_lead_from_picture_to_picture(page: Page) -> None:
    """Each picture has one tab stop, arrow keys reach the other picture, and a new picture keeps the focus."""
    assert page.locator("#mine [tabindex='0']").count() == page.locator("#players [tabindex='0']").count() == 1
    here = "document.activeElement.dataset.place"
    page.locator("#mine [data-place='S1']").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.closest('#players')"):
            break
    place = page.evaluate(here)
    assert place.startswith(("player:", "stock:"))
    show(page, FIRST.state, events_of(FIRST))
    assert page.evaluate(here) == place
    page.keyboard.press("Enter")
    assert page.evaluate("taps") == [place]
    page.evaluate("document.querySelector('#players').style.display = 'none'")
    assert page.evaluate("board.places().every((place) => place.closest('#mine'))")
    assert page.evaluate("board.title('player:1')").startswith("Ben")


def test_marks_appear_in_the_picture_of_their_place(page: Page) -> None:
    """A board marks places in all pictures, and in a hidden picture once it becomes visible."""
    page.evaluate("document.querySelector('#players').style.display = 'none'")
    page.evaluate("board.mark({ can: ['S1', 'player:1'], chosen: ['stock:0'] })")
    assert page.locator("#mine .can:not(.under)").count() == 1
    page.evaluate("document.querySelector('#players').style.display = ''")
    page.locator("#players .chosen:not(.under)").wait_for(state="attached")
    assert page.locator("#players .can:not(.under)").count() == 1


def test_a_ghost_stands_at_its_place_until_it_is_removed(page: Page) -> None:
    """A ghost is the drawing of the piece in the middle of the place, with its text beneath."""
    page.evaluate("board.ghost('S3', { kind: 'miner', seat: 1, text: '-2' })")
    ghost = page.locator("#mine .page-ghost")
    assert str(ghost.locator("use").get_attribute("href")).endswith("-draw-miner-1")
    assert ghost.locator("text").text_content() == "-2"
    x, _ = page.evaluate(MIDDLE, "#mine .page-ghost use")
    assert x == pytest.approx(page.evaluate(MIDDLE, "#mine [data-place='S3'] > .ms-hit")[0], abs=1)
    page.evaluate("board.ghost('player:0', { kind: 'coin' })")
    assert page.locator(".page-ghost").count() == page.locator("#players .page-ghost").count() == 1
    page.evaluate("board.ghost(null)")
    assert page.locator(".page-ghost").count() == 0


def test_sounds_are_off_until_the_player_switches_them_on(page: Page) -> None:
    """No sound is computed until then; the setting is kept in the browser."""
    count = """async (isOn) => {
      const { play } = await import("/static/sound.js");
      let made = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { made += 1; return start.apply(this, when); };
      if (isOn) localStorage.sound = "on";
      play("piece");
      play("coin");
      return made;
    }"""
    assert page.evaluate(count, False) == 0
    assert page.evaluate(count, True) == 3
    assert page.evaluate("localStorage.getItem('sound')") == "on"
