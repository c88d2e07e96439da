import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ByteSource } from '#main/host/store/fileAccess';
import { LINE_BYTES } from '#main/host/store/limits';
import { bytesOf } from '#test/support/byteSource';
import { readLineBlocks } from './lineBlocks';

async function blocksOf(from: ByteSource, start = 0, end?: number) {
  const blocks: { type: string; text: string; offset: number }[] = [];
  for await (const { type, bytes, offset } of readLineBlocks(from, start, end)) {
    blocks.push({ type, text: bytes.toString('latin1'), offset });
  }
  return blocks;
}

describe('readLineBlocks', () => {
  it('gives every byte once, at its offset, split only after newlines', async () => {
    const content = fc.array(fc.constantFrom('a', 'bc', '\n', '\n\n', 'def\n'), { maxLength: 60 });
    const pieces = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(content, pieces, async (parts, sizes) => {
        const all = parts.join('');
        const blocks = await blocksOf(bytesOf(Buffer.from(all), sizes));
        expect(blocks.map((block) => block.text).join('')).toBe(all);
        let offset = 0;
        for (const block of blocks) {
          expect(block.offset).toBe(offset);
          expect(block.type).toBe(block.text.endsWith('\n') ? 'lines' : 'tail');
          offset += block.text.length;
        }
        expect(blocks.filter((block) => block.type === 'tail').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('reads a range', async () => {
    const blocks = await blocksOf(bytesOf(Buffer.from('one\ntwo\nthree\n')), 4, 8);
    expect(blocks).toEqual([{ type: 'lines', text: 'two\n', offset: 4 }]);
  });

  it('keeps a line whole that is longer than many reads', async () => {
    const long = 'x'.repeat(5_000_000);
    const blocks = await blocksOf(bytesOf(Buffer.from(`a\n${long}\nb`)));
    expect(blocks.map((block) => block.text).join('')).toBe(`a\n${long}\nb`);
    expect(blocks.some((block) => block.text.includes(`${long}\n`))).toBe(true);
    expect(blocks.at(-1)).toEqual({ type: 'tail', text: 'b', offset: long.length + 3 });
  });

  it('skips a line above the maximum length, and finds the next one', async () => {
    const bytes = Buffer.alloc(LINE_BYTES + 5_000_000, 'x');
    bytes.write('\nnext\n', bytes.length - 6);
    const blocks: { type: string; length: number }[] = [];
    let last = '';
    for await (const { type, bytes: part } of readLineBlocks(bytesOf(bytes), 0)) {
      blocks.push({ type, length: part.length });
      last = part.subarray(-6).toString();
    }
    const [first, ...rest] = blocks.map(({ type }) => type);
    expect(first).toBe('piece');
    expect(rest.pop()).toBe('lines');
    expect(new Set(rest)).toEqual(new Set(['more']));
    expect(last).toBe('\nnext\n');
    expect(blocks.reduce((sum, block) => sum + block.length, 0)).toBe(bytes.length);
  });

  it('goes over the bytes of a very long line a few times, not with each read', async () => {
    const bytes = Buffer.alloc(LINE_BYTES / 2, 'x');
    let touched = 0;
    const { copy, lastIndexOf } = Buffer.prototype;
    vi.spyOn(Buffer.prototype, 'copy').mockImplementation(function (this: Buffer, ...given) {
      const copied = copy.apply(this, given);
      touched += copied;
      return copied;
    });
    vi.spyOn(Buffer.prototype, 'lastIndexOf').mockImplementation(function (this: Buffer, ...given) {
      touched += this.length;
      return lastIndexOf.apply(this, given);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    let length = 0;
    for await (const block of readLineBlocks(bytesOf(bytes), 0)) length += block.bytes.length;
    expect(length).toBe(bytes.length);
    // Once by the source of this test, once to look for its end, and what making room for it costs.
    expect(touched).toBeLessThan(6 * bytes.length);
  });

  it('passes on a read error', async () => {
    const broken: ByteSource = { read: async () => Promise.reject(new Error('EIO')) };
    await expect(blocksOf(broken)).rejects.toThrow('EIO');
  });
});
