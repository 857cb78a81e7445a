"""Players who use only what a page shows: with a mouse, with a finger, or with the keyboard."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Any

import attrs
from tests.browser.guests import Guest

import magnum_sal as ms
from magnum_sal import words as labels
from magnum_sal.bots import make_bot
from magnum_sal.protocol.answers import Offer
from magnum_sal.protocol.table_answers import OptionsAnswer
from magnum_sal.protocol.table_options import answer_options
from magnum_sal.protocol.table_requests import OptionsRequest

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


MOST_AT_PLACE = 8
"""The number of options up to which the page lists moves after a tap on the board."""


@attrs.frozen
class Action:
    """One action of a player at the page: a tap on a place, or a press on an option of the panel."""

    place: str | None
    """The place to tap; None for an option of the panel."""
    words: str = ""
    """The words of the option."""
    is_finished: bool = False
    """Whether the option is a whole move."""


def leads_to(offer: Offer, move: ms.Move) -> bool:
    """Return whether an open option leads to the move."""
    (_, kind), *others = offer.taken
    return bool(kind == move.type) and all(ms.to_dict(_answer_of(name, move)) == answer for name, answer in others)


def _answer_of(question: str, move: ms.Move) -> Any:
    """Return the answer to a question of ``choices`` that leads to a move."""
    name, bracket, entry = question.partition("[")
    held = getattr(move, name)
    if not bracket:
        return held
    index = int(entry[:-1])
    return held[index] if index < len(held) else None


def route(state: ms.GameState, move: ms.Move, language: str, place: str | None = None) -> list[Action] | None:
    """Return the actions that lead to a move, beginning at a place or in the panel. None if no action does."""
    if place is None:
        return _route_from(state, answer_options(state, OptionsRequest(language=language)), move, language)
    first = answer_options(state, OptionsRequest(place=place, most=MOST_AT_PLACE, language=language))
    if len(first.offers) != 1:
        found = _route_from(state, first, move, language)
        return None if found is None else [Action(place), *found]
    (only,) = first.offers
    if only.move is not None:
        return [Action(place), Action(place)] if only.move == move else None
    if not leads_to(only, move):
        return None
    asked = answer_options(state, OptionsRequest(taken=tuple(map(tuple, only.taken)), language=language))
    found = _route_from(state, asked, move, language)
    return None if found is None else [Action(place), *found]


def _route_from(state: ms.GameState, asked: OptionsAnswer, move: ms.Move, language: str) -> list[Action] | None:
    if any(offer.move == move for offer in asked.offers):
        offer = next(offer for offer in asked.offers if offer.move == move)
        return [Action(None, offer.words, is_finished=True)]
    for offer in asked.offers:
        if offer.move is None and leads_to(offer, move):
            after = answer_options(state, OptionsRequest(taken=tuple(map(tuple, offer.taken)), language=language))
            found = _route_from(state, after, move, language)
            if found is not None:
                return [Action(None, offer.words), *found]
    return None


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
        self.actions = 0
        """The number of clicks, taps or key presses so far."""
        self._bot = make_bot("greedy", seed=seed)

    def play(self) -> None:
        """Make a move once it is the player's turn, and wait until the board shows its result."""
        number = self.guest.has_turn()["number"]
        state = self.guest.position()
        self.make(state, self._bot(state, ms.legal_moves(state)))
        self.guest.sees(number + 1)
        self.moves += 1

    def make(self, state: ms.GameState, move: ms.Move) -> None:
        """Choose a move and play it."""
        if ms.choices(state).move is not None:
            # No other move is possible, so the page asks nothing and shows the move.
            self.press_play()
            return
        self.sees_question(state)
        for action in self.choose_route(state, move):
            if action.place is None:
                self.press(self.answer(action))
            else:
                self.tap(action.place)

    def choose_route(self, state: ms.GameState, move: ms.Move) -> list[Action]:
        """Return the shortest route to a move: on the board in most turns, and otherwise in the panel."""
        language = self.guest.language
        places = answer_options(state, OptionsRequest(language=language)).places if self.is_by_board() else ()
        if self.is_coarse:
            places = tuple(place for place in places if not any(other.startswith(f"{place}:") for other in places))
        found = [route(state, move, language, place) for place in places if self.guest.is_visible(place)]
        routes = [one for one in (*found, route(state, move, language)) if one is not None]
        return min(routes, key=lambda one: (len(one), one[0].place is None))

    @property
    def question(self) -> Locator:
        """The question once it has arrived, not the previous one that is shown until then."""
        return self.guest.page.locator("#choosing:not([aria-busy=true])")

    def answer(self, action: Action) -> Locator:
        """Return the button of an option."""
        told = _sentence(action.words) + ("" if action.is_finished else " …")
        found = self.question.locator("button.answer").filter(
            has=self.guest.page.locator(".words").filter(has_text=re.compile(f"^{re.escape(told)}$"))
        )
        found.first.wait_for()
        return found.first

    def sees_question(self, state: ms.GameState) -> None:
        """Wait until the page asks the first question about a move."""
        words = labels.question_in_words(ms.choices(state), self.guest.language)
        self.question.locator("h2").filter(has_text=re.compile(rf"^{re.escape(words)}$")).wait_for()

    # Input.

    def press_play(self) -> None:
        """Play the move that the page shows."""
        play = self.question.locator("button.play")
        play.wait_for()
        self.press(play)

    def is_by_board(self) -> bool:
        """Return whether this move is made on the board if possible."""
        return self.moves % 3 != 2

    def place(self, place: str) -> Locator:
        """Return a place of the board."""
        return self.guest.page.locator(f'[data-picture] [data-place="{place}"]:visible').first

    def tap(self, place: str) -> None:
        """Tap a place of the board, and wait until the page has answered."""
        point = self.place(place).evaluate(POINT)
        assert point is not None, f"{place} cannot be tapped: something lies over it"
        before = self.question.inner_html()
        self.tap_at(*point)
        self.guest.page.wait_for_function(
            "before => document.querySelector('#choosing:not([aria-busy=true])')?.innerHTML !== before", arg=before
        )

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
        self.actions += 1
        self.guest.page.mouse.click(x, y)

    def press(self, there: Locator) -> None:
        """Click the button."""
        self.actions += 1
        there.click()


class ByTouch(Player):
    """A player who taps with a finger."""

    is_coarse = True

    def tap_at(self, x: float, y: float) -> None:
        """Tap at the point."""
        self.actions += 1
        self.guest.page.touchscreen.tap(x, y)

    def press(self, there: Locator) -> None:
        """Tap the button."""
        self.actions += 1
        there.tap()


class ByKeys(Player):
    """A player without a pointer who uses digits, Tab, the arrow keys, Enter, Space and Escape."""

    def key(self, name: str) -> None:
        """Press a key."""
        self.actions += 1
        self.guest.page.keyboard.press(name)

    def is_by_board(self) -> bool:
        """Return whether this move is made on the board. Digits are faster, so this is rare."""
        return self.moves % 6 == 5

    def press_play(self) -> None:
        """Press Enter, which plays the move that the page shows."""
        self.question.locator("button.play").wait_for()
        self.key("Enter")

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
        if self.guest.page.evaluate(FOCUS) != f"place {place}":
            self.tab_to("place ")
            here = self.guest.page.evaluate(FOCUS).removeprefix("place ")
            for key in way(self.guest.page.evaluate(GRAPH), here, place):
                self.key(key)
        assert self.guest.page.evaluate(FOCUS) == f"place {place}"
        before = self.question.inner_html()
        self.key("Enter" if self.moves % 2 else "Space")
        self.guest.page.wait_for_function(
            "before => document.querySelector('#choosing:not([aria-busy=true])')?.innerHTML !== before", arg=before
        )

    def press(self, there: Locator) -> None:
        """Press the digit of an option. Sometimes use Tab and the arrow keys, after cancelling a wrong answer."""
        key = there.locator("kbd")
        if self.moves % 5 != 4 and key.count():
            self.key(key.inner_text())
            return
        self.tab_to("choosing")
        if self.question.locator("button.answer").count() > 1:
            self.change_ones_mind()
        for _ in range(200):
            if there.evaluate("here => here === document.activeElement"):
                break
            self.key("ArrowDown")
        self.key("Space" if self.moves % 2 else "Enter")

    def change_ones_mind(self) -> None:
        """Choose an open answer, if there is one with a digit, and cancel it."""
        words = self.question.inner_text()
        digits = self.question.locator("button.answer").filter(has_text="…").locator("kbd")
        if not digits.count():
            return
        self.key(digits.first.inner_text())
        self.guest.page.wait_for_function("words => document.querySelector('#choosing').innerText !== words", arg=words)
        self.question.locator("button.back").wait_for()
        self.key("Escape")
        self.guest.page.wait_for_function("words => document.querySelector('#choosing').innerText === words", arg=words)
        self.tab_to("choosing")


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


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
