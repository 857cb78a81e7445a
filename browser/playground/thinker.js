// The other side of thinking_worker.js: a promise for each line.

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
    this.worker = new Worker(new URL("thinking_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.heard({ failed: event.message ?? "the worker has failed" });
    // The files of the packages stay here, too, because the engine of this worker reads them.
    const buffers = [this.parts.library, this.parts.snapshot].filter(Boolean).map(({ buffer }) => buffer);
    this.worker.postMessage({ parts: this.parts }, buffers);
    this.parts = null;
  }

  // Return the reply to a line. *onProgress* is called while a review is in progress.
  ask(line, { onProgress = () => {}, signal = null } = {}) {
    if (this.failure) return Promise.reject(this.failure);
    this.start();
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
