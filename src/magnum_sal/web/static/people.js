// The people at the table: who they are, whose turn it is, and what they must agree to.

import { button, el, word } from "./elements.js";

// Create the entry of a player in the list of people.
export function describePerson(page, chair, seat) {
  const isNext = seat === page.news.to_move;
  const state = chair.player !== "human" ? botName(chair.player_words)
    : chair.stand_in ? word("stand_in", { bot: botName(chair.stand_in) })
    : !chair.is_taken ? word("awaited")
    : chair.is_yours ? word("you")
    : word(chair.is_present ? "present" : "away");
  const back = chair.is_yours && chair.stand_in
    ? button(word("sit"), () => page.act({ type: "sit", seat }), { class: "sit" })
    : null;
  const title = chair.player === "human" ? null : chair.player_words;
  return el("li", { "data-seat": seat, title, "aria-current": isNext ? "true" : null }, el("b", {}, chair.name), " ", el("span", {}, state), back);
}

// Return the name of a bot from its words, which may describe it after a colon.
function botName(words) {
  return words.split(":")[0];
}

// Return what the page waits for while it asks nothing.
export function describeTurn(page, news) {
  if (news.is_closed || page.at !== null) return "";
  if (news.is_over) return news.turn_words;
  const chair = news.chairs[news.to_move];
  const isBot = chair.player !== "human" || chair.stand_in;
  return word(isBot ? "bot_turn" : "person_turn", { name: chair.name });
}

// Return the people who cannot agree to an undo, if that is the only obstacle; otherwise "".
export function describeAbsent(page) {
  const { undo, is_over, is_closed, chairs } = page.news;
  const isPlayed = (chair) => chair?.is_yours && !chair.stand_in;
  if (undo || is_over || is_closed || !page.history.some((step) => isPlayed(chairs[step.seat]))) return "";
  const absent = chairs.filter((chair) => chair.player === "human" && (!chair.is_taken || chair.stand_in));
  return absent.map((chair) => chair.name).join(", ");
}

// Show the proposal that needs the consent of all players, if there is one.
export function showConsent(page) {
  const { proposal, chairs } = page.news;
  // A message about a spectator changes nothing here, and must not take the focus from a button.
  const told = JSON.stringify([proposal, chairs.map((chair) => chair.is_yours)]);
  if (told === page.consent.dataset.told) return undefined;
  page.consent.dataset.told = told;
  page.consent.hidden = !proposal;
  if (!proposal) return page.consent.replaceChildren();
  const asked = proposal.waits_for.some((seat) => chairs[seat].is_yours);
  const names = proposal.waits_for.map((seat) => chairs[seat].name).join(", ");
  const isSeated = chairs.some((chair) => chair.is_yours); // spectators neither agree nor withdraw
  const answer = (is_agreed) => () => page.act({ type: "agree", is_agreed, proposal: proposal.id });
  return page.consent.replaceChildren(
    el("p", {}, proposal.words),
    asked ? button(word("agree"), answer(true), { class: "agree" }) : el("p", {}, word("waits_for", { names })),
    ...(isSeated ? [button(word(asked ? "refuse" : "withdraw"), answer(false), { class: "refuse" })] : []),
  );
}
