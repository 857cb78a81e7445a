// Tables of a server, over HTTP.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { connect, type Move, type NewsAnswer, type TablesClient } from "magnum-sal";
import { ServedTables } from "./setting.js";

const TO_S1: Move = { type: "place_miner", source: "stock", target: "S1" };

let served: ServedTables;
let host: TablesClient;
before(async () => {
  served = await ServedTables.start();
  host = await connect({ server: served.address });
});
after(() => served.stop());

/** Opens a table at which Ada is to move, and returns it and the link of the second seat. */
async function openTable() {
  const seats = [{ name: "Ada", player: "here" }, { name: "Ben", player: "link" }];
  const table = await host.open({ seats, position: "public | turn: A, round 1" });
  return { table, link: (await table.look()).chairs[1]!.link! };
}

test("a guest takes the seat of a link and is told about moves", async () => {
  const { table, link } = await openTable();
  const guests = await connect({ server: new URL(link, served.address) });
  assert.deepEqual((await guests.invitation(link)).players, ["Ada", "Ben"]);
  assert.deepEqual([(await guests.invitation(link)).is_host, (await host.invitation(link)).is_host], [false, true]);
  const guest = await guests.join(new URL(link, served.address));
  assert.equal(guest.seat, 1);
  assert.deepEqual((await guests.tables()).tables.map((listed) => listed.table), [table.id]);
  const news = guest.news();
  const first = (await news.next()).value as NewsAnswer;
  assert.equal(first.to_move, 0);
  await table.play(TO_S1);
  let later = (await news.next()).value as NewsAnswer;
  while (later.steps === 0) later = (await news.next()).value as NewsAnswer;
  assert.deepEqual(later.happened.map(({ seat, move }) => [seat, move]), [[0, TO_S1]]);
  await assert.rejects(guest.play({ ...TO_S1, target: "S4" } as Move), { name: "RefusedError", code: "illegal_move" });
  assert.equal((await guest.history()).steps.length, 1);
  assert.equal((await guest.standing()).rows.length, 2);
  assert.match((await guest.share()).path, /^\/from\//);
  await table.close();
  for await (const { is_closed } of news) later = { ...later, is_closed };
  assert.equal(later.is_closed, true);
});

test("refusals have the code of the protocol, and a move for an old position is refused", async () => {
  const { table, link } = await openTable();
  await assert.rejects(table.play({ ...TO_S1, target: "S3" } as Move), { rule: "CHAIN-1", reason: "not_connected" });
  await table.look();
  await table.play(TO_S1);
  await assert.rejects(table.ask({ type: "apply", number: 0, move: TO_S1 }), { code: "stale" });
  const stranger = await connect({ server: served.address });
  await assert.rejects(stranger.table(table.id).look(), { code: "unknown_table" });
  await assert.rejects(stranger.table(table.id).news().next(), { code: "unknown_table" });
  await assert.rejects(stranger.join("nowhere"), { name: "RefusedError" });
  const german = await connect({ server: served.address, language: "de" });
  const guest = await german.join(link);
  await assert.rejects(guest.play({ ...TO_S1, target: "S5" } as Move), /S5/);
});

test("news for a display do not count as known to the player while a loop decides on moves", async () => {
  const table = await host.open({ seats: [{ name: "Ada", player: "here" }, { name: "Ben", player: "here" }] });
  const other = host.table(table.id);
  const decided = table.news();
  const shown = table.news({ isForDisplay: true });
  const showUntil = async (number: number) => {
    let news = (await shown.next()).value as NewsAnswer;
    while (news.number < number) news = (await shown.next()).value as NewsAnswer;
  };
  await decided.next();
  const { number } = await other.play(TO_S1);
  await showUntil(number);
  await assert.rejects(table.play(TO_S1), { code: "stale" });
  const done = await table.play(TO_S1, { number });
  assert.equal(done.number, number + 1);
  await decided.return();
  await other.look();
  await showUntil((await other.undo()).number);
  await table.play(TO_S1);
  await shown.return();
});

test("an agreement answers the proposal that the player has seen", async () => {
  const { table, link } = await openTable();
  const guest = await (await connect({ server: served.address })).join(link);
  await table.ask({ type: "end" });
  await guest.look();
  await table.ask({ type: "agree", is_agreed: false });
  await table.ask({ type: "end" });
  await assert.rejects(guest.ask({ type: "agree", is_agreed: true }), { code: "stale" });
  await guest.look();
  await guest.ask({ type: "agree", is_agreed: true });
  assert.equal((await guest.look()).is_over, true);
});

test("questions, actions and their answers", async () => {
  const welcome = await host.welcome();
  assert(welcome.bots.length > 0);
  assert((await host.lessons()).lessons.length > 0);
  const { table } = await openTable();
  const { offers } = await table.ask({ type: "at_place", place: "S1" });
  assert.deepEqual(offers[0]!.move, TO_S1);
  assert.equal((await table.position()).state.is_over, false);
  assert.equal((await table.ask({ type: "options", most: 5 })).type, "options");
  assert.match((await table.ask({ type: "give_link" })).link, /^\/watch\/|^\//);
  await table.play(TO_S1);
  const { number } = await table.undo();
  assert.equal((await table.redo()).number, number + 1);
  assert((await table.log()).length >= 3);
});

test("a key can be kept, and must be one", async () => {
  const again = await connect({ server: served.address, key: host.key });
  assert.equal((await again.tables()).tables.length, (await host.tables()).tables.length);
  await assert.rejects(connect({ server: served.address, key: "secret" }), { name: "TypeError" });
  await assert.rejects(connect({ server: "ftp://localhost/" }), { name: "TypeError" });
});

test("the id of a table must be one", () => {
  for (const id of ["", ".", "..", "a/b", "a b", "x".repeat(65)]) {
    assert.throws(() => host.table(id), { name: "TypeError", message: /^id: / }, id);
  }
  assert.equal(host.table("aB3_-").id, "aB3_-");
});

test("a server below a path of a proxy, and the addresses of a server", async () => {
  const asked: string[] = [];
  const proxy = await serve((request, answer) => {
    asked.push(request.url!);
    answer.end('{"type":"tables","tables":[]}');
  });
  const folders: Record<string, string[]> = {
    "": ["", "index.html", "learn", "api/tables/x/news", "t/x", "t/x/", "join/x", "from/x?language=de#y"],
    "salt/": ["salt/", "salt/learn", "salt/api/welcome", "salt/join/x"],
  };
  for (const [folder, paths] of Object.entries(folders)) {
    for (const path of paths) {
      await (await connect({ server: proxy.address + path })).tables();
      assert.equal(asked.pop(), `/${folder}api/tables?language=en`, path);
    }
  }
  await proxy.stop();
});

test("a server that is away, and one that does not speak the protocol", async () => {
  const closed = await serve((_, answer) => answer.end());
  await closed.stop();
  const away = await connect({ server: closed.address });
  await assert.rejects(away.welcome(), { name: "ConnectionError", message: /does not answer/ });
  const proxy = await serve((_, answer) => answer.writeHead(502).end("<h1>Bad gateway</h1>"));
  const behind = await connect({ server: proxy.address });
  await assert.rejects(behind.welcome(), { name: "ConnectionError", message: /502/ });
  await proxy.stop();
  const page = await serve((_, answer) => answer.end("<h1>Hello</h1>"));
  const other = await connect({ server: page.address });
  await assert.rejects(other.welcome(), { name: "ConnectionError", message: /JSON/ });
  await page.stop();
});

test("answers that are not in the protocol, too long, or cut", async () => {
  const said: Record<string, string> = { object: "[]", nothing: "", text: "<h1>\u001b</h1>" };
  const server = await serve((request, answer) => {
    const path = request.url!;
    if (path.includes("/tables/endless")) {
      answer.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => answer.write("x".repeat(1 << 20)), 1);
      answer.on("close", () => clearInterval(timer));
    } else if (path.includes("/tables/cut")) {
      answer.writeHead(200, { "Content-Length": "100" }).write("{");
      setTimeout(() => answer.destroy(), 20);
    } else {
      const name = Object.keys(said).find((name) => path.includes(`/tables/${name}`));
      answer.end(said[name!]);
    }
  });
  const client = await connect({ server: server.address });
  const { origin } = new URL(server.address);
  for (const [id, told] of [
    ["object", `${origin} did not answer with a JSON object: []`],
    ["nothing", `${origin} did not answer in JSON: `],
    ["text", `${origin} did not answer in JSON: <h1> </h1>`],
    ["endless", `the answer of ${origin} has more than 16,777,216 characters`],
    ["cut", `the answer of ${origin} ended too early: terminated`],
  ] as const) {
    await assert.rejects(client.table(id).look(), { name: "ConnectionError", message: told });
  }
  await assert.rejects(client.table("endless").log(), { message: "the log has more than 16,777,216 characters" });
  await server.stop();
});

test("news that are not in the protocol end with an error instead of reconnecting", async () => {
  let requests = 0;
  const server = await serve((request, answer) => {
    requests += 1;
    const type = request.url!.includes("/page") ? "text/html" : "text/event-stream";
    answer.writeHead(200, { "Content-Type": type });
    if (request.url!.includes("/endless")) {
      const timer = setInterval(() => answer.write(`data: ${"x".repeat(1 << 20)}`), 1);
      answer.on("close", () => clearInterval(timer));
    } else answer.end("data: <h1>Hello</h1>\n\n");
  });
  const client = await connect({ server: server.address });
  for (const [id, told] of [
    ["page", "the server did not answer with a stream of news, but with text/html"],
    ["data", "the server did not answer in JSON: <h1>Hello</h1>"],
    ["endless", "the server sends an event without an end"],
  ] as const) {
    await assert.rejects(client.table(id).news().next(), { name: "ConnectionError", message: told });
  }
  assert.equal(requests, 3);
  await server.stop();
});

test("a server that ends in the middle of a game", async () => {
  const other = await ServedTables.start();
  const client = await connect({ server: other.address });
  const table = await client.open({ seats: [{ name: "Ada", player: "here" }, { name: "Ben", player: "here" }] });
  const stop = new AbortController();
  const news = table.news({ signal: stop.signal });
  await news.next();
  await other.stop("SIGKILL");
  const { origin } = new URL(other.address);
  await assert.rejects(table.play(TO_S1), { name: "ConnectionError", message: RegExp(`^${origin} does not answer: `) });
  // The news wait for the server to come back, until the reader has enough.
  const waiting = news.next();
  stop.abort();
  assert.equal((await waiting).done, true);
});

test("the news reconnect with the number of the last event, and fill the gaps from the history", async () => {
  const asked: string[] = [];
  let streams = 0;
  const news = (fields: object) =>
    JSON.stringify({ type: "news", number: 1, steps: 0, kept: 0, happened: [], is_closed: false, ...fields });
  const server = await serve((request, answer) => {
    asked.push(`${request.url} ${request.headers["last-event-id"] ?? "-"}`);
    if (request.url!.includes("/history")) {
      const steps = [1, 2, 3].map((step) => ({ step, seat: 0, words: [], move: null, events: [] }));
      return answer.end(JSON.stringify({ type: "history", number: 4, first: 1, steps }));
    }
    streams += 1;
    answer.writeHead(200, { "Content-Type": "text/event-stream" });
    if (streams === 1) answer.end(`: ping\r\n\r\nretry: 10\r\nid: 1\r\ndata: ${news({})}\r\n\r\ndata: {"half`);
    else if (streams === 2) answer.destroy();
    else answer.end(`id: 4\ndata: ${news({ number: 4, steps: 3, is_closed: true })}\n\n`);
  });
  const table = (await connect({ server: server.address })).table("t");
  const told: NewsAnswer[] = [];
  for await (const message of table.news()) told.push(message);
  assert.deepEqual(told.map(({ steps, happened }) => [steps, happened.length]), [[0, 0], [3, 3]]);
  assert.deepEqual(
    asked.filter((line) => line.includes("/news")).map((line) => line.split(" ")[1]),
    ["-", "1", "1"],
  );
  await server.stop();
});

test("no move is lost if the history is refused or cut while a gap is filled", async () => {
  let histories = 0;
  const news = { type: "news", number: 2, steps: 2, kept: 0, happened: [], is_closed: true };
  const known: (string | undefined)[] = [];
  const server = await serve((request, answer) => {
    if (!request.url!.includes("/history")) {
      known.push(request.headers["last-event-id"] as string | undefined);
      answer.writeHead(200, { "Content-Type": "text/event-stream" });
      return answer.end(`retry: 10\nid: 1\ndata: ${JSON.stringify({ ...news, is_closed: histories === 2 })}\n\n`);
    }
    histories += 1;
    if (histories === 1) {
      answer.writeHead(429, { "Content-Type": "application/json" });
      return answer.end('{"type":"error","code":"too_fast","sentence":"too fast","objection":null}');
    }
    if (histories === 2) {
      answer.writeHead(200, { "Content-Length": "100" }).write("{");
      return setTimeout(() => answer.destroy(), 20);
    }
    const steps = [1, 2].map((step) => ({ step, seat: 0, words: ["a line\u2028of two"], move: null, events: [] }));
    return answer.end(JSON.stringify({ type: "history", number: 2, first: 1, steps }));
  });
  const table = (await connect({ server: server.address })).table("t");
  const told: NewsAnswer[] = [];
  for await (const message of table.news()) told.push(message);
  assert.deepEqual(told.map(({ happened }) => happened.map(({ step }) => step)), [[1, 2]]);
  assert.deepEqual(known, [undefined, undefined, undefined]);
  await server.stop();
});

test("news contain the line ends of Unicode", async () => {
  const trouble = "one\u2028two\u2029three";
  const news = { type: "news", number: 0, steps: 0, kept: 0, happened: [], is_closed: true, trouble };
  const server = await serve((_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/event-stream" });
    answer.end(`id: 1\ndata: ${JSON.stringify(news)}\n\n`);
  });
  const { value } = await (await connect({ server: server.address })).table("t").news().next();
  assert.equal(value!.trouble, trouble);
  await server.stop();
});

/** Starts a server that is not the library's. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, stop: () => new Promise((resolve) => server.close(resolve)) };
}

test("a table resumes the log of another one", async () => {
  const { table } = await openTable();
  await table.play(TO_S1);
  const lines = await table.log();
  const log = lines.map((line) => `${line}\n`).join("");
  const again = await host.continueGame({ log, players: ["here", "here"] });
  const { steps, chairs } = await again.look();
  assert.deepEqual([steps, chairs.map(({ name }) => name)], [1, ["Ada", "Ben"]]);
  assert.notEqual(again.id, table.id);
  assert.deepEqual(await again.log(), lines);
  await assert.rejects(host.continueGame({ log: "groceries\n", players: ["here", "here"] }), { code: "malformed" });
});
