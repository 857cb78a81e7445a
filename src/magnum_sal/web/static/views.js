// The pictures of the table: on a large screen the board with the panels beside it, on a phone one picture at a time.

import { el, word } from "./elements.js";
import { readSetting } from "./settings.js";

export const NARROW = matchMedia("(max-width: 760px)");

const LARGE = ["board", "panels"];
const SMALL = ["mine", "town", "panels"];
const WIDTH = 390; // the width in pixels for which the pictures of a phone are drawn
const SWIPE = 60; // the minimum distance in pixels of a swipe
const MOST_MARKED = 24; // moves that a picture can mark
const PAUSE = 1000; // milliseconds after which a server that counts requests per second accepts more

export class Views {
  // The views call *onChange* when the pictures themselves change, because the screen became narrow or wide.
  constructor(connection, board, onChange) {
    this.connection = connection;
    this.board = board;
    this.tabs = el("nav", { id: "views", "aria-label": word("views") });
    this.element = el("section", { id: "board", "aria-label": word("board") });
    this.panels = el("section", { id: "panels", "aria-label": word("people") });
    this.listenToSwipes();
    this.isMarked = false; // whether the pictures mark the last moves
    this.loading = null; // a promise that resolves when the requested pictures have arrived or failed
    this.onWidth = () => {
      this.build();
      onChange();
    };
    NARROW.addEventListener("change", this.onWidth);
    this.build();
  }

  close() {
    NARROW.removeEventListener("change", this.onWidth);
  }

  get names() {
    return NARROW.matches ? SMALL : LARGE;
  }

  build() {
    const frames = Object.fromEntries(this.names.map((name) => [name, el("div", { class: "picture" })]));
    this.element.replaceChildren(...Object.entries(frames).filter(([name]) => name !== "panels").map(([, frame]) => frame));
    this.panels.replaceChildren(frames.panels);
    this.board.clear();
    for (const [name, frame] of Object.entries(frames)) this.board.add(name, frame);
    const tab = (name) => el("button", { type: "button", "data-view": name, "data-flight-end": name, onclick: () => this.show(name) }, word(`view_${name}`));
    this.tabs.replaceChildren(...[...SMALL, "log"].map(tab));
    this.show("mine");
  }

  // On a phone, a swipe shows the next picture or the one before, unless the picture is enlarged.
  listenToSwipes() {
    let start = null;
    this.element.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), { passive: true });
    this.element.addEventListener("touchend", ({ changedTouches: [end], target }) => {
      const isEnlarged = target.closest(".near");
      const [across, down] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
      if (!NARROW.matches || isEnlarged || Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
      const names = [...this.tabs.children].map((tab) => tab.dataset.view);
      this.show(names[names.indexOf(document.body.dataset.view) + Math.sign(-across)] ?? document.body.dataset.view);
    });
  }

  // On a phone, show this picture, or the log.
  show(name) {
    document.body.dataset.view = name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.view === name));
  }

  // On a phone, show the picture that contains most of these places.
  showPlaces(places) {
    if (!NARROW.matches) return;
    const count = (name) => places.filter((place) => this.frame(name)?.querySelector(`[data-place="${CSS.escape(place)}"]`)).length;
    const shown = document.body.dataset.view;
    const views = this.names.filter((name) => name !== "panels");
    const best = views.reduce((one, other) => (count(other) > count(one) ? other : one), views.includes(shown) ? shown : "mine");
    if (count(best) > 0) this.show(best);
  }

  frame(name) {
    return document.querySelector(`[data-picture="${name}"]`);
  }

  // Load the pictures of a position, with the parameters of `ask`. A reader who drags the slider passes many positions,
  // and requests for all of them would exceed the server's limits. So one position loads at a time, and *isWanted* tells
  // whether the page still wants this one. Otherwise return null.
  async load(isWanted, ...position) {
    while (this.loading) await this.loading;
    if (!isWanted()) return null;
    const loaded = this.ask(...position).catch(async (error) => {
      if (error.code !== "too_fast") throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return isWanted() ? this.ask(...position) : null;
    });
    const end = () => (this.loading = null);
    this.loading = loaded.then(end, end);
    return loaded;
  }

  // Ask for the pictures of the position after *at* moves. With a position's *number*, they are refused if the game has
  // moved on, and otherwise cached by the browser. They depend on its *seats*, so these are part of the address.
  async ask(number, at, marked = 0, seats = "") {
    const last = this.isMarked ? Math.min(Math.max(marked, 1), at, MOST_MARKED) : 0;
    const size = NARROW.matches ? { size: WIDTH } : {};
    const asked = this.names.map((layout) => this.connection.ask("board", { ...(number === null ? {} : { number, of: seats }), at, layout, last, ...size }));
    const texts = await Promise.all(asked);
    const { width, height } = sizeOf(texts[0]);
    document.body.style.setProperty("--ratio", width / height); // page.css fits the first picture into the window
    return Object.fromEntries(this.names.map((name, index) => [name, texts[index]]));
  }
}

// Return the size of a picture in its own units.
function sizeOf(text) {
  const [, width, height] = text.match(/viewBox="0 0 (\d+) (\d+)"/).map(Number);
  return { width, height };
}

// Return the speed of motion: 0 without motion, 1 for the normal pace.
export function motionSpeed() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : Number(readSetting("speed"));
}
