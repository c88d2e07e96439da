export interface MatchedText {
  readonly text: string;
  /** Start and end of each part of the text that was looked for. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

/**
 * Stand around a match. No text is indexed with them, so that one can be taken apart for certain.
 */
export const MATCH_START = '\u{E000}';
export const MATCH_END = '\u{E001}';

export function withoutMarks(text: string): string {
  return text.replaceAll(MATCH_START, ' ').replaceAll(MATCH_END, ' ');
}

export function withMarks({ text, matches }: MatchedText): string {
  let marked = '';
  let place = 0;
  for (const [start, end] of matches) {
    marked += text.slice(place, start) + MATCH_START + text.slice(start, end) + MATCH_END;
    place = end;
  }
  return marked + text.slice(place);
}

export function parseMarked(marked: string): MatchedText {
  const matches: [number, number][] = [];
  let text = '';
  for (const part of marked.split(MATCH_START)) {
    const end = part.indexOf(MATCH_END);
    if (end > 0) matches.push([text.length, text.length + end]);
    text += part.replaceAll(MATCH_END, '');
  }
  return { text, matches };
}
