import { splitWords, type Word } from './words';

export interface Scoped {
  readonly rest: string;
  readonly globs: readonly string[];
}

const prepositions = new Set(['in', 'inside', 'within', 'under', 'across']);
const articles = new Set([
  'the',
  'my',
  'our',
  'this',
  'all',
  'every',
  'any',
  'folder',
  'directory',
  'file',
  'files',
]);
const trailers = new Set(['file', 'files', 'folder', 'directory', 'please']);
const everything = new Set([
  'project',
  'everything',
  'everywhere',
  'here',
  'repo',
  'repository',
  'codebase',
  'workspace',
]);

/**
 * Splits the trailing `in <globs>` off a request. The text after the last `in` only counts if it
 * looks like paths: `find made in the kitchen sink` has no scope.
 */
export function splitScope(input: string): Scoped {
  const words = splitWords(input);
  const last = words.at(-1);
  if (last?.kind === 'bare' && /^everywhere[.!]?$/i.test(last.text) && words.length > 1) {
    return { rest: input.slice(0, last.start).trim(), globs: [] };
  }
  for (let index = words.length - 1; index > 0; index -= 1) {
    const word = words[index];
    if (word?.kind !== 'bare' || !prepositions.has(word.text.toLowerCase())) continue;
    const globs = readGlobs(words.slice(index + 1));
    if (globs) return { rest: input.slice(0, word.start).trim(), globs };
  }
  return { rest: input.trim(), globs: [] };
}

/** Removes the punctuation after a path: `src/*.ts.` and `a.txt,` lose their last character. */
export function cleanPath(text: string): string {
  const trimmed = text.replace(/[.,;!]+$/, '');
  return trimmed === '' ? text : trimmed;
}

function readGlobs(words: readonly Word[]): string[] | undefined {
  const kept = [...words];
  let dropped = 0;
  while (isOneOf(kept[0], articles)) {
    kept.shift();
    dropped += 1;
  }
  while (kept.length > 1 && isOneOf(kept.at(-1), trailers)) kept.pop();
  if (kept.length === 0) return dropped > 0 ? [] : undefined;
  if (kept.length === 1 && isOneOf(kept[0], everything)) return [];

  const globs: string[] = [];
  let expectsPath = true;
  let meansHere = false;
  for (const word of kept) {
    if (word.kind === 'bare' && (word.text === 'and' || word.text === ',')) {
      expectsPath = true;
      continue;
    }
    if (!expectsPath) return undefined;
    if (word.text === '.' || word.text === './') meansHere = true;
    const text = word.kind === 'regex' ? `/${word.text}/${word.flags}` : word.text;
    if (word.kind === 'quoted') globs.push(text);
    else globs.push(...splitCommas(text));
    expectsPath = word.kind === 'bare' && /,$/.test(word.text);
  }
  if (meansHere) return [];
  return globs.length > 0 ? globs.map(extensionGlob) : undefined;
}

/** Commas separate globs, but not inside the braces of one. */
function splitCommas(text: string): string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((part) => cleanPath(part.trim()))
    .filter((part) => part !== '');
}

/** `in .ts files` means every file with that extension. */
function extensionGlob(glob: string): string {
  return /^\.[A-Za-z0-9]{1,5}$/.test(glob) ? `*${glob}` : glob;
}

function isOneOf(word: Word | undefined, set: ReadonlySet<string>): boolean {
  return word?.kind === 'bare' && set.has(cleanPath(word.text).toLowerCase());
}
