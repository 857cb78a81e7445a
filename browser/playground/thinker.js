// The other side of thinking_worker.js: a promise for each line.

export class Thinker {
  constructor() {
    this.waiting = new Map(); // for each line, how to answer it
    this.count = 0;
    this.failure = null;
    this.worker = new Worker(new URL("thinking_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.heard({ failed: event.message ?? "the worker has failed" });
  }

  // Return the reply to a line. *onProgress* is called while a review is in progress.
  ask(line, { onProgress = () => {}, signal = null } = {}) {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      signal?.addEventListener("abort", () => {
        this.worker.postMessage({ cancel: id });
        this.waiting.delete(id);
        reject(signal.reason);
      });
      this.worker.postMessage({ id, line });
    });
  }

  heard({ id, reply, progress, failed }) {
    if (failed !== undefined) {
      this.failure = new Error(failed);
      for (const { reject } of this.waiting.values()) reject(this.failure);
      this.waiting.clear();
    }
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (progress) return asked.onProgress(progress);
    this.waiting.delete(id);
    asked.resolve(reply);
  }
}
