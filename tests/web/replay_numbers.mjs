// Show a replay in Node, and print the numbers and the caption that a person sees. Run: node replay_numbers.mjs MODULES DATA HASH
const [modules, data, hash] = process.argv.slice(2);

class Part {
  attributes = {};
  children = [];
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, toggle() {} };
  addEventListener() {}
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  hasAttribute = (name) => name in this.attributes;
  toggleAttribute() {}
  removeAttribute() {}
  get textContent() {
    return this.text ?? this.children.map((child) => (child instanceof Part ? child.textContent : child)).join("");
  }
  set textContent(text) {
    this.text = text;
  }
}

let address = null;
Object.assign(globalThis, {
  document: { createElement: () => new Part(), createElementNS: () => new Part(), importNode: (part) => part, addEventListener() {} },
  DOMParser: class {
    parseFromString = () => ({ documentElement: new Part() });
  },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  window: { addEventListener() {} },
  history: { replaceState: (state, title, link) => (address = link) },
  location: { hash },
});

const { Viewer } = await import(`${modules}/viewer.js`);
const viewer = new Viewer(new Part(), JSON.parse(data), { keepsPlace: true });
const numbers = viewer.entries.map((entry) => entry.children[0].textContent);
const caption = viewer.caption.children.map((part) => part.textContent);
console.log(JSON.stringify({ numbers, at: viewer.at, place: viewer.place.textContent, address, caption }));
