import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff/diffLines';
import { splitLines } from './diff/lines';
import { REVIEWED_LINES } from './limits';
import { withOwnEdits } from './ownEdits';

describe('withOwnEdits', () => {
  it.each([
    ['apart', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'A\nb\nc\nd\nmine\n', 'a\nb\nc\nd\nmine\n'],
    ['next to each other', 'a\nb\n', 'a\nnew\nb\n', 'a\nnew\nmine\nb\n', 'a\nmine\nb\n'],
    ['in the middle of the agent’s lines', 'a\n', 'a\n1\n2\n', 'a\n1\nmine\n2\n', 'a\nmine\n'],
    ['over the agent’s line', 'x=1\n', 'x=2\n', 'x=3\n', 'x=3\n'],
    ['in a file that the agent created', '', '1\n2\n', '1\nmine\n2\n', 'mine\n'],
    [
      'beside a line that the agent removed',
      'a\nb\nc\n',
      'a\nc\n',
      'a\nmine\nc\n',
      'a\nb\nmine\nc\n',
    ],
    ['by removing the agent’s line', 'a\nb\n', 'a\nB\n', 'a\n', 'a\nb\n'],
    ['without an ending', 'a', 'a\nagent', 'a\nagent\nmine', 'a\nmine'],
  ])('keeps what the user wrote %s', (_, base, seen, now, expected) => {
    expect(withOwnEdits(base, seen, now)).toBe(expected);
  });

  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\n'), { maxLength: 12 })
    .map((lines) => lines.join(''));

  it('is the user’s file where the agent did nothing, and the base where the user did nothing', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(withOwnEdits(one, one, other)).toBe(other);
        expect(withOwnEdits(one, other, other)).toBe(one);
      }),
    );
  });

  it('contains every line that the user added', () => {
    fc.assert(
      fc.property(text, text, text, (base, seen, now) => {
        const result = splitLines(withOwnEdits(base, seen, now));
        const lines = splitLines(now);
        for (const edit of diffLines(splitLines(seen), lines)) {
          const own = lines.slice(edit.otherStart, edit.otherEnd);
          const isThere = result.some((_, at) =>
            own.every((line, index) => result[at + index] === line),
          );
          expect(own.length === 0 || isThere).toBe(true);
        }
      }),
    );
  });
});

it('keeps an insertion of as many lines as are reviewed', () => {
  const long = 'x\n'.repeat(REVIEWED_LINES);
  expect(withOwnEdits('a\n', 'a\n1\n2\n', `a\n1\n${long}2\n`)).toBe(`a\n${long}`);
});
