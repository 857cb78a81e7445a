// The start of the page without a server: the page becomes an application that works without a network.

if ("serviceWorker" in navigator) {
  // The first visit needs the network for the engine, so the files are stored after that.
  addEventListener("tables-ready", () => navigator.serviceWorker.register("service_worker.js").catch(console.warn), { once: true });
}
