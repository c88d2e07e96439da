import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputTail } from './outputTail';

describe('OutputTail', () => {
  it('keeps everything within its limit', () => {
    const tail = new OutputTail(10);
    tail.push(Buffer.from('héllo'));
    expect(tail.text()).toBe('héllo');
    expect(tail.truncated).toBe(false);
  });

  it('drops from the front and says so', () => {
    const tail = new OutputTail(4);
    tail.push(Buffer.from('abc'));
    tail.push(Buffer.from('def'));
    expect(tail.text()).toBe('cdef');
    expect(tail.truncated).toBe(true);
  });

  it('leaves out an incomplete character', () => {
    const rocket = Buffer.from('a🚀');
    const tail = new OutputTail(16);
    tail.push(rocket.subarray(0, 3));
    expect(tail.text()).toBe('a');
    tail.push(rocket.subarray(3));
    expect(tail.text()).toBe('a🚀');
  });

  it('is a suffix of whole characters of the output, for any split and limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 0, max: 80 }),
        fc.array(fc.integer({ min: 0, max: 240 }), { maxLength: 6 }),
        (text, limit, cuts) => {
          const bytes = Buffer.from(text);
          const tail = new OutputTail(limit);
          let position = 0;
          for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
            tail.push(bytes.subarray(position, cut));
            position = Math.max(position, Math.min(cut, bytes.length));
          }
          const kept = tail.text();
          expect(text.endsWith(kept)).toBe(true);
          expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(limit);
          expect(Buffer.byteLength(kept)).toBeGreaterThan(Math.min(limit, bytes.length) - 4);
          expect(tail.truncated).toBe(bytes.length > limit);
        },
      ),
      { verbose: 1 },
    );
  });
});
