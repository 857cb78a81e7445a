const SVG = "http://www.w3.org/2000/svg";
/** The elements that the library draws with, or allows in drawings of extensions. All other elements are removed. */
const DRAWN = new Set(
  ("svg title desc defs symbol use g path rect circle ellipse line polyline polygon text tspan image " +
    "linearGradient radialGradient stop clipPath mask pattern marker").split(" "),
);
/** The properties of a style that become attributes. Attributes with these names affect only the drawing. */
const PROPERTIES = new Set(
  ("color display visibility opacity fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap " +
    "stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset paint-order vector-effect font-family " +
    "font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing text-anchor " +
    "text-decoration dominant-baseline").split(" "),
);
const BITMAP = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/**
 * Parses a picture for a page. A picture can come from another server, so everything that could run code, load files or
 * link elsewhere is removed: unknown elements, event handlers, styles, and references to anything outside the picture.
 */
export function parsePicture(svg: string): Element {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new Error("the picture is not an SVG");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.namespaceURI !== SVG || !DRAWN.has(element.localName)) element.remove();
    copyStyle(element);
    for (const { name, localName, value } of [...element.attributes]) {
      if (isUnsafe(element.localName, localName.toLowerCase(), value)) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}

/** Sets attributes for the properties in the style of an element. Drawing programs write colours as a style. */
function copyStyle(element: Element): void {
  const style = element.getAttribute("style") ?? "";
  for (const [, property, value] of style.matchAll(/([\w-]+)\s*:([^;]*)/g)) {
    const name = property!.toLowerCase();
    if (PROPERTIES.has(name)) element.setAttribute(name, value!.trim());
  }
}

function isUnsafe(element: string, name: string, value: string): boolean {
  if (name.startsWith("on") || name === "style") return true;
  // The data of a bitmap is in the picture itself. An SVG could contain more than a picture.
  if (name === "href" && element === "image") return !BITMAP.test(value);
  if (name === "href" || name === "src") return !value.startsWith("#");
  if (name.startsWith("data-") || name.startsWith("aria-")) return false;
  // A backslash can hide the name of a function: in CSS, \75rl(…) is url(…).
  return value.includes("\\") || /(?:url|src|image|image-set|cross-fade)\((?!#)/i.test(value);
}
