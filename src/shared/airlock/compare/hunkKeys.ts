import type { Change, Hunk } from '../change';
import { textHunksOf } from '../diff/compose';
import type { TextHunk } from '../hunks';
import type { Sides } from '../review';
import { likenessOf } from './likeness';

/** A key per hunk of a change, in order: hunks of different agents with the same key do the same. */
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
