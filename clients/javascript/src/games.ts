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
 * What is new in a game. `kept` is the number of moves of the previous news that have not been undone, and `happened`
 * lists the moves after them.
 */
export type GameNews = Pick<NewsAnswer, "steps" | "to_move" | "is_over" | "winners" | "kept"> & {
  happened: StepNews[];
};

export interface NewsOptions {
  /** Ends the news when it aborts. */
  signal?: AbortSignal;
  /**
   * The reader only shows the game, as a board does. At a table, such news count as known to the player only while no
   * other loop reads the news.
   */
  isForDisplay?: boolean;
  /**
   * Called with false when the stream of a table is lost or cannot be opened, and with true when news arrive again. The
   * first connection calls nothing. The news of an engine end with an error instead.
   */
  onConnection?: (isConnected: boolean) => void;
}

/** A game of any connection: a session of an engine, or a table of a server. */
export interface Game {
  /** Asks a question about the current position. Throws `RefusedError` if the engine refuses it. */
  ask<T extends QuestionType>(question: Question<T>): Promise<AnswerTo[T]>;
  /** Returns the current position with its scores. */
  position(): Promise<PositionAnswer>;
  /** Makes a move. Throws `RefusedError` with the rule, the reason and the facts if the move is illegal. */
  play(move: Move): Promise<unknown>;
  /** Undoes the last move. At a table, other players may have to agree. */
  undo(): Promise<unknown>;
  /** Makes the move again that was undone last. */
  redo(): Promise<unknown>;
  /** Returns the lines of the public log. */
  log(): Promise<string[]>;
  /**
   * Yields the current situation, then news after every change, until `signal` aborts or the game is closed. Throws
   * `ConnectionError` when an engine ends. A server may be away for a while.
   */
  news(options?: NewsOptions): AsyncIterableIterator<GameNews>;
  /** Ends the game. At a table, only the host can do this. */
  close(): Promise<void>;
}
