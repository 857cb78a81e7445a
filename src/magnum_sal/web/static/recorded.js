// A log that is dropped or chosen: watch its game, or resume it at a new table.

import { sentenceOfError } from "./connection.js";
import { button, closeDialog, el, notify, openDialog, openDialogName, word } from "./elements.js";
import { goTo } from "./routes.js";
import { choosePlayer, usualBot } from "./seats.js";

const NAME = "log";

// Read a log, and offer what can be done with it. *watch* shows its replay.
export async function offerGame(connection, welcome, log, watch) {
  openDialog(word("log_open"), NAME, el("p", { role: "status" }, word("log_reading")), el("progress", { "aria-label": word("log_reading") }));
  try {
    const told = await connection.readLog(log);
    if (openDialogName() === NAME) openDialog(word("log_open"), NAME, ...describe(told), ...choices(connection, welcome, log, told, watch));
  } catch (error) {
    if (openDialogName() !== NAME) return;
    closeDialog();
    notify(sentenceOfError(error));
  }
}

function describe(told) {
  const lines = [told.turn_words, told.ruleset_words, word("log_moves", { count: told.steps })];
  return [el("p", { class: "lead" }, told.players.join(", ")), ...lines.map((words) => el("p", {}, words))];
}

function choices(connection, welcome, log, told, watch) {
  const show = () => {
    closeDialog();
    watch();
  };
  const watching = told.steps ? [el("p", {}, button(word("log_watch"), show, { id: "watch-log", class: told.objection ? "play" : null }))] : [];
  if (told.objection) return [told.is_over ? null : el("p", {}, told.objection), ...watching].filter(Boolean);
  return [...watching, form(connection, welcome, log, told)];
}

// The players keep their names. The person who has opened the log makes the next move, unless they choose another seat.
function form(connection, welcome, log, told) {
  const rows = told.players.map((name, seat) => {
    const player = seat === told.to_move ? "here" : usualBot(welcome).name;
    return el("fieldset", { "data-seat": seat }, el("legend", {}, name), choosePlayer(connection, welcome, player, { "aria-label": word("log_player", { name }) }));
  });
  const open = button(word("log_continue"), () => goOn(connection, log, rows, open), { class: "play", id: "continue-log" });
  const dealt = told.is_public ? [el("p", { class: "small" }, word("log_dealt"))] : [];
  const attributes = { class: "continue", onsubmit: (event) => event.preventDefault() };
  return el("form", attributes, el("h3", {}, word("log_continue")), el("p", {}, word("log_lead")), el("div", { class: "seats" }, rows), ...dealt, el("p", {}, open));
}

async function goOn(connection, log, rows, pressed) {
  const players = rows.map((row) => row.querySelector(".player").value);
  pressed.disabled = true; // a second tap would open a second table
  try {
    const opened = await connection.continueGame({ log: await log.text(), players });
    closeDialog();
    goTo(`/t/${opened.table}`, players.includes("link") ? "#links" : "");
  } catch (error) {
    pressed.disabled = false;
    pressed.before(el("p", { role: "alert" }, sentenceOfError(error))); // the notice would be below the dialog
  }
}
