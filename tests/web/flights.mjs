// Read steps of games as lines of JSON, each a list of events, and print what flights.js makes of them.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { backwards, figuresOf, motionsOf, spacesBetween } = await import(pathToFileURL(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const events = JSON.parse(line);
  const motions = motionsOf(events).map((motion) => ({ ...motion, passed: motion.target ? spacesBetween(motion) : [] }));
  console.log(JSON.stringify({ motions, figures: figuresOf(motions), back: motionsOf(backwards(events)) }));
}
