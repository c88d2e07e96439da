import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#test/support/airlockTexts';
import { dominantEnding, endingOf, splitLines, uniformEnding, withEnding } from './lines';

describe('lines', () => {
  it('join to the same text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string()), (text) => splitLines(text).join('') === text),
    );
  });

  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a\n']],
    ['\n\n', ['\n', '\n']],
    ['a\r\nb\rc\nd', ['a\r\n', 'b\rc\n', 'd']],
    ['\r\r\n', ['\r\r\n']],
  ])('split %j', (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });

  it('have endings that can be read and replaced', () => {
    expect(['a\r\n', 'a\n', 'a\r', 'a'].map(endingOf)).toEqual(['\r\n', '\n', '', '']);
    expect(withEnding('a\r\n', '\n')).toBe('a\n');
    expect(withEnding('a', '\n')).toBe('a');
    expect(dominantEnding(['a\n', 'b\r\n', 'c\r\n', 'd'])).toBe('\r\n');
    expect(dominantEnding(['a'])).toBeNull();
    expect(uniformEnding(['a\n', 'b\n', 'c'])).toBe('\n');
    expect(uniformEnding(['a\n', 'b\r\n'])).toBeNull();
  });
});
