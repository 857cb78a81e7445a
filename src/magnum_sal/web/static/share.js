// The dialog with a link to the position on the board.

import { button, el, notify, openDialog, word } from "./elements.js";

// Create the link to the position that the page of a table shows, and show it in a dialog.
export async function showShare(page) {
  const at = page.at ?? page.news.steps;
  try {
    const shared = await page.connection.ask("share", { at });
    const address = new URL(shared.path, page.address ?? location.href).href;
    const field = el("input", { type: "text", id: "share-link", readonly: true, value: address, "aria-label": word("link"), onfocus: () => field.select() });
    const row = el("p", { class: "invitation" }, field, button(word("copy"), () => copy(field), { id: "share-copy" }));
    openDialog(word("share"), "share", el("p", {}, word("share_lead")), row, shared.qr ? qrCode(shared.qr) : []);
  } catch (error) {
    page.failed(error);
  }
}

async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard needs HTTPS, which a server at home may lack
  }
  notify(word("copied"));
}

function qrCode(path) {
  const code = el("img", { src: path, alt: word("qr_alt"), class: "qr", loading: "lazy" });
  return el("details", {}, el("summary", {}, word("qr")), code);
}
