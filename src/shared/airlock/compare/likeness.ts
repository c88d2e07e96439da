import type { Change, Hunk } from '../change';
import { textHunksOf } from '../diff/compose';
import { textHash } from '../diff/textHash';
import type { TextHunk } from '../hunks';
import type { Sides } from '../review';

/**
 * Equal for hunks that make the same edit, even if their place or whitespace differs. Hunks that
 * change only whitespace are compared exactly.
 */
export function likenessOf({ removed, added }: Pick<TextHunk, 'removed' | 'added'>): string {
  const before = normalised(removed);
  const after = normalised(added);
  return before === after
    ? textHash(`exact\0${removed.join('')}\0${added.join('')}`)
    : textHash(`${before}\0${after}`);
}

/** Lines without indentation, endings and blank lines, and with single spaces. */
function normalised(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * A key per hunk of a change, in order: hunks of different agents with the same key do the same.
 */
export function hunkKeys({ hunks, proposed }: Change, sides: Sides): readonly string[] {
  const texts = new Map(textHunksOf(sides, hunks).map((hunk) => [hunk.id, hunk]));
  return hunks.map((hunk) => keyOf(hunk, texts.get(hunk.id), proposed?.blob ?? 'deleted'));
}

function keyOf(hunk: Hunk, text: TextHunk | undefined, proposed: string): string {
  switch (hunk.type) {
    case 'text':
      return text === undefined ? `text ${proposed}` : likenessOf(text);
    case 'whole':
      return `whole ${proposed}`;
    case 'mode':
      return `mode ${hunk.to}`;
    case 'rename':
      return `rename ${hunk.to}`;
    case 'format':
      return `format ${JSON.stringify(hunk.to)}`;
  }
}
