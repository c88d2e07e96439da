import { escapeSign, HIDDEN, JOINERS, ODD_SPACE } from '#shared/text/hiddenSigns';

export interface VisiblePart {
  readonly text: string;
  /** The text is an escape for a character that is invisible or reorders its neighbours. */
  readonly escaped: boolean;
}

/** The characters to write out: hidden ones, and whitespace that only looks like a space. */
const suspect = new RegExp(`${HIDDEN.source}|${ODD_SPACE.source}`, 'gu');

const layout: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * Line feeds and tabs are layout; joiners belong to emoji and to many scripts, but not to Latin.
 * Special spaces are usual before French punctuation, between digits, and in Chinese and Japanese.
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

/**
 * Replaces characters that could hide something in a command or title with escapes. Line feeds and
 * tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(suspect, (character, index: number) =>
    isHarmless(character, text, index) ? character : escapeOf(character),
  );
}

/** The longest name, title or path that is shown completely. */
const LINE_CHARACTERS = 2_000;

/** The same on one line, cut to the length of a name. */
export function visibleLine(text: string): string {
  const line = visibleText(joinedLines(text.slice(0, LINE_CHARACTERS)));
  return text.length > LINE_CHARACTERS ? `${line}…` : line;
}

/** The text with each line break, and the space around it, replaced by a mark. */
export function joinedLines(text: string, mark = ' ⏎ '): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, mark);
}

/** The most escapes that are highlighted: each is an element, and these are warning enough. */
const MARKED_PARTS = 100;

/**
 * The text in parts, for views that highlight the escapes; only the first of very many are
 * highlighted.
 */
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
