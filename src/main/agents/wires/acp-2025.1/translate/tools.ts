import { beginningOf } from '#main/base/cutText';
import type { ToolContent, ToolLocation, ToolStatus } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { isRecord, type JsonRecord, jsonText, type Mutable } from '../../json';
import { kindFromName } from '../../rpc/toolKind';
import { contentFromWire, unknownContent } from './content';

const statuses: ReadonlySet<unknown> = new Set<ToolStatus>([
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
]);

/** Arguments that say in one line what a call is about. */
const subjects = ['path', 'file_path', 'command', 'pattern', 'query', 'url'] as const;
const SUBJECT_LENGTH = 120;

/** The fields of a `tool_call`; a field of the wrong type is as good as absent. */
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

/** What a `tool_call_update` says of how the call went. */
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

/** A result is a text, or an object whose `content` or `message` is the part to be read. */
function contentOf(outcome: unknown): readonly ToolContent[] {
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
