import { beginningOf } from '#main/base/cutText';
import { SNIPPET_WORDS } from '#main/host/store/limits';
import type { MatchedText } from '#shared/text/matchedText';

/** Words that are shown before the first match. */
const WORDS_BEFORE = SNIPPET_WORDS / 4;
/** The assumed length of a word; text without spaces is cut here. */
const WORD_CHARACTERS = 16;
/** Matches that are examined: if a text repeats itself, the beginning is enough. */
const MATCHES_LOOKED_AT = 200;

/**
 * The part of a text with the most different matches, cut between words. Takes linear time for any
 * text.
 */
export function snippetOf({ text, matches }: MatchedText): MatchedText {
  const first = bestMatch(text, matches)?.[0] ?? 0;
  const start = wordsBefore(text, first);
  const end = wordsAfter(text, start);
  const [before, after] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${after}`,
    matches: matches
      .filter(([from]) => from >= start && from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

function bestMatch(text: string, matches: MatchedText['matches']) {
  const seen = matches.slice(0, MATCHES_LOOKED_AT);
  const reach = (SNIPPET_WORDS - WORDS_BEFORE) * (WORD_CHARACTERS / 2);
  const differentFrom = ([start]: readonly [number, number]) =>
    new Set(
      seen
        .filter(([from, to]) => from >= start && to <= start + reach)
        .map(([from, to]) => text.slice(from, to).toLowerCase()),
    ).size;
  const counts = seen.map(differentFrom);
  return seen[counts.indexOf(Math.max(...counts))];
}

/** The start of the words that are shown before this position. */
function wordsBefore(text: string, place: number): number {
  const from = Math.max(0, place - WORDS_BEFORE * WORD_CHARACTERS);
  const words = [...text.slice(from, place).matchAll(/\S+\s*/g)];
  // The first of them may be the end of a longer word.
  const [word] = (from > 0 ? words.slice(1) : words).slice(-WORDS_BEFORE);
  return word === undefined ? place : from + word.index;
}

function wordsAfter(text: string, place: number): number {
  const part = beginningOf(text.slice(place), SNIPPET_WORDS * WORD_CHARACTERS);
  const words = [...part.matchAll(/\S+/g)];
  const next = words[SNIPPET_WORDS];
  if (next === undefined) return place + part.length;
  return place + part.slice(0, next.index).trimEnd().length;
}
