import { describe, expect, it } from 'vitest';
import { PIECE_CHARACTERS } from './limits';
import { pieceStart, plainPieces } from './plainPieces';

const text = Array.from({ length: 3000 }, (_, line) => `line ${line} of it`).join('\n');

describe('plainPieces', () => {
  it('joins to the same text and splits at line feeds', () => {
    const pieces = plainPieces(text, 0, text.length);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.slice(0, -1).every((piece) => piece.text.endsWith('\n'))).toBe(true);
  });

  it('keeps all but the last piece when text is added', () => {
    const before = plainPieces(text, 0, text.length);
    const after = plainPieces(`${text}${text}`, 0, text.length * 2);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });

  it('starts at the start of a piece', () => {
    const starts = plainPieces(text, 0, text.length).map((piece) => piece.start);
    expect(starts).toContain(pieceStart(text, text.length - 10_000));
    expect(pieceStart(text, 10)).toBe(0);
  });

  it('splits text without line feeds, but no character', () => {
    const long = `a${'😀'.repeat(PIECE_CHARACTERS)}`;
    const pieces = plainPieces(long, 0, long.length);
    expect(pieces.map((piece) => piece.text).join('')).toBe(long);
    expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
    expect(pieces.every((piece) => piece.text.length <= PIECE_CHARACTERS * 2)).toBe(true);
  });
});
