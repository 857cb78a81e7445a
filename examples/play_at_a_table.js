// A player at a table of `magnum-sal serve`, in plain JavaScript (Node 20 or later), without any rules of the game:
//
//     node play_at_a_table.js http://localhost:1368/join/LINK
//
// It takes the seat of the link, reads the table's news, and answers questions at random until the move is complete.

import { randomBytes } from "node:crypto";
import { argv, exit, stderr, stdout } from "node:process";

if (argv.length !== 3 || !/^https?:$/.test(URL.canParse(argv[2]) && new URL(argv[2]).protocol)) {
  stderr.write("play_at_a_table.js: expected one argument, the link to a seat\n");
  stderr.write("usage: node play_at_a_table.js http://localhost:1368/join/LINK\n");
  exit(2);
}
const invitation = new URL(argv[2]);
const key = randomBytes(32).toString("base64url"); // identifies this player
const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };

async function send(path, message) {
  try {
    const response = await fetch(new URL(path, invitation), { method: "POST", headers, body: JSON.stringify(message) });
    return await response.json();
  } catch (error) {
    return { type: "error", sentence: `the server is away: ${error.message}` }; // the server may return
  }
}

// Yields the news of a table. After a broken connection, it sends the number of the last event and so misses none.
async function* newsOf(path) {
  let last = null;
  for (;;) {
    try {
      const known = last === null ? {} : { "Last-Event-ID": last };
      const response = await fetch(new URL(path, invitation), { headers: { ...headers, ...known } });
      if (response.status === 404 || response.status === 410) {
        stdout.write(`${(await response.json()).sentence}\n`); // the table is gone, or the seat was given to somebody else
        exit(1);
      }
      let text = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        text += chunk.replaceAll("\r\n", "\n");
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const fields = text.slice(0, end).split("\n").map((line) => line.split(/: ?(.*)/s));
          text = text.slice(end + 2);
          const data = fields.find(([name]) => name === "data");
          if (!data) continue; // a keep-alive message
          last = fields.find(([name]) => name === "id")[1];
          yield JSON.parse(data[1]);
        }
      }
    } catch {
      // The server is away. Try again.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

// Answers question after question until the move is complete. Uses the default answer if there is one.
async function chosen(table) {
  let taken = [];
  for (;;) {
    const asked = await send(table, { type: "question", taken });
    if (asked.type !== "question" || asked.move) return asked.move ?? null;
    const offers = asked.offers;
    const usual = offers.find((offer) => offer.is_usual);
    taken = (usual ?? offers[Math.floor(Math.random() * offers.length)]).taken;
  }
}

const joined = await send("/api/join", { type: "join", link: invitation.pathname.split("/").pop() });
if (joined.type === "error") {
  stdout.write(`${joined.sentence}\n`);
  exit(1);
}
const table = `/api/tables/${joined.table}`;
let answered = -1;
for await (const news of newsOf(`${table}/news`)) {
  for (const step of news.happened) stdout.write(`${step.step}. ${step.words.join("\n    ")}\n`);
  if (news.is_over || news.is_closed) {
    stdout.write(`${news.end_words.join("\n")}\n`);
    exit(0);
  }
  if (news.to_move !== joined.seat || news.number === answered) continue;
  const move = await chosen(table);
  if (!move) continue; // the game has continued in the meantime
  answered = news.number;
  const said = await send(table, { type: "apply", number: news.number, move });
  // The server refuses the move if the game has continued in the meantime. Decide again at the next news.
  if (said.type === "error") answered = -1;
}
