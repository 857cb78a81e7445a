// The worker that runs the examples of one page: the engine in Pyodide, and a PageSession (page_session.py).
//
// It receives {packages} first, and then {blocks}, a list of [code, file] from the top of the page to the example to
// run. It sends {kind, text, name}: loading, ready, step, text, value, picture, error, done or broken.

import { loadEngine } from "./runtime/engine.js"; // or a module that passes the engine of the playground on

const BASE = new URL(".", import.meta.url).href;
const START = `
import sys
sys.path += ["/live", "/live/examples", "/live/examples/expansion/src"]
from pathlib import Path
from page_session import PageSession
from live_page import send
session = PageSession(Path("/live/pages"), send)
import magnum_sal  # so that the first example starts faster
`;

let run;

const report = (kind, text = "", name = "") => postMessage({ kind, text, name });

async function load(packages) {
  const wheels = packages.length ? await (await read("packages.json")).json() : {};
  const files = Promise.all([
    read("page_session.py").then((response) => response.text()),
    ...["examples.zip", ...packages.map((name) => `packages/${wheels[name]}`)].map(readBytes),
  ]);
  const pyodide = await loadEngine(undefined, (arrived, total) => report("loading", `${arrived} ${total}`));
  const [session, examples, ...extra] = await files;
  pyodide.setStdin({ stdin: () => null }); // input() raises EOFError
  const place = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of extra) pyodide.unpackArchive(wheel, "wheel", { extractDir: place });
  pyodide.FS.mkdirTree("/live/pages");
  pyodide.unpackArchive(examples, "zip", { extractDir: "/live/examples" });
  pyodide.FS.writeFile("/live/page_session.py", session);
  pyodide.registerJsModule("live_page", { send: report });
  pyodide.runPython(START);
  const session_run = pyodide.globals.get("session").run;
  run = (blocks) => {
    const list = pyodide.toPy(blocks.map(([code, file]) => [code, file ?? undefined]));
    try {
      return session_run(list);
    } finally {
      list.destroy();
    }
  };
}

async function read(path) {
  const response = await fetch(BASE + path);
  if (!response.ok) throw new Error(`${path} cannot be loaded: HTTP ${response.status}`);
  return response;
}

async function readBytes(path) {
  return new Uint8Array(await (await read(path)).arrayBuffer());
}

onmessage = async ({ data: { packages, blocks } }) => {
  try {
    if (packages) {
      await load(packages);
      report("ready");
    } else {
      report("done", run(blocks) ? "succeeded" : "failed");
    }
  } catch (error) {
    // An error of Python's machine itself, such as a stack that is full: this worker cannot go on.
    report("broken", String(error.message ?? error).slice(0, 500));
  }
};
