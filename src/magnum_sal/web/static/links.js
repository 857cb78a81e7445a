// Links that a person can pass on: a field with a button that copies it, and its QR code.

import { button, el, notify, word } from "./elements.js";

// Create the field and the button. *name* begins their ids.
export function linkRow(address, name = null) {
  const idOf = (part) => (name === null ? {} : { id: `${name}-${part}` });
  const field = el("input", { type: "text", readonly: true, value: address, "aria-label": word("link"), onfocus: () => field.select(), ...idOf("link") });
  return el("p", { class: "invitation" }, field, button(word("copy"), () => copy(field), idOf("copy")));
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

// Create the part of the page that shows the QR code at a path.
export function qrCode(path, isOpen = false) {
  const code = el("img", { src: path, alt: word("qr_alt"), class: "qr", loading: "lazy" });
  return el("details", { open: isOpen }, el("summary", {}, word("qr")), code);
}
