// Going back and forth in the history of the game.

import { button, el, word } from "./elements.js";

const PACE = 1600; // milliseconds between two moves that are played back

export class Travel {
  // The page provides news, history, at, go(at) and step(by).
  constructor(page) {
    this.page = page;
    this.caption = el("p", { id: "caption", "aria-live": "polite", tabindex: "0" }); // it may scroll
    const range = { type: "range", id: "slider", min: "0", max: "0", value: "0", "aria-label": word("slider") };
    this.slider = el("input", { ...range, oninput: () => page.go(Number(this.slider.value)) });
    this.live = button(word("now"), () => page.go(null), { id: "now" });
    this.since = button(word("since"), () => this.playBack(), { id: "since" });
    this.marks = button(word("last_moves"), () => this.toggleMarks(), { id: "marks", "aria-pressed": "false" });
    this.element = el(
      "div",
      { id: "travel", role: "group", "aria-label": word("history") },
      this.caption,
      button("◀", () => page.step(-1), { "aria-label": word("earlier"), id: "earlier" }),
      this.slider,
      button("▶", () => page.step(1), { "aria-label": word("later"), id: "later" }),
      this.live,
      this.since,
      this.marks,
    );
  }

  // Show or hide arrows that mark the last moves.
  toggleMarks() {
    const { views } = this.page;
    views.isMarked = !views.isMarked;
    this.marks.setAttribute("aria-pressed", String(views.isMarked));
    return this.page.redraw();
  }

  showNews(news) {
    this.slider.max = news.steps;
    if (this.page.at === null) this.slider.value = news.steps;
    this.live.disabled = this.page.at === null;
    this.since.disabled = news.since >= news.steps;
  }

  // Show where in the game the board is.
  show(at) {
    const { steps } = this.page.news;
    this.slider.value = at ?? steps;
    const step = at ? this.page.history[at - 1] : null;
    this.caption.textContent = at === null ? "" : `${word("move_of", { at, steps })} ${step ? step.words.join(" · ") : ""}`;
  }

  // Replay what happened since the player's last move, one move at a time.
  async playBack() {
    const { page } = this;
    // Choosing another position ends this. The last move leads to the current position, which is null.
    const isHere = (at) => page.at === at && !page.isGone;
    const next = async (at) => {
      await page.go(at);
      if (isHere(at)) setTimeout(() => isHere(at) && next(at + 1), PACE);
    };
    await next(Math.min(page.news.since, page.news.steps - 1));
  }
}
