// The moves of others play one after another, at a pace that a person can follow.

import { backwards } from "./flights.js";
import { motionSpeed } from "./views.js";

const LEAST = 700; // milliseconds for which each move is visible at the normal pace
const MOST_BACK = 8; // moves that are undone in one motion
const MOST = 40; // moves that are played one by one; the board jumps over earlier ones

export class Playback {
  // The page provides news, number, history, showPosition(at, events), announce(step), and isMine(seat).
  constructor(page) {
    this.page = page;
    this.shown = null; // the position on the board: `at` moves, and its `number`; null before the first picture
    this.skips = 0;
    this.undone = []; // what the pieces do after an undo, as events
    this.playing = null; // the promise of the running playback
  }

  // Show the moves from the position on the board up to the latest one. Resolves when the board shows it.
  catchUp() {
    this.playing ??= this.play().finally(() => (this.playing = null));
    return this.playing;
  }

  async play() {
    document.body.classList.add("playing");
    const { page } = this;
    let isShown = true;
    while (isShown && !page.isGone && page.at === null && this.isBehind) isShown = await this.goOn();
    document.body.classList.remove("playing");
  }

  // Whether the board shows a position other than the latest one. After an undo and another move, only their numbers
  // differ.
  get isBehind() {
    const { news, number } = this.page;
    return this.shown?.at !== news.steps || this.shown.number !== number;
  }

  get isPlaying() {
    return this.playing !== null;
  }

  // Show the next move, or jump to the latest position. Return whether the board shows it.
  async goOn() {
    const { page, skips } = this;
    const { steps } = page.news;
    const at = this.shown?.at ?? null;
    if (at > steps) return this.goBack(steps);
    const isNext = at !== null && at < steps && steps - at <= MOST && motionSpeed() > 0;
    const next = isNext ? at + 1 : steps;
    const step = isNext ? page.history[next - 1] : null;
    const events = step?.events ?? [];
    const isOwn = step && page.isMine(step.seat);
    const begun = performance.now();
    if (step) page.announce(step);
    const isShown = await this.show(next, events);
    if (isShown && step && !isOwn) await this.wait(LEAST / motionSpeed() - (performance.now() - begun), skips);
    return isShown;
  }

  // Show a position. If its picture could not be loaded, the board still shows the one before, from which the next
  // attempt continues.
  async show(at, events) {
    const { skips } = this;
    const shown = await this.page.showPosition(at, events);
    // After a skip, the next position is the latest one.
    if (shown !== null) this.shown = skips === this.skips || at === this.page.news.steps ? shown : null;
    return shown !== null;
  }

  // After an undo, return to the position after *steps* moves.
  async goBack(steps) {
    const { undone } = this;
    this.undone = [];
    return this.show(steps, undone);
  }

  async wait(time, skips) {
    const end = performance.now() + time;
    while (performance.now() < end && this.skips === skips) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  // Jump to the latest position.
  skip() {
    this.skips += 1;
    this.shown = null;
    this.page.board.skip();
  }

  // Forget the position on the board, so that the next one is shown without motion.
  forget() {
    this.shown = null;
  }

  // Note the steps that were undone, so that their pieces fly back.
  undo(steps) {
    if (steps.length) this.undone = steps.length > MOST_BACK ? [] : backwards(steps.flatMap((step) => step.events));
  }
}
