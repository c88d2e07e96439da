import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOURNAL_LINE_BYTES } from '#main/airlock/limits';
import { testFolder } from '#test/support/testFolder';
import { LedgerFile } from './ledger';

// Shows I19.

const numbers = (value: unknown) => (typeof value === 'number' ? value : null);

async function readAll(path: string) {
  const { journal, records, repair } = await LedgerFile.open(path, numbers);
  await journal.close();
  return { records, ...repair };
}

describe('LedgerFile', () => {
  it('returns the appended entries in order', async () => {
    const path = testFolder().join('deep', 'journal.ndjson');
    const { journal, records } = await LedgerFile.open(path, numbers);
    expect(records).toEqual([]);
    await Promise.all([journal.append([1, 2]), journal.append([3])]);
    await journal.close();
    expect(await readAll(path)).toEqual({ records: [1, 2, 3], tornBytes: 0, unreadLines: 0 });
  });

  it('is readable after a cut at any byte, and continues after the last whole line', async () => {
    const folder = testFolder();
    const whole = '1\n22\n333\n';
    for (let length = 0; length <= whole.length; length++) {
      const path = folder.join(`torn${length}.ndjson`);
      writeFileSync(path, whole.slice(0, length));
      const { journal, records, repair } = await LedgerFile.open(path, numbers);
      const lines = whole.slice(0, length).split('\n').slice(0, -1).map(Number);
      expect(records).toEqual(lines);
      expect(repair.tornBytes).toBe(length - lines.join('\n').length - (lines.length > 0 ? 1 : 0));
      await journal.append([4444]);
      await journal.close();
      expect((await readAll(path)).records).toEqual([...lines, 4444]);
    }
  });

  it('takes lines that belong together whole or not at all, and keeps what it cut off', async () => {
    const folder = testFolder();
    const parse = (value: unknown) => (value as { n?: number }).n ?? null;
    const line = (n: number, more = false) => `${JSON.stringify({ ...(more && { more }), n })}\n`;
    const first = line(1) + line(2, true) + line(3);
    const second = line(4, true) + line(5, true) + line(6);
    for (let length = 0; length <= second.length; length++) {
      const path = folder.join(`batch${length}.ndjson`);
      writeFileSync(path, first + second.slice(0, length));
      const { journal, records, repair } = await LedgerFile.open(path, parse);
      await journal.close();
      const isWhole = length === second.length;
      expect(records).toEqual(isWhole ? [1, 2, 3, 4, 5, 6] : [1, 2, 3]);
      expect(repair).toEqual({ tornBytes: isWhole ? 0 : length, unreadLines: 0 });
      expect(readFileSync(path, 'utf8')).toBe(isWhole ? first + second : first);
      if (isWhole || length === 0) continue;
      expect(readFileSync(`${path}.torn`, 'utf8')).toBe(`${second.slice(0, length)}\n`);
    }
  });

  it('takes lines to which an earlier version has added its own', async () => {
    const text = '{"n":1,"more":true}\n{"n":2,"more":true}\n{"n":3}\n{"n":4}\n';
    const path = testFolder().write('journal.ndjson', text);
    const parse = (value: unknown) => (value as { n?: number }).n ?? null;
    const { journal, records } = await LedgerFile.open(path, parse);
    await journal.close();
    expect(records).toEqual([1, 2, 3, 4]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('skips unknown entries, and leaves them in the file', async () => {
    const path = testFolder().write('journal.ndjson', '1\nnot json\n{"v":9}\n\n2\n');
    expect(await readAll(path)).toEqual({ records: [1, 2], tornBytes: 0, unreadLines: 3 });
    appendFileSync(path, '3\n');
    expect((await readAll(path)).records).toEqual([1, 2, 3]);
    expect(readFileSync(path, 'utf8')).toContain('not json');
  });

  it('takes no line that it could not read again', async () => {
    const path = testFolder().join('journal.ndjson');
    const texts = (value: unknown) => (typeof value === 'string' ? value : null);
    const { journal } = await LedgerFile.open(path, texts);
    const long = 'x'.repeat(JOURNAL_LINE_BYTES - 1);
    await expect(journal.append(['one', long])).rejects.toMatchObject({ code: 'refused' });
    await journal.append(['two', long.slice(1)]);
    await journal.close();
    const { journal: again, records, repair } = await LedgerFile.open(path, texts);
    await again.close();
    expect([records.length, repair.unreadLines]).toEqual([2, 0]);
  });

  it.each<readonly [string, (path: string) => void]>([
    ['cut to nothing', (path) => truncateSync(path)],
    ['deleted', (path) => rmSync(path)],
    ['replaced', (path) => renameSync(`${path}.other`, path)],
    [
      'replaced, under another name kept,',
      (path) => {
        renameSync(path, `${path}.backup`);
        renameSync(`${path}.other`, path);
      },
    ],
    ['put longer text into', (path) => writeFileSync(path, '1\n7\n')],
  ])('takes nothing more once another program has %s the file', async (_, damage) => {
    const path = testFolder().join('journal.ndjson');
    const { journal } = await LedgerFile.open(path, numbers);
    await journal.append([1]);
    writeFileSync(`${path}.other`, '7\n');
    damage(path);
    await expect(journal.append([2])).rejects.toThrow(
      `Another program has deleted, replaced or changed the list of this session’s changes. Nothing more can be decided here: restore ${path}, then restart Airlock.`,
    );
    await journal.close();
    for (const name of [path, `${path}.backup`]) {
      if (existsSync(name)) expect(readFileSync(name, 'utf8')).not.toContain('2');
    }
  });
});
