import { describe, expect, it } from 'vitest';
import { quotePath, unquotePath } from './quotedPath';

describe('a path on one line', () => {
  it('leaves plain paths alone', () => {
    expect(quotePath('/home/ä b/objects')).toBe('/home/ä b/objects');
    expect(unquotePath('/home/ä b/objects')).toBe('/home/ä b/objects');
  });

  it('can represent every name', () => {
    for (const path of ['/a\nb', '/a\r', '/"q"', '/a\\b', '/ä\n"\\n', '/a\tb\n']) {
      const line = quotePath(path);
      expect(line).not.toMatch(/[\r\n]/);
      expect(unquotePath(line)).toBe(path);
    }
  });

  it('reads paths quoted by git, including raw bytes', () => {
    expect(unquotePath('"/\\303\\244 \\t\\"\\\\"')).toBe('/ä \t"\\');
  });

  it('returns a badly quoted path unchanged', () => {
    expect(unquotePath('"/a')).toBe('"/a');
    expect(unquotePath('"/a\\"')).toBe('"/a\\"');
  });
});
