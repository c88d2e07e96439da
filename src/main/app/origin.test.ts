import { describe, expect, it } from 'vitest';
import { isAppUrl } from './origin';

describe('isAppUrl', () => {
  it('knows our own pages', () => {
    expect(isAppUrl('app://airlock/index.html')).toBe(true);
  });

  it.each(['', 'app://airlock.evil/', 'app:airlock', 'https://airlock/', 'about:blank', 'app://'])(
    'does not take %j for one',
    (address) => expect(isAppUrl(address)).toBe(false),
  );
});
