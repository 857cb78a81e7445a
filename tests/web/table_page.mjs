// Play one scene at the page of a table, with answers of this script, and print what the page does.
import { mock } from "node:test";
import { pathToFileURL } from "node:url";

const [folder, scene] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { shown } = await load("elements");
const { Refusal } = await load("connection");
const { TablePage } = await load("table");
const { Views } = await load("views");

const PICTURE = '<svg viewBox="0 0 2 1">';
const asked = []; // the requests of the page that have no answer yet
const done = []; // what the page has done

const connection = {
  ask: (name, parameters) => new Promise((resolve, reject) => asked.push({ name, parameters, resolve, reject })),
  act: async (message) => done.push(`sent ${message.number}`),
  subscribe: (listener) => Object.assign(connection, listener),
  connection: {},
};
const page = new TablePage(connection, "en");
const element = document.body;
const board = { clear() {}, add() {}, show() {}, mark() {}, pictures: new Map() };
const choosing = {
  isOpen: false,
  begin() {
    this.isOpen = true;
    done.push(`question ${page.number}`);
  },
  clear() {
    this.isOpen = false;
  },
};
Object.assign(page, {
  board,
  choosing,
  views: new Views(connection, board, () => {}),
  hints: { close() {} },
  log: { tell() {}, mark: (at) => done.push(`mark ${at}`) },
  travel: { show: () => {} },
  turn: element,
  waiting: element,
  choices: element,
  purse: element,
  showNews() {},
});
page.listen();

const settle = () => new Promise(setImmediate); // until the page waits for answers
const step = { seat: 1, words: [""], move: {}, events: [] };
const chairs = [{ name: "Ada", player: "human", is_yours: true }, { name: "Ben", player: "human" }];
const usual = { to_move: 0, is_over: false, winners: [], chairs, since: 0, trouble: null, is_closed: false, is_host: false };

// Send news about the position after *steps* moves. The first *kept* ones are unchanged.
async function hear(number, steps, kept, { isFirst = false, ...facts } = {}) {
  connection.onNews({ ...usual, number, steps, kept, happened: Array(steps - kept).fill(step), ...facts }, isFirst);
  await settle();
}

// Answer the requests of one kind, with a value or an error.
async function answer(name, value) {
  for (const request of asked.splice(0)) {
    if (request.name !== name) asked.push(request);
    else if (value instanceof Error) request.reject(value);
    else request.resolve(value);
  }
  await settle();
}

// Return the positions whose pictures the page waits for.
const positions = () => asked.filter(({ name, parameters }) => name === "board" && parameters.layout === "board").map(({ parameters }) => parameters.at);

// Open the page at a position, and forget what it does until then.
async function open(steps, facts = {}) {
  await hear(steps, steps, 0, { isFirst: true, ...facts });
  await answer("board", PICTURE);
  done.length = 0;
}

// Open the page after six moves and look at the position after five, and forget what the page does until then.
async function openEarlier() {
  await open(6);
  page.go(5);
  await answer("board", PICTURE);
  done.length = 0;
}

const scenes = {
  async "news during a playback"() {
    await open(5, { to_move: 1 });
    await hear(6, 6, 5);
    await hear(6, 6, 6, { watching: 1 });
    await answer("board", PICTURE);
  },
  async "news during the last playback"() {
    await open(5, { to_move: 1 });
    await hear(6, 6, 5, { to_move: null, is_over: true });
    await hear(6, 6, 6, { to_move: null, is_over: true, watching: 1 });
    await answer("board", PICTURE);
    await answer("standing", { rows: [[0, "Ada", 0, 0, 0, 9]], words: [], headings: [] });
    await hear(6, 6, 6, { to_move: null, is_over: true });
  },
  async "newer moves during a playback"() {
    await open(5, { to_move: 1 });
    await hear(6, 6, 5);
    await hear(7, 7, 6);
    await answer("board", new Refusal({ code: "stale" }, 409));
    await answer("board", PICTURE);
    await answer("board", PICTURE);
  },
  async "waiting for the history"() {
    await open(5);
    await hear(8, 6, 6, { isFirst: true });
    await page.act({ type: "apply" });
    await answer("history", { steps: Array(6).fill(step) });
    await page.act({ type: "apply" });
  },
  async "trouble without a move"() {
    await open(5);
    await hear(5, 5, 5, { trouble: "no space" });
    await hear(5, 5, 5, { trouble: "no space", watching: 1 });
    await hear(5, 5, 5);
    await hear(5, 5, 5, { trouble: "no space" });
  },
  async "trouble during a playback"() {
    await open(5, { to_move: 1 });
    await hear(6, 6, 5, { trouble: "a bot failed" });
    await hear(7, 7, 6);
  },
  async "an earlier position whose moves were undone"() {
    await openEarlier();
    await hear(13, 7, 3);
    done.push(...positions());
  },
  async "an earlier position whose moves stay"() {
    await openEarlier();
    await hear(7, 7, 6);
    done.push(...positions());
  },
  async "an earlier position after a new connection"() {
    await openEarlier();
    await hear(6, 6, 6, { isFirst: true });
    await answer("history", { steps: Array(6).fill(step) });
    done.push(...positions());
  },
  async "the slider"() {
    await open(9);
    for (const at of [1, 2, 3, 4]) page.go(at);
    await settle();
    done.length = 0;
    done.push(...positions());
    await answer("board", PICTURE);
    done.push(...positions());
    await answer("board", PICTURE);
    done.push(`shown ${page.views.element.dataset.at}`);
  },
  async "too many pictures"() {
    await open(9);
    mock.timers.enable({ apis: ["setTimeout"] });
    page.go(1);
    await settle();
    done.length = 0;
    await answer("board", new Refusal({ code: "too_fast" }, 429));
    mock.timers.tick(999);
    await settle();
    done.push(...positions());
    mock.timers.tick(1);
    await settle();
    done.push(...positions());
    await answer("board", new Refusal({ code: "too_fast", sentence: "too fast" }, 429));
    mock.timers.tick(1000);
    await settle();
    done.push(...positions());
  },
  async "too many pictures before another position"() {
    await open(9);
    mock.timers.enable({ apis: ["setTimeout"] });
    page.go(1);
    await settle();
    done.length = 0;
    await answer("board", new Refusal({ code: "too_fast" }, 429));
    page.go(2);
    mock.timers.tick(1000);
    await settle();
    done.push(...positions());
  },
};

await scenes[scene]();
console.log(JSON.stringify({ done, shown }));
process.exit();
