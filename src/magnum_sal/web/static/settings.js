// The settings that a visitor has chosen on this device. Without storage, they choose again on each visit.

const USUAL = {
  theme: "auto",
  speed: "1", // of motion: 0 shows none
  sound: "off",
  confirm: "no", // whether each move is confirmed before it is played
};

const unstored = {}; // the choices that last until the page is closed

export function readSetting(key) {
  let stored = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // This browser stores nothing.
  }
  return unstored[key] ?? stored ?? USUAL[key] ?? null;
}

export function keepSetting(key, value) {
  try {
    localStorage.setItem(key, value);
    delete unstored[key];
  } catch {
    unstored[key] = value;
  }
}
