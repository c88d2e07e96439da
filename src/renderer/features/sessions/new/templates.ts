/** A place in a prompt that must be filled in. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
}

/** Fills in the known variables of a template; others stay as placeholders. */
export function fillTemplate(
  template: string,
  known: Readonly<Record<string, string | null>>,
): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
  );
}

/** The first placeholder at or after an offset; otherwise the first of all. */
export function nextPlaceholder(text: string, from: number): Placeholder | null {
  const places = [...text.matchAll(PLACEHOLDER)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return places.find(({ start }) => start >= from) ?? places[0] ?? null;
}

/** The name of a prompt that is saved as a template: its first words, numbered if taken. */
export function templateName(prompt: string, taken: readonly string[]): string {
  const [line = ''] = prompt.trim().split('\n');
  const short =
    line.length <= NAME_CHARACTERS ? line : `${line.slice(0, NAME_CHARACTERS).trimEnd()}…`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? short : `${short} (${number})`;
    if (!taken.includes(name)) return name;
  }
}

/** `{{name}}`, with letters, digits, `-` and `_`. */
const PLACEHOLDER = /\{\{\s*([\w-]{1,40})\s*\}\}/g;

const NAME_CHARACTERS = 40;
