// A bot for Magnum Sal that looks one move ahead: magnum-sal arena "process:node looking_ahead.js" random
// It implements no rules. It asks the library what each move leads to; see docs/reference/process-protocol.md.
"use strict";

const readline = require("node:readline");

const PRICE = { brown: 3, green: 4, white: 6 };
const KINDS = Object.keys(PRICE);

function giveUp(what) {
  process.stderr.write(`looking_ahead.js: ${what}\n`);
  process.exit(2);
}

if (process.argv.length > 2) giveUp(`it takes no arguments; usage: magnum-sal arena "process:node looking_ahead.js" random`);

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

// The requests that wait for their answers, by id.
const waiting = new Map();
let asked = 0;

// Sends a request about the current position, or about the state in the request.
function ask(request) {
  asked += 1;
  say({ ...request, id: asked });
  return new Promise((resolve, reject) => waiting.set(asked, { resolve, reject }));
}

function answered(message) {
  const { resolve, reject } = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.type === "error") reject(new Error(message.sentence));
  else resolve(message);
}

const cubes = (salt) => KINDS.reduce((sum, kind) => sum + salt[kind], 0);
const value = (salt) => KINDS.reduce((sum, kind) => sum + PRICE[kind] * salt[kind], 0);
const missing = (order, salt) => KINDS.reduce((sum, kind) => sum + Math.max(0, order.salt[kind] - salt[kind]), 0);

// Returns the value of a position for a seat, in groszy: its possessions, the orders that it can complete, its miners.
function worth(state, seat) {
  const player = state.players[seat];
  let sum = player.money + value(player.salt) + 2 * player.tools.length + 1.5 * player.stock;
  if (state.over) return sum;
  const underway = player.line_left + player.line_right + (state.turn && state.to_move === seat ? state.turn.arriving : 0);
  const gains = state.castle.open
    .filter((order) => order !== null)
    .map((order) => ({ lacks: missing(order, player.salt), gain: order.payment - value(order.salt) }))
    .sort((one, other) => one.lacks - other.lacks || other.gain - one.gain);
  const ready = gains.filter(({ lacks }) => lacks === 0);
  sum += ready.slice(0, underway).reduce((total, { gain }) => total + gain + 4, 0);
  sum -= 5 * Math.max(0, underway - ready.length);
  gains.forEach(({ lacks, gain }) => (sum += (0.5 * Math.max(gain, 2)) / (1 + lacks)));
  for (const space of Object.values(state.mine)) {
    const rested = space.rested[seat];
    sum += 1.6 * rested + 0.6 * space.tired[seat];
    if (space.salt === undefined || rested + space.tired[seat] === 0) continue;
    if (space.tile === null) sum += 4; // just entered: the tile is turned up next
    else sum += 0.45 * Math.min(rested - space.water, cubes(space.salt)) * (value(space.salt) / Math.max(1, cubes(space.salt)));
    if (space.tile !== null && cubes(space.salt) > 0) sum += 1;
  }
  return sum;
}

// Returns the average value of a position over all pieces that may be turned up next.
async function expected(state, seat) {
  if (state.pending === null) return worth(state, seat);
  const { outcomes } = await ask({ type: "outcomes", state });
  let sum = 0;
  for (const { piece, numerator, denominator } of outcomes) {
    const after = await ask({ type: "reveal", state, piece });
    sum += (numerator / denominator) * worth(after.state, seat);
  }
  return sum;
}

async function choose({ id, seat }) {
  const { moves } = await ask({ type: "sensible_moves" });
  let best = moves[0];
  let most = -Infinity;
  for (const move of moves) {
    const { state } = await ask({ type: "apply", move });
    const found = await expected(state, seat);
    if (found > most) [best, most] = [move, found];
  }
  say({ type: "move", id, move: best });
}

const messages = {
  hello: () => say({ type: "hello", protocol: 2, name: "one move ahead" }),
  go: choose,
  new_game: () => {},
  game_over: () => {},
  bye: () => process.exit(0),
};

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    giveUp(`this is not JSON: ${line.slice(0, 80)}`);
  }
  // The messages in the table come from the library. All others answer one of our requests.
  (messages[message.type] ?? answered)(message);
});
lines.on("close", () => process.exit(0));
