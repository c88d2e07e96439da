import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/** What all peers have in common: lines in and out, a journal, and a memory. */
export class Peer {
  constructor() {
    const { values } = parseArgs({
      strict: false,
      allowPositionals: true,
      options: {
        journal: { type: 'string' },
        state: { type: 'string' },
        resume: { type: 'string' },
      },
    });
    this.journalFile = values.journal;
    this.stateFile = values.state;
    this.resumed = values.resume;
    this.isDeaf = false;
    /** What was said, by conversation: `[role, text]`. */
    this.conversations = this.#load();
  }

  /** Calls back with every message; a line that is none is written down and left alone. */
  listen(onMessage) {
    createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
      .on('line', (line) => {
        let message;
        try {
          message = JSON.parse(line);
        } catch {
          this.note({ type: 'garbage', text: line });
          return;
        }
        this.note({ type: 'received', message });
        if (!this.isDeaf) onMessage(message);
        // Whoever is told to be deaf answers nothing any more after that.
        this.isDeaf ||= line.includes(' deaf"');
      })
      .on('close', () => process.exit(0));
  }

  send(message) {
    this.sendLine(JSON.stringify(message));
  }

  sendLine(text) {
    process.stdout.write(`${text}\n`);
  }

  begin(id) {
    this.conversations[id] ??= [];
    this.save();
  }

  remember(id, role, text) {
    this.conversations[id]?.push([role, text]);
    this.save();
  }

  save() {
    if (this.stateFile) writeFileSync(this.stateFile, JSON.stringify(this.conversations));
  }

  note(entry) {
    if (!this.journalFile) return;
    const line = JSON.stringify({ at: Date.now(), pid: process.pid, ...entry });
    appendFileSync(this.journalFile, `${line}\n`);
  }

  #load() {
    if (!this.stateFile || !existsSync(this.stateFile)) return {};
    return JSON.parse(readFileSync(this.stateFile, 'utf8'));
  }
}

/** Requests of ours and their answers, by id. */
export class Questions {
  #open = new Map();
  #next;

  constructor(send, first = 1) {
    this.sendRequest = send;
    this.#next = first;
  }

  ask(method, params) {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      this.sendRequest({ id, method, params });
    });
  }

  /** False for an answer that nothing waits for. */
  settle(message) {
    const resolve = this.#open.get(message.id);
    this.#open.delete(message.id);
    resolve?.(message);
    return resolve !== undefined;
  }
}

export const pieces = ['One ', 'two ', 'three.'];

/** What a command prints. */
export const printed = 'one\n  two\n';

/** Why a turn ended that nobody has heard of, with a sign that is not drawn. */
export const tired = 'tired\u0007 of it';

/** What a prompt tells a peer to do; the rest of it is for people. */
export function firstWord(text) {
  return text.trim().split(/\s+/, 1)[0];
}
