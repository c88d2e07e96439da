import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sequence } from './sequence';

/** In words: `+n` accepted, `=n` repeated, `?n` misplaced, `(m)` numbers missing before. */
function run(...seqs: readonly number[]): string {
  const sequence = new Sequence<number>();
  const verdicts = seqs.flatMap((seq) => sequence.take(seq, seq));
  return [...verdicts, ...sequence.finish()]
    .map((verdict) => {
      if (verdict.type === 'repeated') return `=${verdict.item}`;
      if (verdict.type === 'misplaced') return `?${verdict.item}`;
      return `${verdict.missing > 0 ? `(${verdict.missing})` : ''}+${verdict.item}`;
    })
    .join(' ');
}

describe('Sequence', () => {
  it.each([
    [[1, 2, 3], '+1 +2 +3'],
    [[1, 2, 2, 1, 3], '+1 +2 =2 =1 +3'],
    [[1, 2, 5, 6], '+1 +2 (2)+5 +6'],
    [[3, 4], '(2)+3 +4'],
    [[1, 9], '+1 (7)+9'],
    [[1, 9, 9, 10], '+1 =9 (7)+9 +10'],
  ])('reads %j as %s', (seqs, expected) => {
    expect(run(...seqs)).toBe(expected);
  });

  it('loses only one line to one wrong number', () => {
    expect(run(1, 2, 900, 4, 5, 6)).toBe('+1 +2 ?900 (1)+4 +5 +6');
    expect(run(1, 2, 0.5, 4, 5)).toBe('+1 +2 =0.5 (1)+4 +5');
  });

  it('accepts only increasing numbers, and gives a result for every line', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (seqs) => {
        const words = run(...seqs)
          .split(' ')
          .filter(Boolean);
        expect(words).toHaveLength(seqs.length);
        const accepted = words
          .filter((word) => word.includes('+'))
          .map((word) => Number(word.split('+')[1]));
        expect(accepted).toEqual([...new Set(accepted)].sort((a, b) => a - b));
      }),
    );
  });
});
