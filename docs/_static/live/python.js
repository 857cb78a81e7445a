// Python for the examples of a page: a worker, which is replaced when it is stopped or broken.

const WORKER = new URL("run_worker.js", import.meta.url);

export class Python {
  #worker = null;
  #ready = null;
  #fail = null;
  #listener = null;

  constructor(packages) {
    this.packages = packages;
  }

  // Load Python unless that has begun, and resolve when it can run examples. *onLoading* is called with the bytes that
  // have arrived and the bytes of all files.
  start(onLoading = () => {}) {
    this.onLoading = onLoading;
    if (this.#ready === null) {
      const worker = new Worker(WORKER, { type: "module" });
      this.#worker = worker;
      this.#ready = new Promise((resolve, reject) => {
        this.#fail = reject;
        worker.onmessage = ({ data }) => {
          if (data.kind === "loading") this.onLoading(...data.text.split(" ").map(Number));
          else if (data.kind === "ready") resolve();
          else if (data.kind === "broken") this.stop(data.text);
          else this.#listener?.(data);
        };
        worker.onerror = (event) => this.stop(event.message || "a file cannot be loaded");
      });
      this.#ready.catch(() => {}); // each run waits for it and reports the error
      worker.postMessage({ packages: this.packages });
    }
    return this.#ready;
  }

  // Run the last of *blocks*, and return whether it succeeded. Call *onReport* with everything it reports.
  async run(blocks, onReport, onLoading) {
    await this.start(onLoading);
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#listener = (report) => {
        if (report.kind === "done") resolve(report.text === "succeeded");
        else onReport(report);
      };
      this.#worker.postMessage({ blocks });
    });
  }

  // End the worker, whatever it does. A run that waits fails with *reason*.
  stop(reason) {
    const fail = this.#fail;
    this.#worker?.terminate();
    this.#worker = this.#ready = this.#fail = this.#listener = null;
    fail?.(new Error(reason));
  }
}
