import type { RulesClient } from "./rules.js";
import type { SessionGame } from "./session.js";
import { parseLogLine } from "./states.js";

/** A game in a log, which can be viewed after any number of moves. It uses a session while it is open. */
export class Replay {
  readonly client: RulesClient;
  /** The address of the log. */
  readonly address: string;
  readonly #lines: string[];
  /** Why the game was ended by agreement; null if it was not. */
  readonly #reason: string | null = null;
  #game: SessionGame | null = null;
  #end = 0;

  constructor(client: RulesClient, address: string, lines: string[]) {
    this.client = client;
    this.address = address;
    // The game is loaded without its end by agreement, because nothing could be undone after it.
    this.#lines = lines.filter((line) => !isEnd(line));
    const ending = lines.find(isEnd);
    const parsed = ending === undefined ? null : parseLogLine(ending);
    if (parsed?.type === "end") this.#reason = parsed.reason;
  }

  /** Returns the game after `step` moves, or at its end if it has fewer. Await each call before the next. */
  async moveTo(step: number): Promise<SessionGame> {
    if (this.#game && this.#game.end_reason !== null && step < this.#end) await this.close();
    const game = this.#game ?? (await this.#load());
    const to = Math.min(step, this.#end);
    if (!Number.isInteger(to) || to < 0) throw new Error("step: expected a number of moves");
    if (to < game.steps) await game.undo(to);
    while (to > game.steps) await game.redo();
    if (to === this.#end && this.#reason !== null && game.end_reason === null) await game.end(this.#reason);
    return game;
  }

  async #load(): Promise<SessionGame> {
    const game = await this.client.load({ lines: this.#lines });
    this.#end = game.steps;
    this.#game = game;
    return game;
  }

  /** Closes the session. The next `moveTo` opens another one. */
  async close(): Promise<void> {
    const game = this.#game;
    this.#game = null;
    await game?.close().catch(() => {}); // Its client may have ended.
  }
}

function isEnd(line: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"end"/.test(line);
}
