// The dialog with a link to the position on the board.

import { el, openDialog, word } from "./elements.js";
import { linkRow, qrCode } from "./links.js";
import { pageAddress } from "./routes.js";

// Create the link to the position that the page of a table shows, and show it in a dialog.
export async function showShare(page) {
  const at = page.at ?? page.news.steps;
  try {
    const shared = await page.connection.ask("share", { at });
    const row = linkRow(new URL(pageAddress(shared.path), page.address ?? location.href).href, "share");
    openDialog(word("share"), "share", el("p", {}, word("share_lead")), row, shared.qr ? qrCode(shared.qr) : []);
  } catch (error) {
    page.failed(error);
  }
}
