import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TERMINAL_TAIL_CHARACTERS } from '#window/features/thread/limits';
import { TailText } from './tailText';

function textOf(pieces: readonly { readonly data: string; readonly offset: number }[]): string {
  const tail = new TailText();
  for (const { data, offset } of pieces) tail.add(data, offset);
  return tail.text;
}

describe('TailText', () => {
  it('puts the earlier output in front of the output that arrived meanwhile', () => {
    const heard = { data: 'cd', offset: 2 };
    expect(textOf([heard, { data: 'abcd', offset: 0 }])).toBe('abcd');
    expect(textOf([heard, { data: 'abc', offset: 0 }, { data: 'ef', offset: 4 }])).toBe('abcdef');
    expect(textOf([{ data: 'abcd', offset: 0 }, heard])).toBe('abcd');
  });

  it('keeps only the end, and continues after a gap', () => {
    const long = 'x'.repeat(TERMINAL_TAIL_CHARACTERS);
    expect(textOf([{ data: `a${long}`, offset: 0 }])).toBe(long);
    expect(
      textOf([
        { data: 'ab', offset: 0 },
        { data: 'yz', offset: 100 },
      ]),
    ).toBe('abyz');
  });

  it('equals the stream, wherever the late piece ends', () => {
    const stream = 'the quick brown fox jumps';
    const cut = fc.integer({ min: 0, max: stream.length });
    fc.assert(
      fc.property(cut, cut, (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const early = { data: stream.slice(start), offset: start };
        const late = { data: stream.slice(0, end), offset: 0 };
        expect(textOf([early, late])).toBe(stream);
      }),
      { verbose: 1 },
    );
  });
});
