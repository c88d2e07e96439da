import { expect, test } from 'vitest';
import { AppException, fail, ok, resultOf, valueIn } from './errors';

const refusal = { code: 'refused', message: 'No.', detail: 'why' } as const;

test('an expected failure becomes data, with its detail', async () => {
  const failed = await resultOf(async () => {
    throw new AppException(refusal);
  });
  expect(failed).toEqual({ ok: false, error: refusal });
  expect(await resultOf(async () => 1)).toEqual(ok(1));
});

test('a bug is thrown on', async () => {
  const bug = new TypeError('x is not a function');
  const work = resultOf(async () => {
    throw bug;
  });
  await expect(work).rejects.toBe(bug);
});

test('a failure is thrown as an exception', () => {
  expect(valueIn(ok(1))).toBe(1);
  expect(() => valueIn(fail('refused', 'No.', 'why'))).toThrow(new AppException(refusal));
});
