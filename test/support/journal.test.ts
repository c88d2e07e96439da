import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal';
import { testFolder } from './testFolder';

const line = (entry: object) => `${JSON.stringify({ at: 1, pid: 2, ...entry })}\n`;

describe('Journal', () => {
  it('waits for an entry that is written piece by piece', async () => {
    const journal = new Journal(testFolder().join('journal.ndjson'));
    expect(journal.entries()).toEqual([]);
    const ended = journal.waitFor('exiting', ({ code }) => code === 3);
    const text = line({ type: 'exiting', code: 1 }) + line({ type: 'exiting', code: 3 });
    for (const piece of [text.slice(0, 50), text.slice(50, -1), text.slice(-1)]) {
      appendFileSync(journal.file, piece);
    }
    expect(await ended).toMatchObject({ code: 3 });
    expect(journal.of('exiting')).toHaveLength(2);
  });

  it('shows the last entries when no matching one came', async () => {
    const journal = new Journal(testFolder().join('journal.ndjson'));
    appendFileSync(journal.file, line({ type: 'inputEnded' }));
    await expect(journal.waitFor('signal', () => true, 20)).rejects.toThrow(
      /No fitting "signal".*1 entries:\n.*inputEnded/s,
    );
  });
});
