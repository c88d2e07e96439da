import { expect, it } from 'vitest';
import { dayAndTime, timeOfDay } from './clock';

it('times are shown in one way', () => {
  const afternoon = new Date(2026, 2, 12, 19, 5).getTime();
  expect(timeOfDay(afternoon)).toBe('19:05');
  expect(timeOfDay(new Date(2026, 2, 12, 0, 5).getTime())).toBe('00:05');
  expect(dayAndTime(afternoon)).toBe('12 Mar 2026, 19:05');
});
