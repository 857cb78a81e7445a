// The types of TypeScript; `nox -s typescript` checks this file with tsc. It never runs.
import type {
  Answer,
  AtPlaceAnswer,
  DoneAnswer,
  EffectsAnswer,
  GameState,
  Move,
  PositionAnswer,
  QuestionAnswer,
  Request,
  TableAnswer,
  TableRequest,
} from "../../docs/schemas/magnum_sal";

export function best(answer: Answer): Move | null {
  if (answer.type === "moves") return answer.moves[0] ?? null;
  if (answer.type === "choice") return answer.move;
  if (answer.type === "error") throw new Error(`${answer.code}: ${answer.sentence}`);
  return null;
}

export const hire: Request = { type: "apply", id: 1, session: "game-1", move: { type: "visit_inn" } };

export function money(state: GameState, seat: number): number {
  return state.players[seat]?.money ?? 0;
}

export function cubes(move: Move): number {
  return move.type === "extract_salt" ? move.salt.brown + move.salt.green + move.salt.white : 0;
}

export const picture: Request = {
  type: "svg",
  id: 2,
  session: "game-1",
  layout: "tall",
  colours: { coin: "#ffcc33", seats: ["#111111", "#222222", "#333333", "#444444"] },
  arrows: [{ source: "S1", target: "1L1" }],
  last: 3,
};

export function middle(answer: Answer, place: string): number {
  const box = answer.type === "svg" ? answer.places[place] : undefined;
  return box ? box.x + box.width / 2 : 0;
}

// @ts-expect-error there is no such layout
export const round: Request = { type: "svg", id: 3, session: "game-1", layout: "round" };

// @ts-expect-error there is no such move
export const flight: Move = { type: "fly" };

// @ts-expect-error a field is missing
export const visit: Move = { type: "visit_workshop" };

// @ts-expect-error there is no such field
export const pass: Move = { type: "pass", more: 1 };

// @ts-expect-error there is no such space
export const place: Move = { type: "place_miner", source: "stock", target: "S7" };

// The example on the page for web authors.
async function ask<Answer extends TableAnswer>(table: string, message: TableRequest): Promise<Answer> {
  const response = await fetch(table, { method: "POST", body: JSON.stringify(message) });
  return response.json();
}

export async function offered(table: string, place: string): Promise<string[]> {
  const asked = await ask<QuestionAnswer>(table, { type: "question", taken: [], language: "pl" });
  const there = await ask<AtPlaceAnswer>(table, { type: "at_place", place });
  await ask<PositionAnswer>(table, { type: "position" });
  await ask<DoneAnswer>(table, { type: "agree", number: 3, is_agreed: true });
  const brought = await ask<EffectsAnswer>(table, { type: "effects", id: "a", move: { type: "pass" } });
  return [...[...asked.offers, ...there.offers].map((offer) => offer.words), String(brought.effects.money[0])];
}

// @ts-expect-error a table has no sessions
export const elsewhere: TableRequest = { type: "question", session: "game-1" };

// @ts-expect-error a table starts no games
export const another: TableRequest = { type: "new_game", players: ["Ada", "Ben"] };

// @ts-expect-error the lines of another protocol have an id
export const nameless: Request = { type: "question", session: "game-1" };
