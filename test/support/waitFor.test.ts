import { describe, expect, it } from 'vitest';
import { Emitter } from '#main/base/emitter';
import { waitFor } from './waitFor';

describe('waitFor', () => {
  it('returns the first matching value', async () => {
    const emitter = new Emitter<number>();
    const even = waitFor(emitter.event, (value) => value % 2 === 0);
    for (const value of [1, 4, 6]) emitter.fire(value);
    expect(await even).toBe(4);
    expect(emitter.hasListeners).toBe(false);
  });

  it('says what it waited for and what came instead', async () => {
    const emitter = new Emitter<string>();
    const never = waitFor(emitter.event, () => false, { what: 'the bell', timeout: 20 });
    emitter.fire('a knock');
    await expect(never).rejects.toThrow(/Waited 20 ms for the bell. 1 came, the last:\n'a knock'/);
    expect(emitter.hasListeners).toBe(false);
  });
});
