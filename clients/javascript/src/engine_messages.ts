/** What the client sends to the worker with the engine. */
export type ToEngine = StartMessage | { type: "line"; text: string } | { type: "position"; text: string };

/** Where the worker finds the engine. Addresses are absolute. */
export interface StartMessage {
  type: "start";
  /** A folder whose `engine.js` loads the engine; null to load Pyodide and the wheels. */
  runtime: string | null;
  /** The folder of `pyodide.mjs`; null to import the npm package `pyodide`. */
  pyodide: string | null;
  wheels: string[];
}

/** What the worker answers, once for each message. */
export type FromEngine = { type: "answer"; text: string } | { type: "failed"; sentence: string };
