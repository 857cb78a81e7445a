import { parseObject, readText } from "./answers.js";
import { ConnectionError, RefusedError, words } from "./errors.js";
import type {
  ContinueRequest,
  InvitationAnswer,
  LessonsAnswer,
  OpenedAnswer,
  OpenRequest,
  TablesAnswer,
  WelcomeAnswer,
} from "./messages.js";
import { convertAnswer, formatRequest } from "./states.js";
import { TableGame } from "./table_game.js";

/** Matches the part of an address after the server's path: the path of a link or of the protocol, or a page's name. */
const AFTER_SERVER = /\/(?:api\/.*|(?:t|join|from)\/[^/]+\/?|[^/]*)$/;
const KEY = /^[A-Za-z0-9_-]{43,64}$/;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

export interface ServerOptions {
  /**
   * Any address of the server, such as `"http://localhost:1368/"` or the link of a seat. If a proxy serves it below a
   * path, the address of the server ends with a slash: `"https://example.org/salt/"`.
   */
  server: string | URL;
  /** The key to which your seats belong: 43 to 64 characters. The default is a new key. Store it to keep your seats. */
  key?: string;
  /**
   * The language of sentences; the default is English. The server translates the refusals that explain a rule or a
   * mistake of a player. Its other refusals, for example about permissions and links, are in English: use their `code`
   * to show sentences of your own.
   */
  language?: string;
}

type FetchOptions = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** A client for the tables on a server. */
export class TablesClient {
  /** The key to which the seats of this client belong. Everybody who has the key can play them. */
  readonly key: string;
  readonly language: string;
  /** The base address for the paths of the protocol. */
  readonly #server: URL;

  constructor({ server, key = newKey(), language = "en" }: ServerOptions) {
    // In a page, addresses may be relative.
    this.#server = new URL(server, typeof document === "undefined" ? undefined : document.baseURI);
    if (!/^https?:$/.test(this.#server.protocol)) throw new TypeError("server: expected an http or https address");
    this.#server.pathname = this.#server.pathname.replace(AFTER_SERVER, "/");
    if (!KEY.test(key)) throw new TypeError("key: expected 43 to 64 of the characters A-Z a-z 0-9 _ -");
    this.key = key;
    this.language = language;
  }

  /** Returns the bots, rulesets and languages of the server. */
  welcome(): Promise<WelcomeAnswer> {
    return this.get("/api/welcome");
  }

  /** Returns the tables that you host or play at. */
  tables(): Promise<TablesAnswer> {
    return this.get("/api/tables");
  }

  /** Returns the lessons of the server. */
  lessons(): Promise<LessonsAnswer> {
    return this.get("/api/lessons");
  }

  /** Opens a table and becomes its host. */
  async open(options: Omit<OpenRequest, "type">): Promise<TableGame> {
    return this.#enter(await this.post("/api/tables", { ...options, type: "open" }));
  }

  /** Opens a table for a lesson. */
  async openLesson(lesson: string): Promise<TableGame> {
    return this.#enter(await this.post("/api/tables", { type: "open_lesson", lesson }));
  }

  /** Opens a table that resumes the game of a log. */
  async continueGame(options: Omit<ContinueRequest, "type">): Promise<TableGame> {
    return this.#enter(await this.post("/api/continue", { ...options, type: "continue" }));
  }

  /** Takes the seat of a link, or watches the table. Accepts the address of the link or its last part. */
  async join(link: string | URL): Promise<TableGame> {
    return this.#enter(await this.post("/api/join", { type: "join", link: lastPart(link) }));
  }

  /** Returns the players of the table that a link leads to, without taking the seat. */
  invitation(link: string | URL): Promise<InvitationAnswer> {
    return this.get(`/api/invitations/${encodeURIComponent(lastPart(link))}`);
  }

  /** Returns a table by its id. Throws `TypeError` if the text cannot be an id. Does not send a request. */
  table(id: string, seat: number | null = null): TableGame {
    // With an empty id, for example, the address would be that of the list of tables.
    if (!ID.test(id)) throw new TypeError("id: expected 1 to 64 of the characters A-Z a-z 0-9 _ -");
    return new TableGame(this, id, seat);
  }

  #enter({ table, seat }: OpenedAnswer): TableGame {
    return this.table(table, seat);
  }

  /** Requests an address and returns the answer. */
  async get<A>(path: string, options?: FetchOptions): Promise<A> {
    return this.#read(await this.fetch(path, options));
  }

  /** Sends a message to an address and returns the answer. */
  async post<A>(path: string, message: object): Promise<A> {
    return this.#read(await this.fetch(path, { method: "POST", body: formatRequest(message) }));
  }

  async #read<A>(response: Response): Promise<A> {
    const { origin } = this.#server;
    return convertAnswer(parseObject(await readText(response, `the answer of ${origin}`), origin));
  }

  /** Requests a path with the key. Throws `RefusedError` if refused, and `ConnectionError` if there is no answer. */
  async fetch(path: string, { headers, ...options }: FetchOptions = {}): Promise<Response> {
    const address = new URL(path.replace(/^\//, ""), this.#server);
    address.searchParams.set("language", this.language);
    const sent: Record<string, string> = { Authorization: `Bearer ${this.key}`, ...headers };
    if (options.body) sent["Content-Type"] = "application/json";
    let response;
    try {
      response = await fetch(address, { ...options, headers: sent });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ConnectionError(`${address.origin} does not answer: ${words(error)}`, { cause: error });
    }
    if (response.ok) return response;
    const answer = await readText(response, "the answer").then((text) => JSON.parse(text)).catch(() => null);
    if (answer?.type === "error") throw new RefusedError(answer);
    // A proxy before the server may respond without JSON.
    throw new ConnectionError(`${address.origin} answered with the status ${response.status}`);
  }
}

function lastPart(link: string | URL): string {
  return String(link).split(/[?#]/)[0]!.split("/").filter(Boolean).at(-1) ?? "";
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
