// Print the lines about the rules of a table in an invitation and in the dialog of the table.
import { pathToFileURL } from "node:url";

const [folder, given] = process.argv.slice(2);
const { welcome, ruleset_words } = JSON.parse(given);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { learn, textOf } = await load("elements");
const { hostPanel } = await load("host");
const { joinPage } = await load("join");
learn(welcome.keys, welcome.words);

const parts = [];
const main = { replaceChildren: (...children) => parts.push(...children) };
const connection = { ask: async () => ({ players: ["Ada", "Ben"], seat: 1, ruleset_words }) };
await joinPage(main, connection, welcome, "LINK");
parts.push(...hostPanel({ news: { chairs: [], ruleset_words }, rulesets: welcome.rulesets }));
console.log(JSON.stringify(parts.filter((part) => part.attributes?.class === "played-rules").map(textOf)));
process.exit();
