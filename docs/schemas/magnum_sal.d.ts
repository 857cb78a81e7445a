// Made by python -m magnum_sal.protocol.schemas: what the library reads and writes as JSON.

/** A rope can no longer continue the last placement (ROPE-1). */
export interface ActionClosed {
  type: "action_closed";
  /** The player who placed the miner. */
  seat: number;
}

/** A player passed an action (TURN-4). */
export interface ActionPassed {
  type: "action_passed";
  /** The player who passed. */
  seat: number;
}

/** A player used an action; building is the building visited, if any (TURN-3). */
export interface ActionTaken {
  type: "action_taken";
  /** The player who used the action. */
  seat: number;
  /** The "type" of the move that used the action, such as "visit_inn". */
  action: MoveType;
  /** The id of the building that was visited; null if the move visits no building. */
  building: BuildingId | null;
}

/** A move that a bot recommends. */
export interface Advice {
  /** The move. */
  move: Move;
  /** The move in words. */
  words: string;
  /** The costs and effects of the move, in words. */
  brings: string;
  /** The chance of winning after the move, in percent. */
  chance: number;
  /** The standard error of the chance, in percent. */
  error: number;
  /** The player's expected final lead over the mean of the other players, in groszy. */
  margin: number;
  /** The value of the move, the reasons for it, and the expected continuation, in sentences. */
  told: string[];
}

/** Agree to a proposal, or reject it. */
export interface AgreeRequest {
  type: "agree";
  /** The number of the position, from the table's news. */
  number: number;
  /** Whether you agree. A player who rejects their own proposal withdraws it. */
  is_agreed: boolean;
  /** The id of the proposal that you answer; null for whichever proposal is pending. */
  proposal?: number | null;
}

export type Answer =
  | ErrorAnswer
  | HelloAnswer
  | PositionAnswer
  | TransitionAnswer
  | MovesAnswer
  | ChoiceAnswer
  | QuestionAnswer
  | AtPlaceAnswer
  | LogAnswer
  | ClosedAnswer
  | EffectsAnswer
  | ObjectionAnswer
  | UnavailableAnswer
  | OutcomesAnswer
  | FactAnswer
  | SvgAnswer
  | TextAnswer
  | WordsAnswer
  | RuleTextsAnswer
  | PositionHintAnswer
  | PositionStandingAnswer
  | SessionHistoryAnswer;

/** Make a move. A session records the move. If the request contains a position, the result is only returned. */
export interface ApplyRequest {
  type: "apply";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with viewer. */
  full?: boolean;
  /** The move to make. */
  move: Move;
}

/** An arrow from one place to another, for render.svg(arrows=...). */
export interface Arrow {
  /** The start: the id of a place, such as "S1", "market", "castle:0" or "stock:2". */
  source: string;
  /** The end: the id of a place. */
  target: string;
  /** The colour, written as #rrggbb. */
  colour?: string;
}

/** The possible actions at a place, or the reason why there are none. */
export interface AtPlaceAnswer {
  type: "at_place";
  /** The id of the request. */
  id: string | number;
  /** The possible actions; empty if there are none. */
  offers: Offer[];
  /** The objection if nothing is possible; null if there are offers or the place never has any, such as the bank. */
  objection: Objection | null;
  /** Why nothing is possible; null if there are offers. */
  sentence: string | null;
}

/** Ask what the player can do at a place of the picture, or why nothing is possible there. */
export interface AtPlaceRequest {
  type: "at_place";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The id of the place: data-place of an element of the picture, such as "S1" or "workshop:2". */
  place: string;
}

/** The bank. Numbers are negative if the players use substitutes for missing pieces (SET-SUPPLY). */
export interface Bank {
  /** The amount of groszy in the bank. */
  money: number;
  /** Cubes of salt in the bank, of each kind. */
  salt: {
    brown: number;
    green: number;
    white: number;
  };
  /** The number of cubes of water in the bank. */
  water: number;
  /** The number of miners that can still be hired, by seat. */
  miners: number[];
}

/** A bot that can play at a table. */
export interface BotOffered {
  /** The name of the bot, for player of a seat. */
  name: string;
  /** The name of the bot in words. */
  words: string;
}

export type BuildingId = "inn" | "workshop" | "pump_house" | "market" | "town_square" | "castle";

/** Stop waiting for the game's review; the server stops the review when nobody is waiting. */
export interface CancelReviewRequest {
  type: "cancel_review";
}

/** A card from an extension's deck must be turned up before the game continues. */
export interface CardAwaited {
  type: "card_awaited";
  /** The id of the deck. */
  deck: string;
}

/** A card from an extension's deck was turned up. */
export interface CardTurnedUp {
  type: "card_turned_up";
  /** The id of the deck. */
  deck: string;
  /** The id of the card. */
  card: string;
}

/** The castle: open orders by slot, the size of the phase's stack, and the phase's completed orders (CASTLE-3). */
export interface Castle {
  /** The open royal orders by slot; null for an empty slot. */
  open: (RoyalOrder | null)[];
  /** The number of face-down royal orders in the phase's stack. */
  stack: number;
  /** The number of royal orders completed in this phase by all players. */
  completed: number;
}

/** A seat at the table. */
export interface ChairTold {
  /** The player's name. */
  name: string;
  /** "human", or the bot that owns the seat. */
  player: string;
  /** The value of player in words. */
  player_words: string;
  /** Whether the requesting browser has taken the seat. */
  is_yours: boolean;
  /** Whether any browser has taken the seat. */
  is_taken: boolean;
  /** Whether the person at the seat is connected now. */
  is_present: boolean;
  /** The bot that plays for the person, in words; null if no bot does. */
  stand_in: string | null;
  /** The path of the link to the seat, sent only to the host. */
  link: string | null;
}

/** A chamber: its miners, its cubes and its tile. */
export interface Chamber {
  /** The number of rested miners by seat. */
  rested: number[];
  /** The number of tired miners by seat. */
  tired: number[];
  /** Whether a miner has ever entered the chamber (REVEAL-1). */
  revealed: boolean;
  /** Cubes of salt in the chamber. */
  salt: SaltAmount;
  /** The number of cubes of water in the chamber. */
  water: number;
  /** The tile's printed face; null if it is unknown. */
  tile: ChamberTile | null;
}

export type ChamberId = "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2";

/** A chamber's tile was turned up (REVEAL-1); separate events place its cubes. */
export interface ChamberRevealed {
  type: "chamber_revealed";
  /** The chamber of the tile. */
  chamber: ChamberId;
  /** The tile's printed face. */
  tile: ChamberTile;
}

/** A chamber tile's printed face (SET-TILES). */
export interface ChamberTile {
  /** Cubes of salt placed on the chamber when it is revealed. */
  salt: SaltAmount;
  /** The number of cubes of water placed on the chamber when it is revealed. */
  water: number;
}

/** The answers so far, then either the next question about a move with its possible answers or the finished move. */
export interface ChoiceAnswer {
  type: "choice";
  /** The id of the request. */
  id: string | number;
  /** The name of the question, such as "type" or "payments[2]"; null if no question is left. */
  question: string | null;
  /** The possible answers as plain data. The client adds one of them to the next taken. */
  answers: unknown[];
  /** The answers so far, including those to questions with only one answer. */
  taken: unknown[][];
  /** The finished move; null while a question is left, or if no move is legal. */
  move: Move | null;
  /** The usual answer, for players without a preference; null if there is no usual answer. */
  usual: unknown;
}

/** Ask for the next question about the move to make, after the answers in taken. */
export interface ChoicesRequest {
  type: "choices";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The answers so far: taken of the previous answer, and a pair of its question and your answer. Empty at first. */
  taken?: unknown[][];
  /** Whether the server answers questions for you until one has no usual answer. */
  usual?: boolean;
}

/** Close a session, which the server then forgets. */
export interface CloseRequest {
  type: "close";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
}

/** Close a table permanently; its log is kept. Only for the host. */
export interface CloseTableRequest {
  type: "close_table";
}

/** Confirmation that a session was closed. */
export interface ClosedAnswer {
  type: "closed";
  /** The id of the request. */
  id: string | number;
  /** The id of the session. */
  session: string;
}

/** Deliver an open royal order for a miner who reached the castle (CASTLE-3). */
export interface CompleteOrder {
  type: "complete_order";
  /** The slot of the order among the castle's open orders, 0 for the first. */
  slot: number;
}

/** Open a table that resumes the game of a log, and become its host. The players keep their names. */
export interface ContinueRequest {
  type: "continue";
  /** The text of the log. If it is public, the server deals the pieces that it leaves out. */
  log: string;
  /** The player of each seat: the same values as in SeatChoice. */
  players: string[];
  /** The number of seconds of absence after which a bot takes over a seat; 0 for never. */
  absent_seconds?: number;
}

/** A costly move. */
export interface Costly {
  /** The number of moves made before this move. In the news and the history, step also counts the move itself. */
  step: number;
  /** The move, what it cost and a better move, in a sentence. */
  words: string;
}

/** All face-up cards of an extension's deck were shuffled to form a new stack, because the stack was empty. */
export interface DeckReshuffled {
  type: "deck_reshuffled";
  /** The id of the deck. */
  deck: string;
  /** The number of cards in the new stack. */
  cards: number;
}

/** Ask for a full position that is consistent with the public position, drawn from the seed. */
export interface DeterminizeRequest {
  type: "determinize";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The seed from which the face-down pieces are drawn; the same seed draws the same pieces. */
  seed: number;
}

/** A die of an extension must be rolled before the game continues. */
export interface DieAwaited {
  type: "die_awaited";
  /** The id of the die. */
  die: string;
}

/** A die of an extension was rolled. */
export interface DieRolled {
  type: "die_rolled";
  /** The id of the die. */
  die: string;
  /** The id of the face that the roll shows. */
  face: string;
}

/** The request was carried out; the news contains the result. */
export interface DoneAnswer {
  type: "done";
  /** The number of the position after the request. */
  number: number;
}

/** The effects of a move, as returned by effects. */
export interface Effects {
  /** The amount of groszy that each seat gains, by seat. Negative if the seat pays more than it receives. */
  money: number[];
  /** The salt cubes that each seat gains, by seat. A count is negative if the seat loses cubes of that kind. */
  salt: {
    brown: number;
    green: number;
    white: number;
  }[];
  /** The number of the player's miners that become tired (MINE-2). */
  tired: number;
  /** The number of the player's miners that become rested (TURN-4, FOOD-1). */
  rested: number;
  /** The tool cards that the player uses up, with one entry for each card; cards of one tool are together (TOOL-1). */
  tools: ToolName[];
  /**
   * The piles from which a piece is turned up, in this order: "tile", "order", "tool", and the ids of the extensions'
   * decks and dice that the move requests. A tile that already lies face up (VAR-MAP) does not count. Neither do the
   * pieces of a new phase, which are turned up after the move.
   */
  turns_up: string[];
}

/** The effects of a move. */
export interface EffectsAnswer {
  type: "effects";
  /** The id of the request. */
  id: string | number;
  /** The effects, without automatic consequences such as the end of the turn. */
  effects: Effects;
}

/** Ask for the effects of a move. */
export interface EffectsRequest {
  type: "effects";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The move, which must be legal. */
  move: Move;
}

/** The end of a game by agreement. */
export interface EndLine {
  type: "end";
  /** Why the game was ended. */
  reason: string;
  /** The scores of the last position (END-1). */
  scores: Score[];
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

/** End a game by agreement. */
export interface EndRequest {
  type: "end";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
  /** Why the game ends; the log records it. */
  reason: string;
}

/** End a turn when no actions are left, although a tool could still be used (TURN-2). */
export interface EndTurn {
  type: "end_turn";
}

/** The request failed and changed nothing. */
export interface ErrorAnswer {
  type: "error";
  /** The id of the request; null if the id could not be read. */
  id: string | number | null;
  /** The kind of error. The page about the protocol explains the codes. */
  code: "not_json" | "too_long" | "malformed" | "unknown_request" | "no_hello" | "unknown_protocol" | "unknown_session" | "too_many" | "illegal_move" | "hidden_piece" | "bad_log" | "misuse" | "internal";
  /** An explanation for people, as one line. */
  sentence: string;
  /** The objection to the move, if it is illegal. */
  objection: Objection | null;
}

export type Event =
  | GameStarted
  | PhaseStarted
  | PhaseEnded
  | GameEnded
  | TurnStarted
  | TurnEnded
  | ActionTaken
  | ActionPassed
  | ActionClosed
  | MinersMoved
  | MinersTired
  | MinersRested
  | ChamberRevealed
  | TileLaid
  | MoneyMoved
  | SaltMoved
  | WaterMoved
  | InnMarkerMoved
  | OrderTrackMoved
  | OrderMoved
  | ToolMoved
  | ToolUsed
  | ToolReadied
  | PileMoved
  | CardAwaited
  | CardTurnedUp
  | DeckReshuffled
  | DieAwaited
  | DieRolled
  | TileLookedAt
  | TileSeen
  | PartChanged
  | MomentsPassed;

/** Extract salt from a chamber and carry it to the surface; an action (MINE-1, HAUL-1). */
export interface ExtractSalt {
  type: "extract_salt";
  /** The chamber where the miners work. */
  chamber: ChamberId;
  /** The number of cubes of each kind to carry to the surface. */
  salt: SaltAmount;
  /** The number of pickaxes used (PICK-1). */
  pickaxes: number;
  /** The number of carts used (CART-1). */
  carts: number;
  /** The total amount of groszy paid to each seat, in seat order; the player's own entry is 0 (HAUL-3). */
  payments: number[];
}

/** A fact about a position. */
export interface FactAnswer {
  type: "fact";
  /** The id of the request. */
  id: string | number;
  /** The value of the fact as plain data. The page about facts explains it. */
  value: unknown;
}

export type FactName = "buying_price" | "completable_orders" | "hiring_price" | "miners_by_space" | "pumping_price" | "reachable_spaces" | "selling_price" | "strength" | "toll" | "tool_price";

/** Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes. */
export interface FactRequest {
  type: "fact";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The name of the fact. The page about facts explains each one and its fields. */
  fact: FactName;
  /** The chamber, for strength and toll. */
  chamber?: ChamberId | null;
  /** The seat, for facts about a player; null for the seat whose turn it is. */
  seat?: number | null;
  /** The slot of the workshop, for tool_price, counted from 0; slot 0 is the cheapest. */
  slot?: number | null;
  /** The kind of salt, for buying_price and selling_price. */
  kind?: SaltKind | null;
  /** Whether the player uses this tool, for buying_price and selling_price; null means no. */
  commercial_privilege?: boolean | null;
  /** The number of water cubes, for pumping_price, at least 1. */
  water?: number | null;
  /** The number of pickaxes that the player uses, for strength; null means 0. */
  pickaxes?: number | null;
  /** The place that the miner leaves, for reachable_spaces; null means "stock". */
  source?: string | null;
}

/** The game ended with its last phase (END-1). */
export interface GameEnded {
  type: "game_ended";
}

/** The first event of each game, with everything that chance decides (SETUP-1, SETUP-2). */
export interface GameStarted {
  type: "game_started";
  /** The rules of the game. */
  ruleset: Ruleset;
  /** The names of the players, by seat. */
  players: string[];
  /** Everything that chance decided; the public form contains only face-up pieces. */
  setup: Setup;
}

/** A position: immutable, hashable, compared by value. You can read everything on the table from it. */
export interface GameState {
  /** The rules of the game. */
  ruleset: Ruleset;
  /** The current phase, 1 for the first (TURN-1). */
  phase: number;
  /** The round of the phase, 1 for the first. */
  round: number;
  /** The seat that holds the starting-player marker. */
  start_seat: number;
  /** The seat that must decide; null if the game is over or a piece must be turned up first. */
  to_move: number | null;
  /** Whether the game is over (END-1). */
  over: boolean;
  /**
   * The current turn: actions left, buildings visited. null when the game is over, before a phase's first turn, and
   * between two turns.
   */
  turn: TurnInHand | null;
  /** The possessions of each player, by seat. */
  players: Player[];
  /** The mine: miners, salt, water and tiles by space. */
  mine: {
    S1: Section;
    S2: Section;
    S3: Section;
    S4: Section;
    S5: Section;
    S6: Section;
    "1L1": Chamber;
    "1L2": Chamber;
    "1L3": Chamber;
    "1L4": Chamber;
    "1R1": Chamber;
    "1R2": Chamber;
    "1R3": Chamber;
    "1R4": Chamber;
    "2L1": Chamber;
    "2L2": Chamber;
    "2L3": Chamber;
    "2R1": Chamber;
    "2R2": Chamber;
    "2R3": Chamber;
    "3L1": Chamber;
    "3L2": Chamber;
    "3R1": Chamber;
    "3R2": Chamber;
  };
  /** For each building with an assistant's place, the owner's seat, or null (ASST-1). */
  assistants: {
    workshop: number | null;
    pump_house: number | null;
    market: number | null;
    castle: number | null;
  };
  /** Cubes of salt in the three columns of the market. */
  market: SaltAmount;
  /** The inn: miners hired in this phase. */
  inn: Inn;
  /** The workshop: tools on offer, and their stack. */
  workshop: Workshop;
  /** The castle: open orders, their stack, and the number of completed orders. */
  castle: Castle;
  /** The bank: money, salt, water, and miners that can be hired. */
  bank: Bank;
  /** The parts of the state that rules add, by key. */
  extras: {
    seen?: SeenPieces;
  };
  /** The face-down pieces; null in a public state. */
  hidden: Hidden | null;
  /**
   * The piece that must be turned up before anybody decides; null if there is no such piece, as in every full state.
   */
  pending?: Pending | null;
}

/** Create a new link to a seat or, without seat, for spectators. The old link stops working. Only for the host. */
export interface GiveLinkRequest {
  type: "give_link";
  /** The seat; null for the link for spectators. */
  seat?: number | null;
}

/** A step of the game, or another event, in words. */
export interface Happened {
  /** The number of moves made so far, including this one. */
  step: number;
  /** The seat that moved; null for other events. */
  seat: number | null;
  /** The move and its results. */
  words: string[];
  /** The move; null for other events. */
  move: Move | null;
  /**
   * The events up to the next decision, from which a page can show how the pieces move: the public ones, then tile_seen
   * for each tile that only the reader's seat has seen.
   */
  events: Event[];
}

/** The first line of a log. */
export interface HeaderLine {
  type: "header";
  /** The log's schema number (LOG_SCHEMA). */
  schema: number;
  /** The version of the library that wrote the log. */
  library: string;
  /** The rules revision under which the game was recorded (RULES_REVISION). */
  rules: number;
  /**
   * The game's first event, with the setup as drawn. A public log contains only the pieces that lie face up. In a game
   * that started from a position, the setup names no piece.
   */
  started: GameStarted;
  /**
   * The public form of the first position, from which anybody can follow the events. In a game on a real table, the
   * first piece is pending in this position.
   */
  opening: GameState;
  /**
   * Any JSON data that the writer adds. By convention "comments" is a list of strings. A public log keeps only
   * PUBLIC_METADATA.
   */
  metadata: Record<string, unknown>;
  /**
   * The position from which the game started, with all its pieces; in a public log, its public form. null if the game
   * began with its setup.
   */
  position?: GameState;
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

/** The versions, languages and limits of the server. */
export interface HelloAnswer {
  type: "hello";
  /** The id of the request. */
  id: string | number;
  /** The version of the protocol (PROTOCOL). */
  protocol: number;
  /** The version of the library. */
  library: string;
  /** The revision of the rules (RULES_REVISION). */
  rules: number;
  /** The newest schema of a log that load can read (LOG_SCHEMA). */
  log_schema: number;
  /** The languages that a request can name. */
  languages: string[];
  /** The maximum number of sessions at once; 0 if each request must contain its position. */
  sessions: number;
  /** The maximum number of moves and revealed pieces in a session, and of lines in its log. */
  steps: number;
  /** The maximum number of moves, log lines or words in one answer. */
  listed: number;
  /** The maximum number of bytes in a request. */
  line: number;
}

/** Announce the client's version of the protocol; this must be the first request. */
export interface HelloRequest {
  type: "hello";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The client's version of the protocol. The server refuses every version except its own (PROTOCOL). */
  protocol: number;
  /** The language of the sentences of errors, such as "en", if the library has words for them. */
  language?: string;
}

/** The face-down pieces, in drawing order. */
export interface Hidden {
  /** Face-down tiles by chamber, in mine order; null for a chamber whose tile lies face up. */
  tiles: {
    "1L1"?: ChamberTile;
    "1L2"?: ChamberTile;
    "1L3"?: ChamberTile;
    "1L4"?: ChamberTile;
    "1R1"?: ChamberTile;
    "1R2"?: ChamberTile;
    "1R3"?: ChamberTile;
    "1R4"?: ChamberTile;
    "2L1"?: ChamberTile;
    "2L2"?: ChamberTile;
    "2L3"?: ChamberTile;
    "2R1"?: ChamberTile;
    "2R2"?: ChamberTile;
    "2R3"?: ChamberTile;
    "3L1"?: ChamberTile;
    "3L2"?: ChamberTile;
    "3R1"?: ChamberTile;
    "3R2"?: ChamberTile;
  };
  /** The remaining royal orders of each phase. */
  orders: RoyalOrder[][];
  /** The tool cards that are still face down: the phase's stack, then the deck. */
  tools: ToolName[];
}

/** The moves that a good bot recommends, best first, with reasons. */
export interface HintAnswer {
  type: "hint";
  /** The number of the position that the hint is for. */
  number: number;
  /** The moves, each with its value and reasons. */
  advice: Advice[];
  /** The hint in sentences. */
  words: string[];
}

/** Ask for a hint: the moves that a good bot recommends. */
export interface HintRequest {
  type: "hint";
  /** The number of the position, from the table's news. */
  number: number;
  /** The language of the words, such as "en". */
  language?: string;
}

/** The history of the game in words, starting with step first. */
export interface HistoryAnswer {
  type: "history";
  /** The number of the current position. */
  number: number;
  /** The number of the first step in the list, counted from 1. */
  first: number;
  /** The steps in order. */
  steps: Happened[];
}

/** The inn: the miners hired in this phase (INN-1). */
export interface Inn {
  /** The number of miners hired in this phase by all players; each miner moved the marker by one space. */
  hired: number;
}

/** The inn's marker moved; the fields count the miners hired in this phase (INN-1). */
export interface InnMarkerMoved {
  type: "inn_marker_moved";
  /** The number of miners hired in this phase, counted before the event. */
  source: number;
  /** The number of miners hired in this phase, counted after the event. */
  target: number;
}

/** The table that a link leads to. Asking about a link does not take its seat. */
export interface InvitationAnswer {
  type: "invitation";
  /** The players' names by seat. */
  players: string[];
  /** The seat of the link; null for spectators. */
  seat: number | null;
  /** The name of the ruleset and its switches. */
  ruleset_words: string;
  /** Whether these are the standard rules without a variant. */
  is_standard: boolean;
  /** Whether you are the host. A host who joins by the link takes the seat that another person should get. */
  is_host: boolean;
}

/** Follow a link to take its seat, or to watch the game. */
export interface JoinRequest {
  type: "join";
  /** The last part of the path of a link to a seat or for spectators. */
  link: string;
}

/** Ask for the names of pieces, buildings, tools, moves and headings by id. */
export interface LabelsRequest {
  type: "labels";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The ids, such as "workshop" or "place_miner". */
  keys: string[];
  /**
   * The rules, whose extensions can have names of their own; null for the rules of the server or, at a table, of its
   * game.
   */
  ruleset?: Ruleset | null;
}

/** Hand your seat over to a bot. */
export interface LeaveRequest {
  type: "leave";
  /** The seat, one of your own. */
  seat: number;
}

/** Ask for at most most legal moves, starting with move number first, counted from 0. */
export interface LegalMovesRequest {
  type: "legal_moves";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The type of the moves to list; null for all types. */
  kind?: MoveType | null;
  /** Only moves that have this source or take effect in this chamber are listed; null for all moves. */
  source?: string | null;
  /** Only moves that have this target or concern this building are listed; null for all moves. */
  target?: string | null;
  /** The number of the first move of the page, counted from 0. */
  first?: number;
  /** The maximum number of moves on the page. */
  most?: number;
}

/** The progress in the lesson that a table is for. */
export interface LessonStatus {
  /** The lesson's id. */
  id: string;
  /** The title of the lesson. */
  title: string;
  /** The number of the current task, from 1. Once the lesson is done, the number of the last task. */
  task: number;
  /** The number of tasks. */
  tasks: number;
  /** What the current task asks for. */
  words: string;
  /** The ids of the rules that the lesson is about. */
  rules: string[];
  /** The answer to the learner's latest move, in a sentence; null if it needs no answer. */
  verdict: string | null;
  /** Whether the latest move solved the task before the current one, or the last task. */
  is_solved: boolean;
  /** Whether all tasks are solved. */
  is_done: boolean;
  /** The to of a try_again request; null if the learner has not moved. */
  retry_at: number | null;
}

/** A lesson of the server. */
export interface LessonSummary {
  /** The id of the lesson, for open_lesson. */
  id: string;
  /** The title of the lesson. */
  title: string;
  /** The subject of the lesson, in one sentence. */
  summary: string;
  /** The number of tasks. */
  tasks: number;
}

/** The lessons of the server, in order. */
export interface LessonsAnswer {
  type: "lessons";
  /** The lessons. */
  lessons: LessonSummary[];
}

/** The path of a new link. */
export interface LinkAnswer {
  type: "link";
  /** The path of the link. Its last part is link of a join request. */
  link: string;
}

/** Resume a game from the lines of its log, or from a position, which has no log. */
export interface LoadRequest {
  type: "load";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The lines of the log without their newlines; null to start from state. */
  lines?: string[] | null;
  /** The position, full or public; null to read lines. */
  state?: GameState | null;
  /** Whether the answer contains the full state, with the face-down pieces that the log or the position names. */
  full?: boolean;
  /** Whether to load only the lines before the first damaged one if a line after the header is damaged. */
  recover?: boolean;
}

/** Lines of a log without newlines, starting with line number first, out of total lines. */
export interface LogAnswer {
  type: "log";
  /** The id of the request. */
  id: string | number;
  /** The lines of the page. */
  lines: string[];
  /** The number of the first line of the page, counted from 0. */
  first: number;
  /** The number of lines in the log. */
  total: number;
}

export type LogLine =
  | HeaderLine
  | MoveLine
  | RevealLine
  | UndoLine
  | SecretLine
  | EndLine;

/** Ask for at most most lines of a session's log, starting with line first. */
export interface LogRequest {
  type: "log";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
  /** The number of the first line, counted from 0; line 0 is the header. */
  first?: number;
  /** The maximum number of lines. */
  most?: number;
  /** Whether the log is complete, with the face-down pieces and the secrets of all seats. Not allowed with viewer. */
  full?: boolean;
  /** The seat whose secret lines the public log also contains; null for none. */
  viewer?: number | null;
}

/** The game of a log that somebody has sent. */
export interface LogSummaryAnswer {
  type: "log_summary";
  /** The players' names by seat. */
  players: string[];
  /** The seat that decides next; null if the game is over, or if a piece must be turned up first. */
  to_move: number | null;
  /** The number of moves that have not been undone. */
  steps: number;
  /** Whether the game is over. */
  is_over: boolean;
  /** Whether the log leaves out face-down pieces, which continue then deals. */
  is_public: boolean;
  /** Why no table can resume the game, in a sentence; null if continue can. */
  objection: string | null;
  /** The progress of the game, in a sentence. */
  turn_words: string;
  /** The name of the ruleset and its switches. */
  ruleset_words: string;
}

export type MinerSource = "stock" | "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2" | "inn" | "workshop" | "pump_house" | "market" | "town_square" | "castle";

/** Rested miners of a player moved. The bank, stock and castle line hold each player's miners separately. */
export interface MinersMoved {
  type: "miners_moved";
  /** The owner of the miners. */
  seat: number;
  /**
   * The place that the miners leave: a mine space, a building, "stock", "bank", "line_right", "line_left" or
   * "arriving".
   */
  source: string;
  /** The place that the miners go to; the possible values are those of source. */
  target: string;
  /** The number of miners. */
  miners: number;
}

/** Tired miners of a player stood up (TURN-4, FOOD-1, PHASE-2). */
export interface MinersRested {
  type: "miners_rested";
  /** The owner of the miners. */
  seat: number;
  /** The chamber where the miners stand up. */
  chamber: ChamberId;
  /** The number of miners. */
  miners: number;
}

/** Miners of a player became tired from their work (MINE-2). */
export interface MinersTired {
  type: "miners_tired";
  /** The owner of the miners. */
  seat: number;
  /** The chamber where the miners lie down. */
  chamber: ChamberId;
  /** The number of miners. */
  miners: number;
}

/** Extensions have reacted to the first pending moments. The events that they returned follow. */
export interface MomentsPassed {
  type: "moments_passed";
  /** The number of moments to which extensions have reacted. */
  moments: number;
}

/** A player or the bank paid groszy. */
export interface MoneyMoved {
  type: "money_moved";
  /** The payer: a seat, or "bank". */
  source: number | string;
  /** The payee: a seat, or "bank". */
  target: number | string;
  /** The amount in groszy. */
  groszy: number;
}

export type Move =
  | PlaceMiner
  | ExtractSalt
  | PlaceAssistant
  | VisitInn
  | VisitWorkshop
  | VisitPumpHouse
  | VisitMarket
  | VisitTownSquare
  | VisitCastle
  | Pass
  | Rest
  | UseRope
  | UseBucket
  | UseFood
  | EndTurn
  | CompleteOrder
  | PayPenalty;

/** A move that was made. */
export interface MoveLine {
  type: "move";
  /** The number of the move, starting at 1. After an undo, the numbering continues from the moves that remain. */
  number: number;
  /** The seat that made the move. */
  seat: number;
  /** The move. */
  move: Move;
  /** All events up to the next decision. */
  events: Event[];
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

export type MoveType = "place_miner" | "extract_salt" | "place_assistant" | "visit_inn" | "visit_workshop" | "visit_pump_house" | "visit_market" | "visit_town_square" | "visit_castle" | "pass" | "rest" | "use_rope" | "use_bucket" | "use_food" | "end_turn" | "complete_order" | "pay_penalty";

/** A page of moves, starting with move number first, out of total moves. */
export interface MovesAnswer {
  type: "moves";
  /** The id of the request. */
  id: string | number;
  /** The moves of the page. */
  moves: Move[];
  /** The number of the first move of the page, counted from 0. */
  first: number;
  /** The number of moves on all pages. */
  total: number;
}

/** Ask for descriptions of moves in words. */
export interface MovesInWordsRequest {
  type: "moves_in_words";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The moves, which must be legal. */
  moves: Move[];
}

/** Start a game with the given setup, or with a setup drawn from the seed (by default, a random seed). */
export interface NewGameRequest {
  type: "new_game";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The players' names by seat. */
  players: string[];
  /** The seed from which the setup is drawn; null for a setup that nobody can predict. Not allowed with setup. */
  seed?: number | null;
  /** The setup of the game; null to draw one. */
  setup?: Setup | null;
  /** The rules of the game; null for the rules of the server. */
  ruleset?: Ruleset | null;
  /** Whether the answer contains the full state, with the face-down pieces. */
  full?: boolean;
}

/** The complete state of a table without its pictures; sent again after every change. */
export interface NewsAnswer {
  type: "news";
  /** The table's id. */
  table: string;
  /** The number of the position: the number of log lines. This number only grows, even if moves are undone. */
  number: number;
  /** The number of moves that have not been undone. */
  steps: number;
  /** The progress of the game, in a sentence. */
  turn_words: string;
  /** The seat that decides next; null once the game is over. */
  to_move: number | null;
  /** Whether the game is over. */
  is_over: boolean;
  /** The seats that have won; empty before the end of the game, and if it was ended by agreement. */
  winners: number[];
  /** How the game ended, in sentences. */
  end_words: string[];
  /** The seats of the table, in order. */
  chairs: ChairTold[];
  /** The number of spectators' browsers. */
  watching: number;
  /** Whether you are the host. */
  is_host: boolean;
  /** The path of the link for spectators, sent only to the host. */
  watch_link: string | null;
  /** The number of seconds of absence after which a bot takes over a seat; 0 for never. */
  absent_seconds: number;
  /** Whether the table is closed. */
  is_closed: boolean;
  /** The proposal that waits for an answer; null if there is none. */
  proposal: ProposalTold | null;
  /** Whether you can undo your last move: "free" (at once), "ask" (if the others agree), or null (not now). */
  undo: "free" | "ask" | null;
  /** The number of moves that would remain after your undo; null if you cannot undo. */
  undo_to: number | null;
  /** The number of moves after your redo; null if you have nothing to redo. */
  redo_to: number | null;
  /** The number of moves up to and including your own last move; everything after your move is new to you. */
  since: number;
  /** The failure of a bot, in a sentence; null if no bot has failed. */
  trouble: string | null;
  /** The number of moves up to the previous news that have not been undone since. */
  kept: number;
  /** The moves since the previous news; empty if there are too many. In that case, ask for the history. */
  happened: Happened[];
  /** The progress in the table's lesson; null for an ordinary game. */
  lesson: LessonStatus | null;
  /** The name of the ruleset and its switches. */
  ruleset_words: string;
  /** Whether these are the standard rules without a variant. */
  is_standard: boolean;
}

/** The reason why a move or a kind of move is illegal: a rule, a reason and the facts. */
export interface Objection {
  /** The id of the broken rule, such as "CHAIN-1". */
  rule: string;
  /**
   * The id of the reason, such as "not_connected", which is the same in all versions. Your own rule can use the
   * sentence itself if it needs only one language. An id contains no spaces.
   */
  reason: string;
  /**
   * The facts for the sentence, by name: ids, names of players, counts, groszy, slots (from 0), amounts of salt, and
   * tuples of these. The mapping is immutable. Strings are made printable and cut to 100 characters.
   */
  values: Record<string, string | number | boolean | SaltAmount | null | (string | number | boolean | SaltAmount | null | (string | number | boolean | SaltAmount | null)[])[]>;
}

/** The objection to a move, as data and in words; both are null if the move is legal. */
export interface ObjectionAnswer {
  type: "objection";
  /** The id of the request. */
  id: string | number;
  /** The objection; null if the move is legal. */
  objection: Objection | null;
  /** The objection in words; null if the move is legal. */
  sentence: string | null;
}

/** Ask for an objection in words. */
export interface ObjectionInWordsRequest {
  type: "objection_in_words";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The objection. */
  objection: Objection;
  /** The rules of the game; null for the rules of the server or, at a table, of its game. */
  ruleset?: Ruleset | null;
}

/** Ask why a move is not legal. */
export interface ObjectionRequest {
  type: "objection";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The move to check. */
  move: Move;
}

/** An answer to a question, or an action at a place, for display as a button. */
export interface Offer {
  /** The text of the button. */
  words: string;
  /** The answer as plain data. null can also mean that the offer represents several answers, or "no more". */
  answer: unknown;
  /** The value of taken in the next request, if the player chooses this offer. */
  taken: unknown[][];
  /** The place in the picture; null if the answer has no place. */
  place: string | null;
  /** The finished move; null if a question is left. */
  move: Move | null;
  /** The move that results if the player adds nothing, in words; empty if the player must choose something first. */
  told: string;
  /** The costs and effects of that move, in words. */
  brings: string;
  /** Whether this is the usual answer, for players without a preference. */
  is_usual: boolean;
}

/** Open a table for a lesson. You take the learner's seat, and the other seats pass. */
export interface OpenLessonRequest {
  type: "open_lesson";
  /** The id of a lesson from the list of lessons. */
  lesson: string;
}

/** Open a table and become its host. */
export interface OpenRequest {
  type: "open";
  /** The seats in their order around the table. */
  seats: SeatWanted[];
  /** The rules of the game; null for those of position or, in a new game, the server's. */
  ruleset?: Ruleset | null;
  /** The text of the position from which the game starts. null starts a new game. */
  position?: string | null;
  /** The number of seconds of absence after which a bot takes over a seat; 0 for never. */
  absent_seconds?: number;
}

/** Start a game whose pieces lie on a real table. */
export interface OpenTableRequest {
  type: "open_table";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The players' names by seat. */
  players: string[];
  /** The seat of the starting player, counted from 0. */
  start_seat?: number;
  /** The rules of the game; null for the rules of the server. */
  ruleset?: Ruleset | null;
}

/** Confirmation that you have opened or joined a table. */
export interface OpenedAnswer {
  type: "opened";
  /** The table's id. */
  table: string;
  /** The seat that you have taken; null if you have not taken a seat. */
  seat: number | null;
}

/** The options of the player to move, or the reason why nothing is possible at a place. */
export interface OptionsAnswer {
  type: "options";
  /** The open question; empty at a place. */
  words: string;
  /** The answers so far as plain data; empty at a place. */
  taken: unknown[][];
  /** The answers so far, in words. */
  told: string[];
  /** The options: finished moves, and answers that lead to another question. */
  offers: Offer[];
  /** The places where a move can begin; only before the first answer. */
  places: string[];
  /** The finished move, if the answers leave no other. */
  move: Move | null;
  /** The finished move in words; empty if there is none. */
  move_told: string;
  /** The costs and effects of that move, in words. */
  brings: string;
  /** The objection if nothing is possible at the place. */
  objection: Objection | null;
  /** Why nothing is possible at the place. */
  sentence: string | null;
}

/** Ask for the options of the player to move: after the answers in taken, or at a place of the picture. */
export interface OptionsRequest {
  type: "options";
  /** The language of the words, such as "en". */
  language?: string;
  /** The answers so far: taken of the offer that the player chose. Empty at first. */
  taken?: unknown[][];
  /** The place of the picture whose options are listed; null to list those after taken. */
  place?: string | null;
  /** The number of options up to which questions are replaced by their moves. */
  most?: number;
}

/** A royal order was turned up, went to a player, or left the game. */
export interface OrderMoved {
  type: "order_moved";
  /** The order that moved. */
  order: RoyalOrder;
  /** The place that the order leaves: "order_stack" if it is turned up, or a slot such as "castle:2". */
  source: number | string;
  /** The place that the order goes to: a slot, the seat of the player who completed it, or "box" (out of play). */
  target: number | string;
}

/** The order track moved; the fields count the orders completed in this phase (CASTLE-3). */
export interface OrderTrackMoved {
  type: "order_track_moved";
  /** The number of orders completed in this phase, counted before the event. */
  source: number;
  /** The number of orders completed in this phase, counted after the event. */
  target: number;
}

/** A piece that may be turned up next, with the probability numerator / denominator. */
export interface Outcome {
  /** The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face. */
  piece: ChamberTile | RoyalOrder | ToolName;
  /** The numerator of the probability. */
  numerator: number;
  /** The denominator of the probability. */
  denominator: number;
}

/** The pieces that may be turned up next. */
export interface OutcomesAnswer {
  type: "outcomes";
  /** The id of the request. */
  id: string | number;
  /** The pieces, each once; their probabilities add up to 1. */
  outcomes: Outcome[];
}

/** Ask which pieces may be turned up next, and how probable each one is. */
export interface OutcomesRequest {
  type: "outcomes";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
}

/** A part of extras that belongs to an extension got a new value. The event is public, like all events. */
export interface PartChanged {
  type: "part_changed";
  /** The key of the part in extras. */
  part: string;
  /** The new value of the part. It has the type that the extension declares. */
  value: unknown;
}

/** Pass an action. If you pass every action of a turn that has at least two, your miners rest (TURN-4). */
export interface Pass {
  type: "pass";
}

/** Pay for a miner who reached the castle and cannot complete an order (CASTLE-4). */
export interface PayPenalty {
  type: "pay_penalty";
  /** The amount paid in groszy; 0 if a cube is given. */
  money: number;
  /** The kind of cube given instead of money, or null. */
  salt: SaltKind | null;
}

/** The kind and place of an unknown piece that must be turned up in a public state. */
export interface Pending {
  /**
   * The kind of piece: "tile", "order", "tool", "look" for a tile that the viewer has looked at, or the id of an
   * extension's deck or die.
   */
  pile: "tile" | "order" | "tool";
  /**
   * The chamber of a tile, the slot of an order at the castle or a tool at the workshop, or the number of earlier cards
   * or rolls.
   */
  place: ChamberId | number;
}

/** A phase ended (PHASE-1). */
export interface PhaseEnded {
  type: "phase_ended";
  /** The number of the phase, 1 for the first. */
  phase: number;
}

/** A phase began; the order track and the inn marker returned to their starting spaces (SETUP-2). */
export interface PhaseStarted {
  type: "phase_started";
  /** The number of the phase, 1 for the first. */
  phase: number;
  /** The seat of the phase's starting player. */
  start_seat: number;
}

/** A number of unseen face-down cards moved to another pile or out of the game. */
export interface PileMoved {
  type: "pile_moved";
  /**
   * The pile that the cards leave: "tool_deck", "tool_stack", "order_stack", or the orders laid aside for a phase, such
   * as "orders:2".
   */
  source: string;
  /** The pile that the cards go to, or "box" (out of play). */
  target: string;
  /** The number of cards. */
  cards: number;
}

/** Send a rested miner to a building as its assistant, if it has none; an action (ASST-1). */
export interface PlaceAssistant {
  type: "place_assistant";
  /** "stock", a mine space, or the building that an assistant leaves. */
  source: MinerSource;
  /** The id of the building, such as "market". */
  building: BuildingId;
}

/** Place or move a rested miner in the mine; an action (MOVE-1). */
export interface PlaceMiner {
  type: "place_miner";
  /** "stock", a mine space, or the building that an assistant leaves. */
  source: MinerSource;
  /** The mine space that the miner enters. */
  target: SpaceId;
}

/** Make a move. */
export interface PlayRequest {
  type: "apply";
  /** The number of the position, from the table's news. */
  number: number;
  /** The move. */
  move: Move;
  /** The language of the explanation if the move is not legal. */
  language?: string;
}

/** The possessions of a player, all of them public. */
export interface Player {
  /** The player's name, 1 to 40 characters. */
  name: string;
  /** The player's money, in groszy. */
  money: number;
  /** Cubes of salt that the player has, of each kind. */
  salt: SaltAmount;
  /** The number of miners in stock, who can go anywhere. */
  stock: number;
  /** The number of miners in the right circle of the castle line (CASTLE-2). */
  line_right: number;
  /** The number of miners in the left circle of the castle line, who reach the castle next (CASTLE-2). */
  line_left: number;
  /** Tool cards in the order of purchase. */
  tools: ToolCard[];
  /** Completed royal orders in the order of delivery. */
  orders: RoyalOrder[];
}

/** A position with its scores and, for a session, the progress of the game. */
export interface PositionAnswer {
  type: "position";
  /** The id of the request. */
  id: string | number;
  /** The position: public, full, or as a viewer sees it. */
  state: GameState;
  /** The current standing of all seats, by seat. */
  scores: Score[];
  /** The seats that have won; empty before the end of the game, and if it was ended by agreement. */
  winners: number[];
  /** The id of the session; null if the position is not that of a session. */
  session: string | null;
  /** The number of moves and revealed pieces so far; null if the request contained the position. */
  steps: number | null;
  /** The number of undone steps that can be redone. */
  undone: number;
  /** Why the game was ended by agreement; null if it was not. */
  end_reason: string | null;
  /** The error in the first damaged line of a log that was recovered; null in all other answers. */
  damage: string | null;
}

/** The moves that a good bot recommends, best first, with reasons. */
export interface PositionHintAnswer {
  type: "hint";
  /** The id of the request. */
  id: string | number;
  /** The moves, each with its value and reasons. */
  advice: Advice[];
  /** The hint in sentences. */
  words: string[];
}

/** Ask for the moves that a good bot recommends to the player to move, with reasons. */
export interface PositionHintRequest {
  type: "hint";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The number of iterations of the search. The server answers nothing else until the search ends. */
  iterations?: number;
  /** The maximum number of moves. A search with few iterations may find fewer. */
  lines?: number;
  /** The seed of the search. The same position, iterations and seed give the same hint. */
  seed?: number;
}

/** Ask for a position and the scores. */
export interface PositionRequest {
  type: "position";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with viewer. */
  full?: boolean;
}

/** The scores as a table, best first, and the progress of the game. */
export interface PositionStandingAnswer {
  type: "standing";
  /** The id of the request. */
  id: string | number;
  /** The headings of the columns. */
  headings: string[];
  /** The cells of each row, one row for each player. */
  rows: string[][];
  /** How the game ended, in sentences; empty until the game is over. */
  words: string[];
  /** The progress of the game, in a sentence: whose turn it is, or how the game ended. */
  turn_words: string;
}

/** Ask for the scores as a table in words, whose turn it is, and how the game ended. */
export interface PositionStandingRequest {
  type: "standing";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
}

/** A proposal that needs the consent of all players. */
export interface ProposalTold {
  /** The id of the proposal. No other proposal at the table ever has the same id. */
  id: number;
  /** "undo" or "end". */
  kind: "undo" | "end";
  /** The seat that made the proposal. */
  seat: number;
  /** The seats that have not agreed yet. */
  waits_for: number[];
  /** The question for these seats. */
  words: string;
}

/** Propose ending the game now; all players must agree. */
export interface ProposeEndRequest {
  type: "end";
  /** The number of the position, from the table's news. */
  number: number;
}

/** A question in words with its possible answers, or the finished move. */
export interface QuestionAnswer {
  type: "question";
  /** The id of the request. */
  id: string | number;
  /** The name of the question, such as "type" or "payments[2]"; null if no question is left. */
  question: string | null;
  /** The question in words; empty if no question is left. */
  words: string;
  /** The answers so far as plain data, including those to questions with only one answer. */
  taken: unknown[][];
  /** The previous answers, in words. */
  told: string[];
  /** The possible answers; empty if no question is left. */
  offers: Offer[];
  /** The finished move; null while a question is left. */
  move: Move | null;
  /** The finished move in words; empty while a question is left. */
  move_told: string;
  /** The costs and effects of the move, in words. */
  brings: string;
}

/** Ask for the next question, as choices does, but in words. Each answer has its place, price and effects. */
export interface QuestionRequest {
  type: "question";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The answers so far: taken of the offer that the player chose. Empty at first. */
  taken?: unknown[][];
}

/** Redo the next undone move. */
export interface RedoRequest {
  type: "redo";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
  /** Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with viewer. */
  full?: boolean;
  /** The seat whose view the answer contains; null for the public state. */
  viewer?: number | null;
}

/** The request failed and changed nothing. */
export interface RefusalAnswer {
  type: "error";
  /** The kind of error. The page about the protocol explains the codes. */
  code: RefusalCode;
  /** An explanation for people, as one line. */
  sentence: string;
  /** The objection to the move, if it is illegal. */
  objection: Objection | null;
}

export type RefusalCode = "not_json" | "too_long" | "malformed" | "unknown_request" | "no_hello" | "unknown_protocol" | "unknown_session" | "too_many" | "illegal_move" | "hidden_piece" | "bad_log" | "misuse" | "internal" | "stale" | "too_early" | "no_key" | "foreign" | "not_yours" | "not_host" | "unknown_table" | "unknown_link" | "unknown_address" | "wrong_method" | "closed" | "too_fast" | "not_kept" | "damaged";

export type Request =
  | HelloRequest
  | NewGameRequest
  | OpenTableRequest
  | LoadRequest
  | PositionRequest
  | LegalMovesRequest
  | SensibleMovesRequest
  | ChoicesRequest
  | QuestionRequest
  | AtPlaceRequest
  | ApplyRequest
  | RevealRequest
  | UndoRequest
  | RedoRequest
  | EndRequest
  | LogRequest
  | CloseRequest
  | EffectsRequest
  | ObjectionRequest
  | UnavailableRequest
  | OutcomesRequest
  | DeterminizeRequest
  | FactRequest
  | SvgRequest
  | TextRequest
  | MovesInWordsRequest
  | StepInWordsRequest
  | LabelsRequest
  | ObjectionInWordsRequest
  | RuleTextsRequest
  | PositionHintRequest
  | PositionStandingRequest
  | SessionHistoryRequest;

/** Give up all actions so that the miners rest; this ends the turn (TURN-4). */
export interface Rest {
  type: "rest";
}

/** Make your undone move again, and the moves of bots after it that were undone with it. */
export interface RestoreRequest {
  type: "redo";
  /** The number of the position, from the table's news. */
  number: number;
}

/** A piece that was turned up on a real table. */
export interface RevealLine {
  type: "reveal";
  /** The number of the reveal. Moves and reveals are counted together. */
  number: number;
  /** The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face. */
  piece: ChamberTile | RoyalOrder | ToolName;
  /** All events up to the next reveal of a piece or the next decision. */
  events: Event[];
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

/** Report the piece that was turned up, or the tile that the viewer has seen alone. */
export interface RevealRequest {
  type: "reveal";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face. */
  piece: ChamberTile | RoyalOrder | ToolName;
}

/** The review of a finished game by a good bot. */
export interface ReviewAnswer {
  type: "review";
  /** The mean loss of each player, and the turning point of the game, in sentences. */
  told: string[];
  /** The costliest moves, worst first. */
  costliest: Costly[];
  /** The players' chances of winning, round by round, as an SVG picture. */
  graph: string;
}

/** The progress of the review of a game. */
export interface ReviewProgressAnswer {
  type: "review_progress";
  /** Whether a bot is working on the review now. */
  is_working: boolean;
  /** The number of decisions judged so far. */
  done: number;
  /** The number of decisions, also once they are judged; 0 if there is no review, and briefly after its start. */
  total: number;
}

/** A royal order (SET-ORDERS). */
export interface RoyalOrder {
  /** Cubes to deliver, all at once. */
  salt: SaltAmount;
  /** The amount of groszy that the bank pays for the cubes. */
  payment: number;
}

/** The text of a rule in one language and for one ruleset. */
export interface RuleText {
  /** The rule's id, such as "CHAIN-2". */
  id: string;
  /** The subject in a few words, capitalized as in the middle of a sentence. */
  title: string;
  /** A one-sentence summary. */
  summary: string;
  /** The rest of the rule in a few sentences, if any, without repeating summary. */
  text: string;
  /** The rulings about the rule. */
  rulings: Ruling[];
}

/** The texts of rules. */
export interface RuleTextsAnswer {
  type: "rule_texts";
  /** The id of the request. */
  id: string | number;
  /** The texts, in the order of the ids in the request; without ids, of all rules. */
  texts: RuleText[];
  /** The ids of the rules whose switches are on. */
  variants_on: string[];
  /** The ids of the rules whose switches are off. */
  variants_off: string[];
}

/** Ask for the texts of all rules, or of the rules with the given ids. */
export interface RuleTextsRequest {
  type: "rule_texts";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The ids of the rules, such as "CASTLE-4"; null for all rules. */
  rules?: string[] | null;
  /** The rules, whose numbers are in the texts; null for the rules of the server or, at a table, of its game. */
  ruleset?: Ruleset | null;
}

/** A game's rules as one value: switches, numbers, pieces, buildings, rules and rulings. */
export interface Ruleset {
  /** The name in JSON and on the command line, such as "standard". */
  name: string;
  /** Whether tiles lie face up from the start (VAR-MAP). */
  mapped_mine?: boolean;
  /** The number of cubes that a cart frees in each of its spaces; null for all cubes (VAR-CART). */
  cart_capacity?: number | null;
  /** Whether an extraction tires all the player's rested miners in its chamber, even if fewer are needed (VAR-TIRE). */
  all_miners_tire?: boolean;
  /** Whether the miners in the castle line stay there at the end of a phase (VAR-LINE). */
  castle_line_stays?: boolean;
  /** Whether a commercial privilege also earns its bonus when a cube is sold into a full column (VAR-SALE). */
  lowest_price_bonus?: boolean;
}

/** A ruleset for a new table. */
export interface RulesetOffered {
  /** The name of the ruleset. */
  name: string;
  /** The name of the ruleset and the switches that are on, in words. */
  words: string;
  /** The switches of the ruleset. */
  switches: SwitchOffered[];
}

/** A ruling on a point where the versions of the rulebook differ or are silent. */
export interface Ruling {
  /** The rule's id and a word, such as "CHAIN-2.stranded"; the same in all languages and versions. */
  id: string;
  /** The id of the rule. */
  rule: string;
  /** The question that the ruling decides. */
  question: string;
  /** The decision, which applies unless the ruleset changes it through switch. */
  decision: string;
  /** The reason for the decision. */
  reason: string;
  /**
   * The wording of the booklet in each of its languages: "pl", the original, "en" and "de". Empty if the rule belongs
   * to an extension.
   */
  readings: {
    pl?: string;
    en?: string;
    de?: string;
  };
  /**
   * The field of Ruleset that changes the decision: a switch, a number, "rulings" for one of its functions, or "rules"
   * for a replaced rule. null if nothing can change it.
   */
  switch: string | null;
}

/** An amount of salt: 0 or more cubes of each kind. */
export interface SaltAmount {
  /** The number of cubes of brown salt, the cheapest kind. */
  brown: number;
  /** The number of cubes of green salt. */
  green: number;
  /** The number of cubes of white salt, the most expensive kind. */
  white: number;
}

export type SaltKind = "brown" | "green" | "white";

/** Salt moved from one place to another. */
export interface SaltMoved {
  type: "salt_moved";
  /** The place that the salt leaves: a seat, a chamber, "market" or "bank". */
  source: number | string;
  /** The place that the salt goes to; the possible values are those of source. */
  target: number | string;
  /** The number of cubes of each kind. */
  salt: SaltAmount;
}

/** The standing of a seat. */
export interface Score {
  /** The seat with this standing. */
  seat: number;
  /** The seat's money, in groszy. */
  money: number;
  /** The value of the seat's salt, in groszy. */
  salt_value: number;
  /** The value of the seat's tools, in groszy. */
  tool_value: number;
  /** The sum of money, salt value and tool value, plus anything else that extensions count; the highest total wins. */
  total: number;
  /** The number of completed orders; the higher number breaks a tie. */
  orders: number;
  /** The number of miners owned; the lower number breaks a further tie. */
  miners: number;
  /** The number of tools owned; the lower number breaks the last tie. */
  tools: number;
  /** The seat's rank, 1 for the winner; seats that are still tied share a rank. */
  rank: number;
}

/** A seat at the new table. */
export interface SeatWanted {
  /** The player's name. */
  name: string;
  /** "here", "link", or one of the bots that the server offers. */
  player: string;
}

/** The tile that a player saw alone (PUBLIC-1). Public logs leave such lines out. */
export interface SecretLine {
  type: "secret";
  /** The number of the move or reveal in which the player looked; 0 if the look belongs to the setup. */
  number: number;
  /** The player, the chamber and the tile. */
  event: TileSeen;
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

/** A shaft section and the miners in it. */
export interface Section {
  /** The number of rested miners by seat. */
  rested: number[];
  /** The number of tired miners by seat. */
  tired: number[];
}

/** Pieces that players have seen but that no other part of a state contains: extras["seen"], from phase 2 on. */
export interface SeenPieces {
  /** Tools that left the game face up and unsold (PHASE-2). */
  tools: ToolName[];
  /** The number of orders that each seat completed before this phase. */
  orders: number[];
}

/** Ask for the legal moves, except moves that obviously waste something. */
export interface SensibleMovesRequest {
  type: "sensible_moves";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The number of the first move of the page, counted from 0. */
  first?: number;
  /** The maximum number of moves on the page. */
  most?: number;
}

/** Moves of a session in words, starting with entry first, out of total entries. */
export interface SessionHistoryAnswer {
  type: "history";
  /** The id of the request. */
  id: string | number;
  /**
   * The moves of the page, each with the pieces turned up after it. step counts these pieces, too, so it is the to of
   * an undo that keeps the move.
   */
  steps: Happened[];
  /** The number of the first entry of the page, counted from 0. */
  first: number;
  /** The number of moves on all pages. Moves that were undone are not among them. */
  total: number;
}

/** Ask for at most most moves of a session in words, starting with entry first. */
export interface SessionHistoryRequest {
  type: "history";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
  /** The language of the words, such as "en". */
  language?: string;
  /** The number of the first entry, counted from 0. */
  first?: number;
  /** The maximum number of entries. */
  most?: number;
}

/** Change who plays at a seat from now on. Only for the host. */
export interface SetPlayerRequest {
  type: "set_player";
  /** The seat. */
  seat: number;
  /** The same values as in SeatChoice. */
  player: string;
}

/** Everything that chance decides in a game. A setup and the moves determine a whole game. */
export interface Setup {
  /** The seat of the starting player. */
  start_seat: number;
  /** The tile of each chamber, in mine order. */
  tiles: {
    "1L1": ChamberTile | null;
    "1L2": ChamberTile | null;
    "1L3": ChamberTile | null;
    "1L4": ChamberTile | null;
    "1R1": ChamberTile | null;
    "1R2": ChamberTile | null;
    "1R3": ChamberTile | null;
    "1R4": ChamberTile | null;
    "2L1": ChamberTile | null;
    "2L2": ChamberTile | null;
    "2L3": ChamberTile | null;
    "2R1": ChamberTile | null;
    "2R2": ChamberTile | null;
    "2R3": ChamberTile | null;
    "3L1": ChamberTile | null;
    "3L2": ChamberTile | null;
    "3R1": ChamberTile | null;
    "3R2": ChamberTile | null;
  };
  /** The royal orders of each phase, in drawing order. */
  orders: ((RoyalOrder | null)[])[];
  /** The tool cards in drawing order. */
  tools: (ToolName | null)[];
  /** The decks of extensions by id, each with its cards in drawing order. The constructor also accepts a mapping. */
  decks?: {
  };
  /**
   * The streams that decide the rolls of dice and the shuffles of decks that reshuffle, by the id of the die or deck:
   * 32 hexadecimal digits each, or null in a public setup. The constructor also accepts a mapping.
   */
  streams?: {
  };
  /**
   * In a public setup, the faces that dice have shown while the game was set up, by die; empty if there are none. The
   * constructor also accepts a mapping.
   */
  rolls?: {
  };
}

/** A link to a position of a table. */
export interface ShareAnswer {
  type: "shared";
  /** The path of the link, with at most 2,000 characters. It contains the position, as everybody sees it. */
  path: string;
  /** The path of a picture with the link as a QR code; null if the link is too long for one. */
  qr: string | null;
}

/** The position that a link contains. */
export interface SharedPositionAnswer {
  type: "shared_position";
  /** The public position as text, for open. */
  position: string;
  /** The players' names by seat. */
  players: string[];
  /** The seat that decides next; null if the game is over, or if a piece must be turned up first. */
  to_move: number | null;
  /** Whether the game is over, so that no table can start from the position. */
  is_over: boolean;
  /** The progress of the game, in a sentence. */
  turn_words: string;
  /** The name of the ruleset and its switches. */
  ruleset_words: string;
}

/** Return to your own seat, where a bot has been playing for you. */
export interface SitRequest {
  type: "sit";
  /** The seat, one of your own. */
  seat: number;
}

export type SpaceId = "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2";

/** The scores as a table, best first. Once the game is over, words describes how it ended. */
export interface StandingAnswer {
  type: "standing";
  /** The headings of the columns. */
  headings: string[];
  /** The cells of each row, one row for each player. */
  rows: string[][];
  /** How the game ended, in sentences; empty until the game is over. */
  words: string[];
}

/** Ask for sentences about a move and its results; without move, about the last move of the session. */
export interface StepInWordsRequest {
  type: "step_in_words";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The move, which must be legal; null for the last move of the session. */
  move?: Move | null;
}

/** A picture, and the rectangle of each place in units of the picture's viewBox. */
export interface SvgAnswer {
  type: "svg";
  /** The id of the request. */
  id: string | number;
  /** The picture as an SVG document. */
  svg: string;
  /** The rectangles by the id of the place, such as "S1" or "workshop:2". */
  places: Record<string, {
    /** The left edge. */
    x: number;
    /** The upper edge. */
    y: number;
    /** The width. */
    width: number;
    /** The height. */
    height: number;
  }>;
}

/** Ask for a picture. */
export interface SvgRequest {
  type: "svg";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The parts of the table that the picture shows, and their arrangement. */
  layout?: "wide" | "tall" | "board" | "mine" | "town" | "players" | "panels";
  /** The width in pixels; null for the natural width of the layout. The height is proportional. */
  size?: number | null;
  /** The name of the theme, which sets the colours. */
  theme?: "light" | "dark" | "contrast";
  /** Colours that replace those of the theme, by name, each written as #rrggbb. */
  colours?: {
    /** The background of the whole picture. */
    page?: string;
    /** Words on the page, on panels, on cards and in lit rooms. */
    ink?: string;
    /** Less important words, on the page and on panels. */
    muted?: string;
    /** The houses of the town and the panels of the players. */
    panel?: string;
    /** The borders of panels and cards. */
    line?: string;
    /** The earth around the mine. */
    earth?: string;
    /** The decorative stripes in the earth. */
    strata?: string;
    /** The surface above the earth. */
    grass?: string;
    /** The rims of rooms, against the earth. */
    edge?: string;
    /** A chamber whose tile is face down. */
    rock?: string;
    /** Words on rock. */
    rock_ink?: string;
    /** A chamber whose tile is face up, and the corridors. */
    room?: string;
    /** A section of the shaft. */
    shaft?: string;
    /** Ladders, beams, and the handles of tools, on rooms, panels and cards. */
    wood?: string;
    /** Picks, hoops and wheels. */
    metal?: string;
    /** Rope, bread and parchment. */
    cloth?: string;
    /** Roofs and seals. */
    roof?: string;
    /** The chain of miners, in rooms and in the shaft. */
    chain?: string;
    /** The water in a room. */
    water?: string;
    /** The surface of water, and the water in symbols such as the drop. */
    drop?: string;
    /** Coins, and gold. */
    coin?: string;
    /** Numbers and rims on coins. */
    coin_ink?: string;
    /** A face-up card. */
    card?: string;
    /** A face-down card, and a used tool. */
    back?: string;
    /** Words and drawings on the back of a card. */
    back_ink?: string;
    /** The outline of miners and cubes. */
    rim?: string;
    /** Cubes of brown salt. */
    brown?: string;
    /** The letter on brown cubes. */
    brown_ink?: string;
    /** Cubes of green salt. */
    green?: string;
    /** The letter on green cubes. */
    green_ink?: string;
    /** Cubes of white salt. */
    white?: string;
    /** The letter on white cubes. */
    white_ink?: string;
    /** The marks of the last steps. */
    last?: string;
    /** The marks of reachable places. */
    target?: string;
    /** The marks of a move before it is made, and of the player whose turn it is. */
    highlight?: string;
    /** The halo around marks and arrows, which makes them visible on every background. */
    halo?: string;
    /** The miners by seat; their shapes and letters differ too. */
    seats?: string[];
    /** The letters on the miners, by seat. */
    seats_ink?: string[];
    /** The sky over the town: in the morning, at noon and in the evening. */
    sky?: string[];
    /** The sky above the horizon, at the same times, and the sun in the evening. */
    glow?: string[];
    /** The hills behind the town and the meadow before it. */
    hill?: string;
    /** The roofs of the distant town. */
    distance?: string;
  };
  /** The number of the session's last moves to mark and describe; 0 only leaves room for words, and null does not. */
  last?: number | null;
  /** A legal move whose places the picture marks; null for no move. */
  highlight?: Move | null;
  /** A source: the picture marks the places that a miner can legally reach from there. null marks no places. */
  targets_of?: string | null;
  /** Arrows to draw on top of the picture. */
  arrows?: Arrow[];
  /** Colours by the place that they fill, each written as #rrggbb. */
  fill?: Record<string, string>;
  /** The seat whose panel is first; null means seat 0. */
  seat?: number | null;
  /** Whether the head contains the game's name. */
  title?: boolean;
  /** Whether the foot explains the drawings. */
  legend?: boolean;
  /** Whether the spaces of the mine show their ids. */
  coordinates?: boolean;
  /** Whether colours are CSS custom properties, such as var(--ms-room,#f6ead3), which a page can set. */
  properties?: boolean;
  /** The prefix of all ids of elements. Use different prefixes for several pictures on one page. */
  prefix?: string;
}

/** A switch of a ruleset. */
export interface SwitchOffered {
  /** The name of the switch. */
  name: string;
  /** The effect of the switch when it is on, in words. */
  words: string;
  /** The value that turns the switch on: 1, or a number for a numeric switch. */
  on: number;
  /** Whether the setting is a number, or null if the switch is off. Other settings are true or false. */
  is_number: boolean;
  /** Whether the server's rules have turned the switch on. */
  is_on: boolean;
  /** Whether the switch is the ruleset's own, so that own_settings contains its setting. */
  is_own: boolean;
}

export type TableAnswer =
  | RefusalAnswer
  | NewsAnswer
  | OpenedAnswer
  | InvitationAnswer
  | ShareAnswer
  | SharedPositionAnswer
  | LogSummaryAnswer
  | TablesAnswer
  | LessonsAnswer
  | DoneAnswer
  | LinkAnswer
  | HistoryAnswer
  | OptionsAnswer
  | StandingAnswer
  | HintAnswer
  | ReviewAnswer
  | ReviewProgressAnswer
  | WelcomeAnswer
  | ErrorAnswer
  | PositionAnswer
  | MovesAnswer
  | ChoiceAnswer
  | QuestionAnswer
  | AtPlaceAnswer
  | EffectsAnswer
  | ObjectionAnswer
  | UnavailableAnswer
  | OutcomesAnswer
  | FactAnswer
  | SvgAnswer
  | TextAnswer
  | WordsAnswer
  | RuleTextsAnswer;

/** Ask what the player can do at a place of the picture, or why nothing is possible there. */
export interface TableAtPlaceRequest {
  type: "at_place";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The id of the place: data-place of an element of the picture, such as "S1" or "workshop:2". */
  place: string;
}

/** Ask for the next question about the move to make, after the answers in taken. */
export interface TableChoicesRequest {
  type: "choices";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The answers so far: taken of the previous answer, and a pair of its question and your answer. Empty at first. */
  taken?: unknown[][];
  /** Whether the server answers questions for you until one has no usual answer. */
  usual?: boolean;
}

/** Ask for a full position that is consistent with the public position, drawn from the seed. */
export interface TableDeterminizeRequest {
  type: "determinize";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The seed from which the face-down pieces are drawn; the same seed draws the same pieces. */
  seed: number;
}

/** Ask for the effects of a move. */
export interface TableEffectsRequest {
  type: "effects";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The move, which must be legal. */
  move: Move;
}

/** Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes. */
export interface TableFactRequest {
  type: "fact";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The name of the fact. The page about facts explains each one and its fields. */
  fact: FactName;
  /** The chamber, for strength and toll. */
  chamber?: ChamberId | null;
  /** The seat, for facts about a player; null for the seat whose turn it is. */
  seat?: number | null;
  /** The slot of the workshop, for tool_price, counted from 0; slot 0 is the cheapest. */
  slot?: number | null;
  /** The kind of salt, for buying_price and selling_price. */
  kind?: SaltKind | null;
  /** Whether the player uses this tool, for buying_price and selling_price; null means no. */
  commercial_privilege?: boolean | null;
  /** The number of water cubes, for pumping_price, at least 1. */
  water?: number | null;
  /** The number of pickaxes that the player uses, for strength; null means 0. */
  pickaxes?: number | null;
  /** The place that the miner leaves, for reachable_spaces; null means "stock". */
  source?: string | null;
}

/** Ask for the names of pieces, buildings, tools, moves and headings by id. */
export interface TableLabelsRequest {
  type: "labels";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The ids, such as "workshop" or "place_miner". */
  keys: string[];
  /**
   * The rules, whose extensions can have names of their own; null for the rules of the server or, at a table, of its
   * game.
   */
  ruleset?: Ruleset | null;
}

/** Ask for at most most legal moves, starting with move number first, counted from 0. */
export interface TableLegalMovesRequest {
  type: "legal_moves";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The type of the moves to list; null for all types. */
  kind?: MoveType | null;
  /** Only moves that have this source or take effect in this chamber are listed; null for all moves. */
  source?: string | null;
  /** Only moves that have this target or concern this building are listed; null for all moves. */
  target?: string | null;
  /** The number of the first move of the page, counted from 0. */
  first?: number;
  /** The maximum number of moves on the page. */
  most?: number;
}

/** A table in a browser's list. */
export interface TableListed {
  /** The table's id. */
  table: string;
  /** The players' names by seat; for a damaged game, one text that says so. */
  players: string[];
  /** The progress of the game, in a sentence; empty for a damaged game. */
  turn_words: string;
  /** Whether it is the turn of a seat that this browser has taken. */
  is_yours: boolean;
  /** Whether the game is over. */
  is_over: boolean;
}

/** Ask for descriptions of moves in words. */
export interface TableMovesInWordsRequest {
  type: "moves_in_words";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The moves, which must be legal. */
  moves: Move[];
}

/** Ask for an objection in words. */
export interface TableObjectionInWordsRequest {
  type: "objection_in_words";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The objection. */
  objection: Objection;
  /** The rules of the game; null for the rules of the server or, at a table, of its game. */
  ruleset?: Ruleset | null;
}

/** Ask why a move is not legal. */
export interface TableObjectionRequest {
  type: "objection";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The move to check. */
  move: Move;
}

/** Ask which pieces may be turned up next, and how probable each one is. */
export interface TableOutcomesRequest {
  type: "outcomes";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
}

/** Ask for a position and the scores. */
export interface TablePositionRequest {
  type: "position";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with viewer. */
  full?: boolean;
}

/** Ask for the next question, as choices does, but in words. Each answer has its place, price and effects. */
export interface TableQuestionRequest {
  type: "question";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The answers so far: taken of the offer that the player chose. Empty at first. */
  taken?: unknown[][];
}

export type TableRequest =
  | OpenRequest
  | ContinueRequest
  | JoinRequest
  | PlayRequest
  | OptionsRequest
  | TakeBackRequest
  | RestoreRequest
  | ProposeEndRequest
  | AgreeRequest
  | LeaveRequest
  | SitRequest
  | GiveLinkRequest
  | SetPlayerRequest
  | CloseTableRequest
  | HintRequest
  | CancelReviewRequest
  | OpenLessonRequest
  | TryAgainRequest
  | TablePositionRequest
  | TableLegalMovesRequest
  | TableSensibleMovesRequest
  | TableChoicesRequest
  | TableQuestionRequest
  | TableAtPlaceRequest
  | TableEffectsRequest
  | TableObjectionRequest
  | TableUnavailableRequest
  | TableOutcomesRequest
  | TableDeterminizeRequest
  | TableFactRequest
  | TableSvgRequest
  | TableTextRequest
  | TableMovesInWordsRequest
  | TableStepInWordsRequest
  | TableLabelsRequest
  | TableObjectionInWordsRequest
  | TableRuleTextsRequest;

/** Ask for the texts of all rules, or of the rules with the given ids. */
export interface TableRuleTextsRequest {
  type: "rule_texts";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /** The language of the words, such as "en". */
  language?: string;
  /** The ids of the rules, such as "CASTLE-4"; null for all rules. */
  rules?: string[] | null;
  /** The rules, whose numbers are in the texts; null for the rules of the server or, at a table, of its game. */
  ruleset?: Ruleset | null;
}

/** Ask for the legal moves, except moves that obviously waste something. */
export interface TableSensibleMovesRequest {
  type: "sensible_moves";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The number of the first move of the page, counted from 0. */
  first?: number;
  /** The maximum number of moves on the page. */
  most?: number;
}

/** Ask for sentences about a move and its results; without move, about the last move of the session. */
export interface TableStepInWordsRequest {
  type: "step_in_words";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The move, which must be legal; null for the last move of the session. */
  move?: Move | null;
}

/** Ask for a picture. */
export interface TableSvgRequest {
  type: "svg";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The parts of the table that the picture shows, and their arrangement. */
  layout?: "wide" | "tall" | "board" | "mine" | "town" | "players" | "panels";
  /** The width in pixels; null for the natural width of the layout. The height is proportional. */
  size?: number | null;
  /** The name of the theme, which sets the colours. */
  theme?: "light" | "dark" | "contrast";
  /** Colours that replace those of the theme, by name, each written as #rrggbb. */
  colours?: {
    /** The background of the whole picture. */
    page?: string;
    /** Words on the page, on panels, on cards and in lit rooms. */
    ink?: string;
    /** Less important words, on the page and on panels. */
    muted?: string;
    /** The houses of the town and the panels of the players. */
    panel?: string;
    /** The borders of panels and cards. */
    line?: string;
    /** The earth around the mine. */
    earth?: string;
    /** The decorative stripes in the earth. */
    strata?: string;
    /** The surface above the earth. */
    grass?: string;
    /** The rims of rooms, against the earth. */
    edge?: string;
    /** A chamber whose tile is face down. */
    rock?: string;
    /** Words on rock. */
    rock_ink?: string;
    /** A chamber whose tile is face up, and the corridors. */
    room?: string;
    /** A section of the shaft. */
    shaft?: string;
    /** Ladders, beams, and the handles of tools, on rooms, panels and cards. */
    wood?: string;
    /** Picks, hoops and wheels. */
    metal?: string;
    /** Rope, bread and parchment. */
    cloth?: string;
    /** Roofs and seals. */
    roof?: string;
    /** The chain of miners, in rooms and in the shaft. */
    chain?: string;
    /** The water in a room. */
    water?: string;
    /** The surface of water, and the water in symbols such as the drop. */
    drop?: string;
    /** Coins, and gold. */
    coin?: string;
    /** Numbers and rims on coins. */
    coin_ink?: string;
    /** A face-up card. */
    card?: string;
    /** A face-down card, and a used tool. */
    back?: string;
    /** Words and drawings on the back of a card. */
    back_ink?: string;
    /** The outline of miners and cubes. */
    rim?: string;
    /** Cubes of brown salt. */
    brown?: string;
    /** The letter on brown cubes. */
    brown_ink?: string;
    /** Cubes of green salt. */
    green?: string;
    /** The letter on green cubes. */
    green_ink?: string;
    /** Cubes of white salt. */
    white?: string;
    /** The letter on white cubes. */
    white_ink?: string;
    /** The marks of the last steps. */
    last?: string;
    /** The marks of reachable places. */
    target?: string;
    /** The marks of a move before it is made, and of the player whose turn it is. */
    highlight?: string;
    /** The halo around marks and arrows, which makes them visible on every background. */
    halo?: string;
    /** The miners by seat; their shapes and letters differ too. */
    seats?: string[];
    /** The letters on the miners, by seat. */
    seats_ink?: string[];
    /** The sky over the town: in the morning, at noon and in the evening. */
    sky?: string[];
    /** The sky above the horizon, at the same times, and the sun in the evening. */
    glow?: string[];
    /** The hills behind the town and the meadow before it. */
    hill?: string;
    /** The roofs of the distant town. */
    distance?: string;
  };
  /** The number of the session's last moves to mark and describe; 0 only leaves room for words, and null does not. */
  last?: number | null;
  /** A legal move whose places the picture marks; null for no move. */
  highlight?: Move | null;
  /** A source: the picture marks the places that a miner can legally reach from there. null marks no places. */
  targets_of?: string | null;
  /** Arrows to draw on top of the picture. */
  arrows?: Arrow[];
  /** Colours by the place that they fill, each written as #rrggbb. */
  fill?: Record<string, string>;
  /** The seat whose panel is first; null means seat 0. */
  seat?: number | null;
  /** Whether the head contains the game's name. */
  title?: boolean;
  /** Whether the foot explains the drawings. */
  legend?: boolean;
  /** Whether the spaces of the mine show their ids. */
  coordinates?: boolean;
  /** Whether colours are CSS custom properties, such as var(--ms-room,#f6ead3), which a page can set. */
  properties?: boolean;
  /** The prefix of all ids of elements. Use different prefixes for several pictures on one page. */
  prefix?: string;
}

/** Ask for the table as text. */
export interface TableTextRequest {
  type: "text";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The number of columns; fewer than 80 count as 80. */
  width?: number;
  /** The number of the session's last moves whose results the text describes; null describes none. */
  last?: number | null;
  /** Whether a legend below the table explains the marks. */
  legend?: boolean;
  /** "full", or "short" for a table of at most 23 lines. */
  form?: "full" | "short";
}

/** Ask which kinds of move are not possible, and why. */
export interface TableUnavailableRequest {
  type: "unavailable";
  /** The client's id for the request, repeated in the answer. */
  id?: string | number;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
}

/** The tables that a browser has opened or joined, most recently changed first. */
export interface TablesAnswer {
  type: "tables";
  /** The tables. */
  tables: TableListed[];
}

/** Undo your last move and everything after it, or ask the other players for permission. */
export interface TakeBackRequest {
  type: "undo";
  /** The number of the position, from the table's news. */
  number: number;
}

/** The table as text. */
export interface TextAnswer {
  type: "text";
  /** The id of the request. */
  id: string | number;
  /** The lines of the table, separated by newlines. */
  text: string;
}

/** Ask for the table as text. */
export interface TextRequest {
  type: "text";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
  /** The number of columns; fewer than 80 count as 80. */
  width?: number;
  /** The number of the session's last moves whose results the text describes; null describes none. */
  last?: number | null;
  /** Whether a legend below the table explains the marks. */
  legend?: boolean;
  /** "full", or "short" for a table of at most 23 lines. */
  form?: "full" | "short";
}

/** A chamber's tile was laid face up on a real table, before any miner reached the chamber (VAR-MAP). */
export interface TileLaid {
  type: "tile_laid";
  /** The chamber of the tile. */
  chamber: ChamberId;
  /** The tile's printed face. */
  tile: ChamberTile;
}

/** A player looked at a face-down tile, which stays face down. Everybody sees who looks where (PUBLIC-1). */
export interface TileLookedAt {
  type: "tile_looked_at";
  /** The player who looked. */
  seat: number;
  /** The chamber of the tile. */
  chamber: ChamberId;
}

/** The face of the tile that a player looked at: a secret of this seat, not among the events of any move (PUBLIC-1). */
export interface TileSeen {
  type: "tile_seen";
  /** The player who looked. */
  seat: number;
  /** The chamber of the tile. */
  chamber: ChamberId;
  /** The tile's printed face. */
  tile: ChamberTile;
}

/** A tool card that a player owns (TOOL-1). */
export interface ToolCard {
  /** The id of the tool, such as "rope". */
  tool: ToolName;
  /** Whether the card was used in this phase and lies face down. */
  used: boolean;
}

/** A tool card was turned up, slid to a cheaper space, was bought, or left the game. */
export interface ToolMoved {
  type: "tool_moved";
  /** The id of the tool. */
  tool: ToolName;
  /** The place that the tool leaves: "tool_stack" if it is turned up, or a slot such as "workshop:0". */
  source: number | string;
  /** The place that the tool goes to: a slot, the seat of the player who bought it, or "box" (out of play). */
  target: number | string;
}

export type ToolName = "rope" | "pickaxe" | "bucket" | "cart" | "food" | "commercial_privilege" | "royal_privilege";

/** A used tool was turned face up again (PHASE-2). */
export interface ToolReadied {
  type: "tool_readied";
  /** The owner of the tool. */
  seat: number;
  /** The id of the tool. */
  tool: ToolName;
}

/** A player used a tool; its card lies face down until the phase ends (TOOL-1). */
export interface ToolUsed {
  type: "tool_used";
  /** The player who used the tool. */
  seat: number;
  /** The id of the tool. */
  tool: ToolName;
}

/** One trade at the market: Transaction("sell", "green") or Transaction("buy", "brown"). */
export interface Transaction {
  /** "sell" or "buy". */
  type: "sell" | "buy";
  /** The kind of cube: "brown", "green" or "white". */
  salt: SaltKind;
}

/** The result of a move, or of a piece that was turned up. */
export interface TransitionAnswer {
  type: "transition";
  /** The id of the request. */
  id: string | number;
  /** The position after the move or the reveal: public, full, or as a viewer sees it. */
  state: GameState;
  /** The events, in order. Those that only the viewer has seen are at the end. */
  events: Event[];
}

/** Undo all moves since the start of your latest attempt at a task of the lesson. */
export interface TryAgainRequest {
  type: "try_again";
  /** The number of moves that remain: retry_at of the news. */
  to: number;
}

/** A player's turn ended (TURN-2). */
export interface TurnEnded {
  type: "turn_ended";
  /** The player whose turn ended. */
  seat: number;
}

/** The counts of the current turn, and its seat while a piece is pending and nobody can move. */
export interface TurnInHand {
  /** The number of actions left. */
  actions_left: number;
  /** Buildings visited in this turn, in order (TURN-3). */
  visited: BuildingId[];
  /** The number of actions passed in this turn (TURN-4). */
  passes: number;
  /** The number of miners in the castle who have not yet delivered or paid (CASTLE-3). */
  arriving: number;
  /** Spaces that miners entered in the action that a rope may continue, one entry per miner (ROPE-1). */
  arrived: SpaceId[];
  /** The seat, or null if "to_move" names it. */
  seat?: number;
}

/** A player's turn began, with this number of actions (TURN-1). */
export interface TurnStarted {
  type: "turn_started";
  /** The player whose turn began. */
  seat: number;
  /** The round of the phase, 1 for the first. */
  round: number;
  /** The number of actions in the turn. */
  actions: number;
}

/** The kinds of move that are not possible. */
export interface UnavailableAnswer {
  type: "unavailable";
  /** The id of the request. */
  id: string | number;
  /** The kinds of move without a legal move, in the order of the ruleset. */
  kinds: UnavailableKind[];
}

/** A kind of move that is not possible, with the reason. */
export interface UnavailableKind {
  /** The type of these moves. */
  kind: MoveType;
  /** The name of the kind of move. */
  words: string;
  /** Why there is no legal move of this kind. */
  objection: Objection;
  /** The objection in words. */
  sentence: string;
}

/** Ask which kinds of move are not possible, and why. */
export interface UnavailableRequest {
  type: "unavailable";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session; null for the position in state or the default position of the server. */
  session?: string | null;
  /**
   * The position, full or public; null for that of the session, or the server's default: at a table, the current one.
   */
  state?: GameState | null;
  /** The seat that sees the position; null for the public position. It matters only in games with secrets. */
  viewer?: number | null;
  /** The language of the words, such as "en". */
  language?: string;
}

/** Moves and reveals that were undone. */
export interface UndoLine {
  type: "undo";
  /** The number of moves and reveals that remain. */
  to: number;
  /** The checksum of the line and of all lines before it, as 16 hexadecimal digits. */
  checksum: string;
}

/** Undo the last move, or everything after the first to moves and revealed pieces. */
export interface UndoRequest {
  type: "undo";
  /** The client's id for the request, repeated in the answer. */
  id: string | number;
  /** The id of the session, from the answer to the request that started it. */
  session: string;
  /** Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with viewer. */
  full?: boolean;
  /** The number of moves and revealed pieces that remain; null to undo only the last one. */
  to?: number | null;
  /** The seat whose view the answer contains; null for the public state. */
  viewer?: number | null;
}

/** Move one cube of water to an adjacent chamber (BUCKET-1). */
export interface UseBucket {
  type: "use_bucket";
  /** The chamber the cube leaves. */
  source: ChamberId;
  /** The adjacent chamber the cube goes to. */
  target: ChamberId;
}

/** Feed one or two tired miners, who stand up (FOOD-1). */
export interface UseFood {
  type: "use_food";
  /** The chambers of the miners, one id per miner. */
  chambers: ChamberId[];
}

/** Place or move one more miner in the same action (ROPE-1). */
export interface UseRope {
  type: "use_rope";
  /** "stock", a mine space, or the building that an assistant leaves. */
  source: MinerSource;
  /** The mine space that the miner enters. */
  target: SpaceId;
}

/** Send a rested miner to the castle line; an action (CASTLE-1). */
export interface VisitCastle {
  type: "visit_castle";
  /** The place the miner leaves: "stock", a mine space, or the building that an assistant leaves. */
  source: MinerSource;
  /** Whether a royal privilege is used, which sends the miner straight to the left circle (CASTLE-1). */
  royal_privilege: boolean;
}

/** Hire a miner; an action (INN-1). */
export interface VisitInn {
  type: "visit_inn";
}

/** Make one or two trades at the market; an action (MARKET-1 to MARKET-4). */
export interface VisitMarket {
  type: "visit_market";
  /** One or two trades; trades of different kinds are in the order of MARKET-4. */
  transactions: Transaction[];
  /** Whether a commercial privilege is used, which improves the price of each trade (MARKET-3). */
  commercial_privilege: boolean;
}

/** Pay to remove water from one chamber; an action (PUMP-1). */
export interface VisitPumpHouse {
  type: "visit_pump_house";
  /** The chamber with the water. */
  chamber: ChamberId;
  /** The number of cubes of water to remove. */
  water: number;
}

/** Take 1 grosz from the bank; an action (SQUARE-1). */
export interface VisitTownSquare {
  type: "visit_town_square";
}

/** Buy the tool in a slot of the workshop; an action (SHOP-1). */
export interface VisitWorkshop {
  type: "visit_workshop";
  /** The slot of the tool, 0 for the cheapest. */
  slot: number;
}

/** Water moved between a chamber and the bank, or between two chambers. */
export interface WaterMoved {
  type: "water_moved";
  /** The place that the water leaves: a chamber, or "bank". */
  source: number | string;
  /** The place that the water goes to: a chamber, or "bank". */
  target: number | string;
  /** The number of cubes of water. */
  cubes: number;
}

/** The server's version, languages, bots and rulesets, and the words of the page. */
export interface WelcomeAnswer {
  type: "welcome";
  /** The version of the table protocol (TABLE_PROTOCOL). */
  protocol: number;
  /** The version of the library. */
  library: string;
  /** The language of the words in this answer. */
  language: string;
  /** The languages that a request can name. */
  languages: string[];
  /** The base URL of links; null if links begin with the address that the browser used. */
  address: string | null;
  /** The bots that can play at a table. */
  bots: BotOffered[];
  /** The rulesets for a new table; the first one is the default. */
  rulesets: RulesetOffered[];
  /** The ids of the entries in words, in the same order. */
  keys: string[];
  /** The words of the page. */
  words: string[];
}

/** Sentences or names. */
export interface WordsAnswer {
  type: "words";
  /** The id of the request. */
  id: string | number;
  /** The sentences or names, in the order of the moves, results or ids that they describe. */
  words: string[];
}

/** The workshop: the tools on offer by slot, and the size of the phase's stack (SHOP-1). */
export interface Workshop {
  /** Ids of the tools on offer by slot, starting with the cheapest; null for an empty slot. */
  offer: (ToolName | null)[];
  /** The number of face-down cards in the phase's stack. */
  stack: number;
}

/** The answer to each type of request. */
export interface AnswerTo {
  apply: TransitionAnswer;
  at_place: AtPlaceAnswer;
  choices: ChoiceAnswer;
  close: ClosedAnswer;
  determinize: PositionAnswer;
  effects: EffectsAnswer;
  end: PositionAnswer;
  fact: FactAnswer;
  hello: HelloAnswer;
  hint: PositionHintAnswer;
  history: SessionHistoryAnswer;
  labels: WordsAnswer;
  legal_moves: MovesAnswer;
  load: PositionAnswer;
  log: LogAnswer;
  moves_in_words: WordsAnswer;
  new_game: PositionAnswer;
  objection: ObjectionAnswer;
  objection_in_words: WordsAnswer;
  open_table: PositionAnswer;
  outcomes: OutcomesAnswer;
  position: PositionAnswer;
  question: QuestionAnswer;
  redo: TransitionAnswer;
  reveal: TransitionAnswer;
  rule_texts: RuleTextsAnswer;
  sensible_moves: MovesAnswer;
  standing: PositionStandingAnswer;
  step_in_words: WordsAnswer;
  svg: SvgAnswer;
  text: TextAnswer;
  unavailable: UnavailableAnswer;
  undo: PositionAnswer;
}

/** The answer to each type of request. */
export interface TableAnswerTo {
  agree: DoneAnswer;
  apply: DoneAnswer;
  at_place: AtPlaceAnswer;
  cancel_review: DoneAnswer;
  choices: ChoiceAnswer;
  close_table: DoneAnswer;
  continue: OpenedAnswer;
  determinize: PositionAnswer;
  effects: EffectsAnswer;
  end: DoneAnswer;
  fact: FactAnswer;
  give_link: LinkAnswer;
  hint: HintAnswer;
  join: OpenedAnswer;
  labels: WordsAnswer;
  leave: DoneAnswer;
  legal_moves: MovesAnswer;
  moves_in_words: WordsAnswer;
  objection: ObjectionAnswer;
  objection_in_words: WordsAnswer;
  open: OpenedAnswer;
  open_lesson: OpenedAnswer;
  options: OptionsAnswer;
  outcomes: OutcomesAnswer;
  position: PositionAnswer;
  question: QuestionAnswer;
  redo: DoneAnswer;
  rule_texts: RuleTextsAnswer;
  sensible_moves: MovesAnswer;
  set_player: DoneAnswer;
  sit: DoneAnswer;
  step_in_words: WordsAnswer;
  svg: SvgAnswer;
  text: TextAnswer;
  try_again: DoneAnswer;
  unavailable: UnavailableAnswer;
  undo: DoneAnswer;
}
