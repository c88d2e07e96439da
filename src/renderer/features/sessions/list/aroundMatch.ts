import type { MatchedText } from '#shared/text/matchedText';

/** Few enough characters that the match is in the first of two lines of a narrow sidebar. */
const BEFORE = 24;

/** The text from shortly before its first match, so that the match is not cut off. */
export function aroundMatch(found: MatchedText): MatchedText {
  const start = found.matches[0]?.[0] ?? 0;
  if (start <= BEFORE) return found;
  // Starts at the beginning of a word if one is near.
  const near = found.text.slice(start - BEFORE, start);
  const from = start - BEFORE + (near.search(/\s\S/) + 1);
  const shift = from - 1;
  return {
    text: `…${found.text.slice(from)}`,
    matches: found.matches.map(([begin, end]) => [begin - shift, end - shift] as const),
  };
}
