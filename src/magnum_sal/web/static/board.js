// The pictures of the table as one board: replaces them without losing the focus, shows what moves, and handles arrow
// keys, taps, marks and ghosts. A picture may be hidden, for example behind a tab.

import { Camera } from "./camera.js";
import { parseFlexiblePicture } from "./dom.js";
import { findPlace, isVisible } from "./figures.js";
import { drawGhost, drawMarks } from "./marks.js";
import { Motion } from "./motion.js";
import { Idiomorph } from "./vendor/idiomorph.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // The board calls *onTap* with the id of each place that the player taps or confirms with a key.
  constructor(onTap) {
    this.onTap = onTap;
    this.pictures = new Map(); // the elements that show the pictures, by name
    this.cameras = new Map(); // the cameras of these elements, by name
    this.motion = new Motion(this.pictures);
    this.marked = { can: [], chosen: [] };
    this.place = null;
  }

  close() {
    this.motion.close();
  }

  // Forget all pictures, before others are added.
  clear() {
    this.pictures.clear();
    this.cameras.clear();
  }

  // Show the picture *name* in *element* from now on. The element keeps its size while the picture is enlarged.
  add(name, element) {
    const content = document.createElement("div");
    element.dataset.picture = name;
    element.replaceChildren(content);
    const camera = new Camera(element, content, (event) => this.isMarked(placeOf(event)));
    this.pictures.set(name, element);
    this.cameras.set(name, camera);
    element.addEventListener("click", (event) => this.clicked(event));
    element.addEventListener("keydown", (event) => this.pressed(event));
    element.addEventListener("focusin", (event) => this.stop(placeOf(event)));
    new ResizeObserver(() => {
      camera.fit();
      this.mark(this.marked); // a hidden picture has no places with sizes that marks could have
    }).observe(element);
  }

  // Replace the pictures with these texts, by name. If *isAnimated*, the pieces that *events* moved fly to their new
  // places; the promise resolves when all have arrived. *events* are the JSON forms of the events of one or more moves.
  show(texts, { events = [], isAnimated = false } = {}) {
    const prepared = this.motion.prepare(isAnimated ? events : []);
    this.ghost(null);
    for (const [name, text] of Object.entries(texts)) this.replace(this.pictures.get(name), text);
    this.mark(this.marked);
    return this.motion.run(prepared);
  }

  // End all motion at once.
  skip() {
    this.motion.skip();
  }

  // The speed of the motion: 1 is normal, 2 is twice as fast, and 0 shows none.
  set speed(factor) {
    this.motion.speed = factor;
    this.skip();
  }

  replace(element, text) {
    const drawn = parseFlexiblePicture(text);
    const here = element.querySelector("svg");
    const focused = element.contains(document.activeElement) ? this.place : null;
    if (here) Idiomorph.morph(here, drawn, { morphStyle: "outerHTML" });
    else element.firstElementChild.append(drawn);
    const places = [...element.querySelectorAll("[data-place]")];
    for (const place of places) place.setAttribute("tabindex", "-1");
    const stop = places.find((place) => place.dataset.place === (this.place ?? "S1")) ?? places[0];
    stop?.setAttribute("tabindex", "0");
    if (focused && !element.contains(document.activeElement)) this.at(focused)?.focus();
  }

  // Return the elements of the places that can be seen.
  places() {
    const visible = [...this.pictures.values()].filter(isVisible);
    return visible.flatMap((element) => [...element.querySelectorAll("[data-place]")]);
  }

  // Return the element of a place, if possible in a visible picture, or null.
  at(place) {
    return findPlace(this.pictures, place ?? "")?.group ?? null;
  }

  title(place) {
    return this.at(place)?.querySelector(":scope > title")?.textContent ?? "";
  }

  // Tab stops at one place of each picture; arrow keys reach the others.
  stop(place) {
    const here = place && this.at(place);
    if (!here) return;
    this.place = place;
    for (const other of here.ownerSVGElement.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    here.setAttribute("tabindex", "0");
  }

  clicked(event) {
    const place = placeOf(event);
    if (!place) return;
    this.stop(place);
    this.onTap(place);
  }

  pressed(event) {
    const place = placeOf(event);
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTap(place);
    } else if (event.key in WAYS) {
      event.preventDefault();
      const next = this.next(WAYS[event.key], this.at(place));
      if (next) {
        next.focus();
        next.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  // Return the nearest place in a direction. Distance ahead counts once, sideways distance three times.
  next([x, y], from) {
    const middle = (place) => {
      const box = (place.querySelector(":scope > .ms-hit") ?? place).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const here = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.places()) {
      const there = middle(place);
      const [across, down] = [there[0] - here[0], there[1] - here[1]];
      const ahead = across * x + down * y;
      const aside = Math.abs(across * y) + Math.abs(down * x);
      if (ahead > 4 && ahead + 3 * aside < least) [best, least] = [place, ahead + 3 * aside];
    }
    return best;
  }

  // Draw rims around the places that can be chosen, and around the chosen ones.
  mark({ can = [], chosen = [] }) {
    this.marked = { can, chosen };
    for (const element of this.pictures.values()) drawMarks(element, this.marked);
  }

  isMarked(place) {
    return this.marked.can.includes(place) || this.marked.chosen.includes(place);
  }

  // Draw a translucent piece at a place, with a short text beneath it. null removes the ghost.
  // *kind* is "miner" with a *seat*, "cube" or "tool" with a *thing*, "coin", or "water".
  ghost(place, piece = {}) {
    for (const element of this.pictures.values()) element.querySelector(".page-ghost")?.remove();
    const here = place === null ? null : this.at(place);
    if (here) drawGhost(here, piece);
  }
}

function placeOf(event) {
  return event.target.closest?.("[data-place]")?.dataset.place;
}
