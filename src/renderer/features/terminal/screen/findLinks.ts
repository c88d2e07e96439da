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

/** A link in a line of output. */
export type FoundLink = FoundAddress | FoundFile;

/** The rest of a longer line is not searched, because no person reads such lines. */
const LONGEST_LINE = 5_000;
const MOST_LINKS = 50;

const address = /https?:\/\/[^\s"'`<>{}|\\^\p{Cc}]+/gu;

/** The characters of a path. The match is cut afterwards, so that each character is read once. */
const word = /~?[\w@%+=.,/-]+/g;
/** A path never has two slashes in a row. */
const path = /\/?[^/]+(?:\/[^/]+)*/g;

/** A line number in one of the formats of compilers and test runners. */
const place =
  /:(?<colon>\d{1,7})(?::\d{1,7})?|\((?<round>\d{1,7})(?:,\s?\d{1,7})?\)|", line (?<python>\d{1,7})/y;

/** Finds addresses, and names that may be files; callers check whether they exist. */
export function findLinks(text: string): readonly FoundLink[] {
  const line = text.slice(0, LONGEST_LINE);
  const addresses = [...line.matchAll(address)].map(({ 0: found, index }): FoundAddress => {
    const trimmed = withoutPunctuation(found);
    return { type: 'address', address: trimmed, start: index, end: index + trimmed.length };
  });
  const files = [...line.matchAll(word)]
    .flatMap(({ 0: found, index }) => filesIn(line, found, index))
    .filter((link) => !addresses.some((other) => link.start < other.end && link.end > other.start));
  return [...addresses, ...files].slice(0, MOST_LINKS);
}

function filesIn(line: string, found: string, index: number): readonly FoundFile[] {
  return [...found.matchAll(path)].flatMap((match) => {
    const name = withoutEnd(match[0], '.,');
    // A single word is not treated as a file; most words are not.
    const looksLikeFile = name.includes('/') || (/\.[A-Za-z]\w{0,9}$/.test(name) && name !== '...');
    if (!looksLikeFile || /^[./~]*$/.test(name)) return [];
    const start = index + match.index;
    place.lastIndex = start + name.length;
    const at = place.exec(line);
    const number = at?.groups?.colon ?? at?.groups?.round ?? at?.groups?.python;
    return [
      {
        type: 'file',
        name,
        line: number === undefined ? null : Number(number),
        start,
        end: start + name.length + (at?.[0].length ?? 0),
      },
    ];
  });
}

/** The text without these characters at its end. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes the end of a sentence, and a bracket that was opened before the address. */
function withoutPunctuation(found: string): string {
  const excess = { ')': countOf(found, ')') - countOf(found, '(') } as Record<string, number>;
  excess[']'] = countOf(found, ']') - countOf(found, '[');
  let trimmed = withoutEnd(found, '.,;:!?');
  for (let last = trimmed.slice(-1); (excess[last] ?? 0) > 0; last = trimmed.slice(-1)) {
    excess[last] = (excess[last] ?? 0) - 1;
    trimmed = withoutEnd(trimmed.slice(0, -1), '.,;:!?');
  }
  return trimmed;
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
