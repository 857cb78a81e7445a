// The worker that holds the tables. `LocalTables` in Python answers its lines; this module stores the changes, tells the
// news, and lets bots think.
//
// The page sends {id, asked}, where *asked* becomes a line, {subscribe: {table, language}}, {unsubscribe: table} or
// {cancel: id}. {id, asked: {stored: table}} asks for the text that is stored of a table. The page gets {id, reply},
// {id, progress} while a review is in progress, {news, table}, and while the worker starts {loading: [arrived, total]},
// {isBlocked} if another tab holds the tables, {isReady} or {failed}. {isUnstored} says that the browser does not store
// the games.

import { loadParts, startEngine } from "../runtime/engine.js";
import { Storage } from "./storage.js";
import { Thinker } from "./thinker.js";

const SOON = 1500; // milliseconds after which the other worker starts, so that the first board need not wait for it
const LOCK = "magnum-sal-tables";

let storage = null;
let say = null; // asks the tables, and returns their reply
let thinker = null;
const loaded = new Set(); // the tables whose logs the tables know
const subscriptions = new Map(); // for each table the language of its news, and the last position that the page knows
const reviews = new Map(); // for each request for a review, how to stop it

// Two tabs that play the same game would overwrite each other's lines, so only one tab holds the tables.
function holdTables() {
  if (!navigator.locks) return Promise.resolve(); // an old browser, or a page without HTTPS
  return new Promise((resolve) => {
    const hold = (lock) => {
      if (!lock) {
        postMessage({ isBlocked: true });
        navigator.locks.request(LOCK, hold);
        return undefined;
      }
      resolve();
      return new Promise(() => {}); // until the page is closed
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, hold);
  });
}

async function start() {
  const held = holdTables();
  const parts = await loadParts(undefined, (arrived, total) => postMessage({ loading: [arrived, total] }));
  const engine = await startEngine(parts);
  engine.runPython("from magnum_sal.web._local_tables import LocalTables\ntables = LocalTables()");
  const { answer } = engine.globals.get("tables");
  await held;
  say = (asked) => JSON.parse(answer(JSON.stringify(asked)));
  storage = await Storage.open();
  for (const { table, arrangement, standing } of await storage.list()) say({ note: { table, arrangement, standing } });
  thinker = new Thinker(parts);
}

const started = start();
started.then(
  () => {
    postMessage({ isReady: true });
    if (!storage.isKept) postMessage({ isUnstored: true });
    setTimeout(() => thinker.start(), SOON);
  },
  (error) => {
    console.error(error);
    postMessage({ failed: reasonOf(error) });
  },
);

let unstored = []; // changes that could not be stored yet; a log without them would have a gap
// Lines are answered one after another, so that their changes are stored in order. If the worker could not start, the page
// knows it, and nothing is answered.
let queue = started.catch(() => new Promise(() => {}));
// The other worker takes processor time, so bots think only after the first board is on the screen, or after a while if no
// page asks for a board.
let showFirst = null;
const firstBoard = new Promise((resolve) => {
  showFirst = resolve;
  setTimeout(resolve, 10 * SOON);
});

onmessage = ({ data }) => {
  const { id, asked, subscribe, unsubscribe, cancel } = data;
  const report = (failed) => postMessage({ id, failed }); // without an id, it says why there is no game
  if (cancel !== undefined) reviews.get(cancel)?.abort(new Error("cancelled"));
  else if (unsubscribe) subscriptions.delete(unsubscribe);
  else if (subscribe) inTurn(() => begin(subscribe), report);
  else inTurn(() => answerPage(id, asked), report);
};

// Do *work* after the work before it, and *report* why it failed.
function inTurn(work, report = () => {}) {
  queue = queue.then(work).catch((error) => {
    console.error(error);
    report(reasonOf(error));
  });
}

function reasonOf(error) {
  return String(error.message ?? error).slice(0, 300);
}

async function answerPage(id, asked) {
  if (asked.stored !== undefined) return postMessage({ id, reply: { text: await storage.readAll(asked.stored) } });
  if (asked.forget !== undefined) {
    await storage.forget(asked.forget);
    unstored = unstored.filter(({ table }) => table !== asked.forget);
  }
  await load(asked.table);
  const reply = await tell(asked);
  if (asked.ask === "board") setTimeout(showFirst, 100); // the other pictures of the board follow at once
  if (reply.job === undefined) postMessage({ id, reply });
  else think(id, reply);
  return undefined;
}

// Pass a line to the other worker. The next line need not wait for its answer.
async function think(id, { job, seconds, late }) {
  const stop = new AbortController();
  reviews.set(id, stop);
  try {
    const onProgress = (progress) => postMessage({ id, progress });
    postMessage({ id, reply: await thinker.ask(job, { seconds, late, onProgress, signal: stop.signal }) });
  } catch (error) {
    postMessage({ id, failed: reasonOf(error) });
  }
  reviews.delete(id);
}

// Read the log of a stored table before the first line about it.
async function load(table) {
  if (table === undefined || loaded.has(table)) return;
  await tell({ load: table, log: await storage.readLog(table) });
  loaded.add(table);
}

// Ask the tables, store what has changed, and tell everybody.
async function tell(asked) {
  const reply = say(asked);
  unstored.push(...reply.changes);
  for (const { table } of reply.changes) loaded.add(table);
  try {
    await storage.keep(unstored);
    unstored = [];
  } catch (error) {
    console.error("the game could not be stored", error);
    postMessage({ isUnstored: true });
  }
  for (const { table } of reply.changes) tellNews(table);
  for (const move of reply.moves) letMove(move);
  return reply;
}

async function begin({ table, language }) {
  await load(table);
  subscriptions.set(table, { language, known: null });
  tellNews(table);
}

function tellNews(table) {
  const subscription = subscriptions.get(table);
  if (!subscription) return;
  const { language, known } = subscription;
  const { answer } = say({ ask: "news", table, parameters: { language, ...(known === null ? {} : { known }) } });
  subscription.known = answer.number ?? null;
  postMessage({ news: answer, table });
}

// Make the move of a bot after a pause, so that people can follow the game.
async function letMove({ table, number, bot, pause, job, seconds, move }) {
  const rest = new Promise((resolve) => setTimeout(resolve, 1000 * pause));
  let decided;
  await firstBoard;
  try {
    decided = job === undefined ? { move } : await thinker.ask(job, { seconds, late: { is_late: true } });
  } catch (error) {
    decided = { failure: reasonOf(error) };
  }
  await rest;
  inTurn(() => tell({ moved: { table, number, bot, ...decided } }));
}
