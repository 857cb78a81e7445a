import type { AnswerTo, Request, TableAnswerTo, TableRequest } from "./messages.js";

/** The types of the requests to an engine. */
export type RequestType = keyof AnswerTo;

/** A request of this type. The client adds the id. */
export type Asked<T extends RequestType> = { type: T } & Omit<Extract<Request, { type: T }>, "type" | "id">;

/** Actions, and requests that a session and a table answer in different forms. */
type Others = "apply" | "undo" | "redo" | "end" | "hint";

/** The types of the questions about the position of a game. They are the same for every connection. */
export type QuestionType = Exclude<keyof AnswerTo & keyof TableAnswerTo, Others>;

/** A question of this type about the current position of a game. */
export type Question<T extends QuestionType> = { type: T } & Omit<
  Extract<Request, { type: T }>,
  "type" | "id" | "session"
>;

/** The types of the requests to a table: questions and actions. */
export type TableRequestType = Exclude<keyof TableAnswerTo, "open" | "open_lesson" | "continue" | "join">;

/** A request of this type to a table. The client adds `number`, unless you do. */
export type TableAsked<T extends TableRequestType> = { type: T } & Omit<
  Extract<TableRequest, { type: T }>,
  "type" | "id" | "number"
> & { number?: number };
