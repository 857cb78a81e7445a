// Choosing a move: a question, its answers with their effects, and the move before it is played.

import { showRule } from "./dialogs.js";
import { button, el, notify, quiet, sentenceOf, word } from "./elements.js";

export class Choosing {
  // The table provides path, language, mayMove(), board, number, play(move) and failed(error).
  constructor(frame, table) {
    this.frame = frame;
    this.table = table;
    this.trail = [];
    this.asked = null;
    this.turns = 0; // counts requests and displays, so that a late answer is ignored
    frame.addEventListener("keydown", (event) => this.pressed(event));
  }

  // Arrow keys move between the answers; Escape goes back.
  pressed(event) {
    const buttons = [...this.frame.querySelectorAll("button.answer, button.play")];
    const here = buttons.indexOf(document.activeElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && buttons.length) {
      event.preventDefault();
      buttons[(here + by + buttons.length) % buttons.length].focus();
    } else if (event.key === "Escape" && this.trail.length) this.back();
  }

  ask(type, fields) {
    return this.table.connection.ask(type, fields);
  }

  // Whether a question is loading. While it loads, the visible one must not be answered, and aria-busy tells screen
  // readers so.
  get isAsking() {
    return this.frame.ariaBusy === "true";
  }

  set isAsking(isAsking) {
    this.frame.ariaBusy = String(isAsking);
  }

  // Start again in a new position.
  async begin() {
    this.trail = [];
    await this.question([]);
  }

  // Return whether a question is open or loading.
  get isOpen() {
    return this.isAsking || this.asked !== null;
  }

  async question(taken, via = []) {
    const number = this.table.number;
    const turn = ++this.turns;
    this.isAsking = true;
    try {
      const asked = await this.ask("question", { taken });
      const idle = taken.length ? null : await this.ask("unavailable", {});
      if (turn !== this.turns) return;
      this.isAsking = false;
      if (number === this.table.number && this.table.mayMove()) this.show({ ...asked, idle: idle?.kinds ?? [], via });
    } catch (error) {
      if (turn === this.turns) this.isAsking = false;
      this.table.failed(error);
    }
  }

  // Take an answer: ask the next question, or show the chosen move.
  async take(offer) {
    if (this.isAsking) return; // the button was pressed twice
    quiet();
    const via = [...(this.asked.via ?? []), this.asked.place, offer.place].filter(Boolean);
    this.trail.push(this.asked);
    if (offer.move) {
      const told = this.asked.told ?? [];
      this.show({ move: offer.move, move_told: offer.told, brings: offer.brings, taken: offer.taken, told, offers: [], via });
    } else await this.question(offer.taken, via);
  }

  back() {
    if (this.isAsking) return;
    quiet();
    const before = this.trail.pop();
    if (before) this.show(before);
  }

  async tapped(place) {
    if (!this.asked || !this.table.mayMove()) {
      notify(this.table.board.title(place));
      return;
    }
    // A tap on the cubes of the market means the market, if the market is an answer.
    const at = (where) => this.asked.offers.filter((offer) => offer.place === where);
    const here = at(place).length ? at(place) : at(place.split(":")[0]);
    if (here.length === 1 && this.trail.length) return this.take(here[0]);
    if (this.isAsking) return;
    const turn = ++this.turns;
    this.isAsking = true;
    try {
      const found = await this.ask("at_place", { place });
      if (turn !== this.turns) return;
      this.isAsking = false;
      if (!this.table.mayMove()) return;
      if (!found.offers.length) this.refuse(found, place);
      else {
        while (this.trail.length) this.asked = this.trail.pop();
        if (found.offers.length === 1) await this.take(found.offers[0]);
        else {
          this.trail.push(this.asked);
          const words = `${word("at_place")} ${this.table.board.title(place)}`;
          this.show({ words, offers: found.offers, told: [], taken: [], place });
        }
      }
    } catch (error) {
      if (turn === this.turns) this.isAsking = false;
      this.table.failed(error);
    }
  }

  refuse(found, place) {
    if (!found.objection) notify(this.table.board.title(place));
    else notify(`${found.sentence} `, ruleButton(this.table, found.objection.rule));
  }

  // On a phone, where the question covers the board, fold or unfold the question.
  fold() {
    const isFolded = this.frame.classList.toggle("folded");
    this.frame.querySelector(".fold")?.setAttribute("aria-expanded", String(!isFolded));
  }

  clear() {
    this.turns += 1;
    this.isAsking = false;
    this.asked = null;
    this.trail = [];
    this.frame.replaceChildren();
    this.table.board.mark({});
  }

  // Show a move that was chosen elsewhere, for example in a hint. The player can go back.
  propose({ move, words, brings }) {
    if (!this.asked || !this.table.mayMove()) return;
    this.trail.push(this.asked);
    this.show({ move, move_told: words, brings, taken: [], told: [], offers: [] });
  }

  show(asked) {
    this.turns += 1;
    this.isAsking = false;
    this.asked = asked;
    this.frame.classList.remove("folded");
    const chosen = [...this.placesOf(asked), ...(asked.via ?? []), asked.place].filter(Boolean);
    const can = asked.move ? [] : asked.offers.map((offer) => offer.place).filter(Boolean);
    this.table.board.mark({ can: this.trail.length ? can : [], chosen });
    if (this.trail.length) this.table.board.reveal(can.length ? can : chosen);
    // Move the focus to the question for keyboard users only, so that nobody else loses their place on the page.
    const hasFocus = this.frame.contains(document.activeElement) || document.activeElement === document.body;
    this.frame.replaceChildren(...(asked.move ? this.lastStep(asked) : this.answers(asked)));
    if (hasFocus) this.frame.querySelector("button.play, button.answer")?.focus({ preventScroll: true });
    this.frame.scrollTop = 0;
  }

  // Return the places of the answers, including automatic ones, which no taken offer describes.
  placesOf(asked) {
    const texts = new Set((asked.taken ?? []).map(([, answer]) => (answer === "stock" ? "stock" : String(answer))));
    return [...texts].map((text) => (text === "stock" ? `stock:${this.table.toMove()}` : text)).filter((text) => this.table.board.at(text));
  }

  crumbs(asked) {
    const told = (asked.told ?? []).filter(Boolean).join(" › ");
    const back = this.trail.length ? button(`‹ ${word("back")}`, () => this.back(), { class: "back" }) : null;
    const fold = button("", () => this.fold(), { class: "fold", "aria-label": word("fold"), "aria-expanded": "true" });
    return [el("div", { class: "crumbs" }, back, el("span", { class: "path" }, told), fold)];
  }

  lastStep(asked) {
    return [
      ...this.crumbs({}),
      el("h2", {}, word("is_this")),
      el("p", { class: "told" }, sentenceOf(asked.move_told)),
      asked.brings ? el("p", { class: "brings" }, asked.brings) : null,
      button(word("play"), () => this.table.play(asked.move), { class: "play" }),
    ].filter(Boolean);
  }

  answers(asked) {
    const list = el("ul", { class: this.trail.length ? "answers" : "answers first" }, asked.offers.map((offer) => el("li", {}, this.answer(offer))));
    const idle = (asked.idle ?? []).map((kind) => el("li", {}, this.idle(kind)));
    const folded = idle.length
      ? el("details", { class: "idle" }, el("summary", {}, word("cannot")), el("ul", { class: "answers" }, idle))
      : null;
    return [...this.crumbs(asked), el("h2", {}, asked.words), list, folded].filter(Boolean);
  }

  answer(offer) {
    const label = [el("span", { class: "words" }, sentenceOf(offer.words) + (offer.move ? "" : " …"))];
    // Describe the automatic answers; players know their own.
    const isMore = offer.move && offer.taken.length > (this.asked.taken ?? []).length + 1;
    const brings = [isMore ? sentenceOf(offer.told) : "", offer.brings].filter(Boolean).join(": ");
    if (brings) label.push(el("span", { class: "brings" }, brings));
    return button(label, () => this.take(offer), { class: offer.is_usual ? "answer usual" : "answer" });
  }

  idle(kind) {
    return el("div", { class: "cannot" }, el("span", { class: "words" }, sentenceOf(kind.words)), el("span", {}, kind.sentence, " ", ruleButton(this.table, kind.objection.rule)));
  }
}

// Create the button in a sentence that opens the text of its rule.
export function ruleButton(page, rule) {
  return button(rule, () => showRule(page, rule), { class: "rule", "aria-label": word("rule_text", { rule }) });
}
