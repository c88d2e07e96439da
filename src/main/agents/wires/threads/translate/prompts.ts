import { assertNever } from '#shared/errors';
import type { ContentBlock } from '#shared/session/content';
import { fenced, loaded, notTaken } from '../../promptParts';
import { type TextChunk, textChunk } from '../messages';

/** What the user says, as text: the draft knows nothing else. Throws a `ConnectionError` for pictures. */
export function promptToWire(content: readonly ContentBlock[]): readonly TextChunk[] {
  return content.map((block) => textChunk(textOf(block)));
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'link':
      return block.uri;
    case 'resource':
      return block.text === undefined ? block.uri : fenced(block.uri, loaded(block.text));
    case 'image':
      throw notTaken('images');
    case 'audio':
      throw notTaken('audio');
    case 'unknown':
      throw notTaken(`“${block.label}” content`);
    default:
      return assertNever(block);
  }
}
