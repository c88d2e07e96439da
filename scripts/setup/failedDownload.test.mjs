import { describe, expect, it } from 'vitest';
import { stillCounts } from './failedDownload.mjs';

const HOUR = 60 * 60_000;
const failure = { version: '45.3.2', reason: 'fetch failed', at: 100 * HOUR };

describe('stillCounts', () => {
  it('is true for a day', () => {
    expect(stillCounts(failure, '45.3.2', 123 * HOUR)).toBe(true);
    expect(stillCounts(failure, '45.3.2', 124 * HOUR)).toBe(false);
  });

  it('is false for another version', () => {
    expect(stillCounts(failure, '45.4.0', 101 * HOUR)).toBe(false);
  });

  it('is false for a failure in the future', () => {
    expect(stillCounts(failure, '45.3.2', 99 * HOUR)).toBe(false);
  });
});
