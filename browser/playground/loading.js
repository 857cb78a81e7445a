// The bar that shows how much of the engine has arrived, or a sentence about what keeps the page from playing.

import { el, word } from "../static/elements.js";

export class Loading {
  constructor() {
    this.bar = el("progress", { max: 1, value: 0 });
    this.words = el("p", {});
    this.element = el("div", { id: "loading", role: "status", hidden: true }, this.words, this.bar);
    this.said = ["loading", {}];
    document.body.append(this.element);
    addEventListener("words", () => this.draw()); // the words arrive after the worker has started, and may change
  }

  get isSentence() {
    return this.said[0] !== "loading";
  }

  draw() {
    const words = word(...this.said);
    this.words.textContent = words;
    this.bar.setAttribute("aria-label", words);
    this.bar.hidden = this.isSentence;
  }

  show(arrived, total) {
    this.element.hidden = false;
    if (arrived < total) this.bar.value = arrived / total;
    else this.bar.removeAttribute("value"); // everything has arrived, and the engine starts
    this.draw();
  }

  // Show a sentence instead of the bar.
  say(key, facts = {}) {
    this.said = [key, facts];
    this.element.hidden = false;
    this.draw();
  }

  end() {
    this.said = ["loading", {}];
    this.element.hidden = true;
  }
}
