import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { isTorn } from './anchoredFile';

describe('isTorn', () => {
  const bytes = fc.uint8Array({ maxLength: 24, max: 3 }).map((array) => Buffer.from(array));

  it('recognises every state in which a write in place can be stopped', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(30), (before, after, stop) => {
        const written = Math.min(stop, after.length);
        const rest = before.subarray(Math.min(written, before.length));
        expect(isTorn(Buffer.concat([after.subarray(0, written), rest]), before, after)).toBe(true);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is false for everything else', () => {
    const [before, after] = [Buffer.from('old content'), Buffer.from('new text, longer')];
    for (const found of ['old text', 'mine', 'new tent', 'new text, longer and mine', '']) {
      expect([found, isTorn(Buffer.from(found), before, after)]).toEqual([found, false]);
    }
  });
});
