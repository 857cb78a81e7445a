import { parseObject, readText } from "./answers.js";
import { BadAnswerError, ConnectionError, RefusedError } from "./errors.js";
import { limitSilence, parseEvents } from "./event_stream.js";
import type { Game, NewsOptions } from "./games.js";
import type {
  AnswerTo,
  DoneAnswer,
  HistoryAnswer,
  Move,
  NewsAnswer,
  PositionAnswer,
  ReviewAnswer,
  ShareAnswer,
  StandingAnswer,
  TableAnswerTo,
} from "./messages.js";
import type { Question, QuestionType, TableAsked, TableRequestType } from "./questions.js";
import { SharedNews } from "./shared_news.js";
import type { TablesClient } from "./tables.js";

/** The requests that refer to a position by its number. */
const NUMBERED = new Set<string>(["apply", "undo", "redo", "end", "agree", "hint"]);
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** The codes of temporary refusals. All other refusals end the news. */
const PASSING = new Set<string>(["too_many", "too_fast", "not_kept", "internal"]);

/** A table on a server, as the owner of a key sees it. */
export class TableGame implements Game {
  /** The id of the table. */
  readonly id: string;
  /** The seat that `join` has taken; null for hosts and spectators, whose seats are in the `chairs` of the news. */
  readonly seat: number | null;
  readonly #client: TablesClient;
  /** The number of the position that the owner of this object knows. */
  #number: number | null = null;
  /** The id of the pending proposal that the owner of this object knows. */
  #proposal: number | null = null;
  /** The number of running loops of `news()` that decide on moves. */
  #deciding = 0;
  /** The stream that all running loops of `news()` share. */
  #shared: SharedNews | null = null;

  constructor(client: TablesClient, id: string, seat: number | null) {
    this.id = id;
    this.seat = seat;
    this.#client = client;
  }

  ask<T extends QuestionType>(question: Question<T>): Promise<AnswerTo[T]>;
  ask<T extends TableRequestType>(request: TableAsked<T>): Promise<TableAnswerTo[T]>;
  /** Asks a question about the position, or performs an action such as `leave`, `agree` or `set_player`. */
  async ask(request: { type: string; number?: number }): Promise<unknown> {
    const isNumbered = NUMBERED.has(request.type);
    const number = isNumbered ? { number: request.number ?? (await this.#known()) } : {};
    // A caller that passes the number may know more than this object, so the caller must pass the proposal, too.
    const known = this.#proposal;
    const isAnswer = request.type === "agree" && request.number === undefined && known !== null;
    const sent = { ...(isAnswer ? { proposal: known } : {}), ...request, ...number };
    const said = await this.#client.post<{ type: string; number?: number }>(this.#path(), sent);
    if (said.type === "done" && said.number !== undefined) this.#number = said.number;
    // The request may have made a proposal, whose id is in the next news.
    const isProposal = request.type === "undo" || request.type === "end";
    if (isProposal && this.#proposal === known) this.#proposal = null;
    return said;
  }

  position(): Promise<PositionAnswer> {
    return this.ask({ type: "position" });
  }

  /**
   * Makes a move in the position with this number, by default the one that you know from the news. The server refuses
   * the move if the position has changed. Pass the number if several loops read the news of this object.
   */
  play(move: Move, { number }: { number?: number } = {}): Promise<DoneAnswer> {
    const known = number === undefined ? {} : { number };
    return this.ask({ type: "apply", move, language: this.#client.language, ...known });
  }

  undo(): Promise<DoneAnswer> {
    return this.ask({ type: "undo" });
  }

  redo(): Promise<DoneAnswer> {
    return this.ask({ type: "redo" });
  }

  /** Returns the current situation once. */
  async look(): Promise<NewsAnswer> {
    const news = await this.#client.get<NewsAnswer>(this.#path());
    this.#learn(news);
    return news;
  }

  /** Returns the moves in words, with their events, starting with the move number `first`. */
  history(first = 1): Promise<HistoryAnswer> {
    return this.#client.get(this.#pathOfHistory(first));
  }

  /** Returns all scores with their parts, as a table of words. */
  standing(): Promise<StandingAnswer> {
    return this.#client.get(this.#path("/standing"));
  }

  /** Returns a bot's review of the finished game, which can take minutes. */
  review(): Promise<ReviewAnswer> {
    return this.#client.get(this.#path("/review"));
  }

  /** Returns a link to the current position, or to the position after the first `at` moves. */
  share(at?: number): Promise<ShareAnswer> {
    return this.#client.get(this.#path(at === undefined ? "/share" : `/share?at=${at}`));
  }

  async log(): Promise<string[]> {
    const response = await this.#client.fetch(this.#path("/log.jsonl"));
    return (await readText(response, "the log")).split("\n").filter(Boolean);
  }

  /**
   * Yields the news: first the current situation, then a message after every change. The stream reconnects if the
   * server is unavailable or sends nothing, not even a ping, for 45 seconds. No moves are lost: `happened` always has
   * all moves after the `kept` ones. The stream ends when the table is closed. All loops over the news of one object
   * share one connection.
   */
  async *news(options: NewsOptions = {}): AsyncGenerator<NewsAnswer, void> {
    const { isForDisplay = false } = options;
    if (!isForDisplay) this.#deciding += 1;
    try {
      if (!this.#shared || this.#shared.isOver) {
        this.#shared = new SharedNews((signal, report) => this.#read(signal, report));
      }
      for await (const news of this.#shared.read(options, this.#number ?? 0)) {
        // A display may get a message before a loop that decides on moves. If the message then counted as known, a move
        // chosen in an older position would be sent with the new number, and the server could not refuse it.
        if (!isForDisplay || this.#deciding === 0) this.#learn(news);
        yield news;
      }
    } finally {
      if (!isForDisplay) this.#deciding -= 1;
    }
  }

  async close(): Promise<void> {
    await this.ask({ type: "close_table" });
  }

  async *#read(
    signal: AbortSignal,
    report: (isConnected: boolean) => void,
  ): AsyncGenerator<NewsAnswer, void> {
    let last: string | null = null;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      const connection = new AbortController();
      const end = () => connection.abort();
      signal.addEventListener("abort", end);
      try {
        const known: Record<string, string> = last === null ? {} : { "Last-Event-ID": last };
        const asked = { headers: known, signal: connection.signal };
        const response = await limitSilence(this.#client.fetch(this.#path("/news"), asked), end);
        const { body } = response;
        if (!body) throw new ConnectionError("the server sent no news");
        const kind = response.headers.get("Content-Type") ?? "nothing";
        if (!kind.startsWith("text/event-stream")) {
          await body.cancel();
          throw new BadAnswerError(`the server did not answer with a stream of news, but with ${kind}`);
        }
        pause = FIRST_PAUSE;
        for await (const { id, data, retry } of parseEvents(body)) {
          if (retry !== null) pause = Math.min(retry, LONGEST_PAUSE);
          if (data === null) continue;
          const news = await this.#fill(parseObject(data, "the server"), connection);
          // The server leaves out the moves before this id, so the id counts only once none of them is missing.
          last = id ?? last;
          report(true);
          yield news;
          if (news.is_closed) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof BadAnswerError) throw error;
        if (error instanceof RefusedError && !PASSING.has(error.code)) throw error;
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      } finally {
        signal.removeEventListener("abort", end);
      }
      report(false);
      await sleep(pause, signal);
    }
  }

  /** Adds the moves that the news left out because there were too many. */
  async #fill(news: NewsAnswer, connection: AbortController): Promise<NewsAnswer> {
    if (news.happened.length >= news.steps - news.kept) return news;
    // If the network drops this connection, too, the stream reconnects and fills the gap again.
    const asked = this.#client.get<HistoryAnswer>(this.#pathOfHistory(news.kept + 1), { signal: connection.signal });
    const { steps } = await limitSilence(asked, () => connection.abort());
    return { ...news, happened: steps.filter(({ step }) => step > news.kept && step <= news.steps) };
  }

  #learn(news: NewsAnswer): void {
    this.#number = news.number;
    this.#proposal = news.proposal?.id ?? null;
  }

  async #known(): Promise<number> {
    return this.#number ?? (await this.look()).number;
  }

  #pathOfHistory(first: number): string {
    return this.#path(`/history?first=${first}`);
  }

  #path(rest = ""): string {
    return `/api/tables/${encodeURIComponent(this.id)}${rest}`;
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
