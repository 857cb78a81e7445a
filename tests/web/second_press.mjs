// Press buttons that open tables, at a server that answers when this script says so, and print what is requested.
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { shown } = await load("elements");
const listeners = {};
globalThis.addEventListener = (name, listener) => (listeners[name] = listener);
const { openTable } = await load("seats");

const asked = []; // the tables that the page has requested
const connection = { open: () => new Promise((resolve, reject) => asked.push({ resolve, reject })) };
const press = () => openTable(connection, []);
const seen = {};

let opened = [press(), press()];
asked[0].reject(new Error("full"));
seen.refused = [asked.length, await Promise.all(opened), shown.splice(0)];
opened = [press(), press()];
asked[1].resolve({ table: "t" });
opened.push(opened[0].then(press)); // before the browser has left the page
seen.opened = [asked.length, await Promise.all(opened), location.href];
listeners.hashchange(); // The page without a server shows the table, and can open another one after the game.
press();
seen.later = asked.length;
console.log(JSON.stringify(seen));
