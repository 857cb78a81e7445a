// A client for the rules engine of Magnum Sal. The web component is a module of its own: "magnum-sal/board".
export type { Transport } from "./channel.js";
export { connect, type EngineOptions, type ProcessOptions } from "./connect.js";
export { ConnectionError, RefusedError } from "./errors.js";
export { applyEvents, startView, type View } from "./fold.js";
export type { Game, GameNews, NewsOptions, StepNews } from "./games.js";
export type * from "./messages.js";
export type { Asked, Question, QuestionType, RequestType, TableAsked, TableRequestType } from "./questions.js";
export { EngineClient, RulesClient } from "./rules.js";
export { SessionGame } from "./session.js";
export { parseLogLine, stateFromJson, stateToJson, type StateJson } from "./states.js";
export { TableGame } from "./table_game.js";
export { type ServerOptions, TablesClient } from "./tables.js";
