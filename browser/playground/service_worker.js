// Keeps the files of the site, so that a second visit starts fast and needs no network.
//
// The build puts the version and the files of the site in the place of the two constants.

const VERSION = "";
const FILES = [];

const CACHE = `magnum-sal-${VERSION}`;
const SITE = new URL(".", location.href);

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    // The browser has just loaded most files, so they come from its own cache if they have not changed.
    await cache.addAll(FILES.map((name) => new Request(new URL(name, SITE), { cache: "no-cache" })));
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("magnum-sal-") && name !== CACHE);
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
