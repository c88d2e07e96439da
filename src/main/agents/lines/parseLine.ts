import { HUSK_MEMBERS, HUSK_TEXT_LENGTH, MESSAGE_DEPTH, MESSAGE_NODES } from './limits';

const OPENING_BRACE = 123;
const BYTE_ORDER_MARK = 0xfeff;

export type ParsedLine =
  | { readonly type: 'message'; readonly value: object }
  | { readonly type: 'garbage' }
  /**
   * A message that it would be dangerous to pass on. The husk has its scalar members only, so
   * that a request can still be answered, and an answer still ends the request it belongs to.
   */
  | { readonly type: 'refused'; readonly reason: string; readonly husk: object };

/** I10: a message is a JSON object; whatever else an agent prints is garbage. */
export function parseLine(text: string): ParsedLine {
  // Throwing is slow, and an agent that logs to its output does so a million times.
  if (text.charCodeAt(0) !== OPENING_BRACE && !text.trimStart().startsWith('{')) {
    return { type: 'garbage' };
  }
  let value: object;
  try {
    // Some programs write one before each line; JSON does not treat it as whitespace.
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    return { type: 'garbage' };
  }
  const reason = new HostilityCheck().of(value, 1);
  return reason === null
    ? { type: 'message', value }
    : { type: 'refused', reason, husk: huskOf(value) };
}

/** Walks a parsed value no deeper and no longer than the limits; costs a tenth of parsing it. */
class HostilityCheck {
  private remaining = MESSAGE_NODES;

  of(value: object, depth: number): string | null {
    if (depth > MESSAGE_DEPTH) return `it is nested more than ${MESSAGE_DEPTH} levels deep`;
    return Array.isArray(value) ? this.items(value, depth) : this.members(value, depth);
  }

  private items(list: readonly unknown[], depth: number): string | null {
    this.remaining -= list.length;
    if (this.remaining < 0) return tooManyValues;
    for (const item of list) {
      const reason = typeof item === 'object' && item !== null ? this.of(item, depth + 1) : null;
      if (reason !== null) return reason;
    }
    return null;
  }

  private members(record: object, depth: number): string | null {
    for (const key in record) {
      // An own member of this name turns into a prototype wherever the record is copied by hand.
      if (key === '__proto__') return 'it has a member named __proto__';
      if (--this.remaining < 0) return tooManyValues;
      const member: unknown = record[key as keyof typeof record];
      const reason =
        typeof member === 'object' && member !== null ? this.of(member, depth + 1) : null;
      if (reason !== null) return reason;
    }
    return null;
  }
}

const tooManyValues = `it has more than ${MESSAGE_NODES} values`;

function huskOf(message: object): object {
  const husk: Record<string, unknown> = {};
  let members = 0;
  for (const key in message) {
    const value: unknown = message[key as keyof typeof message];
    if (key === '__proto__' || key.length > HUSK_TEXT_LENGTH) continue;
    if (typeof value === 'object' && value !== null) continue;
    if (typeof value === 'string' && value.length > HUSK_TEXT_LENGTH) continue;
    husk[key] = value;
    if (++members === HUSK_MEMBERS) break;
  }
  return husk;
}
