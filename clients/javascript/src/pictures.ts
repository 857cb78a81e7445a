const SVG = "http://www.w3.org/2000/svg";
/** The elements that the library draws with. No other element enters a page. */
const DRAWN = new Set(
  ("svg title desc defs symbol use g path rect circle ellipse line polyline polygon text tspan " +
    "linearGradient radialGradient stop clipPath mask pattern marker").split(" "),
);

/**
 * Parses a picture for a page. A picture can come from another server, so it loses whatever could run, load or lead
 * elsewhere: unknown elements, event handlers, styles, and references to anything outside the picture.
 */
export function parsePicture(svg: string): Element {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new Error("the picture is not an SVG");
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.namespaceURI !== SVG || !DRAWN.has(element.localName)) element.remove();
    for (const { name, localName, value } of [...element.attributes]) {
      if (isUnsafe(localName.toLowerCase(), value)) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}

function isUnsafe(name: string, value: string): boolean {
  if (name.startsWith("on") || name === "style") return true;
  if (name === "href" || name === "src") return !value.startsWith("#");
  if (name.startsWith("data-") || name.startsWith("aria-")) return false;
  // A backslash can hide the name of a function: in CSS, \75rl(…) is url(…).
  return value.includes("\\") || /(?:url|src|image|image-set|cross-fade)\((?!#)/i.test(value);
}
