import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textAndEdit } from '#test/support/airlockTexts';
import { propertyRuns } from '#test/support/propertyRuns';
import { splitLines, withEnding } from './lines';
import { alignFormat, canEncode, type DecodedText, withFormat } from './textFormat';

function utf8(text: string): DecodedText {
  return { text, encoding: 'utf8' };
}

describe('alignFormat', () => {
  it('leaves a proposal unchanged that has the format of the base', () => {
    expect(alignFormat(utf8('a\nb\n'), utf8('a\nc'))).toEqual({ text: 'a\nc', format: null });
    expect(alignFormat(utf8('a'), utf8('a\r\nb'))).toEqual({ text: 'a\r\nb', format: null });
    expect(alignFormat(utf8('a\r\nb\r\n'), utf8('a\r\nb\nc\r\n')).format).toBeNull();
  });

  it('shows a change of all line endings as one hunk, apart from the content', () => {
    const aligned = alignFormat(utf8('a\r\nb\r\n'), utf8('a\nB\n'));
    expect(aligned.text).toBe('a\r\nB\r\n');
    expect(aligned.format).toMatchObject({ from: { ending: '\r\n' }, to: { ending: '\n' } });
  });

  it('keeps the endings of unchanged lines in a file that mixes them', () => {
    expect(alignFormat(utf8('a\r\nb\nc\r\n'), utf8('a\nb\nx\nc\n')).text).toBe(
      'a\r\nb\nx\r\nc\r\n',
    );
  });

  it('shows a change of encoding', () => {
    const aligned = alignFormat({ text: 'é\n', encoding: 'latin1' }, utf8('é\n'));
    expect(aligned).toMatchObject({ text: 'é\n', format: { to: { encoding: 'utf8' } } });
  });

  it('gives the exact bytes of the proposal when the format is accepted too', () => {
    const ending = fc.constantFrom('\n', '\r\n', null);
    fc.assert(
      fc.property(textAndEdit, ending, ending, ([left, right], baseEnding, proposedEnding) => {
        const stored = (text: string, kind: '\n' | '\r\n' | null) =>
          kind === null
            ? text
            : splitLines(text)
                .map((line) => withEnding(line, kind))
                .join('');
        const base = utf8(stored(left, baseEnding));
        const proposed = utf8(stored(right, proposedEnding));
        const { text, format } = alignFormat(base, proposed);
        const back = format ? withFormat(text, format.from, format.to) : utf8(text);
        expect(back).toEqual(proposed);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('canEncode', () => {
  it('detects characters that an encoding cannot represent', () => {
    expect(canEncode('é', 'latin1')).toBe(true);
    expect(canEncode('€', 'latin1')).toBe(false);
    expect(canEncode('€', 'utf8')).toBe(true);
    expect(canEncode('\ud800', 'utf8')).toBe(false);
  });
});
