// The fold of events against the states of the engine, after every step of whole games.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { applyEvents, connect, RefusedError, type RulesClient, startView, type TransitionAnswer, type View } from "magnum-sal";
import { STDIO } from "./setting.js";

/** A folder with logs of games, such as `tests/games` of the project; null for a game that the test plays itself. */
const GAMES = process.env.MAGNUM_SAL_GAMES ?? null;
const NO_GAMES = GAMES === null && "MAGNUM_SAL_GAMES does not name a folder with logs";
const MOST_STEPS = 150;

let client: RulesClient;
before(async () => {
  client = await connect({ process: STDIO });
});
after(() => client.close());

test("recorded games, with and without variants", { skip: NO_GAMES, timeout: 3_600_000 }, async () => {
  const seen = new Set<string>();
  for (const name of (await readdir(GAMES!)).filter((name) => name.endsWith(".jsonl")).sort()) {
    const text = await readFile(join(GAMES!, name), "utf8");
    // A game that was ended by agreement cannot be undone.
    const lines = text.split("\n").slice(0, -1).filter((line) => JSON.parse(line).type !== "end");
    const game = await client.load({ lines }).catch((error) => {
      assert(error instanceof RefusedError, name); // A log for a ruleset that is not installed, or a damaged one.
      return null;
    });
    if (!game) continue;
    const steps = game.steps;
    if (steps > 0) await game.undo(0);
    let view: View = startView(game.state);
    for (let step = 1; step <= steps; step += 1) {
      const made: TransitionAnswer = await game.redo();
      for (const { type } of made.events) seen.add(type);
      view = applyEvents(view, made.events);
      assert.deepEqual(view.state, made.state, `${name}, step ${step}`);
    }
    await game.close();
  }
  assert(seen.size >= 20, [...seen].join(" "));
});

test("a game on a real table, whose pieces are turned up one by one", { timeout: 3_600_000 }, async () => {
  const ruleset = { name: "standard", mapped_mine: true };
  for (const game of [
    await client.openTable({ players: ["Ada", "Ben", "Cleo"], ruleset }),
    await client.openTable({ players: ["Ada", "Ben"] }),
  ]) {
    let view: View = startView(game.state);
    let choice = 11;
    for (let step = 0; step < MOST_STEPS && !game.state.is_over; step += 1) {
      choice = (choice * 1103515245 + 12345) % 2 ** 31;
      let made: TransitionAnswer;
      if (view.state.pending) {
        const { outcomes } = await game.ask({ type: "outcomes" });
        made = await game.reveal(outcomes[choice % outcomes.length]!.piece);
      } else {
        const { moves } = await game.ask({ type: "sensible_moves" });
        made = await game.play(moves[choice % moves.length]!);
      }
      view = applyEvents(view, made.events);
      assert.deepEqual(view.state, made.state);
      assert.deepEqual(startView(made.state).state, made.state); // A view can start in the middle of a game.
    }
  }
});

test("a view does not change when events are applied to it", async () => {
  const game = await client.newGame({ players: ["Ada", "Ben"], seed: 7 });
  const view = startView(game.state);
  const copy = structuredClone(view);
  const { events } = await game.play({ type: "place_miner", source: "stock", target: "S1" });
  assert.notDeepEqual(applyEvents(view, events), view);
  assert.deepEqual(view, copy);
});
