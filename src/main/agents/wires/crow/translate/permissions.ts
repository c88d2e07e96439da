import type { PermissionAsk } from '#main/agents/connection';
import type { PermissionKind, PermissionOption } from '#shared/session/request/requests';
import { identifier, type JsonRecord, jsonText, labelOf, recordsOf, textOr } from '../../json';
import { PERMISSION_OPTIONS } from '../../limits';
import { toolFieldsFromWire } from './toolFields';

/** The permission request, or the reason why it cannot be shown to the user. */
export function permissionFromWire(update: JsonRecord): PermissionAsk | string {
  const listed = update.permission_options ?? update.options;
  if (!Array.isArray(listed)) return 'permission_options must be a list';
  if (listed.length > PERMISSION_OPTIONS) {
    return `${listed.length} options: at most ${PERMISSION_OPTIONS} are allowed`;
  }
  const options = optionsFromWire(listed);
  if (options.length === 0) return 'there is no option to choose';
  const given = update.arguments;
  return {
    toolCallId: identifier(update.tool_call_id),
    tool: toolFieldsFromWire(update),
    title: labelOf(update.title, 'The agent asks for permission'),
    ...(given === undefined || given === null ? {} : { description: jsonText(given) }),
    options,
  };
}

/** The option that refuses, for a request that will no longer be answered. */
export function refusalAmong(options: readonly PermissionOption[]): string | null {
  const refusal = options.find(({ kind }) => kind === 'reject_once' || kind === 'reject_always');
  return refusal?.id ?? null;
}

function optionsFromWire(list: readonly unknown[]): readonly PermissionOption[] {
  const options = new Map<string, PermissionOption>();
  for (const item of recordsOf(list)) {
    const id = identifier(item.id);
    if (id === null || options.has(id)) continue;
    const name = textOr(item.title, textOr(item.name, id));
    options.set(id, { id, name, kind: kindOf(id, name) });
  }
  return [...options.values()];
}

const LASTING_WORDS = /\b(?:never|no longer|do not|don[’']?t) ask\b/gi;
const NEGATED =
  /\b(?:never|do not|don[’']?t|not) (?:approve|allow|accept|permit|grant|confirm)\b/gi;
const REJECTS = /\b(?:reject|deny|denied|refuse|decline|disallow|no|never|not|cancel|abort)\b/i;
const ALLOWS = /\b(?:approve|allow|accept|yes|ok|permit|grant|confirm)\b/i;
const LASTS = /\b(?:always|all|session|forever|never)\b/i;

/**
 * The dialect has no kinds of options, so the kind is guessed from the id and the title. An option
 * that says both yes and no has neither kind: otherwise a rule could choose it, and the card could
 * describe it, as the opposite of what it does.
 */
function kindOf(id: string, name: string): PermissionKind {
  const texts = [id, name].map((text) =>
    text.replaceAll('_', ' ').replace(LASTING_WORDS, ' always '),
  );
  const plain = texts.map((text) => text.replace(NEGATED, ' reject ')).join(' ');
  const [isAllowing, isRejecting] = [ALLOWS.test(plain), REJECTS.test(plain)];
  if (isAllowing === isRejecting) return 'other';
  const isLasting = texts.some((text) => LASTS.test(text));
  if (isAllowing) return isLasting ? 'allow_always' : 'allow_once';
  return isLasting ? 'reject_always' : 'reject_once';
}
