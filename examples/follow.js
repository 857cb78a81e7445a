// Follow a game from its log, in another language: `node follow.js LOG`, or the log on standard input.
//
// The program starts from the position in the log's header and folds the events. It implements no rules and contains no
// numbers of the game, because the events include the prices of house rules and the cards and parts of expansions. It
// prints the public state after the last complete line as JSON: the same object as `to_dict(state.public())` in the
// library. `node follow.js --all LOG` prints one state per line, for the opening and after each move.
// `node follow.js --seat 1 LOG` prints the view of a seat, `to_dict(game.seen_by(1))`: the public state with the tiles
// that only this seat has seen, as far as the log has secret lines for them.
"use strict";
const fs = require("node:fs");

const isSeat = (place) => typeof place === "number";
const slotOf = (place) => Number(place.split(":")[1]);

// Returns the table at the beginning, and the facts that pending() needs: the tools of a phase, the awaited cards.
function opening({ opening: state }) {
  if (!state) throw new Error("the header has no opening: the log is older than schema 3; let the library save it again");
  const { turn, to_move, pending, ...table } = state;
  const { offer, stack } = table.workshop;
  const { seat, ...books } = turn ?? {};
  return {
    table: { ...table, turn: turn && books, to_move: to_move ?? seat ?? (state.over ? null : state.start_seat) },
    // A tool that was just bought has left the display, and its space is not refilled yet.
    toolsPerPhase: stack + offer.filter((tool) => tool !== null).length + Number(turn && pending?.pile === "tool"),
    awaited: table.extras.course?.cards ?? [],
  };
}

// One function for each event. Events without a function do not change this table. A place is the number of a seat or a
// text (see the page about events).
const FOLDS = {
  phase_started(state, event) {
    Object.assign(state, { phase: event.phase, round: 1, start_seat: event.start_seat, to_move: event.start_seat, inn: { hired: 0 } });
    state.castle.completed = 0;
    const { tools } = seen(state);
    state.extras.seen = { tools, orders: state.players.map((player) => player.orders.length) };
  },
  game_ended(state) { Object.assign(state, { over: true, turn: null, to_move: null }); },
  turn_started(state, event) {
    state.to_move = event.seat;
    state.round = event.round;
    state.turn = { actions_left: event.actions, visited: [], passes: 0, arriving: 0, arrived: [] };
  },
  turn_ended(state) { state.turn = null; },
  action_taken(state, event) {
    state.turn.actions_left -= 1;
    state.turn.arrived = [];
    if (event.building !== null) state.turn.visited.push(event.building);
  },
  action_passed(state) {
    state.turn.actions_left -= 1;
    state.turn.passes += 1;
    state.turn.arrived = [];
  },
  action_closed(state) { state.turn.arrived = []; },
  miners_moved(state, { seat, source, target, miners }) {
    addMiners(state, seat, source, -miners);
    addMiners(state, seat, target, miners);
    if (target in state.mine && state.turn) for (let i = 0; i < miners; i++) state.turn.arrived.push(target);
  },
  miners_tired(state, event) { tire(state, event, event.miners); },
  miners_rested(state, event) { tire(state, event, -event.miners); },
  tile_laid(state, event) {
    state.mine[event.chamber].tile = event.tile;
    endLooks(state, event.chamber);
  },
  chamber_revealed(state, event) {
    Object.assign(state.mine[event.chamber], { revealed: true, tile: event.tile });
    endLooks(state, event.chamber);
  },
  tile_looked_at(state, { seat, chamber }) {
    if (!findLook(state, seat, chamber)) state.extras.looks.made.push({ seat, chamber, tile: null });
  },
  tile_seen(state, { seat, chamber, tile }) { // a secret, from a line of its own; only the view of the seat contains it
    const look = seat === state.extras.looks.viewer && findLook(state, seat, chamber);
    if (look) look.tile = tile;
  },
  money_moved(state, { source, target, groszy }) {
    purse(state, source).money -= groszy;
    purse(state, target).money += groszy;
  },
  salt_moved(state, { source, target, salt }) {
    for (const [kind, cubes] of Object.entries(salt)) {
      saltIn(state, source)[kind] -= cubes;
      saltIn(state, target)[kind] += cubes;
    }
  },
  water_moved(state, { source, target, cubes }) {
    (state.mine[source] ?? state.bank).water -= cubes;
    (state.mine[target] ?? state.bank).water += cubes;
  },
  inn_marker_moved(state, event) { state.inn.hired = event.target; },
  order_track_moved(state, event) { state.castle.completed = event.target; },
  order_moved(state, { order, source, target }) {
    if (source === "order_stack") state.castle.stack -= 1;
    else if (isSeat(source)) takeCard(state.players[source].orders, (card) => sameOrder(card, order));
    else state.castle.open[slotOf(source)] = null;
    if (isSeat(target)) state.players[target].orders.push(order);
    else if (target !== "box") state.castle.open[slotOf(target)] = order;
  },
  tool_moved(state, { tool, source, target }) {
    if (source === "tool_stack") state.workshop.stack -= 1;
    else if (isSeat(source)) takeTool(state.players[source].tools, tool);
    else state.workshop.offer[slotOf(source)] = null;
    if (isSeat(target)) state.players[target].tools.push({ tool, used: false });
    else if (target === "box") state.extras.seen = { ...seen(state), tools: [...seen(state).tools, tool] };
    else state.workshop.offer[slotOf(target)] = tool;
  },
  tool_used(state, event) { turnCard(state, event, false); },
  tool_readied(state, event) { turnCard(state, event, true); },
  pile_moved(state, { source, target, cards }) {
    const stacks = { tool_stack: state.workshop, order_stack: state.castle };
    if (source in stacks) stacks[source].stack -= cards;
    if (target in stacks) stacks[target].stack += cards;
  },
  card_awaited(_, { deck }, awaited) { awaited.push(deck); },
  card_turned_up(state, { deck, card }, awaited) {
    awaited.shift();
    state.extras[deck].up.push(card);
    state.extras[deck].down -= 1;
  },
  deck_reshuffled(state, { deck, cards }) {
    const { shuffles = 0 } = state.extras[deck];
    Object.assign(state.extras[deck], { up: [], down: cards, shuffles: shuffles + 1 });
  },
  die_awaited(_, { die }, awaited) { awaited.push(die); },
  die_rolled(state, { die, face }, awaited) {
    awaited.shift();
    state.extras[die].face = face;
    state.extras[die].rolls += 1;
  },
  part_changed(state, { part, value }) { state.extras[part] = value; },
};

const findLook = ({ extras }, seat, chamber) =>
  extras.looks.made.find((look) => look.seat === seat && look.chamber === chamber);

function endLooks({ extras }, chamber) { // everybody knows the tile now
  if (extras.looks) extras.looks.made = extras.looks.made.filter((look) => look.chamber !== chamber);
}

const purse = (state, place) => (isSeat(place) ? state.players[place] : state.bank);

function saltIn(state, place) {
  if (isSeat(place)) return state.players[place].salt;
  if (place === "market") return state.market;
  return place === "bank" ? state.bank.salt : state.mine[place].salt;
}

function addMiners(state, seat, place, change) {
  if (place in state.mine) state.mine[place].rested[seat] += change;
  else if (place === "bank") state.bank.miners[seat] += change;
  else if (place === "arriving") state.turn.arriving += change;
  else if (place in state.assistants) state.assistants[place] = change > 0 ? seat : null;
  else state.players[seat][place] += change; // stock, line_right, line_left
}

function tire(state, { seat, chamber }, miners) {
  state.mine[chamber].rested[seat] -= miners;
  state.mine[chamber].tired[seat] += miners;
}

function turnCard(state, { seat, tool }, wasUsed) {
  state.players[seat].tools.find((card) => card.tool === tool && card.used === wasUsed).used = !wasUsed;
}

// The unsold tools that left the game face up, and each player's number of orders before this phase.
const seen = ({ extras, players }) => extras.seen ?? { tools: [], orders: players.map(() => 0) };

const sameOrder = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const takeCard = (cards, isIt) => cards.splice(cards.findIndex(isIt), 1);

function takeTool(cards, tool) { // prefers a ready card to a used one
  const isReady = cards.some((card) => card.tool === tool && !card.used);
  takeCard(cards, (card) => card.tool === tool && card.used === !isReady);
}

// Returns the piece that must be turned up before the next decision, or null. It follows from the positions of pieces.
function pending({ over, turn, ruleset, mine, castle, workshop, extras }, toolsPerPhase, awaited) {
  if (over) return null;
  const isEntered = ({ rested, tired }) => [...rested, ...tired].some((miners) => miners > 0);
  const covered = Object.keys(mine).find((id) =>
    mine[id].tile === null && (turn ? isEntered(mine[id]) : ruleset.mapped_mine));
  if (covered) return { pile: "tile", place: covered };
  const gap = (row) => row.filter((piece) => piece === null).length;
  const inOrders = castle.stack > 0 && (turn ? turn.arriving > 0 && gap(castle.open) === 1 : gap(castle.open) > 0);
  if (inOrders) return { pile: "order", place: castle.open.indexOf(null) };
  const slot = workshop.stack > 0 ? workshop.offer.indexOf(null) : -1;
  const isBought = () =>
    turn.visited.length > 0 && slot === workshop.offer.length - 1 && workshop.stack + slot < toolsPerPhase;
  if (slot >= 0 && (!turn || isBought())) return { pile: "tool", place: slot };
  const look = extras.looks?.made.find(({ seat, tile }) => seat === extras.looks.viewer && tile === null);
  if (look) return { pile: "look", place: look.chamber };
  if (awaited.length === 0) return null;
  const { up, rolls } = extras[awaited[0]]; // a deck has cards face up, and a die has rolls
  return { pile: awaited[0], place: up ? up.length : rolls };
}

// Returns the table as a seat sees it, with its secrets among those of a log.
function viewOf(table, seat, secrets) {
  if (seat === null || !table.extras.looks) return table;
  const view = structuredClone(table);
  view.extras.looks.viewer = seat;
  for (const event of secrets) FOLDS.tile_seen(view, event);
  return view;
}

// Returns the public state, or the view of a seat, in its JSON form. While a piece is pending, nobody is to move, and
// the turn contains the seat of the player.
function shown({ table: all, toolsPerPhase, awaited }, seat, secrets) {
  const table = viewOf(all, seat, secrets);
  const waiting = pending(table, toolsPerPhase, awaited);
  const turn = waiting && table.turn ? { ...table.turn, seat: table.to_move } : table.turn;
  const { course, ...extras } = table.extras; // internal to the library while a piece is pending
  return { ...table, turn, to_move: waiting ? null : table.to_move, extras, pending: waiting };
}

// Adds the state or the secret of one line of a log. A secret belongs to the move in which the player looked.
function followLine(followed, secrets, data) {
  if (data.type === "header") followed.push(opening(data));
  else if (followed.length === 0) throw new Error("there is no header before it");
  if (data.type === "undo") {
    followed.length = data.to + 1;
    secrets.length = data.to + 1;
  }
  if (data.type === "secret") secrets[data.number] = [...(secrets[data.number] ?? []), data.event];
  if (data.type === "move" || data.type === "reveal") {
    const next = structuredClone(followed.at(-1));
    for (const event of data.events) FOLDS[event.type]?.(next.table, event, next.awaited);
    followed.push(next);
  }
}

// Returns the states after 0, 1, 2... moves and reveals of a log, full or public, without those that were undone: the
// public states, or the views of a seat.
function follow(text, seat = null) {
  const followed = [];
  const secrets = [];
  const lines = text.split("\n").slice(0, -1); // text after the last newline is an incomplete line
  for (const [index, line] of lines.entries()) {
    try {
      followLine(followed, secrets, JSON.parse(line));
    } catch (error) {
      throw new Error(`line ${index + 1}: ${error.message}`);
    }
  }
  if (followed.length === 0) throw new Error("this is not a log: it has no header");
  const players = followed[0].table.players.length;
  if (seat !== null && !(seat in followed[0].table.players)) throw new Error(`there is no seat ${seat} of ${players} players`);
  return followed.map((state, number) => shown(state, seat, secrets.slice(0, number + 1).flat()));
}

function main(words) {
  const usage = "usage: node follow.js [--all] [--seat N] [LOG]";
  const isAll = words[0] === "--all";
  if (isAll) words = words.slice(1);
  const isView = words[0] === "--seat";
  if (isView && !/^\d+$/.test(words[1])) throw new Error(usage);
  const seat = isView ? Number(words[1]) : null;
  const [log, ...more] = isView ? words.slice(2) : words;
  if (more.length > 0 || log?.startsWith("-")) throw new Error(usage);
  const states = follow(fs.readFileSync(log ?? 0, "utf8"), seat);
  for (const state of isAll ? states : states.slice(-1)) console.log(JSON.stringify(state));
}

if (require.main === module) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`follow.js: ${error.message}\n`);
    process.exitCode = 2;
  }
}
module.exports = { follow };
