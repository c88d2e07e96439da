import { describe, expect, it } from 'vitest';
import { isAppUrl } from './appOrigin';

describe('isAppUrl', () => {
  it('accepts the app’s own pages', () => {
    expect(isAppUrl('app://airlock/index.html')).toBe(true);
  });

  it.each(['', 'app://airlock.evil/', 'app:airlock', 'https://airlock/', 'about:blank', 'app://'])(
    'does not accept %j',
    (address) => expect(isAppUrl(address)).toBe(false),
  );
});
