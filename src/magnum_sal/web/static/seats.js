// The choice of who plays at a seat of a new table.

import { el, word } from "./elements.js";

// Return a list of the players: a person at this screen, a person who comes by a link, and the bots of the server.
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
