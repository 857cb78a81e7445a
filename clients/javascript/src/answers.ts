// Reads the answers of another program, which may have any length and any form.
import { BadAnswerError, ConnectionError, words } from "./errors.js";

/** The maximum number of characters of an answer. The longest real ones are pages of a log, with about a million. */
export const LONGEST_ANSWER = 1 << 24;

/** Parses an answer, which must be a JSON object. `who` names the program in errors. */
export function parseObject(text: string, who: string): any {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new BadAnswerError(`${who} did not answer in JSON: ${text.slice(0, LONGEST_QUOTE)}`);
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new BadAnswerError(`${who} did not answer with a JSON object: ${text.slice(0, LONGEST_QUOTE)}`);
  }
  return answer;
}

/** Reads the text of a response, up to the maximum. `what` names the text in errors. */
export async function readText({ body }: Response, what: string): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error) => {
        throw new ConnectionError(`${what} ended too early: ${words(error)}`);
      });
      if (done) return parts.join("");
      const part = decoder.decode(value, { stream: true });
      length += part.length;
      if (length > LONGEST_ANSWER) throw new BadAnswerError(tooLong(what));
      parts.push(part);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Splits the output of a process into lines. */
export class LineSplitter {
  #parts: string[] = [];
  #length = 0;

  /** Returns the lines that end in this part of the output. Throws an error as soon as a line is too long. */
  split(part: string): string[] {
    const pieces = part.split("\n");
    const lines: string[] = [];
    for (const [place, piece] of pieces.entries()) {
      this.#parts.push(piece);
      this.#length += piece.length;
      if (this.#length > LONGEST_ANSWER) throw new BadAnswerError(tooLong("a line"));
      if (place === pieces.length - 1) break; // The rest of this line comes later.
      lines.push(this.#parts.join("").replace(/\r$/, ""));
      this.#parts = [];
      this.#length = 0;
    }
    return lines;
  }
}

const LONGEST_QUOTE = 200;
const tooLong = (what: string) => `${what} has more than ${LONGEST_ANSWER.toLocaleString("en")} characters`;
