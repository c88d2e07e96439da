import { expect, it } from 'vitest';
import { heldBytes } from '#test/support/heldBytes';
import { TERMINAL_TAIL_LENGTH } from './limits';
import { TerminalTail } from './terminalTail';

const LONG = 100 * TERMINAL_TAIL_LENGTH;

it('holds no more than the tail, however much arrives at once', () => {
  const tails = () =>
    Array.from({ length: 10 }, (_, index) => {
      const tail = new TerminalTail();
      tail.append(`${index}`.repeat(LONG));
      return tail;
    });
  expect(heldBytes(tails)).toBeLessThan(LONG);
});
