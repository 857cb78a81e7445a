// The worker that thinks: bots' moves, hints, long lists, replays and reviews. `Thinker` in Python answers its lines.
//
// The first message is {parts}: what the engine starts from. Then a message is {id, line}, or {cancel: id} to stop a
// review. An answer is {id, reply}; a review also sends {id, progress}. {id, begun} says that the worker begins to think.

import { startEngine } from "../runtime/engine.js";

const REVIEW_NEXT = JSON.stringify({ kind: "review_next" });

let begin = null;
const thinking = new Promise((resolve) => (begin = resolve)).then(startEngine).then((engine) => {
  engine.runPython("from magnum_sal.web._local_thinking import Thinker\nthinker = Thinker()");
  return engine.globals.get("thinker").think;
});
thinking.catch((error) => postMessage({ failed: String(error) }));

let review = null; // the id of the review in progress

onmessage = async ({ data: { id, line, cancel, parts } }) => {
  if (parts) return begin(parts);
  if (cancel !== undefined) {
    if (review === cancel) review = null;
    return undefined;
  }
  const think = await thinking;
  postMessage({ id, begun: true });
  const reply = JSON.parse(think(line));
  if (reply.total === undefined) return postMessage({ id, reply });
  review = id;
  return follow(think, id, reply);
};

// Judge the decisions of a game one by one. Other messages are answered in between.
async function follow(think, id, { done, total }) {
  postMessage({ id, progress: { done, total } });
  await new Promise((resolve) => setTimeout(resolve));
  if (review !== id) return;
  postMessage({ id, begun: true });
  const reply = JSON.parse(think(REVIEW_NEXT));
  if (reply.total !== undefined) return follow(think, id, reply);
  review = null;
  postMessage({ id, reply });
}
