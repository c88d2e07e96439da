import { describe, expect, it } from 'vitest';
import { reasonIn } from './officialElectron.mjs';

describe('reasonIn', () => {
  it('takes the message from a stack', () => {
    expect(reasonIn('TypeError: fetch failed\n    at node:internal/undici:1:1\n')).toBe(
      'fetch failed',
    );
    expect(reasonIn('Error [ERR_CHECKSUM]: wrong bytes\n    at x')).toBe('wrong bytes');
  });

  it('uses whatever was printed', () => {
    expect(reasonIn('no space left\n')).toBe('no space left');
    expect(reasonIn('')).toBe('no reason given');
  });
});
