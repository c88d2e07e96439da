import { describe, expect, it } from 'vitest';
import { confinementWords } from './confinementWords';

describe('how processes are kept together, in words', () => {
  it('says that the system ends them all only where it does', () => {
    expect(confinementWords({ type: 'namespace' })).toMatch(/^In a process namespace: the system/);
    const without = [
      confinementWords({ type: 'declined' }),
      confinementWords({ type: 'unavailable', reason: 'Operation not permitted' }),
    ];
    for (const words of without) {
      expect(words).toMatch(/^Without a process namespace/);
      expect(words).toContain('a process that hides may live on');
    }
  });

  it('tells why there is none, and whose choice it is', () => {
    expect(confinementWords({ type: 'declined' })).toContain('as its settings say');
    const reason = 'unshare failed:\u202E Operation not permitted';
    const words = confinementWords({ type: 'unavailable', reason });
    expect(words).toContain('Operation not permitted');
    expect(words).not.toContain('\u202E');
  });
});
