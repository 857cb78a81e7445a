// Several readers of one table share a connection. A client of the tests stands for the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type NewsAnswer, type TableGame, TablesClient } from "magnum-sal";

type Stream = ReadableStreamDefaultController<Uint8Array>;

/** A client whose test sends the news. */
class SilentServer extends TablesClient {
  /** The open streams of news. */
  streams = new Set<Stream>();
  /** The number of requests for a stream. */
  requests = 0;
  /** Whether the server refuses all requests. */
  isAway = false;

  constructor() {
    super({ server: "http://localhost/" });
  }

  override async fetch(path: string, { signal }: RequestInit = {}) {
    if (this.isAway) throw new Error("the server is away");
    if (!path.endsWith("/news")) return new Response('{"type":"done","number":9}');
    this.requests += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.streams.add(stream);
        signal!.addEventListener("abort", () => {
          if (this.streams.delete(stream)) stream.error(signal!.reason);
        });
        this.send({ number: 1, steps: 0 });
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }

  /** Sends news to all streams. */
  send({ number, steps, kept = steps, is_closed = false }: Record<string, any>) {
    const happened = [];
    for (let step = kept + 1; step <= steps; step += 1) happened.push({ step, seat: 0, move: null, events: [] });
    const news = { type: "news", number, steps, kept, happened, is_closed };
    const bytes = new TextEncoder().encode(`retry: 10\nid: ${number}\ndata: ${JSON.stringify(news)}\n\n`);
    for (const stream of this.streams) stream.enqueue(bytes);
  }

  /** Ends all streams, as a server does that stops. */
  drop() {
    for (const stream of this.streams) stream.close();
    this.streams.clear();
  }
}

const read = async (news: ReturnType<TableGame["news"]>) => brief((await news.next()).value as NewsAnswer);
const brief = ({ number, kept, happened }: NewsAnswer) => [number, kept, happened.map(({ step }) => step)];
const rest = () => new Promise((resolve) => setTimeout(resolve, 5));

test("all readers of a table share one stream until the last one leaves", async () => {
  const server = new SilentServer();
  const table = server.table("t");
  const stop = new AbortController();
  const shown = table.news({ isForDisplay: true, signal: stop.signal });
  const decided = table.news();
  assert.deepEqual(await Promise.all([read(shown), read(decided)]), [[1, 0, []], [1, 0, []]]);
  server.send({ number: 2, steps: 1, kept: 0 });
  assert.deepEqual(await Promise.all([read(shown), read(decided)]), [[2, 0, [1]], [2, 0, [1]]]);
  assert.deepEqual([server.requests, server.streams.size], [1, 1]);
  stop.abort();
  assert.equal((await shown.next()).done, true);
  server.send({ number: 3, steps: 2, kept: 1 });
  assert.deepEqual(await read(decided), [3, 1, [2]]);
  await decided.return();
  assert.deepEqual([server.requests, server.streams.size], [1, 0]);
  const again = table.news();
  assert.deepEqual(await read(again), [1, 0, []]);
  assert.equal(server.requests, 2);
  await again.return();
});

test("a reader that starts later gets the situation first, and each reader gets all later news", async () => {
  const server = new SilentServer();
  const table = server.table("t");
  const early = table.news();
  await read(early);
  server.send({ number: 2, steps: 1, kept: 0 });
  await rest();
  const late = table.news();
  assert.deepEqual(await read(late), [2, 1, []]);
  for (const number of [3, 4]) server.send({ number, steps: number - 1, kept: number - 2 });
  await rest();
  assert.deepEqual([await read(early), await read(early), await read(early)], [[2, 0, [1]], [3, 1, [2]], [4, 2, [3]]]);
  assert.deepEqual([await read(late), await read(late)], [[3, 1, [2]], [4, 2, [3]]]);
  assert.equal(server.requests, 1);
  await early.return();
  await late.return();
});

test("a reader that starts after an own move, or without a connection, waits for newer news", async () => {
  const server = new SilentServer();
  const table = server.table("t");
  const early = table.news();
  await read(early);
  await table.undo();
  const late = table.news();
  const first = read(late);
  await rest();
  server.send({ number: 9, steps: 1, kept: 0 });
  assert.deepEqual(await first, [9, 1, []]);
  server.isAway = true;
  server.drop();
  await rest();
  const later = table.news();
  const next = read(later);
  await rest();
  server.isAway = false;
  assert.deepEqual(await next, [1, 0, []]);
  for (const news of [early, late, later]) await news.return();
});

test("a reader that does not read loses no move", async () => {
  const server = new SilentServer();
  const table = server.table("t");
  const slow = table.news();
  await read(slow);
  for (let steps = 1; steps <= 150; steps += 1) server.send({ number: steps + 1, steps, kept: steps - 1 });
  server.send({ number: 152, steps: 149, kept: 148 });
  server.send({ number: 153, steps: 149, is_closed: true });
  await rest();
  const told: NewsAnswer[] = [];
  for await (const news of slow) told.push(news);
  assert.equal(told.length, 100);
  const moves = told.flatMap(({ happened }) => happened.map(({ step }) => step));
  assert.deepEqual(moves, Array.from({ length: 149 }, (_, place) => place + 1));
  assert.equal(told.at(-1)!.is_closed, true);
});

test("each reader learns that the connection is lost, and that it is back", async () => {
  const server = new SilentServer();
  const table = server.table("t");
  const told: boolean[][] = [[], []];
  const onConnection = (place: number) => (isConnected: boolean) => void told[place]!.push(isConnected);
  const early = table.news({ onConnection: onConnection(0) });
  const failing = table.news({
    onConnection: () => {
      throw new Error("no banner");
    },
  });
  await Promise.all([read(early), read(failing)]);
  assert.deepEqual(told, [[], []]);
  server.isAway = true;
  server.drop();
  await rest();
  assert.deepEqual(told, [[false], []]);
  await assert.rejects(failing.next(), { message: "no banner" });
  const late = table.news({ isForDisplay: true, onConnection: onConnection(1) });
  const first = read(late);
  await rest();
  assert.deepEqual(told, [[false], [false]]);
  server.isAway = false;
  assert.deepEqual(await first, [1, 0, []]);
  assert.deepEqual(told, [[false, true], [false, true]]);
  server.send({ number: 1, steps: 0, is_closed: true });
  for (const news of [early, late]) for await (const _ of news);
  assert.deepEqual(told, [[false, true], [false, true]]);
});

test("a reader learns that no connection can be opened", async () => {
  const server = new SilentServer();
  server.isAway = true;
  const told: boolean[] = [];
  const news = server.table("t").news({ onConnection: (isConnected) => void told.push(isConnected) });
  const first = read(news);
  await rest();
  assert.deepEqual(told, [false]);
  server.isAway = false;
  await first;
  assert.deepEqual(told, [false, true]);
  await news.return();
});

test("all readers get the error that ends the news", async () => {
  class Refusing extends TablesClient {
    override async fetch() {
      return new Response("hello");
    }
  }
  const table = new Refusing({ server: "http://localhost/" }).table("t");
  const readers = [table.news(), table.news({ isForDisplay: true })];
  for (const done of await Promise.allSettled(readers.map((news) => news.next()))) assert.equal(done.status, "rejected");
});
