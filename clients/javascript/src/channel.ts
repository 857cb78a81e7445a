import { ConnectionError } from "./errors.js";

interface Waiting {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** A process or worker that answers each message, in order. */
export interface Transport {
  /** Sends a request as a line of JSON, and returns the line that answers it. */
  exchange(line: string): Promise<string>;
  /** Resolves once no more answers can come, with the error that later requests get. */
  readonly lost: Promise<Error>;
  /** Ends the process or worker. */
  close(): Promise<void>;
}

/** Assigns answers to messages. Answers arrive in the order of the messages, so a queue is enough. */
export class AnswerQueue {
  #waiting: Waiting[] = [];
  #lost: Error | null = null;
  #reportLoss!: (error: Error) => void;
  /** Resolves with the error when `lose` is called. */
  readonly lost = new Promise<Error>((resolve) => (this.#reportLoss = resolve));

  /** Calls `send`, and returns the next answer that no earlier message waits for. */
  ask(send: () => void): Promise<string> {
    if (this.#lost) return Promise.reject(this.#lost);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      send();
    });
  }

  /** Passes on an answer. */
  receive(answer: string): void {
    this.#waiting.shift()?.resolve(answer);
  }

  /** Rejects all waiting messages, and all later ones, with this error. */
  lose(sentence: string): void {
    this.#lost ??= new ConnectionError(sentence);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#lost);
    this.#reportLoss(this.#lost);
  }
}
