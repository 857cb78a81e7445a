import type { GameState, LogLine } from "./messages.js";

/** The JSON form of a state in logs and protocols. Its field `over` is called `is_over` in the client and at tables. */
export type StateJson = Omit<GameState, "is_over"> & { over: boolean };

/** Converts the JSON form of a state to a state of the client. */
export function stateFromJson({ over, ...fields }: StateJson): GameState {
  return { ...fields, is_over: over };
}

/** Converts a state of the client to its JSON form. */
export function stateToJson({ is_over, ...fields }: GameState): StateJson {
  return { ...fields, over: is_over };
}

/** Parses a line of a log. */
export function parseLogLine(text: string): LogLine {
  const line = JSON.parse(text);
  for (const field of ["opening", "position"]) if (line[field]) line[field] = stateFromJson(line[field]);
  return line;
}

/** Formats a request as JSON. If it contains a state, the state gets its JSON form, unless it already has this form. */
export function formatRequest(request: object): string {
  const state = "state" in request ? (request.state as GameState | null | undefined) : null;
  return JSON.stringify(state && "is_over" in state ? { ...request, state: stateToJson(state) } : request);
}

/** Converts an answer that was parsed from JSON: a state in it becomes a state of the client. */
export function convertAnswer<A>(answer: A): A {
  if (typeof answer !== "object" || answer === null || !("state" in answer) || !answer.state) return answer;
  return { ...answer, state: stateFromJson(answer.state as StateJson) };
}
