import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePieces, firstLines, runPieces } from './codePieces';
import { PIECE_LINES } from './limits';

const lines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}`);

describe('code in pieces', () => {
  it('joins to the same text', () => {
    const text = fc.array(fc.constantFrom('a', '\n', 'bc', '\n\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (code) => {
        expect(codePieces(code).join('\n')).toBe(code);
        const runs = [...code].map((character) => ({ text: character, scope: null }));
        const pieces = runPieces(runs).map((piece) => piece.map((run) => run.text).join(''));
        expect(pieces.join('\n')).toBe(code);
      }),
    );
  });

  it('splits after a number of lines', () => {
    const code = lines(PIECE_LINES * 2 + 1).join('\n');
    expect(codePieces(code)).toHaveLength(3);
    expect(runPieces([{ text: code, scope: 'comment' }])).toHaveLength(3);
  });

  it('counts the lines that it leaves out', () => {
    expect(firstLines(lines(5).join('\n'), 2)).toEqual({ shown: 'line 0\nline 1', hidden: 3 });
    expect(firstLines('a\nb', 2)).toEqual({ shown: 'a\nb', hidden: 0 });
    expect(firstLines('a\nb\n', 2)).toEqual({ shown: 'a\nb', hidden: 1 });
  });
});
