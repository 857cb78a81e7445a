// Serves the page in this folder, and forwards requests for /api to `magnum-sal serve`. Needs Node 20 and no packages:
//
//     node serve.js [PORT] [PORT of magnum-sal serve]

import { createReadStream } from "node:fs";
import { createServer, request } from "node:http";
import { argv, exit, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";

const [port = 5173, tables = 1368, ...more] = argv.slice(2).map(Number);
if (more.length > 0 || ![port, tables].every((given) => Number.isInteger(given) && given >= 0 && given < 65536)) {
  stderr.write("serve.js: usage: node serve.js [PORT] [PORT of magnum-sal serve]\n");
  exit(2);
}
const files = {
  "/": ["index.html", "text/html"],
  "/page.js": ["page.js", "text/javascript"],
};

function passOn(asked, answer) {
  // Forward the host unchanged, so that the server sees one site, not two.
  const { url: path, method, headers } = asked;
  const onward = request({ host: "127.0.0.1", port: tables, path, method, headers }, (answered) => {
    answer.writeHead(answered.statusCode, answered.headers);
    answered.pipe(answer); // forwards news immediately, without buffering
    answered.on("error", () => answer.destroy()); // the table server is gone: let the page notice
  });
  onward.on("error", () => answer.writeHead(502).end());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}

const server = createServer((asked, answer) => {
  const [pathname] = asked.url.split("?");
  if (pathname.startsWith("/api/")) return passOn(asked, answer);
  const [name, type] = files[pathname] ?? [];
  if (!name) return answer.writeHead(404).end();
  answer.writeHead(200, { "Content-Type": `${type}; charset=utf-8` });
  createReadStream(fileURLToPath(new URL(name, import.meta.url))).pipe(answer);
});
server.listen(port, "127.0.0.1", () => stdout.write(`http://localhost:${server.address().port}/\n`));
