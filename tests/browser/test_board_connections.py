"""The games, engines and sessions of the element ``<magnum-sal-board>`` in pages that load it from their own site."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.board_pages import add_board, wait_for_picture

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


def test_a_late_picture_of_another_game_is_not_shown(visit: Callable[[str], Page]) -> None:
    """If a page shows another game, a picture or an error of the game before that arrives later is ignored."""
    page = visit("empty.html")
    add_board(page)
    drawn = page.evaluate(
        """async () => {
          await import("/magnum-sal/index.js");
          const board = document.querySelector("magnum-sal-board");
          const seen = [];
          const title = () => board.shadowRoot.querySelector("svg title").textContent;
          board.addEventListener("board-drawn", () => seen.push(title()));
          board.addEventListener("board-error", () => seen.push("error"));
          const answer = (text) => ({ svg: `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>` });
          async function* news() {}
          const late = (settle) => {
            let finish;
            const asked = new Promise((begin) => {
              board.game = {
                news,
                ask: () => new Promise((resolve, reject) => {
                  finish = () => settle(resolve, reject);
                  begin();
                }),
              };
            });
            return asked.then(() => finish);
          };
          const show = (text) =>
            new Promise((resolve) => {
              board.addEventListener("board-drawn", resolve, { once: true });
              board.game = { news, ask: async () => answer(text) };
            });
          for (const settle of [(resolve) => resolve(answer("late")), (_, reject) => reject(new Error("late"))]) {
            const finish = await late(settle);
            const shown = show("new");
            finish();
            await shown;
          }
          return seen;
        }"""
    )
    assert drawn == ["new", "new"]


def test_news_that_end_with_an_error(visit: Callable[[str], Page]) -> None:
    """The board reads news for a display, and reports their error, but not that of a game it no longer shows."""
    page = visit("empty.html")
    add_board(page)
    page.evaluate(
        """() => {
          const board = document.querySelector("magnum-sal-board");
          window.seen = [];
          board.addEventListener("board-error", ({ detail }) => seen.push(detail.error.message));
          const ask = () => new Promise(() => {});
          async function* late({ signal }) {
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            throw new Error("late");
          }
          async function* news({ isForDisplay }) {
            throw new Error(`for display: ${isForDisplay}`);
          }
          board.game = { ask, news: late };
          board.game = { ask, news };
        }"""
    )
    trouble = page.locator("magnum-sal-board [role='status']")
    trouble.wait_for()
    assert page.evaluate("seen") == ["for display: true"]
    assert trouble.text_content() == "for display: true"


def test_news_whose_connection_is_lost(visit: Callable[[str], Page]) -> None:
    """An event says when the connection of the news is lost, and one says when there are news again, of any game."""
    page = visit("empty.html")
    add_board(page)
    told = page.evaluate(
        """async () => {
          const board = document.querySelector("magnum-sal-board");
          const told = [];
          board.addEventListener("board-connection", ({ detail }) => told.push(detail.isConnected));
          const ask = () => new Promise(() => {});
          const follow = (change) => new Promise((resolve) => {
            async function* news({ signal, onConnection }) {
              yield {};
              change(onConnection);
              resolve();
              await new Promise((end) => signal.addEventListener("abort", end));
            }
            board.game = { ask, news };
          });
          await follow((report) => [false, true, false].forEach(report));
          told.push("another game");
          await follow(() => {});
          return told;
        }"""
    )
    assert told == [False, True, False, "another game", True]


def test_an_engine_that_fails_is_replaced(visit: Callable[[str], Page]) -> None:
    """If the engine of the boards fails later, its worker ends, and the next picture comes from another engine."""
    page = visit("empty.html")
    page.evaluate(
        """() => {
          window.workers = [];
          window.ended = [];
          window.Worker = class extends Worker {
            constructor(...options) {
              super(...options);
              workers.push(this);
            }
            terminate() {
              ended.push(workers.indexOf(this));
              super.terminate();
            }
          };
        }"""
    )
    add_board(page, position="S1: A", layout="mine")
    page.locator("magnum-sal-board svg").wait_for()
    page.evaluate("workers[0].dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))")
    wait_for_picture(page, position="S1: AA")
    assert page.evaluate("[workers.length, ended]") == [2, [0]]


def test_boards_that_are_removed_use_no_session(visit: Callable[[str], Page]) -> None:
    """A board closes its game if it is removed, also while its log is loading. Then a question loads the log again."""
    page = visit("empty.html")
    add_board(page)
    page.evaluate(
        """() => {
          window.told = [];
          window.gate = (name) => new Promise((resolve) => {
            told.push(name);
            window.pass = resolve;
          });
          const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
          const close = async () => told.push("closed");
          const game = { steps: 0, end_reason: null, ask: async () => ({ svg }), close };
          window.add = () => {
            window.board = document.createElement("magnum-sal-board");
            board.client = { load: () => gate("load").then(() => game) };
            board.setAttribute("log", "game.jsonl");
            document.body.append(board);
          };
          add();
        }"""
    )

    def wait_for(*told: str) -> None:
        page.wait_for_function("(wanted) => told.join() === wanted.join()", arg=list(told))
        page.evaluate("told.length = 0")

    wait_for("load")
    page.evaluate("board.remove(); pass()")
    wait_for("closed")
    # A board that moves within the page keeps its game.
    page.evaluate("add()")
    wait_for("load")
    page.evaluate(
        """() => new Promise((resolve) => {
          document.querySelector("main").append(board);
          board.addEventListener("board-drawn", resolve, { once: true });
          pass();
        })"""
    )
    page.evaluate("board.remove()")
    wait_for("closed")
    # A board that is removed before its log arrives loads no game. The question loads one, and it is closed again.
    page.evaluate(
        """() => {
          const { fetch } = window;
          window.fetch = (address) => {
            window.fetch = fetch;
            return gate("fetch").then(() => fetch(address));
          };
          add();
        }"""
    )
    wait_for("fetch")
    page.evaluate(
        """() => {
          board.remove();
          pass();
          board.ask({ type: "svg" });
        }"""
    )
    wait_for("load")
    page.evaluate("pass()")
    wait_for("closed")


def test_games_of_both_kinds(visit: Callable[[str], Page]) -> None:
    """The board follows a game in the worker and a table over HTTP, and two boards share an engine."""
    page = visit("empty.html")
    add_board(page)
    drawn = """
      const { connect } = await import("/magnum-sal/index.js");
      const board = document.querySelector("magnum-sal-board");
      board.setAttribute("layout", "mine");
      const drawn = () => new Promise((resolve) => board.addEventListener("board-drawn", resolve, { once: true }));
      const miners = () => board.shadowRoot.querySelectorAll("[data-kind='section'] [data-kind='miner']").length;
      const told = [];
      const play = async (game) => {
        const first = drawn();
        board.game = game;
        await first;
        told.push(miners());
        const { offers } = await board.ask({ type: "at_place", place: "S1" });
        await game.play(offers[0].move);
        while (miners() === 0) await drawn();
        told.push(miners(), (await game.position()).state.is_over);
      };
    """
    engine = """
      const client = await connect({ runtime: "magnum-sal-runtime/" });
      const game = await client.newGame({ players: ["Ada", "Ben"], seed: 7 });
      await play(game);
    """
    assert page.evaluate(f"async () => {{ {drawn} {engine} return told; }}") == [0, 1, False]
    over_http = """
      const tables = await connect({ server: "/" });
      const seats = [{ name: "Ada", player: "here" }, { name: "Ben", player: "here" }];
      await play(await tables.open({ seats }));
    """
    assert page.evaluate(f"async () => {{ {drawn} {over_http} return told; }}") == [0, 1, False]
