import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Entries that hold what a scenario says: a flood would fill memory and disk of whoever reads the journal. */
const SHORTENED = new Set(['step', 'asked']);
/** Characters of each of their texts. */
const TEXT_CHARACTERS = 64 * 1024;

/** Writes one JSON line per entry, at once, so that even a killed agent has told all. */
export class Journal {
  #file;

  constructor(path) {
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a');
  }

  /** @param {Record<string, unknown>} entry One of `journalEntry.ts`, without its stamp. */
  write(entry) {
    if (this.#file === undefined) return;
    const stamped = { at: Date.now(), pid: process.pid, ...entry };
    const text = JSON.stringify(stamped, SHORTENED.has(entry.type) ? shortened : undefined);
    writeSync(this.#file, `${text}\n`);
  }
}

function shortened(_key, value) {
  return typeof value === 'string' ? value.slice(0, TEXT_CHARACTERS) : value;
}
