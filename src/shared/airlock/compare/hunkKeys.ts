import type { Change } from '../change';
import { textHunksOf } from '../diff/compose';
import type { Sides } from '../review';
import { likenessOf } from './likeness';

/** A key per hunk of a change, in order: hunks of different agents with the same key do the same. */
export function hunkKeys({ hunks, proposed }: Change, sides: Sides): readonly string[] {
  const texts = new Map(textHunksOf(sides, hunks).map((hunk) => [hunk.id, hunk]));
  return hunks.map((hunk) => {
    switch (hunk.type) {
      case 'text': {
        const text = texts.get(hunk.id);
        return text === undefined ? `text ${proposed?.blob ?? ''}` : likenessOf(text);
      }
      case 'whole':
        return `whole ${proposed?.blob ?? 'deleted'}`;
      case 'mode':
        return `mode ${hunk.to}`;
      case 'rename':
        return `rename ${hunk.to}`;
      case 'format':
        return `format ${JSON.stringify(hunk.to)}`;
    }
  });
}
