// Choosing a move: a tap on the board shows the piece as a ghost, and another tap plays the move. The panel asks only
// for what cannot be chosen on the board.

import { showRule } from "./dialogs.js";
import { button, el, quiet, sentenceOf, word } from "./elements.js";
import { usesKeys } from "./keys.js";
import { readSetting } from "./settings.js";

const MOST = 12; // options in a list; a longer list asks another question first
const MOST_AT_PLACE = 8; // options after a tap on the board
// A tap beside the items of a house means the house.
const HOUSES = { line_left: "castle", line_right: "castle", order_stack: "castle", tool_stack: "workshop" };

export class Choosing {
  // The table provides connection, board, number, news, mayMove(), play(move), failed(error), and
  // explain(place, ...parts), which shows a sentence beside a place.
  constructor(frame, table) {
    this.frame = frame;
    this.table = table;
    this.trail = [];
    this.asked = null;
    this.turns = 0; // counts requests and displays, so that a late answer is ignored
    frame.addEventListener("keydown", (event) => this.pressed(event));
  }

  // Arrow keys move between the answers.
  pressed(event) {
    const buttons = [...this.frame.querySelectorAll("button.answer, button.play")];
    const here = buttons.indexOf(document.activeElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !buttons.length) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[(here + by + buttons.length) % buttons.length].focus();
  }

  // Choose the answer with this number, counted from 1. Return whether there is one.
  pick(number) {
    const found = this.frame.querySelectorAll("button.answer")[number - 1];
    found?.click();
    return Boolean(found);
  }

  // Play the move that is shown as a ghost. Return whether there is one.
  confirm() {
    const found = this.frame.querySelector("button.play");
    found?.click();
    return Boolean(found);
  }

  // Whether a question is loading. While it loads, the visible question must not be answered, and aria-busy tells this
  // to screen readers.
  get isAsking() {
    return this.frame.ariaBusy === "true";
  }

  set isAsking(isAsking) {
    this.frame.ariaBusy = String(isAsking);
  }

  // Return whether a question is open or loading.
  get isOpen() {
    return this.isAsking || this.asked !== null;
  }

  // Start again in a new position.
  async begin() {
    this.trail = [];
    await this.load({});
  }

  // Ask for options, and show them. *fields* contains the earlier answers or a place, and *via* the places that have
  // been chosen so far.
  async load(fields, via = []) {
    const number = this.table.number;
    const found = await this.ask(fields);
    if (!found || number !== this.table.number || !this.table.mayMove()) return;
    const { asked, idle, reach } = found;
    if (fields.place && !asked.offers.length) return this.refuse(asked, fields.place);
    if (fields.place) this.goHome();
    if (fields.place && asked.offers.length === 1) return this.point(asked.offers[0], fields.place);
    if (asked.move) return this.showMove({ ...asked, words: asked.move_told }, via.at(-1) ?? null, via);
    if (fields.taken || fields.place) this.trail.push(this.asked);
    const [name, ...facts] = this.table.board.title(fields.place).split(": ");
    const words = asked.words || word("at_place", { place: name });
    this.show({ ...asked, words, reach, facts: asked.words ? "" : facts.join(": "), idle, place: fields.place ?? null, via });
  }

  // Return the options, the kinds of moves that are impossible now, and the moves of a miner at the place. Return null if
  // the page has asked something else since. The question counts as loading until all answers have arrived.
  async ask(fields) {
    const turn = ++this.turns;
    const request = (type, parameters) => this.table.connection.ask(type, parameters);
    this.isAsking = true;
    try {
      const asked = await request("options", { most: fields.place ? MOST_AT_PLACE : MOST, ...fields });
      const isFirst = !fields.taken && !fields.place;
      const idle = isFirst ? (await request("unavailable", {})).kinds : [];
      // If a question leads to the moves of a miner, their targets are marked, so that two taps move the miner.
      const ofMiner = asked.offers.length > 1 && asked.offers.find((offer) => isMoveOfMiner(offer, fields.place));
      const reach = ofMiner ? (await request("options", { taken: ofMiner.taken, most: MOST })).offers : [];
      return turn === this.turns ? { asked, idle, reach: reach.filter((offer) => offer.move) } : null;
    } catch (error) {
      this.table.failed(error);
      return null;
    } finally {
      if (turn === this.turns) this.isAsking = false;
    }
  }

  // Go back to the first question, because a tap on the board starts a new choice.
  goHome() {
    while (this.trail.length) this.asked = this.trail.pop();
  }

  // Take an option from the panel: play its move, or ask the next question.
  take(offer) {
    if (this.isAsking) return; // the button was pressed twice
    quiet();
    const via = [...(this.asked.via ?? []), this.asked.place, offer.place].filter(Boolean);
    if (!offer.move) this.load({ taken: offer.taken }, via);
    else if (readSetting("confirm") === "yes") this.showMove(offer, offer.place, via);
    else this.table.play(offer.move);
  }

  // Take an option by pointing at its place: show its move as a ghost, or ask the next question.
  point(offer, place) {
    const via = [...(this.asked.via ?? []), place];
    if (offer.move) this.showMove({ ...offer, words: offer.told || offer.words }, place, via);
    else this.load({ taken: offer.taken }, via);
  }

  // Show a move that was chosen elsewhere, for example in a hint. The player can go back.
  propose({ move, words, brings }, place = null) {
    if (!this.asked || !this.table.mayMove()) return;
    this.goHome();
    this.showMove({ move, words, brings }, place, [place].filter(Boolean));
  }

  showMove({ move, words, brings }, place, via) {
    if (this.asked) this.trail.push(this.asked);
    this.show({ move, words, brings, place, via, offers: [] });
  }

  back() {
    if (this.isAsking) return false;
    quiet();
    const before = this.trail.pop();
    if (before) this.show(before);
    return Boolean(before);
  }

  tapped(place) {
    quiet();
    if (!this.asked || !this.table.mayMove()) return this.table.explain(place, this.table.board.title(place));
    if (this.isAsking) return undefined;
    if (this.asked.move && this.asked.place === place) return this.table.play(this.asked.move);
    // A tap on the cubes of the market means the market, if the market is an answer.
    const at = (where) => [...this.asked.offers, ...(this.asked.reach ?? [])].filter((offer) => offer.place === where);
    const here = at(place).length ? at(place) : at(place.split(":")[0]);
    if (here.length === 1 && this.trail.length && this.asked.place !== place) return this.point(here[0], place);
    return this.load({ place: this.meant(place) });
  }

  // Return the place that a tap means: the house if nothing can be done at the tapped part of it.
  meant(place) {
    const { places } = this.trail[0] ?? this.asked;
    const house = HOUSES[place] ?? place.split(":")[0];
    return !places?.includes(place) && places?.includes(house) ? house : place;
  }

  refuse(found, place) {
    if (!found.objection) this.table.explain(place, this.table.board.title(place) || found.sentence);
    else this.table.explain(place, `${found.sentence} `, ruleButton(this.table, found.objection.rule));
  }

  clear() {
    this.turns += 1;
    this.isAsking = false;
    this.asked = null;
    this.trail = [];
    this.frame.replaceChildren();
    document.body.classList.remove("choosing-on");
    this.table.board.mark({});
    this.table.board.ghost(null);
  }

  show(asked) {
    this.turns += 1;
    this.isAsking = false;
    this.asked = asked;
    const isOnBoard = this.draw();
    // Move the focus to the question for keyboard users only, so that nobody else loses their place on the page. A focus
    // on the board stays there if the question can be answered on the board.
    const focus = document.activeElement;
    const hasFocus = usesKeys() && (this.frame.contains(focus) || focus === document.body || (!isOnBoard && focus.closest("[data-picture]")));
    this.frame.replaceChildren(...(asked.move ? this.lastStep(asked) : this.answers(asked)));
    if (hasFocus) this.frame.querySelector("button.play, button.answer")?.focus({ preventScroll: true });
    // The question may be below a lesson or hints, so scroll to a new one.
    this.frame.parentElement.scrollTop = this.trail.length ? this.frame.offsetTop - 8 : 0;
    document.body.classList.toggle("choosing-on", this.trail.length > 0);
  }

  // Mark on the board what can be tapped, and draw the ghost of a move. Return whether the board has an answer.
  draw() {
    const { board } = this.table;
    const { asked } = this;
    const isFirst = !this.trail.length;
    const offered = [...asked.offers, ...(asked.reach ?? [])].map((offer) => offer.place).filter((place) => place && place !== asked.place);
    const chosen = [...(asked.via ?? []), asked.place].filter(Boolean);
    // A house is marked as a whole at first, and its parts once there is a question about it.
    const places = (asked.places ?? []).filter((place) => !asked.places.includes(place.split(":")[0]) || !place.includes(":"));
    const can = isFirst ? places : asked.move ? [] : offered;
    board.mark({ can, chosen: isFirst ? [] : chosen });
    board.ghost(asked.move ? asked.place : null, asked.move ? this.pieceOf(asked) : {});
    if (!isFirst) this.table.views.showPlaces(can.length ? [...can, ...chosen] : chosen);
    return can.length > 0 || Boolean(asked.move && asked.place);
  }

  // Return the piece that stands for a move: the one that it moves or earns.
  pieceOf({ move, place, brings }) {
    const text = brings;
    const thing = (kind) => this.table.board.at(place)?.querySelector(`[data-kind="${kind}"]`)?.dataset.thing;
    const salt = (amount) => Object.entries(amount).find(([, count]) => count > 0)?.[0];
    const miner = { kind: "miner", seat: this.table.news.to_move, text };
    return {
      extract_salt: () => ({ kind: "cube", thing: salt(move.salt), text }),
      visit_market: () => ({ kind: "cube", thing: move.transactions[0]?.salt, text }),
      visit_workshop: () => ({ kind: "tool", thing: thing("tool"), text }),
      visit_pump_house: () => ({ kind: "water", text }),
      visit_town_square: () => ({ kind: "coin", text }),
    }[move.type]?.() ?? miner;
  }

  crumbs(asked) {
    const told = (asked.told ?? []).filter(Boolean).join(" › ");
    const back = this.trail.length ? button(`‹ ${word("back")}`, () => this.back(), { class: "back" }) : null;
    return back || told ? [el("div", { class: "crumbs" }, back, el("span", { class: "path" }, told))] : [];
  }

  lastStep(asked) {
    const hint = asked.place ? el("p", { class: "small" }, word(matchMedia("(hover: hover)").matches ? "click_again" : "tap_again")) : null;
    return [
      ...this.crumbs({}),
      el("p", { class: "told" }, sentenceOf(asked.words)),
      asked.brings ? el("p", { class: "brings" }, asked.brings) : null,
      button(word("play"), () => this.table.play(asked.move), { class: "play" }),
      hint,
    ].filter(Boolean);
  }

  answers(asked) {
    const rows = asked.offers.map((offer, index) => el("li", {}, this.answer(offer, index)));
    const list = el("ul", { class: this.trail.length ? "answers" : "answers first" }, rows);
    const idle = (asked.idle ?? []).map((kind) => el("li", {}, this.idle(kind)));
    const folded = idle.length
      ? el("details", { class: "idle", ontoggle: (event) => event.target.scrollIntoView({ block: "start" }) }, el("summary", {}, word("cannot")), el("ul", { class: "answers" }, idle))
      : null;
    const facts = asked.facts ? el("p", { class: "facts", title: asked.facts }, asked.facts) : null;
    return [...this.crumbs(asked), el("h2", {}, asked.words), facts, list, folded].filter(Boolean);
  }

  answer(offer, index) {
    const key = index < 9 ? el("kbd", { "aria-hidden": "true" }, String(index + 1)) : null;
    const words = el("span", { class: "words" }, sentenceOf(offer.words) + (offer.move ? "" : " …"));
    // Show what the move costs and earns. If that is nothing, show the move in words unless the option names it.
    const isMore = offer.move && offer.taken.length > 1 && !this.trail.length;
    const brings = offer.brings || (isMore ? sentenceOf(offer.told) : "");
    const effect = brings ? el("span", { class: "brings" }, brings) : null;
    // An answer that plays a move at once looks different from one that leads to a question.
    const kind = ["answer", offer.is_usual && "usual", offer.move && "plays"].filter(Boolean).join(" ");
    return button([key, words, effect].filter(Boolean), () => this.take(offer), { class: kind });
  }

  idle(kind) {
    return el("div", { class: "cannot" }, el("span", { class: "words" }, sentenceOf(kind.words)), el("span", {}, kind.sentence, " ", ruleButton(this.table, kind.objection.rule)));
  }
}

// Whether an option leads to the moves of the miner at a place.
function isMoveOfMiner({ move, taken }, place) {
  return place && !move && taken[0][1] === "place_miner" && taken.some(([name, answer]) => name === "source" && answer === place);
}

// Create the button in a sentence that opens the text of its rule.
export function ruleButton(page, rule) {
  return button(rule, () => showRule(page, rule), { class: "rule", "aria-label": word("rule_text", { rule }) });
}
