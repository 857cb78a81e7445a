// A page for a table of Magnum Sal, in plain JavaScript and without a rule of the game.

const $ = (id) => document.getElementById(id);

// What goes wrong is a sentence for people.
addEventListener("unhandledrejection", ({ reason }) => ($("question").textContent = reason.message));

// Whoever shows the key is this player. In a cookie it goes along with every request.
if (!document.cookie.includes("magnum_sal=")) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  document.cookie = `magnum_sal=${key}; path=/; SameSite=Strict; max-age=31536000`;
}

async function send(path, message) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" } };
  const response = await fetch(path, { ...options, body: JSON.stringify(message) });
  const answer = await response.json();
  if (answer.type === "error") throw new Error(answer.sentence);
  return answer;
}

// The table that the address names; without one, a new table against a bot.
async function tableHere() {
  if (!location.hash) {
    const seats = [{ name: "You", player: "here" }, { name: "Bot", player: "novice" }];
    const opened = await send("/api/tables", { type: "open", seats });
    location.hash = opened.table;
  }
  return `/api/tables/${location.hash.slice(1)}`;
}

function show(news) {
  $("turn").textContent = news.is_over ? news.end_words.join(" ") : news.turn_words;
  for (const { step, words } of news.happened) {
    const line = document.createElement("li");
    line.value = step;
    line.textContent = words.join("; ");
    $("log").prepend(line);
  }
}

// The picture is SVG with the id of each place in data-place; a click on a place is yours to use.
async function draw(table, news) {
  const response = await fetch(`${table}/board.svg?number=${news.number}&last=1`);
  $("board").innerHTML = await response.text();
}

// Ask question after question, an answer a button; the last one plays the move.
async function ask(table, news, taken = []) {
  const asked = await send(table, { type: "question", taken });
  if (asked.move) return play(table, news, asked.move);
  const buttons = asked.offers.map((offer) => {
    const button = document.createElement("button");
    button.textContent = [offer.words, offer.brings].filter(Boolean).join(": ");
    const { move, taken: further } = offer;
    button.onclick = () => (move ? play(table, news, move) : ask(table, news, further));
    return button;
  });
  if (taken.length > 0) {
    const back = document.createElement("button");
    back.textContent = "back";
    back.onclick = () => ask(table, news);
    buttons.push(back);
  }
  $("question").replaceChildren(asked.words, document.createElement("br"), ...buttons);
}

async function play(table, news, move) {
  $("question").replaceChildren();
  await send(table, { type: "apply", number: news.number, move });
}

const table = await tableHere();
let latest = 0;
const stream = new EventSource(`${table}/news`); // it comes back by itself when it is cut off
stream.addEventListener("news", async ({ data }) => {
  const news = JSON.parse(data);
  latest = news.number;
  show(news);
  await draw(table, news);
  if (news.number !== latest) return; // a bot has moved on meanwhile
  const isMine = news.to_move !== null && news.chairs[news.to_move].is_yours;
  if (isMine && !news.is_over) await ask(table, news);
});
