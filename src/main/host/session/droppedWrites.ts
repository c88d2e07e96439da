import type { SessionChanges } from '#main/airlock/airlock';
import type { Change } from '#shared/airlock/change';
import type { IdSource, ToolCallId } from '#shared/ids';
import { entryId, type TurnEndEntry } from '#shared/session/entries';
import type { SessionEvent } from '#shared/session/events';
import type { KeptState } from '#shared/session/state';
import { visiblePath } from '#shared/text/visiblePath';
import { AIRLOCK_CLOSED, AIRLOCK_STOPPED } from './liveSession';

/**
 * Reports writes that waited for the user when the last turn was interrupted, with their content:
 * the agent that waited has ended, so they can no longer be decided.
 */
export async function droppedWrites(
  state: KeptState,
  changes: SessionChanges,
  ids: IdSource,
): Promise<readonly SessionEvent[]> {
  const end = lastEnd(state);
  if (end?.reason !== 'interrupted') return [];
  const isOurs = end.message === AIRLOCK_CLOSED || end.message === AIRLOCK_STOPPED;
  const reason = isOurs ? 'Airlock was closed' : 'the turn was interrupted';
  const events: SessionEvent[] = [];
  for (const { change, status, hunks } of changes.all) {
    const isHeld = change.origin === 'held-write' && change.turnId === end.turnId;
    if (status !== 'withdrawn' || !isHeld) continue;
    // The transcript has this write already.
    if (state.entries.has(entryId('tool', callOf(change)))) continue;
    const { path } = change;
    const isPartial = hunks.some(({ outcome }) => outcome.state === 'accepted');
    const texts = await changes.texts(change.changeId);
    events.push(
      {
        type: 'notice.posted',
        noteId: ids.mint('note'),
        severity: 'warning',
        title: `The write to ${visiblePath(path)} was not ${isPartial ? 'finished' : 'made'}, because ${reason}.`,
        description: [
          isPartial ? 'Only what you had accepted was written.' : 'Nothing was written.',
          texts.ok
            ? 'What the agent wanted to write is shown below.'
            : `What the agent wanted to write cannot be shown. ${texts.error.message}`,
        ].join(' '),
      },
      {
        type: 'tool.updated',
        toolCallId: callOf(change),
        title: `Write ${path}`,
        kind: 'edit',
        status: 'failed',
        content: texts.ok
          ? [{ type: 'diff', path, before: texts.value.base, after: texts.value.proposed }]
          : [],
        locations: [{ path }],
      },
    );
  }
  return events;
}

function lastEnd({ entries, order }: KeptState): TurnEndEntry | undefined {
  const id = order.findLast((other) => entries.get(other)?.kind === 'turn-end');
  const end = id && entries.get(id);
  return end?.kind === 'turn-end' ? end : undefined;
}

/** A separate id for the write, because not every write belongs to a tool call. */
function callOf({ changeId }: Change): ToolCallId {
  return `not-written-${changeId}` as ToolCallId;
}
