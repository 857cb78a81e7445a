// The page of a link to a position: its picture, and a form that opens a table from it.

import { parseFlexiblePicture } from "./dom.js";
import { button, el, word } from "./elements.js";
import { choosePlayer, openTable, readSeats, usualBot } from "./seats.js";

export async function fromPage(main, connection, welcome, link) {
  main.className = "start";
  const layout = "board";
  const [shared, drawn] = await Promise.all([
    connection.ask("position", { link }),
    connection.ask("position", { link, part: "board.svg", layout }),
  ]);
  const lines = [shared.turn_words, shared.ruleset_words].map((words) => el("p", {}, words));
  const choice = shared.is_over ? el("p", { class: "lead" }, word("shared_over")) : form(connection, welcome, shared);
  main.replaceChildren(el("h2", {}, word("shared")), ...lines, board(drawn), choice);
}

// The picture is part of the page, so that it follows the colours that the person has chosen.
function board(svg) {
  return el("div", { id: "shared-board", role: "group", "aria-label": word("shared_board") }, parseFlexiblePicture(svg));
}

function form(connection, welcome, shared) {
  const bot = usualBot(welcome);
  const mine = shared.to_move ?? 0; // the person makes the next move, unless they choose another seat
  const seats = shared.players.map((name, seat) => seatRow(connection, welcome, name, seat, seat === mine ? "here" : bot.name));
  const open = button(word("play_on"), () => openTable(connection, readSeats(seats), { position: shared.position }), { class: "play", id: "play-on" });
  const attributes = { onsubmit: (event) => event.preventDefault() };
  return el("form", attributes, el("p", {}, word("shared_lead")), el("div", { class: "seats" }, seats), el("p", {}, open));
}

function seatRow(connection, welcome, name, seat, player) {
  const field = el("input", { type: "text", value: name, maxlength: "40", required: true, "aria-label": word("name"), class: "name" });
  return el("fieldset", { "data-seat": seat }, el("legend", {}, word("seat", { seat: seat + 1 })), field, choosePlayer(connection, welcome, player));
}
