import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { AnswerQueue, type Transport } from "./channel.js";

/** Milliseconds that a server has for ending by itself. */
const PATIENCE = 5000;

/** Starts a server as a process, and exchanges lines with it. Needs Node or a runtime with its modules. */
export async function startProcess(command: readonly string[]): Promise<Transport> {
  const [program, ...options] = command;
  if (!program) throw new TypeError("process: name the program to start, as in ['magnum-sal', 'serve', '--stdio']");
  // These modules do not exist in browsers, so they are imported only here.
  const { spawn } = await import("node:child_process");
  const { createInterface } = await import("node:readline");
  const queue = new AnswerQueue();
  const server: ChildProcessWithoutNullStreams = spawn(program, options);
  server.stderr.pipe(process.stderr, { end: false });
  server.on("error", (error) => queue.lose(`${program} cannot be started: ${error.message}`));
  const ended = new Promise<void>((resolve) => {
    server.on("close", () => {
      queue.lose(`${command.join(" ")} has ended`);
      resolve();
    });
  });
  server.stdin.on("error", () => {}); // The end of the process is reported by "close".
  createInterface({ input: server.stdout, crlfDelay: Infinity }).on("line", (line) => queue.receive(line));
  return {
    exchange: (line) => queue.ask(() => server.stdin.write(`${line}\n`)),
    close: async () => {
      server.stdin.end(); // The server ends when its input ends.
      const timer = setTimeout(() => server.kill(), PATIENCE);
      await ended;
      clearTimeout(timer);
    },
  };
}
