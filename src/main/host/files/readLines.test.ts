import { open } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { testFolder } from '#test/support/testFolder';
import { type LineRange, readLines, readWhole } from './readLines';

async function read(text: string | Uint8Array, range: LineRange, maximum = 1_000_000) {
  const file = await open(testFolder().write('a.txt', text));
  try {
    const lines = await readLines(file, range, maximum);
    return typeof lines === 'string' ? lines : lines.toString('utf8');
  } finally {
    await file.close();
  }
}

/** What it must come to, on a text that fits in memory. */
function expected(text: string, { start, limit }: LineRange): string {
  const lines = text.split(/(?<=\n)/);
  const from = Math.max(start - 1, 0);
  return lines.slice(from, limit === null ? undefined : from + limit).join('');
}

describe('readLines', () => {
  it('gives the lines asked for, for any text and range', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')),
        fc.integer({ min: -2, max: 14 }),
        fc.option(fc.integer({ min: 0, max: 14 })),
        async (text, start, limit) => {
          expect(await read(text, { start, limit })).toBe(expected(text, { start, limit }));
        },
      ),
      { numRuns: propertyRuns(100), verbose: 1 },
    );
  });

  it('reads across its chunks, of files that are larger than what it may keep', async () => {
    const line = `${'é'.repeat(200)}\n`;
    const text = line.repeat(5_000);
    expect(await read(text, { start: 4_000, limit: 2 }, 1_000)).toBe(line.repeat(2));
    expect(await read(text, { start: 4_999, limit: null }, 1_000)).toBe(line.repeat(2));
    expect(await read(text, { start: 2, limit: 3 }, 1_000)).toBe('too-large');
  });

  it('recognises files that are not text', async () => {
    expect(await read(Buffer.from([97, 0, 98]), { start: 1, limit: null })).toBe('binary');
  });
});

describe('readWhole', () => {
  const whole = async (text: string, size: number) => {
    const file = await open(testFolder().write('a.txt', text));
    try {
      const bytes = await readWhole(file, size);
      return bytes instanceof Buffer ? bytes.toString() : bytes;
    } finally {
      await file.close();
    }
  };

  it('reads all of a file, also of one that has shrunk', async () => {
    const text = 'a line\n'.repeat(100_000);
    expect(await whole(text, text.length)).toBe(text);
    expect(await whole(text, text.length + 10)).toBe(text);
    expect(await whole('', 0)).toBe('');
  });

  it('refuses a file that has grown, and one that is not text', async () => {
    expect(await whole('longer', 5)).toBeNull();
    expect(await whole('a\0b', 3)).toBe('binary');
  });
});
