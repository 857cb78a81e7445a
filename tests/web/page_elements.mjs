// A stand-in for the page's elements.js in Node: it notes the notices and dialogs, and its elements do nothing.
export const shown = [];

class Nothing {
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {} };
  children = [];
  addEventListener() {}
  append() {}
  replaceChildren() {}
  setAttribute() {}
  querySelector = () => null;
}

export const el = () => new Nothing();
export const button = el;
export const learn = () => {};
export const word = (key) => key;
export const sentenceOf = (text) => text;
export const notify = (sentence) => shown.push(sentence);
export const notifyBeside = () => {};
export const quiet = () => {};
export const quietBeside = () => {};
export const openDialog = (title, name) => shown.push(`dialog ${name}`);
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
