// The engine in JavaScript: Pyodide with the library, from the folder that `python -m tools.browser_runtime` has built.
//
// The module works in a page, in a worker of type "module" and in Node. It requests only files of that folder.

const IS_NODE = typeof process === "object" && Boolean(process.versions?.node);

// Return a Pyodide in which `import magnum_sal` works. *base* is the address of the folder, by default the folder of this
// module. *onProgress* is called with the bytes that have arrived and the bytes of all files.
export async function loadEngine(base = new URL(".", import.meta.url).href, onProgress = () => {}) {
  const folder = new URL(`${base}/`.replace(/\/+$/, "/"), globalThis.location?.href ?? import.meta.url).href;
  const facts = JSON.parse(text(await read(`${folder}runtime.json`)));
  const names = ["pyodide-lock.json", "python_stdlib.zip", ...facts.wheels];
  // Pyodide requests its program and its machine code again, so that the browser can cache the compiled code. They have
  // arrived by then, so the cache of the browser answers both requests.
  const early = IS_NODE ? [] : ["pyodide.asm.mjs", "pyodide.asm.wasm"];
  const count = progressOf([...names, ...early].map((name) => facts.files[name].bytes), onProgress);
  const [{ loadPyodide }, lock, library, ...wheels] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    ...[...names, ...early].map((name) => read(folder + name, count)),
  ]);
  const address = IS_NODE ? null : URL.createObjectURL(new Blob([library]));
  const pyodide = await loadPyodide({
    indexURL: IS_NODE ? decodeURIComponent(new URL(folder).pathname) : folder,
    lockFileContents: text(lock),
    // Pyodide would look for packages at an address of its own. All packages are here.
    packageBaseUrl: folder,
    ...(address && { stdLibURL: address }),
  });
  if (address) URL.revokeObjectURL(address);
  const place = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of wheels.slice(0, facts.wheels.length)) pyodide.unpackArchive(wheel, "wheel", { extractDir: place });
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide;
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
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be loaded: HTTP ${response.status}`);
  const parts = [];
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    count(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function text(bytes) {
  return new TextDecoder().decode(bytes);
}
