// The home page: start a game with one tap, the tables of this browser, and the form with all options.

import { parseFlexiblePicture } from "./dom.js";
import { button, el, word } from "./elements.js";
import { acceptLogs } from "./replay.js";
import { pageAddress } from "./routes.js";
import { choosePlayer, openTable, readSeats } from "./seats.js";
import { keepSetting, readSetting } from "./settings.js";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const GAMES = "games"; // the key of the number of games that the player has started with one tap
const NEWCOMER = 3; // games against the weakest bot
const NAME = "name"; // the key of the player's own name in the browser's storage

export async function homePage(main, connection, welcome) {
  main.className = "home";
  const picture = el("div", { class: "poster", role: "img", "aria-label": word("picture") });
  const tables = el("section", { class: "my-tables" });
  const buttons = starters(connection, welcome);
  main.replaceChildren(
    el("section", { class: "hero" }, picture, el("div", { class: "pitch" }, el("h2", {}, word("lead")), buttons)),
    tables,
    el("details", { class: "more" }, el("summary", {}, word("more_options")), optionsForm(connection, welcome)),
  );
  acceptLogs(main, connection, welcome);
  await Promise.all([showPicture(connection, picture), showTables(connection, tables, buttons)]);
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
      tapped.disabled = true; // shows that the table is being opened
      const [own, other] = usualNames();
      const isOpened = await openTable(connection, [{ name: own, player: "here" }, { name: other, player }]);
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

// Return the default names of the seats: the player's own name first, then names that differ from it. The server ignores
// upper and lower case, so that nobody can be confused with somebody else.
function usualNames() {
  const own = (readSetting(NAME) ?? "").trim() || NAMES[0];
  return [own, ...NAMES.filter((name) => !isSameName(name, own))];
}

function isSameName(one, other) {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
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

async function showTables(connection, section, buttons) {
  const { tables } = await connection.ask("tables");
  const next = tables.find((table) => table.is_yours);
  if (next) buttons.append(el("a", { href: pageAddress(`/t/${next.table}`), id: "continue", class: "starter" }, el("b", {}, word("continue")), el("span", {}, next.players.join(", "))));
  const list = tables.length ? el("ul", { class: "tables" }, tables.map(tableLine)) : el("p", { class: "small" }, word("no_tables"));
  section.replaceChildren(el("h2", {}, word("my_tables")), list);
}

function optionsForm(connection, welcome) {
  const seats = el("div", { class: "seats" });
  const form = el("form", { onsubmit: (event) => event.preventDefault() });
  const add = (player) => {
    const taken = readSeats(seats.children);
    const name = usualNames().find((usual) => !taken.some((row) => isSameName(row.name, usual)));
    if (taken.length < 4) seats.append(seatRow(connection, welcome, name, player));
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
  const open = async () => {
    const rows = readSeats(seats.children);
    const own = rows.find((row) => row.player === "here")?.name.trim();
    const isOpened = await openTable(connection, rows, { ruleset: rules.value(), absent_seconds: Number(absent.value) });
    if (isOpened && own) keepSetting(NAME, own); // the server has accepted the name
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

function seatRow(connection, welcome, usual, player) {
  const name = el("input", { type: "text", value: usual, maxlength: "40", required: true, "aria-label": word("name"), class: "name" });
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
  const chosen = () => welcome.rulesets.find((known) => known.name === choose.value);
  const show = () => {
    switches.replaceChildren(...chosen().switches.map((known) => {
      const box = el("input", { type: "checkbox", "data-switch": known.name, checked: known.is_on });
      return el("label", {}, box, ` ${known.words}`);
    }));
  };
  choose.addEventListener("change", show);
  show();
  const element = el("details", { class: "ruleset" }, el("summary", {}, word("ruleset")), el("p", {}, choose), switches);
  const value = () => {
    const ticked = [...switches.querySelectorAll("input")].map((box) => box.checked);
    const known = chosen().switches;
    // The server's own rules need no name, and rules that are not registered cannot be named.
    if (chosen() === welcome.rulesets[0] && known.every(({ is_on }, number) => is_on === ticked[number])) return null;
    const own = {};
    const ruleset = { name: choose.value };
    known.forEach(({ name, on, is_number, is_own }, number) => {
      (is_own ? own : ruleset)[name] = ticked[number] ? (is_number ? on : true) : (is_number ? null : false);
    });
    return Object.keys(own).length ? { ...ruleset, own_settings: own } : ruleset;
  };
  return { element, value };
}
