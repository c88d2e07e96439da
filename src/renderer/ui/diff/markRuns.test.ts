import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markRuns } from './markRuns';

describe('markRuns', () => {
  it('marks the changed part, across runs', () => {
    const runs = [
      { text: 'const', scope: 'keyword' },
      { text: ' a = ', scope: null },
      { text: '12', scope: 'number' },
    ];
    expect(markRuns(runs, [6, 11])).toEqual([
      { text: 'const', scope: 'keyword', isChanged: false },
      { text: ' ', scope: null, isChanged: false },
      { text: 'a = ', scope: null, isChanged: true },
      { text: '1', scope: 'number', isChanged: true },
      { text: '2', scope: 'number', isChanged: false },
    ]);
    expect(markRuns(runs, null).some(({ isChanged }) => isChanged)).toBe(false);
  });

  it('loses no character, and marks exactly the given part', () => {
    const run = fc.record({ text: fc.string(), scope: fc.option(fc.constant('string')) });
    fc.assert(
      fc.property(fc.array(run), fc.nat(30), fc.nat(30), (runs, start, length) => {
        const whole = runs.map(({ text }) => text).join('');
        const marked = markRuns(runs, [start, start + length]);
        expect(marked.map(({ text }) => text).join('')).toBe(whole);
        const changed = marked.filter(({ isChanged }) => isChanged).map(({ text }) => text);
        expect(changed.join('')).toBe(whole.slice(start, start + length));
      }),
    );
  });
});
