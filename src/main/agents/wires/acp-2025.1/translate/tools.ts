import { beginningOf } from '#main/base/cutText';
import type { ToolContent, ToolKind, ToolLocation, ToolStatus } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { isRecord, type JsonRecord, jsonText, type Mutable } from '../../json';
import { contentFromWire, unknownContent } from './content';

/** Words in the names of tools; the first that matches decides. */
const words: readonly (readonly [ToolKind, ReadonlySet<string>])[] = [
  ['delete', new Set(['delete', 'remove', 'rm', 'unlink'])],
  ['move', new Set(['move', 'rename', 'mv'])],
  [
    'edit',
    new Set(['edit', 'write', 'create', 'patch', 'replace', 'insert', 'update', 'apply', 'save']),
  ],
  ['search', new Set(['search', 'grep', 'glob', 'find', 'list', 'ls'])],
  ['fetch', new Set(['fetch', 'web', 'http', 'url', 'browse', 'download'])],
  ['execute', new Set(['execute', 'exec', 'run', 'bash', 'shell', 'terminal', 'command', 'cmd'])],
  ['think', new Set(['think', 'reason', 'plan'])],
  ['read', new Set(['read', 'view', 'open', 'cat', 'show', 'get'])],
];

/** Guesses the kind of a tool from its name; only the appearance depends on it. */
function kindFromName(name: string): ToolKind {
  const found = new Set(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/),
  );
  for (const [kind, known] of words) {
    for (const word of found) if (known.has(word)) return kind;
  }
  return 'other';
}

const statuses: ReadonlySet<unknown> = new Set<ToolStatus>([
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
]);

/** Arguments that describe a call in one line. */
const subjects = ['path', 'file_path', 'command', 'pattern', 'query', 'url'] as const;
const SUBJECT_LENGTH = 120;

/** The fields of a `tool_call`; a field of the wrong type counts as missing. */
export function callFromWire(data: JsonRecord): Mutable<ToolFields> {
  const fields: Mutable<ToolFields> = {};
  const { name, arguments: given } = data;
  if (typeof name === 'string' && name !== '') {
    fields.name = name;
    fields.kind = kindFromName(name);
    fields.title = titleOf(name, given);
  }
  if (given !== undefined && given !== null) fields.input = jsonText(given);
  const locations = locationsOf(given);
  if (locations.length > 0) fields.locations = locations;
  return { ...fields, ...outcomeFromWire(data) };
}

/** The progress of a call, from a `tool_call_update`. */
export function outcomeFromWire(data: JsonRecord): Mutable<ToolFields> {
  const fields: Mutable<ToolFields> = {};
  const { status, result, error } = data;
  if (statuses.has(status)) fields.status = status as ToolStatus;
  const isFailure = error !== undefined && error !== null;
  const outcome = isFailure ? error : result;
  if (outcome === undefined || outcome === null) return fields;
  fields.output = jsonText(outcome);
  fields.content = contentOf(outcome);
  if (isFailure) fields.status ??= 'failed';
  return fields;
}

function titleOf(name: string, given: unknown): string {
  if (!isRecord(given)) return name;
  for (const subject of subjects) {
    const value = given[subject];
    if (typeof value === 'string' && value !== '') {
      return `${name}: ${beginningOf(value, SUBJECT_LENGTH)}`;
    }
  }
  return name;
}

function locationsOf(given: unknown): readonly ToolLocation[] {
  if (!isRecord(given)) return [];
  const path = given.path ?? given.file_path;
  return typeof path === 'string' && path !== '' ? [{ path }] : [];
}

/** The content of a result, which is a text or an object with a `content` or `message` to read. */
function contentOf(outcome: unknown): readonly ToolContent[] {
  const block = isRecord(outcome) && typeof outcome.uri === 'string' && contentFromWire(outcome);
  if (block) return [{ type: 'content', content: block }];
  const body = isRecord(outcome) ? (outcome.content ?? outcome.message) : outcome;
  if (typeof body === 'string') return [text(body)];
  if (Array.isArray(body)) return body.map(blockOf);
  if (body === undefined || body === null) return [text(jsonText(outcome))];
  return [blockOf(body)];
}

function blockOf(value: unknown): ToolContent {
  if (typeof value === 'string') return text(value);
  return { type: 'content', content: contentFromWire(value) ?? unknownContent('content', value) };
}

function text(words: string): ToolContent {
  return { type: 'content', content: { type: 'text', text: words } };
}
