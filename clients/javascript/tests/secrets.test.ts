// Secrets over HTTP: a seat gets its own from every method of the client, and nobody else gets them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  applyEvents,
  connect,
  type Event,
  type GameState,
  type Move,
  type NewsAnswer,
  startView,
  type TableGame,
  type TablesClient,
  type View,
} from "magnum-sal";
import { LAMPS, NO_LAMPS, ServedTables } from "./setting.js";

const LOOK = { type: "use_lamp", chamber: "1L1" } as unknown as Move;
const PASS: Move = { type: "pass" };

let served: ServedTables;
let host: TablesClient;
before(async () => {
  if (!LAMPS) return;
  served = await ServedTables.start("--ruleset", LAMPS);
  host = await connect({ server: served.address });
});
after(() => served?.stop());

/** Opens a table at which Ada is to move and has a lamp, and returns it as Ada, Ben and a spectator see it. */
async function openTable(): Promise<TableGame[]> {
  const seats = [{ name: "Ada", player: "here" }, { name: "Ben", player: "link" }];
  const ada = await host.open({ seats, position: "ruleset: lamp_game | public | A: lamp | turn: A, round 1" });
  const { chairs, watch_link } = await ada.look();
  const links = [chairs[1]!.link!, watch_link!];
  const others = links.map(async (link) => (await connect({ server: served.address })).join(new URL(link, served.address)));
  return [ada, ...(await Promise.all(others))];
}

/** Returns the first look of a state, with the tile if the state contains it. */
const readLook = ({ extras }: GameState) => (extras as any).looks.made[0];

/** Returns all that a seat can request about a table, as text. */
async function readEverything(table: TableGame): Promise<string> {
  const parts = [
    await table.look(), await table.history(), await table.log(), await table.position(), await table.standing(),
    await table.ask({ type: "position", viewer: 0 } as { type: "position" }).catch(String),
    await table.ask({ type: "text" }), await table.ask({ type: "svg" }), await table.ask({ type: "options", most: 40 }),
  ];
  return JSON.stringify(parts);
}

/** Applies the next news to a view, and returns the new view and the events. */
async function follow(news: AsyncGenerator<NewsAnswer, void>, view: View, steps: number): Promise<[View, Event[]]> {
  const seen: Event[] = [];
  for (;;) {
    const told = (await news.next()).value as NewsAnswer;
    for (const { events } of told.happened) {
      view = applyEvents(view, events);
      seen.push(...events);
    }
    if (told.steps >= steps) return [view, seen];
  }
}

test("the seat that looked gets the tile, and the other players do not", { skip: NO_LAMPS }, async () => {
  const tables = await openTable();
  await tables[0]!.play(LOOK);
  const [own, ...others] = await Promise.all(tables.map(async (table) => (await table.position()).state));
  const { tile, ...look } = readLook(own!);
  assert.deepEqual(look, { seat: 0, chamber: "1L1" });
  const salt = Object.entries<number>(tile.salt).map(([kind, cubes]) => kind[0]!.toUpperCase().repeat(cubes)).join("");
  const [mine, ...theirs] = await Promise.all(tables.map(readEverything));
  assert(mine!.includes(`${salt}/${tile.water}`));
  assert(mine!.includes('"tile_seen"'));
  for (const state of others) assert.equal(readLook(state).tile, null);
  for (const said of theirs) {
    assert(said.includes('"tile_looked_at"'));
    assert(!said.includes(`${salt}/${tile.water}`));
    assert(!said.includes('"tile_seen"'));
  }
  // The log is public for everybody, because people pass it on.
  for (const table of tables) assert(!(await table.log()).join().includes("tile_seen"));
});

test("the news keep the view of each seat up to date", { skip: NO_LAMPS }, async () => {
  const tables = await openTable();
  const followed = await Promise.all(
    tables.map(async (table) => {
      const news = table.news();
      await news.next();
      return { table, news, view: startView((await table.position()).state) };
    }),
  );
  const [ada, ben] = tables;
  await ada!.play(LOOK);
  await ada!.play(PASS);
  await ben!.look();
  await ben!.play(PASS);
  for (const [place, { table, news, view }] of followed.entries()) {
    const [later, events] = await follow(news, view, 3);
    assert.deepEqual(later.state, (await table.position()).state);
    assert.equal(events.filter(({ type }) => type === "tile_seen").length, place === 0 ? 1 : 0);
    await news.return();
  }
});
