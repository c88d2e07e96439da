import { describe, expect, it } from 'vitest';
import { hasHiddenCharacters, visibleLine, visibleParts, visibleText } from './visibleText';

describe('visibleText', () => {
  it('leaves plain text, tabs, line feeds, emoji and joined scripts unchanged', () => {
    const text = 'rm -rf\n\t"naïve" 👨‍👩‍👧 می‌خواهم';
    expect(visibleText(text)).toBe(text);
    expect(hasHiddenCharacters(text)).toBe(false);
  });

  it('escapes characters that reorder, hide or move text', () => {
    expect(visibleText('a\u202Eb\u2066c\u200Bd')).toBe('a\\u{202E}b\\u{2066}c\\u{200B}d');
    expect(visibleText('safe\r\u001b[2Kevil\b\u0000')).toBe('safe\\r\\e[2Kevil\\b\\0');
    expect(visibleText('.gi\u200ct \u200d')).toBe('.gi\\u{200C}t \\u{200D}');
    expect(visibleText('tag\u{E0041}')).toBe('tag\\u{E0041}');
    expect(visibleText('line\u2028separator')).toBe('line\\u{2028}separator');
  });

  it.each([
    ...[
      '\u034f',
      '\u3164',
      '\ufe00',
      '\u{e01ef}',
      '\u2800',
      '\u00a0',
      '\u180b',
      '\uffa0',
      '\u1160',
    ],
  ])('escapes %j within a command', (sign) => {
    const code = sign.codePointAt(0)?.toString(16).toUpperCase();
    expect(visibleText(`l${sign}s`)).toBe(`l\\u{${code}}s`);
    expect(hasHiddenCharacters(`l${sign}s`)).toBe(true);
  });

  it.each([
    'Lire le fichier\u00a0: a',
    '«\u00a0oui\u00a0»',
    '10\u202f000',
    '読む\u3000ファイル',
    '❤\ufe0e',
  ])('keeps the typographic spaces and signs in %j', (text) =>
    expect(visibleText(text)).toBe(text),
  );

  it('joins several lines into one', () => {
    expect(visibleLine('echo a\r\n  rm b')).toBe('echo a ⏎ rm b');
    expect(visibleLine('x'.repeat(1_000_000))).toHaveLength(2_001);
  });

  it('distinguishes escapes from text that looks like one', () => {
    expect(visibleParts('\\u{202E}\u202Ex')).toEqual([
      { text: '\\u{202E}', escaped: false },
      { text: '\\u{202E}', escaped: true },
      { text: 'x', escaped: false },
    ]);
    expect(visibleParts('')).toEqual([]);
  });

  it('makes few parts of a text full of hidden characters, and escapes all of them', () => {
    const text = 'a\u202e'.repeat(2_000);
    const parts = visibleParts(text);
    expect(parts.length).toBeLessThan(200);
    expect(parts.map((part) => part.text).join('')).toBe(visibleText(text));
  });
});
