// Streams of events that break off without an end, with a clock of the tests and without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type NewsAnswer, TablesClient } from "magnum-sal";

test("the news reconnect after 45 seconds without a byte, not even of a ping", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const news = { type: "news", number: 1, steps: 0, kept: 0, happened: [], is_closed: false };
  let requests = 0;
  /** Sends a ping, and waits until the client has read it. */
  let ping!: () => Promise<void>;
  let isCancelled = false;
  class SilentClient extends TablesClient {
    override async fetch(_: string, { signal }: RequestInit = {}) {
      requests += 1;
      if (requests === 2) {
        return new Promise<Response>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
      }
      const data = `id: 1\ndata: ${JSON.stringify({ ...news, is_closed: requests === 3 })}\n\n`;
      let waits = () => {};
      const body = new ReadableStream<Uint8Array>(
        {
          start: (stream) => {
            stream.enqueue(new TextEncoder().encode(data));
            ping = () => {
              stream.enqueue(new TextEncoder().encode(": ping\n\n"));
              return new Promise((resolve) => (waits = resolve));
            };
          },
          pull: () => waits(),
          cancel: () => void (isCancelled = true),
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    }
  }
  const told = new SilentClient({ server: "http://localhost/" }).table("t").news();
  await told.next();
  const next = told.next();
  context.mock.timers.tick(44_999);
  await ping();
  context.mock.timers.tick(44_999);
  assert.equal(isCancelled, false);
  context.mock.timers.tick(1);
  assert.equal(isCancelled, true);
  // The second request gets no answer at all.
  const turns = setInterval(() => context.mock.timers.tick(1000));
  context.after(() => clearInterval(turns));
  assert.equal(((await next).value as NewsAnswer).is_closed, true);
  assert.equal(requests, 3);
});

test("the news reconnect if the history that fills a gap does not arrive within 45 seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const news = { type: "news", number: 1, steps: 1, kept: 0, happened: [], is_closed: false };
  const history = { type: "history", number: 1, first: 1, steps: [{ step: 1, seat: 0, words: [] }] };
  const asked: string[] = [];
  let wait!: (signal?: AbortSignal | null) => void;
  const waiting = new Promise<AbortSignal | null | undefined>((resolve) => (wait = resolve));
  class ForgottenClient extends TablesClient {
    override async fetch(path: string, { signal }: RequestInit = {}) {
      asked.push(path);
      const headers = { "Content-Type": "text/event-stream" };
      if (path.endsWith("/news")) return new Response(`id: 1\ndata: ${JSON.stringify(news)}\n\n`, { headers });
      if (asked.length > 2) return new Response(JSON.stringify(history));
      wait(signal);
      return new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    }
  }
  const told = new ForgottenClient({ server: "http://localhost/" }).table("t").news().next();
  const signal = await waiting;
  context.mock.timers.tick(44_999);
  assert.equal(signal?.aborted, false);
  context.mock.timers.tick(1);
  assert.equal(signal.aborted, true);
  const turns = setInterval(() => context.mock.timers.tick(1000));
  context.after(() => clearInterval(turns));
  assert.deepEqual(((await told).value as NewsAnswer).happened.map(({ step }) => step), [1]);
  assert.deepEqual(asked.map((path) => path.split("/").at(-1)), ["news", "history?first=1", "news", "history?first=1"]);
});
