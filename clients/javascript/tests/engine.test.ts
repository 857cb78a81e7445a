// The engine in a worker of Node.
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
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

test("bundlers can write the worker as a script, without a top-level await", async () => {
  const code = await readFile(new URL("engine.js", import.meta.resolve("magnum-sal")), "utf8");
  const parse = (text: string) => new Function(text.replace(/^import .*;$/gm, ""));
  parse(code);
  assert.throws(() => parse(`${code}\nawait null;`), { name: "SyntaxError" });
});

test("files that are missing are named", async () => {
  await assert.rejects(connect({ runtime: "/no/such/folder" }), { name: "ConnectionError", message: /engine\.js/ });
});

test("a worker that ends, fails, or does not answer in JSON", async () => {
  const runtime = await mkdtemp(join(tmpdir(), "runtime-"));
  // Each connection has a worker of its own, and the engine of this folder greets before it does what a text says.
  await writeFile(
    join(runtime, "engine.js"),
    `let asked = 0;
    const hello = JSON.stringify({ type: "hello", id: 1, protocol: 1 });
    const act = (text) => (++asked === 1 ? hello : eval(JSON.parse(text).keys[0]));
    export const loadEngine = async () => ({ runPython: () => ({ get: () => act }) });`,
  );
  for (const [code, told] of [
    ["process.exit()", "the engine failed: its worker has ended"],
    ["throw new Error('no memory')", "the engine failed: no memory"],
    ["'<h1>'", "the engine did not answer in JSON: <h1>"],
    ["'[]'", "the engine did not answer with a JSON object: []"],
    ["'{\"id\": 9}'", "the engine answered request 9 instead of 2"],
  ] as const) {
    const client = await connect({ runtime });
    const asked = client.ask({ type: "labels", keys: [code] });
    await assert.rejects(asked, { name: "ConnectionError", message: told });
    await client.close();
  }
  await rm(runtime, { recursive: true });
});
