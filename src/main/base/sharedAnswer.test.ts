import { describe, expect, it } from 'vitest';
import { sharedAnswer } from './sharedAnswer';

describe('a shared answer', () => {
  it('is the same for all who wait for it, and asked for again by those who come later', async () => {
    let asked = 0;
    const answer = sharedAnswer(async () => ++asked);
    expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
    expect(await answer()).toBe(2);
  });

  it('can be a failure, which is not kept either', async () => {
    let asked = 0;
    const answer = sharedAnswer(async () => {
      if (++asked === 1) throw new Error('not now');
      return asked;
    });
    const both = await Promise.allSettled([answer(), answer()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await answer()).toBe(2);
  });
});
