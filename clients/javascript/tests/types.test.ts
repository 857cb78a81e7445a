// The compiler knows the types of requests and answers. A line below @ts-expect-error must be an error.
import { test } from "node:test";
import type { Game, Move, RefusalCode, RulesClient, SessionGame, TableGame, TransitionAnswer } from "magnum-sal";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function check<_ extends true>(): void {}

// The functions are compiled and never called.
test("the compiler has checked this file", () => {
  void [answersHaveTypes, mistakesAreFound, gamesAreAlike];
});

async function answersHaveTypes(client: RulesClient, game: SessionGame, table: TableGame): Promise<void> {
  const { moves } = await client.ask({ type: "legal_moves", session: "game-1" });
  check<Same<typeof moves, Move[]>>();
  const made = await game.play({ type: "visit_inn" });
  check<Same<typeof made, TransitionAnswer>>();
  const { is_over } = game.state;
  check<Same<typeof is_over, boolean>>();
  const { number } = await table.ask({ type: "agree", is_agreed: true });
  check<Same<typeof number, number>>();
  const { svg } = await table.ask({ type: "svg", layout: "mine" });
  check<Same<typeof svg, string>>();
}

async function mistakesAreFound(client: RulesClient, game: SessionGame, table: TableGame): Promise<void> {
  // @ts-expect-error there is no such request
  await client.ask({ type: "fly" });
  // @ts-expect-error the session is missing
  await client.ask({ type: "close" });
  // @ts-expect-error there is no such field
  await client.ask({ type: "legal_moves", session: "game-1", sourec: "stock" });
  // @ts-expect-error there is no such layout
  await game.ask({ type: "svg", layout: "round" });
  // @ts-expect-error moves are made with play()
  await game.ask({ type: "apply", move: { type: "pass" } });
  // @ts-expect-error the game knows its session
  await game.ask({ type: "question", session: "game-1" });
  // @ts-expect-error tables are opened by the client
  await table.ask({ type: "open", seats: [] });
  // @ts-expect-error the client says is_over
  game.state.over;
}

async function gamesAreAlike(session: SessionGame, table: TableGame): Promise<RefusalCode> {
  for (const game of [session, table] satisfies Game[]) {
    const { offers } = await (game as Game).ask({ type: "question" });
    if (offers[0]?.move) await game.play(offers[0].move);
    for await (const { happened, to_move } of game.news()) void [happened[0]?.events, to_move];
  }
  return "stale";
}
