// A JavaScript program that plays by the rules without implementing them: node ask_the_rules.js [COMMAND]
// It exchanges JSON lines with `magnum-sal serve --stdio`; see docs/reference/stdio-protocol.md.
"use strict";
const { spawn } = require("node:child_process");
const readline = require("node:readline");

const WHERE = ".venv/bin/magnum-sal serve --stdio";
const command = process.argv[2] ?? "magnum-sal serve --stdio";
if (process.argv.length > 3 || command.startsWith("-")) giveUp('usage: node ask_the_rules.js ["magnum-sal serve --stdio"]');
const [program, ...options] = command.split(" ");
const server = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
server.on("error", () =>
  giveUp(`${program} cannot be started: say where it is, as in "${WHERE}"`),
);
server.stdin.on("error", () => {}); // the server has ended; the missing answer is reported below
const answers = readline.createInterface({ input: server.stdout })[Symbol.asyncIterator]();
let asked = 0;

// Sends a request and waits for its answer. A refusal becomes an error with the library's sentence.
async function ask(request) {
  server.stdin.write(JSON.stringify({ ...request, id: ++asked }) + "\n");
  const { value: line, done } = await answers.next();
  if (done) throw new Error(`${command} has ended without an answer`);
  const answer = JSON.parse(line);
  if (answer.type === "error") throw new Error(`${answer.code}: ${answer.sentence}`);
  return answer;
}

// Answers question after question with the default or first answer, until the move is complete.
async function chosen(session, type) {
  let choice = await ask({ type: "choices", session, taken: [["type", type]] });
  while (choice.move === null) {
    const taken = [...choice.taken, [choice.question, choice.usual ?? choice.answers[0]]];
    choice = await ask({ type: "choices", session, taken });
  }
  return choice.move;
}

async function main() {
  await ask({ type: "hello", protocol: 1 });
  const { session } = await ask({ type: "new_game", players: ["Ada", "Ben"], seed: 7 });
  for (const type of ["place_miner", "visit_workshop"]) {
    const move = await chosen(session, type);
    const { effects } = await ask({ type: "effects", session, move });
    console.log(JSON.stringify(move) + ":", effects.money[0] || effects.money[1], "groszy");
    await ask({ type: "apply", session, move });
    const { words } = await ask({ type: "step_in_words", session });
    words.forEach((sentence) => console.log(" ", sentence));
  }
  const move = { type: "place_miner", source: "stock", target: "S3" };
  await ask({ type: "apply", session, move }).catch((error) => console.log(error.message));
  const { scores } = await ask({ type: "position", session });
  console.log(scores.map(({ seat, total }) => `seat ${seat}: ${total}`).join(", "));
  server.stdin.end();
}

function giveUp(what) {
  process.stderr.write(`ask_the_rules.js: ${what}\n`);
  process.exit(2);
}

main().catch((error) => giveUp(error.message));
