/** A place in a file that a text names, such as `src/cart.js:4`. */
export interface FilePlace {
  /** As it is written. */
  readonly text: string;
  readonly path: string;
  readonly line: number | null;
}

/** Nobody writes a longer path into a sentence. */
const PATH_CHARACTERS = 260;

/** Anchored at both ends and without alternatives, so that matching takes linear time. */
const place = /^([^:]+)(?::(\d{1,7}))?(?::\d{1,7})?$/;

/** Pure: the place that a whole text names; null if it does not look like one. */
export function filePlace(text: string): FilePlace | null {
  if (text.length > PATH_CHARACTERS || /[\s*?"<>|`$(){}=,;]/.test(text)) return null;
  const [, path = '', line] = place.exec(text) ?? [];
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A project's file has an extension: `./src` is a folder, and `a/b` may be anything.
  if (!/[^.]\.[A-Za-z]\w{0,9}$/.test(name.slice(-12))) return null;
  // Without a line or folder, `console.log` and `example.org` would look like files as well.
  if (line === undefined && !path.includes('/')) return null;
  if (path.includes('//') || path.startsWith('..')) return null;
  return { text, path, line: line === undefined ? null : Number(line) };
}

/** Pure: a text split into its places in files and the text between, in order. */
export function withFilePlaces(text: string): readonly (string | FilePlace)[] {
  if (!text.includes('.') || !(text.includes('/') || text.includes(':'))) return [text];
  const parts: (string | FilePlace)[] = [];
  let plain = '';
  for (const word of text.split(/([\s()[\]{}<>"'“”‘’`,;]+)/)) {
    const end = word.search(/(?<![.:!?…])[.:!?…]*$/);
    const found = filePlace(word.slice(0, end));
    if (found === null) {
      plain += word;
      continue;
    }
    if (plain !== '') parts.push(plain);
    parts.push(found);
    plain = word.slice(end);
  }
  if (plain !== '') parts.push(plain);
  return parts;
}
