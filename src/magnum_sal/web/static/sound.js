// Short sounds of pieces and coins, which the browser computes. They are off until the player switches them on.

import { readSetting } from "./settings.js";

// For each sound, the tones: their frequency in hertz, their start and their length in seconds.
const TONES = {
  piece: [[190, 0, 0.06]],
  coin: [
    [1320, 0, 0.09],
    [1980, 0.05, 0.25],
  ],
};
const LOUDNESS = 0.12;
let context = null;

// Play "piece" or "coin" if the player wants sounds.
export function play(name) {
  if (readSetting("sound") !== "on") return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of TONES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = context.currentTime + start;
    tone.type = name === "coin" ? "sine" : "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
