// The home page: start a game with one tap, the tables of this browser, and the form with all options.

import { sentenceOfError } from "./connection.js";
import { parseFlexiblePicture } from "./dom.js";
import { button, el, notify, word } from "./elements.js";
import { acceptLogs } from "./replay.js";
import { goTo, pageAddress } from "./routes.js";
import { choosePlayer } from "./seats.js";
import { keepSetting, readSetting } from "./settings.js";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const GAMES = "games"; // the key of the number of games that the player has started with one tap
const NEWCOMER = 3; // games against the weakest bot
const NAME = "name"; // the key of the player's own name in the browser's storage

export async function homePage(main, connection, welcome) {
  main.className = "home";
  const picture = el("div", { class: "poster", role: "img", "aria-label": word("picture") });
  const tables = el("section", { class: "my-tables" });
  main.replaceChildren(
    el("section", { class: "hero" }, picture, el("div", { class: "pitch" }, el("h2", {}, word("lead")), starters(connection, welcome))),
    tables,
    el("details", { class: "more" }, el("summary", {}, word("more_options")), optionsForm(connection, welcome)),
  );
  acceptLogs(main, connection, welcome);
  await Promise.all([showPicture(connection, picture), showTables(connection, tables)]);
}

// The three large buttons. One tap opens a table.
function starters(connection, welcome) {
  // The list of bots goes from weak to strong. A newcomer meets the weakest one first.
  const games = Number(readSetting(GAMES) ?? 0);
  const bot = welcome.bots[games < NEWCOMER ? 0 : Math.floor(welcome.bots.length / 2)];
  const label = (key, note = word(`${key}_note`)) => [el("b", {}, word(key)), el("span", {}, note)];
  const start = (id, key, player, note) => {
    const tap = async (event) => {
      const tapped = event.currentTarget;
      tapped.disabled = true; // a second tap would open a second table
      const isOpened = await openTable(connection, [{ name: nameOf(0), player: "here" }, { name: nameOf(1), player }]);
      tapped.disabled = isOpened;
      if (isOpened) keepSetting(GAMES, games + 1);
    };
    return el("button", { type: "button", id, class: "starter", onclick: tap }, label(key, note));
  };
  return el(
    "div",
    { class: "starters" },
    start("play-now", "play_now", bot.name, word("against", { bot: bot.words.split(":")[0] })),
    el("a", { href: pageAddress("/learn"), id: "learn", class: "starter" }, label("learn")),
    connection.hasLinks
      ? start("with-friends", "with_friends", "link")
      : start("with-friends", "with_friends", "here", word("with_friends_here")),
  );
}

// Return the default name for a seat: the player's own name first, then names that differ from it.
function nameOf(seat) {
  const own = readSetting(NAME) ?? NAMES[0];
  return [own, ...NAMES.filter((name) => name !== own)][seat];
}

// The server draws the picture, and the style sheet of the page colours it.
async function showPicture(connection, frame) {
  try {
    const drawn = parseFlexiblePicture(await connection.ask("picture"));
    drawn.setAttribute("aria-hidden", "true");
    frame.replaceChildren(drawn);
  } catch {
    frame.hidden = true; // the page works without its picture
  }
}

async function showTables(connection, section) {
  const { tables } = await connection.ask("tables");
  const next = tables.find((table) => table.is_yours);
  if (next) document.querySelector(".starters").append(el("a", { href: pageAddress(`/t/${next.table}`), id: "continue", class: "starter" }, el("b", {}, word("continue")), el("span", {}, next.players.join(", "))));
  const list = tables.length ? el("ul", { class: "tables" }, tables.map(tableLine)) : el("p", { class: "small" }, word("no_tables"));
  section.replaceChildren(el("h2", {}, word("my_tables")), list);
}

function optionsForm(connection, welcome) {
  const seats = el("div", { class: "seats" });
  const form = el("form", { onsubmit: (event) => event.preventDefault() });
  const add = (player) => {
    const count = seats.children.length;
    if (count < 4) seats.append(seatRow(connection, welcome, count, player));
    renumber();
  };
  const more = button(word("add_seat"), () => add(welcome.bots[0].name), { id: "add-seat" });
  const renumber = () => {
    more.disabled = seats.children.length >= 4;
    [...seats.children].forEach((row, seat) => {
      row.querySelector("legend").textContent = word("seat", { seat: seat + 1 });
      row.querySelector(".remove").disabled = seats.children.length <= 2;
    });
  };
  seats.addEventListener("removed", renumber);
  add("here");
  add(welcome.bots[0].name);
  const rules = rulesChosen(welcome);
  const absent = el("select", { id: "absent" }, [["0", "never"], ["120", "minutes_2"], ["600", "minutes_10"]].map(([value, key]) => el("option", { value }, word(key))));
  const open = () => {
    const rows = [...seats.children].map((row) => ({ name: row.querySelector(".name").value, player: row.querySelector(".player").value }));
    const own = rows.find((row) => row.player === "here");
    if (own?.name) keepSetting(NAME, own.name);
    openTable(connection, rows, { ruleset: rules.value(), absent_seconds: Number(absent.value) });
  };
  form.append(
    el("h2", {}, word("new_table")),
    seats,
    el("p", {}, more),
    rules.element,
    el("p", {}, el("label", { for: "absent" }, `${word("takes_over")} `), absent),
    el("p", {}, button(word("open_table"), open, { class: "play", id: "open-table" })),
  );
  return form;
}

function tableLine(table) {
  const link = el("a", { href: pageAddress(`/t/${table.table}`) }, el("b", {}, table.players.join(", ")), el("span", {}, table.turn_words));
  return el("li", { class: table.is_yours ? "mine" : null }, link);
}

function seatRow(connection, welcome, seat, player) {
  const name = el("input", { type: "text", value: nameOf(seat), maxlength: "40", required: true, "aria-label": word("name"), class: "name" });
  const who = choosePlayer(connection, welcome, player);
  const remove = button("×", () => {
    const seats = row.parentElement;
    row.remove();
    seats.dispatchEvent(new Event("removed"));
  }, { class: "remove", "aria-label": word("remove_seat") });
  const row = el("fieldset", {}, el("legend", {}, ""), name, who, remove);
  return row;
}

function rulesChosen(welcome) {
  const switches = el("div", { class: "switches" });
  const choose = el("select", { id: "ruleset", "aria-label": word("ruleset") }, welcome.rulesets.map((ruleset) => el("option", { value: ruleset.name }, ruleset.words)));
  const show = () => {
    const ruleset = welcome.rulesets.find((known) => known.name === choose.value);
    switches.replaceChildren(...ruleset.switches.map((known) => {
      const box = el("input", { type: "checkbox", "data-switch": known.name, "data-on": known.is_number ? known.on : "true" });
      return el("label", {}, box, ` ${known.words}`);
    }));
  };
  choose.addEventListener("change", show);
  show();
  const element = el("details", { class: "ruleset" }, el("summary", {}, word("ruleset")), el("p", {}, choose), switches);
  const value = () => {
    const settings = [...switches.querySelectorAll("input")].map((box) => [box.dataset.switch, box.checked ? JSON.parse(box.dataset.on) : null]);
    const chosen = Object.fromEntries(settings.filter(([, on]) => on !== null));
    return choose.value === welcome.rulesets[0].name && !settings.some(([, on]) => on !== null) ? null : { name: choose.value, ...chosen };
  };
  return { element, value };
}

// Open a table, and go to it. Return whether the server has opened it.
async function openTable(connection, seats, options = {}) {
  try {
    const opened = await connection.open({ seats, ...options });
    goTo(`/t/${opened.table}`, seats.some((seat) => seat.player === "link") ? "#links" : "");
    return true;
  } catch (error) {
    notify(sentenceOfError(error));
    return false;
  }
}
