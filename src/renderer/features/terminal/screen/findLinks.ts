interface Place {
  readonly start: number;
  readonly end: number;
}

export interface FoundAddress extends Place {
  readonly type: 'address';
  readonly address: string;
}

export interface FoundFile extends Place {
  readonly type: 'file';
  readonly name: string;
  readonly line: number | null;
}

/** Something in a line of output that leads somewhere. */
export type FoundLink = FoundAddress | FoundFile;

/** No more of a line is looked at; what is longer is no text for people. */
const LONGEST_LINE = 5_000;
const MOST_LINKS = 50;

const address = /https?:\/\/[^\s"'`<>{}|\\^\p{Cc}]+/gu;

/** A path, and the line in one of the ways in which compilers and tests write it. */
const file =
  /(?<name>(?:~|\.{1,2})?(?:\/?[\w@%+=.,-]*[\w@%+=-])+)(?:(?::(?<colon>\d{1,7})(?::\d{1,7})?)|(?:\((?<round>\d{1,7})(?:,\s?\d{1,7})?\))|(?:", line (?<python>\d{1,7})))?/g;

/** Addresses, and what may be files; whether they are is for others to find out. */
export function findLinks(text: string): readonly FoundLink[] {
  const line = text.slice(0, LONGEST_LINE);
  const addresses = [...line.matchAll(address)].map(({ 0: found, index }): FoundAddress => {
    const trimmed = withoutPunctuation(found);
    return { type: 'address', address: trimmed, start: index, end: index + trimmed.length };
  });
  const files = [...line.matchAll(file)]
    .map((match) => fileLink(match))
    .filter((link) => link !== null)
    .filter((link) => !addresses.some((other) => link.start < other.end && link.end > other.start));
  return [...addresses, ...files].slice(0, MOST_LINKS);
}

function fileLink({ 0: found, index, groups }: RegExpExecArray): FoundFile | null {
  const name = groups?.name ?? '';
  const line = groups?.colon ?? groups?.round ?? groups?.python;
  // A word alone is no file; most words are not.
  const looksLikeFile = name.includes('/') || (/\.[A-Za-z]\w{0,9}$/.test(name) && name !== '...');
  if (!looksLikeFile || /^[./~]*$/.test(name)) return null;
  return {
    type: 'file',
    name,
    line: line === undefined ? null : Number(line),
    start: index,
    end: index + found.length,
  };
}

/** What ends a sentence is not part of the address in it, nor is a bracket that was opened before. */
function withoutPunctuation(found: string): string {
  const trimmed = found.replace(/[.,;:!?]+$/, '');
  for (const [open, close] of ['()', '[]']) {
    if (open === undefined || close === undefined || !trimmed.endsWith(close)) continue;
    const isOpened = trimmed.split(open).length >= trimmed.split(close).length;
    if (!isOpened) return withoutPunctuation(trimmed.slice(0, -1));
  }
  return trimmed;
}
