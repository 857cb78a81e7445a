// One game over each connection: the same setup and moves give the same events, and the folded events give the state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  applyEvents,
  connect,
  type Event,
  type Game,
  type Move,
  parseLogLine,
  RefusedError,
  startView,
} from "magnum-sal";
import { NO_RUNTIME, RUNTIME, ServedTables, STDIO } from "./setting.js";

type Setup = Extract<ReturnType<typeof parseLogLine>, { type: "header" }>["started"]["setup"];

const PLAYERS = ["Ada", "Ben"];
const MOST_MOVES = Number(process.env.MAGNUM_SAL_MOVES ?? 2000);
const LONG = { timeout: 3_600_000 };

/** The game that the table of a server has recorded, which the other connections repeat. */
const recorded = { moves: [] as Move[], events: [] as Event[][], setup: null as Setup | null, lines: [] as string[] };
let served: ServedTables;

before(async () => {
  served = await ServedTables.start();
});
after(() => served.stop());

test("a whole game over HTTP: the news has all events, and their fold is the position", LONG, async () => {
  const tables = await connect({ server: served.address });
  const rules = await connect({ process: STDIO }); // A table lists moves only every two seconds.
  const seats = PLAYERS.map((name) => ({ name, player: "here" }));
  const game = await tables.open({ seats });
  let view = startView((await game.position()).state);
  let choice = 7;
  for await (const news of game.news()) {
    for (const { move, events } of news.happened) {
      recorded.moves.push(move!);
      recorded.events.push(events);
      view = applyEvents(view, events);
    }
    assert.equal(news.steps, recorded.moves.length);
    if (news.steps % 50 === 0) assert.deepEqual(view.state, (await game.position()).state);
    if (news.is_over || news.steps >= MOST_MOVES) break;
    const { moves } = await rules.ask({ type: "sensible_moves", state: view.state });
    choice = (choice * 1103515245 + 12345) % 2 ** 31;
    await patiently(() => game.play(moves[choice % moves.length]!));
  }
  const { state } = await game.position();
  await rules.close();
  assert.deepEqual(view.state, state);
  if (MOST_MOVES >= 1000) assert.equal(state.is_over, true);
  recorded.lines = await served.log();
  const header = parseLogLine(recorded.lines[0]!);
  assert.equal(header.type, "header");
  recorded.setup = header.type === "header" ? header.started.setup : null;
  assert.deepEqual((await game.log()).length, recorded.lines.length);
});

test("the same game over a process", LONG, async () => {
  const client = await connect({ process: STDIO });
  await repeat(await client.newGame({ players: PLAYERS, setup: recorded.setup }));
  const loaded = await client.load({ lines: recorded.lines });
  assert.equal(loaded.steps, recorded.moves.length);
  await client.close();
});

test("the same game in a worker", { ...LONG, skip: NO_RUNTIME }, async () => {
  const client = await connect({ runtime: RUNTIME! });
  await repeat(await client.newGame({ players: PLAYERS, setup: recorded.setup }));
  await client.close();
});

async function repeat(game: Game): Promise<void> {
  let view = startView((await game.position()).state);
  let step = 0;
  for await (const news of game.news()) {
    for (const { events, move } of news.happened) {
      assert.deepEqual(move, recorded.moves[step]);
      assert.deepEqual(events, recorded.events[step]);
      view = applyEvents(view, events);
      step += 1;
    }
    if (step === recorded.moves.length) break;
    await game.play(recorded.moves[step]!);
  }
  assert.deepEqual(view.state, (await game.position()).state);
}

// A server limits how many requests it answers in a second.
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === "too_fast")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
