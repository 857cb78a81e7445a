// The marks that the page draws into a picture: rims around places, and the ghost of a piece that a move would place.

import { svgEl } from "./dom.js";

const NAMES = { cube: "cube", coin: "coin", water: "drop", miner: "miner", tool: "" };
const TEXT = 13; // the size of a ghost's text in pixels
const LARGEST = 44; // the height of a ghost in pixels

// Draw rims around the places that can be chosen and the chosen ones, as far as the picture in *element* shows them.
export function drawMarks(element, { can, chosen }) {
  const svg = element.querySelector("svg");
  svg?.querySelector(":scope > .page-marks")?.remove();
  if (!svg || !svg.getScreenCTM() || !(can.length || chosen.length)) return;
  const layer = layerOf("page-marks");
  for (const [kind, places] of Object.entries({ can, chosen })) {
    for (const place of new Set(places)) {
      const hit = svg.querySelector(`[data-place="${CSS.escape(place)}"] > .ms-hit`);
      if (!hit) continue;
      const box = hit.getBBox();
      const { a, b, c, d, e, f } = matrixOf(svg, hit);
      const transform = `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
      const sides = { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 };
      for (const under of ["under ", ""]) layer.append(svgEl("rect", { class: under + kind, rx: 7, transform, ...sides }));
    }
  }
  svg.append(layer);
}

// Draw a translucent piece into the picture, in the middle of *place*.
export function drawGhost(place, { kind, seat, thing, text = "" }) {
  const svg = place.ownerSVGElement;
  const hit = place.querySelector(":scope > .ms-hit");
  if (!hit || !svg.getScreenCTM()) return;
  const box = hit.getBBox();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrixOf(svg, hit));
  const unit = 1 / svg.getScreenCTM().a; // a pixel of the screen in units of the picture
  const tall = Math.min(LARGEST * unit, box.height * 0.8);
  const [x, y] = [middle.x, middle.y - (text ? TEXT * unit * 0.7 : 0)];
  const layer = layerOf("page-ghost");
  layer.append(bodyOf(kind, seat ?? thing, x, y, tall));
  if (text) {
    svg.append(layer);
    layer.append(...labelOf(svg, text, x, y + tall / 2 + 2 * unit, unit));
  }
  svg.append(layer);
}

// Return a text on a plate below a point, moved as far as necessary to stay within the picture.
function labelOf(svg, text, x, top, unit) {
  const words = svgEl("text", { "font-size": TEXT * unit }, text);
  svg.lastChild.append(words); // its width can be measured only in the picture
  const view = svg.viewBox.baseVal;
  const half = words.getComputedTextLength() / 2 + 5 * unit;
  const tall = TEXT * unit * 1.5;
  const middle = Math.min(Math.max(x, view.x + half), view.x + view.width - half);
  const y = Math.min(top, view.y + view.height - tall);
  words.setAttribute("x", middle);
  words.setAttribute("y", y + TEXT * unit * 1.1);
  const plate = svgEl("rect", { class: "plate", x: middle - half, y, width: 2 * half, height: tall, rx: tall / 2 });
  return [plate, words];
}

// Return the drawing of a piece from one of the pictures on the page, or a disc if none contains it.
function bodyOf(kind, variant, x, y, tall) {
  const name = [NAMES[kind], variant].filter((part) => part !== "" && part !== undefined).join("-");
  const drawing = document.querySelector(`symbol[id$="-draw-${CSS.escape(name)}"]`);
  if (drawing) {
    const view = drawing.viewBox.baseVal;
    const wide = view?.height ? (tall * view.width) / view.height : tall;
    return svgEl("use", { class: "body", href: `#${drawing.id}`, x: x - wide / 2, y: y - tall / 2, width: wide, height: tall });
  }
  const disc = svgEl("circle", { class: "body", cx: x, cy: y, r: tall / 2 });
  disc.style.fill = kind === "miner" ? `var(--ms-seat-${variant})` : "var(--ms-coin)";
  return disc;
}

// Return the matrix from an element's coordinates to those of the picture. Houses and panels are drawn in groups with
// their own transformations.
function matrixOf(svg, element) {
  return svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
}

function layerOf(name) {
  return svgEl("g", { class: name, "aria-hidden": "true" });
}
