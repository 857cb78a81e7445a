// The dialogs over the table: review, standing, rules, seating, and the question whether to end the game.

import { parsePicture } from "./dom.js";
import { button, closeDialog, el, openDialog, openDialogName, sentenceOf, word } from "./elements.js";
import { describeSeating, hostPanel } from "./host.js";
import { describeRules } from "./rulesets.js";

const FEWEST_REVIEWED = 5; // decisions that must be reviewed before the page estimates the time that is left

export function askToEnd(page) {
  const go = () => {
    closeDialog();
    page.act({ type: "end" });
  };
  openDialog(word("end"), "end", el("p", {}, word("end_question")), button(word("end_yes"), go, { class: "play" }));
}

// Show a bot's review of a finished game. The review continues while the dialog is closed; the button cancels it.
export async function showReview(page) {
  const waiting = page.review?.number === page.news.number ? page.review : reviewOf(page);
  const count = el("p", { id: "review-count" });
  const bar = el("progress", { id: "review-progress", "aria-label": word("review") });
  const cancel = async () => {
    waiting.isCancelled = true;
    page.review = null; // the next dialog requests a new review
    closeDialog();
    await page.act({ type: "cancel_review" });
  };
  const stop = button(word("cancel"), cancel, { id: "review-cancel" });
  openDialog(word("review"), "review", el("p", { role: "status" }, word("reviewing")), bar, count, stop);
  followProgress(page, waiting, bar, count);
  try {
    const review = await waiting.answer;
    if (waiting.isCancelled || openDialogName() !== "review") return;
    const show = (step) => () => {
      closeDialog();
      page.go(step);
    };
    const line = (entry) => el("li", {}, el("p", {}, entry.words), button(word("show_position"), show(entry.step)));
    const told = review.told.map((words) => el("p", {}, words));
    openDialog(word("review"), "review", told, drawing(review.graph), el("ol", { class: "hints" }, review.costliest.map(line)));
  } catch (error) {
    if (waiting.isCancelled) return;
    if (openDialogName() === "review") closeDialog();
    page.failed(error);
  }
}

// Send the page's only request for the review of this end of the game, however often the dialog opens. If moves were
// undone since an earlier end, its pending review is of no use any more.
function reviewOf(page) {
  if (page.review) page.review.isCancelled = true;
  const answer = page.connection.ask("review");
  const waiting = { answer, number: page.news.number, isCancelled: false, isPending: true };
  const end = () => {
    waiting.isPending = false;
    if (page.review === waiting) page.review = null;
  };
  answer.then(end, end);
  page.review = waiting;
  return waiting;
}

// Update the progress of the review once a second while the dialog is open.
async function followProgress(page, waiting, bar, count) {
  while (waiting.isPending && bar.isConnected && openDialogName() === "review") {
    const told = await page.connection.ask("review_progress").catch(() => null); // the next request may succeed
    if (told?.total) {
      bar.max = told.total;
      bar.value = told.done;
      count.textContent = [word("review_count", told), timeLeft(waiting, told)].filter(Boolean).join(" · ");
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

// Return how long the review will take, in words. It is unknown until some decisions have been reviewed.
function timeLeft(waiting, { done, total }) {
  const now = performance.now();
  waiting.first ??= { done, now };
  const reviewed = done - waiting.first.done;
  if (reviewed < FEWEST_REVIEWED) return "";
  const minutes = ((now - waiting.first.now) / reviewed) * ((total - done) / 60000);
  return minutes < 1 ? word("review_soon") : word("review_left", { minutes: Math.round(minutes) });
}

// Create a picture that can be scrolled on a narrow screen.
function drawing(svg) {
  const attributes = { id: "graph", tabindex: "0", role: "group", "aria-label": word("graph") };
  return el("div", attributes, parsePicture(svg));
}

// Show the standing, and graphs of money and salt.
export async function showStanding(page) {
  try {
    const [drawn, standing] = await Promise.all([page.connection.ask("graph"), page.connection.ask("standing")]);
    const words = standing.words.map((words) => el("p", {}, sentenceOf(words)));
    const review = page.news.is_over ? [button(word("review"), () => showReview(page), { class: "play" })] : [];
    openDialog(word("graph"), "graph", ...words, ...review, standingTable(standing), drawing(drawn));
  } catch (error) {
    page.failed(error);
  }
}

// Create the table of all scores. On a narrow screen it may scroll.
export function standingTable({ headings, rows }) {
  const head = el("tr", {}, headings.map((heading) => el("th", { scope: "col" }, heading)));
  const body = rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))));
  const wide = { class: "wide", tabindex: "0", role: "group", "aria-label": word("graph") };
  return el("div", wide, el("table", {}, el("thead", {}, head), el("tbody", {}, body)));
}

// Show the text of a rule, with a button that shows all rules.
export async function showRule(page, id) {
  const answer = await ruleTexts(page, { rules: [id] });
  const text = answer?.texts[0];
  if (text) openDialog(titleOf(text, answer), "rule", ruleText(text), button(word("all_rules"), () => showRules(page)));
}

export async function showRules(page) {
  const answer = await ruleTexts(page, {});
  if (!answer) return;
  const folded = (text) => el("li", {}, el("details", {}, el("summary", {}, titleOf(text, answer)), ruleText(text)));
  const played = page.news ? describeRules(page.news) : []; // the news may arrive later
  openDialog(word("rules"), "rules", ...played, el("ul", { class: "rules" }, answer.texts.map(folded)));
}

export function showHost(page) {
  openDialog(word("table"), "host", ...hostPanel(page));
}

// Show changes of the seating in the open dialog. Other news leaves it alone, because it would lose the focus.
export function updateHost(page) {
  const seating = describeSeating(page.news);
  if (openDialogName() === "host" && seating !== page.seating) showHost(page);
  page.seating = seating;
}

async function ruleTexts(page, which) {
  try {
    return await page.connection.ask("rule_texts", which);
  } catch (error) {
    page.failed(error);
    return null;
  }
}

// Return the title of a rule. The title of a variant says whether the variant is on.
function titleOf({ id, title }, { variants_on, variants_off }) {
  const key = variants_on.includes(id) ? "variant_on" : variants_off.includes(id) ? "variant_off" : null;
  return `${id}: ${title}${key ? ` (${word(key)})` : ""}`;
}

function ruleText(text) {
  const rulings = (text.rulings ?? []).map((ruling) => el("li", {}, el("b", {}, ruling.question), " ", ruling.decision));
  const paragraphs = text.text.split(/\n\n+/).map((part) => el("p", {}, part));
  return el("div", { class: "rule-text" }, text.summary ? el("p", {}, el("em", {}, text.summary)) : null, paragraphs, rulings.length ? el("ul", {}, rulings) : null);
}
