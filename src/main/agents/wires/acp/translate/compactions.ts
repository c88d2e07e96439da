import type { EventOf, SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, type Mutable } from '../../json';
import { contentFromWire, plainText } from './content';

export function compactionFromWire(update: JsonRecord, scope: string): SessionEvent | null {
  const id = identifier(update.compactionId);
  if (id === null) return null;
  const event: Mutable<EventOf<'compaction.updated'>> = {
    type: 'compaction.updated',
    compactionId: `${scope}${id}`,
  };
  readStatus(event, update.status);
  if (update.summary === null) event.summary = null;
  else if (Array.isArray(update.summary)) event.summary = plainText(update.summary);
  if (update.error === null || typeof update.error === 'string') event.error = update.error;
  return event;
}

export function compactionChunkFromWire(update: JsonRecord, scope: string): SessionEvent | null {
  const id = identifier(update.compactionId);
  const content = contentFromWire(update.content);
  if (id === null || content?.type !== 'text') return null;
  return {
    type: 'compaction.updated',
    compactionId: `${scope}${id}`,
    summaryAppended: content.text,
  };
}

/** A cancelled compaction counts as failed, because it did not happen. */
function readStatus(event: Mutable<EventOf<'compaction.updated'>>, status: unknown): void {
  switch (status) {
    case 'in_progress':
    case 'completed':
    case 'failed':
      event.status = status;
      break;
    case 'cancelled':
      event.status = 'failed';
      event.error = 'Cancelled';
      break;
  }
}
