"""Lessons in the browser: a whole lesson with a mouse and another one on a phone, with mistakes on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.guests import PHONE, Guest
from tests.browser.players import ByMouse, ByTouch, Player

import magnum_sal as ms
from magnum_sal.lessons import load_lessons

pytestmark = pytest.mark.long

Coming = Callable[..., Guest]
LESSONS = {lesson.id: lesson for lesson in load_lessons()}
WAYS: dict[str, tuple[type[Player], str, str, dict[str, Any]]] = {
    "mouse": (ByMouse, "extraction", "en", {}),
    "phone": (ByTouch, "fatigue", "pl", {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
}


def begin(guest: Guest, lesson: str) -> None:
    """Open a lesson from the home page."""
    guest.visit("/")
    guest.page.locator("#learn").click()
    guest.page.locator(f"[data-lesson='{lesson}'] button").click()
    guest.page.wait_for_url("**/t/*")
    guest.sees(0)


def make(player: Player, text: str) -> None:
    """Make a move in notation at the page."""
    number, state = player.guest.has_turn()["number"], player.guest.position()
    player.guest.sees(number)
    player.make(state, ms.parse_move(state, text))
    player.guest.sees(number + 1)


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_lesson(way: str, come: Coming) -> None:
    """Each task is first missed, then tried again and solved. The browser remembers what has been solved."""
    kind, name, language, options = WAYS[way]
    lesson, guest = LESSONS[name], come(language, **options)
    player, page = kind(guest), guest.page
    begin(guest, name)
    for number, task in enumerate(lesson.tasks, start=1):
        page.locator("#lesson .ask").filter(has_text=task.ask[language]).wait_for()
        make(player, task.mistakes[0])
        page.locator("#lesson .verdict").filter(has_text=task.hint[language]).wait_for()
        page.locator("#try-again").click()
        page.locator("#lesson .verdict").wait_for(state="detached")
        for text in task.solution:
            make(player, text)
        page.locator("#lesson.solved .verdict").filter(has_text=task.praise[language]).wait_for()
        if number < len(lesson.tasks):
            page.locator("#next-task").click()
    following = list(LESSONS)[list(LESSONS).index(name) + 1]
    title = LESSONS[following].title[language]
    assert page.locator("#next-lesson").inner_text() == guest.words("lesson_next", title=title)
    page.locator("#lesson .way-home").click()
    page.locator(f"[data-lesson='{name}'].done .dots .solved").nth(len(lesson.tasks) - 1).wait_for()
    assert page.locator(".cards li.done").count() == 1


def test_an_illegal_move_names_its_rule(come: Coming) -> None:
    """A tap at a place that is out of reach shows the sentence of the rule, and the task stays."""
    guest = come("de")
    begin(guest, "chain")
    guest.page.locator("#choosing h2").wait_for()
    guest.page.locator("#board [data-place='3L2']").click(force=True)
    guest.page.locator("#notice button.rule").wait_for()
    assert "S2" in guest.page.locator("#notice").inner_text()
    assert guest.page.locator("#lesson .crumbs span").inner_text() == guest.words("lesson_task", task=1, tasks=3)


def test_a_lesson_offers_no_hint(come: Coming) -> None:
    """The hint of a bot would contradict the task, so a lesson has neither the button nor its key."""
    guest = come()
    begin(guest, "castle")
    guest.page.locator("#choosing h2").wait_for()
    assert guest.page.locator("#tool-undo").is_visible()
    assert not guest.page.locator("#tool-hint").is_visible()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.post_data or ""))
    guest.page.keyboard.press("h")
    make(ByMouse(guest), "castle")
    assert any("apply" in body for body in asked)
    assert not any("hint" in body for body in asked)


def test_the_next_lesson_and_a_reload(come: Coming) -> None:
    """The progress survives a reload, and the button after the last task opens the next lesson."""
    guest = come()
    begin(guest, "tools")
    for text in ("workshop pickaxe", "x1L1 G +1p", "food 1L1"):
        news, state = guest.has_turn(), guest.position()
        move = ms.to_dict(ms.parse_move(state, text))
        status, said = guest.asked(
            f"/api/tables/{guest.table}", {"type": "apply", "number": news["number"], "move": move}
        )
        assert status == 200, said
    guest.page.reload()
    first = guest.table
    guest.page.locator("#next-lesson").click()
    guest.page.wait_for_function("table => !location.pathname.endsWith(table)", arg=first)
    guest.page.locator("#lesson .ask").filter(has_text=LESSONS["phase"].tasks[0].ask["en"]).wait_for()
