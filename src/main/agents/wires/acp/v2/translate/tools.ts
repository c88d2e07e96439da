import type { ToolContent } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { isRecord, type JsonRecord, type Mutable } from '../../../json';
import { unknownContent } from '../../translate/content';
import { readToolFields, toolContentFromWire } from '../../translate/tools';
import { diffFromWire } from './diffs';

/** The fields of a tool call in the draft, where null takes a value away and absence keeps it. */
export function toolFieldsFrom(update: JsonRecord): Mutable<ToolFields> {
  const fields: Mutable<ToolFields> = {};
  readToolFields(fields, update);
  // A paused call is one that goes on later.
  if (update.status === 'paused') fields.status = 'in_progress';
  if (Array.isArray(update.content)) fields.content = update.content.map(draftContentFrom);
  if (update.title === null) fields.title = '';
  if (update.name === null) fields.name = null;
  if (update.kind === null) fields.kind = 'other';
  if (update.status === null) fields.status = 'pending';
  if (update.content === null) fields.content = null;
  if (update.locations === null) fields.locations = null;
  if (update.rawInput === null) fields.input = null;
  if (update.rawOutput === null) fields.output = null;
  return fields;
}

export function draftContentFrom(value: unknown): ToolContent {
  if (!isRecord(value) || value.type !== 'diff') return toolContentFromWire(value);
  return diffFromWire(value) ?? unknownContent('diff', value);
}
