// The log: the moves of the game in words, with a picture of each kind of move. It can be filtered by player.

import { svgEl } from "./dom.js";
import { el, word } from "./elements.js";

// The drawing for each kind of move; other moves have the drawing of a miner.
const DRAWINGS = {
  extract_salt: "pickaxe",
  visit_inn: "inn",
  visit_workshop: "workshop",
  visit_pump_house: "pump_house",
  visit_market: "market",
  visit_town_square: "town_square",
  visit_castle: "castle",
  use_food: "food",
};

const SYMBOLS = new URL("../symbols.svg", import.meta.url).pathname;

export class Log {
  // The log calls *onStep* with the number of moves up to a chosen entry.
  constructor(onStep) {
    this.onStep = onStep;
    this.list = el("ol", { id: "log", "aria-live": "polite", "aria-label": word("log"), tabindex: "0" });
    this.list.addEventListener("keydown", (event) => this.walk(event));
    this.empty = el("p", { class: "empty" }, word("no_moves"));
    this.filter = el("select", { id: "log-filter", "aria-label": word("log_filter"), onchange: () => this.select() });
    const head = el("div", { id: "log-head" }, el("b", {}, word("log")), this.filter);
    this.element = el("section", { id: "log-part" }, head, this.empty, this.list);
    // Keep the latest entry visible, however much room the question takes.
    new ResizeObserver(() => !this.current && this.scrollToEnd()).observe(this.list);
  }

  get current() {
    return this.list.querySelector("[aria-current]");
  }

  scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  // Offer the players as filters.
  showPlayers(names) {
    if (this.filter.length === names.length + 1) return;
    const options = names.map((name, seat) => el("option", { value: String(seat) }, name));
    this.filter.replaceChildren(el("option", { value: "" }, word("all_moves")), ...options);
  }

  select() {
    this.list.dataset.only = this.filter.value;
    this.scrollToEnd();
  }

  // Add steps after the first *kept* ones, which are unchanged.
  tell(steps, kept) {
    while (this.list.children.length > kept) this.list.lastElementChild.remove();
    this.list.append(...steps.map((step) => this.entry(step)));
    this.empty.hidden = this.list.children.length > 0;
    if (steps.length) this.scrollToEnd();
  }

  entry({ step, seat, words, move }) {
    const [first, ...others] = words;
    const jump = el("button", { type: "button", class: "step", tabindex: "-1", onclick: () => this.onStep(step) }, drawing(move, seat), el("span", {}, first));
    const more = others.length ? el("ul", {}, others.map((line) => el("li", {}, line))) : null;
    return el("li", { "data-seat": seat }, jump, more);
  }

  // Mark the entry of a step, or none.
  mark(step) {
    for (const entry of this.list.children) entry.removeAttribute("aria-current");
    const entry = step ? this.list.children[step - 1] : null;
    if (!entry) return;
    entry.setAttribute("aria-current", "step");
    this.list.scrollTop = entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  // Tab stops once at the log, however long it is; arrow keys move from move to move.
  walk(event) {
    const steps = [...this.list.querySelectorAll("button.step")].filter((step) => step.offsetParent);
    const here = steps.indexOf(document.activeElement);
    const last = steps.length - 1;
    const next = { ArrowDown: here + 1, ArrowUp: here < 0 ? last : here - 1, Home: 0, End: last }[event.key];
    if (!steps[next]) return;
    event.preventDefault();
    event.stopPropagation();
    steps[next].focus();
  }
}

// Create the drawing of a move. The page's sprite has the drawings of the board's picture.
function drawing(move, seat) {
  const name = DRAWINGS[move?.type] ?? (seat === null ? "rock" : `miner-${seat}`);
  const use = svgEl("use", { href: `${SYMBOLS}#ms-defs-draw-${name}` });
  return svgEl("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, use);
}
