import type { ContentBlock } from '#shared/session/content';
import { type EntryKind, entryId } from '#shared/session/entries';
import type { Envelope } from '#shared/session/events';
import type { SearchKind } from '#shared/session/searchKind';

/** What one event adds to what can be found of a session. */
export interface SearchText {
  readonly kind: SearchKind;
  /** Null: the session itself, by its title. */
  readonly entryId: string | null;
  readonly text: string;
  readonly how: 'append' | 'replace';
}

export function searchTextOf(event: Envelope): SearchText | null {
  switch (event.type) {
    case 'session.titled':
      return { kind: 'title', entryId: null, text: event.title, how: 'replace' };
    case 'turn.started':
    case 'turn.steered':
      return of('user', 'message', event.messageId, textOf(event.content), 'replace');
    case 'message.appended': {
      // Thoughts are many, and nobody remembers a conversation by them.
      if (event.role === 'thought' || event.content.type !== 'text') return null;
      return of(event.role, 'message', event.messageId, event.content.text, 'append');
    }
    case 'tool.updated':
      return event.title === undefined
        ? null
        : of('tool', 'tool', event.toolCallId, event.title, 'replace');
    default:
      return null;
  }
}

function of(
  kind: SearchKind,
  entry: EntryKind,
  key: string,
  text: string,
  how: SearchText['how'],
): SearchText {
  return { kind, entryId: entryId(entry, key), text, how };
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
