// The viewer of a replay: the board, the moves in words, the graph of the chances, and the controls.
//
// The data comes from `replay_data` in Python. The viewer works in a file without a server and in a page of the server.

import { ChancesGraph } from "./chances.js";
import { button, el, parseFlexiblePicture, svgEl } from "./dom.js";
import { pictureAt } from "./frames.js";

const PHONE = matchMedia("(max-width: 760px)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = [0.5, 1, 2, 4];
const FADE = 260; // milliseconds in which a picture replaces another one
const LOOK = 900; // milliseconds for a position, besides the time for reading
const READ = 16; // milliseconds for a character
const LONGEST = 4500;
const MOST_SHRUNK = 1.3; // how much too high a picture on a phone may be to be shrunk
const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  earlier: "M16 5 7 12l9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  later: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

export class Viewer {
  // *motion* takes the pictures, a map of frames by name, and creates the object that moves the pieces over them. The
  // object has a speed, and the methods `prepare(events)`, called before the pictures change, and `run(prepared)`,
  // called afterwards.
  constructor(root, data, { motion = null, keepsPlace = false, actions = [] } = {}) {
    Object.assign(this, { root, data, keepsPlace, at: 0, speed: 1, isPlaying: false, tab: "mine", timer: 0 });
    this.last = data.moves.length;
    this.pictures = Object.fromEntries(["board", "town", "mine", "players"].map((name) => [name, this.frame(name)]));
    this.motion = motion?.(new Map(Object.entries(this.pictures))) ?? null;
    this.graph = data.chances && new ChancesGraph(data, (key, facts) => this.word(key, facts), (number) => this.seek(number));
    this.build(actions);
    this.onKey = (event) => this.pressed(event);
    this.onView = () => this.show();
    this.onSize = () => this.fit();
    this.onAddress = () => this.seek(this.findPosition(numberInAddress()));
    document.addEventListener("keydown", this.onKey);
    PHONE.addEventListener("change", this.onView);
    window.addEventListener("resize", this.onSize);
    if (keepsPlace) window.addEventListener("hashchange", this.onAddress);
    this.go(keepsPlace ? this.findPosition(numberInAddress()) : 0);
  }

  close() {
    this.pause();
    this.motion?.close();
    document.removeEventListener("keydown", this.onKey);
    PHONE.removeEventListener("change", this.onView);
    window.removeEventListener("resize", this.onSize);
    window.removeEventListener("hashchange", this.onAddress);
    this.root.replaceChildren();
  }

  word(key, facts = {}) {
    return (this.data.words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
  }

  // The pictures are counted one by one. People read the numbers of the moves in the game, which also count the pieces
  // that were turned up at a real table.
  numberOf(at) {
    return at && this.data.moves[at - 1].number;
  }

  // Return the position after the last move up to the one with this number, and the pieces that it turned up.
  findPosition(number) {
    return this.data.moves.filter((move) => move.number <= number).length;
  }

  frame(name) {
    const label = this.word(name === "players" ? "people" : `replay_${name}`);
    return el("div", { class: `replay-picture replay-${name}`, role: "region", "aria-label": label, tabindex: "0" });
  }

  build(actions) {
    const { data } = this;
    this.caption = el("div", { class: "replay-caption", role: "status" });
    this.log = this.moves();
    this.board = el("div", { class: "replay-pictures" }, this.pictures.board, this.pictures.town, this.pictures.mine);
    this.tabs = ["mine", "town", "players", "log"].map((name) =>
      button(this.word(name === "players" ? "people" : name === "log" ? "replay_moves" : `replay_${name}`), () => this.choose(name), { "data-tab": name, "data-flight-end": name }),
    );
    this.root.classList.add("replay");
    this.root.dataset.seats = data.players.length;
    this.root.replaceChildren(
      el("div", { class: "replay-head" }, el("h1", {}, data.title), el("p", {}, data.rules), ...actions),
      el("div", { class: "replay-tabs", role: "group", "aria-label": this.word("replay_parts") }, this.tabs),
      el("div", { class: "replay-table" }, this.board),
      el("div", { class: "replay-side" }, this.pictures.players, this.log, this.caption, this.graph?.element, this.controls()),
    );
    // The drawings must be part of the page, but the board's pictures come and go.
    const drawings = parseFlexiblePicture(data.defs);
    drawings.classList.add("replay-defs");
    this.root.append(drawings);
    this.choose(this.tab);
  }

  // Only the current move is a tab stop, because keys reach the others.
  moves() {
    this.entries = [];
    const add = (at, move, ...children) => {
      const attributes = { class: "replay-move", tabindex: "-1", "data-seat": move?.seat };
      const shown = this.numberOf(at) || "";
      const entry = button([el("span", { class: "replay-number" }, shown), ...children], () => this.seek(at), attributes);
      this.entries.push(entry);
      return el("li", {}, entry);
    };
    const items = [add(0, null, el("span", {}, this.word("replay_start")))];
    for (const [index, move] of this.data.moves.entries()) {
      if (move.heading) items.push(el("li", { class: "replay-heading" }, move.heading));
      items.push(add(index + 1, move, el("span", {}, el("b", {}, move.who), ` ${move.words}`)));
    }
    if (this.data.ending.length) items.push(el("li", { class: "replay-ending" }, this.data.ending.map((words) => el("p", {}, words))));
    return el("ol", { class: "replay-log", "aria-label": this.word("log") }, items);
  }

  controls() {
    const make = (name, key, act) => button(icon(name), act, { class: `replay-${name}`, "aria-label": this.word(key), title: this.word(key) });
    this.buttons = {
      first: make("first", "replay_first", () => this.seek(0)),
      earlier: make("earlier", "earlier", () => this.seek(this.at - 1)),
      play: make("play", "replay_play", () => this.toggle()),
      later: make("later", "later", () => this.step()),
      last: make("last", "replay_last", () => this.seek(this.last)),
    };
    this.place = el("output", { class: "replay-place" });
    const chooseSpeed = () => (this.speed = Number(this.rate.value));
    this.rate = el("select", { "aria-label": this.word("replay_speed"), title: this.word("replay_speed"), onchange: chooseSpeed },
      SPEEDS.map((speed) => el("option", { value: speed }, `${speed}×`)));
    this.rate.value = "1";
    const move = () => this.seek(Number(this.slider.value));
    this.slider = el("input", { type: "range", min: 0, max: this.last, value: 0, "aria-label": this.word("slider"), oninput: move });
    return el(
      "div",
      { class: "replay-controls", role: "group", "aria-label": this.word("replay_controls") },
      this.slider,
      el("div", { class: "replay-buttons" }, this.place, ...Object.values(this.buttons), this.rate),
      el("p", { class: "replay-keys" }, this.word("replay_keys")),
    );
  }

  // Choose the part of the table that a phone shows.
  choose(name) {
    this.tab = name;
    this.root.dataset.tab = name;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    if (this.isDrawn) this.fit();
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("select, summary")) return;
    const act = {
      ArrowLeft: () => this.seek(this.at - 1),
      ArrowRight: () => this.step(),
      Home: () => this.seek(0),
      End: () => this.seek(this.last),
      // A button that has the focus reacts to the space bar itself.
      " ": event.target.closest?.("button") ? null : () => this.toggle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.at === this.last) this.go(0);
    this.isPlaying = true;
    this.showControls();
    this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.showControls();
  }

  // Wait until the position has been read, then show the next one.
  wait() {
    clearTimeout(this.timer);
    const time = Math.min(LOOK + READ * this.caption.textContent.length, LONGEST) / this.speed;
    this.timer = setTimeout(async () => {
      await this.go(this.at + 1, true);
      if (!this.isPlaying) return;
      if (this.at < this.last) this.wait();
      else this.pause();
    }, time);
  }

  // Show a position at once. A replay that plays stops.
  seek(number) {
    this.pause();
    this.go(number);
  }

  step() {
    this.pause();
    this.go(this.at + 1, true);
  }

  async go(number, isAnimated = false) {
    const to = Math.min(Math.max(number, 0), this.last);
    const isNext = isAnimated && to === this.at + 1;
    this.at = to;
    await this.show(isNext);
  }

  async show(isAnimated = false) {
    const move = this.data.moves[this.at - 1];
    this.settle();
    if (this.tab !== "log" && this.tab !== "players" && move) this.choose(move.place);
    this.describe(move);
    this.showControls();
    this.graph?.show(this.at);
    if (this.keepsPlace && !this.isPlaying) keepPlace(this.numberOf(this.at));
    if (this.motion) this.motion.speed = this.speed;
    // Scroll first: pieces that move need places that do not.
    if (this.isDrawn) this.reveal();
    const prepared = isAnimated ? this.motion?.prepare(move.events) : null;
    this.drawPictures(isAnimated && !prepared);
    if (!isAnimated) this.reveal();
    await this.motion?.run(prepared);
  }

  drawPictures(isFading) {
    const { wide, narrow } = this.data.views;
    const view = PHONE.matches ? narrow ?? wide : wide ?? narrow;
    const shown = new Set();
    for (const strip of view) {
      const name = strip.layout in this.pictures ? strip.layout : "players";
      shown.add(name);
      this.replace(this.pictures[name], pictureAt(strip, this.at), isFading);
    }
    for (const [name, frame] of Object.entries(this.pictures)) {
      frame.hidden = !shown.has(name);
      if (frame.hidden) this.replace(frame, "", false);
    }
    this.isDrawn = true;
    this.fit();
  }

  replace(frame, text, isFading) {
    if (frame.text === text) return;
    frame.text = text;
    const before = [...frame.children];
    const clear = () => before.forEach((picture) => picture.remove());
    if (!text) return clear();
    const drawn = parseFlexiblePicture(text);
    frame.append(drawn);
    if (isFading && before.length && !CALM.matches && !document.hidden) {
      drawn.animate({ opacity: [0, 1] }, Math.min(FADE, 400 / this.speed)).finished.then(clear, clear);
    } else clear();
  }

  // Remove the pictures that are fading away, and end the motion of the last move.
  settle() {
    this.motion?.skip?.();
    for (const frame of Object.values(this.pictures)) [...frame.children].slice(0, -1).forEach((picture) => picture.remove());
  }

  // The board is as large as its width and its height allow. On a phone, a picture that is much too high scrolls.
  fit() {
    const frames = [...this.board.children].filter((frame) => !frame.hidden && frame.lastElementChild);
    const ratios = frames.map((frame) => {
      const { width, height } = frame.lastElementChild.viewBox.baseVal;
      frame.classList.toggle("fits", (height / width) * frame.clientWidth < MOST_SHRUNK * frame.clientHeight);
      return height / width;
    });
    this.board.style.setProperty("--ratio", 1 / ratios.reduce((sum, ratio) => sum + ratio, 0));
  }

  // Scroll to the place of the move where a picture is larger than its frame, and to the move in the list.
  reveal() {
    const entry = this.entries[this.at];
    const { log } = this;
    log.scrollTop = entry.offsetTop - log.clientHeight / 2 + entry.offsetHeight / 2;
    const places = (this.data.moves[this.at - 1]?.events ?? []).flatMap(({ target, source, chamber }) => [target, chamber, source]);
    const frame = this.pictures[this.tab];
    if (!frame || !PHONE.matches || frame.scrollHeight <= frame.clientHeight + 4) return;
    const found = places.map((place) => typeof place === "string" && frame.lastElementChild?.querySelector(`[data-place="${CSS.escape(place)}"]`)).find(Boolean);
    if (!found) return;
    const [box, around] = [found.getBoundingClientRect(), frame.getBoundingClientRect()];
    const top = frame.scrollTop + box.top - around.top - (around.height - box.height) / 2;
    frame.scrollTop = top;
  }

  describe(move) {
    // Screen readers announce each move that a person steps to, but not a game that plays.
    this.caption.setAttribute("aria-live", this.isPlaying ? "off" : "polite");
    // A phone has no room for the rules beside the title.
    const rules = this.at || this.data.is_standard ? [] : [this.data.rules];
    this.caption.replaceChildren(
      el("p", { "data-seat": move?.seat }, ...(move ? [el("b", {}, move.who), ` ${move.words}`] : [this.word("replay_start")])),
      ...[...rules, ...(move?.more ?? [])].map((words) => el("p", { class: "replay-more" }, words)),
      ...(this.at === this.last ? this.data.ending.map((words) => el("p", { class: "replay-more" }, words)) : []),
    );
    this.caption.scrollTop = 0;
    for (const [number, entry] of this.entries.entries()) {
      const isHere = number === this.at;
      if (isHere === entry.hasAttribute("aria-current")) continue;
      entry.toggleAttribute("aria-current", isHere);
      if (isHere) entry.setAttribute("aria-current", "step");
      entry.tabIndex = isHere ? 0 : -1;
    }
  }

  showControls() {
    if (!this.buttons) return;
    const { first, earlier, later, last, play } = this.buttons;
    for (const back of [first, earlier]) back.disabled = this.at === 0;
    for (const on of [later, last]) on.disabled = this.at === this.last;
    const name = this.isPlaying ? "pause" : "play";
    if (play.dataset.name !== name) {
      play.dataset.name = name;
      play.replaceChildren(icon(name));
      for (const attribute of ["aria-label", "title"]) play.setAttribute(attribute, this.word(`replay_${name}`));
    }
    this.slider.value = this.at;
    const move = this.data.moves[this.at - 1];
    const [at, steps] = [this.numberOf(this.at), this.numberOf(this.last)];
    this.slider.setAttribute("aria-valuetext", this.word("move_of", { at, steps }) + (move ? ` ${move.who} ${move.words}` : ""));
    this.place.textContent = `${at} / ${steps}`;
  }
}

function icon(name) {
  return svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svgEl("path", { d: ICONS[name] }));
}

function numberInAddress() {
  return Number(location.hash.slice(1));
}

// Keep the position in the address, so that a link can lead to it. Some frames do not allow that.
function keepPlace(number) {
  try {
    history.replaceState(null, "", `#${number}`);
  } catch {
    // The replay works without it.
  }
}
