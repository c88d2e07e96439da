import { describe, expect, it } from 'vitest';
import { isOwnScript } from './trustedTypes';

const page = { href: 'app://airlock/index.html', protocol: 'app:', host: 'airlock' };

describe('isOwnScript', () => {
  it.each(['app://airlock/assets/editor.worker-1a2b.js', '/assets/ts.worker.js'])(
    'accepts %s',
    (address) => expect(isOwnScript(address, page)).toBe(true),
  );

  it.each([
    'https://airlock/assets/a.js',
    'app://airlock.evil/assets/a.js',
    'app://airlock/index.html',
    'app://airlock/assets/../main.js',
    'app://airlock/assets/deep/a.js',
    'data:text/javascript,alert(1)',
    'blob:app://airlock/1234',
    'javascript:alert(1)',
  ])('refuses %s', (address) => expect(isOwnScript(address, page)).toBe(false));
});
