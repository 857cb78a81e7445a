// The engine in a worker of Node.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "magnum-sal";
import { NO_RUNTIME, RUNTIME } from "./setting.js";

test("the npm package of Pyodide with wheels, and positions as text", { skip: NO_RUNTIME }, async (context) => {
  const wheels = (await readdir(RUNTIME!)).filter((name) => name.endsWith(".whl")).map((name) => join(RUNTIME!, name));
  if (wheels.length === 0) return context.skip("the runtime holds its packages in another form");
  const client = await connect({ wheels });
  const state = await client.readPosition("S1: AB | market: BGG");
  assert.deepEqual(state.market, { brown: 1, green: 2, white: 0 });
  assert.equal(state.is_over, false);
  const { text } = await client.ask({ type: "text", state, form: "short" });
  assert.match(text, /S1/);
  await assert.rejects(client.readPosition("S1: ?"), { name: "RefusedError", code: "malformed" });
  await assert.rejects(client.readPosition(" ".repeat(5000)), /the limit is 4000/);
  await client.close();
  await assert.rejects(client.ask({ type: "labels", keys: [] }), { name: "ConnectionError" });
});

test("files that are missing are named", async () => {
  await assert.rejects(connect({ runtime: "/no/such/folder" }), { name: "ConnectionError", message: /engine\.js/ });
});
