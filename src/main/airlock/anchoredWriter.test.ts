import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTorn } from './anchoredWriter';

describe('isTorn', () => {
  const bytes = fc.uint8Array({ maxLength: 24, max: 3 }).map((array) => Buffer.from(array));

  it('knows every state that a write in place can be stopped in', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(30), (before, after, stop) => {
        const written = Math.min(stop, after.length);
        const rest = before.subarray(Math.min(written, before.length));
        expect(isTorn(Buffer.concat([after.subarray(0, written), rest]), before, after)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes nothing else for one', () => {
    const [before, after] = [Buffer.from('old content'), Buffer.from('new text, longer')];
    for (const found of ['old text', 'mine', 'new tent', 'new text, longer and mine', '']) {
      expect([found, isTorn(Buffer.from(found), before, after)]).toEqual([found, false]);
    }
  });
});
