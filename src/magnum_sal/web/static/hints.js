// Hints: what a good bot would do, drawn on the board and listed above the question.

import { button, el, sentenceOf, word } from "./elements.js";
import { placesOf } from "./moves.js";

const CERTAIN = 2; // a difference counts if it exceeds this many standard errors

export class Hints {
  // The page provides language, board, views, choosing and act(message). *frame* is the element that lists the hints.
  constructor(frame, page) {
    this.frame = frame;
    this.page = page;
    this.turns = 0; // counts requests, so that a late or unwanted hint is ignored
  }

  get isOpen() {
    return !this.frame.hidden;
  }

  // Ask for hints, or close them.
  async toggle() {
    if (this.isOpen) return this.close();
    const turn = ++this.turns;
    const cancel = button(word("cancel"), () => this.close(), { class: "back" });
    this.fill(el("p", { role: "status", class: "thinking" }, word("thinking")), cancel);
    const said = await this.page.act({ type: "hint", language: this.page.language });
    if (turn !== this.turns) return;
    if (!said?.advice.length) return this.close();
    const rank = (entry) => ["best", "equal", "worse"].indexOf(worthOf(entry, said.advice[0]));
    return this.show([...said.advice].sort((one, other) => rank(one) - rank(other)));
  }

  close() {
    const { choosing } = this.page;
    this.turns += 1;
    this.frame.replaceChildren();
    if (this.isOpen && choosing.asked) choosing.draw(); // marks the places of the question again
    this.frame.hidden = true;
  }

  fill(...children) {
    this.frame.hidden = false;
    this.frame.replaceChildren(...children);
  }

  show(advice) {
    const places = advice.map((entry) => placesOf(entry.move));
    const line = (entry, index) => el("li", {}, this.entry(entry, advice[0], places[index]));
    const close = button(word("close"), () => this.close(), { class: "back" });
    const head = el("div", { class: "crumbs" }, el("b", { class: "path" }, word("hint")), close);
    this.fill(head, el("ol", { class: "hints" }, advice.map(line)), el("p", { class: "small" }, word("hint_note")));
    this.page.board.mark({ can: [], chosen: places[0] });
    this.page.views.showPlaces(places[0]);
  }

  entry(entry, best, places) {
    const use = () => {
      this.close(); // the move takes the place of the list
      this.page.choosing.propose(entry, places.at(-1) ?? null);
    };
    const label = el("span", { class: `worth ${worthOf(entry, best)}` }, `${word(`hint_${worthOf(entry, best)}`)} · ${word("percent", { number: entry.chance })}`);
    const reasons = entry.told.slice(1).map((words) => el("p", {}, sentenceOf(words)));
    const why = reasons.length ? el("details", {}, el("summary", {}, word("hint_why")), sentenceOf(entry.told[0]), reasons) : null;
    return [button([el("span", { class: "words" }, sentenceOf(entry.words)), label], use, { class: "hint" }), why].filter(Boolean);
  }
}

// Compare a move with the best one: "best", "equal" if the bot cannot tell them apart, or "worse".
function worthOf(entry, best) {
  if (entry === best) return "best";
  const error = Math.hypot(entry.error, best.error, 1);
  return best.chance - entry.chance > CERTAIN * error ? "worse" : "equal";
}
