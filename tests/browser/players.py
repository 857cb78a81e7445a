"""Players who use only what a page shows: with a mouse, with a finger, or with the keyboard."""

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
  const pictures = new Map([...document.querySelectorAll("[data-picture]")].map((one) => [one.dataset.picture, one]));
  const board = Object.assign(Object.create(Board.prototype), { pictures });
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const near = (place) => Object.entries(ways).map(([key, way]) => {
    return [key, board.next(way, board.at(place))?.dataset.place ?? null];
  });
  return board.places().map((place) => [place.dataset.place, near(place.dataset.place)]);
}"""
"""A script that returns where each arrow key leads from each place of the board, computed by the page's own code."""

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
"""A script that scrolls to a place and returns a point where it can be tapped because nothing covers it."""


def answer_of(question: str, move: ms.Move) -> Any:
    """Return the answer to a question of ``choices`` that leads to a move."""
    name, bracket, entry = question.partition("[")
    held = getattr(move, name)
    if not bracket:
        return held
    index = int(entry[:-1])
    return held[index] if index < len(held) else None


class Player:
    """
    A player who makes the moves of a greedy bot at a page. Subclasses define the input device.

    Args:
        guest: The guest at the page.
        seed: The seed of the bot.
    """

    is_coarse = False
    """Whether a tap on a building can hit a small place in it, because browsers direct fingers to small targets."""

    def __init__(self, guest: Guest, seed: int = 1) -> None:
        self.guest = guest
        self.moves = 0
        self._bot = make_bot("greedy", seed=seed)

    def play(self) -> None:
        """Make a move once it is the player's turn, and wait until the board shows its result."""
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
        """Start the choice at a place of the board that leads to the move, or else at the first question."""
        if choice.move is not None:
            return choice  # No other move is possible, so the page asks nothing.
        self.sees_question(choice)
        place = self.place_to_begin(choice.state, move)
        if place is None:
            return choice
        self.tap(place)
        found = render.choices_at(choice.state, place)
        fitting = next(there for there in found if _leads_to(there, move))
        if len(found) > 1:
            # The first question may have an answer with the same words.
            self.question.locator("ul.answers:not(.first)").wait_for()
            told = labels.path_in_words(fitting, self.guest.language)[:2]
            self.press(self.answer(": ".join(filter(None, told))))
        return fitting

    def place_to_begin(self, state: ms.GameState, move: ms.Move) -> str | None:
        """Return a place at which the choice of the move can start, or None."""
        if not self.is_by_board():
            return None
        places = [place for place, _ in self.guest.page.evaluate(GRAPH)]
        houses = {place.partition(":")[0] for place in places if ":" in place}
        if self.is_coarse:
            places = [place for place in places if place not in houses]
        return next((p for p in places if any(_leads_to(found, move) for found in render.choices_at(state, p))), None)

    def answered(self, choice: ms.Choice, answer: Any) -> ms.Choice:
        """Answer a question: on the board if only this answer is at its place, or else by its button."""
        place = render.place_of_answer(choice, answer)
        here = [other for other in choice.answers if render.place_of_answer(choice, other) == place]
        # Before anything is chosen, a tap asks for the moves at a place.
        is_begun = self.question.locator("button.back").count() > 0
        if place is not None and len(here) == 1 and is_begun and self.is_by_board():
            self.tap(place)
        else:
            self.press(self.answer(labels.answer_in_words(choice, answer, self.guest.language)))
        return choice.take(answer)

    @property
    def question(self) -> Locator:
        """The question once it has arrived, not the previous one that is shown until then."""
        return self.guest.page.locator("#choosing:not([aria-busy=true])")

    def answer(self, words: str) -> Locator:
        """Return the button of an answer."""
        told = re.compile(rf"^{re.escape(_sentence(words))}( …)?$")
        found = self.question.locator("button.answer .words").filter(has_text=told).first
        found.wait_for()
        return found.locator("xpath=..")

    def sees_question(self, choice: ms.Choice) -> None:
        """Wait until the page asks the current question."""
        words = labels.question_in_words(choice, self.guest.language)
        self.question.locator("h2").filter(has_text=re.compile(rf"^{re.escape(words)}$")).wait_for()

    # Input.

    def is_by_board(self) -> bool:
        """Return whether this move is made on the board if possible."""
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
        """Press a button."""
        raise NotImplementedError


class ByMouse(Player):
    """A player who only clicks and never presses a key."""

    def tap_at(self, x: float, y: float) -> None:
        """Click at the point."""
        self.guest.page.mouse.click(x, y)

    def press(self, there: Locator) -> None:
        """Click the button."""
        there.click()


class ByTouch(Player):
    """A player who taps with a finger."""

    is_coarse = True

    def tap_at(self, x: float, y: float) -> None:
        """Tap at the point."""
        self.guest.page.touchscreen.tap(x, y)

    def press(self, there: Locator) -> None:
        """Tap the button."""
        there.tap()


class ByKeys(Player):
    """A player without a pointer who uses Tab, the arrow keys, Enter, Space and Escape."""

    def key(self, name: str) -> None:
        """Press a key."""
        self.guest.page.keyboard.press(name)

    def tab_to(self, begin: str) -> None:
        """Press Tab until the name of the focused element starts with the given text."""
        seen = []
        for _ in range(120):
            here = self.guest.page.evaluate(FOCUS)
            if here.startswith(begin):
                return
            seen.append(here)
            self.key("Tab")
        raise AssertionError(f"no tabulator leads to {begin}: {seen}")

    def tap(self, place: str) -> None:
        """Move to a place with the arrow keys and press it there."""
        self.tab_to("place ")
        here = self.guest.page.evaluate(FOCUS).removeprefix("place ")
        for key in way(self.guest.page.evaluate(GRAPH), here, place):
            self.key(key)
        assert self.guest.page.evaluate(FOCUS) == f"place {place}"
        self.key("Enter" if self.moves % 2 else "Space")

    def press(self, there: Locator) -> None:
        """Move to a button with the arrow keys and press it, sometimes after cancelling a wrong answer."""
        self.tab_to("choosing")
        if self.moves % 5 == 4 and self.question.locator("button.answer").count() > 1:
            self.change_ones_mind()
        for _ in range(200):
            if there.evaluate("here => here === document.activeElement"):
                break
            self.key("ArrowDown")
        self.key("Space" if self.moves % 2 else "Enter")

    def change_ones_mind(self) -> None:
        """Choose the first answer and cancel it."""
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
    """Return the keys that lead from one place of the board to another."""
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
