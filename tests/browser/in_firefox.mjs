// Try the built pages in Firefox: `node in_firefox.mjs FOLDER`. `nox -s firefox` builds FOLDER first, and installs
// puppeteer-core, which drives Firefox without another program.
//
// The other browser tests use Chromium. This program checks what depends on the browser: workers that are modules, the
// snapshot of the engine, IndexedDB, and the service worker. It ends with an error at the first difference.

import assert from "node:assert/strict";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import puppeteer from "puppeteer-core";

const PATIENCE = 240_000; // milliseconds
const PROGRAMS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const SCRIPT = "text/javascript";
const TYPES = { ".html": "text/html", ".js": SCRIPT, ".mjs": SCRIPT, ".css": "text/css", ".svg": "image/svg+xml" };
const ANSWER = "#choosing:not([aria-busy=true]) :is(button.answer, button.play)";

const folder = resolve(process.argv[2]);
const program = process.env.FIREFOX ?? PROGRAMS.find(existsSync);
assert.ok(program, "there is no Firefox; name one in FIREFOX=/path/to/it");

const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const path = join(folder, decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
  const isFile = path.startsWith(folder) && statSync(path, { throwIfNoEntry: false })?.isFile();
  if (!isFile) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
  return createReadStream(path).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}`;

const settings = { browser: "firefox", executablePath: program, headless: true, protocolTimeout: PATIENCE };
const browser = await puppeteer.launch(settings);
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
await page.setViewport({ width: 1280, height: 860 });
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
page.on("request", (request) => {
  const url = request.url();
  if (!/^(blob|data):/.test(url) && !url.startsWith(address)) complaints.push(`a request to ${url}`);
});

const numberOf = () => page.evaluate(() => Number(document.querySelector("#board")?.dataset.number ?? -1));
const HAS_BOARD = (least) => Number(document.querySelector("#board")?.dataset.number ?? -1) >= least;
const seeBoard = (number) => page.waitForFunction(HAS_BOARD, {}, number);

// Run the second example of a page, which draws a picture.
await page.goto(`${address}/tutorial.html`);
const [, example] = await page.$$(".live-example");
await (await example.$(".live-button")).click();
await page.waitForSelector(".live-output[data-state]");
assert.equal(await example.$eval(".live-output", (output) => output.dataset.state), "done");
await example.$eval(".live-output img", (picture) => picture.decode());

// Play a few moves against a bot. A reload without the server resumes the game.
await page.goto(`${address}/play/index.html`);
await (await page.waitForSelector("#play-now")).click();
await seeBoard(0);
while ((await numberOf()) < 9) {
  await (await page.waitForSelector(ANSWER)).click().catch(() => {}); // an answer may go away when the bot has moved
  await new Promise((done) => setTimeout(done, 200));
}
const caches = await page.evaluate(() => navigator.serviceWorker.ready.then(() => globalThis.caches.keys()));
assert.equal(caches.length, 1);
const number = await numberOf();
server.close();
server.closeAllConnections();
await page.reload();
await seeBoard(number);
await page.waitForSelector(ANSWER);

assert.deepEqual(complaints, []);
console.log(`${await browser.version()}: an example ran, and a game of ${number} moves went on without a network`);
await browser.close();
