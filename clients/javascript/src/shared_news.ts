import type { NewsOptions } from "./games.js";
import type { NewsAnswer } from "./messages.js";

/** Reads the news of one connection after another until `signal` aborts, and reports whether there is a connection. */
export type OpenNews = (
  signal: AbortSignal,
  report: (isConnected: boolean) => void,
) => AsyncGenerator<NewsAnswer, void>;

/** The maximum number of messages that wait for a slow reader. Each further one is merged with the last of them. */
const MOST_WAITING = 100;

/**
 * One stream of news for several readers, because browsers and servers allow few connections. The stream opens with its
 * first reader and ends with its last one. Use a new object afterwards.
 */
export class SharedNews {
  readonly #readers = new Set<NewsReader>();
  readonly #stop = new AbortController();
  readonly #open: OpenNews;
  #isOpen = false;
  #isConnected = true;
  #last: NewsAnswer | null = null;

  constructor(open: OpenNews) {
    this.#open = open;
  }

  /** Whether the stream has ended and accepts no more readers. */
  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /**
   * Yields the current situation, then all later news. `known` is the number of a position that the reader has seen, so
   * a message with a smaller number is too old to be the first.
   */
  async *read({ signal, onConnection }: NewsOptions, known: number): AsyncGenerator<NewsAnswer, void> {
    if (signal?.aborted) return;
    const reader = new NewsReader(onConnection);
    const leave = () => this.#remove(reader);
    signal?.addEventListener("abort", leave);
    try {
      this.#add(reader, known);
      for (;;) {
        const news = await reader.next();
        if (!news) return;
        yield news;
      }
    } finally {
      signal?.removeEventListener("abort", leave);
      leave();
    }
  }

  #add(reader: NewsReader, known: number): void {
    this.#readers.add(reader);
    if (!this.#isConnected) reader.report(false);
    if (this.#last) {
      reader.isLate = true;
      // Without a connection, the last message can be hours old, so the reader starts with the next one.
      if (this.#isConnected && this.#last.number >= known) reader.receive(this.#last);
    }
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#distribute();
  }

  #remove(reader: NewsReader): void {
    this.#readers.delete(reader);
    reader.leave();
    if (this.#readers.size === 0) this.#stop.abort();
  }

  async #distribute(): Promise<void> {
    let failure: { error: unknown } | null = null;
    try {
      for await (const news of this.#open(this.#stop.signal, (isConnected) => this.#report(isConnected))) {
        this.#last = news;
        for (const reader of this.#readers) reader.receive(news);
      }
    } catch (error) {
      failure = { error };
    }
    this.#stop.abort();
    for (const reader of this.#readers) reader.end(failure);
  }

  #report(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    for (const reader of this.#readers) reader.report(isConnected);
  }
}

/** A loop that reads the news, and the messages that wait for it. */
class NewsReader {
  /** Whether the stream had earlier messages that the reader did not get, so that the next one counts as the first. */
  isLate = false;
  #waiting: NewsAnswer[] = [];
  #isOver = false;
  #failure: { error: unknown } | null = null;
  #resume: (() => void) | null = null;

  constructor(readonly onConnection: NewsOptions["onConnection"]) {}

  receive(news: NewsAnswer): void {
    const told = this.isLate ? { ...news, kept: news.steps, happened: [] } : news;
    this.isLate = false;
    const before = this.#waiting.length < MOST_WAITING ? undefined : this.#waiting.pop();
    this.#waiting.push(before ? merge(before, told) : told);
    this.#wake();
  }

  report(isConnected: boolean): void {
    try {
      this.onConnection?.(isConnected);
    } catch (error) {
      this.end({ error }); // The other readers continue.
    }
  }

  /** Ends the news after the waiting messages, with an error or without one. */
  end(failure: { error: unknown } | null): void {
    this.#isOver = true;
    this.#failure ??= failure;
    this.#wake();
  }

  /** Ends the news at once. */
  leave(): void {
    this.#waiting = [];
    this.#failure = null;
    this.#isOver = true;
    this.#wake();
  }

  /** Returns the next message, or null at the end. */
  async next(): Promise<NewsAnswer | null> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#resume = resolve));
    }
    const news = this.#waiting.shift();
    if (news) return news;
    if (this.#failure) throw this.#failure.error;
    return null;
  }

  #wake(): void {
    this.#resume?.();
    this.#resume = null;
  }
}

/** Returns the later message with the moves of both. */
function merge(earlier: NewsAnswer, later: NewsAnswer): NewsAnswer {
  const kept = Math.min(earlier.kept, later.kept);
  const remaining = earlier.happened.filter(({ step }) => step <= later.kept);
  return { ...later, kept, happened: [...remaining, ...later.happened] };
}
