import { startProcess } from "./process.js";
import { type EngineFiles, startEngine } from "./pyodide.js";
import { EngineClient, RulesClient } from "./rules.js";
import { type ServerOptions, TablesClient } from "./tables.js";

export interface ProcessOptions {
  /** The command and its arguments, such as `["magnum-sal", "serve", "--stdio"]`. They do not pass through a shell. */
  process: readonly string[];
  /** The language of errors; the default is English. */
  language?: string;
}

export type EngineOptions = EngineFiles & {
  /** The language of errors; the default is English. */
  language?: string;
};

/** Starts `magnum-sal serve --stdio` or a similar server as a process. Needs Node. */
export function connect(to: ProcessOptions): Promise<RulesClient>;
/** Returns a client of the tables of a server. This does not send any request yet. */
export function connect(to: ServerOptions): Promise<TablesClient>;
/** Loads the engine in a worker, in a browser or in Node. */
export function connect(to: EngineOptions): Promise<EngineClient>;
export async function connect(
  to: ProcessOptions | ServerOptions | EngineOptions,
): Promise<RulesClient | EngineClient | TablesClient> {
  const ways = ["process", "server", "runtime", "wheels"].filter((way) => way in to);
  if ("server" in to && ways.length === 1) return new TablesClient(to);
  if ("process" in to && ways.length === 1) return greeted(new RulesClient(await startProcess(to.process)), to);
  if (("runtime" in to || "wheels" in to) && ways.length === 1) {
    return greeted(new EngineClient(await startEngine(to)), to);
  }
  throw new TypeError("connect: name exactly one of process, server, runtime and wheels");
}

async function greeted<C extends RulesClient>(client: C, { language }: { language?: string }): Promise<C> {
  try {
    return await client.greet(language);
  } catch (error) {
    await client.close();
    throw error;
  }
}
