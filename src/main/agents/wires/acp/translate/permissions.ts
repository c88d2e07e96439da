import type { PermissionAsk } from '#main/agents/connection';
import type { ToolFields } from '#shared/session/events';
import type { PermissionKind, PermissionOption } from '#shared/session/request/requests';
import { identifier, isRecord, type JsonRecord, type Mutable, recordsOf, textOr } from '../../json';
import { PERMISSION_OPTIONS } from '../../limits';
import { readToolFields } from './tools';

const kinds: ReadonlySet<unknown> = new Set<PermissionKind>([
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
]);

/** The question, or the reason why it cannot be shown. */
export function permissionFromWire(params: JsonRecord): PermissionAsk | string {
  const options = permissionOptions(params.options);
  if (typeof options === 'string') return options;
  const call = isRecord(params.toolCall) ? params.toolCall : {};
  const fields: Mutable<ToolFields> = {};
  readToolFields(fields, call);
  const tool = withoutEmptyParts(fields);
  return {
    toolCallId: identifier(call.toolCallId),
    tool,
    title: tool.title || textOr(call.name, '') || 'The agent asks for permission',
    options,
  };
}

/** The options, or the reason why there are none. */
export function permissionOptions(value: unknown): readonly PermissionOption[] | string {
  if (!Array.isArray(value)) return 'options must be a list';
  if (value.length > PERMISSION_OPTIONS) {
    return `${value.length} options: at most ${PERMISSION_OPTIONS} are allowed`;
  }
  const options = optionsFromWire(value);
  return options.length === 0 ? 'there is no option to choose' : options;
}

/**
 * The request often repeats the call without its earlier content. An empty part must not remove the
 * plan or the diff that the user is asked about.
 */
export function withoutEmptyParts(fields: ToolFields): ToolFields {
  const tool: Mutable<ToolFields> = { ...fields };
  if (tool.content?.length === 0) delete tool.content;
  if (tool.locations?.length === 0) delete tool.locations;
  if (tool.input === '{}') delete tool.input;
  return tool;
}

function optionsFromWire(list: readonly unknown[]): readonly PermissionOption[] {
  const options = new Map<string, PermissionOption>();
  for (const item of recordsOf(list)) {
    const id = identifier(item.optionId);
    if (id === null || options.has(id)) continue;
    const kind = kinds.has(item.kind) ? (item.kind as PermissionKind) : 'other';
    options.set(id, { id, name: textOr(item.name, id), kind });
  }
  return [...options.values()];
}
