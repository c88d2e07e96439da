import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteQueue } from './byteQueue';

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.integer({ min: 60_000, max: 70_000 }).map((length) => new Uint8Array(length).fill(length)),
  fc.integer({ min: 20_000, max: 90_000 }).map((length) => 'x'.repeat(length)),
);

/** Bytes go in either way; what is declined leaves no trace. */
function push(queue: ByteQueue, data: string | Uint8Array): void {
  queue.pushFilled(data.length + 1, (room) => room.fill(0).length === 0);
  if (typeof data === 'string' || data.length % 2 === 0) {
    queue.push(data);
  } else {
    queue.pushFilled(data.length, (room) => {
      room.set(data);
      return true;
    });
  }
}

describe('ByteQueue', () => {
  it('returns what was pushed, byte for byte, from any offset', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(), fc.nat(), (pieces, a, b) => {
        const origin = 1000;
        const queue = new ByteQueue(origin);
        for (const data of pieces) push(queue, data);
        const all = Buffer.concat(pieces.map((data) => Buffer.from(data as string)));
        expect(queue.end).toBe(origin + all.length);

        const from = all.length === 0 ? 0 : a % all.length;
        const taken = Buffer.concat(queue.take(origin + from, queue.end, Number.POSITIVE_INFINITY));
        expect(taken.equals(all.subarray(from))).toBe(true);

        const to = from + (b % (all.length - from + 1));
        const part = queue.take(origin + from, origin + to, Number.POSITIVE_INFINITY);
        expect(Buffer.concat(part).equals(all.subarray(from, to))).toBe(true);

        const copy = Buffer.alloc(to - from);
        queue.copy(origin + from, origin + to, copy, origin + from);
        expect(copy.equals(all.subarray(from, to))).toBe(true);

        queue.drop(origin + from);
        const left = Buffer.concat(queue.take(origin + from, queue.end, Number.POSITIVE_INFINITY));
        expect(left.equals(all.subarray(from))).toBe(true);
      }),
    );
  });

  it('allocates little more than requested', () => {
    const queue = new ByteQueue(0);
    for (let index = 0; index < 100; index++) queue.push('x'.repeat(10_000));
    const taken = queue.take(0, queue.end, 100_000).reduce((sum, part) => sum + part.byteLength, 0);
    expect(taken).toBeGreaterThanOrEqual(100_000);
    expect(taken).toBeLessThan(200_000);
  });

  it('continues after everything was taken and dropped', () => {
    const queue = new ByteQueue(0);
    queue.push('one');
    queue.take(0, queue.end, 1);
    queue.drop(3);
    queue.push('two');
    expect(Buffer.concat(queue.take(3, queue.end, 100)).toString()).toBe('two');
  });
});
