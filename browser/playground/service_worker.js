// Keeps the files of the site, so that a second visit starts fast and needs no network.
//
// The build puts the version and the files of the site in the place of the two constants.

const VERSION = "";
const FILES = [];

const SITE = new URL(".", location.href);
// All sites of one origin share the names of caches, such as the versions of the documentation, each with a playground.
const OURS = `magnum-sal ${SITE.pathname} `; // no path contains a space
const CACHE = OURS + VERSION;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map((name) => keep(cache, new URL(name, SITE))));
  };
  event.waitUntil(fill());
  // A browser that knows routes need not start this worker for each file.
  const pages = () => new URLPattern({ pathname: `${SITE.pathname}*` });
  event.addRoutes?.({ condition: { urlPattern: pages(), requestMethod: "get" }, source: { cacheName: CACHE } });
});

// Store a file. Packed files are unpacked once, so that later visits need not do it.
async function keep(cache, address) {
  // The browser has just loaded most files, so they come from its own cache if they have not changed.
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  const isPacked = address.pathname.endsWith(".gz") && !response.headers.get("Content-Encoding");
  const body = isPacked ? response.body.pipeThrough(new DecompressionStream("gzip")) : response.body;
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await cache.put(address, new Response(body, { headers }));
}

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || !address.href.startsWith(SITE.href)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
