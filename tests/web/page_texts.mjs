// Print what the page says about the given players, the given end and the given chance, with the given words.
import { pathToFileURL } from "node:url";

const [folder, given] = process.argv.slice(2);
const { words, bot, news, standing, chance } = JSON.parse(given);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { learn, textOf, word } = await load("elements");
const { describePerson } = await load("people");
const { describeResult } = await load("end");
const { Hints } = await load("hints");
const { ChancesGraph } = await load("chances");
learn(Object.keys(words), Object.values(words));

const page = { news: { to_move: 0 } };
const person = { name: "Ada", player: "human", player_words: "", is_taken: true, stand_in: bot };
const seat = { name: "Ben", player: "bot", player_words: bot, is_taken: true, stand_in: null };
const entry = { chance, error: 1, told: [""], words: "", move: {} };
const value = { parentElement: document.body };
const graph = { chances: [[chance]], marker: document.body, values: [value], share: () => "", word };
ChancesGraph.prototype.show.call(graph, 0);
console.log(
  JSON.stringify({
    people: [person, seat].map((chair) => textOf(describePerson(page, chair, 0))),
    result: describeResult(news, standing),
    chances: [textOf(Hints.prototype.entry.call({}, entry, entry, [])[0]), value.textContent],
  }),
);
process.exit();
