/**
 * A long text in pieces that are quick to handle. An empty piece only lets other work have a turn.
 */
export type TextPieces = AsyncIterable<string>;

export const PIECE_CHARACTERS = 64 * 1024;

/** Cut behind a line where there is an end of one, and never within a pair of surrogates. */
export async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; ) {
    const most = pieceEnd(text, start, PIECE_CHARACTERS);
    const piece = text.slice(start, most);
    const newline = most === text.length ? 0 : piece.lastIndexOf('\n') + 1;
    const end = newline > 0 ? start + newline : most;
    yield text.slice(start, end);
    start = end;
  }
}

/** The end of a piece of this length: never within a surrogate pair. */
export function pieceEnd(text: string, start: number, length: number): number {
  const end = start + length;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Pieces that end with a line, where it is not longer than a piece. */
export async function* linePieces(pieces: TextPieces): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    const newline = held.lastIndexOf('\n') + 1;
    const end = newline > 0 || held.length < PIECE_CHARACTERS ? newline : held.length;
    yield held.slice(0, end);
    held = held.slice(end);
  }
  yield held;
}

export async function* mappedPieces(
  pieces: TextPieces,
  map: (piece: string) => string,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield map(piece);
}

/** Like `trim`. */
export async function* trimmedPieces(pieces: TextPieces): AsyncGenerator<string> {
  let isBegun = false;
  for await (const piece of trimmedEnd(pieces)) {
    const text: string = isBegun ? piece : piece.trimStart();
    isBegun ||= text !== '';
    yield text;
  }
}

/** Like `trimEnd`. */
export async function* trimmedEnd(pieces: TextPieces): AsyncGenerator<string> {
  let space = '';
  for await (const piece of pieces) {
    const text = piece.trimEnd();
    if (text === '') {
      space += piece;
      yield '';
      continue;
    }
    yield space;
    yield text;
    space = piece.slice(text.length);
  }
}

/** Each line behind a mark, which may depend on what the line begins with. */
export async function* markedLines(
  pieces: TextPieces,
  markOf: (first: string) => string,
): AsyncGenerator<string> {
  let isLineStart = true;
  for await (const piece of pieces) {
    const mark = isLineStart && piece !== '' ? markOf(piece.charAt(0)) : '';
    if (piece !== '') isLineStart = piece.endsWith('\n');
    const marked = piece.replace(
      /\n(?!$)/g,
      (_, at: number) => `\n${markOf(piece.charAt(at + 1))}`,
    );
    yield mark + marked;
  }
}

export async function wholeText(pieces: TextPieces): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
