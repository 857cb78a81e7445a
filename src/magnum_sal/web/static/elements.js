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
let before = null; // the element that had the focus when the notice appeared
document.addEventListener("pointerdown", (event) => notice.contains(event.target) || quiet());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || notice.hidden) return;
  event.preventDefault(); // this Escape closes only the notice
  const hadFocus = notice.contains(document.activeElement);
  quiet();
  if (hadFocus) before?.focus();
});

// Show a sentence for a while. The parts after it may be buttons: then it stays until the reader closes it, because
// people who use the keyboard or a screen reader need time to reach a button.
export function notify(sentence, ...more) {
  clearTimeout(timer);
  if (!notice.contains(document.activeElement)) before = document.activeElement;
  (dialog.open ? dialog : document.body).append(notice); // outside an open dialog, nobody could see or use it
  notice.replaceChildren(sentence, ...more);
  notice.className = "";
  notice.removeAttribute("style");
  notice.hidden = false;
  if (!notice.querySelector("button")) timer = setTimeout(quiet, SHOWN);
}

// Show a sentence beside an element of the board.
export function notifyBeside(element, ...parts) {
  notify(...parts);
  const here = element?.getBoundingClientRect();
  if (!here) return;
  const left = Math.min(Math.max(here.x + here.width / 2 - notice.offsetWidth / 2, 8), innerWidth - notice.offsetWidth - 8);
  const isBelow = here.bottom + notice.offsetHeight + 12 < innerHeight;
  notice.classList.add("near", "refused");
  notice.style.left = `${left}px`;
  notice.style.top = `${isBelow ? here.bottom + 6 : Math.max(here.top - notice.offsetHeight - 6, 8)}px`;
}

// Hide a notice beside an element, because the board shows another position.
export function quietBeside() {
  if (notice.classList.contains("near")) quiet();
}

export function quiet() {
  clearTimeout(timer);
  notice.hidden = true;
}
