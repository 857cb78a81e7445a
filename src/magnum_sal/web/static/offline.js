// The start of a replay file: unpack its data and show it.

import { unpack } from "./frames.js";
import { Motion } from "./motion.js";
import { Viewer } from "./viewer.js";

const root = document.getElementById("replay");

unpack(document.getElementById("replay-data").textContent).then(
  (data) => new Viewer(root, data, { keepsPlace: true, motion: (pictures) => new Motion(pictures) }),
  (error) => root.replaceChildren(String(error)),
);
