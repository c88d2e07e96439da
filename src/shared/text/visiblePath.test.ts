import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visiblePath, visibleWords } from './visiblePath';

describe('visiblePath', () => {
  it.each([
    '',
    'src/index.ts',
    'a b/c-d_e.txt',
    'café/naïve.md',
    '日本語/ファイル.ts',
    'C:\\x\\y',
    '❤️.md',
    '👩‍💻.ts',
  ])('leaves %j unchanged', (path) => {
    expect(visiblePath(path)).toBe(path);
  });

  it.each([
    ['gpj\u202Eexe.sh', 'gpj\\u{202E}exe.sh'],
    ['a\u200bb', 'a\\u{200B}b'],
    ['a\u200db', 'a\\u{200D}b'],
    ['.git\ufe0f/x', '.git\\u{FE0F}/x'],
    ['a\nb\tc\rd', 'a\\u{A}b\\u{9}c\\u{D}d'],
    ['\u001b[2Ka', '\\u{1B}[2Ka'],
    ['a\u2028b', 'a\\u{2028}b'],
    ['tag\u{E0041}', 'tag\\u{E0041}'],
    ['a\u00a0b', 'a\\u{A0}b'],
    ['x\u3164y\u2800z', 'x\\u{3164}y\\u{2800}z'],
    ['.git /config', '.git\\u{20}/config'],
    [' a/b', '\\u{20}a/b'],
    ['a\ufffdb', 'a\ufffdb'],
    ['a\ud800b', 'a\\u{D800}b'],
  ])('escapes the hidden characters in %j', (path, shown) => {
    expect(visiblePath(path)).toBe(shown);
  });

  it('escapes the hidden characters in a sentence, and keeps its lines and other scripts', () => {
    expect(visibleWords('Read a\u202eb.\n\tNext: .gi\u200ct')).toBe(
      'Read a\\u{202E}b.\n\tNext: .gi\\u{200C}t',
    );
    expect(visibleWords('\u0645\u06cc\u200c\u062e')).toBe('\u0645\u06cc\u200c\u062e');
    expect(visibleWords('a\u00a0b')).toBe('a\u00a0b');
  });

  it('shows every hidden character of any path, and is bounded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        expect(visiblePath(path).replace(/[\u200d\ufe0f]/g, '')).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u,
        );
      }),
    );
    expect(visiblePath('\u202e'.repeat(1_000_000)).length).toBeLessThan(50_000);
  });
});
