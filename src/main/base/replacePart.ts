/** Comparisons that take some ten milliseconds together. */
const QUICK_STEPS = 20_000_000;
/** Places in one text that are replaced; nobody reads an edit with more. */
const MOST_PLACES = 100_000;
/** Characters of a text that an edit makes; a text that an agent writes as a whole is no longer. */
const RESULT_CHARACTERS = 16 * 1024 * 1024;
/** Characters that are searched for all edits of one file together. */
const ROOM_CHARACTERS = 16 * 1024 * 1024;

/**
 * Finds a part in texts in time linear in their lengths. The language’s own search may take time in
 * proportion to the product of the lengths, for example for a run of one letter with another in the
 * middle: most of a minute for a megabyte and a part of a tenth of it.
 */
export class PartFinder {
  private table: Int32Array | null = null;

  constructor(private readonly part: string) {}

  /** The position of the part at or after `from`; -1 if it is not there. */
  find(text: string, from = 0): number {
    const { part } = this;
    if ((text.length - from) * part.length <= QUICK_STEPS) return text.indexOf(part, from);
    if (part.length > text.length - from) return -1;
    this.table ??= restarts(part);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      while (matched > 0 && part.charCodeAt(matched) !== code) {
        matched = this.table[matched - 1] ?? 0;
      }
      if (part.charCodeAt(matched) === code) matched++;
      if (matched === part.length) return at - matched + 1;
    }
    return -1;
  }
}

/** For each prefix of the part, the length of the longest shorter prefix that it also ends with. */
function restarts(part: string): Int32Array {
  const table = new Int32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = table[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched++;
    table[at] = matched;
  }
  return table;
}

/**
 * I21: the text with the first occurrence of the part replaced, or all of them. Null if it does not
 * occur, or if the result would be too long to show: an edit of a few letters can make gigabytes of
 * a large text.
 */
export function replacePart(
  text: string,
  before: string,
  after: string,
  all: boolean,
): string | null {
  const finder = new PartFinder(before);
  const pieces: string[] = [];
  let length = text.length;
  let end = 0;
  for (let at = finder.find(text); at !== -1; at = finder.find(text, end)) {
    length += after.length - before.length;
    if (length > RESULT_CHARACTERS || pieces.length >= 2 * MOST_PLACES) return null;
    pieces.push(text.slice(end, at), after);
    end = at + before.length;
    if (!all) break;
  }
  return pieces.length === 0 ? null : pieces.join('') + text.slice(end);
}

/** I21: limits a file's edits, which are applied one after the other, each to the whole text. */
export class EditRoom {
  private left = ROOM_CHARACTERS;

  /** False once too many characters were searched. */
  take(text: string | null): boolean {
    // An empty text takes time as well.
    this.left -= (text?.length ?? 0) + 1;
    return this.left >= 0;
  }
}
