// The web component <magnum-sal-board>: a picture of a position or of a game, for any page.
import { readText } from "./answers.js";
import { connect } from "./connect.js";
import { words } from "./errors.js";
import type { Game } from "./games.js";
import type { AnswerTo, GameState, SvgRequest } from "./messages.js";
import { parsePicture } from "./pictures.js";
import type { Question, QuestionType } from "./questions.js";
import { Replay } from "./replay.js";
import { EngineClient, type RulesClient } from "./rules.js";
import { SessionGame } from "./session.js";

const LOOK = `:host { display: block } :host([hidden]) { display: none }
svg { display: block; width: 100%; height: auto }
[data-place][tabindex] { cursor: pointer }`;
const DEFAULT_RUNTIME = "magnum-sal-runtime/";

const dark = matchMedia("(prefers-color-scheme: dark)");
/** The boards of a page share one engine for each runtime, because an engine takes seconds to start. */
const engines = new Map<string, Promise<EngineClient>>();

function findEngine(runtime: string): Promise<EngineClient> {
  const address = new URL(runtime, document.baseURI).href;
  const known = engines.get(address);
  if (known) return known;
  const started = connect({ runtime: address });
  engines.set(address, started);
  // A later drawing tries again with another engine.
  const forget = () => void engines.delete(address);
  started.then((client) => {
    client.onLoss(() => {
      forget();
      void client.close(); // A worker that has failed can still use memory.
    });
  }, forget);
  return started;
}

/** A picture of a position, of a game in a log, or of a game that is being played. */
export class MagnumSalBoard extends HTMLElement {
  static readonly observedAttributes = (
    "position log step theme layout language runtime interactive".split(" ")
  );

  #game: Game | null = null;
  #state: GameState | null = null;
  #client: RulesClient | null = null;
  #stop: AbortController | null = null;
  #replay: Replay | null = null;
  /** Each drawing and each question moves the one game of the replay, so each waits for the one before it. */
  #uses: Promise<unknown> = Promise.resolve();
  /** Counts the changes of what the board shows, so that a picture of something else is not shown too late. */
  #subject = 0;
  #isWaiting = false;
  /** Whether news of the game is arriving, according to the last event about the connection. */
  #hasNews = true;
  #drawings: Promise<void> = Promise.resolve();
  /** The place of the element's own content, which is visible while there is no picture. */
  #slot = document.createElement("slot");
  #picture: HTMLElement;
  #trouble: HTMLElement;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // A page may forbid style elements, but not style sheets that scripts create.
    const look = new CSSStyleSheet();
    look.replaceSync(LOOK);
    root.adoptedStyleSheets = [look];
    this.#picture = document.createElement("div");
    this.#picture.part.add("picture");
    this.#picture.append(this.#slot);
    this.#trouble = document.createElement("p");
    this.#trouble.part.add("trouble");
    this.#trouble.setAttribute("role", "status");
    this.#trouble.hidden = true;
    root.append(this.#picture, this.#trouble);
    this.#picture.addEventListener("click", (event) => this.#choose(event));
    this.#picture.addEventListener("keydown", (event) => {
      const isPress = event.key === "Enter" || event.key === " ";
      if (isPress && this.#choose(event)) event.preventDefault();
    });
  }

  /** The client that draws positions and logs; null for an engine in a worker, from the folder `runtime`. */
  get client(): RulesClient | null {
    return this.#client;
  }
  set client(client: RulesClient | null) {
    this.#client = client;
    this.#subject += 1;
    this.#change();
  }

  /** The game to show and follow, on any connection. It takes precedence over all positions. */
  get game(): Game | null {
    return this.#game;
  }
  set game(game: Game | null) {
    this.#game = game;
    this.#subject += 1;
    this.#follow();
    this.#change();
  }

  /** The state to show. It takes precedence over the attributes `position` and `log`. */
  get state(): GameState | null {
    return this.#state;
  }
  set state(state: GameState | null) {
    this.#state = state;
    this.#subject += 1;
    this.#change();
  }

  connectedCallback(): void {
    dark.addEventListener("change", this.#change);
    this.#follow();
    this.#change();
  }

  disconnectedCallback(): void {
    dark.removeEventListener("change", this.#change);
    this.#stop?.abort();
    this.#closeUnusedReplay();
  }

  attributeChangedCallback(): void {
    this.#change();
  }

  /** Asks a question about what the board shows, such as `at_place` after a click. */
  async ask<T extends QuestionType>(question: Question<T>): Promise<AnswerTo[T]> {
    return this.#ask(() => question);
  }

  /** Asks the question that `describe` returns for the game of the board, or for null if it shows a position. */
  async #ask<T extends QuestionType>(describe: (game: Game | null) => Question<T>): Promise<AnswerTo[T]> {
    if (this.#game) return this.#game.ask(describe(this.#game));
    const answer = await this.#askReplay(describe);
    if (answer) return answer;
    return (await this.#findClient()).send({ ...describe(null), state: await this.#findState() });
  }

  /** Draws the board soon. Several changes at once become one picture. */
  #change = (): void => {
    if (this.#isWaiting || !this.isConnected) return;
    this.#isWaiting = true;
    this.#drawings = this.#drawings.then(() => {
      this.#isWaiting = false;
      return this.#draw();
    });
  };

  async #draw(): Promise<void> {
    const subject = this.#subject;
    try {
      if (!this.isConnected) return;
      this.#closeUnusedReplay();
      if (!this.#isAnything()) return this.#clear();
      const { svg } = await this.#ask((game) => this.#describeRequest(game));
      if (subject !== this.#subject) return; // The next drawing is waiting.
      const picture = parsePicture(svg);
      if (this.hasAttribute("interactive")) makeFocusable(picture);
      this.#replacePicture(picture);
      this.#trouble.hidden = true;
    } catch (error) {
      if (subject !== this.#subject || !this.isConnected) return;
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    this.#trouble.textContent = words(error);
    this.#trouble.hidden = false;
    this.dispatchEvent(new CustomEvent("board-error", { detail: { error }, bubbles: true, composed: true }));
  }

  #clear(): void {
    this.#picture.replaceChildren(this.#slot);
    this.#trouble.hidden = true;
  }

  #replacePicture(picture: Element): void {
    const root = this.shadowRoot;
    const focused = root?.activeElement?.id;
    this.#picture.replaceChildren(picture);
    // The places keep their ids, so the focus can return to the same place.
    if (focused) (root?.getElementById(focused) as HTMLElement | null)?.focus();
    this.dispatchEvent(new CustomEvent("board-drawn", { bubbles: true, composed: true }));
  }

  #describeRequest(game: Game | null): Question<"svg"> {
    // The engine checks these values, and refuses unknown ones with a message.
    const theme = (this.getAttribute("theme") ?? (dark.matches ? "dark" : "light")) as SvgRequest["theme"] & string;
    const layout = (this.getAttribute("layout") ?? "wide") as SvgRequest["layout"] & string;
    const language = this.getAttribute("language") ?? "en";
    // Only sessions can mark their last move.
    return { type: "svg", theme, layout, language, ...(game instanceof SessionGame ? { last: 1 } : {}) };
  }

  #isAnything(): boolean {
    return Boolean(this.#game || this.#state || this.hasAttribute("position") || this.hasAttribute("log"));
  }

  async #findClient(): Promise<RulesClient> {
    return this.#client ?? findEngine(this.getAttribute("runtime") ?? DEFAULT_RUNTIME);
  }

  async #findState(): Promise<GameState> {
    if (this.#state) return this.#state;
    const client = await this.#findClient();
    if (client instanceof EngineClient) return client.readPosition(this.getAttribute("position") ?? "");
    throw new Error("only an engine in a worker reads positions as text; set the property state instead");
  }

  /** Asks about the game of the attribute `log` after `step` moves. Returns null if the board shows something else. */
  #askReplay<T extends QuestionType>(describe: (game: Game) => Question<T>): Promise<AnswerTo[T] | null> {
    const asked = this.#uses.then(async () => {
      const replay = await this.#findReplay();
      const game = replay && (await replay.moveTo(Number(this.getAttribute("step") ?? Infinity)));
      return game && game.ask(describe(game));
    });
    this.#uses = asked.catch(() => {});
    this.#closeUnusedReplay();
    return asked;
  }

  #isLogShown(): boolean {
    return !this.#game && !this.#state && this.hasAttribute("log") && !this.hasAttribute("position");
  }

  async #findReplay(): Promise<Replay | null> {
    if (!this.#isLogShown()) return null;
    const address = new URL(this.getAttribute("log") ?? "", document.baseURI).href;
    const wasConnected = this.isConnected;
    const client = await this.#findClient();
    if (this.#replay?.address === address && this.#replay.client === client) return this.#replay;
    await this.#replay?.close();
    const lines = await readLines(address);
    // While an engine starts, a page can show and remove more boards than an engine keeps sessions.
    if (wasConnected && !this.isConnected) throw new Error("the board was removed before its log was loaded");
    return (this.#replay = new Replay(client, address, lines));
  }

  /** Closes the game of a log once nothing uses it, because an engine keeps few sessions. */
  #closeUnusedReplay(): void {
    this.#uses = this.#uses.then(async () => {
      if (this.isConnected && this.#isLogShown()) return;
      await this.#replay?.close();
      this.#replay = null;
    });
  }

  #follow(): void {
    this.#stop?.abort();
    this.#stop = null;
    const game = this.#game;
    if (!game || !this.isConnected) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const read = async () => {
      const onConnection = (isConnected: boolean) => this.#reportConnection(isConnected);
      for await (const _ of game.news({ signal, isForDisplay: true, onConnection })) {
        onConnection(true); // The connection of an earlier game may be lost.
        this.#change();
      }
    };
    read().catch((error) => {
      if (!signal.aborted) this.#report(error);
    });
  }

  #reportConnection(isConnected: boolean): void {
    if (isConnected === this.#hasNews) return;
    this.#hasNews = isConnected;
    this.dispatchEvent(
      new CustomEvent("board-connection", { detail: { isConnected }, bubbles: true, composed: true }),
    );
  }

  /** Reports the place of an event, and returns whether it has one: the element's own content has none. */
  #choose(event: Event): boolean {
    const place = event.target instanceof Element && event.target.closest<SVGElement>("[data-place]")?.dataset.place;
    if (!place) return false;
    this.dispatchEvent(new CustomEvent("place-click", { detail: { place }, bubbles: true, composed: true }));
    return true;
  }
}

// Screen readers know the places as graphics with a title. As buttons, they can also be pressed.
function makeFocusable(picture: Element): void {
  for (const place of picture.querySelectorAll("[data-place]")) {
    place.setAttribute("tabindex", "0");
    place.setAttribute("role", "button");
  }
}

async function readLines(address: string): Promise<string[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the log was answered with the status ${response.status}`);
  return (await readText(response, "the log")).split("\n").filter(Boolean);
}

declare global {
  interface HTMLElementTagNameMap {
    "magnum-sal-board": MagnumSalBoard;
  }
  interface HTMLElementEventMap {
    "place-click": CustomEvent<{ place: string }>;
    "board-drawn": CustomEvent<null>;
    "board-error": CustomEvent<{ error: unknown }>;
    "board-connection": CustomEvent<{ isConnected: boolean }>;
  }
}

customElements.define("magnum-sal-board", MagnumSalBoard);
