// A page for a table of Magnum Sal, in plain JavaScript and without a rule of the game.

const BACK = "take back my last move";
const $ = (id) => document.getElementById(id);

function button(words, onclick) {
  return Object.assign(document.createElement("button"), { textContent: words, onclick });
}

// What goes wrong is a sentence for people, beside the question; what may help is a button.
function trouble(sentence = "", ...buttons) {
  $("trouble").replaceChildren(sentence, ...buttons);
}
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  trouble(event.reason.message);
});

// Whoever shows the key is this player. In a cookie it goes along with every request.
if (!document.cookie.includes("magnum_sal=")) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  document.cookie = `magnum_sal=${key}; path=/; SameSite=Strict; max-age=31536000`;
}

async function answered(path, options) {
  const response = await fetch(path, options).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!answer) throw new Error("The server is away: is magnum-sal serve running?");
  if (answer.type === "error") throw new Error(answer.sentence);
  return answer;
}

function send(path, message) {
  const headers = { "Content-Type": "application/json" };
  return answered(path, { method: "POST", headers, body: JSON.stringify(message) });
}

// The table that the address names; without one, a new table against a bot.
async function tableHere() {
  if (!location.hash) {
    const seats = [{ name: "Ada", player: "here" }, { name: "Bot", player: "novice" }];
    const opened = await send("/api/tables", { type: "open", seats });
    history.replaceState(null, "", `#${opened.table}`);
  }
  return `/api/tables/${location.hash.slice(1)}`;
}

async function show(table, news) {
  $("turn").textContent = news.is_over ? news.end_words.join(" ") : news.turn_words;
  // Moves that were taken back go. The news have the latest of what happened, the history has all.
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

// The picture is SVG with the id of each place in data-place; a click on a place is yours to use.
async function draw(table, news) {
  const response = await fetch(`${table}/board.svg?number=${news.number}&last=1`);
  if (response.ok) $("board").innerHTML = await response.text();
}

// Ask question after question, an answer a button; the last one plays the move.
async function ask(table, news, taken = []) {
  const asked = await send(table, { type: "question", taken });
  if (asked.move) return play(table, news, asked.move);
  const buttons = asked.offers.map(({ words, brings, move, taken: further }) => {
    const chosen = () => (move ? play(table, news, move) : ask(table, news, further));
    return button([words, brings].filter(Boolean).join(": "), chosen);
  });
  if (taken.length > 0) buttons.push(button("back", () => ask(table, news)));
  else if (news.undo === "free") buttons.push(button(BACK, () => takeBack(table, news)));
  $("question").replaceChildren(asked.words, document.createElement("br"), ...buttons);
}

async function play(table, news, move) {
  await send(table, { type: "apply", number: news.number, move });
}

async function takeBack(table, news) {
  await send(table, { type: "undo", number: news.number });
}

// One stream tells of everything. It comes back when it is cut off, unless it was refused.
function listen(table) {
  $("log").replaceChildren();
  let latest = 0;
  let shown = Promise.resolve(); // news are shown one after the other
  const stream = new EventSource(`${table}/news`);
  stream.onopen = () => trouble();
  stream.addEventListener("news", ({ data }) => {
    const news = JSON.parse(data);
    latest = news.number;
    const isLatest = () => news.number === latest;
    shown = shown.then(() => told(table, news, isLatest)).catch((error) => trouble(error.message));
  });
  stream.onerror = async () => {
    trouble("The server is away; waiting for it.");
    if (stream.readyState !== EventSource.CLOSED) return;
    await answered(table).then(() => listen(table), giveUp);
  };
}

async function told(table, news, isLatest) {
  trouble();
  await show(table, news);
  if (!isLatest()) return; // a bot has moved on meanwhile
  await draw(table, news);
  const isMine = news.to_move !== null && news.chairs[news.to_move].is_yours;
  if (!isMine || news.is_over) $("question").replaceChildren();
  else if (isLatest()) await ask(table, news);
}

function giveUp(error) {
  const again = button("try again", () => location.reload());
  const another = button("a new table", () => (location.hash = ""));
  trouble(error.message, document.createElement("br"), again, another);
}

addEventListener("hashchange", () => location.reload()); // another table
await tableHere().then(listen, giveUp);
