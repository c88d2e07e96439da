import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

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
    writeSync(this.#file, `${JSON.stringify({ at: Date.now(), pid: process.pid, ...entry })}\n`);
  }
}
