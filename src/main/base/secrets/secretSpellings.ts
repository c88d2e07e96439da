import { EscapedText } from './escapedText';
import { SHORTEST, SHORTEST_ANYWHERE } from './secretParts';
import type { SoughtText } from './textFinder';

/** Shorter pieces of base64 occur in other base64 by chance. */
const SHORTEST_BASE64 = 7;

export interface Spelling extends SoughtText {
  /** The fewest characters that are removed where a text was cut; fewer reveal nothing useful. */
  readonly shortestPart: number;
}

/**
 * The forms in which a part of a secret is recognised: unchanged, in JSON, in a URL, in hex in
 * either case, within base64 in both alphabets, and without the escapes that `EscapedText` undoes.
 *
 * Not recognised: other encodings (octal, quoted-printable, hex dumps, compressed or encrypted
 * data), colour codes or other marks between its characters, and characters in another order.
 */
export function spellingsOf(part: string): readonly Spelling[] {
  const encoded = Buffer.from(part);
  const written = (texts: readonly string[], shortest: number, mayBeWord = false) =>
    [...new Set(texts)].map((text): Spelling => {
      const isWord = mayBeWord && text.length < SHORTEST_ANYWHERE;
      return { text, isWord, shortestPart: isWord ? Number.POSITIVE_INFINITY : shortest };
    });
  return [
    ...written(plainSpellings(part), 5, true),
    ...written(base64Spellings(encoded), 7),
    { text: encoded.toString('hex'), isWord: false, isCaseless: true, shortestPart: 10 },
  ];
}

function plainSpellings(part: string): readonly string[] {
  const compared = withoutEscapes.partOf(part).text;
  const form = part.replaceAll(' ', '+');
  // JSON writes control characters as letters (`\t`), which the comparison without escapes would
  // read as letters.
  const isCompared = compared.length >= SHORTEST && !/\p{Cc}/u.test(part);
  return isCompared
    ? [part, form, compared]
    : [part, form, ...escapedSpellings(part), encodeURIComponent(part.toWellFormed())];
}

/** `partOf` undoes all escapes, whatever the alphabet. */
const withoutEscapes = new EscapedText([]);

/** JSON inside a string of JSON escapes quotes and backslashes again, and so on. */
function escapedSpellings(value: string): readonly string[] {
  const once = inJson(value);
  return once === value ? [] : [once, inJson(once), inJson(inJson(once))];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * The base64 of a value alone, and after other text: base64 turns three bytes into four characters,
 * so a value has three possible offsets. Characters that also encode a neighbour's bits are left
 * out.
 */
function base64Spellings(value: Buffer): readonly string[] {
  const alone = value.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), value]).toString('base64');
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + value.length) * 4) / 3));
  });
  return [alone, ...within]
    .filter((text) => text.length >= SHORTEST_BASE64)
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
