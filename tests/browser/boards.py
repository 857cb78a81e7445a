"""A page with two pictures of a table side by side, and the fingers that touch it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.guests import Guest

import magnum_sal as ms
from magnum_sal import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = ("mine", "players")

BUILD = """async (texts) => {
  const { Board } = await import("/static/board.js");
  const main = document.querySelector("#main");
  main.className = "";
  main.style.cssText = "display: flex; align-items: start; gap: 8px";
  main.replaceChildren(...Object.keys(texts).map((name) => Object.assign(document.createElement("div"), { id: name })));
  const tab = Object.assign(document.createElement("button"), { id: "tab", textContent: "Players" });
  tab.dataset.flightEnd = "players";
  main.append(tab);
  window.taps = [];
  window.board = new Board((place) => taps.push(place));
  for (const name of Object.keys(texts)) {
    const element = document.getElementById(name);
    element.style.cssText = "width: min(45vw, 500px)";
    board.add(name, element);
  }
  await board.show(texts);
}"""

WATCH = """() => {
  window.flown = [];
  const note = (node) => node.dataset?.moving && flown.push({ ...node.dataset });
  const watch = (changes) => changes.forEach((change) => change.addedNodes.forEach(note));
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}"""
"""A script that collects the figures that fly from now on."""


def draw(state: ms.GameState) -> dict[str, str]:
    """Return the pictures of a position by name."""
    return {name: render.svg(state, layout=name, size=390, prefix=name) for name in PICTURES}  # type: ignore[arg-type] # a name of a layout


def build(guest: Guest, state: ms.GameState) -> Page:
    """Build the page with the pictures of *state*. Its board is ``board``, and ``taps`` lists the tapped places."""
    guest.visit("/")
    guest.page.locator("#play-now").wait_for()
    guest.page.evaluate(BUILD, draw(state))
    guest.page.evaluate(WATCH)
    return guest.page


def show(page: Page, state: ms.GameState, events: list[dict[str, Any]]) -> None:
    """Show a position after *events* and stop the motion at its beginning. ``moved`` is the promise of its end."""
    page.evaluate(
        """([texts, events]) => {
          window.moved = board.show(texts, { events, isAnimated: true });
          for (const animation of document.getAnimations()) animation.pause();
        }""",
        [draw(state), events],
    )


def touch(page: Page, *positions: list[tuple[float, float]]) -> None:
    """Put down fingers at the first positions, move them through the others, and lift them."""
    devtools = page.context.new_cdp_session(page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", positions[0])
    for points in positions[1:]:
        send("touchMove", points)
    send("touchEnd", [])
    devtools.detach()
