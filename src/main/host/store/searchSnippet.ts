export interface Snippet {
  readonly text: string;
  /** Start and end of what matched, in the text. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Characters that no text is stored with, so that a snippet can be taken apart for certain. */
export const MATCH_START = '\u{E000}';
export const MATCH_END = '\u{E001}';

export function withoutMarks(text: string): string {
  return text.replaceAll(MATCH_START, ' ').replaceAll(MATCH_END, ' ');
}

export function parseSnippet(marked: string): Snippet {
  const ranges: [number, number][] = [];
  let text = '';
  for (const part of marked.split(MATCH_START)) {
    const end = part.indexOf(MATCH_END);
    if (end >= 0) ranges.push([text.length, text.length + end]);
    text += part.replace(MATCH_END, '');
  }
  return { text, ranges };
}
