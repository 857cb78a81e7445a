// Pieces that move fly over the pictures from where they were to where they are.
//
// `prepare` looks at the pictures before they are replaced, and `run` draws the motion over the new ones. The figures
// lie in a layer of their own above the page and change only their transform and opacity, which requires neither layout
// nor drawing. A piece that arrives stays hidden in the new picture until the motion is over.

import { arcBetween, figureOf, findEnd, findPlace, hitBox, keyframesOf, tileOf } from "./figures.js";
import { figuresOf, keyOf, motionsOf, spacesBetween } from "./flights.js";
import { play } from "./sound.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const EASING = "cubic-bezier(.4, 0, .2, 1)";
const FADE = 90; // milliseconds in which a figure appears or disappears
const LYING = 90; // the angle in degrees of a miner that lies down

export class Motion {
  // *pictures* maps the names of the pictures to the elements that show them.
  constructor(pictures) {
    this.pictures = pictures;
    this.speed = 1; // 2 is twice as fast; 0 shows no motion
    this.layer = document.createElement("div");
    this.layer.className = "flights";
    this.layer.setAttribute("aria-hidden", "true");
    this.animations = [];
    this.hidden = []; // the elements of pieces that figures stand for
    this.arriving = new Map(); // the pieces that have no figure yet, by kind and place
    this.finish = null; // resolves the promise of the running motion
    // Figures have fixed places on the screen, so they end when the page scrolls or changes its size.
    const skip = () => this.skip();
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("scroll", skip, { passive: true, signal });
    window.addEventListener("resize", skip, { signal });
    document.addEventListener("visibilitychange", skip, { signal });
  }

  close() {
    this.skip();
    this.listening.abort();
  }

  get isOn() {
    return this.speed > 0 && !CALM.matches && !document.hidden;
  }

  // Return what *events* move and where it is now, or null if nothing moves.
  prepare(events) {
    this.skip();
    const motions = this.isOn ? motionsOf(events) : [];
    return motions.length ? motions.map((motion) => ({ ...motion, before: this.ends(motion, false) })) : null;
  }

  // Show the motion over the new pictures. The promise resolves when everything has arrived.
  run(prepared) {
    if (!prepared) return Promise.resolve();
    document.body.append(this.layer);
    for (const motion of prepared) motion.after = this.ends(motion, true);
    for (const motion of prepared) if (motion.target) this.hide(motion);
    const stages = new Set();
    for (const figure of figuresOf(prepared)) {
      const shown = figure.target ? this.fly(figure) : figure.pose ? this.changePose(figure) : this.turnOver(figure);
      if (shown && !stages.has(figure.stage)) {
        stages.add(figure.stage);
        shown.finished.then(() => play(figure.kind === "coin" ? "coin" : "piece"), () => {});
      }
    }
    if (!this.animations.length) return this.skip() ?? Promise.resolve();
    return new Promise((resolve) => {
      this.finish = resolve;
      const { animations } = this;
      const end = () => animations === this.animations && this.skip();
      Promise.all(animations.map((animation) => animation.finished)).then(end, () => {});
    });
  }

  // End all motion at once.
  skip() {
    const { animations, finish } = this;
    this.animations = [];
    this.finish = null;
    for (const animation of animations) animation.cancel();
    for (const element of this.hidden) element.style.visibility = "";
    this.hidden = [];
    this.arriving.clear();
    this.layer.replaceChildren();
    this.layer.remove();
    finish?.();
  }

  // Find the pieces of a motion in the pictures, before or after it.
  ends({ source, target, place, turn, pose, ...piece }, isAfter) {
    const find = (where, wanted = {}) => findEnd(this.pictures, where, { ...piece, ...wanted });
    if (turn === "tile") return { place: this.boxOf(place) };
    if (turn) return { place: find(place, { state: (turn === "used") === isAfter ? "used" : "ready" }) };
    if (pose) return { place: find(place, { isTired: (pose === "tired") === isAfter }) };
    return { source: find(source), target: find(target, piece.kind === "miner" ? { isTired: false } : {}) };
  }

  // Return the box of a place on the screen, or null if it is not visible.
  boxOf(place) {
    const found = findPlace(this.pictures, place);
    return found?.isSeen ? hitBox(found.group) : null;
  }

  // Hide the pieces of the new pictures that the old ones did not show. All appear together once everything has
  // arrived, because the browser draws a whole picture each time that one of its pieces appears.
  hide({ before, after, ...motion }) {
    const key = keyOfArrival(motion);
    if (!after.target || this.arriving.has(key)) return;
    const pieces = after.target.pieces.slice(before.target?.pieces.length ?? 0);
    pieces.forEach((piece) => this.conceal(piece));
    this.arriving.set(key, pieces);
  }

  conceal({ element }) {
    element.style.visibility = "hidden";
    this.hidden.push(element);
  }

  fly(figure) {
    const { before, after, kind, count } = figure;
    const [from, to] = [before.source, after.target];
    // A flight within a hidden picture is invisible.
    if (!from?.box || !to?.box || !(from.isSeen || to.isSeen)) return null;
    const left = from.pieces.at(-1);
    const own = this.arriving.get(keyOfArrival(figure))?.shift();
    const landed = own ?? to.pieces.at(-1);
    const drawing = (landed ?? left ?? after.source?.pieces.at(-1) ?? before.target?.pieces.at(-1))?.drawing;
    if (!drawing) return null;
    // The figure is created at its larger size, so that scaling does not blur it.
    const boxes = [left, landed].filter(Boolean).map(({ box }) => box);
    const size = boxes.sort((one, other) => other.height - one.height)[0] ?? to.box;
    const scale = (piece) => (piece ? piece.box.height / size.height : 1);
    const points = [middle(from.box), ...this.pointsBetween(figure), middle(landed?.box ?? to.box)];
    const way = points.length > 2 ? points : arcBetween(...points);
    const element = this.add(figureOf(drawing, size, count, kind), figure);
    const flight = this.animate(element, keyframesOf(way, scale(left), scale(landed)), figure);
    if (!left) this.fade(element, [0, 1], figure.start);
    // A piece that is counted with others, or lands where no picture shows it, disappears there.
    if (!own) this.fade(element, [1, 0], figure.start + figure.duration - FADE);
    return flight;
  }

  // Return the points on the screen where a piece passes spaces.
  pointsBetween(figure) {
    const boxes = spacesBetween(figure).map((space) => this.boxOf(space)).filter(Boolean);
    return boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height * 0.66 }));
  }

  // Miners lie down or stand up: the old figures turn, and the new ones are seen at the end.
  changePose(figure) {
    const [old, now] = [figure.before.place?.pieces ?? [], figure.after.place?.pieces ?? []];
    let last = null;
    for (let number = 1; number <= figure.count && old.length && now.length; number += 1) {
      const [from, to] = [old.at(-number), now.at(-number)];
      if (!from || !to) break; // several miners share a drawing
      const [{ x, y }, goal] = [middle(from.box), middle(to.box)];
      const angle = figure.pose === "tired" ? LYING : -LYING;
      const element = this.add(figureOf(from.drawing, from.box, 1, figure.kind), figure);
      this.conceal(to);
      last = this.animate(
        element,
        [
          { transform: `translate(${x}px, ${y}px)` },
          { transform: `translate(${goal.x}px, ${goal.y}px) rotate(${angle}deg)` },
        ],
        figure,
      );
    }
    return last;
  }

  // A face-down tile becomes narrow and uncovers its chamber. A card turns to its other side.
  turnOver(figure) {
    const { before, after, turn, start } = figure;
    const duration = figure.duration / 2;
    const at = ({ x, y }, width) => ({ transform: `translate(${x}px, ${y}px) scaleX(${width})` });
    if (turn === "tile") {
      const box = after.place;
      return box && this.animate(this.add(tileOf(box), figure, true), [at(middle(box), 1), at(middle(box), 0)], figure);
    }
    const [old, now] = [before.place?.pieces.at(-1), after.place?.pieces.at(-1)];
    if (!old || !now) return null;
    const sides = [old, now].map(({ drawing, box }) => this.add(figureOf(drawing, box, 1, "tool"), figure));
    this.animate(sides[0], [at(middle(now.box), 1), at(middle(now.box), 0)], { start, duration });
    const second = { start: start + duration, duration };
    return this.animate(sides[1], [at(middle(now.box), 0), at(middle(now.box), 1)], second);
  }

  // Add a figure to the layer. Tiles lie below everything that moves over them.
  add(element, { kind, count, source, target, place }, isBelow = false) {
    Object.assign(element.dataset, { moving: kind, count, from: source ?? place, to: target ?? place });
    this.layer[isBelow ? "prepend" : "append"](element);
    return element;
  }

  animate(element, keyframes, { start, duration }) {
    const options = { duration: duration / this.speed, delay: start / this.speed, easing: EASING, fill: "both" };
    const animation = element.animate(keyframes, options);
    this.animations.push(animation);
    return animation;
  }

  fade(element, [from, to], start) {
    const options = { duration: FADE / this.speed, delay: start / this.speed, fill: to ? "backwards" : "forwards" };
    this.animations.push(element.animate([{ opacity: from }, { opacity: to }], options));
  }
}

function keyOfArrival(motion) {
  return `${keyOf(motion)} ${motion.target}`;
}

function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}
