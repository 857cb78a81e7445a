// Made by python -m magnum_sal.protocol.schemas: what the library reads and writes as JSON.

/** A rope can no longer continue the last placement (ROPE-1). */
export interface ActionClosed {
  type: "action_closed";
  seat: number;
}

/** A player passed an action (TURN-4). */
export interface ActionPassed {
  type: "action_passed";
  seat: number;
}

/** A player used an action; ``building`` is the building visited, if any (TURN-3). */
export interface ActionTaken {
  type: "action_taken";
  seat: number;
  action: MoveType;
  building: BuildingId | null;
}

/** A move that a bot recommends. */
export interface Advice {
  move: Move;
  words: string;
  brings: string;
  chance: number;
  error: number;
  margin: number;
  told: string[];
}

/** Agree to a proposal, or reject it. */
export interface AgreeRequest {
  type: "agree";
  number: number;
  is_agreed: boolean;
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
  | RuleTextsAnswer;

/** Make a move. A session records the move. If the request contains a position, the result is only returned. */
export interface ApplyRequest {
  type: "apply";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  move: Move;
  full?: boolean;
}

/** The possible actions at a place, or the reason why there are none. */
export interface AtPlaceAnswer {
  type: "at_place";
  id: string | number;
  offers: Offer[];
  objection: Objection | null;
  sentence: string | null;
}

/** Ask what the player can do at a place of the picture, or why nothing is possible there. */
export interface AtPlaceRequest {
  type: "at_place";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  place: string;
  language?: string;
}

/** The bank. Numbers are negative if the players use substitutes for missing pieces (SET-SUPPLY). */
export interface Bank {
  money: number;
  salt: {
    brown: number;
    green: number;
    white: number;
  };
  water: number;
  miners: number[];
}

/** A bot that can play at a table. */
export interface BotOffered {
  name: string;
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
  deck: string;
}

/** A card from an extension's deck was turned up. */
export interface CardTurnedUp {
  type: "card_turned_up";
  deck: string;
  card: string;
}

/** The castle: open orders by slot, the size of the phase's stack, and the phase's completed orders (CASTLE-3). */
export interface Castle {
  open: (RoyalOrder | null)[];
  stack: number;
  completed: number;
}

/** A seat at the table. */
export interface ChairTold {
  name: string;
  player: string;
  player_words: string;
  is_yours: boolean;
  is_taken: boolean;
  is_present: boolean;
  stand_in: string | null;
  link: string | null;
}

/** A chamber: its miners, its cubes and its tile. */
export interface Chamber {
  rested: number[];
  tired: number[];
  revealed: boolean;
  salt: SaltAmount;
  water: number;
  tile: ChamberTile | null;
}

export type ChamberId = "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2";

/** A chamber's tile was turned up (REVEAL-1); separate events place its cubes. */
export interface ChamberRevealed {
  type: "chamber_revealed";
  chamber: ChamberId;
  tile: ChamberTile;
}

/** A chamber tile's printed face (SET-TILES). */
export interface ChamberTile {
  salt: SaltAmount;
  water: number;
}

/** The answers so far, then either the next question about a move with its possible answers or the finished move. */
export interface ChoiceAnswer {
  type: "choice";
  id: string | number;
  question: string | null;
  answers: unknown[];
  taken: unknown[][];
  move: Move | null;
  usual: unknown;
}

/** Ask for the next question about the move to make, after the answers in *taken*. */
export interface ChoicesRequest {
  type: "choices";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  taken?: unknown[][];
  usual?: boolean;
}

/** Close a session, which the server then forgets. */
export interface CloseRequest {
  type: "close";
  id: string | number;
  session: string;
}

/** Close a table permanently; its log is kept. Only for the host. */
export interface CloseTableRequest {
  type: "close_table";
}

/** Confirmation that a session was closed. */
export interface ClosedAnswer {
  type: "closed";
  id: string | number;
  session: string;
}

/** Deliver an open royal order for a miner who reached the castle (CASTLE-3). */
export interface CompleteOrder {
  type: "complete_order";
  slot: number;
}

/** Open a table that resumes the game of a log, and become its host. The players keep their names. */
export interface ContinueRequest {
  type: "continue";
  log: string;
  players: string[];
  absent_seconds?: number;
}

/** A costly move. */
export interface Costly {
  step: number;
  words: string;
}

/** All face-up cards of an extension's deck were shuffled to form a new stack, because the stack was empty. */
export interface DeckReshuffled {
  type: "deck_reshuffled";
  deck: string;
  cards: number;
}

/** Ask for a full position that is consistent with the public position, drawn from the seed. */
export interface DeterminizeRequest {
  type: "determinize";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  seed: number;
}

/** A die of an extension must be rolled before the game continues. */
export interface DieAwaited {
  type: "die_awaited";
  die: string;
}

/** A die of an extension was rolled. */
export interface DieRolled {
  type: "die_rolled";
  die: string;
  face: string;
}

/** The request was carried out; the news contains the result. */
export interface DoneAnswer {
  type: "done";
  number: number;
}

/** The effects of a move, as returned by ``effects``. */
export interface Effects {
  money: number[];
  salt: {
    brown: number;
    green: number;
    white: number;
  }[];
  tired: number;
  rested: number;
  tools: ToolName[];
  turns_up: string[];
}

/** The effects of a move. */
export interface EffectsAnswer {
  type: "effects";
  id: string | number;
  effects: Effects;
}

/** Ask for the effects of a move. */
export interface EffectsRequest {
  type: "effects";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  move: Move;
}

/** The end of a game by agreement. */
export interface EndLine {
  type: "end";
  reason: string;
  scores: Score[];
  checksum: string;
}

/** End a game by agreement. */
export interface EndRequest {
  type: "end";
  id: string | number;
  session: string;
  reason: string;
}

/** End a turn when no actions are left, although a tool could still be used (TURN-2). */
export interface EndTurn {
  type: "end_turn";
}

/** The request failed and changed nothing. */
export interface ErrorAnswer {
  type: "error";
  id: string | number | null;
  code: "not_json" | "too_long" | "malformed" | "unknown_request" | "no_hello" | "unknown_protocol" | "unknown_session" | "too_many" | "illegal_move" | "hidden_piece" | "bad_log" | "misuse" | "internal";
  sentence: string;
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
  chamber: ChamberId;
  salt: SaltAmount;
  pickaxes: number;
  carts: number;
  payments: number[];
}

/** A fact about a position. */
export interface FactAnswer {
  type: "fact";
  id: string | number;
  value: unknown;
}

export type FactName = "buying_price" | "completable_orders" | "hiring_price" | "miners_by_space" | "pumping_price" | "reachable_spaces" | "selling_price" | "strength" | "toll" | "tool_price";

/** Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes. */
export interface FactRequest {
  type: "fact";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  fact: FactName;
  chamber?: ChamberId | null;
  seat?: number | null;
  slot?: number | null;
  kind?: SaltKind | null;
  commercial_privilege?: boolean | null;
  water?: number | null;
  pickaxes?: number | null;
  source?: string | null;
}

/** The game ended with its last phase (END-1). */
export interface GameEnded {
  type: "game_ended";
}

/** The first event of each game, with everything that chance decides (SETUP-1, SETUP-2). */
export interface GameStarted {
  type: "game_started";
  ruleset: Ruleset;
  players: string[];
  setup: Setup;
}

/** A position: immutable, hashable, compared by value. You can read everything on the table from it. */
export interface GameState {
  ruleset: Ruleset;
  phase: number;
  round: number;
  start_seat: number;
  to_move: number | null;
  over: boolean;
  turn: TurnInHand | null;
  players: Player[];
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
  assistants: {
    workshop: number | null;
    pump_house: number | null;
    market: number | null;
    castle: number | null;
  };
  market: SaltAmount;
  inn: Inn;
  workshop: Workshop;
  castle: Castle;
  bank: Bank;
  extras: {
    seen?: SeenPieces;
  };
  hidden: Hidden | null;
  pending?: Pending | null;
}

/** Create a new link to a seat or, without *seat*, for spectators. The old link stops working. Only for the host. */
export interface GiveLinkRequest {
  type: "give_link";
  seat?: number | null;
}

/** A step of the game, or another event, in words. */
export interface Happened {
  step: number;
  seat: number | null;
  words: string[];
  move: Move | null;
  events: Event[];
}

/** The first line of a log. */
export interface HeaderLine {
  type: "header";
  schema: number;
  library: string;
  rules: number;
  started: GameStarted;
  opening: GameState;
  metadata: Record<string, unknown>;
  position?: GameState;
  checksum: string;
}

/** The versions, languages and limits of the server. */
export interface HelloAnswer {
  type: "hello";
  id: string | number;
  protocol: number;
  library: string;
  rules: number;
  languages: string[];
  sessions: number;
  steps: number;
  listed: number;
  line: number;
}

/** Announce the client's version of the protocol; this must be the first request. */
export interface HelloRequest {
  type: "hello";
  id: string | number;
  protocol: number;
  language?: string;
}

/** The face-down pieces, in drawing order. */
export interface Hidden {
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
  orders: RoyalOrder[][];
  tools: ToolName[];
}

/** The moves that a good bot recommends, best first, with reasons. */
export interface HintAnswer {
  type: "hint";
  number: number;
  advice: Advice[];
  words: string[];
}

/** Ask for a hint: the moves that a good bot recommends. */
export interface HintRequest {
  type: "hint";
  number: number;
  language?: string;
}

/** The history of the game in words, starting with step *first*. */
export interface HistoryAnswer {
  type: "history";
  number: number;
  first: number;
  steps: Happened[];
}

/** The inn: the miners hired in this phase (INN-1). */
export interface Inn {
  hired: number;
}

/** The inn's marker moved; the fields count the miners hired in this phase (INN-1). */
export interface InnMarkerMoved {
  type: "inn_marker_moved";
  source: number;
  target: number;
}

/** The table that a link leads to. Asking about a link does not take its seat. */
export interface InvitationAnswer {
  type: "invitation";
  players: string[];
  seat: number | null;
}

/** Follow a link to take its seat, or to watch the game. */
export interface JoinRequest {
  type: "join";
  link: string;
}

/** Ask for the names of pieces, buildings, tools, moves and headings by id. */
export interface LabelsRequest {
  type: "labels";
  id: string | number;
  keys: string[];
  language?: string;
  ruleset?: Ruleset | null;
}

/** Hand your seat over to a bot. */
export interface LeaveRequest {
  type: "leave";
  seat: number;
}

/** Ask for at most *most* legal moves, starting with move number *first*, counted from 0. */
export interface LegalMovesRequest {
  type: "legal_moves";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  kind?: MoveType | null;
  source?: string | null;
  target?: string | null;
  first?: number;
  most?: number;
}

/** The progress in the lesson that a table is for. */
export interface LessonStatus {
  id: string;
  title: string;
  task: number;
  tasks: number;
  words: string;
  rules: string[];
  verdict: string | null;
  is_solved: boolean;
  is_done: boolean;
  retry_at: number | null;
}

/** A lesson of the server. */
export interface LessonSummary {
  id: string;
  title: string;
  summary: string;
  tasks: number;
}

/** The lessons of the server, in order. */
export interface LessonsAnswer {
  type: "lessons";
  lessons: LessonSummary[];
}

/** The path of a new link. */
export interface LinkAnswer {
  type: "link";
  link: string;
}

/** Resume a game from the lines of its log, or from a position, which has no log. */
export interface LoadRequest {
  type: "load";
  id: string | number;
  lines?: string[] | null;
  state?: GameState | null;
  full?: boolean;
}

/** Lines of a log without newlines, starting with line number *first*, out of *total* lines. */
export interface LogAnswer {
  type: "log";
  id: string | number;
  lines: string[];
  first: number;
  total: number;
}

export type LogLine =
  | HeaderLine
  | MoveLine
  | RevealLine
  | UndoLine
  | SecretLine
  | EndLine;

/** Ask for at most *most* lines of a session's log, starting with line *first*. */
export interface LogRequest {
  type: "log";
  id: string | number;
  session: string;
  first?: number;
  most?: number;
  full?: boolean;
  viewer?: number | null;
}

/** The game of a log that somebody has sent. */
export interface LogSummaryAnswer {
  type: "log_summary";
  players: string[];
  to_move: number | null;
  steps: number;
  is_over: boolean;
  is_public: boolean;
  objection: string | null;
  turn_words: string;
  ruleset_words: string;
}

export type MinerSource = "stock" | "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2" | "inn" | "workshop" | "pump_house" | "market" | "town_square" | "castle";

/** Rested miners of a player moved. The bank, stock and castle line hold each player's miners separately. */
export interface MinersMoved {
  type: "miners_moved";
  seat: number;
  source: string;
  target: string;
  miners: number;
}

/** Tired miners of a player stood up (TURN-4, FOOD-1, PHASE-2). */
export interface MinersRested {
  type: "miners_rested";
  seat: number;
  chamber: ChamberId;
  miners: number;
}

/** Miners of a player became tired from their work (MINE-2). */
export interface MinersTired {
  type: "miners_tired";
  seat: number;
  chamber: ChamberId;
  miners: number;
}

/** Extensions have reacted to the first pending moments. The events that they returned follow. */
export interface MomentsPassed {
  type: "moments_passed";
  moments: number;
}

/** A player or the bank paid groszy. */
export interface MoneyMoved {
  type: "money_moved";
  source: number | string;
  target: number | string;
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
  number: number;
  seat: number;
  move: Move;
  events: Event[];
  checksum: string;
}

export type MoveType = "place_miner" | "extract_salt" | "place_assistant" | "visit_inn" | "visit_workshop" | "visit_pump_house" | "visit_market" | "visit_town_square" | "visit_castle" | "pass" | "rest" | "use_rope" | "use_bucket" | "use_food" | "end_turn" | "complete_order" | "pay_penalty";

/** A page of moves, starting with move number *first*, out of *total* moves. */
export interface MovesAnswer {
  type: "moves";
  id: string | number;
  moves: Move[];
  first: number;
  total: number;
}

/** Ask for descriptions of moves in words. */
export interface MovesInWordsRequest {
  type: "moves_in_words";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  moves: Move[];
  language?: string;
}

/** Start a game with the given setup, or with a setup drawn from the seed (by default, a random seed). */
export interface NewGameRequest {
  type: "new_game";
  id: string | number;
  players: string[];
  seed?: number | null;
  setup?: Setup | null;
  ruleset?: Ruleset | null;
  full?: boolean;
}

/** The complete state of a table without its pictures; sent again after every change. */
export interface NewsAnswer {
  type: "news";
  table: string;
  number: number;
  steps: number;
  turn_words: string;
  to_move: number | null;
  is_over: boolean;
  winners: number[];
  end_words: string[];
  chairs: ChairTold[];
  watching: number;
  is_host: boolean;
  watch_link: string | null;
  is_closed: boolean;
  proposal: ProposalTold | null;
  undo: string | null;
  undo_to: number | null;
  redo_to: number | null;
  since: number;
  trouble: string | null;
  kept: number;
  happened: Happened[];
  lesson: LessonStatus | null;
}

/** The reason why a move or a kind of move is illegal: a rule, a reason and the facts. */
export interface Objection {
  rule: string;
  reason: string;
  values: Record<string, string | number | boolean | SaltAmount | null | (string | number | boolean | SaltAmount | null | (string | number | boolean | SaltAmount | null)[])[]>;
}

/** The objection to a move, as data and in words; both are None if the move is legal. */
export interface ObjectionAnswer {
  type: "objection";
  id: string | number;
  objection: Objection | null;
  sentence: string | null;
}

/** Ask for an objection in words. */
export interface ObjectionInWordsRequest {
  type: "objection_in_words";
  id: string | number;
  objection: Objection;
  language?: string;
  ruleset?: Ruleset | null;
}

/** Ask why a move is not legal. */
export interface ObjectionRequest {
  type: "objection";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  move: Move;
  language?: string;
}

/** An answer to a question, or an action at a place, for display as a button. */
export interface Offer {
  words: string;
  answer: unknown;
  taken: unknown[][];
  place: string | null;
  move: Move | null;
  told: string;
  brings: string;
  is_usual: boolean;
}

/** Open a table for a lesson. You take the learner's seat, and the other seats pass. */
export interface OpenLessonRequest {
  type: "open_lesson";
  lesson: string;
}

/** Open a table and become its host. */
export interface OpenRequest {
  type: "open";
  seats: SeatWanted[];
  ruleset?: Ruleset | null;
  position?: string | null;
  absent_seconds?: number;
}

/** Start a game whose pieces lie on a real table. */
export interface OpenTableRequest {
  type: "open_table";
  id: string | number;
  players: string[];
  start_seat?: number;
  ruleset?: Ruleset | null;
}

/** Confirmation that you have opened or joined a table. */
export interface OpenedAnswer {
  type: "opened";
  table: string;
  seat: number | null;
}

/** The options of the player to move, or the reason why nothing is possible at a place. */
export interface OptionsAnswer {
  type: "options";
  words: string;
  taken: unknown[][];
  told: string[];
  offers: Offer[];
  places: string[];
  move: Move | null;
  move_told: string;
  brings: string;
  objection: Objection | null;
  sentence: string | null;
}

/** Ask for the options of the player to move: after the answers in *taken*, or at a *place* of the picture. */
export interface OptionsRequest {
  type: "options";
  taken?: unknown[][];
  place?: string | null;
  most?: number;
  language?: string;
}

/** A royal order was turned up, went to a player, or left the game. */
export interface OrderMoved {
  type: "order_moved";
  order: RoyalOrder;
  source: number | string;
  target: number | string;
}

/** The order track moved; the fields count the orders completed in this phase (CASTLE-3). */
export interface OrderTrackMoved {
  type: "order_track_moved";
  source: number;
  target: number;
}

/** A piece that may be turned up next, with the probability *numerator* / *denominator*. */
export interface Outcome {
  piece: ChamberTile | RoyalOrder | ToolName;
  numerator: number;
  denominator: number;
}

/** The pieces that may be turned up next. */
export interface OutcomesAnswer {
  type: "outcomes";
  id: string | number;
  outcomes: Outcome[];
}

/** Ask which pieces may be turned up next, and how probable each one is. */
export interface OutcomesRequest {
  type: "outcomes";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
}

/** A part of ``extras`` that belongs to an extension got a new value. The event is public, like all events. */
export interface PartChanged {
  type: "part_changed";
  part: string;
  value: unknown;
}

/** Pass an action. If you pass every action of a turn that has at least two, your miners rest (TURN-4). */
export interface Pass {
  type: "pass";
}

/** Pay for a miner who reached the castle and cannot complete an order (CASTLE-4). */
export interface PayPenalty {
  type: "pay_penalty";
  money: number;
  salt: SaltKind | null;
}

/** The kind and place of an unknown piece that must be turned up in a public state. */
export interface Pending {
  pile: "tile" | "order" | "tool";
  place: ChamberId | number;
}

/** A phase ended (PHASE-1). */
export interface PhaseEnded {
  type: "phase_ended";
  phase: number;
}

/** A phase began; the order track and the inn marker returned to their starting spaces (SETUP-2). */
export interface PhaseStarted {
  type: "phase_started";
  phase: number;
  start_seat: number;
}

/** A number of unseen face-down cards moved to another pile or out of the game. */
export interface PileMoved {
  type: "pile_moved";
  source: string;
  target: string;
  cards: number;
}

/** Send a rested miner to a building as its assistant, if it has none; an action (ASST-1). */
export interface PlaceAssistant {
  type: "place_assistant";
  source: MinerSource;
  building: BuildingId;
}

/** Place or move a rested miner in the mine; an action (MOVE-1). */
export interface PlaceMiner {
  type: "place_miner";
  source: MinerSource;
  target: SpaceId;
}

/** Make a move. */
export interface PlayRequest {
  type: "apply";
  number: number;
  move: Move;
  language?: string;
}

/** The possessions of a player, all of them public. */
export interface Player {
  name: string;
  money: number;
  salt: SaltAmount;
  stock: number;
  line_right: number;
  line_left: number;
  tools: ToolCard[];
  orders: RoyalOrder[];
}

/** A position with its scores and, for a session, the progress of the game. */
export interface PositionAnswer {
  type: "position";
  id: string | number;
  state: GameState;
  scores: Score[];
  winners: number[];
  session: string | null;
  steps: number | null;
  undone: number;
  end_reason: string | null;
}

/** Ask for a position and the scores. */
export interface PositionRequest {
  type: "position";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  full?: boolean;
}

/** A proposal that needs the consent of all players. */
export interface ProposalTold {
  kind: string;
  seat: number;
  waits_for: number[];
  words: string;
}

/** Propose ending the game now; all players must agree. */
export interface ProposeEndRequest {
  type: "end";
  number: number;
}

/** A question in words with its possible answers, or the finished move. */
export interface QuestionAnswer {
  type: "question";
  id: string | number;
  question: string | null;
  words: string;
  taken: unknown[][];
  told: string[];
  offers: Offer[];
  move: Move | null;
  move_told: string;
  brings: string;
}

/** Ask for the next question, as ``choices`` does, but in words. Each answer has its place, price and effects. */
export interface QuestionRequest {
  type: "question";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  taken?: unknown[][];
  language?: string;
}

/** Redo the next undone move. */
export interface RedoRequest {
  type: "redo";
  id: string | number;
  session: string;
  full?: boolean;
  viewer?: number | null;
}

/** The request failed and changed nothing. */
export interface RefusalAnswer {
  type: "error";
  code: RefusalCode;
  sentence: string;
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
  | RuleTextsRequest;

/** Give up all actions so that the miners rest; this ends the turn (TURN-4). */
export interface Rest {
  type: "rest";
}

/** Make your undone move again, and the moves of bots after it that were undone with it. */
export interface RestoreRequest {
  type: "redo";
  number: number;
}

/** A piece that was turned up on a real table. */
export interface RevealLine {
  type: "reveal";
  number: number;
  piece: ChamberTile | RoyalOrder | ToolName;
  events: Event[];
  checksum: string;
}

/** Report the piece that was turned up, or the tile that the viewer has seen alone. */
export interface RevealRequest {
  type: "reveal";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  piece: ChamberTile | RoyalOrder | ToolName;
}

/** The review of a finished game by a good bot. */
export interface ReviewAnswer {
  type: "review";
  told: string[];
  costliest: Costly[];
  graph: string;
}

/** The progress of the review of a game. */
export interface ReviewProgressAnswer {
  type: "review_progress";
  is_working: boolean;
  done: number;
  total: number;
}

/** A royal order (SET-ORDERS). */
export interface RoyalOrder {
  salt: SaltAmount;
  payment: number;
}

/** The text of a rule in one language and for one ruleset. */
export interface RuleText {
  id: string;
  title: string;
  summary: string;
  text: string;
  rulings: Ruling[];
}

/** The texts of rules. */
export interface RuleTextsAnswer {
  type: "rule_texts";
  id: string | number;
  texts: RuleText[];
}

/** Ask for the texts of all rules, or of the rules with the given ids. */
export interface RuleTextsRequest {
  type: "rule_texts";
  id: string | number;
  rules?: string[] | null;
  language?: string;
  ruleset?: Ruleset | null;
}

/** A game's rules as one value: switches, numbers, pieces, buildings, rules and rulings. */
export interface Ruleset {
  name: string;
  mapped_mine?: boolean;
  cart_capacity?: number | null;
  all_miners_tire?: boolean;
  castle_line_stays?: boolean;
  lowest_price_bonus?: boolean;
}

/** A ruleset for a new table. */
export interface RulesetOffered {
  name: string;
  words: string;
  switches: SwitchOffered[];
}

/** A ruling on a point where the versions of the rulebook differ or are silent. */
export interface Ruling {
  id: string;
  rule: string;
  question: string;
  decision: string;
  reason: string;
  readings: {
    pl?: string;
    en?: string;
    de?: string;
  };
  switch: string | null;
}

/** An amount of salt: 0 or more cubes of each kind. */
export interface SaltAmount {
  brown: number;
  green: number;
  white: number;
}

export type SaltKind = "brown" | "green" | "white";

/** Salt moved from one place to another. */
export interface SaltMoved {
  type: "salt_moved";
  source: number | string;
  target: number | string;
  salt: SaltAmount;
}

/** The standing of a seat. */
export interface Score {
  seat: number;
  money: number;
  salt_value: number;
  tool_value: number;
  total: number;
  orders: number;
  miners: number;
  tools: number;
  rank: number;
}

/** A seat at the new table. */
export interface SeatWanted {
  name: string;
  player: string;
}

/** The tile that a player saw alone (PUBLIC-1). Public logs leave such lines out. */
export interface SecretLine {
  type: "secret";
  number: number;
  event: TileSeen;
  checksum: string;
}

/** A shaft section and the miners in it. */
export interface Section {
  rested: number[];
  tired: number[];
}

/** Pieces that players have seen but that no other part of a state contains: ``extras["seen"]``, from phase 2 on. */
export interface SeenPieces {
  tools: ToolName[];
  orders: number[];
}

/** Ask for the legal moves, except moves that obviously waste something. */
export interface SensibleMovesRequest {
  type: "sensible_moves";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  first?: number;
  most?: number;
}

/** Change who plays at a seat from now on. Only for the host. */
export interface SetPlayerRequest {
  type: "set_player";
  seat: number;
  player: string;
}

/** Everything that chance decides in a game. A setup and the moves determine a whole game. */
export interface Setup {
  start_seat: number;
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
  orders: ((RoyalOrder | null)[])[];
  tools: (ToolName | null)[];
  decks?: {
  };
  streams?: {
  };
  rolls?: {
  };
}

/** A link to a position of a table. */
export interface ShareAnswer {
  type: "shared";
  path: string;
  qr: string | null;
}

/** The position that a link contains. */
export interface SharedPositionAnswer {
  type: "shared_position";
  position: string;
  players: string[];
  to_move: number | null;
  is_over: boolean;
  turn_words: string;
  ruleset_words: string;
}

/** Return to your own seat, where a bot has been playing for you. */
export interface SitRequest {
  type: "sit";
  seat: number;
}

export type SpaceId = "S1" | "S2" | "S3" | "S4" | "S5" | "S6" | "1L1" | "1L2" | "1L3" | "1L4" | "1R1" | "1R2" | "1R3" | "1R4" | "2L1" | "2L2" | "2L3" | "2R1" | "2R2" | "2R3" | "3L1" | "3L2" | "3R1" | "3R2";

/** The scores as a table, best first. Once the game is over, *words* describes how it ended. */
export interface StandingAnswer {
  type: "standing";
  headings: string[];
  rows: string[][];
  words: string[];
}

/** Ask for sentences about a move and its results; without *move*, about the last move of the session. */
export interface StepInWordsRequest {
  type: "step_in_words";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  move?: Move | null;
  language?: string;
}

/** A picture, and the rectangle of each place in units of the picture's ``viewBox``. */
export interface SvgAnswer {
  type: "svg";
  id: string | number;
  svg: string;
  places: Record<string, {
    x: number;
    y: number;
    width: number;
    height: number;
  }>;
}

/** Ask for a picture. *last* is how many of the session's most recent moves the picture marks and describes. */
export interface SvgRequest {
  type: "svg";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  layout?: "wide" | "tall" | "board" | "mine" | "town" | "players" | "panels";
  size?: number | null;
  theme?: "light" | "dark" | "contrast";
  colours?: {
    page?: string;
    ink?: string;
    muted?: string;
    panel?: string;
    line?: string;
    earth?: string;
    strata?: string;
    grass?: string;
    edge?: string;
    rock?: string;
    rock_ink?: string;
    room?: string;
    shaft?: string;
    wood?: string;
    metal?: string;
    cloth?: string;
    roof?: string;
    chain?: string;
    water?: string;
    drop?: string;
    coin?: string;
    coin_ink?: string;
    card?: string;
    back?: string;
    back_ink?: string;
    rim?: string;
    brown?: string;
    brown_ink?: string;
    green?: string;
    green_ink?: string;
    white?: string;
    white_ink?: string;
    last?: string;
    target?: string;
    highlight?: string;
    halo?: string;
    seats?: string[];
    seats_ink?: string[];
    sky?: string;
    glow?: string;
    hill?: string;
    distance?: string;
  };
  language?: string;
  last?: number | null;
  highlight?: Move | null;
  targets_of?: string | null;
  arrows?: {
    source: string;
    target: string;
    colour?: string;
  }[];
  fill?: Record<string, string>;
  seat?: number | null;
  title?: boolean;
  legend?: boolean;
  coordinates?: boolean;
  properties?: boolean;
  prefix?: string;
}

/** A switch of a ruleset. */
export interface SwitchOffered {
  name: string;
  words: string;
  on: number;
  is_number: boolean;
  is_on: boolean;
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
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  place: string;
  language?: string;
}

/** Ask for the next question about the move to make, after the answers in *taken*. */
export interface TableChoicesRequest {
  type: "choices";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  taken?: unknown[][];
  usual?: boolean;
}

/** Ask for a full position that is consistent with the public position, drawn from the seed. */
export interface TableDeterminizeRequest {
  type: "determinize";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  seed: number;
}

/** Ask for the effects of a move. */
export interface TableEffectsRequest {
  type: "effects";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  move: Move;
}

/** Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes. */
export interface TableFactRequest {
  type: "fact";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  fact: FactName;
  chamber?: ChamberId | null;
  seat?: number | null;
  slot?: number | null;
  kind?: SaltKind | null;
  commercial_privilege?: boolean | null;
  water?: number | null;
  pickaxes?: number | null;
  source?: string | null;
}

/** Ask for the names of pieces, buildings, tools, moves and headings by id. */
export interface TableLabelsRequest {
  type: "labels";
  id?: string | number;
  keys: string[];
  language?: string;
  ruleset?: Ruleset | null;
}

/** Ask for at most *most* legal moves, starting with move number *first*, counted from 0. */
export interface TableLegalMovesRequest {
  type: "legal_moves";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  kind?: MoveType | null;
  source?: string | null;
  target?: string | null;
  first?: number;
  most?: number;
}

/** A table in a browser's list. */
export interface TableListed {
  table: string;
  players: string[];
  turn_words: string;
  is_yours: boolean;
  is_over: boolean;
}

/** Ask for descriptions of moves in words. */
export interface TableMovesInWordsRequest {
  type: "moves_in_words";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  moves: Move[];
  language?: string;
}

/** Ask for an objection in words. */
export interface TableObjectionInWordsRequest {
  type: "objection_in_words";
  id?: string | number;
  objection: Objection;
  language?: string;
  ruleset?: Ruleset | null;
}

/** Ask why a move is not legal. */
export interface TableObjectionRequest {
  type: "objection";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  move: Move;
  language?: string;
}

/** Ask which pieces may be turned up next, and how probable each one is. */
export interface TableOutcomesRequest {
  type: "outcomes";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
}

/** Ask for a position and the scores. */
export interface TablePositionRequest {
  type: "position";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  full?: boolean;
}

/** Ask for the next question, as ``choices`` does, but in words. Each answer has its place, price and effects. */
export interface TableQuestionRequest {
  type: "question";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  taken?: unknown[][];
  language?: string;
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
  id?: string | number;
  rules?: string[] | null;
  language?: string;
  ruleset?: Ruleset | null;
}

/** Ask for the legal moves, except moves that obviously waste something. */
export interface TableSensibleMovesRequest {
  type: "sensible_moves";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  first?: number;
  most?: number;
}

/** Ask for sentences about a move and its results; without *move*, about the last move of the session. */
export interface TableStepInWordsRequest {
  type: "step_in_words";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  move?: Move | null;
  language?: string;
}

/** Ask for a picture. *last* is how many of the session's most recent moves the picture marks and describes. */
export interface TableSvgRequest {
  type: "svg";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  layout?: "wide" | "tall" | "board" | "mine" | "town" | "players" | "panels";
  size?: number | null;
  theme?: "light" | "dark" | "contrast";
  colours?: {
    page?: string;
    ink?: string;
    muted?: string;
    panel?: string;
    line?: string;
    earth?: string;
    strata?: string;
    grass?: string;
    edge?: string;
    rock?: string;
    rock_ink?: string;
    room?: string;
    shaft?: string;
    wood?: string;
    metal?: string;
    cloth?: string;
    roof?: string;
    chain?: string;
    water?: string;
    drop?: string;
    coin?: string;
    coin_ink?: string;
    card?: string;
    back?: string;
    back_ink?: string;
    rim?: string;
    brown?: string;
    brown_ink?: string;
    green?: string;
    green_ink?: string;
    white?: string;
    white_ink?: string;
    last?: string;
    target?: string;
    highlight?: string;
    halo?: string;
    seats?: string[];
    seats_ink?: string[];
    sky?: string;
    glow?: string;
    hill?: string;
    distance?: string;
  };
  language?: string;
  last?: number | null;
  highlight?: Move | null;
  targets_of?: string | null;
  arrows?: {
    source: string;
    target: string;
    colour?: string;
  }[];
  fill?: Record<string, string>;
  seat?: number | null;
  title?: boolean;
  legend?: boolean;
  coordinates?: boolean;
  properties?: boolean;
  prefix?: string;
}

/** Ask for the table as text. *last* is the number of the session's last moves whose results the text describes. */
export interface TableTextRequest {
  type: "text";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  width?: number;
  language?: string;
  last?: number | null;
  legend?: boolean;
  form?: "full" | "short";
}

/** Ask which kinds of move are not possible, and why. */
export interface TableUnavailableRequest {
  type: "unavailable";
  id?: string | number;
  state?: GameState | null;
  viewer?: number | null;
  language?: string;
}

/** The tables that a browser has opened or joined, most recently changed first. */
export interface TablesAnswer {
  type: "tables";
  tables: TableListed[];
}

/** Undo your last move and everything after it, or ask the other players for permission. */
export interface TakeBackRequest {
  type: "undo";
  number: number;
}

/** The table as text. */
export interface TextAnswer {
  type: "text";
  id: string | number;
  text: string;
}

/** Ask for the table as text. *last* is the number of the session's last moves whose results the text describes. */
export interface TextRequest {
  type: "text";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  width?: number;
  language?: string;
  last?: number | null;
  legend?: boolean;
  form?: "full" | "short";
}

/** A chamber's tile was laid face up on a real table, before any miner reached the chamber (VAR-MAP). */
export interface TileLaid {
  type: "tile_laid";
  chamber: ChamberId;
  tile: ChamberTile;
}

/** A player looked at a face-down tile, which stays face down. Everybody sees who looks where (PUBLIC-1). */
export interface TileLookedAt {
  type: "tile_looked_at";
  seat: number;
  chamber: ChamberId;
}

/** The face of the tile that a player looked at: a secret of this seat, not among the events of any move (PUBLIC-1). */
export interface TileSeen {
  type: "tile_seen";
  seat: number;
  chamber: ChamberId;
  tile: ChamberTile;
}

/** A tool card that a player owns (TOOL-1). */
export interface ToolCard {
  tool: ToolName;
  used: boolean;
}

/** A tool card was turned up, slid to a cheaper space, was bought, or left the game. */
export interface ToolMoved {
  type: "tool_moved";
  tool: ToolName;
  source: number | string;
  target: number | string;
}

export type ToolName = "rope" | "pickaxe" | "bucket" | "cart" | "food" | "commercial_privilege" | "royal_privilege";

/** A used tool was turned face up again (PHASE-2). */
export interface ToolReadied {
  type: "tool_readied";
  seat: number;
  tool: ToolName;
}

/** A player used a tool; its card lies face down until the phase ends (TOOL-1). */
export interface ToolUsed {
  type: "tool_used";
  seat: number;
  tool: ToolName;
}

/** One trade at the market: ``Transaction("sell", "green")`` or ``Transaction("buy", "brown")``. */
export interface Transaction {
  type: "sell" | "buy";
  salt: SaltKind;
}

/** The result of a move, or of a piece that was turned up. */
export interface TransitionAnswer {
  type: "transition";
  id: string | number;
  state: GameState;
  events: Event[];
}

/** Undo all moves since the start of your latest attempt at a task of the lesson. */
export interface TryAgainRequest {
  type: "try_again";
  to: number;
}

/** A player's turn ended (TURN-2). */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
}

/** The counts of the current turn, and its seat while a piece is pending and nobody can move. */
export interface TurnInHand {
  actions_left: number;
  visited: BuildingId[];
  passes: number;
  arriving: number;
  arrived: SpaceId[];
  seat?: number;
}

/** A player's turn began, with this number of actions (TURN-1). */
export interface TurnStarted {
  type: "turn_started";
  seat: number;
  round: number;
  actions: number;
}

/** The kinds of move that are not possible. */
export interface UnavailableAnswer {
  type: "unavailable";
  id: string | number;
  kinds: UnavailableKind[];
}

/** A kind of move that is not possible, with the reason. */
export interface UnavailableKind {
  kind: MoveType;
  words: string;
  objection: Objection;
  sentence: string;
}

/** Ask which kinds of move are not possible, and why. */
export interface UnavailableRequest {
  type: "unavailable";
  id: string | number;
  session?: string | null;
  state?: GameState | null;
  viewer?: number | null;
  language?: string;
}

/** Moves and reveals that were undone. */
export interface UndoLine {
  type: "undo";
  to: number;
  checksum: string;
}

/** Undo the last move, or everything after the first *to* moves and revealed pieces. */
export interface UndoRequest {
  type: "undo";
  id: string | number;
  session: string;
  to?: number | null;
  full?: boolean;
  viewer?: number | null;
}

/** Move one cube of water to an adjacent chamber (BUCKET-1). */
export interface UseBucket {
  type: "use_bucket";
  source: ChamberId;
  target: ChamberId;
}

/** Feed one or two tired miners, who stand up (FOOD-1). */
export interface UseFood {
  type: "use_food";
  chambers: ChamberId[];
}

/** Place or move one more miner in the same action (ROPE-1). */
export interface UseRope {
  type: "use_rope";
  source: MinerSource;
  target: SpaceId;
}

/** Send a rested miner to the castle line; an action (CASTLE-1). */
export interface VisitCastle {
  type: "visit_castle";
  source: MinerSource;
  royal_privilege: boolean;
}

/** Hire a miner; an action (INN-1). */
export interface VisitInn {
  type: "visit_inn";
}

/** Make one or two trades at the market; an action (MARKET-1 to MARKET-4). */
export interface VisitMarket {
  type: "visit_market";
  transactions: Transaction[];
  commercial_privilege: boolean;
}

/** Pay to remove water from one chamber; an action (PUMP-1). */
export interface VisitPumpHouse {
  type: "visit_pump_house";
  chamber: ChamberId;
  water: number;
}

/** Take 1 grosz from the bank; an action (SQUARE-1). */
export interface VisitTownSquare {
  type: "visit_town_square";
}

/** Buy the tool in a slot of the workshop; an action (SHOP-1). */
export interface VisitWorkshop {
  type: "visit_workshop";
  slot: number;
}

/** Water moved between a chamber and the bank, or between two chambers. */
export interface WaterMoved {
  type: "water_moved";
  source: number | string;
  target: number | string;
  cubes: number;
}

/** The server's version, languages, bots and rulesets, and the words of the page. */
export interface WelcomeAnswer {
  type: "welcome";
  protocol: number;
  library: string;
  language: string;
  languages: string[];
  address: string | null;
  bots: BotOffered[];
  rulesets: RulesetOffered[];
  keys: string[];
  words: string[];
}

/** Sentences or names. */
export interface WordsAnswer {
  type: "words";
  id: string | number;
  words: string[];
}

/** The workshop: the tools on offer by slot, and the size of the phase's stack (SHOP-1). */
export interface Workshop {
  offer: (ToolName | null)[];
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
