// A worker that holds the engine: it loads Python (Pyodide) and the wheels, then answers each message with one message.
// It runs as a Web Worker and as a worker of Node.
import type { FromEngine, StartMessage, ToEngine } from "./engine_messages.js";
import { words } from "./errors.js";

/** The part of Pyodide that the worker uses. Its types are not imported, because the package is optional. */
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string): void;
  runPython(code: string): PythonFunctions;
}
type PythonFunctions = { get(name: string): (text: string) => string };

// answer_line() answers a request and never raises an error. Positions as text are not part of the protocol.
const SERVER = `
import json
import magnum_sal
from magnum_sal.bots import advise
from magnum_sal.protocol import Server, answer_line
from magnum_sal.testing import position

LONGEST_POSITION, LONGEST_SENTENCE = 4000, 500
_server = Server(advise=advise)

def answer(line):
    global _server
    _server, said = answer_line(_server, line)
    return said

def read_position(text):
    try:
        if len(text) > LONGEST_POSITION:
            raise ValueError(f"position: the text has {len(text)} characters; the limit is {LONGEST_POSITION}")
        return json.dumps({"type": "position", "state": magnum_sal.to_dict(position(text))})
    except Exception as error:
        sentence = str(error)[:LONGEST_SENTENCE] or type(error).__name__
        return json.dumps({"type": "error", "code": "malformed", "sentence": sentence, "objection": None})

{"line": answer, "position": read_position}
`;

let functions: PythonFunctions | null = null;

async function start({ runtime, pyodide, wheels }: StartMessage): Promise<void> {
  const python = runtime ? await loadRuntime(runtime) : await loadWheels(pyodide, wheels);
  functions = python.runPython(SERVER);
}

// Each version of the runtime has its own files, which only its own loader knows.
async function loadRuntime(runtime: string): Promise<Pyodide> {
  const module = new URL("engine.js", runtime).href;
  const { loadEngine } = await import(/* @vite-ignore */ /* webpackIgnore: true */ module);
  return loadEngine(runtime);
}

async function loadWheels(pyodide: string | null, wheels: readonly string[]): Promise<Pyodide> {
  // A variable, so that bundlers neither include the optional package nor fail without it.
  const module = pyodide ? new URL("pyodide.mjs", pyodide).href : "pyodide";
  const { loadPyodide } = await import(/* @vite-ignore */ /* webpackIgnore: true */ module);
  const python: Pyodide = await loadPyodide(pyodide ? { indexURL: await pathOf(pyodide) } : {});
  for (const wheel of wheels) python.unpackArchive(await read(wheel), "wheel");
  return python;
}

async function read(address: string): Promise<ArrayBuffer> {
  if (address.startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(new URL(address));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered with the status ${response.status}`);
  return response.arrayBuffer();
}

// In Node, Pyodide takes a path where it takes an address in browsers.
async function pathOf(address: string): Promise<string> {
  if (!address.startsWith("file:")) return address;
  const { fileURLToPath } = await import("node:url");
  return fileURLToPath(address);
}

async function answer(message: ToEngine): Promise<FromEngine> {
  try {
    if (message.type === "start") {
      await start(message);
      return { type: "answer", text: "" };
    }
    if (!functions) return { type: "failed", sentence: "the engine has not been started" };
    return { type: "answer", text: functions.get(message.type)(message.text) };
  } catch (error) {
    return { type: "failed", sentence: words(error) };
  }
}

// Each message waits for the one before it, so answers have the order of the messages.
let last: Promise<unknown> = Promise.resolve();
function take(message: ToEngine, post: (said: FromEngine) => void): void {
  last = last.then(async () => post(await answer(message)));
}

if ("WorkerGlobalScope" in globalThis) {
  addEventListener("message", ({ data }) => take(data, (said) => postMessage(said)));
} else {
  // Bundlers can write a worker as a script, which must not contain a top-level await. Messages wait for the listener.
  void import("node:worker_threads").then(({ parentPort }) => {
    parentPort?.on("message", (data) => take(data, (said) => parentPort.postMessage(said)));
  });
}
