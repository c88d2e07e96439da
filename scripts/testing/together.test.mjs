import { expect, it } from 'vitest';
import { together } from './together.mjs';

it('answers with what each came to', async () => {
  expect(await together([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});

it('lets the others end before it throws', async () => {
  const { promise, resolve } = Promise.withResolvers();
  let isOver = false;
  const all = together([Promise.reject(new Error('stopped')), promise]).finally(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  resolve();
  await expect(all).rejects.toThrow('stopped');
});
