// The end of a game: who has won and why, and what to do next.

import { sentenceOfError } from "./connection.js";
import { showReview, standingTable } from "./dialogs.js";
import { button, closeDialog, el, notify, openDialog, sentenceOf, word } from "./elements.js";
import { showReplay } from "./replay.js";

export async function showEnd(page) {
  try {
    const standing = await page.connection.ask("standing");
    const winners = page.news.winners.map((seat) => page.news.chairs[seat].name).join(", ");
    const title = winners ? word("wins", { names: winners }) : word("over");
    const words = standing.words.map((sentence) => el("p", {}, sentenceOf(sentence)));
    const next = [
      page.news.is_host ? button(word("play_again"), () => playAgain(page), { class: "play", id: "play-again" }) : null,
      button(word("review"), () => showReview(page), { id: "end-review" }),
      button(word("replay_watch"), () => (closeDialog(), showReplay(page)), { id: "end-replay" }),
      el("a", { class: "button", href: "/" }, word("home")),
    ];
    openDialog(title, "end", ...words, standingTable(standing), el("p", { class: "buttons" }, next.filter(Boolean)));
  } catch (error) {
    page.failed(error);
  }
}

// Open another table with the same players.
async function playAgain(page) {
  const seats = page.news.chairs.map((chair) => ({
    name: chair.name,
    player: chair.player !== "human" ? chair.player : chair.is_yours ? "here" : "link",
  }));
  try {
    const { state } = await page.connection.ask("position");
    const opened = await page.connection.connection.open({ seats, ruleset: state.ruleset });
    location.href = `/t/${opened.table}${seats.some((seat) => seat.player === "link") ? "#links" : ""}`;
  } catch (error) {
    notify(sentenceOfError(error));
  }
}
