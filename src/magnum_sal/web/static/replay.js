// Replays on the pages of the server: a log that is dropped or chosen, and a game that was played at a table.

import { sentenceOfError } from "./connection.js";
import { button, el, notify, quiet, word } from "./elements.js";
import { Viewer } from "./viewer.js";

const LARGEST = 1 << 21; // bytes of a log that the server accepts
const PHONE = matchMedia("(max-width: 760px)");

let section = null; // the part of the page that accepts logs

// Accept logs on a page: add a button to *main*, and accept files that are dropped anywhere on the page.
export function acceptLogs(main, connection) {
  const file = el("input", { type: "file", id: "replay-file", accept: ".jsonl,application/jsonl", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  file.addEventListener("change", () => {
    open(connection, file.files);
    file.value = ""; // so that the same file can be chosen again
  });
  section = el("section", { class: "replay-drop" }, el("p", {}, word("replay_drop")), button(word("replay_choose"), () => file.click(), { id: "choose-log" }), file);
  section.connection = connection;
  main.append(section);
}

// Show only the part of the page that accepts logs.
export function replayPage(main, connection) {
  main.className = "start";
  main.replaceChildren(el("h2", {}, word("replay_watch")));
  acceptLogs(main, connection);
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
  open(section.connection, event.dataTransfer.files);
});

async function open(connection, files) {
  if (!files.length) return;
  if (files.length > 1) return notify(word("replay_one_file"));
  if (files[0].size > LARGEST) return notify(word("replay_too_long"));
  await show(connection, files[0]);
}

// Show the replay of a log above the page.
async function show(connection, log) {
  quiet();
  const root = el("div", {}, el("p", { class: "replay-drawing", role: "status" }, word("replay_drawing")), el("progress", { "aria-label": word("replay_drawing") }));
  const dialog = el("dialog", { class: "replay-dialog", "aria-label": word("replay_watch") }, root);
  let viewer = null;
  let isOpen = true;
  dialog.addEventListener("close", () => {
    isOpen = false;
    viewer?.close();
    dialog.remove();
  });
  const actions = [
    button(word("replay_save"), (event) => save(connection, log, event.currentTarget), { class: "replay-save" }),
    button("×", () => dialog.close(), { class: "replay-close", "aria-label": word("close") }),
  ];
  root.append(el("p", {}, actions[1]));
  document.body.append(dialog);
  dialog.showModal();
  try {
    const data = await connection.replay(log, { view: PHONE.matches ? "narrow" : "wide" });
    if (isOpen) viewer = new Viewer(root, data, { actions });
  } catch (error) {
    if (!isOpen) return;
    dialog.close();
    notify(sentenceOfError(error));
  }
}

async function save(connection, log, pressed) {
  pressed.disabled = true;
  try {
    const page = await connection.replay(log, { form: "page" });
    const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    el("a", { href: address, download: "magnum-sal-replay.html" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  } catch (error) {
    pressed.textContent = sentenceOfError(error); // the notice would be below the replay
  }
  pressed.disabled = false;
}
