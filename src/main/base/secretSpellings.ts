import { EscapedText } from './escapedText';
import { SHORTEST, SHORTEST_ANYWHERE } from './secretParts';
import type { SoughtText } from './textFinder';

/** Shorter pieces of base64 stand in other base64 by chance. */
const SHORTEST_BASE64 = 7;

export interface Spelling extends SoughtText {
  /** Of one that comes in pieces; less of it is no help to anybody. */
  readonly shortestPart: number;
}

/**
 * How a part of a secret may be written: as it is, in JSON, in an address, in hex of capitals and
 * small letters, within base64 of both alphabets, and without the escapes that `EscapedText` undoes.
 *
 * Not recognised: other encodings (octal, quoted-printable, dumps of hex, compressed or encrypted
 * data), colours or other marks among its characters, and its order changed.
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
  // What has a letter of its own in JSON, such as a tab, is not told from that letter otherwise.
  const isCompared = compared.length >= SHORTEST && !/\p{Cc}/u.test(part);
  return isCompared
    ? [part, form, compared]
    : [part, form, ...escapedSpellings(part), encodeURIComponent(part.toWellFormed())];
}

/** All of them are undone, whichever characters matter. */
const withoutEscapes = new EscapedText([]);

/** In JSON that stands in a string of JSON, and so on, quotes and backslashes are escaped anew. */
function escapedSpellings(value: string): readonly string[] {
  const once = inJson(value);
  return once === value ? [] : [once, inJson(once), inJson(inJson(once))];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * By itself, and behind any other text: three bytes become four characters, so that there are three
 * ways to stand among them. At either end characters are left out that belong to a neighbour, too.
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
