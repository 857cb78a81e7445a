// The moves of others play one after another, at a pace that a person can follow.

import { backwards } from "./flights.js";
import { motionSpeed } from "./views.js";

const LEAST = 700; // milliseconds for which each move is visible at the normal pace
const MOST_BACK = 8; // moves that are undone in one motion
const MOST = 40; // moves that are played one by one; the board jumps over earlier ones

export class Playback {
  // The page provides news, history, showPosition(at, events), announce(step), and isMine(seat).
  constructor(page) {
    this.page = page;
    this.shown = null; // the number of moves before the position on the board; null before the first picture
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
    while (isShown && page.at === null && this.shown !== page.news.steps) isShown = await this.goOn();
    document.body.classList.remove("playing");
  }

  get isPlaying() {
    return this.playing !== null;
  }

  // Show the next move, or jump to the latest position. Return whether the board shows it.
  async goOn() {
    const { page, shown, skips } = this;
    const { steps } = page.news;
    if (shown > steps) return this.goBack(steps);
    const isNext = shown !== null && shown < steps && steps - shown <= MOST && motionSpeed() > 0;
    const next = isNext ? shown + 1 : steps;
    const step = isNext ? page.history[next - 1] : null;
    const events = step?.events ?? [];
    const isOwn = step && page.isMine(step.seat);
    const begun = performance.now();
    if (step) page.announce(step);
    const isShown = await page.showPosition(next, events);
    this.shown = isShown ? Math.min(next, page.news.steps) : null;
    if (isShown && step && !isOwn) await this.wait(LEAST / motionSpeed() - (performance.now() - begun), skips);
    return isShown;
  }

  // After an undo, return to the position after *steps* moves.
  async goBack(steps) {
    const isShown = await this.page.showPosition(steps, this.undone);
    this.shown = isShown ? Math.min(steps, this.page.news.steps) : null;
    this.undone = [];
    return isShown;
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
