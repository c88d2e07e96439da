import type { AuthenticationMethod } from '#shared/session/agent';
import { charactersIn } from '#shared/text/charactersIn';
import {
  identifier,
  isRecord,
  type JsonRecord,
  type Mutable,
  recordsOf,
  textOr,
  textsOf,
} from '../../json';
import { LOGIN_CHARACTERS } from '../limits';

type How = AuthenticationMethod['how'];
type Terminal = Mutable<Extract<How, { type: 'terminal' }>>;

/**
 * The login methods that an agent offers. A method without an id could not be chosen, and one that
 * is too long is skipped: a shortened command would be a different command.
 */
export function authenticationFromWire(value: unknown): readonly AuthenticationMethod[] {
  const methods: AuthenticationMethod[] = [];
  for (const item of recordsOf(value)) {
    const id = identifier(item.id);
    const how = howFromWire(item);
    if (id === null || charactersIn(how) > LOGIN_CHARACTERS) continue;
    const method = { id, name: textOr(item.name, '') || id, how };
    methods.push(
      typeof item.description === 'string' && item.description.trim() !== ''
        ? { ...method, description: item.description.trim() }
        : method,
    );
  }
  return methods;
}

function howFromWire(method: JsonRecord): How {
  const meta: JsonRecord = isRecord(method._meta) ? method._meta : {};
  const legacy = meta['terminal-auth'];
  if (method.type === 'terminal') {
    return terminal(method, isRecord(legacy) ? legacy.label : undefined);
  }
  // Before the protocol defined it, this was a separate command, or arguments for the agent's
  // command.
  if (isRecord(legacy)) return terminal(legacy, legacy.label, legacy.command);
  if (meta.type === 'terminal') return terminal(meta, undefined);
  if (method.type === 'env_var') {
    const variables = recordsOf(method.vars).map((variable) => textOr(variable.name, ''));
    return { type: 'environment', variables: variables.filter((name) => name !== '') };
  }
  const apiKey = meta['api-key'];
  if (isRecord(apiKey)) {
    return typeof apiKey.provider === 'string'
      ? { type: 'api-key', provider: apiKey.provider }
      : { type: 'api-key' };
  }
  return { type: 'agent' };
}

function terminal(from: JsonRecord, label: unknown, command?: unknown): How {
  const how: Terminal = {
    type: 'terminal',
    args: textsOf(from.args),
    env: environmentOf(from.env),
  };
  if (typeof command === 'string' && command !== '') how.command = command;
  if (typeof label === 'string') how.label = label;
  return how;
}

/** The protocol has a map here; many agents send a list of pairs. */
function environmentOf(value: unknown): Readonly<Record<string, string>> {
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(value)
    ? recordsOf(value).map((pair) => [pair.name, pair.value] as const)
    : Object.entries(isRecord(value) ? value : {});
  const texts = pairs.filter(
    (pair): pair is readonly [string, string] =>
      typeof pair[0] === 'string' && typeof pair[1] === 'string',
  );
  return Object.fromEntries(texts);
}
