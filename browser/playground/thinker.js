// The other side of thinking_worker.js: a promise for each line, with a limit on its time.

import { loadParts } from "../runtime/engine.js";

export class Thinker {
  // *parts* are those of the engine. The worker gets them when it starts.
  constructor(parts) {
    this.parts = parts;
    this.waiting = new Map(); // for each line, how to answer it
    this.count = 0;
    this.failure = null;
    this.worker = null;
  }

  start() {
    if (this.worker) return;
    const worker = new Worker(new URL("thinking_worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => worker === this.worker && this.heard(data);
    worker.onerror = (event) => this.heard({ failed: event.message ?? "the worker has failed" });
    const begin = (parts) => {
      // The files of the packages stay here, too, because the engine of this worker reads them.
      const buffers = [parts.library, parts.snapshot].filter(Boolean).map(({ buffer }) => buffer);
      worker.postMessage({ parts }, buffers);
    };
    // A worker that starts after another one was stopped needs the parts again, which the first one took.
    if (this.parts) begin(this.parts);
    else loadParts().then(begin, (error) => this.heard({ failed: String(error) }));
    this.parts = null;
  }

  // Return the reply to a line. If the worker thinks about it for longer than *seconds*, it is stopped, and the reply is
  // *late*. A line that waits for others does not use up its time. *onProgress* is called while a review is in progress,
  // each of whose decisions has *seconds*.
  ask(line, { seconds = 0, late = null, onProgress = () => {}, signal = null } = {}) {
    if (this.failure) return Promise.reject(this.failure);
    this.start();
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { line, seconds, late, resolve, reject, onProgress, timer: 0 });
      signal?.addEventListener("abort", () => {
        this.worker.postMessage({ cancel: id });
        this.end(id);
        reject(signal.reason);
      });
      this.worker.postMessage({ id, line });
    });
  }

  // Forget a line that needs no answer any more, and return how to answer it.
  end(id) {
    const asked = this.waiting.get(id);
    clearTimeout(asked?.timer);
    this.waiting.delete(id);
    return asked;
  }

  heard({ id, begun, reply, progress, failed }) {
    if (failed !== undefined) {
      this.failure = new Error(failed);
      for (const waiting of [...this.waiting.keys()]) this.end(waiting).reject(this.failure);
    }
    const asked = this.waiting.get(id);
    if (!asked) return;
    clearTimeout(asked.timer);
    if (begun) asked.timer = asked.seconds && setTimeout(() => this.stop(id), 1000 * asked.seconds);
    else if (progress) asked.onProgress(progress);
    else this.end(id).resolve(reply);
  }

  // Stop the worker, which thinks for too long about a line. Another worker begins with the lines that wait.
  stop(id) {
    this.worker.terminate();
    this.worker = null;
    const { resolve, late } = this.end(id);
    resolve(late);
    this.start();
    for (const [waiting, { line, timer }] of this.waiting) {
      clearTimeout(timer);
      this.worker.postMessage({ id: waiting, line });
    }
  }
}
