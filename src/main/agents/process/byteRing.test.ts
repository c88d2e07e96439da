import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { ByteRing } from './byteRing';

describe('ByteRing', () => {
  it('holds the end of whatever was written, however it was split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.uint8Array({ maxLength: 50 })),
        fc.nat({ max: 30 }),
        (capacity, chunks, count) => {
          const ring = new ByteRing(capacity);
          for (const chunk of chunks) ring.write(Buffer.from(chunk));
          const all = Buffer.concat(chunks);
          const held = Math.min(count, capacity, all.length);
          expect(ring.tail(count)).toEqual(all.subarray(all.length - held));
          expect(ring.length).toBe(Math.min(capacity, all.length));
          expect(ring.hasDropped).toBe(all.length > capacity);
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
