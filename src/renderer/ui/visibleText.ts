import { escapeSign, HIDDEN, JOINERS, ODD_SPACE } from '#shared/text/hiddenSigns';

export interface VisiblePart {
  readonly text: string;
  /** The character itself would not show, or would reorder what is around it. */
  readonly escaped: boolean;
}

/** What is written out: hidden characters, and white space that only looks like a space. */
const suspect = new RegExp(`${HIDDEN.source}|${ODD_SPACE.source}`, 'gu');

const layout: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * Line feeds and tabs lay text out; joiners are part of emoji and of many scripts, not of Latin.
 * Typography has its spaces: before French punctuation, between digits, and within Chinese and Japanese.
 */
function isHarmless(sign: string, text: string, index: number): boolean {
  if (layout.has(sign)) return true;
  if (JOINERS.has(sign) || sign === '\u3000') return text.charCodeAt(index - 1) > 0x7f;
  if (sign !== '\u00a0' && sign !== '\u202f') return false;
  const around = text.slice(Math.max(0, index - 1), index + 2);
  return /^«|[:;!?»%€]$|^\d.\d$/u.test(around);
}

export function hasHiddenCharacters(text: string): boolean {
  for (const { 0: found, index } of text.matchAll(suspect)) {
    if (!isHarmless(found, text, index)) return true;
  }
  return false;
}

/** Writes out what an agent could hide in a command or a title. Line feeds and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(suspect, (character, index: number) =>
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

/** Each mark is an element: a text that is made of such characters says so with the first of them. */
const MARKED_PARTS = 100;

/** The same in parts, for views that mark what was escaped; of very many only the first are marked. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let start = 0;
  for (const { 0: character, index } of text.matchAll(suspect)) {
    if (isHarmless(character, text, index)) continue;
    if (parts.length >= MARKED_PARTS) break;
    if (index > start) parts.push({ text: text.slice(start, index), escaped: false });
    parts.push({ text: escapeOf(character), escaped: true });
    start = index + character.length;
  }
  if (start < text.length) parts.push({ text: visibleText(text.slice(start)), escaped: false });
  return parts;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\r', '\\r'],
  ['\b', '\\b'],
  ['\u001b', '\\e'],
  ['\u0000', '\\0'],
]);

function escapeOf(character: string): string {
  return shortEscapes.get(character) ?? escapeSign(character);
}
