// The flights of pieces after a move: which pieces fly from where to where, along which spaces, and when.
//
// This module knows events and places, but not the pictures. A motion is one of three kinds:
// - a flight: *count* equal pieces leave *source* and arrive at *target*,
// - a turn: a tile or a card at *place* turns over ("tile", "used" or "ready"),
// - a pose: *count* miners at *place* lie down or stand up.
// Places are the ids that pictures write as data-place.

const SALT = ["brown", "green", "white"];
const SPACE = /^(S[1-6]|[123][LR][1-4])$/;

const FLIGHT = 460; // milliseconds of a flight without stops
const PASSING = 35; // additional milliseconds for each space that a piece passes
const LONGEST = 200; // the maximum of these
const BESIDE = 40; // milliseconds between the starts of two pieces of a group
const GROUP = 240; // the maximum time between the first and the last start of a group
const NEXT = 110; // milliseconds between the starts of two groups
const NEXT_AT_END = 280; // the same at the end of a phase, where the table is tidied step by step
const TOTAL = 900; // the maximum for one move
const TOTAL_AT_END = 2800; // the maximum at the end of a phase
export const MOST = 14; // the maximum number of figures that fly at once

// Return the motions that *events* cause, in order. *events* are the JSON forms of the events of a move.
export function motionsOf(events) {
  const motions = [];
  let group = "";
  let stage = -1;
  let isTidying = false;
  for (const event of events) {
    isTidying ||= event.type === "phase_ended";
    for (const motion of READERS[event.type]?.(event) ?? []) {
      const own = groupOf(motion);
      if (own !== group) stage += 1;
      group = own;
      add(motions, { ...motion, stage, isTidying });
    }
  }
  // A piece that returned to its place did not move.
  return motions.filter((motion) => motion.source === undefined || motion.source !== motion.target);
}

// Return the events as if time ran backwards: what an undo shows.
export function backwards(events) {
  const pairs = [["miners_tired", "miners_rested"], ["tool_used", "tool_readied"]];
  const opposite = Object.fromEntries(pairs.flatMap(([one, other]) => [[one, other], [other, one]]));
  return [...events].reverse().map((event) => {
    const type = opposite[event.type] ?? event.type;
    const { source, target } = event;
    return source === undefined ? { ...event, type } : { ...event, type, source: target, target: source };
  });
}

// How each event moves pieces. Events that are not listed move nothing that a picture shows.
const READERS = {
  miners_moved: ({ seat, source, target, miners }) => [
    { kind: "miner", seat, source: placeOf(source, seat), target: placeOf(target, seat), count: miners },
  ],
  salt_moved: ({ source, target, salt }) =>
    SALT.filter((thing) => salt[thing] > 0).map((thing) => ({
      kind: "cube",
      thing,
      source: placeOfSalt(source, thing),
      target: placeOfSalt(target, thing),
      count: salt[thing],
    })),
  water_moved: ({ source, target, cubes }) => [{ kind: "water", source, target, count: cubes }],
  money_moved: ({ source, target, groszy }) => [
    { kind: "coin", source: placeOf(source), target: placeOf(target), count: groszy },
  ],
  order_moved: ({ order, source, target }) => [
    { kind: "order", thing: nameOfOrder(order), source: placeOf(source), target: placeOf(target), count: 1 },
  ],
  tool_moved: ({ tool, source, target }) => [
    { kind: "tool", thing: tool, source: placeOf(source), target: placeOf(target), count: 1 },
  ],
  tool_used: ({ seat, tool }) => [{ turn: "used", kind: "tool", thing: tool, place: placeOf(seat), count: 1 }],
  tool_readied: ({ seat, tool }) => [{ turn: "ready", kind: "tool", thing: tool, place: placeOf(seat), count: 1 }],
  chamber_revealed: ({ chamber }) => [{ turn: "tile", kind: "tile", place: chamber, count: 1 }],
  tile_laid: ({ chamber }) => [{ turn: "tile", kind: "tile", place: chamber, count: 1 }],
  miners_tired: ({ seat, chamber, miners }) => [{ pose: "tired", kind: "miner", seat, place: chamber, count: miners }],
  miners_rested: ({ seat, chamber, miners }) => [{ pose: "rested", kind: "miner", seat, place: chamber, count: miners }],
};

// Return the place in the picture for a place of an event: a seat is the panel of its player.
function placeOf(place, seat) {
  if (typeof place === "number") return `player:${place}`;
  return place === "stock" ? `stock:${seat}` : place;
}

function placeOfSalt(place, thing) {
  return place === "market" ? `market:${thing}` : placeOf(place);
}

// Return the value of data-thing for an order in the pictures, such as "BBG=17".
function nameOfOrder({ salt, payment }) {
  return `${SALT.map((thing) => thing[0].toUpperCase().repeat(salt[thing])).join("")}=${payment}`;
}

// Motions with the same group start together.
function groupOf({ kind, turn = "", pose = "", source, target }) {
  const where = source === undefined ? "" : `${isSpace(source)} ${target.split(":")[0]}`;
  return `${kind} ${turn} ${pose} ${where}`;
}

// Add a motion. Pieces that moved on, such as those of a line that advances, fly the whole way at once.
function add(motions, motion) {
  if (motion.pose !== undefined || motion.turn !== undefined) return motions.push(motion);
  let { count } = motion;
  for (const earlier of motions.filter((other) => isFollowedBy(other, motion)).reverse()) {
    if (!count) break;
    if (earlier.count > count) {
      earlier.count -= count;
      motions.push({ ...earlier, target: motion.target, count });
      return motions.length;
    }
    count -= earlier.count;
    earlier.target = motion.target;
  }
  if (count) motions.push({ ...motion, count });
  // A miner that stands up only to leave flies at once.
  const isAwakened = ({ pose, place, seat }) => pose === "rested" && place === motion.source && seat === motion.seat;
  const awakened = motion.kind === "miner" ? motions.findIndex(isAwakened) : -1;
  if (awakened >= 0) motions.splice(awakened, 1);
  return motions.length;
}

// Coins and cubes that are paid differ from those that were received before, although they look the same.
function isFollowedBy(earlier, later) {
  if (earlier.kind === "coin" || earlier.target === "bank") return false;
  return earlier.target === later.source && keyOf(earlier) === keyOf(later);
}

// Return what pieces that look the same have in common. Miners have a seat; all other pieces at most a thing.
export function keyOf({ kind, seat, thing }) {
  return kind === "miner" ? `miner ${seat}` : `${kind} ${thing ?? ""}`;
}

export function isSpace(place) {
  return SPACE.test(place);
}

// Return the spaces from a space to the entrance, starting with the space itself.
function wayOut(space) {
  const [level, side, number] = space;
  if (level === "S") return Array.from({ length: Number(side) }, (_, step) => `S${Number(side) - step}`);
  const corridor = Array.from({ length: Number(number) }, (_, step) => `${level}${side}${Number(number) - step}`);
  return [...corridor, ...wayOut(`S${2 * Number(level)}`)];
}

// Return the spaces that a piece passes between two places, without these places. Miners walk along the shaft and the
// corridors, and salt goes along the chain. Water and cards do not use the shaft.
export function spacesBetween({ kind, source, target }) {
  const isInside = [source, target].map(isSpace);
  if (!["miner", "cube"].includes(kind) || !isInside.some(Boolean)) return [];
  // A piece from the bank is laid into its chamber: it comes from the box, not from the shaft.
  if ([source, target].includes("bank")) return [];
  const up = isInside[0] ? wayOut(source) : [];
  const down = isInside[1] ? wayOut(target) : [];
  const isShared = (space) => up.includes(space) && down.includes(space);
  const turn = up.find(isShared); // the space where the ways meet
  const rise = up.filter((space) => !isShared(space));
  const fall = down.filter((space) => !isShared(space)).reverse();
  const all = [...rise, ...(turn ? [turn] : []), ...fall];
  return all.filter((space) => space !== source && space !== target);
}

// Return the figures that move: the motions with their start and duration in milliseconds. Equal pieces move one by
// one. If there are too many, one figure stands for several of them: *count*.
export function figuresOf(motions) {
  const figures = [];
  const last = motions.at(-1)?.stage ?? 0;
  let start = 0;
  for (let stage = 0; stage <= last; stage += 1) {
    const group = split(motions.filter((motion) => motion.stage === stage).slice(0, MOST));
    if (!group.length) continue;
    const beside = Math.min(BESIDE, GROUP / group.length);
    group.forEach((figure, number) => figures.push({ ...figure, ...timesOf(figure, start + number * beside) }));
    start += group[0].isTidying ? NEXT_AT_END : NEXT;
  }
  return fit(figures);
}

function timesOf(figure, start) {
  const passed = figure.source === undefined ? 0 : spacesBetween(figure).length;
  return { start, duration: FLIGHT + Math.min(PASSING * passed, LONGEST) };
}

// Show equal pieces one by one as long as all of a group fit.
function split(group) {
  const figures = group.map((motion) => [motion]);
  let free = MOST - group.length;
  const flights = figures.filter(([{ target }]) => target !== undefined);
  for (const entry of flights.sort((one, other) => one[0].count - other[0].count)) {
    const [{ count }] = entry;
    if (count - 1 > free) break;
    free -= count - 1;
    entry.splice(0, 1, ...Array.from({ length: count }, () => ({ ...entry[0], count: 1 })));
  }
  return figures.flat();
}

// Return the flights with starts so close together that all figures arrive within the time of a move. Each figure keeps
// its duration.
function fit(figures) {
  const most = figures.some((figure) => figure.isTidying) ? TOTAL_AT_END : TOTAL;
  const factor = Math.min(1, ...figures.map(({ start, duration }) => (start ? (most - duration) / start : 1)));
  return figures.map((figure) => ({ ...figure, start: figure.start * factor }));
}
