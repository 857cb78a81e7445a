// A bot for Magnum Sal in plain JavaScript: magnum-sal arena "process:node bot.js" random --games 40
// It delivers orders if it can, and digs for salt otherwise. It exchanges JSON lines on standard input and output; see
// docs/reference/process-protocol.md. looking_ahead.js beside it sends more requests and plays better.
"use strict";

const readline = require("node:readline");

const KINDS = ["brown", "green", "white"];
const CUBE = 7; // groszy that a cube is worth to the bot: more than at the market, because the king pays more

function giveUp(what) {
  process.stderr.write(`bot.js: ${what}\n`);
  process.exit(2);
}

if (process.argv.length > 2) giveUp(`it takes no arguments; usage: magnum-sal arena "process:node bot.js" random`);

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const cubes = (salt) => sum(KINDS.map((kind) => salt[kind]));
const isShaft = (space) => space.salt === undefined; // the shaft leads deeper; only chambers have salt

// Returns the value of sending a miner to a space. `staying` returns the value of leaving one there.
function going(space) {
  if (isShaft(space)) return sum(space.rested) + sum(space.tired) === 0 ? 3 : -1;
  if (!space.revealed) return 5;
  return cubes(space.salt) > 0 ? 4 : -2;
}
const staying = (space) => (isShaft(space) || cubes(space.salt) > 0 ? 4 : 1);

// Returns the value of a trade. It is high if an open order needs fewer cubes afterwards.
function trading(transactions, salt, open) {
  const orders = open.filter((order) => order !== null).map((order) => order.salt);
  if (orders.length === 0) return -1;
  const lacks = (held) => (order) => sum(KINDS.map((kind) => Math.max(0, order[kind] - held[kind])));
  const nearest = (held) => Math.min(...orders.map(lacks(held)));
  const after = { ...salt };
  for (const { type, salt: kind } of transactions) after[kind] += type === "buy" ? 1 : -1;
  return 10 * (nearest(salt) - nearest(after)) - 1;
}

// Returns a rough value of a move for a seat, in groszy.
function worth(move, { players, mine, castle }, seat) {
  const own = players[seat];
  switch (move.type) {
    case "complete_order":
      return 100 + castle.open[move.slot].payment;
    case "visit_castle":
      return 50; // a sensible move only if the player has the salt for an order
    case "extract_salt":
      return CUBE * cubes(move.salt) - sum(move.payments);
    case "place_miner":
      return going(mine[move.target]) - (move.source === "stock" ? 0 : staying(mine[move.source]));
    case "visit_market":
      return trading(move.transactions, own.salt, castle.open);
    case "rest":
      return sum(Object.values(mine).map((space) => space.tired[seat]));
    case "visit_inn":
      return own.stock === 0 ? 3 : -3; // hires a miner
    case "visit_town_square":
      return 0; // earns only a grosz
    default:
      return -1;
  }
}

let question; // the last `go` message

const answers = {
  hello: () => say({ type: "hello", protocol: 2, name: "example in JavaScript" }),
  // Our turn: the message contains all legal moves. We request those that do not waste anything.
  go(message) {
    question = message;
    say({ type: "sensible_moves", id: "sensible" });
  },
  moves({ moves }) {
    const { id, state, seat } = question;
    const worths = moves.map((move) => worth(move, state, seat));
    say({ type: "move", id, move: moves[worths.indexOf(Math.max(...worths))] });
  },
  error: ({ sentence }) => giveUp(sentence),
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
  answers[message.type]?.(message);
});
lines.on("close", () => process.exit(0));
