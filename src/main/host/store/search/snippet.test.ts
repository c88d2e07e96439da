import { expect, it } from 'vitest';
import { type MatchedText, parseMarked, withMarks } from '#shared/text/matchedText';
import { snippetOf } from './snippet';

/** Matches in brackets, here and in what is expected. */
function matched(text: string): MatchedText {
  return parseMarked(text.replaceAll('[', '\u{E000}').replaceAll(']', '\u{E001}'));
}

function shown(text: string): string {
  return withMarks(snippetOf(matched(text)))
    .replaceAll('\u{E000}', '[')
    .replaceAll('\u{E001}', ']');
}

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');

it.each([
  ['a short [text] whole', 'a short [text] whole'],
  ['the beginning where nothing matches', 'the beginning where nothing matches'],
  [`${words(50)} [here] ${words(50)}`, `…${words(6)} [here] ${words(17)}…`],
  [`[one] ${words(90)} [two] [one]`, `…${words(6)} [two] [one]`],
])('shows the part with the most different matches: %#', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it('cuts what has no spaces, and never in the middle of a character', () => {
  const long = shown(`${'x'.repeat(9_000)}[${'😀'.repeat(2_000)}]`);
  expect(long.length).toBeLessThan(1_000);
  expect(long).toMatch(/^…\[(?:😀)+\]…$/u);
});
