import { charactersIn } from '#main/base/charactersIn';
import type { NoteId } from '#shared/ids';
import { EVENT_VERSION, type SessionEvent, type SessionEventType } from '#shared/session/events';
import { entryOf } from '#shared/session/kinds/eventKinds';
import type { KeptState } from '#shared/session/state';
import { KEPT_CHARACTERS } from './limits';
import { REST_CHARACTERS } from './store/limits';
import { isTextChunk } from './store/log/coalescer';

/** The memory of an entry besides its content: its place in the state, and in the order. */
const ENTRY_CHARACTERS = 256;
/** The memory of a message besides its text. */
const MESSAGE_CHARACTERS = 128;

/** Events by which an agent adds to a transcript; all others are about the session, or our own. */
const additions: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'message.appended',
  'tool.updated',
  'plan.updated',
  'notice.posted',
  'compaction.updated',
  'subagent.updated',
  'unknown.received',
]);

/**
 * I21: bounds what main holds of one session's transcript, whatever an agent adds to it: every
 * entry is bounded, and so are all of them together. The count assumes that nothing replaces
 * anything, and is redone when it reaches the bound.
 */
export class KeptRoom {
  private used: number | null = null;
  /** Once the room is used up, it stays so for the rest of the run. */
  isFull = false;

  constructor(
    private readonly state: KeptState,
    private readonly limit: number = KEPT_CHARACTERS,
  ) {}

  /** False for what would be refused in any case, before anything is done about it. */
  mayTake({ type }: SessionEvent): boolean {
    return !this.isFull || !additions.has(type);
  }

  /** Whether there is room for the event, as it will be kept. */
  take(event: SessionEvent): boolean {
    if (!additions.has(event.type)) return true;
    if (this.isFull) return false;
    // None of these events is identified by its number or its time.
    const id = entryOf({ v: EVENT_VERSION, seq: 0, at: 0, ...event });
    const isNew = id !== null && !this.state.entries.has(id);
    const added = sizeOf(event) + (isNew ? ENTRY_CHARACTERS : 0);
    this.used = (this.used ?? sizeOfState(this.state)) + added;
    if (this.used <= this.limit) return true;
    this.used = sizeOfState(this.state) + added;
    this.isFull = this.used > this.limit;
    return !this.isFull;
  }
}

/** The notice is posted once, in the place of what is dropped. */
export const fullNotice: SessionEvent = {
  type: 'notice.posted',
  noteId: 'session-full' as string as NoteId,
  severity: 'error',
  title: 'This session is full. New output from the agent is not saved.',
  description:
    'It has reached the most that Airlock saves per session. What is here stays. To continue, start a new session.',
};

function sizeOfState({ entries }: KeptState): number {
  let size = 0;
  for (const entry of entries.values()) size += ENTRY_CHARACTERS + charactersIn(entry);
  return size;
}

/** Long text that is said is left in the log at the end of the turn. */
function sizeOf(event: SessionEvent): number {
  if (!isTextChunk(event)) return charactersIn(event);
  return MESSAGE_CHARACTERS + Math.min(event.content.text.length, REST_CHARACTERS);
}
