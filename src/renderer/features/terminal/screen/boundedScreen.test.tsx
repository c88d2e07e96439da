import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';
import { BoundedSequences } from './boundedSequences';

const size = { columns: 80, rows: 24 };
const HUGE = '2147483647';

function codes(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
}

/** Draws it, and gives the text of the line that the cursor is on. */
async function drawn(terminal: Terminal, text: string): Promise<string> {
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { cursorY, baseY } = terminal.buffer.active;
  return terminal.buffer.active.getLine(baseY + cursorY)?.translateToString(true) ?? '';
}

it('draws on after every control sequence, however large its numbers are', async () => {
  const terminal = new Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
  const bounded = new BoundedSequences();
  for (const before of ['', '?', '>']) {
    for (const end of codes(0x40, 0x7e)) {
      const sequence = `\x1b[${before}${HUGE};${HUGE}${end}`;
      // In a place where it can do something, and from the same state each time.
      await drawn(terminal, `\x1bc\x1b[5;5Hx${bounded.take(sequence, size)}`);
    }
  }
  expect(await drawn(terminal, '\x1bcafter')).toBe('after');
  terminal.dispose();
});
