export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Line and column, from 1, in UTF-16 units. Each of the three kinds of line breaks counts as one.
 */
export function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
