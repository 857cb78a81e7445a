// The end of a game: who has won and why, and what to do next.

import { sentenceOfError } from "./connection.js";
import { showReview, standingTable } from "./dialogs.js";
import { button, closeDialog, el, notify, openDialog, sentenceOf, word } from "./elements.js";
import { showReplay } from "./replay.js";
import { pageAddress } from "./routes.js";
import { openTable } from "./seats.js";

export async function showEnd(page) {
  try {
    const standing = await page.connection.ask("standing");
    const [, name, , , , total] = standing.rows[0];
    const names = page.news.winners.map((seat) => page.news.chairs[seat].name).join(", ");
    const title = names ? word("wins", { names }) : word("leads", { name, total });
    const words = standing.words.map((sentence) => el("p", {}, sentenceOf(sentence)));
    openDialog(title, "end", ...words, standingTable(standing), endButtons(page));
  } catch (error) {
    page.failed(error);
  }
}

// Create the buttons for what to do after a game.
export function endButtons(page) {
  const again = () => (closeDialog(), playAgain(page));
  const next = [
    page.news.is_host && !page.news.lesson ? button(word("play_again"), again, { class: "play", "data-end": "again" }) : null,
    button(word("review"), () => showReview(page), { "data-end": "review" }),
    button(word("replay_watch"), () => (closeDialog(), showReplay(page)), { "data-end": "replay" }),
    el("a", { class: "button", href: pageAddress("/") }, word("home")),
  ];
  return el("p", { class: "buttons" }, next.filter(Boolean));
}

// Open another table with the same players, rules and time until a bot takes over.
async function playAgain(page) {
  const seats = page.news.chairs.map((chair) => ({
    name: chair.name,
    player: chair.player !== "human" ? chair.player : chair.is_yours ? "here" : "link",
  }));
  const position = await page.connection.ask("position").catch((error) => notify(sentenceOfError(error)));
  if (!position) return;
  const { absent_seconds } = page.news;
  await openTable(page.connection.connection, seats, { ruleset: position.state.ruleset, absent_seconds });
}
