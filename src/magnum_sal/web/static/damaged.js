// A game in the browser's storage that cannot be read: what the person can do about it.

import { sentenceOfError } from "./connection.js";
import { button, closeDialog, el, notify, openDialog, word } from "./elements.js";
import { saveFile } from "./files.js";
import { goTo } from "./routes.js";

export function offerRescue(connection, error) {
  const attempt = (work) => async () => {
    try {
      await work();
    } catch (failure) {
      notify(sentenceOfError(failure));
    }
  };
  const download = attempt(async () => saveFile("magnum-sal-damaged.jsonl", await connection.readStored(), "application/jsonl"));
  const forget = attempt(async () => {
    closeDialog();
    await connection.forget();
    goTo("/");
  });
  const askToDelete = () => {
    const yes = button(word("damaged_delete"), forget, { id: "delete-really", class: "danger" });
    openDialog(word("damaged_delete"), "delete", el("p", {}, word("damaged_question")), yes);
  };
  return [
    el("p", { class: "small" }, error.message),
    el("p", { class: "buttons" }, button(word("damaged_download"), download, { id: "download-damaged" }), button(word("damaged_delete"), askToDelete, { id: "delete-damaged", class: "danger" })),
  ];
}
