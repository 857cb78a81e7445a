"""People who play by what a page shows: with a mouse, with a finger, or with keys alone."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Any

from tests.browser.guests import Guest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.bots import make_bot

if TYPE_CHECKING:
    from playwright.sync_api import Locator

GRAPH = """async () => {
  const { Board } = await import("/static/board.js");
  const board = Object.assign(Object.create(Board.prototype), { frame: document.querySelector("#board") });
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const near = (place) => Object.entries(ways).map(([key, way]) => {
    board.place = place;
    return [key, board.next(way)?.dataset.place ?? null];
  });
  return board.places().map((place) => [place.dataset.place, near(place.dataset.place)]);
}"""
"""From each place of the board, where each arrow key leads: asked of the page's own code."""

FOCUS = """() => {
  const here = document.activeElement;
  if (here.closest("#choosing")) return `choosing ${here.className}`;
  return here.dataset?.place ? `place ${here.dataset.place}` : here.id || here.tagName;
}"""


POINT = """here => {
  const hit = here.querySelector(":scope > .ms-hit") ?? here;
  for (const block of ["nearest", "start", "center", "end"]) {
    hit.scrollIntoView({ block, inline: "nearest" });
    const box = hit.getBoundingClientRect();
    const shares = [0.5, 0.25, 0.75, 0.08, 0.92];
    for (const down of shares) for (const across of shares) {
      const [x, y] = [box.x + across * box.width, box.y + down * box.height];
      if (document.elementFromPoint(x, y)?.closest("[data-place]") === here) return [x, y];
    }
  }
  return null;
}"""
"""Where on the screen a place can be tapped, once it is scrolled to: no other place and nothing else lies over it."""


def answer_of(question: str, move: ms.Move) -> Any:
    """Return how a question of ``choices`` is answered on the way to a move."""
    name, bracket, entry = question.partition("[")
    held = getattr(move, name)
    if not bracket:
        return held
    index = int(entry[:-1])
    return held[index] if index < len(held) else None


class Player:
    """
    Somebody who makes the moves of a greedy bot at a page; how, the classes below say.

    Args:
        guest: The page.
        seed: Of the bot's chance.
    """

    is_coarse = False
    """Whether what lies in a house is met where the house is meant: browsers lead fingers to what is small."""

    def __init__(self, guest: Guest, seed: int = 1) -> None:
        self.guest = guest
        self.moves = 0
        self._bot = make_bot("greedy", seed=seed)

    def play(self) -> None:
        """Make one move, once it is one's turn, and wait until the board shows what came of it."""
        number = self.guest.has_turn()["number"]
        state = self.guest.position()
        self.make(state, self._bot(state, ms.legal_moves(state)))
        self.guest.sees(number + 1)
        self.moves += 1

    def make(self, state: ms.GameState, move: ms.Move) -> None:
        """Choose a move, question by question, and play it."""
        choice = self.begun(ms.choices(state), move)
        while choice.move is None:
            self.sees_question(choice)
            choice = self.answered(choice, answer_of(choice.question or "", move))
        assert choice.move == move
        told = self.question.locator(".told")
        told.wait_for()
        assert told.inner_text() == _sentence(labels.move_in_words(state, move, self.guest.language))
        self.press(self.question.locator("button.play"))

    def begun(self, choice: ms.Choice, move: ms.Move) -> ms.Choice:
        """Begin at a place of the board where the move is met, else with the first question."""
        if choice.move is not None:
            return choice  # there is no other, and the page asks nothing
        self.sees_question(choice)
        place = self.place_to_begin(choice.state, move)
        if place is None:
            return choice
        self.tap(place)
        found = render.choices_at(choice.state, place)
        fitting = next(there for there in found if _leads_to(there, move))
        if len(found) > 1:
            # What is asked first may have an answer of the same words.
            self.question.locator("ul.answers:not(.first)").wait_for()
            told = labels.path_in_words(fitting, self.guest.language)[:2]
            self.press(self.answer(": ".join(filter(None, told))))
        return fitting

    def place_to_begin(self, state: ms.GameState, move: ms.Move) -> str | None:
        """Return a place where the move can be begun."""
        if not self.is_by_board():
            return None
        places = [place for place, _ in self.guest.page.evaluate(GRAPH)]
        houses = {place.partition(":")[0] for place in places if ":" in place}
        if self.is_coarse:
            places = [place for place in places if place not in houses]
        return next((p for p in places if any(_leads_to(found, move) for found in render.choices_at(state, p))), None)

    def answered(self, choice: ms.Choice, answer: Any) -> ms.Choice:
        """Answer a question: on the board where the answer stands there alone, else by its button."""
        place = render.place_of_answer(choice, answer)
        here = [other for other in choice.answers if render.place_of_answer(choice, other) == place]
        # Before anything is chosen, a tap asks what can be done at a place.
        is_begun = self.question.locator("button.back").count() > 0
        if place is not None and len(here) == 1 and is_begun and self.is_by_board():
            self.tap(place)
        else:
            self.press(self.answer(labels.answer_in_words(choice, answer, self.guest.language)))
        return choice.take(answer)

    # what the page shows

    @property
    def question(self) -> Locator:
        """Where the question is, once it is there: not the one before, while it is on its way."""
        return self.guest.page.locator("#choosing:not([aria-busy=true])")

    def answer(self, words: str) -> Locator:
        """Return the button of an answer."""
        told = re.compile(rf"^{re.escape(_sentence(words))}( …)?$")
        found = self.question.locator("button.answer .words").filter(has_text=told).first
        found.wait_for()
        return found.locator("xpath=..")

    def sees_question(self, choice: ms.Choice) -> None:
        """Wait for the question."""
        words = labels.question_in_words(choice, self.guest.language)
        self.question.locator("h2").filter(has_text=re.compile(rf"^{re.escape(words)}$")).wait_for()

    # how it is done

    def is_by_board(self) -> bool:
        """Say whether this move is made on the board where that is possible."""
        return self.moves % 3 != 2

    def place(self, place: str) -> Locator:
        """Return a place of the board."""
        return self.guest.page.locator(f'#board [data-place="{place}"]')

    def tap(self, place: str) -> None:
        """Tap a place of the board."""
        point = self.place(place).evaluate(POINT)
        assert point is not None, f"{place} cannot be tapped: something lies over it"
        self.tap_at(*point)

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the screen."""
        raise NotImplementedError

    def press(self, there: Locator) -> None:
        """Press what is there."""
        raise NotImplementedError


class ByMouse(Player):
    """Somebody who clicks, and never touches a key."""

    def tap_at(self, x: float, y: float) -> None:
        """Click."""
        self.guest.page.mouse.click(x, y)

    def press(self, there: Locator) -> None:
        """Click."""
        there.click()


class ByTouch(Player):
    """Somebody with a finger."""

    is_coarse = True

    def tap_at(self, x: float, y: float) -> None:
        """Tap."""
        self.guest.page.touchscreen.tap(x, y)

    def press(self, there: Locator) -> None:
        """Tap."""
        there.tap()


class ByKeys(Player):
    """Somebody who has no pointer: tabulator, arrow keys, Enter, Space and Escape."""

    def key(self, name: str) -> None:
        """Press a key."""
        self.guest.page.keyboard.press(name)

    def tab_to(self, begin: str) -> None:
        """Go on by the tabulator until the focus is somewhere whose name begins so."""
        seen = []
        for _ in range(120):
            here = self.guest.page.evaluate(FOCUS)
            if here.startswith(begin):
                return
            seen.append(here)
            self.key("Tab")
        raise AssertionError(f"no tabulator leads to {begin}: {seen}")

    def tap(self, place: str) -> None:
        """Walk to a place by arrow keys, and tap it there."""
        self.tab_to("place ")
        here = self.guest.page.evaluate(FOCUS).removeprefix("place ")
        for key in way(self.guest.page.evaluate(GRAPH), here, place):
            self.key(key)
        assert self.guest.page.evaluate(FOCUS) == f"place {place}"
        self.key("Enter" if self.moves % 2 else "Space")

    def press(self, there: Locator) -> None:
        """Go to a button of the question by arrow keys, and press it; now and then after a wrong answer, taken back."""
        self.tab_to("choosing")
        if self.moves % 5 == 4 and self.question.locator("button.answer").count() > 1:
            self.change_ones_mind()
        for _ in range(200):
            if there.evaluate("here => here === document.activeElement"):
                break
            self.key("ArrowDown")
        self.key("Space" if self.moves % 2 else "Enter")

    def change_ones_mind(self) -> None:
        """Take the first answer, and take it back."""
        words = self.question.inner_text()
        backs = self.question.locator("button.back").count()
        self.key("ArrowDown")
        self.key("Enter")
        self.guest.page.wait_for_function("words => document.querySelector('#choosing').innerText !== words", arg=words)
        self.question.locator("button.back").wait_for()
        self.tab_to("choosing")
        self.key("Escape")
        self.guest.page.wait_for_function("words => document.querySelector('#choosing').innerText === words", arg=words)
        assert self.question.locator("button.back").count() == backs


def way(graph: list[tuple[str, list[tuple[str, str | None]]]], start: str, end: str) -> list[str]:
    """Return the keys that lead from a place of the board to another."""
    near = dict(graph)
    found: dict[str, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for key, there in near[here]:
            if there is not None and there not in found:
                found[there] = [*found[here], key]
                waiting.append(there)
    return found[end]


def _leads_to(choice: ms.Choice, move: ms.Move) -> bool:
    (_, kind), *others = choice.taken
    return kind == move.type and all(answer_of(question, move) == answer for question, answer in others)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
