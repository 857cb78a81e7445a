// The page of a table: its news, the board at any moment of the game, the log, and the people.

import { Board } from "./board.js";
import { Choosing, ruleButton } from "./choosing.js";
import { Refusal, sentenceOfError } from "./connection.js";
import { askToEnd, showHint, showHost, showReview, showRules, showStanding } from "./dialogs.js";
import { button, el, notify, openDialogName, quiet, word } from "./elements.js";

const NARROW = matchMedia("(max-width: 760px)");
const PACE = 1600;

export class TablePage {
  constructor(connection, language) {
    this.connection = connection;
    this.language = language;
    this.news = null;
    this.history = [];
    this.at = null; // the number of moves before the position on the board; null for the current position
    this.playing = 0;
    this.wasMine = false;
    this.latest = null;
    this.wasOver = null; // null until the board is shown for the first time
    this.hearing = Promise.resolve(); // a promise that handles the news messages one after another
    this.isBehind = false; // whether the page failed to show a part of the latest news
    this.review = null; // the pending request for the review
  }

  get number() {
    return this.news?.number ?? 0;
  }

  mayMove() {
    const news = this.news;
    return Boolean(news && this.at === null && news.to_move !== null && !news.is_closed && this.isMine(news.to_move));
  }

  isMine(seat) {
    return this.news.chairs[seat].is_yours && !this.news.chairs[seat].stand_in;
  }

  toMove() {
    return this.news.to_move;
  }

  // Build the page, and subscribe to the news of the table.
  open(main, turn) {
    this.turn = turn;
    this.frame = el("section", { id: "board", "aria-label": word("board") });
    this.caption = el("p", { id: "caption", "aria-live": "polite", tabindex: "0" }); // it may scroll
    this.choices = el("section", { id: "choosing", "aria-label": word("your_move"), tabindex: "-1" });
    this.consent = el("section", { id: "consent", role: "alert", hidden: true });
    this.log = el("ol", { id: "log", "aria-live": "polite", "aria-label": word("log"), tabindex: "0" });
    this.log.addEventListener("keydown", (event) => this.walkLog(event));
    this.people = el("ul", { id: "people", tabindex: "0", "aria-label": word("people") }); // it may scroll
    this.board = new Board(this.frame, (place) => this.choosing.tapped(place));
    this.choosing = new Choosing(this.choices, this);
    const side = el("div", { id: "side" }, this.choices, this.tools(), this.travel(), this.log);
    main.className = "table";
    main.replaceChildren(this.consent, el("div", { id: "boardside" }, this.people, this.frame), side);
    // Keep the latest entry visible, however much room the question takes.
    new ResizeObserver(() => this.at === null && (this.log.scrollTop = this.log.scrollHeight)).observe(this.log);
    NARROW.addEventListener("change", () => this.draw());
    this.listen();
  }

  tools() {
    const tool = (key, run) => (this[`${key}Button`] = button(word(key), run, { id: `tool-${key}` }));
    return el(
      "div",
      { id: "tools", role: "group", "aria-label": word("tools") },
      tool("hint", () => (this.news.is_over ? showReview(this) : showHint(this))),
      tool("undo", () => this.undo()),
      tool("end", () => askToEnd(this)),
      tool("graph", () => showStanding(this)),
      tool("rules", () => showRules(this)),
      tool("table", () => showHost(this)),
    );
  }

  travel() {
    const step = (by) => () => this.go((this.at ?? this.news.steps) + by);
    const max = { min: "0", max: "0", value: "0", "aria-label": word("slider") };
    this.slider = el("input", { type: "range", id: "slider", ...max, oninput: () => this.go(Number(this.slider.value)) });
    this.live = button(word("now"), () => this.go(null), { id: "now" });
    this.replay = button(word("since"), () => this.playBack(), { id: "since" });
    return el(
      "div",
      { id: "travel", role: "group", "aria-label": word("history") },
      this.caption,
      button("◀", step(-1), { "aria-label": word("earlier"), id: "earlier" }),
      this.slider,
      button("▶", step(1), { "aria-label": word("later"), id: "later" }),
      this.live,
      this.replay,
    );
  }

  // The news of the table.

  listen() {
    this.connection.subscribe({
      onNews: (news) => {
        this.latest = news;
        this.hearing = this.hearing.then(() => this.heard(news)).catch((error) => {
          this.isBehind = true;
          this.failed(error);
        });
      },
      onLost: (sentence) => {
        document.body.classList.add("offline");
        this.turn.textContent = sentence;
      },
      onGone: (error) => this.gone(error),
    });
  }

  // The host gave the seat to another person, or the table no longer exists.
  gone(error) {
    document.body.classList.remove("mine", "past", "offline");
    this.turn.textContent = "";
    const main = document.getElementById("main");
    main.className = "start";
    main.replaceChildren(el("p", { class: "lead" }, sentenceOfError(error)), el("p", {}, el("a", { href: "/" }, word("new_table"))));
  }

  async heard(news) {
    const before = this.news;
    this.news = news;
    document.body.classList.remove("offline");
    const isMoved = !before || before.number !== news.number || this.isBehind;
    this.isBehind = false;
    if (news.kept > this.history.length || news.kept + news.happened.length !== news.steps) await this.retell();
    else this.tell(news.happened, news.kept);
    this.showNews();
    if (openDialogName() === "host") showHost(this);
    if (this.latest !== news) {
      this.isBehind ||= isMoved; // newer news has already arrived, and showing it includes this change
      return;
    }
    if (!isMoved) {
      if (this.mayMove() !== this.choosing.isOpen) this.choose();
      return;
    }
    if (this.at !== null && this.at > news.steps) this.at = null;
    await this.draw();
    this.choose();
    if (news.trouble) notify(news.trouble);
    if (this.wasOver === null) this.opened?.();
    else if (news.is_over && !this.wasOver) showStanding(this);
    this.wasOver = news.is_over;
  }

  choose() {
    if (this.mayMove()) {
      const isNew = !this.wasMine;
      this.choosing.begin().then(() => isNew && this.choices.scrollIntoView({ block: "nearest" }));
    } else this.choosing.clear();
    this.wasMine = this.mayMove();
  }

  async retell() {
    const history = await this.connection.ask("history");
    this.tell(history.steps, 0);
  }

  // Add steps to the log after the first *kept* ones, which are unchanged.
  tell(steps, kept) {
    this.history.length = kept;
    while (this.log.children.length > kept) this.log.lastElementChild.remove();
    for (const step of steps) {
      this.history.push(step);
      const [first, ...others] = step.words;
      const jump = button(first, () => this.go(step.step), { class: "step", tabindex: "-1" });
      const more = others.length ? el("ul", {}, others.map((words) => el("li", {}, words))) : null;
      this.log.append(el("li", { "data-seat": step.seat }, jump, more));
    }
    if (steps.length) this.log.scrollTop = this.log.scrollHeight;
  }

  // Tab stops once at the log, however long it is; arrow keys move from move to move.
  walkLog(event) {
    const steps = [...this.log.querySelectorAll("button.step")];
    const here = steps.indexOf(document.activeElement);
    const last = steps.length - 1;
    const next = { ArrowDown: here + 1, ArrowUp: here < 0 ? last : here - 1, Home: 0, End: last }[event.key];
    if (!steps[next]) return;
    event.preventDefault();
    steps[next].focus();
  }

  showNews() {
    const news = this.news;
    const mine = this.mayMove();
    const name = news.to_move === null ? "" : news.chairs[news.to_move].name;
    this.turn.textContent = news.is_closed ? word("closed") : news.turn_words;
    document.title = `${mine ? "● " : ""}${name || word("over")} – Magnum Sal`;
    document.body.classList.toggle("mine", mine);
    this.people.replaceChildren(...news.chairs.map((chair, seat) => this.person(chair, seat)));
    if (news.watching) this.people.append(el("li", { class: "watching" }, word("watching", { count: news.watching })));
    this.slider.max = news.steps;
    if (this.at === null) this.slider.value = news.steps;
    const isLive = this.at === null;
    this.live.disabled = isLive;
    this.replay.disabled = news.since >= news.steps;
    this.hintButton.disabled = !mine && !news.is_over;
    this.hintButton.textContent = word(news.is_over ? "review" : "hint");
    const missing = this.missing();
    // The button stays enabled if a person is missing, because pressing it explains the reason.
    this.undoButton.disabled = !news.undo && !missing;
    this.undoButton.title = missing ? word("undo_absent", { names: missing }) : "";
    this.undoButton.textContent = word(news.undo === "ask" ? "undo_ask" : "undo");
    const seated = news.chairs.some((chair) => chair.is_yours && !chair.stand_in);
    this.endButton.disabled = !seated || news.is_over || news.is_closed;
    this.showConsent();
  }

  // Return the people who cannot agree to an undo, if that is the only obstacle; otherwise "".
  missing() {
    const { undo, is_over, is_closed, chairs } = this.news;
    const isPlayed = (chair) => chair?.is_yours && !chair.stand_in;
    if (undo || is_over || is_closed || !this.history.some((step) => isPlayed(chairs[step.seat]))) return "";
    const absent = chairs.filter((chair) => chair.player === "human" && (!chair.is_taken || chair.stand_in));
    return absent.map((chair) => chair.name).join(", ");
  }

  person(chair, seat) {
    const isNext = seat === this.news.to_move;
    const state = chair.player !== "human" ? chair.player_words
      : chair.stand_in ? word("stand_in", { bot: chair.stand_in })
      : !chair.is_taken ? word("awaited")
      : chair.is_yours ? word("you")
      : word(chair.is_present ? "present" : "away");
    const back = chair.is_yours && chair.stand_in
      ? button(word("sit"), () => this.act({ type: "sit", seat }), { class: "sit" })
      : null;
    return el("li", { "data-seat": seat, "aria-current": isNext ? "true" : null }, el("b", {}, chair.name), " ", el("span", {}, state), back);
  }

  showConsent() {
    const proposal = this.news.proposal;
    this.consent.hidden = !proposal;
    if (!proposal) return this.consent.replaceChildren();
    const asked = proposal.waits_for.some((seat) => this.news.chairs[seat].is_yours);
    const names = proposal.waits_for.map((seat) => this.news.chairs[seat].name).join(", ");
    const answer = (is_agreed) => () => this.act({ type: "agree", is_agreed });
    this.consent.replaceChildren(
      el("p", {}, proposal.words),
      asked ? button(word("agree"), answer(true), { class: "agree" }) : el("p", {}, word("waits_for", { names })),
      button(word(asked ? "refuse" : "withdraw"), answer(false), { class: "refuse" }),
    );
  }

  // The board and its position.

  async draw() {
    const news = this.news;
    if (!news) return;
    const at = this.at ?? news.steps;
    const unseen = this.at === null && this.mayMove() ? Math.min(Math.max(news.steps - news.since, 1), 24) : 1;
    const layout = NARROW.matches ? "tall" : "wide";
    try {
      const drawn = await this.connection.ask("board", { number: news.number, at, layout, last: Math.min(unseen, at) });
      if (news.number !== this.number || at !== (this.at ?? this.news.steps)) return;
      this.board.show(drawn);
      this.frame.dataset.number = news.number;
      this.frame.dataset.at = at;
    } catch (error) {
      if (error.code === "stale") return;
      this.isBehind = true;
      this.failed(error);
    }
  }

  // Show the position after this many moves; null for the current one.
  async go(at, isPlayed = false) {
    if (!isPlayed) clearTimeout(this.playing);
    const steps = this.news.steps;
    const isBefore = this.at !== null; // whether the board already shows an earlier position
    this.at = at === null || at >= steps && !isPlayed ? null : Math.min(Math.max(at, 0), steps);
    this.slider.value = this.at ?? steps;
    const step = this.at ? this.history[this.at - 1] : null;
    this.caption.textContent = this.at === null ? "" : `${word("move_of", { at: this.at, steps })} ${step ? step.words.join(" · ") : ""}`;
    document.body.classList.toggle("past", this.at !== null);
    for (const entry of this.log.children) entry.removeAttribute("aria-current");
    const entry = step ? this.log.children[this.at - 1] : null;
    if (entry) {
      entry.setAttribute("aria-current", "step");
      this.log.scrollTop = entry.offsetTop - this.log.offsetTop - this.log.clientHeight / 2;
    }
    if (NARROW.matches && this.at !== null && !isBefore) this.frame.scrollIntoView({ block: "start" });
    this.showNews();
    await this.draw();
    if (this.mayMove() !== this.choosing.isOpen) this.choose();
  }

  // Replay what happened since the player's last move, one move at a time.
  async playBack() {
    clearTimeout(this.playing);
    const last = this.news.steps;
    const next = async (at) => {
      await this.go(at, true);
      this.playing = setTimeout(() => (at < last ? next(at + 1) : this.go(null)), PACE);
    };
    await next(Math.min(this.news.since + 1, last));
  }

  // The actions of the player.

  async act(message) {
    quiet();
    try {
      return await this.connection.act(needsNumber(message) ? { number: this.number, ...message } : message);
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  undo() {
    const missing = this.missing();
    return missing ? notify(word("undo_absent", { names: missing })) : this.act({ type: "undo" });
  }

  async play(move) {
    this.choosing.clear();
    this.wasMine = false;
    if (!(await this.act({ type: "apply", move, language: this.language }))) this.choose();
  }

  failed(error) {
    const rule = error.objection?.rule;
    if (!(error instanceof Refusal)) console.error(error);
    notify(`${sentenceOfError(error)} `, rule ? ruleButton(this, rule) : "");
  }
}

function needsNumber(message) {
  return ["apply", "undo", "end", "agree", "hint"].includes(message.type);
}
