import { describe, expect, it } from 'vitest';
import { confinementWords } from './confinementWords';

describe('descriptions of process confinement', () => {
  it('say that the system ends all processes only where it does', () => {
    expect(confinementWords({ type: 'namespace' })).toMatch(
      /^In a process namespace: .* the system ends/,
    );
    const without = [
      confinementWords({ type: 'declined' }),
      confinementWords({ type: 'unavailable', reason: 'Operation not permitted' }),
    ];
    for (const words of without) {
      expect(words).toMatch(/^Without a process namespace/);
      expect(words).toContain('a hidden process may keep running');
    }
  });

  it('say why there is no namespace, and whose choice it is', () => {
    expect(confinementWords({ type: 'declined' })).toContain('as set in its settings');
    const reason = 'unshare failed:\u202E Operation not permitted';
    const words = confinementWords({ type: 'unavailable', reason });
    expect(words).toContain('Operation not permitted');
    expect(words).not.toContain('\u202E');
  });
});
