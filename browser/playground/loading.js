// The bar that shows how much of the engine has arrived.

import { el, word } from "../static/elements.js";

export class Loading {
  constructor() {
    this.bar = el("progress", { max: 1, value: 0 });
    this.words = el("p", {});
    this.element = el("div", { id: "loading", role: "status" }, this.words, this.bar);
    document.body.append(this.element);
  }

  show(arrived, total) {
    this.words.textContent = word("loading");
    this.bar.setAttribute("aria-label", word("loading"));
    if (arrived < total) this.bar.value = arrived / total;
    else this.bar.removeAttribute("value"); // everything has arrived, and the engine starts
  }

  // Show a sentence instead of the bar.
  say(key, facts) {
    this.words.textContent = word(key, facts);
    this.bar.hidden = true;
    this.element.hidden = false;
  }

  end() {
    this.element.hidden = true;
  }
}
