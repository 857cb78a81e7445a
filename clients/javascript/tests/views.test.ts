// The fold of events against the views of spectators and seats, in whole games with the extensions of the library.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { applyEvents, type Event, startView, type StateJson, stateFromJson } from "magnum-sal";

/** A folder with a file for each game and viewer: the first state, then events with the state after them. */
const VIEWS = process.env.MAGNUM_SAL_VIEWS ?? null;
const NO_VIEWS = VIEWS === null && "MAGNUM_SAL_VIEWS does not name a folder with the views of games";
/** The events that only extensions cause. */
const OF_EXTENSIONS = [
  "card_awaited", "card_turned_up", "deck_reshuffled", "die_awaited", "die_rolled", "part_changed", "tile_looked_at",
  "tile_seen",
];

interface Step {
  events: Event[];
  state: StateJson;
}

async function readViews(): Promise<Map<string, Step[]>> {
  const views = new Map<string, Step[]>();
  for (const name of (await readdir(VIEWS!)).sort()) {
    const lines = (await readFile(join(VIEWS!, name), "utf8")).split("\n").filter(Boolean);
    views.set(name, lines.map((line) => ({ events: [], ...JSON.parse(line) })));
  }
  return views;
}

test("the views of games with extensions, after every event", { skip: NO_VIEWS, timeout: 3_600_000 }, async () => {
  const seen = new Set<string>();
  for (const [name, [first, ...steps]] of await readViews()) {
    let view = startView(stateFromJson(first!.state));
    for (const [number, { events, state }] of steps.entries()) {
      for (const { type } of events) seen.add(type);
      view = applyEvents(view, events);
      assert.deepEqual(view.state, stateFromJson(state), `${name}, ${number}: ${JSON.stringify(events)}`);
    }
    assert(view.state.is_over, name);
  }
  assert.deepEqual(OF_EXTENSIONS.filter((type) => !seen.has(type)), []);
});

test("a program may start to follow at any time", { skip: NO_VIEWS, timeout: 3_600_000 }, async () => {
  for (const [name, steps] of await readViews()) {
    for (let start = 0; start + 1 < steps.length; start += 7) {
      const { state, events } = { state: steps[start]!.state, events: steps[start + 1]!.events };
      const view = applyEvents(startView(stateFromJson(state)), events);
      assert.deepEqual(view.state, stateFromJson(steps[start + 1]!.state), `${name}, ${start}`);
    }
  }
});

test("the secrets of other seats change nothing, and unknown events are skipped", { skip: NO_VIEWS }, async () => {
  const views = await readViews();
  const [own, other, shared] = ["0", "1", "public"].map((viewer) => views.get(`night_shift-${viewer}.jsonl`)!);
  const secrets = other!.flatMap(({ events }) => events).filter(({ type }) => type === "tile_seen");
  assert(secrets.length > 0);
  const bell = { type: "bell_rung", seat: 0 } as unknown as Event;
  for (const steps of [own!, shared!]) {
    const view = startView(stateFromJson(steps[0]!.state));
    assert.deepEqual(applyEvents(view, [...secrets, bell]), view);
  }
});
