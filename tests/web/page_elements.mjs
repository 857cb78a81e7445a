// A stand-in for the page's elements.js in Node: it notes the notices and dialogs, and elements only keep their texts.
export const shown = [];
let words = {};

class Nothing {
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {} };
  children = [];
  texts = [];
  addEventListener() {}
  append() {}
  replaceChildren() {}
  setAttribute() {}
  querySelector = () => null;
}

export const el = (tag, attributes, ...texts) => Object.assign(new Nothing(), { attributes, texts: texts.flat() });
export const button = (text) => el("button", {}, text);
export const textOf = (part) => (part instanceof Nothing ? part.texts.map(textOf).join("") : String(part ?? ""));
export const learn = (keys, told) => {
  words = Object.fromEntries(keys.map((key, index) => [key.replace("table.", ""), told[index]]));
};
export const word = (key, facts = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
export const sentenceOf = (text) => text;
export const notify = (sentence) => shown.push(sentence);
export const notifyBeside = () => {};
export const quiet = () => {};
export const quietBeside = () => {};
export const dialogs = []; // the parts of each dialog
export const openDialog = (title, name, ...parts) => {
  shown.push(`dialog ${name}`);
  dialogs.push(parts.flat());
};
export const openDialogName = () => null;
export const closeDialog = () => {};

// The properties of a browser that the modules of the page read when they are loaded.
const body = new Nothing();
Object.assign(globalThis, {
  addEventListener() {},
  document: { addEventListener() {}, documentElement: body, body, getElementById: () => body },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: (key) => (key === "speed" ? "0" : null) }, // pieces do not fly
  location: {},
});
