// The page of a table: its news, the board at any moment of the game, the question, the tools and the log.

import { Board } from "./board.js";
import { Choosing, ruleButton } from "./choosing.js";
import { Refusal, sentenceOfError } from "./connection.js";
import { offerRescue } from "./damaged.js";
import { askToEnd, showHost, showReview, showRules, showStanding, updateHost } from "./dialogs.js";
import { button, el, notify, notifyBeside, quiet, quietBeside, sentenceOf, word } from "./elements.js";
import { endButtons, showEnd } from "./end.js";
import { backwards } from "./flights.js";
import { Hints } from "./hints.js";
import { lessonPanel } from "./lessons.js";
import { Log } from "./log.js";
import { placesOf } from "./moves.js";
import { describeAbsent, describePerson, describeTurn, showConsent } from "./people.js";
import { Playback } from "./playback.js";
import { pageAddress } from "./routes.js";
import { Travel } from "./travel.js";
import { Views, motionSpeed } from "./views.js";

export class TablePage {
  constructor(connection, language) {
    this.connection = connection;
    this.language = language;
    this.news = null;
    this.history = [];
    this.at = null; // the number of moves before the position on the board; null for the current position
    this.latest = null;
    this.wasOver = null; // null until the board is shown for the first time
    this.hearing = Promise.resolve(); // a promise that handles the news messages one after another
    this.isBehind = false; // whether the page failed to show a part of the latest news
    this.isGone = false;
    this.review = null; // the pending request for the review
    this.seating = ""; // the seats and links that the dialog of the host shows
    this.playback = new Playback(this);
  }

  get number() {
    return this.news?.number ?? 0;
  }

  mayMove() {
    const news = this.news;
    return Boolean(news && this.at === null && news.to_move !== null && !news.is_closed && this.isMine(news.to_move));
  }

  isMine(seat) {
    return seat !== null && this.news.chairs[seat].is_yours && !this.news.chairs[seat].stand_in;
  }

  get isSeated() {
    return this.news.chairs.some((chair) => chair.is_yours && !chair.stand_in);
  }

  // Build the page, and subscribe to the news of the table.
  open(main, turn) {
    this.turn = turn;
    this.board = new Board((place) => this.choosing.tapped(place));
    this.views = new Views(this.connection, this.board, () => this.redraw());
    this.choices = el("section", { id: "choosing", "aria-label": word("your_move"), tabindex: "-1" });
    this.choosing = new Choosing(this.choices, this);
    this.advice = el("section", { id: "hints", "aria-label": word("hint"), hidden: true });
    this.hints = new Hints(this.advice, this);
    this.waiting = el("p", { id: "waiting" });
    this.told = null; // the move that the board shows now, while moves play one after another
    this.consent = el("section", { id: "consent", role: "alert", hidden: true });
    this.log = new Log((step) => this.go(step));
    this.people = el("ul", { id: "people", tabindex: "0", "aria-label": word("people") }); // it may scroll
    this.travel = new Travel(this);
    this.lesson = lessonPanel(this);
    const ask = el("div", { id: "ask" }, this.lesson, this.advice, this.waiting, this.choices);
    const side = el("div", { id: "side" }, this.people, this.views.panels, ask, this.tools(), this.travel.element, this.log.element);
    this.purse = el("p", { id: "purse", "aria-hidden": "true" }); // the panels tell screen readers
    main.className = "table";
    main.replaceChildren(this.consent, this.views.tabs, this.purse, el("div", { id: "boardside" }, this.views.element), side);
    document.getElementById("menu").append(this.endButton);
    this.listen();
  }

  // Create the buttons of the player, and those of the table in the header.
  tools() {
    const tool = (key, run) => (this[`${key}Button`] = button(word(key), run, { id: `tool-${key}` }));
    const more = document.getElementById("more");
    more.setAttribute("aria-label", word("table"));
    more.replaceChildren(
      tool("graph", () => showStanding(this)),
      tool("rules", () => showRules(this)),
      tool("table", () => showHost(this)),
    );
    tool("end", () => askToEnd(this)); // in the menu, because it is used once a game at most
    return el(
      "div",
      { id: "tools", role: "group", "aria-label": word("tools") },
      tool("undo", () => this.undo()),
      tool("redo", () => this.act({ type: "redo" })),
      tool("hint", () => (this.news.is_over ? showReview(this) : this.hints.toggle())),
      button(word("skip_moves"), () => this.playback.skip(), { id: "skip" }),
    );
  }

  // The news of the table.

  listen() {
    this.connection.subscribe({
      onNews: (news, isFirst) => {
        this.latest = news;
        this.hearing = this.hearing.then(() => this.heard(news, isFirst)).catch((error) => {
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

  // Stop everything that would continue after the reader has left the page.
  close() {
    this.isGone = true;
    this.connection.close();
    this.views.close();
    this.board.close();
  }

  // The host gave the seat to another person, or the table no longer exists.
  gone(error) {
    this.isGone = true;
    document.body.classList.remove("mine", "past", "offline");
    this.turn.textContent = "";
    document.getElementById("more").replaceChildren();
    const main = document.getElementById("main");
    main.className = "start";
    const home = el("p", {}, el("a", { href: pageAddress("/") }, word("new_table")));
    main.replaceChildren(el("p", { class: "lead" }, sentenceOfError(error)), ...(error.code === "damaged" ? offerRescue(this.connection, error) : []), home);
  }

  async heard(news, isFirst = false) {
    if (this.isGone) return;
    document.body.classList.remove("offline");
    const isOutdated = isFirst && this.history.length > 0;
    const isMissing = isOutdated || news.kept > this.history.length || news.kept + news.happened.length !== news.steps;
    // Until the history arrives, the page keeps the previous news, because the open question belongs to its position.
    const [steps, kept] = isMissing ? [(await this.connection.ask("history")).steps, 0] : [news.happened, news.kept];
    if (this.isGone) return;
    const before = this.news;
    this.news = news;
    this.tell(steps, kept);
    const isMoved = !before || before.number !== news.number || this.isBehind;
    this.isBehind = false;
    if (this.at !== null && this.at >= news.steps) this.lookAt(null);
    else if (this.at !== null && this.at > kept) this.go(this.at); // moves before this position may have changed
    this.showNews();
    updateHost(this);
    if (news.trouble && news.trouble !== before?.trouble) notify(news.trouble);
    if (!isMoved) {
      if (this.mayMove() !== this.choosing.isOpen) this.choose();
      return;
    }
    quietBeside();
    this.hints.close();
    this.choosing.clear();
    if (this.latest !== news) {
      this.isBehind = true; // newer news has already arrived, and showing it includes this change
      return;
    }
    this.follow();
  }

  // Show the moves up to the latest one, and then the question. News without a move may arrive in the meantime.
  async follow() {
    const { number } = this;
    if (this.at === null) await this.playback.catchUp();
    if (this.number !== number || this.isGone) return;
    const { is_over } = this.news;
    this.told = null;
    this.showTurn();
    this.choose();
    if (this.wasOver === null) this.opened?.();
    else if (is_over && !this.wasOver) showEnd(this);
    this.wasOver = is_over;
  }

  choose() {
    if (this.playback.isPlaying) return;
    if (this.mayMove()) this.choosing.begin();
    else this.choosing.clear();
    if (this.news.is_over && this.at === null) this.choices.replaceChildren(endButtons(this));
    this.showWaiting();
  }

  // Add steps to the log after the first *kept* ones, which are unchanged.
  tell(steps, kept) {
    const undone = this.history.splice(kept, Infinity, ...steps);
    if (kept) this.playback.undo(undone); // a history that was read again says nothing about undone steps
    this.log.tell(steps, kept);
  }

  showNews() {
    const news = this.news;
    const mine = this.mayMove();
    const name = news.to_move === null ? "" : news.chairs[news.to_move].name;
    this.showTurn();
    document.title = `${mine ? "● " : ""}${name || word("over")} – Magnum Sal`;
    document.body.classList.toggle("mine", mine);
    this.people.replaceChildren(...news.chairs.map((chair, seat) => describePerson(this, chair, seat)));
    if (news.watching) this.people.append(el("li", { class: "watching" }, word("watching", { count: news.watching })));
    this.log.showPlayers(news.chairs.map((chair) => chair.name));
    this.travel.showNews(news);
    this.showTools();
    this.showWaiting();
    this.lesson.update();
    showConsent(this);
  }

  showTools() {
    const { news } = this;
    const mine = this.mayMove();
    this.hintButton.disabled = !mine && !news.is_over;
    this.hintButton.textContent = word(news.is_over ? "review" : "hint");
    const missing = describeAbsent(this);
    // The button stays enabled if a person is missing, because pressing it explains the reason.
    this.undoButton.disabled = !news.undo && !missing;
    this.undoButton.textContent = word(news.undo === "ask" ? "undo_ask" : "undo");
    this.undoButton.title = missing ? word("undo_absent", { names: missing }) : this.describeUndo();
    this.redoButton.disabled = news.redo_to === null;
    this.endButton.disabled = !this.isSeated || news.is_over || news.is_closed;
    // Spectators do not move, so they do not see the tools for moves.
    for (const tool of [this.undoButton, this.redoButton, this.endButton]) tool.hidden = !this.isSeated;
    // A bot does not know the task of a lesson, and would often advise against it.
    this.hintButton.hidden = Boolean(news.lesson) || (!this.isSeated && !news.is_over);
  }

  // Describe what an undo takes back.
  describeUndo() {
    const { undo_to, steps } = this.news;
    const first = undo_to === null ? null : this.history[undo_to];
    if (!first) return "";
    const others = steps - undo_to - 1;
    return word(others ? "undo_more" : "undo_one", { move: first.words[0], count: others });
  }

  // Show whose turn it is. While moves play one after another, this is the player whose move the board shows.
  showTurn() {
    const { news, at, told } = this;
    const isShown = told && this.playback.isPlaying;
    this.turn.textContent = news.is_closed ? word("closed")
      : at !== null ? word("viewing", { at, steps: news.steps })
      : isShown ? word("moving", { name: news.chairs[told.seat].name })
      : news.turn_words;
  }

  // Show what happens while the page asks nothing: the move that the board shows, or for whom the page waits.
  showWaiting() {
    const isAsked = this.mayMove() && !this.playback.isPlaying;
    const told = this.playback.isPlaying ? this.told : null;
    this.waiting.hidden = isAsked;
    this.waiting.textContent = isAsked ? "" : told ? told.words.join(" · ") : describeTurn(this, this.news);
    this.waiting.dataset.seat = told?.seat ?? "";
  }

  // Announce a move that the board is about to show. A phone shows the picture where it happens.
  announce(step) {
    this.told = step;
    if (!this.isMine(step.seat)) this.views.showPlaces(placesOf(step.move ?? {}));
    this.showTurn();
    this.showWaiting();
  }

  // Show a sentence beside a place of the board.
  explain(place, sentence, ...more) {
    if (sentence) notifyBeside(this.board.at(place), sentenceOf(sentence), ...more);
  }

  // The board and its position.

  // Show the position after *at* moves, with the motion of these events. If moves are undone in the meantime, the last
  // remaining position is shown. Return the number of moves before the position on the board, and its number; or null if
  // it could not be loaded.
  async showPosition(at, events) {
    for (;;) {
      const { number, at: wanted } = this;
      const isWanted = () => this.at === wanted && !this.isGone; // false once another position is chosen
      try {
        const marked = this.news.steps - this.news.since;
        // A bot may move while an earlier position is drawn. Only the current position depends on its number.
        const seats = this.news.chairs.map((chair) => Number(chair.is_yours)).join("");
        const texts = await this.views.load(isWanted, at === this.news.steps ? number : null, at, marked, seats);
        if (!texts || !isWanted()) return null;
        this.board.speed = motionSpeed();
        const motion = this.board.show(texts, { events, isAnimated: events.length > 0 });
        this.views.element.dataset.number = number;
        this.views.element.dataset.at = at;
        this.showPurse();
        await motion;
        return { at, number };
      } catch (error) {
        if (!isWanted()) return null;
        if (error.code === "stale" && number !== this.number) {
          if (at > this.news.steps) [at, events] = [this.news.steps, []];
          continue;
        }
        this.isBehind = true;
        if (error.code !== "stale") this.failed(error);
        return null;
      }
    }
  }

  // On a phone, show what the player owns above the mine and the town. The panels are on another tab.
  showPurse() {
    const seat = this.mayMove() ? this.news.to_move : this.news.chairs.findIndex((chair) => chair.is_yours);
    const panel = this.board.pictures.get("panels")?.querySelector(`[data-place="player:${seat}"]`);
    const icon = (piece) => {
      const { kind, thing, count } = piece.dataset;
      return el("span", { class: `owned ${kind} ${thing ?? ""}` }, kind === "cube" ? `${thing[0].toUpperCase()} ${count}` : count);
    };
    const pieces = [...(panel?.querySelectorAll("[data-kind=coin], [data-kind=cube]") ?? [])].filter((piece) => !piece.closest("[data-kind=order]"));
    this.purse.replaceChildren(...(seat < 0 ? [] : [el("b", {}, this.news.chairs[seat].name), ...pieces.map(icon)]));
  }

  // Draw the shown position again.
  async redraw() {
    if (!this.news) return;
    await this.showPosition(this.at ?? this.news.steps, []);
    this.choosing.asked && this.choosing.draw();
  }

  // Remember which position is shown, and show it beside the board.
  lookAt(at) {
    this.at = at;
    document.body.classList.toggle("past", at !== null);
    this.travel.show(at);
    this.log.mark(at);
  }

  // Show the position after this many moves; null for the current one.
  async go(at) {
    const steps = this.news.steps;
    const before = this.at ?? steps;
    this.lookAt(at === null || at >= steps ? null : Math.max(at, 0));
    quietBeside();
    this.hints.close();
    this.choosing.clear();
    this.showNews();
    const now = this.at ?? steps;
    const events = now === before + 1 ? this.history[before].events : now === before - 1 ? backwards(this.history[now].events) : [];
    this.playback.forget();
    if (this.at === null) await this.playback.catchUp();
    else await this.showPosition(this.at, events);
    if (this.at !== null && at !== before) this.views.showPlaces(placesOf(this.history[this.at - 1]?.move ?? {}));
    this.showTurn();
    if (this.mayMove() !== this.choosing.isOpen || this.news.is_over) this.choose();
  }

  // Go forward or back by this many moves.
  step(by) {
    return this.go((this.at ?? this.news.steps) + by);
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

  async undo() {
    const missing = describeAbsent(this);
    if (missing) return notify(word("undo_absent", { names: missing }));
    const told = this.describeUndo();
    const isFree = this.news.undo === "free";
    if ((await this.act({ type: "undo" })) && isFree) notify(told);
  }

  async play(move) {
    this.hints.close();
    this.choosing.clear();
    if (!(await this.act({ type: "apply", move, language: this.language }))) this.choose();
  }

  failed(error) {
    const rule = error.objection?.rule;
    if (!(error instanceof Refusal)) console.error(error);
    notify(`${sentenceOfError(error)} `, rule ? ruleButton(this, rule) : "");
    document.getElementById("notice").classList.add("refused");
  }
}

function needsNumber(message) {
  return ["apply", "undo", "redo", "end", "agree", "hint"].includes(message.type);
}
