import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { LineSplitter } from "./answers.js";
import { AnswerQueue, type Transport } from "./channel.js";
import { words } from "./errors.js";

/** Milliseconds until a server that has not ended is killed. */
const PATIENCE = 5000;

/** Starts a server as a process, and exchanges lines with it. Needs Node or a runtime with its modules. */
export async function startProcess(command: readonly string[]): Promise<Transport> {
  const [program, ...options] = Array.isArray(command) ? command : [];
  if (!program) throw new TypeError("process: name the program to start, as in ['magnum-sal', 'serve', '--stdio']");
  // These modules do not exist in browsers, so they are imported only here.
  const { spawn } = await import("node:child_process");
  const queue = new AnswerQueue();
  const lines = new LineSplitter();
  const server: ChildProcessWithoutNullStreams = spawn(program, options);
  server.stderr.pipe(process.stderr, { end: false });
  server.on("error", (error) => queue.lose(`${program} cannot be started: ${error.message}`));
  const ended = new Promise<void>((resolve) => {
    // "close" comes after the last output, but not before programs that the process has started have ended, too.
    server.on("exit", () => resolve());
    server.on("close", (status, signal) => {
      queue.lose(`${command.join(" ")} has ended, with the ${signal ? `signal ${signal}` : `status ${status}`}`);
      resolve();
    });
  });
  server.stdin.on("error", () => {}); // The end of the process is reported by "close".
  server.stdout.setEncoding("utf8").on("data", (part: string) => {
    try {
      for (const line of lines.split(part)) queue.receive(line);
    } catch (error) {
      queue.lose(`${command.join(" ")} was ended: ${words(error)}`);
      server.stdout.destroy();
      server.kill("SIGKILL");
    }
  });
  return {
    exchange: (line) => queue.ask(() => server.stdin.write(`${line}\n`)),
    lost: queue.lost,
    close: async () => {
      server.stdin.end(); // The server ends when its input ends.
      const timer = setTimeout(() => server.kill("SIGKILL"), PATIENCE);
      await ended;
      clearTimeout(timer);
      server.stdout.destroy();
    },
  };
}
