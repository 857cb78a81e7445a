// The graph of the chances of winning: a line for each player, and a marker at the position on the board.

import { el, svgEl } from "./dom.js";

const HEIGHT = 100; // units of the drawing, which the page stretches
const APART = 20; // percent of the height between the letters at the ends of the lines

export class ChancesGraph {
  // *chances* has an entry of percentages for each position, and *phases* pairs of a position and a Roman number.
  constructor({ players, chances, phases }, word, onSelect) {
    this.chances = chances;
    this.word = word;
    this.last = chances.length - 1;
    this.marker = el("div", { class: "replay-marker" });
    this.values = players.map(() => el("b", {}));
    const names = players.map((name, seat) => el("li", { "data-seat": seat }, el("span", {}, name), this.values[seat]));
    this.area = el("div", { class: "replay-plot", title: word("replay_graph_use") }, this.lines(players.length), this.times(phases), this.letters(players), this.marker);
    this.element = el(
      "figure",
      { class: "replay-graph" },
      el("figcaption", {}, el("b", {}, word("replay_chances")), el("details", {}, el("summary", {}, word("replay_about_graph")), el("p", {}, word("replay_chances_note")))),
      this.area,
      el("ul", { class: "replay-chances" }, names),
    );
    const select = (event) => onSelect(this.positionAt(event.clientX));
    this.area.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.area.setPointerCapture(event.pointerId);
      select(event);
    });
    this.area.addEventListener("pointermove", (event) => this.area.hasPointerCapture(event.pointerId) && select(event));
  }

  positionAt(x) {
    const { left, width } = this.area.getBoundingClientRect();
    return Math.round(Math.min(Math.max((x - left) / width, 0), 1) * this.last);
  }

  // The slider tells screen readers the same, so the drawing is hidden from them.
  lines(seats) {
    const drawing = svgEl("svg", { viewBox: `0 0 ${this.last || 1} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    const path = (d, name, seat) => svgEl("path", { d, class: name, "vector-effect": "non-scaling-stroke", "data-seat": seat });
    for (const share of [0, 50, 100]) drawing.append(path(`M0 ${HEIGHT - share}H${this.last}`, "replay-grid"));
    for (let seat = 0; seat < seats; seat += 1) {
      const d = `M${this.chances.map((entry, number) => `${number} ${HEIGHT - entry[seat]}`).join("L")}`;
      drawing.append(path(d, "replay-rim"), path(d, "replay-line", seat));
    }
    return drawing;
  }

  times(phases) {
    return phases.map(([number, phase]) => {
      const mark = el("span", { class: "replay-phase" }, phase);
      mark.style.left = this.share(number);
      return mark;
    });
  }

  // A letter at the end of each line names its player, for people who cannot distinguish the colours. From top to
  // bottom, each letter is pushed down by the one above it, and then up again by the lower edge.
  letters(players) {
    const ends = this.chances[this.last].map((chance, seat) => ({ seat, top: 100 - chance })).sort((one, other) => one.top - other.top);
    ends.forEach((end, index) => (end.top = Math.max(end.top, index ? ends[index - 1].top + APART : 0)));
    ends.reverse().forEach((end, index) => (end.top = Math.min(end.top, index ? ends[index - 1].top - APART : 100)));
    return ends.map(({ seat, top }) => {
      const letter = el("span", { class: "replay-letter", "data-seat": seat, "aria-hidden": "true" }, players[seat].charAt(0));
      letter.style.top = `${top}%`;
      return letter;
    });
  }

  share(number) {
    return `${(100 * number) / (this.last || 1)}%`;
  }

  show(number) {
    const entry = this.chances[number];
    this.marker.style.left = this.share(number);
    const most = Math.max(...entry);
    this.values.forEach((value, seat) => {
      value.textContent = this.word("percent", { number: entry[seat] });
      value.parentElement.classList.toggle("ahead", entry[seat] === most);
    });
  }
}
