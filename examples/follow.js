// Follow a game of the standard rules from its log, in another language: `node follow.js LOG`, or the log on standard input.
//
// It folds the events, knows no rule, and prints the public state after the last whole line as JSON: the same object as
// the library's `to_dict(state.public())`, but for `extras`, which only determinization needs.
"use strict";
const fs = require("node:fs");

const CORRIDORS = { "1L": 4, "1R": 4, "2L": 3, "2R": 3, "3L": 2, "3R": 2 };
const CHAMBERS = Object.entries(CORRIDORS).flatMap(([side, length]) =>
  Array.from({ length }, (_, number) => `${side}${number + 1}`));
const SECTIONS = ["S1", "S2", "S3", "S4", "S5", "S6"];
const KINDS = ["brown", "green", "white"];
const TOOLS_PER_PHASE = 7, WORKSHOP_SLOTS = 3;
const START = { money: 445, salt: { brown: 20, green: 15, white: 15 }, water: 25, miners: 10 }; // in the box

const noSalt = () => ({ brown: 0, green: 0, white: 0 });
const isSeat = (place) => typeof place === "number";
const slotOf = (place) => Number(place.split(":")[1]);

// What lies on the table before the first move (SETUP-1, SETUP-2).
function opening({ ruleset, players, setup }) {
  const isUnseen = setup.tools[0] === null; // a real table, where all is still to be turned up
  const faceUp = (pile, slots) => pile.slice(0, slots);
  const left = (pile, slots) => pile.length - (isUnseen ? 0 : slots);
  const seats = players.length;
  const nobody = () => Array(seats).fill(0);
  const stock = seats === 2 ? 5 : 4;
  const openOrders = seats === 4 ? 4 : 3;
  const space = () => ({ rested: nobody(), tired: nobody() });
  const chamber = (tile) => ({ ...space(), revealed: false, salt: noSalt(), water: 0, tile: ruleset.mapped_mine ? tile : null });
  const money = (seat) => [10, 12, 14, 16][(seat - setup.start_seat + seats) % seats];
  const owned = players.map((name, seat) => ({
    name, money: money(seat), salt: { ...noSalt(), brown: 1 }, stock, line_right: 0, line_left: 0, tools: [], orders: [],
  }));
  const assistants = { workshop: null, pump_house: null, market: null, castle: null };
  return {
    ruleset, phase: 1, round: 1, start_seat: setup.start_seat, to_move: setup.start_seat, over: false,
    turn: isUnseen ? null : { actions_left: 1, visited: [], passes: 0, arriving: 0, arrived: [] },
    players: owned,
    mine: Object.fromEntries([
      ...SECTIONS.map((id) => [id, space()]), ...CHAMBERS.map((id) => [id, chamber(setup.tiles[id])]),
    ]),
    assistants,
    market: { brown: 2, green: 1, white: 0 },
    inn: { hired: 0 },
    workshop: { offer: faceUp(setup.tools, WORKSHOP_SLOTS), stack: left(setup.tools.slice(0, TOOLS_PER_PHASE), WORKSHOP_SLOTS) },
    castle: { open: faceUp(setup.orders[0], openOrders), stack: left(setup.orders[0], openOrders), completed: 0 },
    bank: {
      money: START.money - owned.reduce((sum, player) => sum + player.money, 0),
      salt: { ...START.salt, brown: START.salt.brown - 2 - seats, green: START.salt.green - 1 },
      water: START.water,
      miners: nobody().map(() => START.miners - stock),
    },
    hidden: null,
  };
}
// One function an event, as its name says. A place is a seat's number or a text (see the page on events).
const FOLDS = {
  phase_started(state, event) {
    Object.assign(state, { phase: event.phase, round: 1, start_seat: event.start_seat, to_move: event.start_seat, inn: { hired: 0 } });
    state.castle.completed = 0;
  },
  phase_ended() {},
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
  tile_laid(state, event) { state.mine[event.chamber].tile = event.tile; },
  chamber_revealed(state, event) { Object.assign(state.mine[event.chamber], { revealed: true, tile: event.tile }); },
  money_moved(state, { source, target, groszy }) {
    purse(state, source).money -= groszy;
    purse(state, target).money += groszy;
  },
  salt_moved(state, { source, target, salt }) {
    for (const kind of KINDS) {
      saltIn(state, source)[kind] -= salt[kind];
      saltIn(state, target)[kind] += salt[kind];
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
    else state.castle.open[slotOf(source)] = null;
    if (isSeat(target)) state.players[target].orders.push(order);
    else if (target !== "box") state.castle.open[slotOf(target)] = order;
  },
  tool_moved(state, { tool, source, target }) {
    if (source === "tool_stack") state.workshop.stack -= 1;
    else state.workshop.offer[slotOf(source)] = null;
    if (isSeat(target)) state.players[target].tools.push({ tool, used: false });
    else if (target !== "box") state.workshop.offer[slotOf(target)] = tool;
  },
  tool_used(state, event) { turnCard(state, event, false); },
  tool_readied(state, event) { turnCard(state, event, true); },
  pile_moved(state, { source, target, cards }) {
    const stacks = { tool_stack: state.workshop, order_stack: state.castle };
    if (source in stacks) stacks[source].stack -= cards;
    if (target in stacks) stacks[target].stack += cards;
  },
};

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

// Returns what must be turned up before anybody decides, null where nothing waits: it follows from what lies where.
function pending({ over, turn, ruleset, mine, castle, workshop }) {
  if (over) return null;
  const isEntered = ({ rested, tired }) => [...rested, ...tired].some((miners) => miners > 0);
  const covered = CHAMBERS.find((id) => mine[id].tile === null && (turn ? isEntered(mine[id]) : ruleset.mapped_mine));
  if (covered) return { pile: "tile", place: covered };
  const gap = (row) => row.filter((piece) => piece === null).length;
  const inOrders = castle.stack > 0 && (turn ? turn.arriving > 0 && gap(castle.open) === 1 : gap(castle.open) > 0);
  if (inOrders) return { pile: "order", place: castle.open.indexOf(null) };
  const slot = workshop.stack > 0 ? workshop.offer.indexOf(null) : -1;
  const isBought = () =>
    turn.visited.length > 0 && slot === WORKSHOP_SLOTS - 1 && workshop.stack + slot < TOOLS_PER_PHASE;
  return slot >= 0 && (!turn || isBought()) ? { pile: "tool", place: slot } : null;
}

// Returns the state as JSON shows it: while a piece waits nobody is to move, and the turn says whose it is.
function shown(state) {
  const waiting = pending(state);
  const turn = waiting && state.turn ? { ...state.turn, seat: state.to_move } : state.turn;
  return { ...state, turn, to_move: waiting ? null : state.to_move, pending: waiting };
}

// Returns the state after the last whole line of a log, full or public; what was undone is left out.
function follow(text) {
  const states = []; // after 0, 1, 2... moves and reveals, so that an undo can go back
  for (const line of text.split("\n").slice(0, -1)) { // what stands behind the last newline was cut off
    const data = JSON.parse(line);
    if (data.type === "header") states.push(opening(data.started));
    if (data.type === "undo") states.length = data.to + 1;
    if (data.type === "move" || data.type === "reveal") {
      const state = structuredClone(states.at(-1));
      for (const event of data.events) FOLDS[event.type](state, event);
      states.push(state);
    }
  }
  return shown(states.at(-1));
}

if (require.main === module) {
  console.log(JSON.stringify(follow(fs.readFileSync(process.argv[2] ?? 0, "utf8"))));
}
module.exports = { follow };
