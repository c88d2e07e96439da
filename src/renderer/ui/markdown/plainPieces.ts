import { PIECE_CHARACTERS } from './limits';

export interface TextPiece {
  readonly start: number;
  readonly text: string;
}

/**
 * Splits text at fixed places, so that only the last piece of a growing text changes. A piece ends
 * at the last line feed before its place, otherwise at a space, and never within a character.
 */
export function plainPieces(text: string, from: number, to: number): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = from;
  for (let number = Math.floor(from / PIECE_CHARACTERS) + 1; start < to; number++) {
    const end = number * PIECE_CHARACTERS >= to ? to : cutAt(text, number);
    if (end <= start) continue;
    pieces.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return pieces;
}

/** The start of the piece that `place` is in or near; independent of the text after it. */
export function pieceStart(text: string, place: number): number {
  return cutAt(text, Math.floor(place / PIECE_CHARACTERS));
}

function cutAt(text: string, number: number): number {
  if (number <= 0) return 0;
  const place = number * PIECE_CHARACTERS;
  const line = text.lastIndexOf('\n', place - 1);
  if (line > place - PIECE_CHARACTERS) return line + 1;
  const space = text.lastIndexOf(' ', place - 1);
  if (space > place - PIECE_CHARACTERS / 2) return space + 1;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(place - 1));
  return isPair ? place + 1 : place;
}
