// The engine in JavaScript: Pyodide with the library, from the folder that `python -m tools.browser_runtime` has built.
//
// The module works in a page, in a worker of type "module" and in Node. It requests only files of that folder.

const HERE = new URL(".", import.meta.url).href;
const CODE = "pyodide.asm.wasm";
const PAGE = 65536; // bytes by which the memory grows
const IS_NODE = typeof process === "object" && Boolean(process.versions?.node);

const BLOCK = 512; // bytes of a block in a tar archive

// Return a Pyodide in which `import magnum_sal` works. *base* is the address of the folder, by default the folder of this
// module. *onProgress* is called with the bytes that have arrived and the bytes of all files.
//
// *isRecorded* starts an engine whose memory can be written to a snapshot; see snapshot.mjs.
export async function loadEngine(base = HERE, onProgress = () => {}, { isRecorded = false } = {}) {
  return startEngine(await loadParts(base, onProgress, { isRecorded }));
}

// Load what an engine starts from: a plain object, which a worker can pass on to another one after its engine has
// started. See loadEngine for the arguments.
export async function loadParts(base = HERE, onProgress = () => {}, { isRecorded = false } = {}) {
  const folder = new URL(`${base}/`.replace(/\/+$/, "/"), globalThis.location?.href ?? import.meta.url).href;
  const facts = JSON.parse(text(await read(`${folder}runtime.json`)));
  const names = [facts.lock, facts.stdlib, facts.packages, isRecorded ? null : facts.snapshot, ...(IS_NODE ? [] : [CODE])];
  const count = progressOf(names.map((name) => facts.files[name]?.bytes ?? 0), onProgress);
  const load = (name) => name && read(folder + name, count);
  // The machine code is compiled while the other files arrive and are unpacked.
  const [lock, library, packages, snapshot, code] = await Promise.all([
    load(facts.lock).then(text),
    load(facts.stdlib),
    load(facts.packages).then(unpack),
    load(isRecorded ? null : facts.snapshot)?.then(unpack).catch(doWithout) ?? null,
    IS_NODE ? null : compile(folder + CODE, count),
  ]);
  return { folder, lock, library, packages, snapshot, code, isRecorded };
}

// Start an engine from its parts.
export async function startEngine(parts) {
  try {
    return await start(parts);
  } catch (error) {
    if (!parts.snapshot) throw error;
    return start({ ...parts, snapshot: doWithout(error) });
  }
}

// Snapshots are an experimental feature of Pyodide, and only save time.
function doWithout(error) {
  console.warn("the engine starts without its snapshot", error);
  return null;
}

async function start({ folder, lock, library, packages, snapshot, code, isRecorded }) {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const address = IS_NODE ? null : URL.createObjectURL(new Blob([library]));
  const options = {
    indexURL: IS_NODE ? decodeURIComponent(new URL(folder).pathname) : folder,
    lockFileContents: lock,
    // Pyodide would look for packages at an address of its own. All packages are here.
    packageBaseUrl: folder,
    ...(address && { stdLibURL: address }),
    ...(snapshot && { _loadSnapshot: snapshot, createPyodideModule: (settings) => createModule(folder, settings, snapshot) }),
    ...(isRecorded && { _makeSnapshot: true }),
  };
  const pyodide = await (code ? withCode(code, () => loadPyodide(options)) : loadPyodide(options));
  if (address) URL.revokeObjectURL(address);
  writeFiles(pyodide, packages);
  pyodide.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()"); // a snapshot has one seed
  return pyodide;
}

// Compile the machine code while it arrives.
async function compile(address, count) {
  const response = await request(address);
  const counter = new TransformStream({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(counter), { headers }));
}

// Do *work*, in which Pyodide gets the compiled code. Pyodide itself would request and compile it once more, and only
// after everything else has arrived.
async function withCode(code, work) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = (address, options) => (String(address).endsWith(CODE) ? Promise.resolve(null) : fetch(address, options));
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: code, instance: await WebAssembly.instantiate(code, imports) });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { fetch });
    Object.assign(WebAssembly, { instantiateStreaming });
  }
}

// Create the module of Pyodide with as much memory as the snapshot needs. Pyodide copies the snapshot into it.
async function createModule(folder, settings, snapshot) {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (imports, done) =>
    instantiate(imports, (instance, module) => {
      const { memory } = instance.exports;
      const missing = Math.ceil((snapshot.length - memory.buffer.byteLength) / PAGE);
      if (missing > 0) memory.grow(missing);
      done(instance, module);
    });
  const { default: create } = await import(`${folder}pyodide.asm.mjs`);
  return create(settings);
}

// Write the files of a tar archive to the folder from which Python imports packages.
function writeFiles(pyodide, archive) {
  const site = pyodide.runPython("import site; site.getsitepackages()[0]");
  const field = (at, length) => text(archive.subarray(at, at + length)).split("\0")[0];
  const folders = new Set();
  // A header of the archive is one block, and the content of the file follows in whole blocks.
  for (let at = 0; archive[at]; ) {
    const name = [field(at + 345, 155), field(at, 100)].filter(Boolean).join("/");
    const size = parseInt(field(at + 124, 12), 8);
    const path = `${site}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) pyodide.FS.mkdirTree(folder);
    folders.add(folder);
    pyodide.FS.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

// Return a function that counts the bytes that arrive, and reports them with the sum of all *sizes*.
function progressOf(sizes, onProgress) {
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let arrived = 0;
  onProgress(arrived, total);
  return (bytes) => onProgress((arrived += bytes), total);
}

// Return the bytes of a file. *count* is called with the number of bytes of each part that arrives.
async function read(address, count = () => {}) {
  if (IS_NODE) {
    const { readFile } = await import("node:fs/promises");
    const bytes = new Uint8Array(await readFile(new URL(address))); // Pyodide does not accept a Buffer
    count(bytes.length);
    return bytes;
  }
  const response = await request(address);
  const parts = [];
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    count(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function request(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be loaded: HTTP ${response.status}`);
  return response;
}

// Unpack bytes that gzip has packed. Some servers let the browser unpack such files.
async function unpack(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function text(bytes) {
  return new TextDecoder().decode(bytes);
}
