import { describe, expect, it } from 'vitest';
import { RECENT_CHARACTERS, RECENT_TEXTS } from '#main/host/store/limits';
import type { BlobHash } from '#shared/ids';
import { RecentTexts } from './recentTexts';

const hash = (name: string) => name as BlobHash;

describe('RecentTexts', () => {
  it('remembers a text as long as it is used', () => {
    const recent = new RecentTexts();
    recent.add('kept', hash('kept'));
    for (let index = 0; index < 3 * RECENT_TEXTS; index++) {
      recent.add(`other ${index}`, hash(`${index}`));
      expect(recent.find('kept')).toBe('kept');
    }
    expect(recent.find('other 0')).toBeNull();
  });

  it('forgets texts that were lost, and never stores long ones', () => {
    const recent = new RecentTexts();
    recent.add('lost', hash('lost'));
    recent.forget(hash('lost'));
    expect(recent.find('lost')).toBeNull();
    const long = 'x'.repeat(RECENT_CHARACTERS + 1);
    recent.add(long, hash('long'));
    expect(recent.find(long)).toBeNull();
  });
});
