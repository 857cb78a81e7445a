// Functions that create elements. They do not change a page, so every page can use them.

const SVG = "http://www.w3.org/2000/svg";

// Create an element with attributes, listeners (on...) and children.
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// Create an element of a picture, as el() does for the page.
export function svgEl(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
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

// Create a picture as an element of the page.
export function parsePicture(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

// Create a picture without a size of its own, so that it becomes as large as its place on the page.
export function parseFlexiblePicture(text) {
  const picture = parsePicture(text);
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  return picture;
}
