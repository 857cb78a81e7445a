// The connection between the page and its tables on a site without a server: a worker of the page holds them.
//
// It has the interface of connection.js.

import { notify, word } from "../static/elements.js";
import { READINGS, Refusal } from "../static/connection.js";
import { Loading } from "./loading.js";

// Answers that never change, which tools/playground.py has written into files with these endings. So the page shows itself
// before the engine has arrived.
const WRITTEN = { welcome: "json", lessons: "json", picture: "svg" };

// The worker, for all connections of the page.
class Tables {
  constructor() {
    this.waiting = new Map();
    this.listeners = new Map(); // for each table, who gets its news
    this.progress = { is_working: false, done: 0, total: 0 };
    this.count = 0;
    this.isWarned = false; // whether the player knows that games are not stored
    this.failed = null; // why there are no tables: the key and the facts of a sentence
    this.loading = new Loading();
    if (typeof WebAssembly !== "object") return this.fail("no_webassembly");
    this.worker = new Worker(new URL("tables_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = () => this.fail("not_loaded", { reason: "tables_worker.js" });
  }

  get failure() {
    return new Refusal({ code: this.failed[0], sentence: word(...this.failed) }, 0);
  }

  ask(asked) {
    if (this.failed) return Promise.reject(this.failure);
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, isReview: asked.ask === "review" });
      this.worker.postMessage({ id, asked });
    });
  }

  cancelReviews() {
    for (const [id, { isReview }] of this.waiting) if (isReview) this.worker.postMessage({ cancel: id });
  }

  subscribe(table, language, listener) {
    this.listeners.set(table, listener);
    this.worker?.postMessage({ subscribe: { table, language } });
  }

  unsubscribe(table) {
    this.listeners.delete(table);
    this.worker?.postMessage({ unsubscribe: table });
  }

  heard({ id, reply, progress, failed, news, table, loading, isBlocked, isReady, isUnstored }) {
    if (loading) return this.loading.show(...loading);
    if (isBlocked) return this.loading.say("other_tab");
    if (isReady) return this.start();
    if (isUnstored) return this.warn();
    if (news) return this.tellNews(table, news);
    if (failed !== undefined && id === undefined) return this.fail("not_loaded", { reason: failed });
    const asked = this.waiting.get(id);
    if (!asked) return undefined;
    if (progress) {
      this.progress = { is_working: true, ...progress };
      return undefined;
    }
    this.waiting.delete(id);
    if (asked.isReview) this.progress.is_working = false;
    if (failed !== undefined) return asked.reject(new Refusal({ code: "too_early", sentence: failed }, 0));
    if (reply.text !== undefined) return asked.resolve(reply.text);
    const { answer } = reply;
    return answer.type === "error" ? asked.reject(new Refusal(answer, 0)) : asked.resolve(answer);
  }

  start() {
    this.loading.end();
    dispatchEvent(new Event("tables-ready"));
  }

  warn() {
    if (!this.isWarned) notify(word("not_stored"));
    this.isWarned = true;
  }

  tellNews(table, news) {
    const listener = this.listeners.get(table);
    if (news.type === "error") listener?.onGone(new Refusal(news, 404));
    else listener?.onNews(news);
  }

  fail(key, facts = {}) {
    this.loading.say(key, facts);
    this.failed = [key, facts];
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
  }
}

let tables = null;

export class Connection {
  constructor(language) {
    this.language = language;
    this.hasLinks = false;
    this.tables = tables ??= new Tables();
  }

  async ask(name, parameters = {}) {
    const form = WRITTEN[name];
    if (!form) return this.tables.ask({ ask: name, parameters: { language: this.language, ...parameters } });
    const response = await fetch(new URL(`../answers/${name}.${this.language}.${form}`, import.meta.url));
    if (!response.ok) {
      // There is no file in a language that is not offered. The page then chooses another one.
      const code = response.status === 404 ? "malformed" : "offline";
      throw new Refusal({ code, sentence: word("offline") }, response.status);
    }
    return form === "json" ? response.json() : response.text();
  }

  open(message) {
    return this.tables.ask({ send: { type: "open", ...message }, language: this.language });
  }

  async readLog(log) {
    return this.tables.ask({ read: "log_summary", log: await log.text(), parameters: { language: this.language } });
  }

  continueGame(message) {
    return this.tables.ask({ send: { type: "continue", ...message }, language: this.language });
  }

  // Nobody comes by a link.
  async join() {
    throw new Refusal({ code: "unknown_link", sentence: word("refused.unknown_link") }, 404);
  }

  async replay(log, parameters) {
    const text = typeof log === "string" ? log : await log.text();
    return this.tables.ask({ read: "replay", log: text, parameters: { language: this.language, ...parameters } }).then((answer) =>
      parameters.form === "page" ? answer : JSON.parse(answer),
    );
  }

  table(id) {
    return new TableConnection(this, id);
  }
}

export class TableConnection {
  constructor(connection, id) {
    this.connection = connection;
    this.tables = connection.tables;
    this.id = id;
  }

  async ask(name, parameters = {}) {
    const { language } = this.connection;
    if (name === "review_progress") return { type: name, ...this.tables.progress };
    if (name in READINGS) return this.tables.ask({ ask: name, table: this.id, parameters: { language, ...parameters } });
    return this.tables.ask({ send: { type: name, ...parameters }, table: this.id, language });
  }

  async act(message) {
    if (message.type === "cancel_review") this.tables.cancelReviews();
    return this.tables.ask({ send: message, table: this.id, language: this.connection.language });
  }

  // Return the text that the browser has stored of a damaged table.
  readStored() {
    return this.tables.ask({ stored: this.id });
  }

  // Delete the table from the storage of the browser.
  forget() {
    return this.tables.ask({ forget: this.id });
  }

  subscribe(listener) {
    this.tables.subscribe(this.id, this.connection.language, listener);
  }

  close() {
    this.tables.unsubscribe(this.id);
  }
}
