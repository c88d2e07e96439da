import { expect, it } from 'vitest';
import { numberedTitle } from './numberedTitle';

it('takes the first number that is free', () => {
  expect(numberedTitle('Fix it', ['Fix it'])).toBe('Fix it (2)');
  expect(numberedTitle('Fix it', ['Fix it', 'Fix it (2)'])).toBe('Fix it (3)');
  expect(numberedTitle('Fix it (2)', ['Fix it', 'Fix it (2)'])).toBe('Fix it (3)');
});
