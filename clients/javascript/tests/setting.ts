// The tests need more than the package: commands that start servers, and the files of the engine.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The command of the library, as JSON in the environment, such as `["python", "-m", "magnum_sal"]`. */
export const COMMAND: string[] = JSON.parse(process.env.MAGNUM_SAL_COMMAND ?? '["magnum-sal"]');
export const STDIO = [...COMMAND, "serve", "--stdio"];
/** The folder with the files of the engine; without it, tests of the worker are skipped. */
export const RUNTIME = process.env.MAGNUM_SAL_RUNTIME ?? null;
/** The reason for skipping the tests of the worker, or false. */
export const NO_RUNTIME = RUNTIME === null && "MAGNUM_SAL_RUNTIME does not name the folder of the runtime";
/** A ruleset in which players have secrets: `lamp:LAMP_GAME` of the examples; without it, tests of secrets are skipped. */
export const LAMPS = process.env.MAGNUM_SAL_LAMPS ?? null;
export const NO_LAMPS = LAMPS === null && "MAGNUM_SAL_LAMPS does not name a ruleset with lamps";

/** A server of tables in a process of its own, with an empty folder. */
export class ServedTables {
  private constructor(
    readonly address: string,
    readonly folder: string,
    readonly process: ChildProcess,
  ) {}

  static async start(...further: string[]): Promise<ServedTables> {
    const folder = await mkdtemp(join(tmpdir(), "tables-"));
    const [program, ...options] = [...COMMAND, "serve", "--port", "0", "--pause", "0", "--folder", folder, ...further];
    const server = spawn(program!, options, { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise<string>((resolve, reject) => {
      let said = "";
      server.stdout!.on("data", (chunk) => {
        said += chunk;
        const found = /http:\/\/localhost:\d+\//.exec(said);
        if (found) resolve(found[0]);
      });
      server.on("close", () => reject(new Error(`the server did not start: ${said}`)));
    });
    return new ServedTables(address, folder, server);
  }

  /** Returns the lines of the only log in the folder, which has the face-down pieces. */
  async log(): Promise<string[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(".jsonl"));
    return (await readFile(join(this.folder, names[0]!), "utf8")).split("\n").filter(Boolean);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.process.kill(signal);
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
