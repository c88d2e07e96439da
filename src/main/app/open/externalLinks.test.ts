import { describe, expect, it } from 'vitest';
import { checkExternalLink } from './externalLinks';

// Shows I5.

describe('checkExternalLink', () => {
  it.each([
    'https://example.org/a?b#c&attach=x',
    'http://localhost:3000/?attach=x',
    'mailto:someone@example.org?subject=attach',
  ])('opens %s', (address) => expect(checkExternalLink(address)).toMatchObject({ ok: true }));

  it('passes on the checked address, not the text that it was read from', () => {
    expect(checkExternalLink(' \u0001ht\ntps://example.org/a b\t ')).toMatchObject({
      value: 'https://example.org/a%20b',
    });
  });

  it.each([
    '',
    'not a link',
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'data:text/html,x',
    'vscode://file/etc',
    'ftp://example.org/a',
    'ssh://example.org',
    'blob:https://example.org/a',
    'view-source:https://example.org/',
    'app://airlock/index.html',
    'HTTPS://user:secret@example.org/',
    'https://example.com@example.org/',
    'https://:secret@example.org/',
    'mailto:someone@example.org?attach=/home/user/.ssh/id_ed25519',
    'MAILTO:x?subject=a&Attachment=C:/secret',
    'mailto:x?%61ttach=~/.netrc',
    '\u0000https://example.org\u0000file:///',
  ])('refuses %j', (address) => {
    const checked = checkExternalLink(address);
    if (checked.ok) expect(checked.value).toMatch(/^https:\/\/example\.org/);
    else expect(['refused', 'invalid-input']).toContain(checked.error.code);
  });
});
