// Create elements, and look up the words in them.

let words = {};

export function learn(keys, told) {
  words = Object.fromEntries(keys.map((key, index) => [key.replace(/^table\./, ""), told[index]]));
}

// Return the words for an id, with facts in place of the names in braces.
export function word(key, facts = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
}

export function sentenceOf(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Create an element with attributes, listeners (on...) and children.
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, text);
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
let timer = 0;

// Show a sentence for a while. The parts after it may be buttons.
export function notify(sentence, ...more) {
  clearTimeout(timer);
  notice.replaceChildren(sentence, ...more);
  notice.className = "";
  notice.removeAttribute("style");
  notice.hidden = false;
  timer = setTimeout(quiet, 12000);
}

export function quiet() {
  clearTimeout(timer);
  notice.hidden = true;
}
