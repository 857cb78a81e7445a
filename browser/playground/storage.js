// The games on this device: for each table its seating, its standing and the lines of its log, in the browser's database.
//
// A change is stored as a whole or not at all, so a log never ends in the middle of a line.

const NAME = "magnum-sal";
const VERSION = 1;

export class Storage {
  constructor(database) {
    this.database = database; // null if the browser stores nothing; the games then last as long as the page
  }

  static async open() {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("tables", { keyPath: "table" });
        request.result.createObjectStore("lines"); // the key is the id of the table and the number of the part
      };
      return new Storage(await resultOf(request));
    } catch (error) {
      console.warn("the games cannot be stored", error);
      return new Storage(null);
    }
  }

  // Whether the browser stores games at all.
  get isKept() {
    return this.database !== null;
  }

  // Return the stored tables without their logs, those that changed last at the end.
  async list() {
    if (!this.database) return [];
    const found = await resultOf(this.database.transaction("tables").objectStore("tables").getAll());
    return found.sort((one, other) => one.changed - other.changed);
  }

  // Return the log of a table; it is empty if none is stored.
  async readLog(table) {
    if (!this.database) return "";
    const parts = await resultOf(this.database.transaction("lines").objectStore("lines").getAll(keysOf(table)));
    return parts.join("");
  }

  // Return everything that is stored of a table, as a text: its log, or without one its other parts.
  async readAll(table) {
    const log = await this.readLog(table);
    if (log || !this.database) return log;
    return JSON.stringify((await resultOf(this.database.transaction("tables").objectStore("tables").get(table))) ?? null);
  }

  // Delete a table.
  async forget(table) {
    if (!this.database) return;
    const transaction = this.database.transaction(["tables", "lines"], "readwrite");
    transaction.objectStore("tables").delete(table);
    transaction.objectStore("lines").delete(keysOf(table));
    await endOf(transaction);
  }

  // Store the changes of tables. Closed lessons are forgotten.
  async keep(changes) {
    if (!this.database || !changes.length) return;
    const transaction = this.database.transaction(["tables", "lines"], "readwrite");
    const [tables, lines] = ["tables", "lines"].map((name) => transaction.objectStore(name));
    for (const { table, arrangement, standing, lines: added } of changes) {
      if (arrangement.is_closed && arrangement.lesson) {
        tables.delete(table);
        lines.delete(keysOf(table));
        continue;
      }
      const known = await resultOf(tables.get(table));
      const parts = (known?.parts ?? 0) + (added ? 1 : 0);
      if (added) lines.add(added, [table, parts]);
      tables.put({ table, arrangement, standing, parts, changed: Date.now() });
    }
    await endOf(transaction);
  }
}

function endOf(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}

function keysOf(table) {
  return IDBKeyRange.bound([table], [table, []]); // an array comes after all numbers
}

function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
