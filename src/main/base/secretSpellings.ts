import type { SoughtText } from './textFinder';

/**
 * Shorter values are left alone: they stand in ordinary text by chance, and taking them out would
 * tell more of them than it hides.
 */
const SHORTEST = 6;
/** Shorter values are looked for as whole words only, and need a digit or a sign. */
const SHORTEST_ANYWHERE = 8;
/** From this length on a value of one kind of character is no ordinary word either. */
const SHORTEST_OF_ONE_KIND = 16;
/** Longer values are recognised by their beginning. */
const LONGEST = 4_096;
/** As much of a value is looked for in hex and base64; the rest of it does not help anybody. */
const LONGEST_ENCODED = 256;
/** Shorter pieces of base64 stand in other base64 by chance. */
const SHORTEST_BASE64 = 7;

export interface Spelling extends SoughtText {
  /** Of one that comes in pieces; less of it is no help to anybody. */
  readonly shortestPart: number;
}

/** The parts of a secret that are looked for: of several lines, such as a key, each by itself. */
export function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.length > 1 ? lines : [secret.trim()];
  return parts.filter(isDistinctive).map((part) => part.slice(0, LONGEST));
}

/** How a part may be written: as it is, in JSON, in an address, in hex, within base64. */
export function spellingsOf(part: string): readonly Spelling[] {
  const isWord = part.length < SHORTEST_ANYWHERE;
  const encoded = Buffer.from(part.slice(0, LONGEST_ENCODED));
  const hex = encoded.toString('hex');
  const plain = [part, ...escapedSpellings(part), encodeURIComponent(part.toWellFormed())];
  const written = (texts: readonly string[], shortestPart: number, asWord = false) =>
    [...new Set(texts)].map((text) => ({ text, isWord: asWord, shortestPart }));
  return [
    ...written(plain, isWord ? Number.POSITIVE_INFINITY : 5, isWord),
    ...written(base64Spellings(encoded), 7),
    ...written([hex, hex.toUpperCase()], 10),
  ];
}

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

/** Whether a text can be told from ordinary words and paths wherever it is looked for. */
function isDistinctive(value: string): boolean {
  if (value.length < SHORTEST || isPath(value) || /^-----(?:BEGIN|END) /.test(value)) return false;
  if (value.length < SHORTEST_ANYWHERE) return /[^\d]/.test(value) && /[^a-zA-Z]/.test(value);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(value));
  return value.length >= SHORTEST_OF_ONE_KIND || kinds.length > 1;
}

/** Variables such as `SSH_KEY_FILE` name where a secret lies, which is none. */
function isPath(value: string): boolean {
  return /^(?:~?\/|\.{1,2}\/|[A-Za-z]:\\)(?:[\w.@ -]+[\\/])+[\w.@ -]*$/.test(value);
}
