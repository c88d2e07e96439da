import { cutText } from '#main/base/cutText';
import { ownText } from '#main/base/ownText';
import {
  KEPT_CHARACTERS,
  PART_CHARACTERS,
  PIECE_CHARACTERS,
  STORED_BYTES,
} from '#main/host/limits';
import { REST_CHARACTERS } from '#main/host/store/limits';
import { isTextChunk, type TextChunk } from '#main/host/store/log/coalescer';
import type { MessageId, NoteId } from '#shared/ids';
import { EVENT_VERSION, type SessionEvent, type SessionEventType } from '#shared/session/events';
import type {
  Bound,
  BoundedFields,
  BoundedList,
  BoundedVariants,
} from '#shared/session/kinds/bounds';
import { entryOf, eventKind } from '#shared/session/kinds/eventKinds';
import type { KeptState } from '#shared/session/state';
import { charactersIn } from '#shared/text/charactersIn';
import { pieceEnd } from '#shared/text/textPieces';

/** A list that was cut after its beginning. */
interface CutList {
  readonly field: string;
  readonly kept: number;
  readonly count: number;
}

export interface BoundedEvent {
  readonly event: SessionEvent;
  readonly cuts: readonly CutList[];
}

const noCuts: readonly CutList[] = [];

/** The event with every field within its limit; a text that was cut says so itself. */
export function boundEvent(event: SessionEvent): BoundedEvent {
  const fields = eventKind(event)?.bounds ?? null;
  if (fields === null) return { event, cuts: noCuts };
  const cuts: CutList[] = [];
  const bounded = boundFields(event, fields, cuts) as SessionEvent;
  return { event: bounded, cuts: cuts.length === 0 ? noCuts : cuts };
}

/** A notice that a list was cut. It always has the same id, so that it appears once. */
export function cutNotice(type: SessionEventType, { field, kept, count }: CutList): SessionEvent {
  return {
    type: 'notice.posted',
    noteId: `cut-${type}-${field}` as NoteId,
    severity: 'warning',
    title: `The agent sent ${amount(count)} ${field}. Only the first ${amount(kept)} are kept.`,
  };
}

function boundFields(value: object, fields: BoundedFields, cuts: CutList[]): object {
  let changed: Record<string, unknown> | null = null;
  for (const field in fields) {
    const before: unknown = value[field as keyof typeof value];
    if (before === undefined || before === null) continue;
    const after = boundValue(field, before, fields[field] as Bound, cuts);
    if (after === before) continue;
    changed ??= { ...value };
    changed[field] = after;
  }
  return changed ?? value;
}

function boundValue(field: string, value: unknown, bound: Bound, cuts: CutList[]): unknown {
  if (typeof bound === 'number') return typeof value === 'string' ? cutField(value, bound) : value;
  if (Array.isArray(value)) {
    return isList(bound) ? boundItems(field, value, bound, cuts) : value;
  }
  if (typeof value !== 'object' || value === null || isList(bound)) return value;
  if (!isByType(bound)) return boundFields(value, bound, cuts);
  const { type } = value as { readonly type?: unknown };
  const fields = typeof type === 'string' ? bound.byType.get(type) : undefined;
  return fields === undefined ? value : boundFields(value, fields, cuts);
}

function boundItems(
  field: string,
  items: readonly unknown[],
  { most, of }: BoundedList,
  cuts: CutList[],
): readonly unknown[] {
  if (items.length > most) cuts.push({ field, kept: most, count: items.length });
  const kept = items.length > most ? items.slice(0, most) : items;
  const bounded = kept.map((item) => boundValue(field, item, of, cuts));
  return bounded.every((item, index) => item === kept[index]) ? kept : bounded;
}

function isList(bound: Exclude<Bound, number>): bound is BoundedList {
  return 'of' in bound && typeof bound.most === 'number';
}

function isByType(bound: BoundedVariants | BoundedFields): bound is BoundedVariants {
  return bound.byType instanceof Map;
}

function cutField(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length)} (truncated, ${amount(text.length)} characters)`;
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

/**
 * Splits an agent's text into entries that can be held, shown and read back: after a number of
 * characters in one turn, the text continues in further entries. Earlier entries no longer grow,
 * and need not be kept in memory.
 */
export class TextParts {
  private part = 0;
  private characters = 0;

  /** `onFull` is called after the last piece of each part. */
  constructor(private readonly onFull: () => void) {}

  /** Called when a turn begins: its text has the full room again. */
  beginTurn(): void {
    this.characters = 0;
  }

  take(event: SessionEvent, push: (event: SessionEvent) => void): void {
    if (!isTextChunk(event)) {
      push(event);
      return;
    }
    const { text } = event.content;
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start, PIECE_CHARACTERS);
      push(this.part === 0 && end - start === text.length ? event : this.piece(event, start, end));
      this.characters += end - start;
      start = end;
      if (this.characters < PART_CHARACTERS) continue;
      this.characters = 0;
      this.part++;
      this.onFull();
    }
  }

  private piece(event: TextChunk, start: number, end: number): SessionEvent {
    const { text } = event.content;
    const isWhole = end - start === text.length;
    const piece = isWhole ? text : ownText(text.slice(start, end));
    const content = { type: 'text' as const, text: piece };
    return { ...event, messageId: this.nameOf(event.messageId), content };
  }

  private nameOf(id: MessageId): MessageId {
    return this.part === 0 ? id : (`${id}~${this.part}` as string as MessageId);
  }
}

/** The memory of an entry apart from its content: its place in the state and in the order. */
const ENTRY_CHARACTERS = 256;
/** The memory of a message apart from its text. */
const MESSAGE_CHARACTERS = 128;

/** Events that may add notes on changed settings without having entries of their own. */
const settings: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'modes.updated',
  'mode.changed',
  'options.updated',
]);
/** The memory of a note on a changed setting, with its names. */
const NOTE_CHARACTERS = 1_024;

/**
 * Events with which an agent can add any amount to a transcript or its log; all others are our own,
 * or as rare as turns.
 */
const additions: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'message.appended',
  'tool.updated',
  'plan.updated',
  'plan.removed',
  'terminal.started',
  'terminal.ended',
  'notice.posted',
  'compaction.updated',
  'subagent.updated',
  'unknown.received',
  'session.titled',
  'agent.described',
  'commands.updated',
  'usage.updated',
  'elicitation.completed',
  ...settings,
]);

/**
 * Questions and commands are always kept, because somebody waits for them. They take room like the
 * rest.
 */
const keptAnyway: ReadonlySet<SessionEventType> = new Set<SessionEventType>([
  'permission.asked',
  'elicitation.asked',
]);

/**
 * I21: limits what main holds of one session's transcript, whatever an agent adds to it: every
 * entry is limited, and so is their total. The count assumes that nothing is replaced, and is
 * repeated exactly when it reaches the limit. The disk also keeps what was replaced, and memory
 * keeps the position of each long body, so both have their own limit.
 */
export class KeptRoom {
  private used: number | null = null;
  /** Once the room is used up, it stays so for the rest of the run. */
  isFull = false;

  /** `stored` is the session's size on disk, in bytes. */
  constructor(
    private readonly state: KeptState,
    private readonly stored: () => number,
    private readonly limits = { characters: KEPT_CHARACTERS, bytes: STORED_BYTES },
  ) {}

  /** False for an event that would be refused anyway, before any work is done for it. */
  mayTake({ type }: SessionEvent): boolean {
    return !this.isFull || !additions.has(type);
  }

  /** Whether there is room for the event, as it will be kept. */
  take(event: SessionEvent): boolean {
    if (!additions.has(event.type)) return true;
    if (!this.isFull) this.count(event);
    return !this.isFull;
  }

  /**
   * Counts an event that is always kept. `isFull` decides whether more of its kind may be asked or
   * run.
   */
  count(event: SessionEvent): void {
    if (!additions.has(event.type) && !keptAnyway.has(event.type)) return;
    // None of these events is identified by its number or its time.
    const id = entryOf({ v: EVENT_VERSION, seq: 0, at: 0, ...event });
    const isNew = id !== null && !this.state.entries.has(id);
    const noted = settings.has(event.type) ? NOTE_CHARACTERS : 0;
    const added = sizeOf(event) + (isNew ? ENTRY_CHARACTERS : noted);
    const { characters, bytes } = this.limits;
    this.isFull ||= this.stored() > bytes;
    this.used = (this.used ?? sizeOfState(this.state)) + added;
    if (this.used <= characters) return;
    this.used = sizeOfState(this.state) + added;
    this.isFull ||= this.used > characters;
  }
}

/** The notice that is posted once, instead of the dropped event. */
export const fullNotice: SessionEvent = {
  type: 'notice.posted',
  noteId: 'session-full' as string as NoteId,
  severity: 'error',
  title: 'This session is full. New output from the agent is not saved.',
  description:
    'It has reached the size limit of a session. Everything up to here is kept. To continue, start a new session.',
};

function sizeOfState({ entries }: KeptState): number {
  let size = 0;
  for (const entry of entries.values()) size += ENTRY_CHARACTERS + charactersIn(entry);
  return size;
}

/** The memory of an event. Long text of a message leaves memory at the end of the turn. */
function sizeOf(event: SessionEvent): number {
  if (!isTextChunk(event)) return charactersIn(event);
  return MESSAGE_CHARACTERS + Math.min(event.content.text.length, REST_CHARACTERS);
}
