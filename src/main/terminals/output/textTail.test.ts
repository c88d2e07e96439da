import { expect, it } from 'vitest';
import { heldBytes } from '#test/support/heldBytes';
import { TextTail } from './textTail';

it('holds no more than the tail, however much arrives at once', () => {
  const tails = () =>
    Array.from({ length: 10 }, (_, index) => {
      const tail = new TextTail(1_000);
      tail.push(`${index}`.repeat(1_000_000));
      return tail;
    });
  expect(heldBytes(tails)).toBeLessThan(1_000_000);
});
