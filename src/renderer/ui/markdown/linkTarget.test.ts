import { describe, expect, it } from 'vitest';
import { isDisguised, linkTarget } from './linkTarget';

describe('linkTarget', () => {
  it('returns web and email addresses with their hosts', () => {
    expect(linkTarget('https://Example.com/a b')).toEqual({
      kind: 'web',
      url: 'https://example.com/a%20b',
      host: 'example.com',
    });
    expect(linkTarget('mailto:a@b.example')).toMatchObject({ kind: 'mail' });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'smb://host/share',
    'ms-msdt:/id',
    'vbscript:x',
    'file://host/share',
    '//host/share',
    '\\\\host\\share',
    'https://user:pass@host/',
    '#anchor',
    '',
    'javascript:1',
  ])('refuses %s', (href) => {
    expect(linkTarget(href).kind).toBe('refused');
  });

  it('finds files and their lines', () => {
    expect(linkTarget('src/app.ts#L12-L20')).toEqual({
      kind: 'file',
      path: 'src/app.ts',
      line: 12,
    });
    expect(linkTarget('/a/b%20c.ts:7:3')).toEqual({ kind: 'file', path: '/a/b c.ts', line: 7 });
    expect(linkTarget('app.ts:9')).toEqual({ kind: 'file', path: 'app.ts', line: 9 });
    expect(linkTarget('file:///a/b.ts#L3')).toEqual({ kind: 'file', path: '/a/b.ts', line: 3 });
    expect(linkTarget('C:\\a\\b.ts')).toEqual({ kind: 'file', path: 'C:\\a\\b.ts', line: null });
  });

  it('notices a link text that names another host', () => {
    const target = linkTarget('https://evil.example/x');
    expect(isDisguised('https://github.com/a', target)).toBe(true);
    expect(isDisguised('github.com', target)).toBe(true);
    expect(isDisguised('https://evil.example/x', target)).toBe(false);
    expect(isDisguised('the docs', target)).toBe(false);
    expect(isDisguised('app.ts', target)).toBe(false);
  });
});

it('scans a link text of any length once', () => {
  const target = linkTarget('https://example.com/');
  // A pattern that could match from every letter took seconds for each of these.
  for (const part of ['a', 'a.', 'a-', 'www.', '.', 'a/']) {
    expect(isDisguised(part.repeat(1_000_000), target)).toBe(false);
  }
  expect(isDisguised(`https://evil.com/${'a'.repeat(100_000)}`, target)).toBe(true);
  expect(isDisguised(`see https://evil.com/ ${'a'.repeat(100_000)}`, target)).toBe(true);
});
