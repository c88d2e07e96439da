import { describe, expect, it } from 'vitest';
import { fixedOptions } from './diffOptions';

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
