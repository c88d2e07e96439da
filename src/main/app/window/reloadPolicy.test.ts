import { describe, expect, it } from 'vitest';
import { mayReload } from './reloadPolicy';

describe('mayReload', () => {
  it.each([
    [[100], 100, true],
    [[0, 100], 100, true],
    [[0, 50, 100], 100, false],
    [[0, 50, 60_100], 60_100, true],
  ])('after crashes at %j, at %i: %s', (crashes, now, expected) => {
    expect(mayReload(crashes, now)).toBe(expected);
  });
});
