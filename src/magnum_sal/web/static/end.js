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
    const words = standing.words.map((sentence) => el("p", {}, sentenceOf(sentence)));
    openDialog(describeResult(page.news, standing), "end", ...words, standingTable(standing), endButtons(page));
  } catch (error) {
    page.failed(error);
  }
}

// Return who has won, or who is ahead if the game ended early.
export function describeResult({ winners, chairs }, { rows }) {
  if (winners.length) return word("wins", { names: winners.map((seat) => chairs[seat].name).join(", ") });
  const ahead = rows.filter(([rank]) => rank === rows[0][0]);
  // Extensions can add a column of points before the total. After the total, only orders and miners follow.
  const totals = new Set(ahead.map((row) => row.at(-3)));
  return word("leads", { name: ahead.map(([, name]) => name).join(", "), total: [...totals].join(", ") });
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
