// Converts schemas with json-schema-to-typescript: node tools/convert_schemas.cjs SCHEMAS TYPES (nox -s typescript).
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");
const { compile } = createRequire(path.join(process.cwd(), "index.js"))("json-schema-to-typescript");

async function main([schemas, types]) {
  for (const name of fs.readdirSync(schemas).filter((name) => name.endsWith(".json"))) {
    const schema = JSON.parse(fs.readFileSync(path.join(schemas, name), "utf8"));
    const text = await compile(schema, schema.title);
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "");
    if (/\bnever\b/.test(code)) throw new Error(`${name}: a part of it became "never"`);
    fs.writeFileSync(path.join(types, name.replace(/\.json$/, ".ts")), text);
    console.log(`${name}: ${text.length} characters`);
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
