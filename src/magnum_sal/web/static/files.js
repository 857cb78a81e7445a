// Files that the page offers for saving.

import { el } from "./dom.js";

const KEPT = 60000; // milliseconds for which the browser can read the file

export function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
