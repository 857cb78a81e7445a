// The choice of the connection to the tables. A page names another module in `data-transport`, which exports a Connection like that of
// connection.js.

import { Connection } from "./connection.js";

export async function connect(language) {
  const name = document.documentElement.dataset.transport;
  const transport = name ? await import(new URL(name, document.baseURI)) : { Connection };
  return new transport.Connection(language);
}
