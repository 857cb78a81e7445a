// Applies events to a position without the rules. The functions only move the pieces that an event names: the events
// contain all prices, payments and cards, including those of house rules and expansions.
import type { Event, GameState, Pending, RoyalOrder, ToolName } from "./messages.js";

/** A position that a client keeps up to date with events. */
export interface View {
  /** The public state, or the view of a seat. */
  readonly state: GameState;
  /** The decks and dice of extensions whose card or throw is awaited, in order. */
  readonly awaited: readonly string[];
  /** The number of tools that a phase starts with, as far as the view has seen it. */
  readonly tools_per_phase: number;
}

type Place = number | string;
type Extras = Record<string, any>; // The parts of extensions have any form.
type Table = Omit<GameState, "extras" | "mine" | "assistants" | "turn"> & {
  extras: Extras;
  mine: Record<string, any>; // Sections have only miners; chambers also have cubes and a tile.
  assistants: Record<string, number | null>;
  turn: any; // Null only between turns, when no event refers to it.
  [field: string]: unknown;
};
type Fold = (table: Table, event: any, awaited: string[]) => void;

/** Starts a view from a state: public, or the view of a seat. */
export function startView(state: GameState): View {
  const { turn, ...table } = state;
  const { seat, ...counts } = turn ?? {};
  const to_move = state.to_move ?? seat ?? (state.is_over ? null : state.start_seat);
  const isBought = Boolean(turn) && state.pending?.pile === "tool"; // The tool has left the display for a player.
  const view = {
    state: { ...table, turn: turn ? counts : null, to_move } as GameState,
    awaited: (state.extras as Extras).course?.cards ?? [],
    tools_per_phase: countTools(state) + Number(isBought),
  };
  return withPending(view);
}

/** Returns the view after these events. The given view does not change. */
export function applyEvents(view: View, events: readonly Event[]): View {
  const table = structuredClone(view.state) as unknown as Table;
  const awaited = [...view.awaited];
  let { tools_per_phase } = view;
  resume(table);
  for (const event of events) {
    FOLDS[event.type]?.(table, event, awaited);
    tools_per_phase = Math.max(tools_per_phase, countTools(table));
  }
  return withPending({ state: table as unknown as GameState, awaited, tools_per_phase });
}

// One function for each event. Events without a function do not change a table.
const FOLDS: Record<string, Fold> = {
  phase_started(table, event) {
    Object.assign(table, { phase: event.phase, round: 1, start_seat: event.start_seat, to_move: event.start_seat });
    table.inn = { hired: 0 };
    table.castle.completed = 0;
    const { tools } = seen(table);
    table.extras.seen = { tools, orders: table.players.map(({ orders }) => orders.length) };
  },
  game_ended(table) {
    Object.assign(table, { is_over: true, turn: null, to_move: null });
  },
  turn_started(table, event) {
    table.to_move = event.seat;
    table.round = event.round;
    table.turn = { actions_left: event.actions, visited: [], passes: 0, arriving: 0, arrived: [] };
  },
  turn_ended(table) {
    table.turn = null;
  },
  action_taken(table, event) {
    table.turn.actions_left -= 1;
    table.turn.arrived = [];
    if (event.building !== null) table.turn.visited.push(event.building);
  },
  action_passed(table) {
    table.turn.actions_left -= 1;
    table.turn.passes += 1;
    table.turn.arrived = [];
  },
  action_closed(table) {
    table.turn.arrived = [];
  },
  miners_moved(table, { seat, source, target, miners }) {
    addMiners(table, seat, source, -miners);
    addMiners(table, seat, target, miners);
    if (target in table.mine && table.turn && seat === table.to_move) {
      table.turn.arrived.push(...Array(miners).fill(target));
    }
  },
  miners_tired(table, event) {
    tire(table, event, event.miners);
  },
  miners_rested(table, event) {
    tire(table, event, -event.miners);
  },
  tile_laid(table, event) {
    table.mine[event.chamber].tile = event.tile;
    endLooks(table, event.chamber);
  },
  chamber_revealed(table, event) {
    Object.assign(table.mine[event.chamber], { revealed: true, tile: event.tile });
    endLooks(table, event.chamber);
  },
  tile_looked_at(table, { seat, chamber }) {
    if (!findLook(table, seat, chamber)) table.extras.looks.made.push({ seat, chamber, tile: null });
  },
  tile_seen(table, { seat, chamber, tile }) {
    // A secret of one seat. Only the view of that seat contains it.
    const look = seat === table.extras.looks?.viewer && findLook(table, seat, chamber);
    if (look) look.tile = tile;
  },
  money_moved(table, { source, target, groszy }) {
    purse(table, source).money -= groszy;
    purse(table, target).money += groszy;
  },
  salt_moved(table, { source, target, salt }) {
    for (const [kind, cubes] of Object.entries<number>(salt)) {
      saltIn(table, source)[kind] -= cubes;
      saltIn(table, target)[kind] += cubes;
    }
  },
  water_moved(table, { source, target, cubes }) {
    (table.mine[source] ?? table.bank).water -= cubes;
    (table.mine[target] ?? table.bank).water += cubes;
  },
  inn_marker_moved(table, event) {
    table.inn.hired = event.target;
  },
  order_track_moved(table, event) {
    table.castle.completed = event.target;
  },
  order_moved(table, { order, source, target }) {
    if (source === "order_stack") table.castle.stack -= 1;
    else if (isSeat(source)) takeOrder(table.players[source]!.orders, order);
    else table.castle.open[slotOf(source)] = null;
    if (isSeat(target)) table.players[target]!.orders.push(order);
    else if (target !== "box") table.castle.open[slotOf(target)] = order;
  },
  tool_moved(table, { tool, source, target }) {
    if (source === "tool_stack") table.workshop.stack -= 1;
    else if (isSeat(source)) takeTool(table, source, tool);
    else table.workshop.offer[slotOf(source)] = null;
    if (isSeat(target)) table.players[target]!.tools.push({ tool, used: false });
    else if (target === "box") table.extras.seen = { ...seen(table), tools: [...seen(table).tools, tool] };
    else table.workshop.offer[slotOf(target)] = tool;
  },
  tool_used(table, event) {
    turnCard(table, event, true);
  },
  tool_readied(table, event) {
    turnCard(table, event, false);
  },
  pile_moved(table, { source, target, cards }) {
    const stacks: Record<string, { stack: number }> = { tool_stack: table.workshop, order_stack: table.castle };
    if (stacks[source]) stacks[source].stack -= cards;
    if (stacks[target]) stacks[target].stack += cards;
  },
  card_awaited(_, { deck }, awaited) {
    awaited.push(deck);
  },
  card_turned_up(table, { deck, card }, awaited) {
    awaited.shift();
    table.extras[deck].up.push(card);
    table.extras[deck].down -= 1;
  },
  deck_reshuffled(table, { deck, cards }) {
    const { shuffles = 0 } = table.extras[deck];
    Object.assign(table.extras[deck], { up: [], down: cards, shuffles: shuffles + 1 });
  },
  die_awaited(_, { die }, awaited) {
    awaited.push(die);
  },
  die_rolled(table, { die, face }, awaited) {
    awaited.shift();
    table.extras[die].face = face;
    table.extras[die].rolls += 1;
  },
  part_changed(table, { part, value }) {
    table.extras[part] = value;
  },
};

const isSeat = (place: Place): place is number => typeof place === "number";
const slotOf = (place: Place): number => Number(String(place).split(":")[1]);
const seen = ({ extras, players }: Table) => extras.seen ?? { tools: [], orders: players.map(() => 0) };
const purse = (table: Table, place: Place) => (isSeat(place) ? table.players[place]! : table.bank);
const countTools = ({ workshop }: Pick<GameState, "workshop">) =>
  workshop.stack + workshop.offer.filter((tool) => tool !== null).length;

function saltIn(table: Table, place: Place): any {
  if (isSeat(place)) return table.players[place]!.salt;
  if (place === "market") return table.market;
  return place === "bank" ? table.bank.salt : table.mine[place].salt;
}

function addMiners(table: Table, seat: number, place: string, change: number): void {
  const player = table.players[seat] as unknown as Record<string, number>;
  if (place in table.mine) table.mine[place].rested[seat] += change;
  else if (place === "bank") table.bank.miners[seat]! += change;
  else if (place === "arriving") table.turn.arriving += change;
  else if (place in table.assistants) table.assistants[place] = change > 0 ? seat : null;
  else player[place]! += change; // stock, line_right, line_left
}

function tire(table: Table, { seat, chamber }: { seat: number; chamber: string }, miners: number): void {
  table.mine[chamber].rested[seat] -= miners;
  table.mine[chamber].tired[seat] += miners;
}

function turnCard(table: Table, { seat, tool }: { seat: number; tool: ToolName }, used: boolean): void {
  const card = table.players[seat]!.tools.find((card) => card.tool === tool && card.used !== used);
  if (card) card.used = used;
}

function takeOrder(orders: RoyalOrder[], order: RoyalOrder): void {
  const isSame = ({ salt, payment }: RoyalOrder) =>
    payment === order.payment && Object.entries(salt).every(([kind, cubes]) => (order.salt as any)[kind] === cubes);
  orders.splice(orders.findIndex(isSame), 1);
}

// Takes a ready card rather than a used one.
function takeTool(table: Table, seat: number, tool: ToolName): void {
  const { tools } = table.players[seat]!;
  const isReady = tools.some((card) => card.tool === tool && !card.used);
  tools.splice(tools.findIndex((card) => card.tool === tool && card.used === !isReady), 1);
}

const findLook = ({ extras }: Table, seat: number, chamber: string) =>
  extras.looks.made.find((look: any) => look.seat === seat && look.chamber === chamber);

// Everybody knows the tile now.
function endLooks({ extras }: Table, chamber: string): void {
  if (extras.looks) extras.looks.made = extras.looks.made.filter((look: any) => look.chamber !== chamber);
}

// While a piece is pending, nobody is to move, and the turn names the player. Events refer to the player to move.
function resume(table: Table): void {
  const { seat = null, ...counts } = table.turn ?? {};
  if (!table.pending) return;
  table.to_move = seat ?? table.start_seat;
  if (table.turn) table.turn = counts;
}

function withPending({ state, awaited, tools_per_phase }: View): View {
  const pending = findPending(state as unknown as Table, awaited, tools_per_phase);
  const turn = pending && state.turn ? { ...state.turn, seat: state.to_move } : state.turn;
  const { course, ...extras } = state.extras as Extras; // Internal to the library while a piece is pending.
  const to_move = pending ? null : state.to_move;
  return { state: { ...state, turn, to_move, extras, pending } as GameState, awaited, tools_per_phase };
}

/** Returns the piece that must be turned up before the next decision. The empty places show which one it is. */
function findPending(table: Table, awaited: readonly string[], tools_per_phase: number): Pending | null {
  const { is_over, turn, ruleset, mine, castle, workshop, extras } = table;
  if (is_over) return null;
  const isEntered = ({ rested, tired }: any) => [...rested, ...tired].some((miners) => miners > 0);
  const covered = Object.keys(mine).find(
    (id) => mine[id].tile === null && (turn ? isEntered(mine[id]) : ruleset.mapped_mine),
  );
  if (covered) return { pile: "tile", place: covered } as Pending;
  const gaps = castle.open.filter((order) => order === null).length;
  const isOrderDue = turn ? turn.arriving > 0 && gaps === 1 : gaps > 0;
  if (castle.stack > 0 && isOrderDue) return { pile: "order", place: castle.open.indexOf(null) };
  const slot = workshop.stack > 0 ? workshop.offer.indexOf(null) : -1;
  // A tool was bought in this turn, and the others have slid to the cheaper spaces.
  const isBought = () =>
    turn.visited.length > 0 && slot === workshop.offer.length - 1 && workshop.stack + slot < tools_per_phase;
  if (slot >= 0 && (!turn || isBought())) return { pile: "tool", place: slot };
  const look = extras.looks?.made.find(({ seat, tile }: any) => seat === extras.looks.viewer && tile === null);
  if (look) return { pile: "look", place: look.chamber } as unknown as Pending;
  if (awaited[0] === undefined) return null;
  const { up, down, rolls } = extras[awaited[0]]; // A deck has cards face up, and a die has rolls.
  if (down === 0) return null; // The cards are shuffled first.
  return { pile: awaited[0], place: up ? up.length : rolls } as unknown as Pending;
}
