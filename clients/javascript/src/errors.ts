import type { Objection, RefusalCode } from "./messages.js";

const LONGEST = 500;

/** The fields of a refusal, in the stdio protocol and in the table protocol. */
interface Refusal {
  code: RefusalCode;
  sentence: string;
  objection: Objection | null;
}

/** The engine or the server refused a request. A refused request has changed nothing. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  /** One of the codes of the protocol, such as `"illegal_move"`. */
  readonly code: RefusalCode;
  /** The reason why a move is illegal, as data; null for all other refusals. */
  readonly objection: Objection | null;

  constructor({ code, sentence, objection }: Refusal) {
    super(printable(sentence));
    this.code = code;
    this.objection = objection;
  }

  /** The id of the rule that forbids the move, such as `"CHAIN-1"`; null if no rule is involved. */
  get rule(): string | null {
    return this.objection?.rule ?? null;
  }

  /** The id of the reason, such as `"not_connected"`; null if no rule is involved. */
  get reason(): string | null {
    return this.objection?.reason ?? null;
  }

  /** The facts of the reason by name, such as `{ space: "S3", empty: "S1" }`. */
  get facts(): Objection["values"] {
    return this.objection?.values ?? {};
  }
}

/** There is no connection: the process or worker has ended or cannot start, or the server does not answer. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  constructor(sentence: string, options?: ErrorOptions) {
    super(printable(sentence), options);
  }
}

/** The other side violates the protocol, so asking again would not help. Users see a `ConnectionError`. */
export class BadAnswerError extends ConnectionError {}

/** Returns the message of any error. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Sentences come from another program. On a terminal, control characters could do more than show text.
function printable(sentence: string): string {
  const text = String(sentence).replace(/\p{C}+/gu, " ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}
