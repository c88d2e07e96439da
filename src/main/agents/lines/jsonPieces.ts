import { charactersIn } from '#shared/text/charactersIn';
import { pieceEnd } from '#shared/text/textPieces';

/** Characters of a value that are converted to JSON in one go. */
export const PIECE_CHARACTERS = 128 * 1024;

/** Converts a short value to JSON text. */
export type TextOf = (value: unknown) => string;

/**
 * Yields the same text as `JSON.stringify` for a plain value, piece by piece. A control character
 * takes six characters in JSON, so ten megabytes could otherwise become sixty at once.
 */
export function* jsonPieces(value: unknown, textOf: TextOf = JSON.stringify): Generator<string> {
  if (charactersIn(value) <= PIECE_CHARACTERS) yield textOf(value);
  else if (typeof value === 'string') yield* textPieces(value);
  else if (Array.isArray(value)) yield* listPieces(value, textOf);
  else yield* recordPieces(value as object, textOf);
}

function* listPieces(list: readonly unknown[], textOf: TextOf): Generator<string> {
  let mark = '[';
  for (const item of list) {
    yield mark;
    yield* jsonPieces(isLeftOut(item) ? null : item, textOf);
    mark = ',';
  }
  yield ']';
}

function* recordPieces(record: object, textOf: TextOf): Generator<string> {
  let mark = '{';
  for (const [key, member] of Object.entries(record)) {
    if (isLeftOut(member)) continue;
    yield `${mark}${JSON.stringify(key)}:`;
    yield* jsonPieces(member, textOf);
    mark = ',';
  }
  yield '}';
}

function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start, PIECE_CHARACTERS);
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}
