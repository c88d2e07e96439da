import { describe, expect, it } from 'vitest';
import type { BlobHash } from '#shared/ids';
import { RECENT_CHARACTERS, RECENT_TEXTS } from './limits';
import { RecentTexts } from './recentTexts';

const hash = (name: string) => name as BlobHash;

describe('RecentTexts', () => {
  it('knows a text again as long as it is used', () => {
    const recent = new RecentTexts();
    recent.add('kept', hash('kept'));
    for (let index = 0; index < 3 * RECENT_TEXTS; index++) {
      recent.add(`other ${index}`, hash(`${index}`));
      expect(recent.find('kept')).toBe('kept');
    }
    expect(recent.find('other 0')).toBeNull();
  });

  it('forgets what was lost, and never takes what is too long', () => {
    const recent = new RecentTexts();
    recent.add('lost', hash('lost'));
    recent.forget(hash('lost'));
    expect(recent.find('lost')).toBeNull();
    const long = 'x'.repeat(RECENT_CHARACTERS + 1);
    recent.add(long, hash('long'));
    expect(recent.find(long)).toBeNull();
  });
});
