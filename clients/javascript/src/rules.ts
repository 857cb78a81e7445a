import { parseObject } from "./answers.js";
import type { Transport } from "./channel.js";
import { ConnectionError, RefusedError } from "./errors.js";
import type { AnswerTo, GameState, HelloAnswer } from "./messages.js";
import type { EngineTransport } from "./pyodide.js";
import type { Asked, RequestType } from "./questions.js";
import { SessionGame } from "./session.js";
import { convertAnswer, formatRequest } from "./states.js";

const PROTOCOL = 1;

/** A client of an engine: a process or a worker that answers the requests of the stdio protocol. */
export class RulesClient {
  readonly #transport: Transport;
  /** Set once the engine has ended. */
  #loss: Error | null = null;
  readonly #lossReaders = new Set<(error: Error) => void>();
  #sent = 0;
  #hello: HelloAnswer | null = null;

  /** Use `connect` to create a client. */
  constructor(transport: Transport) {
    this.#transport = transport;
    void transport.lost.then((error) => {
      this.#loss = error;
      for (const tell of this.#lossReaders) tell(error);
    });
  }

  /** The versions, languages and limits of the engine. */
  get hello(): HelloAnswer {
    if (!this.#hello) throw new ConnectionError("the client has not greeted the engine yet");
    return this.#hello;
  }

  /** Announces the client. Errors are described in `language` where the library has words for them. */
  async greet(language = "en"): Promise<this> {
    this.#hello = await this.ask({ type: "hello", protocol: PROTOCOL, language });
    return this;
  }

  /**
   * Calls `tell` with an error once the engine has ended, so that no more answers can come. Returns a function that
   * removes `tell` again. With a promise instead, everything that waits for it would stay in memory.
   */
  onLoss(tell: (error: Error) => void): () => void {
    if (this.#loss) tell(this.#loss);
    this.#lossReaders.add(tell);
    return () => void this.#lossReaders.delete(tell);
  }

  /** Sends a request and returns its answer. Throws `RefusedError` if the engine refuses it. */
  async ask<T extends RequestType>(request: Asked<T>): Promise<AnswerTo[T]> {
    return this.send(request);
  }

  /** Sends a request whose type is not known to the compiler. Prefer `ask`. */
  async send<A>(request: object): Promise<A> {
    const id = ++this.#sent;
    const answer = parseAnswer(await this.#transport.exchange(formatRequest({ ...request, id })));
    if (answer.id !== id) throw new ConnectionError(`the engine answered request ${answer.id} instead of ${id}`);
    return answer as A;
  }

  /** Starts a game. Without a seed or a setup, nobody can predict the pieces. */
  async newGame(options: Omit<Asked<"new_game">, "type">): Promise<SessionGame> {
    return new SessionGame(this, await this.ask({ ...options, type: "new_game", full: false }));
  }

  /** Starts a game whose pieces lie on a real table. */
  async openTable(options: Omit<Asked<"open_table">, "type">): Promise<SessionGame> {
    return new SessionGame(this, await this.ask({ ...options, type: "open_table" }));
  }

  /**
   * Resumes a game from the lines of its log, or from a state, which has no log. With `recover`, a damaged log is read
   * up to its first damaged line, and `damage` of the game describes the error in it.
   */
  async load(from: { lines: string[]; recover?: boolean } | { state: GameState }): Promise<SessionGame> {
    return new SessionGame(this, await this.ask({ ...from, type: "load" }));
  }

  /** Ends the process or worker. All games that were not saved are lost. */
  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** A client of an engine in a worker. */
export class EngineClient extends RulesClient {
  readonly #engine: EngineTransport;

  constructor(engine: EngineTransport) {
    super(engine);
    this.#engine = engine;
  }

  /** Returns the state that a text such as `"S1: AB | market: BGG"` describes. Other connections cannot do this. */
  async readPosition(text: string): Promise<GameState> {
    return parseAnswer(await this.#engine.readPosition(text)).state;
  }
}

// Another program has written the answer, so its form is not certain. Callers give it the type from `AnswerTo`.
function parseAnswer(line: string): any {
  const answer = convertAnswer(parseObject(line, "the engine"));
  if (answer.type === "error") throw new RefusedError(answer);
  return answer;
}
