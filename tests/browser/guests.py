"""A guest at a page of the server, in a browser with its own cookies, language and screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import magnum_sal as ms
from magnum_sal import words
from magnum_sal.bots import make_bot

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
NAMES = ("Ada", "Ben", "Cleo", "Dan")
WATCH = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const at = Number(document.querySelector("#board").dataset.at);
    const told = document.querySelector("#waiting").textContent;
    if (window.seen.at(-1)?.[0] !== at) window.seen.push([at, performance.now(), told]);
  }).observe(document.querySelector("#board"), { attributes: true, attributeFilter: ["data-at"] });
}"""
"""A script that notes when the board shows which position, and which move the page tells."""
MOST_LOOKS = 2000
"""The number of times that a guest looks whose turn it is."""
PAUSE = 50
"""Milliseconds between two looks. More frequent requests would be refused."""
_RETRIES = 2


class Guest:
    """A page, and direct requests to the server with its browser's cookies. Use ``coming`` to create one."""

    def __init__(self, context: BrowserContext, address: str, language: str) -> None:
        self.context = context
        self.address = address
        self.language = language
        self.failures: list[str] = []
        self.page = self.another_page()

    @classmethod
    def coming(cls, browser: Browser, address: str, language: str, **options: Any) -> Self:
        """
        Return a guest who has not opened any page; *options* are those of a browser context.

        Pieces do not fly, so that tests need not wait for them. ``animate()`` changes this.
        """
        context = browser.new_context(**{"locale": language, "viewport": DESKTOP} | options)
        context.add_init_script("localStorage.speed ??= '0'")
        return cls(context, address, language)

    def animate(self, speed: float = 1) -> None:
        """Let pieces fly at this speed on the pages that the guest opens from now on."""
        self.context.add_init_script(f"localStorage.speed = '{speed:g}'")

    def another_page(self) -> Page:
        """Return another page of the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(180_000)
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A violation of the page's policy is a fault of ours, but an unanswered request is not.
        if message.type == "error" and "Content Security Policy" in message.text:
            self.failures.append(message.text)

    def words(self, key: str, **facts: object) -> str:
        """Return the page's word for something in the guest's language."""
        return words.label(f"table.{key}", self.language).format(**facts)

    def button(self, key: str, **facts: object) -> Locator:
        """Return the button with the page's word for this key."""
        return self.page.get_by_role("button", name=self.words(key, **facts), exact=True)

    def visit(self, path: str) -> None:
        """Open a path of the server."""
        self.page.goto(self.address + path)

    @property
    def table(self) -> str:
        """The id of the table that the page shows."""
        kind, name = self.page.url.removeprefix(self.address).partition("#")[0].strip("/").split("/")
        assert kind == "t"
        return name

    def sees(self, number: int) -> None:
        """Wait until the board shows the position with this number or a later one."""
        self.page.wait_for_function(
            "number => Number(document.querySelector('#board')?.dataset.number) >= number", arg=number
        )

    def is_visible(self, place: str) -> bool:
        """Return whether a picture on the screen shows a place."""
        return self.page.locator(f'[data-picture] [data-place="{place}"]:visible').count() > 0

    def log(self) -> list[str]:
        """Return the moves that the page lists."""
        return self.page.locator("#log > li > button").all_inner_texts()

    def standing(self) -> list[list[str]]:
        """Return the rows of the standing in the open dialog."""
        self.page.locator("#dialog[open] tbody tr").first.wait_for()
        rows = self.page.locator("#dialog[open] tbody tr").all()
        return [row.locator("td").all_inner_texts() for row in rows]

    def tool(self, name: str) -> None:
        """Click a button below the question or in the header, where a phone hides it behind the menu."""
        tool = self.page.locator(f"#tool-{name}")
        if not tool.is_visible():
            self.page.locator("#menu-button").click()
        tool.click()

    def close_dialog(self) -> None:
        """Close the open dialog."""
        self.page.locator("#dialog-close").click()

    # Direct requests to the server, with the page's cookie.

    def asked(self, path: str, message: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Return the status and the answer to a request."""
        address = self.address + path
        # The server may close an idle connection at the moment when a request is sent on it. Browsers then repeat the
        # request on a new connection, and Playwright does so only if it is asked to.
        if message is None:
            response = self.context.request.get(address, max_retries=_RETRIES)
        else:
            response = self.context.request.post(
                address,
                data=json.dumps(message),
                headers={"Content-Type": "application/json"},
                max_retries=_RETRIES,
            )
        return response.status, response.json()

    def news(self) -> dict[str, Any]:
        """Return the news of the table."""
        status, said = self.asked(f"/api/tables/{self.table}")
        assert status == 200, said
        found: dict[str, Any] = said
        return found

    def log_text(self) -> str:
        """Return the public log of the game."""
        return self.context.request.get(f"{self.address}/api/tables/{self.table}/log.jsonl").text()

    def choose_log(self, log: Path) -> None:
        """Choose the file of a log on the first page, and wait for what the page offers."""
        self.page.locator("#replay-file").set_input_files(log)
        self.page.locator("#dialog[open] #watch-log").wait_for()

    def watch_log(self, log: Path) -> None:
        """Choose the file of a log, and watch its replay."""
        self.choose_log(log)
        self.page.locator("#watch-log").click()
        self.page.locator(".replay-picture svg").first.wait_for()

    def position(self) -> ms.GameState:
        """Return the position of the table."""
        status, said = self.asked(f"/api/tables/{self.table}", {"type": "position"})
        assert status == 200, said
        return ms.from_dict(ms.GameState, said["state"])

    def is_asked(self, news: dict[str, Any]) -> bool:
        """Return whether the next decision is the guest's."""
        return news["to_move"] is not None and bool(news["chairs"][news["to_move"]]["is_yours"])

    def has_turn(self) -> dict[str, Any]:
        """Wait until the next decision is the guest's, and return the news."""
        return _wait_for_turn(self)[1]

    def move(self) -> int:
        """Make a move without the page, once it is the guest's turn, and return the number of the position after it."""
        number, state = self.has_turn()["number"], self.position()
        move = make_bot("greedy", seed=1)(state, ms.legal_moves(state))
        status, said = self.asked(
            f"/api/tables/{self.table}", {"type": "apply", "number": number, "move": ms.to_dict(move)}
        )
        assert status == 200, said
        return int(said["number"])

    # Opening and joining tables.

    def open_table(self, *players: str) -> None:
        """Open a table from the first page. The players of the seats are values of the page's list."""
        self.visit("/")
        self.page.locator(".more > summary").click()
        seats = self.page.locator(".seats fieldset")
        seats.nth(1).wait_for()
        for _ in range(2, len(players)):
            self.page.locator("#add-seat").click()
        for seat, player in enumerate(players):
            seats.nth(seat).locator("select").select_option(player)
        self.page.locator("#open-table").click()
        self.page.wait_for_url("**/t/*")
        self.sees(0)

    def sit_at(self, *players: str, **options: object) -> str:
        """Open a table without the first page, visit it, and return its id. *options* are other fields of ``open``."""
        self.context.request.get(f"{self.address}/")  # This request gives the browser its cookie.
        seats = [{"name": name, "player": player} for name, player in zip(NAMES, players, strict=False)]
        status, said = self.asked("/api/tables", {"type": "open", "seats": seats, **options})
        assert status == 200, said
        self.visit(f"/t/{said['table']}")
        self.sees(0)
        return str(said["table"])

    def links(self) -> dict[int | None, str]:
        """Return the links that the host can give away, by seat. The key of the watchers' link is None."""
        news = self.news()
        found = {seat: chair["link"] for seat, chair in enumerate(news["chairs"]) if chair["link"]}
        return found | {None: news["watch_link"]}

    def come_by(self, link: str) -> None:
        """Follow a link, and take the seat or watch."""
        self.visit(link)
        self.page.locator("#join").click()
        self.page.wait_for_url("**/t/*")
        self.sees(0)


def whose_turn(one: Guest, other: Guest) -> tuple[Guest, Guest]:
    """Wait until one of two people has to decide, and return both, starting with that one."""
    return (one, other) if _wait_for_turn(one, other)[0] is one else (other, one)


def _wait_for_turn(*guests: Guest) -> tuple[Guest, dict[str, Any]]:
    """Wait until one of the guests has to decide, and return this guest with the news."""
    for _ in range(MOST_LOOKS):
        for guest in guests:
            news = guest.news()
            if guest.is_asked(news):
                return guest, news
        guests[0].page.wait_for_timeout(PAUSE)
    raise AssertionError("it never is the turn of these guests")
