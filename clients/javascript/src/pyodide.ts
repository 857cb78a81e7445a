import { AnswerQueue, type Transport } from "./channel.js";
import type { FromEngine, ToEngine } from "./engine_messages.js";
import { ConnectionError } from "./errors.js";

/** A worker that runs the engine. Besides answering requests, it reads positions as text. */
export interface EngineTransport extends Transport {
  readPosition(text: string): Promise<string>;
}

export interface EngineFiles {
  /** The address or path of a folder with the runtime, as `python -m tools.browser_runtime FOLDER` writes it. */
  runtime?: string | URL;
  /** The addresses or paths of wheels, without a runtime: of the library and of the packages that it needs. */
  wheels?: readonly (string | URL)[];
  /** The address or path of the folder with `pyodide.mjs`, for wheels. The default is the npm package `pyodide`. */
  pyodide?: string | URL;
}

interface Port {
  post(message: ToEngine): void;
  end(): Promise<void>;
}

/** Starts a worker that loads the engine, and waits until it is ready. */
export async function startEngine(files: EngineFiles): Promise<EngineTransport> {
  const runtime = files.runtime === undefined ? null : await folder(files.runtime);
  const pyodide = files.pyodide === undefined ? null : await folder(files.pyodide);
  const wheels = await Promise.all((files.wheels ?? []).map(resolve));
  const queue = new AnswerQueue();
  const port = await openWorker(
    (said) => {
      if (said.type === "answer") queue.receive(said.text);
      else queue.lose(`the engine failed: ${said.sentence}`);
    },
    (sentence) => queue.lose(`the engine failed: ${sentence}`),
  );
  const ask = (message: ToEngine) => queue.ask(() => port.post(message));
  try {
    await ask({ type: "start", runtime, pyodide, wheels });
  } catch (error) {
    await port.end();
    throw error;
  }
  return {
    exchange: (text) => ask({ type: "line", text }),
    readPosition: (text) => ask({ type: "position", text }),
    lost: queue.lost,
    close: async () => {
      queue.lose("the connection was closed");
      await port.end();
    },
  };
}

// Bundlers recognize `new Worker(new URL(...))` and add the worker's file.
async function openWorker(receive: (said: FromEngine) => void, fail: (sentence: string) => void): Promise<Port> {
  if (typeof Worker === "function") {
    const worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = ({ message }) => fail(message || "its worker cannot be loaded");
    return { post: (message) => worker.postMessage(message), end: async () => worker.terminate() };
  }
  const threads = await import("node:worker_threads").catch(() => null);
  if (!threads) throw new ConnectionError("this browser has no workers, which the engine needs");
  const worker = new threads.Worker(new URL("./engine.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", (error) => fail(error.message));
  worker.on("exit", () => fail("its worker has ended"));
  return {
    post: (message) => worker.postMessage(message),
    end: async () => void (await worker.terminate()),
  };
}

async function folder(place: string | URL): Promise<string> {
  const address = await resolve(place);
  return address.endsWith("/") ? address : `${address}/`;
}

// Returns an absolute address: relative to the page in a browser, to the working directory in Node.
async function resolve(place: string | URL): Promise<string> {
  // A single letter before the colon is a drive of Windows.
  if (place instanceof URL || (URL.canParse(place) && !/^[a-z]:/i.test(place))) return String(place);
  if (typeof document !== "undefined") return new URL(place, document.baseURI).href;
  const { pathToFileURL } = await import("node:url");
  return pathToFileURL(place).href;
}
