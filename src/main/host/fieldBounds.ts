import { cutText } from '#main/base/cutText';
import type { NoteId } from '#shared/ids';
import type { SessionEvent, SessionEventType } from '#shared/session/events';

/** Characters of a text; the most items of a list, and what each may hold; or a record of these. */
type Bound = number | { readonly most: number; readonly of: Bound } | BoundedFields;
interface BoundedFields {
  readonly [field: string]: Bound;
}

const list = (most: number, of: Bound): Bound => ({ most, of });

const NAME = 200;
const TITLE = 2_000;
const DESCRIPTION = 1_000;
const PATH = 4_096;
const WORDS = 10_000;

const block: BoundedFields = {
  uri: PATH,
  name: NAME,
  mimeType: NAME,
  description: DESCRIPTION,
  label: NAME,
};

/**
 * What is kept of each field that an agent fills. Long texts that are meant to be long are not here:
 * what it says goes on in further entries, and bodies are kept beside the log. Ids are bounded by
 * the wires, since one that is cut is another one.
 */
const bounds: Partial<Record<SessionEventType, BoundedFields>> = {
  'session.titled': { title: 500 },
  'agent.started': { identity: { name: NAME, title: NAME, version: NAME } },
  'agent.failed': { message: TITLE, detail: WORDS },
  'agent.exited': { message: TITLE },
  'authentication.required': {
    message: TITLE,
    methods: list(32, { name: NAME, description: DESCRIPTION }),
  },
  'turn.ended': { message: WORDS },
  'message.appended': { content: block },
  'tool.updated': {
    title: TITLE,
    name: NAME,
    locations: list(200, { path: PATH }),
    content: list(500, { path: PATH, movedFrom: PATH, label: NAME, content: block }),
  },
  'plan.updated': {
    body: { items: list(500, { content: TITLE }), text: 100_000, uri: PATH },
  },
  'permission.asked': {
    question: { title: 4_000, description: WORDS, options: list(32, { name: NAME }) },
  },
  'elicitation.asked': {
    question: {
      message: WORDS,
      body: {
        fields: list(64, {
          title: 500,
          description: DESCRIPTION,
          choices: list(256, { title: 500, description: DESCRIPTION }),
        }),
      },
    },
  },
  'terminal.started': {
    command: WORDS,
    args: list(1_000, WORDS),
    cwd: PATH,
    env: list(200, { name: NAME, value: DESCRIPTION }),
  },
  'modes.updated': { available: list(200, { name: NAME, description: DESCRIPTION }) },
  'options.updated': {
    options: list(100, {
      name: NAME,
      description: DESCRIPTION,
      category: NAME,
      groups: list(100, {
        name: NAME,
        choices: list(500, { name: NAME, description: DESCRIPTION }),
      }),
    }),
  },
  'commands.updated': { commands: list(1_000, { description: DESCRIPTION, hint: 500 }) },
  'notice.posted': { title: TITLE, description: WORDS },
  'compaction.updated': { summary: 100_000, summaryAppended: 100_000, error: TITLE },
  'subagent.updated': { title: 500, description: TITLE, state: NAME },
  'unknown.received': { label: NAME },
};

/** A list of which only the beginning was kept. */
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

/** The event with every field within its bound; a text that was cut says so itself. */
export function boundEvent(event: SessionEvent): BoundedEvent {
  const fields = bounds[event.type];
  if (fields === undefined) return { event, cuts: noCuts };
  const cuts: CutList[] = [];
  const bounded = boundFields(event, fields, cuts) as SessionEvent;
  return { event: bounded, cuts: cuts.length === 0 ? noCuts : cuts };
}

/** Says that a list was cut; under the same id each time, so that it stands there once. */
export function cutNotice(type: SessionEventType, { field, kept, count }: CutList): SessionEvent {
  return {
    type: 'notice.posted',
    noteId: `cut-${type}-${field}` as NoteId,
    severity: 'warning',
    title: `The agent sent ${amount(count)} ${field}. The first ${amount(kept)} are kept.`,
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
  return boundFields(value, bound, cuts);
}

function boundItems(
  field: string,
  items: readonly unknown[],
  { most, of }: { readonly most: number; readonly of: Bound },
  cuts: CutList[],
): readonly unknown[] {
  if (items.length > most) cuts.push({ field, kept: most, count: items.length });
  const kept = items.length > most ? items.slice(0, most) : items;
  const bounded = kept.map((item) => boundValue(field, item, of, cuts));
  return bounded.every((item, index) => item === kept[index]) ? kept : bounded;
}

function isList(bound: Bound): bound is { readonly most: number; readonly of: Bound } {
  return typeof bound === 'object' && typeof bound.most === 'number' && 'of' in bound;
}

function cutField(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length)} (cut, ${amount(text.length)} characters)`;
}

function amount(count: number): string {
  return count.toLocaleString('en');
}
