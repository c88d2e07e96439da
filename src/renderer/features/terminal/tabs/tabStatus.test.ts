import { describe, expect, it } from 'vitest';
import { sanitiseTitle } from './tabStatus';

describe('sanitiseTitle', () => {
  it('keeps one short line', () => {
    expect(sanitiseTitle('  vim:\nnotes.md  ')).toBe('vim: notes.md');
    expect([...sanitiseTitle('🚀'.repeat(500))]).toHaveLength(80);
  });

  it('removes characters that hide or reorder text', () => {
    expect(sanitiseTitle('safe\u202Egnp.exe\u0007\u200b\u2028\u{E0041}')).toBe('safegnp.exe');
  });

  it('is fast with a title of any length', () => {
    expect(sanitiseTitle('\u200b'.repeat(10_000_000))).toBe('');
  });
});
