// Write a snapshot of the engine's memory after it has started: `node snapshot.mjs FOLDER WARMING_UP.py`.
//
// FOLDER is the one that `python -m tools.browser_runtime` builds. With the snapshot a page need not start Python and
// import the library, which takes most of the time until the first board.

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, program] = process.argv.slice(2);
const { loadEngine } = await import(pathToFileURL(join(resolve(folder), "engine.js")));
const engine = await loadEngine(undefined, undefined, { isRecorded: true });
engine.runPython(await readFile(program, "utf-8"), { globals: engine.toPy({ __name__: "warming_up" }) });
// Ask for the memory after everything that the program needed is gone.
engine.runPython("import gc; gc.collect()");
await writeFile(join(folder, "snapshot.bin.gz"), gzipSync(engine.makeMemorySnapshot(), { level: 9 }));
