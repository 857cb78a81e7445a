// The seats of a new table: the choice of who plays there, and opening the table.

import { sentenceOfError } from "./connection.js";
import { el, notify, word } from "./elements.js";
import { goTo } from "./routes.js";

// Return a list of the players: a person at this screen, a person who follows a link, and the bots of the server.
export function choosePlayer(connection, welcome, player, attributes = {}) {
  const link = connection.hasLinks ? [["link", word("by_link")]] : [];
  const options = [["here", word("here")], ...link, ...welcome.bots.map((bot) => [bot.name, bot.words])];
  const who = el("select", { "aria-label": word("who_plays"), class: "player", ...attributes }, options.map(([value, text]) => el("option", { value }, text)));
  who.value = player;
  return who;
}

// Return the bot that a page proposes for the seats of others.
export function usualBot(welcome) {
  return welcome.bots.find((known) => known.name === "novice") ?? welcome.bots[0];
}

// Return the names and players that a form shows in its rows.
export function readSeats(rows) {
  return [...rows].map((row) => ({ name: row.querySelector(".name").value, player: row.querySelector(".player").value }));
}

let isOpening = false; // whether a table is being opened, or the page is about to show it
// A site without a server shows the table without loading the page again.
addEventListener("hashchange", () => (isOpening = false));

// Open a table, and go to it. Return whether the server has opened it. A second press of a button has no effect.
export async function openTable(connection, seats, options = {}) {
  if (isOpening) return false;
  isOpening = true;
  try {
    const opened = await connection.open({ seats, ...options });
    goTo(`/t/${opened.table}`, seats.some((seat) => seat.player === "link") ? "#links" : "");
    return true;
  } catch (error) {
    isOpening = false;
    notify(sentenceOfError(error));
    return false;
  }
}
