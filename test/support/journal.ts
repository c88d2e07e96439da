import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import type { EntryOf, JournalEntry } from '../agent/journalEntry';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './limits';

const SHOWN_ENTRIES = 12;

type Type = JournalEntry['type'];

/** A scripted agent's record of its run. Can be read while the agent writes. */
export class Journal {
  constructor(readonly file: string) {}

  entries(): readonly JournalEntry[] {
    if (!existsSync(this.file)) return [];
    const text = readFileSync(this.file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line): JournalEntry => JSON.parse(line));
  }

  of<T extends Type>(type: T): readonly EntryOf<T>[] {
    return this.entries().filter((entry): entry is EntryOf<T> => entry.type === type);
  }

  /** The first matching entry of that type, past or future. */
  async waitFor<T extends Type>(
    type: T,
    fits: (entry: EntryOf<T>) => boolean = () => true,
    timeout = DEFAULT_TIMEOUT_MILLISECONDS,
  ): Promise<EntryOf<T>> {
    const watcher = watch(dirname(this.file));
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const look = () => {
          const found = this.of(type).find(fits);
          if (found) resolve(found);
        };
        watcher.on('change', look);
        watcher.on('error', reject);
        timer = setTimeout(() => reject(this.timedOut(type, timeout)), timeout);
        look();
      });
    } finally {
      watcher.close();
      clearTimeout(timer);
    }
  }

  /** The agent has begun a step of that name. */
  waitForStep(name: string, timeout?: number): Promise<EntryOf<'step'>> {
    return this.waitFor('step', (entry) => entry.name === name, timeout);
  }

  private timedOut(type: Type, timeout: number): Error {
    const entries = this.entries();
    const last = entries.slice(-SHOWN_ENTRIES).map((entry) => shown(entry));
    return new Error(
      `No fitting "${type}" in the agent's journal after ${timeout} ms. ` +
        `The last of its ${entries.length} entries:\n${last.join('\n')}`,
    );
  }
}

/** Without the environment, which would hide everything else. */
function shown(entry: JournalEntry): string {
  const { at: _at, ...rest } = entry;
  const told = rest.type === 'started' ? { ...rest, env: undefined } : rest;
  return inspect(told, { depth: 6, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 });
}
