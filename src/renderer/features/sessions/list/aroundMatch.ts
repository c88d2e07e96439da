import type { MatchedText } from '#shared/text/matchedText';

/** Characters before a match that leave it in the first of two lines of a narrow sidebar. */
const BEFORE = 24;

/** The text from shortly before its first match, so that the match is not what is cut off. */
export function aroundMatch(found: MatchedText): MatchedText {
  const start = found.matches[0]?.[0] ?? 0;
  if (start <= BEFORE) return found;
  // From a word's beginning, if one is near.
  const near = found.text.slice(start - BEFORE, start);
  const from = start - BEFORE + (near.search(/\s\S/) + 1);
  const shift = from - 1;
  return {
    text: `…${found.text.slice(from)}`,
    matches: found.matches.map(([begin, end]) => [begin - shift, end - shift] as const),
  };
}
