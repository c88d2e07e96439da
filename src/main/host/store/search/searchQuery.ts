import { QUERY_CHARACTERS, QUERY_TERMS } from '#main/host/store/limits';

/** Matches quoted phrases and the words between them; an unclosed quote counts as closed. */
const terms = /"([^"]*)"?|([^\s"]+)/g;
const hasWord = /[\p{L}\p{N}\p{Co}]/u;

/**
 * The user's query in FTS5 syntax: all words must occur, `"…"` is a phrase, and the last word may
 * be incomplete. Everything is quoted, so that nothing acts as syntax. Null if the query is empty.
 */
export function toMatchExpression(query: string): string | null {
  const text = query.slice(0, QUERY_CHARACTERS).replace(/[\p{Cc}\p{Cs}]/gu, ' ');
  const found = [...text.matchAll(terms)]
    .map(([, phrase, word]) => ({ text: phrase ?? word ?? '', isPhrase: phrase !== undefined }))
    .filter((term) => hasWord.test(term.text))
    .slice(0, QUERY_TERMS);
  if (found.length === 0) return null;
  return found
    .map(({ text, isPhrase }, index) => {
      const isUnfinished = !isPhrase && index === found.length - 1;
      return `"${text}"${isUnfinished ? '*' : ''}`;
    })
    .join(' ');
}
