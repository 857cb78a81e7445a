// Subscribe to the news of a table with a clock and an EventSource of this script, and print what the page does.
import { mock } from "node:test";
import { pathToFileURL } from "node:url";

const sources = [];
globalThis.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  constructor(address) {
    super();
    this.address = address;
    sources.push(this);
  }
  close() {
    this.readyState = EventSource.CLOSED;
  }
  send(name, data = "{}") {
    this.dispatchEvent(Object.assign(new Event(name), { data }));
  }
};
mock.timers.enable({ apis: ["setTimeout"] });

const { Connection } = await import(pathToFileURL(process.argv[2]));
const table = new Connection("en").table("t");
const told = [];
table.subscribe({ onNews: () => told.push("news"), onLost: () => told.push("lost"), onGone: () => told.push("gone") });

const seen = {};
const note = (name) => {
  seen[name] = { closed: sources.map(({ readyState }) => readyState === EventSource.CLOSED), told: told.splice(0) };
};
seen.address = sources[0].address;
for (const name of ["open", "news", "ping"]) {
  mock.timers.tick(44999);
  sources[0].send(name);
}
mock.timers.tick(44999);
note("heard");
mock.timers.tick(1);
note("silent");
mock.timers.tick(45000); // The second source never opens.
note("unanswered");
sources[2].send("open");
sources[2].readyState = 0;
sources[2].onerror(); // The browser opens this source again by itself.
mock.timers.tick(59999);
note("reopening");
sources[2].send("open");
mock.timers.tick(45000);
note("silent again");
table.close();
mock.timers.tick(45000);
note("left");
console.log(JSON.stringify(seen));
