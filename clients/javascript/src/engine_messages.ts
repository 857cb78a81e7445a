/** The messages from the client to the worker that runs the engine. */
export type ToEngine = StartMessage | { type: "line"; text: string } | { type: "position"; text: string };

/** The places where the worker finds the engine. Addresses are absolute. */
export interface StartMessage {
  type: "start";
  /** A folder whose `engine.js` loads the engine; null to load Pyodide and the wheels. */
  runtime: string | null;
  /** The folder of `pyodide.mjs`; null to import the npm package `pyodide`. */
  pyodide: string | null;
  wheels: string[];
}

/** The answers of the worker, one for each message. */
export type FromEngine = { type: "answer"; text: string } | { type: "failed"; sentence: string };
