import type {
  ContentBlock,
  ToolContent,
  ToolKind,
  ToolLocation,
  ToolStatus,
} from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import {
  identifier,
  isRecord,
  type JsonRecord,
  jsonText,
  type Mutable,
  recordsOf,
} from '../../json';
import { contentFromWire, unknownContent } from './content';

const kinds: ReadonlySet<unknown> = new Set<ToolKind>([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);

const statuses: ReadonlySet<unknown> = new Set<ToolStatus>([
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
]);

/**
 * Copies the fields of a tool call to `target`. In version 1, null means "no change", so nothing is
 * ever cleared; a field of the wrong type counts as missing.
 */
export function readToolFields(target: Mutable<ToolFields>, update: JsonRecord): void {
  if (typeof update.title === 'string') target.title = update.title;
  if (typeof update.name === 'string') target.name = update.name;
  if (kinds.has(update.kind)) target.kind = update.kind as ToolKind;
  // Some agents use this name for creating a file.
  else if (update.kind === 'write') target.kind = 'edit';
  if (statuses.has(update.status)) target.status = update.status as ToolStatus;
  if (Array.isArray(update.content)) target.content = update.content.map(toolContentFromWire);
  if (Array.isArray(update.locations)) target.locations = locationsFromWire(update.locations);
  if (isGiven(update.rawInput)) target.input = jsonText(update.rawInput);
  if (isGiven(update.rawOutput)) target.output = jsonText(update.rawOutput);
}

export function saysSomething(fields: ToolFields): boolean {
  return (
    fields.title !== undefined ||
    fields.status !== undefined ||
    fields.content !== undefined ||
    fields.input !== undefined ||
    fields.output !== undefined ||
    fields.locations !== undefined ||
    fields.kind !== undefined ||
    fields.name !== undefined
  );
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function toolContentFromWire(value: unknown): ToolContent {
  if (isRecord(value)) {
    const content = knownToolContent(value);
    if (content !== null) return content;
  }
  const label = isRecord(value) && typeof value.type === 'string' ? value.type : 'tool content';
  return unknownContent(label, value);
}

function knownToolContent(value: JsonRecord): ToolContent | null {
  switch (value.type ?? typeByMembers(value)) {
    case 'content': {
      const content: ContentBlock | null = contentFromWire(value.content);
      return content && { type: 'content', content };
    }
    case 'diff':
      return diffFromWire(value);
    case 'terminal': {
      const terminalId = identifier(value.terminalId);
      return terminalId === null ? null : { type: 'terminal', terminalId };
    }
    default:
      return null;
  }
}

/** The type of content that older agents send without one, determined by its fields. */
function typeByMembers(value: JsonRecord): string | null {
  if (typeof value.terminalId === 'string') return 'terminal';
  if (typeof value.path === 'string' && typeof value.newText === 'string') return 'diff';
  return isRecord(value.content) ? 'content' : null;
}

/** Agents use `_meta.kind` to tell a new or deleted file from an empty one. */
function diffFromWire(value: JsonRecord): ToolContent | null {
  if (typeof value.path !== 'string') return null;
  const kind = isRecord(value._meta) ? value._meta.kind : undefined;
  const isDeleted = kind === 'delete';
  if (typeof value.newText !== 'string' && !isDeleted) return null;
  const before = typeof value.oldText === 'string' ? value.oldText : null;
  return {
    type: 'diff',
    path: value.path,
    before: kind === 'add' && before === '' ? null : before,
    after: isDeleted ? null : (value.newText as string),
  };
}

function locationsFromWire(list: readonly unknown[]): readonly ToolLocation[] {
  const locations: ToolLocation[] = [];
  for (const { path, line } of recordsOf(list)) {
    if (typeof path !== 'string') continue;
    const hasLine = typeof line === 'number' && Number.isSafeInteger(line) && line >= 0;
    locations.push(hasLine ? { path, line } : { path });
  }
  return locations;
}
