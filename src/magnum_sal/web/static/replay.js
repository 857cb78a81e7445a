// Replays on the pages of the server: of a log that is dropped or chosen, and of a game that was played at a table.

import { sentenceOfError } from "./connection.js";
import { button, el, notify, quiet, word } from "./elements.js";
import { saveFile } from "./files.js";
import { Motion } from "./motion.js";
import { offerGame } from "./recorded.js";
import { Viewer } from "./viewer.js";

const LARGEST = 1 << 21; // bytes of a log that the server accepts
const PHONE = matchMedia("(max-width: 760px)");

let section = null; // the part of the page that accepts logs
export let closeReplay = () => {}; // closes the open replay, if there is one

// Accept logs on a page: add a button to *main*, and accept files that are dropped anywhere on the page.
export function acceptLogs(main, connection, welcome) {
  const file = el("input", { type: "file", id: "replay-file", accept: ".jsonl,application/jsonl", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  file.addEventListener("change", () => {
    open(connection, welcome, file.files);
    file.value = ""; // so that the same file can be chosen again
  });
  section = el("section", { class: "replay-drop" }, el("p", {}, word("replay_drop")), button(word("replay_choose"), () => file.click(), { id: "choose-log" }), file);
  section.open = (files) => open(connection, welcome, files);
  main.append(section);
}

// Show only the part of the page that accepts logs.
export function replayPage(main, connection, welcome) {
  main.className = "start";
  main.replaceChildren(el("h2", {}, word("log_open")));
  acceptLogs(main, connection, welcome);
}

// Show the replay of the game at a table: *page* is the page of the table.
export async function showReplay(page) {
  try {
    await show(page.connection.connection, await page.connection.ask("log"));
  } catch (error) {
    notify(sentenceOfError(error));
  }
}

// Without these listeners, a browser would leave the page to show the file.
const accepts = (event) => section?.isConnected && [...event.dataTransfer.types].includes("Files");
const highlight = (event, isOver) => {
  if (!accepts(event)) return;
  event.preventDefault();
  section.classList.toggle("over", isOver);
};
document.addEventListener("dragover", (event) => highlight(event, true));
document.addEventListener("dragleave", (event) => event.relatedTarget === null && highlight(event, false));
document.addEventListener("drop", (event) => {
  if (!accepts(event)) return;
  highlight(event, false);
  if (!section.closest("[inert]")) section.open(event.dataTransfer.files); // an open replay covers the page
});

async function open(connection, welcome, files) {
  if (!files.length) return;
  if (files.length > 1) return notify(word("replay_one_file"));
  if (files[0].size > LARGEST) return notify(word("replay_too_long"));
  const [log] = files;
  await offerGame(connection, welcome, log, () => show(connection, log));
}

// Show the replay of a log above the page.
async function show(connection, log) {
  quiet();
  const close = button("×", () => closeReplay(), { class: "replay-close", "aria-label": word("close") });
  const root = el("div", {}, el("p", { role: "status" }, word("replay_drawing")), el("progress", { "aria-label": word("replay_drawing") }), close);
  cover(root);
  close.focus();
  try {
    const data = await connection.replay(log, { view: PHONE.matches ? "narrow" : "wide" });
    if (!root.isConnected) return;
    const saving = button(word("replay_save"), () => save(connection, log, saving), { class: "replay-save" });
    const viewer = new Viewer(root, data, { actions: [saving, close], motion: (pictures) => new Motion(pictures) });
    root.addEventListener("end", () => viewer.close());
    close.focus();
  } catch (error) {
    if (!root.isConnected) return;
    closeReplay();
    notify(sentenceOfError(error));
  }
}

// Cover the page with *root* until `closeReplay`. A modal dialog would also cover the pieces that fly over the pictures.
function cover(root) {
  const focused = document.activeElement;
  const others = [...document.body.children].filter((element) => !element.inert);
  const dialog = el("div", { class: "replay-dialog", role: "dialog", "aria-modal": "true", "aria-label": word("replay_watch") }, root);
  const pressed = (event) => event.key === "Escape" && closeReplay();
  closeReplay = () => {
    closeReplay = () => {};
    root.dispatchEvent(new Event("end"));
    dialog.remove();
    for (const element of others) element.inert = false;
    document.body.classList.remove("covered");
    document.removeEventListener("keydown", pressed);
    focused?.focus();
  };
  for (const element of others) element.inert = true;
  document.body.classList.add("covered");
  document.body.append(dialog);
  document.addEventListener("keydown", pressed);
}

async function save(connection, log, pressed) {
  pressed.disabled = true;
  try {
    const page = await connection.replay(log, { form: "page" });
    saveFile("magnum-sal-replay.html", page, "text/html");
  } catch (error) {
    pressed.textContent = sentenceOfError(error); // the notice would be below the replay
  }
  pressed.disabled = false;
}
