import { charactersIn } from '#shared/text/charactersIn';
import { pieceEnd } from '#shared/text/textPieces';

/** Characters of a value that are made into JSON in one go. */
export const PIECE_CHARACTERS = 128 * 1024;

/** The JSON text of a value that is not long. */
export type TextOf = (value: unknown) => string;

/**
 * The text that `JSON.stringify` gives for a plain value, piece by piece: a control character takes
 * six characters in it, so that ten megabytes may come to sixty, all of them at once.
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
