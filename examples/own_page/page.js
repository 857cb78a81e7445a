// A page for a table of Magnum Sal, in plain JavaScript. It implements no rule of the game.

const BACK = "take back my last move";
const PAUSE = 2000; // milliseconds between requests to a server that is away
const narrow = matchMedia("(max-width: 40rem)");
const $ = (id) => document.getElementById(id);

function button(words, onclick) {
  return Object.assign(document.createElement("button"), { textContent: words, onclick });
}

// Shows an error as a sentence beside the question, with buttons for actions that may help.
function trouble(sentence = "", ...buttons) {
  $("trouble").replaceChildren(sentence, ...buttons);
}
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  trouble(event.reason.message, ...$("trouble").children); // the buttons stay
});

// Shows what the player can answer now. While the server is away, the buttons cannot be clicked.
function question(...nodes) {
  $("question").replaceChildren(...nodes);
  $("question").inert = false;
}

// The key identifies this player. As a cookie, it is part of every request.
if (!document.cookie.includes("magnum_sal=")) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  document.cookie = `magnum_sal=${key}; path=/; SameSite=Strict; max-age=31536000`;
}

class AwayError extends Error {}
const AWAY = "The server is away: is magnum-sal serve running? This page waits for it.";

async function answered(path, options) {
  const response = await fetch(path, options).catch(() => null);
  // A proxy in front of the server may respond with 502 and without JSON.
  const answer = await response?.json().catch(() => null);
  if (!answer) throw new AwayError(AWAY);
  if (answer.type === "error") throw new Error(answer.sentence);
  return answer;
}

// Repeats a request while the server is away. Any answer ends the loop, including a refusal.
async function patiently(asks) {
  for (;;) {
    try {
      return await asks();
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      await pause(error.message);
    }
  }
}

async function pause(sentence) {
  trouble(sentence);
  $("question").inert = true;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}

function send(path, message) {
  const headers = { "Content-Type": "application/json" };
  return answered(path, { method: "POST", headers, body: JSON.stringify(message) });
}

// The table that the address names, or a new table against a bot.
async function tableHere() {
  if (!location.hash) {
    const seats = [{ name: "Ada", player: "here" }, { name: "Bot", player: "novice" }];
    const opened = await send("/api/tables", { type: "open", seats });
    history.replaceState(null, "", `#${opened.table}`);
  }
  const id = location.hash.slice(1);
  if (!/^[\w-]+$/.test(id)) throw new Error("The part of the address after # is not the id of a table.");
  await answered(`/api/tables/${id}`); // reports an error if the table does not exist
  return `/api/tables/${id}`;
}

async function show(table, news) {
  $("turn").textContent = news.is_over ? news.end_words.join(" ") : news.turn_words;
  // Remove undone moves. The news contains the latest steps, and the history contains all of them.
  const lines = [...$("log").children];
  lines.filter((line) => line.value > news.kept).forEach((line) => line.remove());
  const known = Number($("log").firstChild?.value ?? 0);
  let steps = news.happened;
  if (known < news.steps && steps[0]?.step !== known + 1) {
    ({ steps } = await answered(`${table}/history?first=${known + 1}`));
  }
  for (const { step, words } of steps) {
    const line = document.createElement("li");
    line.value = step;
    line.textContent = words.join("; ");
    $("log").prepend(line);
  }
}

// The picture is SVG with the id of each place in data-place, so you can handle clicks on places.
async function draw(table, news) {
  const layout = narrow.matches ? "tall" : "wide";
  const path = `${table}/board.svg?number=${news.number}&last=1&layout=${layout}`;
  const response = await fetch(path).catch(() => null);
  if (response?.ok) $("board").innerHTML = await response.text();
  narrow.onchange = () => draw(table, news);
}

// Ask question after question, with a button for each answer. The last answer plays the move.
async function ask(table, news, taken = []) {
  const asked = await send(table, { type: "question", taken });
  if (asked.move) return play(table, news, asked.move);
  const buttons = asked.offers.map(({ words, brings, move, taken: further }) => {
    const chosen = () => (move ? play(table, news, move) : ask(table, news, further));
    return button([words, brings].filter(Boolean).join(": "), chosen);
  });
  if (taken.length > 0) buttons.push(button("back", () => ask(table, news)));
  else if (news.undo === "free") buttons.push(button(BACK, () => takeBack(table, news)));
  question(asked.words, document.createElement("br"), ...buttons);
}

async function play(table, news, move) {
  await send(table, { type: "apply", number: news.number, move });
}

async function takeBack(table, news) {
  await send(table, { type: "undo", number: news.number });
}

// One stream reports everything. The browser reconnects automatically if the connection breaks,
// but not after another response: a refusal, or 502 from a proxy while the server is away. In that
// case, request the table to find out which of the two it is.
function listen(table) {
  $("log").replaceChildren();
  let latest = 0;
  let shown = Promise.resolve(); // shows one news event after another
  const stream = new EventSource(`${table}/news`);
  stream.addEventListener("news", ({ data }) => {
    const news = JSON.parse(data);
    latest = news.number;
    const isLatest = () => news.number === latest;
    shown = shown.then(() => told(table, news, isLatest)).catch((error) => trouble(error.message));
  });
  stream.onerror = async () => {
    const paused = pause("The server is away; this page waits for it.");
    if (stream.readyState !== EventSource.CLOSED) return;
    await paused;
    await patiently(() => answered(table)).then(() => listen(table), giveUp);
  };
}

async function told(table, news, isLatest) {
  trouble();
  await show(table, news);
  if (!isLatest()) return; // a bot has moved in the meantime
  await draw(table, news);
  const isMine = news.to_move !== null && news.chairs[news.to_move].is_yours;
  if (!isMine || news.is_over) question();
  else if (isLatest()) await ask(table, news);
}

function giveUp(error) {
  question();
  const again = button("try again", () => location.reload());
  const another = button("a new table", () => location.assign(location.pathname));
  trouble(error.message, document.createElement("br"), again, another);
}

addEventListener("hashchange", () => location.reload()); // another table
await patiently(tableHere).then(listen, giveUp);
