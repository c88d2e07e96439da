export interface VisiblePart {
  readonly text: string;
  /** The character itself would not show, or would reorder what is around it. */
  readonly escaped: boolean;
}

/** Control and format characters, and separators that break lines; without the global flag for tests. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const hiddenRun = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const layout: ReadonlySet<string> = new Set(['\n', '\t']);
const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d']);

/** Line feeds and tabs lay text out; joiners are part of emoji and of many scripts, not of Latin. */
function isHarmless(sign: string, text: string, index: number): boolean {
  return layout.has(sign) || (joiners.has(sign) && text.charCodeAt(index - 1) > 0x7f);
}

export function hasHiddenCharacters(text: string): boolean {
  if (!hidden.test(text)) return false;
  for (const { 0: found, index } of text.matchAll(hiddenRun)) {
    if (!isHarmless(found, text, index)) return true;
  }
  return false;
}

/** Writes out what an agent could hide in a command or a title. Line feeds and tabs stay. */
export function visibleText(text: string): string {
  if (!hidden.test(text)) return text;
  return text.replace(hiddenRun, (character, index: number) =>
    isHarmless(character, text, index) ? character : escapeOf(character),
  );
}

/** Names, titles and paths; what is longer is no name. */
const LINE_CHARACTERS = 2_000;

/** The same on one line, cut to what a name may be long. */
export function visibleLine(text: string): string {
  const line = visibleText(text.slice(0, LINE_CHARACTERS).replace(/\s*\r?\n\s*/g, ' ⏎ '));
  return text.length > LINE_CHARACTERS ? `${line}…` : line;
}

/** The same in parts, for views that mark what was escaped. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let start = 0;
  for (const { 0: character, index } of text.matchAll(hiddenRun)) {
    if (isHarmless(character, text, index)) continue;
    if (index > start) parts.push({ text: text.slice(start, index), escaped: false });
    parts.push({ text: escapeOf(character), escaped: true });
    start = index + character.length;
  }
  if (start < text.length) parts.push({ text: text.slice(start), escaped: false });
  return parts;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\r', '\\r'],
  ['\b', '\\b'],
  ['\u001b', '\\e'],
  ['\u0000', '\\0'],
]);

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return shortEscapes.get(character) ?? `\\u{${code.toString(16).toUpperCase()}}`;
}
