import { textHash } from '../diff/textHash';
import type { TextHunk } from '../hunks';

/**
 * The same for hunks that do the same thing, though their place or whitespace differs. A hunk that
 * changes whitespace alone is compared to the letter.
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
