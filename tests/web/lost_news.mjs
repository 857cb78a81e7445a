// Subscribe to the news of a table, or ask for its history, with a server of this script, and print what the page does.
import { mock } from "node:test";
import { pathToFileURL } from "node:url";

const sources = [];
globalThis.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    sources.push(this);
  }
  close() {}
};
mock.timers.enable({ apis: ["setTimeout"] });

// The answer to all requests but those for the headers of the news.
let answer = () => Response.error();
let status = 503;
globalThis.fetch = async (address, { method, signal } = {}) => (method === "HEAD" ? new Response(null, { status }) : answer(signal));
const refuse = (code, sentence, status) => () => Response.json({ type: "error", code, sentence }, { status });

let late = null; // what ends the latest request that has a limit
const limits = [];
AbortSignal.timeout = (limit) => {
  limits.push(limit);
  late = new AbortController();
  return late.signal;
};

const { Connection } = await import(pathToFileURL(process.argv[2]));
const table = new Connection("en").table("t");
const told = [];
table.subscribe({ onNews() {}, onLost: (sentence) => told.push(sentence), onGone: (error) => told.push(error.code) });

const settle = () => new Promise(setImmediate); // until nothing more happens without an answer or a timer
const seen = {};
const note = (name) => (seen[name] = told.splice(0));

// Refuse the latest source as the server does, and wait until the page opens another one.
async function lose(name, next, headers = 503) {
  [answer, status] = [next, headers];
  sources.at(-1).readyState = EventSource.CLOSED;
  sources.at(-1).onerror();
  await settle();
  note(name);
  mock.timers.tick(headers === 429 ? 30000 : 2000);
}

const unreadable = refuse("not_kept", "unreadable", 503);
await lose("refused", unreadable);
await lose("refused again", unreadable);
await lose("full", () => Response.json({}), 429);
await lose("page of another server", () => new Response("Bad gateway", { status: 502 }));
await lose("unanswered", (signal) => new Promise((_, reject) => {
  signal.addEventListener("abort", reject);
  late.abort();
}));
seen.sources = sources.length;

for (const name of ["history", "board", "review"]) {
  limits.length = 0;
  answer = (signal) => new Promise((_, reject) => (signal ? signal.addEventListener("abort", reject) : reject()));
  const failed = table.ask(name).catch((error) => error.code);
  late.abort();
  seen[name] = [...limits, await failed];
}
mock.timers.tick(2000);
seen.renewed = sources.length;
seen["pages of a proxy"] = [];
for (const status of [500, 502, 503, 504]) {
  answer = () => new Response("Try later", { status });
  seen["pages of a proxy"].push(await table.act({ type: "undo" }).catch((error) => error.message));
}
mock.timers.tick(2000);
seen["renewed again"] = sources.length;
await lose("gone", refuse("unknown_table", "gone", 404));
console.log(JSON.stringify(seen));
