// The words of the page, its dialog and its notices.

import { button, el } from "./dom.js";

export { button, el };

let words = {};

export function learn(keys, told) {
  words = Object.fromEntries(keys.map((key, index) => [key.replace(/^table\./, ""), told[index]]));
  dispatchEvent(new Event("words"));
}

// Return the words for an id, with facts in place of the names in braces.
export function word(key, facts = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
}

export function sentenceOf(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const dialog = document.getElementById("dialog");
const body = document.getElementById("dialog-body");
document.getElementById("dialog-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

export function openDialog(title, name, ...children) {
  document.getElementById("dialog-title").textContent = title;
  document.getElementById("dialog-close").setAttribute("aria-label", word("close"));
  dialog.dataset.name = name;
  body.replaceChildren(...children.flat());
  if (!dialog.open) dialog.showModal();
}

export function openDialogName() {
  return dialog.open ? dialog.dataset.name : null;
}

export function closeDialog() {
  dialog.close();
}

const notice = document.getElementById("notice");
const SHOWN = 8000; // milliseconds for which a notice without a button is visible
let timer = 0;
document.addEventListener("pointerdown", (event) => notice.contains(event.target) || quiet());
document.addEventListener("keydown", (event) => event.key === "Escape" && quiet());

// Show a sentence for a while. The parts after it may be buttons: then it stays until the reader closes it, because
// people who use the keyboard or a screen reader need time to reach a button.
export function notify(sentence, ...more) {
  clearTimeout(timer);
  notice.replaceChildren(sentence, ...more);
  notice.className = "";
  notice.removeAttribute("style");
  notice.hidden = false;
  if (!notice.querySelector("button")) timer = setTimeout(quiet, SHOWN);
}

export function quiet() {
  clearTimeout(timer);
  notice.hidden = true;
}
