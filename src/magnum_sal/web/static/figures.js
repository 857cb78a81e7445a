// The pieces of the pictures as figures that can move over the page, and the boxes of places on the screen.

import { svgEl } from "./dom.js";

const SMALL = 18; // the size in pixels of a piece that no picture shows

// Return what the pictures show of equal pieces at a place: for each piece its element, its box on the screen and a copy
// of its drawing, and the box where another piece would appear. Return null if no picture has the place. *pictures* maps
// names to elements. *isTired* selects standing or lying miners.
export function findEnd(pictures, place, { kind, seat, thing, state, isTired }) {
  const found = findPlace(pictures, place);
  if (!found) return null;
  const { name, group, frame, isSeen } = found;
  if (!isSeen) return { pieces: [], box: boxOfHidden(name), isSeen };
  const isWanted = (piece) =>
    piece.closest("[data-place]") === group &&
    (kind !== "miner" || piece.dataset.seat === String(seat)) &&
    (thing === undefined || piece.dataset.thing === thing) &&
    (state === undefined || piece.dataset.state === state) &&
    (isTired === undefined || (piece.dataset.state === "tired") === isTired);
  const limits = frame.getBoundingClientRect();
  const pieces = [...group.querySelectorAll(`[data-kind="${kind}"]`)].filter(isWanted).flatMap((element) => {
    const drawn = drawingOf(element, kind);
    return drawn ? { element, box: inside(limits, drawn.getBoundingClientRect()), drawing: copyOf(drawn) } : [];
  });
  return { pieces, box: pieces.at(-1)?.box ?? inside(limits, middleOf(hitBox(group))), isSeen };
}

// Return the element of a place, the picture that contains it, and whether it can be seen. Visible pictures come first.
export function findPlace(pictures, place) {
  const selector = `[data-place="${CSS.escape(place)}"]`;
  const all = [...pictures].map(([name, frame]) => ({ name, frame, group: frame.querySelector(selector) }));
  const found = all.filter(({ group }) => group).map((one) => ({ ...one, isSeen: isVisible(one.frame) }));
  return found.find(({ isSeen }) => isSeen) ?? found[0] ?? null;
}

export function isVisible(frame) {
  return frame.getClientRects().length > 0;
}

export function hitBox(group) {
  return (group.querySelector(":scope > .ms-hit") ?? group).getBoundingClientRect();
}

// Return the box of the element that stands for a hidden picture, for example of its tab; null if there is none.
function boxOfHidden(name) {
  const stand = document.querySelector(`[data-flight-end="${CSS.escape(name)}"]`);
  return stand && isVisible(stand) ? middleOf(stand.getBoundingClientRect()) : null;
}

function middleOf({ x, y, width, height }) {
  return { x: x + (width - SMALL) / 2, y: y + (height - SMALL) / 2, width: SMALL, height: SMALL };
}

// Move a box to the edge of its picture if the picture is enlarged and shows other places.
function inside(frame, { x, y, width, height }) {
  const within = (value, least, most) => Math.min(Math.max(value, least), Math.max(most, least));
  return {
    x: within(x, frame.left, frame.right - width),
    y: within(y, frame.top, frame.bottom - height),
    width,
    height,
  };
}

// Cards move whole. For other pieces, only the drawing moves, without the number beside it.
function drawingOf(piece, kind) {
  const drawn = ["tool", "order"].includes(kind) ? piece : (piece.querySelector("use") ?? piece);
  const { width, height } = drawn.getBBox();
  return width > 0 && height > 0 ? drawn : null;
}

// Return a picture that contains only a copy of *drawn*. It refers to the drawings of the picture that *drawn* is in.
function copyOf(drawn) {
  const { x, y, width, height } = drawn.getBBox();
  const svg = svgEl("svg", { viewBox: `${x} ${y} ${width} ${height}` });
  for (const { name, value } of drawn.ownerSVGElement.attributes) {
    if (/^(font|fill|stroke)/.test(name)) svg.setAttribute(name, value);
  }
  const copy = drawn.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll("*")]) element.removeAttribute("id");
  for (const title of copy.querySelectorAll("title")) title.remove();
  svg.append(copy);
  return svg;
}

// Return a figure for *count* pieces. It is *width* pixels wide, and its middle is at the upper left corner of the page
// until a transform moves it.
export function figureOf(drawing, { width, height }, count, kind) {
  const svg = drawing.cloneNode(true);
  place(svg, width, height);
  if (count > 1) {
    const view = svg.viewBox.baseVal;
    const isCoin = kind === "coin";
    const x = view.x + view.width * (isCoin ? 0.5 : 1);
    const y = view.y + view.height * (isCoin ? 0.68 : 1);
    svg.append(svgEl("text", { class: isCoin ? "amount" : "count", x, y, "font-size": view.height * 0.55 }, String(count)));
  }
  return svg;
}

// Return the back of a chamber's tile.
export function tileOf({ width, height }) {
  const tile = document.createElement("div");
  tile.className = "tile";
  place(tile, width, height);
  return tile;
}

function place(figure, width, height) {
  Object.assign(figure.style, {
    width: `${width}px`,
    height: `${height}px`,
    marginLeft: `${-width / 2}px`,
    marginTop: `${-height / 2}px`,
  });
}

// Return the keyframes for a way through *points*, from the size *from* to the size *to*. The offsets depend on the
// lengths, so that the figure moves evenly.
export function keyframesOf(points, from, to) {
  const lengths = points.map(({ x, y }, number) => {
    const before = points[Math.max(number - 1, 0)];
    return Math.hypot(x - before.x, y - before.y);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return points.map(({ x, y }, number) => {
    gone += lengths[number];
    const offset = number === points.length - 1 ? 1 : gone / total;
    return { offset, transform: `translate(${x}px, ${y}px) scale(${from + (to - from) * offset})` };
  });
}

// Return points on a flat arc, for pieces that someone hands over.
export function arcBetween(from, to) {
  const lift = Math.min(48, Math.hypot(to.x - from.x, to.y - from.y) / 6);
  return [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].map((share) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share - lift * Math.sin(Math.PI * share),
  }));
}
