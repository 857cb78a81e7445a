// The connection between the page and its tables. Only this module knows that they are on a server and uses HTTP.
// transport.js chooses between this module and others with the same interface.
//
// A page needs four things: `open` a table (or `continueGame`), `ask` something, `act` at a table, and `subscribe` to its
// news. Every answer is a message of the table protocol, and a refusal becomes an error with a sentence.

import { word } from "./elements.js";

const RETRY = 2000; // milliseconds until the page tries again after a failure
const SILENCE = 45000; // milliseconds without news or a ping, which comes every 15 seconds, until a connection is lost
// The page shows nothing else before these readings arrive. An answer that takes as long as SILENCE counts as lost.
const AWAITED = ["board", "history"];
const FULL = 30000; // milliseconds until a spectator without a place tries again
// The answers of a proxy while the server restarts. The server itself also uses 503, but with a message.
const UNREACHABLE = [502, 503, 504];

// The readings of a table, and the end of the path of each.
export const READINGS = {
  news: "",
  board: "/board.svg",
  history: "/history",
  standing: "/standing",
  graph: "/graph.svg",
  review: "/review",
  review_progress: "/review/progress",
  share: "/share",
  log: "/log.jsonl",
  qr: "/qr.svg",
};

export class Refusal extends Error {
  constructor(answer, status) {
    super(answer.sentence ?? `HTTP ${status}`);
    this.code = answer.code ?? "";
    this.objection = answer.objection ?? null;
    this.status = status;
  }
}

// Return the sentence of a refusal, in the player's language if there are words for it.
export function sentenceOfError(error) {
  const key = `refused.${error.code}`;
  return word(key) === key ? error.message : word(key);
}

export class Connection {
  constructor(language) {
    this.language = language;
    this.hasLinks = true; // whether people can join by following links
  }

  // Ask about the tables: "welcome", "tables", or "invitation" and "position" with the name of a link. *part* is
  // "board.svg" for the picture of the position.
  ask(name, parameters = {}) {
    const { link, part, ...others } = parameters;
    const parts = link === undefined ? [name] : [`${name}s`, encodeURIComponent(link), part];
    const path = ["/api", ...parts.filter(Boolean)].join("/");
    return request(addressOf(path, { language: this.language, ...others }));
  }

  // Open a table, and return its id.
  open(message) {
    return this.send("/api/tables", { type: "open", ...message });
  }

  // Return what a log contains. The server does not store the log.
  readLog(log) {
    return sendLog("/api/logs", { language: this.language }, log);
  }

  // Open a table that resumes the game of a log, and return its id.
  continueGame(message) {
    return this.send("/api/continue", { type: "continue", ...message });
  }

  // Take the seat that a link leads to, or a place among the spectators.
  join(link) {
    return this.send("/api/join", { type: "join", link });
  }

  // Draw the replay of a log: data for the viewer, or with `form: "page"` a page to save. The server does not store the
  // log.
  replay(log, parameters) {
    return sendLog("/api/replay", { language: this.language, ...parameters }, log);
  }

  table(id) {
    return new TableConnection(this, id);
  }

  send(path, message) {
    const headers = { "Content-Type": "application/json" };
    // If the server refuses the request, its sentence is in this language.
    const address = addressOf(path, { language: this.language });
    return request(address, { method: "POST", headers, body: JSON.stringify(message) });
  }
}

export class TableConnection {
  constructor(connection, id) {
    this.connection = connection;
    this.path = `/api/tables/${encodeURIComponent(id)}`;
    this.listener = null;
    this.source = null;
    this.timer = 0; // waits until the page subscribes again
    this.silence = 0; // waits while nothing arrives
    this.reason = null; // the sentence with which the server refuses to send news
  }

  // Return an address for a picture that the browser loads itself.
  addressOf(name, parameters = {}) {
    return addressOf(this.path + READINGS[name], parameters);
  }

  // Ask a question that changes nothing: one of READINGS, or the type of a question. Pictures arrive as text. All
  // answers contain words, except the one to "position".
  async ask(name, parameters = {}) {
    const { language } = this.connection;
    return this.watch(
      name in READINGS
        ? request(this.addressOf(name, { language, ...parameters }), AWAITED.includes(name) ? limited() : {})
        : this.connection.send(this.path, { type: name, ...(name === "position" ? {} : { language }), ...parameters }),
    );
  }

  // Change the table.
  act(message) {
    return this.watch(this.connection.send(this.path, message));
  }

  // Subscribe to the news of the table. The connection calls `onNews` with each message, and with true if it is the
  // first one of a source. It calls `onLost` with a sentence while no news arrives, and `onGone` with an error once the
  // browser has no access any more.
  subscribe(listener) {
    this.listener = listener;
    this.listen();
  }

  close() {
    this.listener = null;
    this.source?.close();
    clearTimeout(this.timer);
    clearTimeout(this.silence);
  }

  listen() {
    this.source?.close();
    this.source = new EventSource(addressOf(`${this.path}/news`, { language: this.connection.language, ping: "event" }));
    this.limitSilence();
    for (const sign of ["open", "news", "ping"]) this.source.addEventListener(sign, () => this.limitSilence());
    // The first news of a source does not tell which of the moves that the page knows were undone in the meantime.
    let isFirst = true;
    this.source.addEventListener("news", (event) => {
      this.listener?.onNews(JSON.parse(event.data), isFirst);
      isFirst = false;
    });
    this.source.onerror = () => this.lost();
  }

  // Nothing reports that a network has dropped the connection of a device that slept.
  limitSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.listener?.onLost(word("offline"));
      this.listen();
    }, SILENCE);
  }

  async lost() {
    // Until the source opens again, silence is expected: a source that was replaced waits a minute.
    clearTimeout(this.silence);
    const isRefused = this.source.readyState === EventSource.CLOSED;
    if (!isRefused) this.reason = null;
    this.listener?.onLost(this.reason ?? word("offline"));
    if (!isRefused) return;
    // An EventSource does not report why it was refused, so other requests find out.
    this.reason = null;
    try {
      await request(this.addressOf("news", { language: this.connection.language }), limited());
    } catch (error) {
      if ([401, 404].includes(error.status)) return this.listener?.onGone(error);
      if (error.code) this.reason = sentenceOfError(error); // the answer of another server has no code
    }
    // Check whether all places for spectators are taken.
    const isFull = await fetch(`${this.path}/news`, { method: "HEAD", ...limited() }).then(({ status }) => status === 429, () => false);
    if (isFull) this.reason = word("full");
    this.listener?.onLost(this.reason ?? word("offline"));
    this.listenAgain(isFull ? FULL : RETRY);
  }

  listenAgain(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.listener && this.listen(), after);
  }

  // The news stream can outlive the network for a while. So a failed request renews the stream: its first news redraws
  // the page.
  async watch(answer) {
    try {
      return await answer;
    } catch (error) {
      if (error.code === "offline" && this.listener) this.listenAgain(RETRY);
      throw error;
    }
  }
}

function addressOf(path, parameters) {
  const query = new URLSearchParams(parameters).toString();
  return query ? `${path}?${query}` : path;
}

function sendLog(path, parameters, log) {
  return request(addressOf(path, parameters), { method: "POST", headers: { "Content-Type": "application/jsonl" }, body: log });
}

// Return the options of a request. If no answer arrives in time, the request fails as on a lost connection.
function limited() {
  return { signal: AbortSignal.timeout(SILENCE) };
}

function lostConnection(status = 0) {
  return new Refusal({ code: "offline", sentence: word("offline") }, status);
}

// Return the answer to a request: a message, or the text of a picture. A failed connection also becomes an error with a
// sentence.
async function request(address, options) {
  let response;
  let text;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch {
    throw lostConnection();
  }
  const isMessage = response.headers.get("Content-Type")?.split(";")[0] === "application/json"; // a log is application/jsonl
  if (response.ok && !isMessage) return text;
  if (!isMessage && UNREACHABLE.includes(response.status)) throw lostConnection(response.status);
  const message = isMessage ? JSON.parse(text) : {}; // an error page of another server is not a message
  if (!response.ok || message.type === "error") throw new Refusal(message, response.status);
  return message;
}
