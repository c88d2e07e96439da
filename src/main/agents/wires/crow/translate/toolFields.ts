import type { ToolFields } from '#shared/session/events';
import { readToolFields } from '../../acp/translate/tools';
import { isRecord, type JsonRecord, type Mutable } from '../../json';
import { either } from './answers';

/** The fields of a tool call: those in the specification, and ACP's other fields in snake_case. */
export function toolFieldsFromWire(update: JsonRecord): Mutable<ToolFields> {
  const fields: Mutable<ToolFields> = {};
  readToolFields(fields, {
    title: update.title,
    name: update.name,
    kind: update.kind,
    status: update.status,
    content: contentOf(update.content),
    locations: update.locations,
    rawInput: either(update, 'raw_input', 'rawInput') ?? update.arguments,
    rawOutput: either(update, 'raw_output', 'rawOutput') ?? update.result,
  });
  return fields;
}

function contentOf(value: unknown): unknown {
  if (typeof value === 'string') return [textContent(value)];
  return Array.isArray(value) ? value.map(itemOf) : undefined;
}

function itemOf(item: unknown): unknown {
  if (typeof item === 'string') return textContent(item);
  if (!isRecord(item)) return item;
  const inner = isRecord(item.content) ? camelled(item.content) : item.content;
  return { ...camelled(item), ...(inner === undefined ? {} : { content: inner }) };
}

function textContent(text: string): object {
  return { type: 'content', content: { type: 'text', text } };
}

/**
 * Renames only the top level: deeper keys, such as those of a resource in a block, are single
 * words.
 */
function camelled(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
