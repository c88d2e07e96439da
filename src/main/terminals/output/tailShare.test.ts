import { expect, it } from 'vitest';
import { TAIL_BLOCK_BYTES } from '#main/terminals/limits';
import { OutputTail } from './outputTail';
import { TailShare } from './tailShare';

const BLOCK = TAIL_BLOCK_BYTES;

function printed(share: TailShare, blocks: number, letter: string): OutputTail {
  const tail = new OutputTail(100 * BLOCK, share);
  for (let block = 0; block < blocks; block++) tail.push(Buffer.alloc(BLOCK, letter));
  return tail;
}

it('limits what all commands keep together, and drops from the longest', () => {
  const share = new TailShare(10 * BLOCK);
  const short = printed(share, 2, 's');
  const long = printed(share, 20, 'l');
  expect(short.text()).toHaveLength(2 * BLOCK);
  expect(short.truncated).toBe(false);
  expect(long.text()).toHaveLength(8 * BLOCK);
  expect(long.truncated).toBe(true);
  const many = Array.from({ length: 30 }, (_, index) => printed(share, 3, `${index % 10}`));
  const kept = [short, long, ...many].reduce((sum, { keptBytes }) => sum + keptBytes, 0);
  // Each tail keeps the block that it is writing to.
  expect(kept).toBeLessThanOrEqual((10 + 32) * BLOCK);
});

it('has room again when a command is released', () => {
  const share = new TailShare(10 * BLOCK);
  printed(share, 9, 'a').letGo();
  const next = printed(share, 9, 'b');
  expect(next.truncated).toBe(false);
});
