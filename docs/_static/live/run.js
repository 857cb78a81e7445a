// The examples of a page that run: a bar with buttons below each, an editor in place of its code, and its output.
//
// The build marks the examples (docs/_extensions/run_buttons.py). All of them share one Python. Run runs the page from
// its top down to the example; PageSession in page_session.py decides what has to run again.

import { Python } from "./python.js";

const STOPPED = "Stopped. Python starts again.";
const HINT = "live-hint";

class Example {
  constructor(box, page) {
    this.page = page;
    this.name = `example ${box.dataset.number}`;
    this.file = box.dataset.file ?? null;
    this.shown = box.firstElementChild;
    this.original = box.querySelector("pre").textContent.replace(/\n$/, "");
    this.editor = null;
    this.editing = null;

    this.runButton = button("Run", `Run ${this.name}`, () => this.run());
    this.stopButton = button("Stop", `Stop ${this.name}`, () => this.page.stop());
    this.editButton = button("Edit", `Edit ${this.name}`, () => this.edit().then(() => this.editor?.focus()));
    this.resetButton = button("Reset", `Reset ${this.name} to its original code`, () => this.reset());
    this.status = element("span", { className: "live-status", role: "status" });
    this.progress = element("progress", { hidden: true, ariaLabel: "Python that has arrived" });
    this.bar = element("div", { className: "live-bar" });
    this.bar.append(
      this.runButton, this.stopButton, this.editButton, this.resetButton, this.progress, this.status,
    );
    this.output = element("div", { className: "live-output", role: "region", ariaLabel: `Output of ${this.name}` });
    this.output.setAttribute("aria-live", "polite");
    box.append(this.bar, this.output);
    this.showRunning(false);
    this.resetButton.hidden = this.output.hidden = true;
  }

  get code() {
    return `${this.editor ? this.editor.read() : this.original}\n`;
  }

  // Replace the code by an editor. If the editor cannot be loaded, the code still runs as it is.
  edit() {
    this.editing ??= import("./editor.js").then(({ openEditor }) => {
      const parent = element("div", { className: "live-editor" });
      this.shown.after(parent);
      this.editor = openEditor({
        parent,
        code: this.original,
        label: `Code of ${this.name}`,
        hint: HINT,
        onRun: () => this.run(),
        onLeave: () => this.runButton.focus(),
      });
      this.parent = parent;
      this.shown.hidden = this.editButton.hidden = true;
      this.resetButton.hidden = false;
    }).catch(() => {
      this.editing = null;
      this.status.textContent = "The editor cannot be loaded.";
    });
    return this.editing;
  }

  reset() {
    if (this.page.running === this) this.page.stop();
    this.editor.close();
    this.parent.remove();
    this.editor = this.editing = null;
    this.shown.hidden = this.editButton.hidden = false;
    this.resetButton.hidden = true;
    this.clear();
    this.status.textContent = "The original code is back.";
    this.runButton.focus();
  }

  clear() {
    for (const picture of this.output.querySelectorAll("img")) URL.revokeObjectURL(picture.src);
    this.output.replaceChildren();
    this.output.hidden = true;
    delete this.output.dataset.state;
  }

  async run() {
    if (this.page.running) {
      if (this.page.running !== this) this.status.textContent = "Another example is running. Stop it first.";
      return;
    }
    this.page.running = this;
    const { stops } = this.page;
    this.showRunning(true);
    this.clear();
    try {
      await this.edit();
      if (stops !== this.page.stops) throw new Error(STOPPED); // while the editor was loading
      this.status.textContent = "Running …";
      this.started = null;
      const blocks = this.page.blocksTo(this);
      const isDone = await this.page.python.run(
        blocks,
        (report) => this.show(report, blocks.length),
        (arrived, total) => this.showLoading(arrived, total),
      );
      const seconds = ((performance.now() - this.started) / 1000).toFixed(1);
      this.status.textContent = isDone ? `Done in ${seconds} s` : "This example raised an error.";
      if (isDone && this.output.hidden) this.status.textContent += ", without output";
      this.output.dataset.state = isDone ? "done" : "failed";
    } catch (error) {
      this.status.textContent = error.message === STOPPED ? STOPPED : `Python has ended: ${error.message}`;
      this.output.dataset.state = "stopped";
    }
    this.progress.hidden = true;
    this.showRunning(false);
    this.page.running = null;
  }

  showRunning(isRunning) {
    this.stopButton.hidden = !isRunning;
    this.runButton.setAttribute("aria-disabled", String(isRunning));
  }

  showLoading(arrived, total) {
    this.progress.hidden = arrived >= total;
    this.progress.max = total;
    this.progress.value = arrived;
    const text = arrived < total ? `Loading Python, ${Math.round(total / 1e6)} MB, once …` : "Starting Python …";
    if (this.status.textContent !== text) this.status.textContent = text; // a screen reader reads each change
  }

  show({ kind, text, name }, last) {
    if (kind === "step") {
      this.started ??= performance.now(); // without the time in which Python is loaded
      const isEarlier = Number(text) < last;
      this.status.textContent = isEarlier ? `Running example ${text} of ${last} …` : "Running …";
      return;
    }
    this.output.hidden = false;
    if (kind === "picture") {
      this.output.append(pictureOf(text, name));
      return;
    }
    // Text arrives in parts, which belong to one block.
    let block = this.output.lastElementChild;
    if (block?.dataset.kind !== kind) {
      block = element("pre", { className: `live-${kind}`, tabIndex: 0 });
      block.dataset.kind = kind;
      this.output.append(block);
    }
    block.append(text);
  }
}

// A picture in an image element: its scripts do not run, and it loads nothing.
function pictureOf(svg, name) {
  const picture = element("img", {
    alt: name ? `The picture ${name}` : "The value of the last line as a picture",
    src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
  });
  const figure = element("figure");
  figure.append(picture);
  if (name) figure.append(element("figcaption", { textContent: name }));
  picture.onerror = () => figure.replaceChildren(`${name || "The value of the last line"} is not a valid picture.`);
  return figure;
}

class LivePage {
  running = null;
  stops = 0; // counts how often a run was stopped

  constructor(boxes) {
    const packages = (boxes[0].dataset.packages ?? "").split(" ").filter(Boolean);
    this.python = new Python(packages);
    this.examples = boxes.map((box) => new Example(box, this));
    const hint = element("p", { id: HINT, hidden: true });
    hint.textContent = "Press Ctrl+Enter to run the code, and Escape to leave the editor. The Tab key indents.";
    document.body.append(hint);
  }

  // The code from the top of the page to an example, with the changes in the editors.
  blocksTo(example) {
    return this.examples.slice(0, this.examples.indexOf(example) + 1).map(({ code, file }) => [code, file]);
  }

  stop() {
    this.stops += 1;
    this.python.stop(STOPPED);
    this.python.start().catch(() => {});
  }
}

function element(tag, properties = {}) {
  return Object.assign(document.createElement(tag), properties);
}

function button(text, label, action) {
  const made = element("button", { type: "button", className: "live-button", textContent: text, ariaLabel: label });
  made.addEventListener("click", action);
  return made;
}

// Pages that were opened as files have no workers, and old browsers cannot run Python: both show no buttons.
const boxes = [...document.querySelectorAll(".live-example")];
const canRun = location.protocol.startsWith("http") && "Worker" in window && "WebAssembly" in window;
if (canRun && boxes.length) new LivePage(boxes);
