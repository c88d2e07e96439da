import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FILE_READ_LIMIT } from '#main/host/limits';
import { fileLines } from './fileLines';

const count = fc.option(fc.nat({ max: 6 }));

it('gives the lines from one on, as many as are asked for, with their line breaks', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, count, count, (text, offset, limit) => {
      const lines = text.split(/(?<=\n)/);
      const end = limit === null ? undefined : (offset ?? 0) + limit;
      expect(fileLines(text, offset, limit)).toBe(lines.slice(offset ?? 0, end).join(''));
    }),
  );
});

// Shows I21.
it('takes no longer for a file that is all lines than for one that is one', () => {
  const took = (part: string) => {
    const text = Buffer.alloc(FILE_READ_LIMIT, part).toString();
    const before = process.cpuUsage();
    fileLines(text, text.length - 1, 1);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  took('x');
  expect(took('\n')).toBeLessThan(10 * Math.max(took('x'), 10_000));
});
