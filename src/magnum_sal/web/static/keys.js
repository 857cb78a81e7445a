// The keys of the table: digits choose an answer, and letters use the tools.

let isInUse = false; // whether the last input came from the keyboard
document.addEventListener("keydown", () => (isInUse = true), true);
document.addEventListener("pointerdown", () => (isInUse = false), true);

// Return whether the player uses the keyboard at the moment.
export function usesKeys() {
  return isInUse;
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

// *findPage* returns the page of the open table, or null.
export function listenToKeys(findPage) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, dialog, [contenteditable]");
    if (isTyping || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = findPage();
    // A replay or a dialog covers the table, wherever the focus is.
    if (!page?.news || page.isGone || document.querySelector("dialog[open], .replay-dialog")) return;
    if (press(page, event)) event.preventDefault();
  });
}

// Leave what is open: the playback, the hints, or a question. Return whether anything was open.
function leave(page) {
  if (page.playback.isPlaying) page.playback.skip();
  else if (page.hints.isOpen) page.hints.close();
  else return page.choosing.back();
  return true;
}

// Carry out a key, and return whether it has a meaning.
function press(page, event) {
  const { key } = event;
  const isOnButton = event.target.closest("button, a, summary");
  if (/^[1-9]$/.test(key)) return page.choosing.pick(Number(key));
  if (key === "Enter") return !isOnButton && page.choosing.confirm();
  if (key === "Escape") return leave(page);
  if (key in STEPS) return (page.step(STEPS[key]), true);
  const tool = { u: "undo", r: "redo", h: "hint" }[key];
  const found = tool && document.getElementById(`tool-${tool}`);
  if (!found || found.disabled || found.hidden) return false;
  found.click();
  return true;
}
