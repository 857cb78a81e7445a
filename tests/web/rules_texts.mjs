// Print the lines about the rules of a table in an invitation and in the dialogs of the table and of all rules, and the
// titles of the rules.
import { pathToFileURL } from "node:url";

const [folder, given] = process.argv.slice(2);
const { welcome, rules, answer } = JSON.parse(given);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { dialogs, learn, textOf } = await load("elements");
const { showRules } = await load("dialogs");
const { hostPanel } = await load("host");
const { joinPage } = await load("join");
learn(welcome.keys, welcome.words);

const parts = [];
const main = { replaceChildren: (...children) => parts.push(...children) };
const connection = { ask: async () => ({ players: ["Ada", "Ben"], seat: 1, ...rules }) };
await joinPage(main, connection, "LINK");
const page = { news: { chairs: [], ...rules }, connection: { ask: async () => answer } };
parts.push(...hostPanel(page));
await showRules(page);
parts.push(...dialogs[0]);
const summaries = dialogs[0].at(-1).texts.map((item) => item.texts[0].texts[0]);
console.log(
  JSON.stringify({
    lines: parts.filter((part) => part.attributes?.class === "played-rules").map(textOf),
    titles: summaries.map(textOf),
  }),
);
process.exit();
