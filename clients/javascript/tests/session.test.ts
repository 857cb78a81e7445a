// A game that an engine keeps as a session, over a process.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Asked,
  ConnectionError,
  connect,
  type GameNews,
  type Move,
  RefusedError,
  type RulesClient,
  stateToJson,
} from "magnum-sal";
import { STDIO } from "./setting.js";

const PLAYERS = ["Ada", "Ben"];
const TO_S1: Move = { type: "place_miner", source: "stock", target: "S1" };
const TO_S3: Move = { type: "place_miner", source: "stock", target: "S3" };

let client: RulesClient;
before(async () => {
  client = await connect({ process: STDIO });
});
after(() => client.close());

test("a refusal is an error with rule, reason and facts", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  await assert.rejects(game.play(TO_S3), (error) => {
    assert(error instanceof RefusedError);
    assert.equal(error.code, "illegal_move");
    assert.equal(error.message, "S3 is not connected to the entrance: S1 is empty [CHAIN-1]");
    assert.deepEqual([error.rule, error.reason], ["CHAIN-1", "not_connected"]);
    assert.deepEqual(error.facts, { space: "S3", empty: "S1" });
    return true;
  });
  assert.equal(game.steps, 0);
  await assert.rejects(client.ask({ type: "close", session: "elsewhere" }), { code: "unknown_session", rule: null });
});

test("a state says is_over, and its JSON says over", async () => {
  const { session } = await client.newGame({ players: PLAYERS });
  const { state } = await client.ask({ type: "position", session });
  assert.equal(state.is_over, false);
  assert(!("over" in state));
  assert.equal(stateToJson(state).over, false);
  for (const form of [state, stateToJson(state) as unknown as typeof state]) {
    const { total } = await client.ask({ type: "legal_moves", state: form });
    assert.equal(total, 19);
  }
});

test("the program to start is a list", async () => {
  const process = "magnum-sal serve --stdio" as unknown as string[];
  await assert.rejects(connect({ process }), (error) => error instanceof TypeError && /^process: /.test(error.message));
});

test("news: first the situation, then each change, with what undoing took back", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  const news = game.news();
  const next = async () => (await news.next()).value as GameNews;
  assert.deepEqual(await next(), { steps: 0, to_move: 0, is_over: false, winners: [], kept: 0, happened: [] });
  await game.play(TO_S1);
  const first = await next();
  assert.deepEqual([first.kept, first.happened.map(({ seat, move }) => [seat, move])], [0, [[0, TO_S1]]]);
  await game.play({ type: "visit_town_square" });
  await game.undo(0);
  // Both changes in one message: of the move that was known, nothing is left.
  assert.deepEqual([(await next()).kept, game.steps, game.state.to_move], [0, 0, 0]);
  await game.redo();
  const again = await next();
  assert.deepEqual(again.happened, first.happened);
  const waiting = next();
  await game.end("it is late");
  const { is_over, to_move } = await waiting;
  assert.deepEqual([is_over, to_move], [true, null]);
  await game.close();
  assert.equal((await news.next()).done, true);
});

test("several readers, and a signal that ends the news", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  const stop = new AbortController();
  const counts: number[] = [];
  const reading = (async () => {
    for await (const { steps } of game.news({ signal: stop.signal })) counts.push(steps);
  })();
  for await (const { steps } of game.news()) {
    if (steps === 0) await game.play(TO_S1);
    else break;
  }
  await new Promise((resolve) => setTimeout(resolve));
  stop.abort();
  await reading;
  assert.deepEqual(counts, [0, 1]);
});

test("a hint, the standing and the history of a game in words", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  await game.play(TO_S1);
  const { advice, words } = await game.hint({ iterations: 20, lines: 1, language: "de" });
  assert.equal(words.length, 1);
  const { total } = await game.ask({ type: "legal_moves", kind: advice[0]!.move.type });
  assert(total > 0);
  const { rows, turn_words } = await game.standing();
  assert.deepEqual([rows.map((row) => row[1]), turn_words.includes("To move: Ben")], [["Ben", "Ada"], true]);
  const [first, ...others] = await game.history();
  assert.deepEqual([first!.step, first!.seat, first!.move, others], [1, 0, TO_S1, []]);
  assert.equal(first!.words[0], "Ada: sends a miner from stock to S1");
  await game.end("it is late");
  await assert.rejects(game.hint(), { code: "misuse" });
  assert.deepEqual((await game.standing()).words, ["Ended early: it is late"]);
});

test("a damaged log is recovered up to its first damaged line", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  await game.play(TO_S1);
  await game.play({ type: "visit_town_square" });
  const lines = await game.log({ full: true });
  const damaged = [...lines.slice(0, 2), "{}"];
  await assert.rejects(client.load({ lines: damaged }), { code: "bad_log" });
  const recovered = await client.load({ lines: damaged, recover: true });
  assert.equal(recovered.steps, 1);
  assert.match(recovered.damage!, /^line 3: /);
  assert.deepEqual(await recovered.log({ full: true }), lines.slice(0, 2));
  assert.equal((await client.load({ lines })).damage, null);
  assert.equal(typeof client.hello.log_schema, "number");
});

test("a loaded game can be undone beyond its beginning, and redone", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  await game.play(TO_S1);
  const lines = await game.log({ full: true });
  const loaded = await client.load({ lines });
  assert.equal(loaded.steps, 1);
  await loaded.undo();
  const news = loaded.news();
  await news.next();
  await loaded.redo();
  const { value } = await news.next();
  assert.deepEqual((value as GameNews).happened[0]!.move, TO_S1);
  assert.deepEqual(loaded.state, game.state);
  await news.return!();
  await assert.rejects(client.load({ lines: lines.slice(1) }), { name: "RefusedError", code: "bad_log" });
});

test("the news name the move that was redone, even if later moves were undone first", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7 });
  const moves: Move[] = [TO_S1, { type: "visit_town_square" }];
  for (const move of moves) await game.play(move);
  const loaded = await client.load({ lines: await game.log({ full: true }) });
  await loaded.undo(1);
  await loaded.redo(); // The object has now seen the second move, but not the first.
  await loaded.undo(0);
  const news = loaded.news();
  await news.next();
  for (const move of moves) {
    await loaded.redo();
    const { happened } = (await news.next()).value as GameNews;
    assert.deepEqual(happened.map((step) => step.move), [move]);
  }
  await news.return!();
});

test("the news of a game end with an error when its engine ends", async () => {
  const other = await connect({ process: STDIO });
  const news = (await other.newGame({ players: PLAYERS })).news();
  await news.next();
  const ended = assert.rejects(news.next(), { name: "ConnectionError", message: /has ended/ });
  await other.close();
  await ended;
});

test("news that begin after the end of the engine yield the situation, and then end with an error", async () => {
  const other = await connect({ process: STDIO });
  const game = await other.newGame({ players: PLAYERS });
  await other.close();
  const news = game.news();
  assert.equal(((await news.next()).value as GameNews).steps, 0);
  await assert.rejects(news.next(), { name: "ConnectionError", message: /has ended/ });
});

test("questions name the session or the ruleset of the game by themselves", async () => {
  const game = await client.newGame({ players: PLAYERS, seed: 7, ruleset: { name: "standard", mapped_mine: true } });
  assert.deepEqual((await game.ask({ type: "labels", keys: ["rope"], language: "de" })).words, ["Seil"]);
  const { offers } = await game.ask({ type: "at_place", place: "S1" });
  assert.deepEqual(offers[0]!.move, TO_S1);
  const { svg, places } = await game.ask({ type: "svg", layout: "mine", last: 1 });
  assert.match(svg, /^<svg /);
  assert(places["1L1"]!.width > 0);
  const { value } = await game.ask({ type: "fact", fact: "reachable_spaces" });
  assert.deepEqual(value, ["S1"]);
});

test("a game on a real table", async () => {
  const game = await client.openTable({ players: PLAYERS });
  while (game.state.pending) {
    const { outcomes } = await game.ask({ type: "outcomes" });
    await game.reveal(outcomes[0]!.piece);
  }
  assert.equal(game.state.to_move, 0);
});

test("what happens to requests of a process that cannot be started or has ended", async () => {
  await assert.rejects(connect({ process: ["no-such-program"] }), (error) => {
    assert(error instanceof ConnectionError);
    assert.match(error.message, /^no-such-program cannot be started/);
    return true;
  });
  await assert.rejects(connect({ process: [process.execPath, "--version"] }), { name: "ConnectionError" });
  await assert.rejects(connect({ process: [] }), { name: "TypeError" });
  const other = await connect({ process: STDIO });
  await other.close();
  await assert.rejects(other.ask({ type: "labels", keys: [] }), { name: "ConnectionError", message: /has ended/ });
});

/** Connects to a program of Node that greets, and then answers each request with what `answer` is. */
function connectTo(answer: string): Promise<RulesClient> {
  const program = `
    const hello = { type: "hello", id: 1, protocol: 1, pid: process.pid };
    const lines = require("node:readline").createInterface({ input: process.stdin });
    let id = 0;
    lines.on("line", () => (++id === 1 ? console.log(JSON.stringify(hello)) : ${answer}));
    setInterval(() => {}, 1000);`;
  return connect({ process: [process.execPath, "-e", program] });
}

const QUESTION: Asked<"labels"> = { type: "labels", keys: [] };

test("a line that is too long ends the process", async () => {
  // The program writes without an end, so nobody can wait for the end of the line.
  const other = await connectTo('setInterval(() => process.stdout.write("x".repeat(1 << 20)), 1)');
  const { pid } = other.hello as unknown as { pid: number };
  const told = { name: "ConnectionError", message: /was ended: a line has more than 16,777,216 characters$/ };
  await assert.rejects(other.ask(QUESTION), told);
  await assert.rejects(other.ask(QUESTION), told);
  const began = Date.now();
  await other.close();
  assert(Date.now() - began < 4000); // It did not have to be ended again.
  assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
});

test("lines in pieces, and long lines that are not too long", async () => {
  const long = "x".repeat(1 << 22);
  const answer = `(() => {
    const line = JSON.stringify({ type: "labels", id, words: ["ż" + "x".repeat(1 << 22)] }) + "\\r\\n";
    const bytes = Buffer.from(line);
    const middle = bytes.indexOf(0xc5) + 1; // between the two bytes of a letter
    process.stdout.write(bytes.subarray(0, middle));
    setTimeout(() => process.stdout.write(bytes.subarray(middle)), 20);
  })()`;
  const other = await connectTo(answer);
  assert.deepEqual((await other.ask(QUESTION)).words, [`ż${long}`]);
  await other.close();
});

test("a process that dies in the middle of a request", async () => {
  const other = await connectTo("process.exit(3)");
  const waiting = [other.ask(QUESTION), other.ask(QUESTION)];
  for (const asked of waiting) {
    await assert.rejects(asked, { name: "ConnectionError", message: /has ended, with the status 3$/ });
  }
  await other.close();
  const killed = await connectTo("process.kill(process.pid, 'SIGKILL')");
  await assert.rejects(killed.ask(QUESTION), { name: "ConnectionError", message: /with the signal SIGKILL$/ });
});

test("answers that are not in the protocol", async () => {
  for (const [answer, told] of [
    ["hello \u001b[31m", "the engine did not answer in JSON: hello  [31m"],
    ["null", "the engine did not answer with a JSON object: null"],
    ["5", "the engine did not answer with a JSON object: 5"],
    ["[]", "the engine did not answer with a JSON object: []"],
    ["", "the engine did not answer in JSON: "],
    ['{"type": "labels", "id": 7}', "the engine answered request 7 instead of 2"],
    ["{}", "the engine answered request undefined instead of 2"],
    [`"${"y".repeat(5000)}`, `the engine did not answer in JSON: "${"y".repeat(199)}`],
  ] as const) {
    const other = await connectTo(`console.log(${JSON.stringify(answer)})`);
    await assert.rejects(other.ask(QUESTION), { name: "ConnectionError", message: told });
    await other.close();
  }
});

test("a process that does not end by itself is ended", async () => {
  // It greets, and ignores the end of its input.
  const hello = { type: "hello", id: 1, protocol: 1 };
  const stubborn = `console.log(${JSON.stringify(JSON.stringify(hello))}); setInterval(() => {}, 1000);`;
  const other = await connect({ process: [process.execPath, "-e", stubborn] });
  await other.close();
});

test("the language of errors, and options that do not fit", async () => {
  const other = await connect({ process: STDIO, language: "de" });
  const game = await other.newGame({ players: PLAYERS, seed: 7 });
  await assert.rejects(game.play(TO_S3), /S3 ist nicht mit dem Eingang verbunden|S1 ist leer/);
  await other.close();
  await assert.rejects(connect({ process: STDIO, language: "xx" }), { name: "RefusedError", code: "misuse" });
  // @ts-expect-error there is no such way
  await assert.rejects(connect({ cable: true }), { name: "TypeError" });
  await assert.rejects(connect({ process: STDIO, server: "http://localhost/" } as never), { name: "TypeError" });
});
