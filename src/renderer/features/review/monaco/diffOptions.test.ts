import { describe, expect, it } from 'vitest';
import { fixedOptions, nothingShown, optionsFor } from './diffOptions';

describe('characters that a diff marks', () => {
  const { allowedCharacters = {}, ambiguousCharacters } = fixedOptions.unicodeHighlight ?? {};

  it('are look-alike letters, which can hide a change', () => {
    expect(ambiguousCharacters).toBe(true);
    for (const letter of 'аеорсѕ') expect(allowedCharacters).not.toHaveProperty(letter);
  });

  it('are not the signs of ordinary prose', () => {
    for (const sign of '’‘“”–—…') expect(allowedCharacters).toHaveProperty(sign, true);
  });
});

it.each([
  [9, 3],
  [99, 3],
  [100, 4],
  [12_345, 6],
])('the numbers of %i lines have room for %i characters', (lineCount, expected) => {
  const look = {
    sideBySide: false,
    ignoreWhitespace: false,
    collapseUnchanged: true,
    wrapLines: false,
    fontSize: 12,
  };
  const options = optionsFor(look, { ...nothingShown, lineCount });
  expect(options.lineNumbersMinChars).toBe(expected);
});
