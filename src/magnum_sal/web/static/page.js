// The frame of every page: its language and colours, and the choice of the page to show.

import { Connection } from "./connection.js";
import { showHost } from "./dialogs.js";
import { el, learn, openDialog, word } from "./elements.js";
import { joinPage, startPage } from "./start.js";
import { TablePage } from "./table.js";

const main = document.getElementById("main");
const turn = document.getElementById("turn");
const menu = document.getElementById("menu");
const menuButton = document.getElementById("menu-button");
const jump = document.getElementById("jump");
const THEMES = ["auto", "light", "dark", "contrast"];
const NAMES = { en: "English", pl: "Polski", de: "Deutsch" };
let table = null;

function kept(key, fallback) {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, a person chooses again on each visit.
  }
}

function paint(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function choice(id, label, options, chosen, choose) {
  const select = el("select", { id, onchange: () => choose(select.value) }, options.map(([value, text]) => el("option", { value }, text)));
  select.value = chosen;
  return [el("label", { for: id, class: "unseen" }, label), select];
}

function showMenu(welcome, language) {
  menu.setAttribute("aria-label", word("menu"));
  menuButton.setAttribute("aria-label", word("menu"));
  jump.setAttribute("aria-label", word("jump"));
  jump.replaceChildren(...["board", "tools", "log"].map((part) => el("a", { href: `#${part}` }, word(`jump_${part}`))));
  document.querySelector(".skip").textContent = word("skip");
  const speak = (code) => {
    keep("language", code);
    start(code);
  };
  const colour = (theme) => {
    keep("theme", theme);
    paint(theme);
  };
  menu.replaceChildren(
    ...choice("language", word("language"), welcome.languages.map((code) => [code, NAMES[code] ?? code]), language, speak),
    ...choice("theme", word("theme"), THEMES.map((theme) => [theme, word(`theme_${theme}`)]), kept("theme", "auto"), colour),
  );
}

async function start(language) {
  const connection = new Connection(language);
  const welcome = await connection.ask("welcome");
  learn(welcome.keys, welcome.words);
  document.documentElement.lang = language;
  showMenu(welcome, language);
  const [, kind, id] = location.pathname.split("/");
  jump.hidden = kind !== "t";
  document.querySelector(".skip").hidden = kind !== "t";
  if (kind === "t") {
    table?.connection.close();
    table = new TablePage(connection.table(decodeURIComponent(id)), language);
    table.bots = welcome.bots;
    table.address = welcome.address;
    table.open(main, turn);
    if (location.hash === "#links") {
      history.replaceState(null, "", location.pathname);
      table.opened = () => showHost(table);
    }
  } else if (kind === "join") await joinPage(main, connection, decodeURIComponent(id));
  else await startPage(main, connection, welcome);
}

function spoken() {
  const wanted = (navigator.languages ?? []).map((language) => language.slice(0, 2));
  return kept("language", wanted.find((language) => language in NAMES) ?? "en");
}

menuButton.addEventListener("click", () => menuButton.setAttribute("aria-expanded", String(menu.classList.toggle("open"))));
paint(kept("theme", "auto"));
start(spoken()).catch((error) => main.replaceChildren(el("p", { class: "lead" }, error.message)));
