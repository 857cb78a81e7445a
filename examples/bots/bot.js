// A bot for Magnum Sal in plain JavaScript: magnum-sal arena "process:node bot.js" random
// It speaks JSON lines on standard input and output, as docs/reference/process-protocol.md says.
"use strict";

const readline = require("node:readline");

const PRICE = { brown: 3, green: 4.5, white: 7 };

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function covers(salt, order) {
  return Object.keys(PRICE).every((kind) => salt[kind] >= order.salt[kind]);
}

// How good a move looks; nothing is looked up but the position and the move.
function merit(state, seat, move) {
  const player = state.players[seat];
  switch (move.type) {
    case "complete_order":
      return 1000 + state.castle.open[move.slot].payment;
    case "extract_salt": {
      const value = Object.keys(PRICE).reduce((sum, kind) => sum + PRICE[kind] * move.salt[kind], 0);
      return 100 + value - move.payments.reduce((sum, groszy) => sum + groszy, 0) - move.pickaxes - move.carts;
    }
    case "visit_castle": {
      const isNeeded = state.castle.open.some((order) => order !== null && covers(player.salt, order));
      const underway = player.line_left + player.line_right;
      return isNeeded && underway === 0 ? 200 + (move.source === "stock" ? 1 : 0) : -1000;
    }
    case "rest":
      return 10 * Object.values(state.mine).reduce((sum, space) => sum + space.tired[seat], 0);
    case "place_miner":
      return 12 + (state.mine[move.target].revealed === false ? 6 : 0);
    case "visit_market":
      return move.transactions.length === 1 && move.transactions[0].type === "buy" ? 8 : -20;
    case "pass":
      return -100;
    default:
      return 5;
  }
}

// A small generator of chance, seeded by the game, so that a game can be repeated (mulberry32).
function chance(seed) {
  let value = seed >>> 0;
  return () => {
    value = (value + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(value ^ (value >>> 15), value | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

let random = chance(1);

const answers = {
  hello: () => say({ type: "hello", protocol: 1, name: "example in JavaScript", wants: "position" }),
  new_game: (message) => {
    random = chance(message.seed);
  },
  go: (message) => {
    let best = 0;
    let most = -Infinity;
    message.moves.forEach((move, index) => {
      const value = merit(message.state, message.seat, move) + 20 * random();
      if (value > most) {
        most = value;
        best = index;
      }
    });
    say({ type: "move", id: message.id, index: best });
  },
  bye: () => process.exit(0),
};

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  const answer = answers[message.type];
  if (answer !== undefined) {
    answer(message);
  }
});
lines.on("close", () => process.exit(0));
