// The settings that a visitor has chosen on this device. Without storage, they choose again on each visit.

const USUAL = {
  theme: "auto",
  speed: "1", // of motion: 0 shows none
  sound: "off",
  confirm: "no", // whether each move is confirmed before it is played
};

export function readSetting(key) {
  try {
    return localStorage.getItem(key) ?? USUAL[key] ?? null;
  } catch {
    return USUAL[key] ?? null;
  }
}

export function keepSetting(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is closed.
  }
}
