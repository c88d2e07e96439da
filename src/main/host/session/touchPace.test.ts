import { describe, expect, it } from 'vitest';
import { TouchPace } from './touchPace';

/** When it is looked, if files are touched this often and one look is waited for at a time. */
function looks(every: number, until: number): number[] {
  const pace = new TouchPace();
  const times: number[] = [];
  for (let now = 0; now < until; now += every) {
    const last = times.at(-1);
    if (last === undefined || last <= now) times.push(now + pace.wait(now));
  }
  return times;
}

describe('TouchPace', () => {
  it('checks at once what is written occasionally', () => {
    expect(looks(5_000, 20_000)).toEqual([0, 5_000, 10_000, 15_000]);
  });

  it('checks less and less often what is written all the time', () => {
    const times = looks(100, 3_600_000);
    expect(times.slice(0, 4)).toEqual([0, 500, 1_500, 3_500]);
    // An hour of it is a few looks a minute.
    expect(times.length).toBeLessThan(240);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(16_100);
  });

  it('is fast again after a pause', () => {
    const pace = new TouchPace();
    for (let now = 0; now < 60_000; now += 100) pace.wait(now);
    expect(pace.wait(10_000_000)).toBe(0);
  });
});
