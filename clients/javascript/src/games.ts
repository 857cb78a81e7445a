import type { AnswerTo, Event, Move, NewsAnswer, PositionAnswer } from "./messages.js";
import type { Question, QuestionType } from "./questions.js";

/** A move that has been made, with its events. */
export interface StepNews {
  /** The number of moves made so far, including this one. */
  step: number;
  /** The seat that moved; null if a piece was turned up on a real table. */
  seat: number | null;
  move: Move | null;
  events: Event[];
}

/**
 * News of a game. `kept` is the number of moves in the previous news that have not been undone, and `happened` lists
 * the moves after them.
 */
export type GameNews = Pick<NewsAnswer, "steps" | "to_move" | "is_over" | "winners" | "kept"> & {
  happened: StepNews[];
};

export interface NewsOptions {
  /** Ends the news when it aborts. */
  signal?: AbortSignal;
  /**
   * Whether the reader only shows the game, as a board does. At a table, its news counts as known to the player only
   * while no other loop decides on moves.
   */
  isForDisplay?: boolean;
  /**
   * Called with false when the stream of a table is lost or cannot be opened, and with true when news arrives again. It
   * is not called for the first connection. If an engine ends, its news ends with an error instead.
   */
  onConnection?: (isConnected: boolean) => void;
}

/** A game on any connection: a session of an engine, or a table on a server. */
export interface Game {
  /** Asks a question about the current position. Throws `RefusedError` if the engine refuses it. */
  ask<T extends QuestionType>(question: Question<T>): Promise<AnswerTo[T]>;
  /** Returns the current position with its scores. */
  position(): Promise<PositionAnswer>;
  /** Makes a move. Throws `RefusedError` with the rule, the reason and the facts if the move is illegal. */
  play(move: Move): Promise<unknown>;
  /** Undoes the last move. At a table, other players may have to agree. */
  undo(): Promise<unknown>;
  /** Makes the last undone move again. */
  redo(): Promise<unknown>;
  /** Returns the lines of the public log. */
  log(): Promise<string[]>;
  /**
   * Yields the current situation, then news after every change, until `signal` aborts or the game is closed. Throws
   * `ConnectionError` when an engine ends. If a server is unavailable, the news waits until it is back.
   */
  news(options?: NewsOptions): AsyncIterableIterator<GameNews>;
  /** Ends the game. At a table, only the host can do this. */
  close(): Promise<void>;
}
