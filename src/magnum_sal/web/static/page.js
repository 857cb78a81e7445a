// The frame of every page: its language and colours, and the choice of the page to show.

import { showHost } from "./dialogs.js";
import { sentenceOfError } from "./connection.js";
import { closeDialog, el, learn, notify, quiet, word } from "./elements.js";
import { fromPage } from "./from.js";
import { homePage } from "./home.js";
import { joinPage } from "./join.js";
import { listenToKeys } from "./keys.js";
import { lessonsPage } from "./lessons.js";
import { closeReplay, replayPage } from "./replay.js";
import { currentRoute, listenToRoutes, pageAddress, takeFragment, takeLanguage } from "./routes.js";
import { keepSetting, readSetting } from "./settings.js";
import { TablePage } from "./table.js";
import { connect } from "./transport.js";

let main = document.getElementById("main");
const turn = document.getElementById("turn");
const menu = document.getElementById("menu");
const menuButton = document.getElementById("menu-button");
const home = document.getElementById("home");
const NAMES = { en: "English", pl: "Polski", de: "Deutsch" };
// The choices of each setting in the menu; the words are `table.KEY_CHOICE`.
const SETTINGS = {
  theme: ["auto", "light", "dark", "contrast"],
  speed: ["0.5", "1", "2", "0"],
  confirm: ["no", "yes"],
  sound: ["off", "on"],
};
let table = null; // the page of the open table
let starts = 0; // counts the pages that were begun, so that only the latest one is shown

function paint(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function choice(id, label, options, chosen, choose) {
  const select = el("select", { id, onchange: () => choose(select.value) }, options.map(([value, text]) => el("option", { value }, text)));
  select.value = chosen;
  return [el("label", { for: id }, label), select];
}

function showMenu(welcome, language) {
  menu.setAttribute("aria-label", word("menu"));
  menuButton.setAttribute("aria-label", word("menu"));
  home.setAttribute("aria-label", word("home"));
  home.href = pageAddress("/");
  document.querySelector(".skip").textContent = word("skip");
  const speak = (code) => start(code, true).catch((error) => notify(sentenceOfError(error)));
  const settings = Object.entries(SETTINGS).flatMap(([key, choices]) => {
    const change = (value) => {
      keepSetting(key, value);
      if (key === "theme") paint(value);
    };
    return choice(key, word(key), choices.map((value) => [value, word(`${key}_${value}`)]), readSetting(key), change);
  });
  const focused = document.activeElement.closest("#menu *")?.id;
  menu.replaceChildren(
    ...choice("language", word("language"), welcome.languages.map((code) => [code, NAMES[code] ?? code]), language, speak),
    ...settings,
  );
  if (focused) document.getElementById(focused)?.focus();
}

// Show the page in *language*, which is kept for later visits if somebody has chosen it.
async function start(language, isChosen = false) {
  const turns = ++starts;
  const connection = await connect(language);
  let welcome;
  try {
    welcome = await connection.ask("welcome");
  } catch (error) {
    // The language of a link or of an earlier visit may not be offered, and the menu to change it is not there yet.
    if (error.code !== "malformed" || language === "en") throw error;
    return start(isChosen ? spoken() : "en");
  }
  if (turns !== starts) return;
  if (isChosen) keepSetting("language", language);
  learn(welcome.keys, welcome.words);
  document.documentElement.lang = language;
  showMenu(welcome, language);
  const route = currentRoute();
  document.querySelector(".skip").hidden = route.kind !== "t";
  leavePage();
  // Earlier pages may still wait for answers, which then change only their own elements.
  const page = main.cloneNode();
  main.replaceWith(page);
  main = page;
  const wayHome = el("p", {}, el("a", { href: pageAddress("/") }, word("new_table")));
  await showPage(page, route, connection, welcome, language).catch((error) => showError(page, sentenceOfError(error), wayHome));
}

function showError(page, sentence, ...more) {
  page.replaceChildren(el("p", { class: "lead" }, sentence), ...more);
}

async function showPage(page, { kind, id }, connection, welcome, language) {
  if (kind === "t") {
    table = new TablePage(connection.table(id), language);
    table.bots = welcome.bots;
    table.address = welcome.address;
    table.open(page, turn);
    if (takeFragment("#links")) table.opened = () => showHost(table);
  } else if (kind === "join") await joinPage(page, connection, id);
  else if (kind === "learn") await lessonsPage(page, connection);
  else if (kind === "replay") replayPage(page, connection, welcome);
  else if (kind === "from") await fromPage(page, connection, welcome, id);
  else await homePage(page, connection, welcome);
}

// Remove what a page has put outside of the main part.
function leavePage() {
  table?.close();
  table = null;
  document.body.classList.remove("mine", "past", "offline");
  document.title = "Magnum Sal";
  turn.textContent = "";
  document.getElementById("more").replaceChildren();
  closeDialog();
  closeReplay();
  quiet();
}

function spoken() {
  const wanted = (navigator.languages ?? []).map((language) => language.slice(0, 2));
  return readSetting("language") ?? wanted.find((language) => language in NAMES) ?? "en";
}

function toggleMenu(isOpen = !document.body.classList.contains("menu-open")) {
  document.body.classList.toggle("menu-open", isOpen);
  menuButton.setAttribute("aria-expanded", String(isOpen));
}

menuButton.addEventListener("click", () => toggleMenu());
document.addEventListener("click", (event) => event.target.closest("header") || toggleMenu(false));
document.addEventListener("keydown", (event) => event.key === "Escape" && toggleMenu(false));
listenToKeys(() => table);
paint(readSetting("theme"));
const show = (language, isChosen) => start(language, isChosen).catch((error) => showError(main, error.message));
listenToRoutes(() => show(spoken()));
// A page that the browser has kept for its Back button shows an old state, and is no longer connected.
addEventListener("pageshow", (event) => event.persisted && location.reload());
const asked = takeLanguage();
show(asked ?? spoken(), asked !== null);
