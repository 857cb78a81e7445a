import { LONGEST_ANSWER } from "./answers.js";
import { BadAnswerError } from "./errors.js";

/**
 * The number of milliseconds without a byte after which a connection is lost. The server sends a ping every 15 seconds,
 * but nothing reports that a network has dropped the connection of a device that slept.
 */
const LONGEST_SILENCE = 45_000;

/** An event of a stream of server-sent events. */
export interface StreamEvent {
  id: string | null;
  data: string | null;
  /** The number of milliseconds before reconnecting; null if the event does not change it. */
  retry: number | null;
}

/**
 * Parses server-sent events, as the HTML Standard defines them. Comments and unknown fields are skipped. The events end
 * with the stream, or after a long silence.
 */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await limitSilence(reader.read(), () => void reader.cancel().catch(() => {}));
      if (done) return; // An event without its end is incomplete.
      text += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line end.
      const complete = text.endsWith("\r") ? text.slice(0, -1) : text;
      const events = complete.replace(/\r\n?/g, "\n").split("\n\n");
      text = events.pop() + text.slice(complete.length);
      if (text.length > LONGEST_ANSWER) throw new BadAnswerError("the server sends an event without an end");
      for (const lines of events) yield parseEvent(lines);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Waits for an answer or the next bytes of a stream, and calls `giveUp` if the wait takes too long. */
export async function limitSilence<T>(awaited: Promise<T>, giveUp: () => void): Promise<T> {
  const timer = setTimeout(giveUp, LONGEST_SILENCE);
  try {
    return await awaited;
  } finally {
    clearTimeout(timer);
  }
}

function parseEvent(lines: string): StreamEvent {
  const event: StreamEvent = { id: null, data: null, retry: null };
  for (const line of lines.split("\n")) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "id") event.id = value;
    else if (field === "data") event.data = event.data === null ? value : `${event.data}\n${value}`;
    else if (field === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
  }
  return event;
}
