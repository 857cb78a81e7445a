// The start page, where a person opens a table, and the page of an invitation link.

import { sentenceOfError } from "./connection.js";
import { button, el, notify, word } from "./elements.js";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];

export async function startPage(main, connection, welcome) {
  main.className = "start";
  const seats = el("div", { class: "seats" });
  const form = el("form", { onsubmit: (event) => event.preventDefault() });
  const add = (player) => {
    const count = seats.children.length;
    if (count < 4) seats.append(seatRow(welcome, count, player));
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
  const open = button(word("open_table"), () => openTable(connection, seats, rules, absent), { class: "play", id: "open-table" });
  form.append(
    el("h2", {}, word("new_table")),
    seats,
    el("p", {}, more),
    rules.element,
    el("p", {}, el("label", { for: "absent" }, `${word("takes_over")} `), absent),
    el("p", {}, open),
  );
  main.replaceChildren(el("p", { class: "lead" }, word("lead")), form);
  const { tables } = await connection.ask("tables");
  if (tables.length) main.append(el("h2", {}, word("my_tables")), el("ul", { class: "tables" }, tables.map(tableLine)));
}

function tableLine(table) {
  const link = el("a", { href: `/t/${table.table}` }, table.players.join(", "));
  return el("li", { class: table.is_yours ? "mine" : null }, link, ` ${table.turn_words}`);
}

function seatRow(welcome, seat, player) {
  const name = el("input", { type: "text", value: NAMES[seat], maxlength: "40", required: true, "aria-label": word("name"), class: "name" });
  const who = el(
    "select",
    { "aria-label": word("who_plays"), class: "player" },
    el("option", { value: "here" }, word("here")),
    el("option", { value: "link" }, word("by_link")),
    welcome.bots.map((bot) => el("option", { value: bot.name }, bot.words)),
  );
  who.value = player;
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

async function openTable(connection, seats, rules, absent) {
  const rows = [...seats.children].map((row) => ({ name: row.querySelector(".name").value, player: row.querySelector(".player").value }));
  try {
    const opened = await connection.open({ seats: rows, ruleset: rules.value(), absent_seconds: Number(absent.value) });
    location.href = `/t/${opened.table}${rows.some((row) => row.player === "link") ? "#links" : ""}`;
  } catch (error) {
    notify(sentenceOfError(error));
  }
}

export async function joinPage(main, connection, link) {
  main.className = "start";
  try {
    const invitation = await connection.ask("invitation", { link });
    const names = invitation.players.join(", ");
    const asked = invitation.seat === null ? word("may_watch", { names }) : word("may_sit", { name: invitation.players[invitation.seat], names });
    const go = async () => {
      try {
        const opened = await connection.join(link);
        location.href = `/t/${opened.table}`;
      } catch (error) {
        notify(sentenceOfError(error));
      }
    };
    main.replaceChildren(el("h2", {}, word("invitation")), el("p", { class: "lead" }, asked), button(word(invitation.seat === null ? "watch_now" : "sit_down"), go, { class: "play", id: "join" }));
  } catch (error) {
    main.replaceChildren(el("p", { class: "lead" }, sentenceOfError(error)), el("p", {}, el("a", { href: "/" }, word("new_table"))));
  }
}
