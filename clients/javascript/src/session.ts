import type { Game, GameNews, NewsOptions, StepNews } from "./games.js";
import type {
  AnswerTo,
  GameState,
  Happened,
  Move,
  PositionAnswer,
  PositionHintAnswer,
  PositionStandingAnswer,
  RevealRequest,
  TransitionAnswer,
} from "./messages.js";
import type { Asked, Question, QuestionType } from "./questions.js";
import type { RulesClient } from "./rules.js";
import { parseLogLine } from "./states.js";

/** The questions that are about the rules instead of a position, and therefore name a ruleset. */
const ABOUT_RULES = new Set<string>(["labels", "objection_in_words", "rule_texts"]);
const PAGE = 1000;

/** A game that an engine keeps as a session. Change the game only through this object, one change at a time. */
export class SessionGame implements Game {
  /** The name of the session. */
  readonly session: string;
  /** Why the game was ended by agreement; null if it was not. */
  end_reason: string | null = null;
  /** The error in the first damaged line, if `load` has recovered the log; null if the log was undamaged. */
  readonly damage: string | null;
  readonly #client: RulesClient;
  #state: GameState;
  #steps = 0;
  #winners: number[] = [];
  /** The latest steps up to the current one. Steps from before the game was loaded are unknown. */
  #happened: StepNews[] = [];
  /** The known steps that were undone; the next one to redo is the last. */
  #undone: StepNews[] = [];
  #readers = new Set<Reader>();
  #isClosed = false;

  /** Use `newGame`, `openTable` or `load` of a client to create a game. */
  constructor(client: RulesClient, position: PositionAnswer) {
    if (position.session === null) throw new TypeError("a position without a session is not a game");
    this.session = position.session;
    this.damage = position.damage;
    this.#client = client;
    this.#state = position.state;
    this.#replace(position);
  }

  /** The current public state. */
  get state(): GameState {
    return this.#state;
  }

  /** The number of moves and revealed pieces. */
  get steps(): number {
    return this.#steps;
  }

  async ask<T extends QuestionType>(question: Question<T>): Promise<AnswerTo[T]> {
    const about = ABOUT_RULES.has(question.type) ? { ruleset: this.#state.ruleset } : { session: this.session };
    const hasState = "state" in question && question.state;
    return this.#client.send<AnswerTo[T]>(hasState ? question : { ...about, ...question });
  }

  async position(): Promise<PositionAnswer> {
    return this.#client.ask({ type: "position", session: this.session });
  }

  async play(move: Move): Promise<TransitionAnswer> {
    const seat = this.#state.to_move;
    const said = await this.#client.ask({ type: "apply", session: this.session, move });
    this.#undone = [];
    return this.#add(said, { seat, move });
  }

  /** Reports the piece that was turned up on a real table. */
  async reveal(piece: RevealRequest["piece"]): Promise<TransitionAnswer> {
    const said = await this.#client.ask({ type: "reveal", session: this.session, piece });
    this.#undone = [];
    return this.#add(said, { seat: null, move: null });
  }

  /** Undoes the last move, or everything after the first `to` moves. */
  async undo(to?: number): Promise<PositionAnswer> {
    const said = await this.#client.ask({ type: "undo", session: this.session, to: to ?? null });
    const kept = said.steps ?? 0;
    this.#undone.push(...this.#happened.filter(({ step }) => step > kept).reverse());
    this.#happened = this.#happened.filter(({ step }) => step <= kept);
    return this.#replace(said);
  }

  async redo(): Promise<TransitionAnswer> {
    const said = await this.#client.ask({ type: "redo", session: this.session });
    // The steps that were undone before this object existed are not in the list.
    const isKnown = this.#undone.at(-1)?.step === this.#steps + 1;
    return this.#add(said, isKnown ? this.#undone.pop()! : await this.#readLastStep());
  }

  /** Ends the game by agreement. */
  async end(reason: string): Promise<PositionAnswer> {
    return this.#replace(await this.#client.ask({ type: "end", session: this.session, reason }));
  }

  /** Returns the moves that a good bot recommends, best first. The engine answers other requests only afterwards. */
  async hint(options: Omit<Asked<"hint">, "type" | "session" | "state"> = {}): Promise<PositionHintAnswer> {
    return this.#client.ask({ ...options, type: "hint", session: this.session });
  }

  /** Returns all scores with their parts, as a table of words, and whose turn it is or how the game ended. */
  async standing(
    options: Omit<Asked<"standing">, "type" | "session" | "state"> = {},
  ): Promise<PositionStandingAnswer> {
    return this.#client.ask({ ...options, type: "standing", session: this.session });
  }

  /** Returns all moves in words, with their events. Pass a move's `step` as `to` of an undo that keeps this move. */
  async history({ language = "en" }: { language?: string } = {}): Promise<Happened[]> {
    const steps: Happened[] = [];
    for (;;) {
      const asked = { session: this.session, first: steps.length, most: PAGE, language };
      const page = await this.#client.ask({ type: "history", ...asked });
      steps.push(...page.steps);
      if (steps.length >= page.total || page.steps.length === 0) return steps;
    }
  }

  /** Returns the lines of the public log, or with `full` those of the log with the face-down pieces. */
  async log({ full = false }: { full?: boolean } = {}): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const asked = { session: this.session, first: lines.length, most: PAGE, full };
      const page = await this.#client.ask({ type: "log", ...asked });
      lines.push(...page.lines);
      if (lines.length >= page.total || page.lines.length === 0) return lines;
    }
  }

  async *news({ signal }: NewsOptions = {}): AsyncGenerator<GameNews, void> {
    const reader = new Reader(this.#steps);
    const wake = () => reader.wake();
    this.#readers.add(reader);
    const ignoreLoss = this.#client.onLoss((error) => reader.lose(error));
    signal?.addEventListener("abort", wake);
    try {
      while (!signal?.aborted && !this.#isClosed) {
        const { kept } = reader;
        reader.note(this.#steps);
        yield this.#tell(kept);
        await reader.untilChanged();
      }
    } finally {
      signal?.removeEventListener("abort", wake);
      ignoreLoss();
      this.#readers.delete(reader);
    }
  }

  async close(): Promise<void> {
    await this.#client.ask({ type: "close", session: this.session });
    this.#isClosed = true;
    this.#wakeAll();
  }

  #tell(kept: number): GameNews {
    const is_over = this.#state.is_over || this.end_reason !== null;
    return {
      steps: this.#steps,
      to_move: is_over ? null : this.#state.to_move,
      is_over,
      winners: this.#winners,
      kept,
      happened: this.#happened.filter(({ step }) => step > kept),
    };
  }

  async #add(said: TransitionAnswer, made: Pick<StepNews, "seat" | "move">): Promise<TransitionAnswer> {
    this.#state = said.state;
    this.#steps += 1;
    this.#happened.push({ step: this.#steps, seat: made.seat, move: made.move, events: said.events });
    if (said.state.is_over) this.#winners = (await this.position()).winners;
    this.#wakeAll();
    return said;
  }

  #replace(said: PositionAnswer): PositionAnswer {
    this.#state = said.state;
    this.#steps = said.steps ?? 0;
    this.#winners = said.winners;
    this.end_reason = said.end_reason;
    this.#wakeAll();
    return said;
  }

  /** Returns the seat and the move of the last step from the log, because this object does not know them. */
  async #readLastStep(): Promise<Pick<StepNews, "seat" | "move">> {
    const lines = (await this.log()).map(parseLogLine).filter(({ type }) => type === "move" || type === "reveal");
    const line = lines.at(-1);
    return line?.type === "move" ? line : { seat: null, move: null };
  }

  #wakeAll(): void {
    for (const reader of this.#readers) reader.wake(this.#steps);
  }
}

/** A loop that reads the news, and how many of the moves that it knows have not been undone. */
class Reader {
  #isChanged = false;
  #resume: (() => void) | null = null;
  #lost: Error | null = null;

  constructor(public kept: number) {}

  /** Notes that the reader has received the news of these steps. */
  note(steps: number): void {
    this.kept = steps;
    this.#isChanged = false;
  }

  wake(steps = this.kept): void {
    this.kept = Math.min(this.kept, steps);
    this.#isChanged = true;
    this.#resume?.();
    this.#resume = null;
  }

  /** Ends the news with this error, because no more can arrive. */
  lose(error: Error): void {
    this.#lost = error;
    this.wake();
  }

  async untilChanged(): Promise<void> {
    // If the engine has already ended, nothing else would end the wait.
    if (!this.#isChanged && !this.#lost) await new Promise<void>((resolve) => (this.#resume = resolve));
    if (this.#lost) throw this.#lost;
  }
}
