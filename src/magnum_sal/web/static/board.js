// The picture of the table: replaces it without losing the focus, and handles arrow keys, taps and marks.

import { Idiomorph } from "./vendor/idiomorph.js";

const SVG = "http://www.w3.org/2000/svg";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  constructor(frame, onTap) {
    this.frame = frame;
    this.onTap = onTap;
    this.marked = { can: [], chosen: [] };
    this.place = null;
    frame.addEventListener("click", (event) => this.clicked(event));
    frame.addEventListener("keydown", (event) => this.pressed(event));
    frame.addEventListener("focusin", (event) => this.come(event));
  }

  show(text) {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const here = this.frame.querySelector("svg");
    const focused = this.frame.contains(document.activeElement);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    if (here) Idiomorph.morph(here, document.importNode(drawn, true), { morphStyle: "outerHTML" });
    else this.frame.replaceChildren(document.importNode(drawn, true));
    for (const place of this.places()) place.setAttribute("tabindex", "-1");
    this.stop(this.place ?? "S1");
    if (focused && !this.frame.contains(document.activeElement)) this.at(this.place)?.focus();
    this.mark(this.marked);
  }

  places() {
    return [...this.frame.querySelectorAll("[data-place]")];
  }

  at(place) {
    return this.frame.querySelector(`[data-place="${CSS.escape(place ?? "")}"]`);
  }

  title(place) {
    return this.at(place)?.querySelector(":scope > title")?.textContent ?? "";
  }

  // Tab stops at one place on the board; arrow keys reach the others.
  stop(place) {
    this.at(this.place)?.setAttribute("tabindex", "-1");
    this.place = this.at(place) ? place : this.places()[0]?.dataset.place;
    this.at(this.place)?.setAttribute("tabindex", "0");
  }

  come(event) {
    const place = event.target.closest?.("[data-place]")?.dataset.place;
    if (place) this.stop(place);
  }

  clicked(event) {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (!place) return;
    this.stop(place);
    this.onTap(place);
  }

  pressed(event) {
    if (!this.place || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onTap(this.place);
    } else if (event.key in WAYS) {
      event.preventDefault();
      const next = this.next(WAYS[event.key]);
      if (next) {
        next.focus();
        next.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  // Return the nearest place in a direction. Distance ahead counts once, sideways distance three times.
  next([x, y]) {
    const middle = (place) => {
      const box = (place.querySelector(":scope > .ms-hit") ?? place).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const here = middle(this.at(this.place));
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

  // On a phone, where the board is longer than the screen, scroll to the available places if none is visible.
  reveal(places) {
    if (!matchMedia("(max-width: 760px)").matches) return;
    const found = places.map((place) => this.at(place)).filter(Boolean);
    const isSeen = (place) => {
      const box = place.getBoundingClientRect();
      return box.top > 100 && box.bottom < innerHeight * 0.58;
    };
    if (found.length && !found.some(isSeen)) found[0].scrollIntoView({ block: "center" });
  }

  // Draw rims around the places that can be chosen, and around the chosen ones.
  mark({ can = [], chosen = [] }) {
    this.marked = { can, chosen };
    const svg = this.frame.querySelector("svg");
    svg?.querySelector(":scope > .page-marks")?.remove();
    if (!svg || !(can.length || chosen.length)) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "page-marks");
    layer.setAttribute("aria-hidden", "true");
    for (const [kind, places] of [["can", can], ["chosen", chosen]]) {
      for (const place of new Set(places)) {
        const hit = this.at(place)?.querySelector(":scope > .ms-hit");
        if (!hit) continue;
        const box = hit.getBBox();
        // Houses and panels are drawn in groups with their own transformations.
        const { a, b, c, d, e, f } = svg.getScreenCTM().inverse().multiply(hit.getScreenCTM());
        for (const under of ["under ", ""]) {
          const rim = document.createElementNS(SVG, "rect");
          rim.setAttribute("class", under + kind);
          rim.setAttribute("rx", "7");
          rim.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
          for (const side of ["x", "y"]) rim.setAttribute(side, box[side] + 2);
          for (const side of ["width", "height"]) rim.setAttribute(side, Math.max(box[side] - 4, 1));
          layer.append(rim);
        }
      }
    }
    svg.append(layer);
  }
}
