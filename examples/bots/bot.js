// A bot for Magnum Sal in plain JavaScript: magnum-sal arena "process:node bot.js" random --games 40
// It delivers what it can, and digs for what it cannot. It speaks JSON lines on standard input and output,
// as docs/reference/process-protocol.md says; looking_ahead.js beside it asks for more, and plays better.
"use strict";

const readline = require("node:readline");

const KINDS = ["brown", "green", "white"];
const CUBE = 7; // groszy that it would give for a cube: more than the market does, since the king pays more

function giveUp(what) {
  process.stderr.write(`bot.js: ${what}\n`);
  process.exit(2);
}

if (process.argv.length > 2) giveUp(`it takes no arguments; usage: magnum-sal arena "process:node bot.js" random`);

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const cubes = (salt) => sum(KINDS.map((kind) => salt[kind]));
const isShaft = (space) => space.salt === undefined; // the shaft leads deeper, and only chambers have salt

// What it is worth to send a miner to a space, and to leave one there.
function going(space) {
  if (isShaft(space)) return sum(space.rested) + sum(space.tired) === 0 ? 3 : -1;
  if (!space.revealed) return 5;
  return cubes(space.salt) > 0 ? 4 : -2;
}
const staying = (space) => (isShaft(space) || cubes(space.salt) > 0 ? 4 : 1);

// What it is worth to trade: a lot, if one of the king's orders lacks fewer cubes afterwards.
function trading(transactions, salt, open) {
  const orders = open.filter((order) => order !== null).map((order) => order.salt);
  const lacks = (held) => (order) => sum(KINDS.map((kind) => Math.max(0, order[kind] - held[kind])));
  const nearest = (held) => Math.min(...orders.map(lacks(held)));
  const after = { ...salt };
  for (const { type, salt: kind } of transactions) after[kind] += type === "buy" ? 1 : -1;
  return 10 * (nearest(salt) - nearest(after)) - 1;
}

// What a move is worth to a seat, in groszy as it feels.
function worth(move, { players, mine, castle }, seat) {
  const own = players[seat];
  switch (move.type) {
    case "complete_order":
      return 100 + castle.open[move.slot].payment;
    case "visit_castle":
      return 50; // among the sensible moves only with salt for an order
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
      return 0; // a grosz for nothing
    default:
      return -1;
  }
}

let question; // the last `go`

const answers = {
  hello: () => say({ type: "hello", protocol: 2, name: "example in JavaScript" }),
  // It is our turn. The message has all legal moves; we ask for those that plainly waste nothing.
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
    giveUp(`this is no JSON: ${line.slice(0, 80)}`);
  }
  answers[message.type]?.(message);
});
lines.on("close", () => process.exit(0));
