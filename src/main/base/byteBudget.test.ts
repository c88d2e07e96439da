import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ByteBudget } from './byteBudget';

it('stays within its limit and in order, and runs what is too large alone', async () => {
  const budget = new ByteBudget(10);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = [4, 6, 1, 15, 2, 0].map((bytes, index) =>
    budget.run(bytes, async () => {
      begun.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  const afterEnd = async (index: number) => {
    ends[index]?.();
    await setImmediate();
    return begun.length;
  };
  expect(begun).toEqual([0, 1]);
  // The next fits now; the large one after it does not, and nothing overtakes it.
  expect(await afterEnd(1)).toBe(3);
  expect(await afterEnd(0)).toBe(3);
  expect(await afterEnd(2)).toBe(4);
  expect(await afterEnd(3)).toBe(6);
  ends[4]?.();
  ends[5]?.();
  expect(await Promise.all(work)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('continues after a task that fails', async () => {
  const budget = new ByteBudget(1);
  const failing = budget.run(1, () => Promise.reject(new Error('No.')));
  const next = budget.run(1, async () => 'next');
  await expect(failing).rejects.toThrow('No.');
  expect(await next).toBe('next');
});

it('counts a result until it is released', async () => {
  const released = Promise.withResolvers<void>();
  const budget = new ByteBudget(1, () => released.promise);
  expect(await budget.run(1, async () => 'first')).toBe('first');
  let hasBegun = false;
  const second = budget.run(1, async () => {
    hasBegun = true;
  });
  await setImmediate();
  expect(hasBegun).toBe(false);
  released.resolve();
  await second;
});
